// Commands' runs that a program drives.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandKey } from '../../src/rules/names.js';
import { takeLease } from '../../src/service/lease/leases.js';
import type { DurableRun } from '../../src/surfaces/library/durable-types.js';
import { commandOf, counter } from '../support/durable.js';
import { openStage, session } from '../support/runs.js';

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
