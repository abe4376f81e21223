// Phases of a program: their results, as they are stored and given again. Kills are in test/faults/durable-runs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { counter, liveFile, openAuth, workflowOf } from '../support/durable.js';
import { openStage } from '../support/runs.js';

describe('a phase', () => {
  test('that was completed gives its stored result and is not done again', async () => {
    const stage = await openStage();
    const { done, doing } = counter();
    const first = await openAuth(stage);
    const plan = await first.phase('plan', doing('plan', { steps: ['a'], nothing: null, deep: { list: [1, null] } }));
    await first.close();
    const second = await openAuth(stage);
    assert.equal(second.resumed, true);
    assert.equal(second.ref, first.ref);
    assert.deepEqual(await second.phase('plan', doing('plan', { steps: [], nothing: null, deep: { list: [] } })), plan);
    assert.deepEqual(plan, { steps: ['a'], nothing: null, deep: { list: [1, null] } });
    assert.deepEqual(done, ['plan']);
  });

  test('may give nothing', async () => {
    const stage = await openStage();
    const { done, doing } = counter();
    const first = await openAuth(stage);
    assert.equal(await first.phase('push', doing('push', undefined)), undefined);
    await first.close();
    assert.equal(await (await openAuth(stage)).phase('push', doing('push', undefined)), undefined);
    assert.deepEqual(done, ['push']);
  });

  test('gives a result of which changes stay without effect on what is stored', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const made = { list: [1] };
    const given = await run.phase('plan', () => made);
    given.list.push(2);
    made.list.push(3);
    await run.close();
    assert.deepEqual(await (await openAuth(stage)).phase('plan', () => made), { list: [1] });
  });

  test('gives at once what it will give from storage, also where JSON knows no difference', async () => {
    const stage = await openStage();
    const work = (): object => ({ absent: undefined, zero: -0 });
    const run = await openAuth(stage);
    const first = await run.phase('plan', work);
    await run.close();
    assert.deepEqual(first, { zero: 0 });
    assert.deepEqual(await (await openAuth(stage)).phase('plan', work), first);
  });

  test('is one revision', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const before = (await run.checkpoint()).revision;
    for (const name of ['a', 'b', 'c']) await run.phase(name, () => name);
    assert.equal((await run.checkpoint()).revision, before + 3);
    assert.deepEqual(
      (await stage.project.history(run.ref)).map(({ event }) => event.args?.['phase'] ?? event.name).toReversed(),
      ['start', 'a', 'b', 'c'],
    );
  });

  test('cannot be called twice in a run, and its name must be one', async () => {
    const run = await openAuth(await openStage());
    await run.phase('review', () => 1);
    await assert.rejects(
      run.phase('review', () => 2),
      { code: 'bad-usage', message: /was called before/ },
    );
    await assert.rejects(
      run.phase('', () => 1),
      { code: 'bad-name' },
    );
    await assert.rejects(
      run.phase('__proto__', () => 1),
      { code: 'bad-name' },
    );
    await assert.rejects(
      run.phase('ghp_0123456789abcdefghijklmnopqrstuvwxyzAB', () => 1),
      (error: Error) => 'code' in error && error.code === 'bad-name' && !error.message.includes('ghp_'),
    );
  });

  const refused: readonly (readonly [string, unknown, object])[] = [
    ['a date', { at: new Date(0) }, { code: 'bad-input', message: /\/at: is a Date/ }],
    ['a number that JSON does not have', { n: Number.NaN }, { code: 'bad-input' }],
    ['a circle', circle(), { code: 'bad-input' }],
    [
      'a secret',
      { log: 'token ghp_0123456789abcdefghijklmnopqrstuvwxyzAB' },
      { code: 'bad-input', message: /\/log: is or holds a secret/ },
    ],
    ['a secret by its name', { password: 'hunter2-Tr0ub4dor' }, { code: 'bad-input', message: /\/password/ }],
    ['more than a megabyte', { text: 'x'.repeat(1_100_000) }, { code: 'too-large' }],
    ['more levels than a checkpoint has', nested(40), { code: 'bad-input' }],
  ];
  for (const [name, value, error] of refused) {
    test(`whose result is ${name} is refused, and nothing of it is stored`, async () => {
      const stage = await openStage();
      const run = await openAuth(stage);
      await assert.rejects(
        run.phase('plan', () => value, { retry: { attempts: 3, delayMs: 0 } }),
        error,
      );
      const { workflow_state, completed_phases, status } = workflowOf(await run.checkpoint());
      assert.deepEqual([workflow_state['phase_results'], completed_phases, status], [undefined, [], 'failed']);
      assert.doesNotMatch(fs.readFileSync(liveFile(stage, run.ref), 'utf8'), /ghp_|hunter2/);
    });
  }

  test('that someone marked as done without a result is told, not guessed', async () => {
    const stage = await openStage();
    const run = await openAuth(stage, { phases: ['plan', 'build'] });
    await stage.project.workflows.advance(run.ref, { phase: 1 });
    await assert.rejects(
      run.phase('plan', () => 1),
      { code: 'not-allowed', message: /without a result/ },
    );
  });

  test('keeps data for its next attempt, in another process too', async () => {
    const stage = await openStage();
    const run = await stage.project.command('implement', { feature: 'auth' });
    await assert.rejects(
      run.phase('implementation', async (step) => {
        await step.save({ tasks: { T001: { status: 'done' }, T002: { status: 'pending' } } });
        throw new Error('power is out');
      }),
      /power is out/,
    );
    await run.close();
    const again = await stage.project.command('implement', { feature: 'auth', onUnfinished: 'resume' });
    const tasks = await again.phase('implementation', async (step) => (await step.data())['tasks'] ?? null);
    assert.deepEqual(tasks, { T001: { status: 'done' }, T002: { status: 'pending' } });
  });
});

function circle(): object {
  const self: Record<string, unknown> = {};
  self['self'] = self;
  return self;
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { deeper: nested(depth - 1) };
}

describe('a schema', () => {
  const plan = v.object({
    steps: v.array(v.string()),
    due: v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
    ),
  });
  const made = { steps: ['a'], due: '2026-01-05T00:00:00.000Z' };

  test('gives what it makes of a result, the first time and from storage', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const first = await run.phase('plan', () => made, { schema: plan });
    assert.equal(first.due.getTime(), Date.parse(made.due));
    await run.close();
    const second = await (await openAuth(stage)).phase('plan', () => made, { schema: plan });
    assert.deepEqual(second, first);
  });

  test('refuses a result that does not fit, and that is an attempt that failed', async () => {
    const run = await openAuth(await openStage());
    let attempts = 0;
    // @ts-expect-error -- a model wrote it
    const work = (): typeof made => (++attempts === 1 ? { steps: 'a' } : made);
    const given = await run.phase('plan', work, { schema: plan, retry: { attempts: 2, delayMs: 0 } });
    assert.deepEqual([attempts, given.steps], [2, ['a']]);
  });

  test('that has changed since is told, and the run stays as it is', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.phase('plan', () => ({ steps: ['a'] }));
    await run.close();
    const again = await openAuth(stage);
    await assert.rejects(
      again.phase('plan', () => made, { schema: plan }),
      { code: 'bad-input', message: /the stored result of phase "plan"/ },
    );
    assert.equal(workflowOf(await again.checkpoint()).status, 'in_progress');
  });
});
