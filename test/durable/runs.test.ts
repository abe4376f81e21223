// Runs that a program drives, in one process: results, order, decisions, leases. Kills are in test/faults/durable-runs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import type { CommandCheckpoint } from '../../src/families/command/index.js';
import type { WorkflowCheckpoint } from '../../src/families/workflow/index.js';
import { commandKey, workflowKey } from '../../src/rules/names.js';
import type { Checkpoint } from '../../src/service/checkpoint.js';
import { asDocument } from '../../src/service/documents.js';
import { takeLease } from '../../src/service/lease/leases.js';
import type { Decision } from '../../src/service/resume/decision.js';
import type { DurableRun } from '../../src/surfaces/library/durable-run.js';
import { command, workflow } from '../../src/surfaces/library/durable.js';
import { openStage, session, type Stage, start } from '../support/runs.js';
import { tempFolder } from '../support/temp.js';

const auth = { project: 'auth', description: 'Sign-in with passkeys' };
const dayMs = 24 * 60 * 60 * 1000;

const liveFile = (stage: Stage, ref: string): string => path.join(stage.root, '.claude/checkpoints', `${ref}.json`);
const failedFile = (stage: Stage, ref: string): string =>
  path.join(stage.root, '.claude/checkpoints/failed', `${ref}.json`);

function workflowOf(checkpoint: Checkpoint): WorkflowCheckpoint {
  return asDocument<WorkflowCheckpoint>(JSON.parse(JSON.stringify(checkpoint.document)));
}

function commandOf(checkpoint: Checkpoint): CommandCheckpoint {
  return asDocument<CommandCheckpoint>(JSON.parse(JSON.stringify(checkpoint.document)));
}

/** Counts what was really done. */
function counter(): { readonly done: string[]; readonly doing: <T>(name: string, result: T) => () => Promise<T> } {
  const done: string[] = [];
  return {
    done,
    doing: (name, result) => async () => {
      done.push(name);
      return result;
    },
  };
}

async function openAuth(stage: Stage, options: object = {}): Promise<DurableRun> {
  return stage.project.workflow('orchestrate', { ...auth, ...options });
}

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

describe('retries', () => {
  test('wait longer from time to time, and are recorded with their errors', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const seen: number[] = [];
    const recorded: unknown[] = [];
    const result = await run.phase(
      'deploy',
      async ({ attempt }) => {
        seen.push(attempt);
        recorded.push(workflowOf(await run.checkpoint()).pawl?.['phases']);
        if (attempt < 3) throw new Error(`attempt ${attempt}`);
        return attempt;
      },
      { retry: { attempts: 5, delayMs: 1, factor: 2 } },
    );
    assert.deepEqual([result, seen], [3, [1, 2, 3]]);
    const failed_at = (n: number): string => new Date(start + n).toISOString();
    assert.deepEqual(recorded, [
      undefined,
      [{ name: 'deploy', error: 'attempt 1', failed_at: failed_at(1), attempts: 1 }],
      [{ name: 'deploy', error: 'attempt 2', failed_at: failed_at(2), attempts: 2 }],
    ]);
    const { status, last_error } = workflowOf(await run.checkpoint());
    assert.deepEqual([status, last_error], ['in_progress', null]);
  });

  test('go on counting where another process was stopped', async () => {
    const stage = await openStage();
    const controller = new AbortController();
    const first = await openAuth(stage, { signal: controller.signal });
    const retry = { attempts: 3, delayMs: 60_000 };
    const stopped = first.phase('deploy', () => assert.fail('no network'), { retry });
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await assert.rejects(stopped, /stopped/);
    await first.close();
    stage.now += 60_000;
    const attempts: number[] = [];
    const again = await openAuth(stage);
    const given = again.phase('deploy', ({ attempt }) => void attempts.push(attempt), { retry });
    await given;
    assert.deepEqual(attempts, [2]);
  });

  test('that are used up give the run up: its file is in failed/, and the next start begins anew', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.phase('plan', () => 1);
    await assert.rejects(
      run.phase('deploy', () => assert.fail('no network'), { retry: { attempts: 2, delayMs: 0 } }),
      /no network/,
    );
    assert.equal(fs.existsSync(liveFile(stage, run.ref)), false);
    const { status, last_error } = JSON.parse(fs.readFileSync(failedFile(stage, run.ref), 'utf8'));
    assert.deepEqual([status, last_error], ['failed', { message: 'deploy: no network', phase: 'deploy', attempts: 2 }]);
    await assert.rejects(
      run.phase('tell', () => 1),
      { code: 'closed', message: /was given up: no network/ },
    );
    await run.close();
    stage.now += 1_000;
    const next = await openAuth(stage);
    assert.deepEqual([next.resumed, next.ref === run.ref], [false, false]);
  });

  test('are not spent on errors that are not worth it', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    let attempts = 0;
    const work = (): never => {
      attempts += 1;
      throw new TypeError('wrong');
    };
    const when = (error: unknown): boolean => !(error instanceof TypeError);
    await assert.rejects(run.phase('deploy', work, { retry: { attempts: 5, delayMs: 0, when } }), TypeError);
    assert.deepEqual([attempts, fs.existsSync(failedFile(stage, run.ref))], [1, true]);
  });

  test('can stop instead of giving up; without any, an error stops the run where it is', async () => {
    for (const options of [{ retry: { attempts: 1, exhausted: 'stop' as const } }, {}]) {
      const stage = await openStage();
      const run = await openAuth(stage);
      await run.phase('plan', () => 1);
      await assert.rejects(
        run.phase('deploy', () => assert.fail('no network'), options),
        /no network/,
      );
      await run.close();
      assert.equal(JSON.parse(fs.readFileSync(liveFile(stage, run.ref), 'utf8')).status, 'failed');
      await assert.rejects(openAuth(stage), { code: 'undecided', message: /last run failed: deploy: no network/ });
      const again = await openAuth(stage, { onUnfinished: 'resume' });
      assert.deepEqual([again.ref, await again.phase('plan', () => 2)], [run.ref, 1]);
    }
  });
});

describe('the order of phases', () => {
  test('is recorded, with a total that grows as the program goes on', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const seen: unknown[] = [];
    for (const name of ['a', 'b']) {
      await run.phase(name, () => name);
      const { total_phases, current_phase, completed_phases } = workflowOf(await run.checkpoint());
      seen.push([total_phases, current_phase, completed_phases]);
    }
    assert.deepEqual(seen, [
      [2, 2, [1]],
      [3, 3, [1, 2]],
    ]);
    const { document, place } = await run.finish();
    assert.deepEqual(
      [place, workflowOf({ ...(await stage.project.load(run.ref))!, document }).total_phases],
      ['archived', 2],
    );
  });

  test('that was declared has its total from the start, and a misspelt name is told', async () => {
    const run = await openAuth(await openStage(), { phases: ['plan', 'build', 'ship'] });
    assert.equal(workflowOf(await run.checkpoint()).total_phases, 3);
    await assert.rejects(
      run.phase('bild', () => 1),
      { code: 'bad-usage', hint: /did you mean build\?/ },
    );
    await run.phase('build', () => 1);
    assert.deepEqual(workflowOf(await run.checkpoint()).completed_phases, [2]);
    await assert.rejects(run.finish(), { code: 'not-allowed', message: '"plan", "ship" are not completed.' });
  });

  test('that changed while a run was unfinished is told', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    for (const name of ['plan', 'build']) await run.phase(name, () => name);
    await run.close();
    const changed = await openAuth(stage);
    await changed.phase('plan', () => 1);
    await assert.rejects(
      changed.phase('lint', () => 1),
      {
        code: 'not-allowed',
        message: /phase 2 of \S+ is "build", but the program now calls "lint" there/,
      },
    );
    await changed.close();
    const free = await openAuth(stage, { order: 'any' });
    assert.deepEqual([await free.phase('lint', () => 'new'), await free.phase('build', () => 1)], ['new', 'build']);
  });

  test('may be declared anew as long as completed phases keep their place', async () => {
    const stage = await openStage();
    const run = await openAuth(stage, { phases: ['plan', 'build', 'ship'] });
    await run.phase('plan', () => 1);
    await run.close();
    const more = await openAuth(stage, { phases: ['plan', 'lint', 'build', 'ship'] });
    assert.equal(workflowOf(await more.checkpoint()).total_phases, 4);
    await more.close();
    await assert.rejects(openAuth(stage, { phases: ['lint', 'plan'] }), { code: 'not-allowed', message: /"plan"/ });
    await assert.rejects(openAuth(stage, { phases: ['a', 'a'] }), { code: 'bad-input', message: /a second time/ });
  });

  test('is that of the calls for phases beside each other, whichever ends first', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const late = new Promise((resolve) => setTimeout(resolve, 30));
    const results = await Promise.all([
      run.phase('slow', async () => (await late, 's')),
      run.phase('quick', () => 'q'),
      run.phase('quicker', () => 'r'),
    ]);
    assert.deepEqual(results, ['s', 'q', 'r']);
    const { pawl, completed_phases } = workflowOf(await run.checkpoint());
    assert.deepEqual(completed_phases, [1, 2, 3]);
    assert.ok(Array.isArray(pawl?.['phases']));
    assert.deepEqual(
      pawl['phases'].map((one: { name: string; parallel?: boolean }) => [one.name, one.parallel ?? false]),
      [
        ['slow', false],
        ['quick', true],
        ['quicker', true],
      ],
    );
    await run.close();
    // Beside each other, the order of calls says nothing.
    const again = await openAuth(stage);
    assert.equal(await again.phase('quicker', () => 'x'), 'r');
  });

  test('beside each other: one that fails leaves the results of the others', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    const settled = await Promise.allSettled([
      run.phase('a', () => 'a'),
      run.phase('b', () => assert.fail('b fails')),
      run.phase('c', async () => (await new Promise((resolve) => setTimeout(resolve, 20)), 'c')),
    ]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await run.close();
    const again = await openAuth(stage, { onUnfinished: 'resume' });
    const names = ['a', 'b', 'c'].map((name) => again.phase(name, () => `${name} again`));
    assert.deepEqual(await Promise.all(names), ['a', 'b again', 'c']);
  });
});

describe('an unfinished run', () => {
  test("of other work stands in nobody's way", async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    for (const other of [{ project: 'billing' }, { description: 'Sign-out' }]) {
      assert.equal((await openAuth(stage, other)).resumed, false);
    }
    assert.equal((await stage.project.workflow('implement', auth)).resumed, false);
    await run.close();
    assert.equal((await openAuth(stage)).ref, run.ref);
  });

  test('can be put away for a fresh start, or be an error', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.phase('plan', () => 1);
    await run.close();
    await assert.rejects(openAuth(stage, { onUnfinished: 'error' }), { code: 'undecided' });
    stage.now += 1_000;
    const fresh = await openAuth(stage, { onUnfinished: 'fresh' });
    assert.deepEqual([fresh.resumed, await fresh.phase('plan', () => 2)], [false, 2]);
    assert.equal(JSON.parse(fs.readFileSync(failedFile(stage, run.ref), 'utf8')).status, 'abandoned');
  });

  test('is a question when it is old, and a function may answer', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.close();
    stage.now += 9 * dayMs;
    await assert.rejects(openAuth(stage), { code: 'undecided', message: /9 days old \(limit 7\)/ });
    const asked: Decision[] = [];
    const onUnfinished = async (decision: Decision): Promise<'resume'> => (asked.push(decision), 'resume');
    const again = await openAuth(stage, { onUnfinished });
    assert.deepEqual([again.ref, asked.map(({ verdict }) => verdict)], [run.ref, ['ask']]);
  });

  test('that was finished is over: the same work begins anew', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.phase('plan', () => 1);
    await run.finish();
    assert.equal(fs.existsSync(liveFile(stage, run.ref)), false);
    const archived = await stage.project.load(run.ref);
    assert.deepEqual([archived?.place, workflowOf(archived!).status], ['archived', 'complete']);
    stage.now += 1_000;
    assert.equal((await openAuth(stage)).resumed, false);
  });

  test('that is given up is in failed/ with the reason', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.fail(new Error('the plan was dropped'));
    assert.equal(JSON.parse(fs.readFileSync(failedFile(stage, run.ref), 'utf8')).last_error, 'the plan was dropped');
  });
});

describe('a run that is open', () => {
  test('is held: this program cannot open it twice, and is told who else has it', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await assert.rejects(openAuth(stage), { code: 'held', message: /open in this program already/ });
    await run.close();
    assert.ok(takeLease(stage.bench, workflowKey(run.ref), session('ben')).ok);
    await assert.rejects(openAuth(stage), (error: Error & { code?: string; data?: { holder?: { owner: string } } }) => {
      assert.deepEqual([error.code, error.data?.holder?.owner], ['held', 'session ben']);
      return /held by session ben/.test(error.message);
    });
  });

  test('takes over what its own session has taken up', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.close();
    assert.ok(takeLease(stage.bench, workflowKey(run.ref), session('ben')).ok);
    assert.equal((await openAuth(stage, { session: 'ben' })).ref, run.ref);
  });

  test('begins once, when two ask for it in the same moment', async () => {
    const stage = await openStage();
    const both = await Promise.allSettled([openAuth(stage), openAuth(stage)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await stage.project.list({ family: 'workflow' })).length, 1);
  });

  test('that someone took away stores nothing more', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    takeLease(stage.bench, workflowKey(run.ref), session('ben'), { steal: true });
    const wait = new Promise((resolve) => setTimeout(resolve, 1_100));
    await assert.rejects(
      run.phase('plan', () => wait.then(() => 1)),
      { code: 'held', message: /session ben/ },
    );
    assert.deepEqual(workflowOf(await run.checkpoint()).completed_phases, []);
  });

  test('is closed with its project, and refuses phases from then on', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await stage.project.close();
    await assert.rejects(
      run.phase('plan', () => 1),
      { code: 'closed', message: /is closed/ },
    );
    const other = await openStage(stage.root);
    assert.equal((await openAuth(other)).resumed, true);
  });
});

describe('a signal', () => {
  test('stops between phases; what a phase still makes is stored', async () => {
    const stage = await openStage();
    const controller = new AbortController();
    const run = await openAuth(stage, { signal: controller.signal });
    const given = await run.phase('plan', ({ signal }) => {
      controller.abort(new Error('enough'));
      return signal.aborted;
    });
    assert.equal(given, true);
    await assert.rejects(
      run.phase('build', () => 1),
      /enough/,
    );
    await run.close();
    const { status } = workflowOf((await stage.project.load(run.ref))!);
    assert.equal(status, 'in_progress');
    assert.equal(await (await openAuth(stage)).phase('plan', () => 'again'), true);
  });

  test('is no failure of the phase that it ends', async () => {
    const stage = await openStage();
    const controller = new AbortController();
    const run = await openAuth(stage, { signal: controller.signal });
    const work = (): never => {
      controller.abort();
      throw new Error('aborted by the signal');
    };
    await assert.rejects(run.phase('plan', work, { retry: { attempts: 3 } }), /aborted by the signal/);
    await run.close();
    assert.equal((await openAuth(stage)).resumed, true);
  });
});

describe("a command's run", () => {
  test('keeps results with its phases, and is complete in the end', async () => {
    const stage = await openStage();
    const { done, doing } = counter();
    const open = (): Promise<DurableRun> =>
      stage.project.command('implement', { feature: 'auth', phases: ['code', 'check'] });
    const run = await open();
    await run.phase('code', doing('code', { files: ['src/a.ts'] }));
    await run.close();
    const again = await open();
    assert.deepEqual([again.resumed, again.ref], [true, 'implement/auth']);
    assert.deepEqual(await again.phase('code', doing('code', { files: [] })), { files: ['src/a.ts'] });
    await assert.rejects(again.finish(), { code: 'not-allowed', message: '"check" is not completed.' });
    await again.phase('check', doing('check', true));
    const { state, phases, completed_at } = commandOf(await again.finish());
    assert.deepEqual(state, { current_phase: null, completed_phases: ['code', 'check'], pending_phases: [] });
    assert.deepEqual([phases['code']?.['result'], typeof completed_at], [{ files: ['src/a.ts'] }, 'string']);
    assert.deepEqual(done, ['code', 'check']);
  });

  test('begins anew after it was complete, with revisions that go on', async () => {
    const stage = await openStage();
    const first = await stage.project.command('implement', { feature: 'auth' });
    await first.phase('code', () => 1);
    const { revision } = await first.finish();
    const second = await stage.project.command('implement', { feature: 'auth' });
    assert.equal(second.resumed, false);
    assert.equal(await second.phase('other', () => 2), 2);
    assert.ok((await second.checkpoint()).revision > revision);
    assert.deepEqual(Object.keys(commandOf(await second.checkpoint()).phases), ['other']);
  });

  test('can begin afresh', async () => {
    const stage = await openStage();
    const first = await stage.project.command('implement');
    await first.phase('code', () => 1);
    await first.close();
    const second = await stage.project.command('implement', { onUnfinished: 'fresh' });
    assert.deepEqual([second.resumed, await second.phase('code', () => 2)], [false, 2]);
  });

  test('records a failed phase in its place, and cannot be given up as a whole', async () => {
    const stage = await openStage();
    const run = await stage.project.command('implement', { feature: 'auth' });
    await assert.rejects(
      run.phase('code', () => assert.fail('2 tests fail')),
      /2 tests fail/,
    );
    assert.deepEqual(
      [
        commandOf(await run.checkpoint()).phases['code']?.status,
        commandOf(await run.checkpoint()).phases['code']?.error,
      ],
      ['failed', '2 tests fail'],
    );
    await assert.rejects(run.fail('no'), { code: 'not-allowed' });
    await run.close();
    assert.equal(takeLease(stage.bench, commandKey('implement', 'auth'), session('ben')).ok, true);
  });
});

describe('workflow() and command()', () => {
  test('open the project themselves and close it with the run', async () => {
    const root = tempFolder();
    const options = { root, actor: 'program', ...auth };
    const run = await workflow('orchestrate', options);
    await run.phase('plan', () => 1);
    await run.close();
    const file = path.join(root, '.claude/checkpoints', `${run.ref}.json`);
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')).workflow_state.phase_results, { plan: 1 });
    const again = await workflow('orchestrate', options);
    assert.equal(again.resumed, true);
    await again.finish();
    assert.equal(fs.existsSync(file), false);
    const implement = await command('implement', { root, feature: 'auth' });
    await implement.phase('code', () => 1);
    await implement.finish();
  });

  test('tell every wrong argument at once', async () => {
    const root = tempFolder();
    // @ts-expect-error -- as a program in JavaScript may call it
    const wrong = workflow('', { root, projekt: 'auth', description: '', order: 'some' });
    await assert.rejects(wrong, (error: Error & { problems?: readonly { path: string }[] }) => {
      assert.deepEqual(error.problems?.map(({ path: at }) => at).sort(), [
        '/options/description',
        '/options/order',
        '/options/project',
        '/options/projekt',
        '/type',
      ]);
      return true;
    });
    const run = await workflow('orchestrate', { root, ...auth });
    // @ts-expect-error -- as a program in JavaScript may call it
    await assert.rejects(run.phase('plan', 1, { retry: { attempts: 0 }, schema: {} }), {
      code: 'bad-input',
      message: /3 problems/,
    });
    await run.close();
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude')), ['checkpoints', 'state']);
  });
});
