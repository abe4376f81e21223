// Attempts at a phase, and being stopped.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { failedFile, liveFile, openAuth, workflowOf } from '../support/durable.js';
import { openStage, start } from '../support/runs.js';

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
    const stored = await stage.project.load(run.ref);
    assert.equal(stored === null ? null : workflowOf(stored).status, 'in_progress');
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
