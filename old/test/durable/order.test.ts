// The order in which a program comes to its phases, one by one and beside each other.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openAuth, workflowOf } from '../support/durable.js';
import { openStage } from '../support/runs.js';

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
    assert.deepEqual([place, workflowOf({ document }).total_phases], ['archived', 2]);
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
