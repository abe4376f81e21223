// What the first version got wrong, one test each.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { tempFolder } from '../support/programs.js';
import { counter, inProcess, lib, loaded, manager, putFile, read, said, testAll } from './facade.js';

const { saveCheckpoint: save, updatePhase: update, completeCheckpoint: complete } = manager;
const times = { started_at: '2020-01-01T00:00:00.000Z', updated_at: '2020-01-01T00:00:00' };

testAll({
  'a document whose updated_at the caller set is saved'() {
    update('implement', 'a', { status: 'in_progress' });
    for (const updated_at of [times.started_at, '2099-01-01T00:00:00Z', undefined]) {
      const doc = { ...loaded('implement'), updated_at, note: `${updated_at}` };
      assert.ok(update('implement', 'a', { count: `${updated_at}` }) && save('implement', doc));
      assert.deepEqual([loaded('implement')['note'], doc.updated_at === updated_at], [`${updated_at}`, false]);
    }
  },
  'spread copies are saved, and so is the object that they were made from'() {
    update('implement', 'a', { status: 'in_progress' });
    const doc = loaded('implement');
    for (const copy of [{ ...doc, goal: 'ship' }, { ...doc, owner: 'me' }, doc]) assert.ok(save('implement', copy));
    assert.deepEqual([doc['goal'], doc['owner']], ['ship', 'me']);
  },
  'null in an optional field is the same as absent, on save and in files that other tools wrote'(root) {
    const nulls = { context_summary: null, files_created: null, files_modified: null, error: null, tasks: null };
    const phases = { a: { status: 'complete', started_at: null, updated_at: null, ...nulls } };
    const state = { current_phase: null, completed_phases: ['a'], pending_phases: [], current_task: null };
    const rest = { feature: null, head_commit: null, completed_at: null, gate: null, pawl: null };
    putFile(root, 'design-checkpoint', { command: 'design', version: 1, ...times, state, phases, ...rest });
    assert.ok(save('review', { command: null, version: null, started_at: null, ...rest, state, phases }));
    assert.ok(save('start', { state: null, phases: null }));
    for (const command of ['design', 'review', 'start']) {
      assert.ok(update(command, 'a', { status: 'complete', files_created: ['x.js'], error: null }));
      assert.ok(save(command, loaded(command)));
      assert.deepEqual(loaded(command).phases['a']?.files_created, ['x.js']);
    }
  },
  'an update of one phase is not refused for drift that was there'(root) {
    const a = { status: 'done', files_created: 'one.js', updated_at: 'yesterday', tasks: ['T1'] };
    const phases = { a, b: 'complete', c: { context_summary: 'word '.repeat(600) } };
    const state = { completed_phases: 'a', pending_phases: null };
    putFile(root, 'design-checkpoint', { started_at: 5, state, phases });
    assert.ok(update('design', 'd', { status: 'complete' }));
    assert.ok(update('design', 'a', { status: 'complete' }), 'nor for drift in the phase itself');
    const after = loaded('design');
    assert.deepEqual([after.phases['a']?.tasks, after.phases['b']], [a.tasks, phases.b]);
    assert.ok(save('design', after));
    // Only what would overwrite a list or map is refused.
    putFile(root, 'review-checkpoint', { state: {}, phases: [{ name: 'a', status: 'complete' }] });
    assert.ok(!update('design', 'a', { tasks: { T2: { status: 'open' } } }) && !update('review', 'b', {}));
    const [tasks = '', list = ''] = said();
    assert.match(tasks, /^Failed to update phase: design does not fit its format: \/phases\/a\/tasks: must be an obj/);
    assert.match(list, /: \/phases: must be an object, found a list/);
  },
  'every load of a corrupt file warns'(root) {
    update('implement', 'a', { status: 'in_progress' });
    const file = putFile(root, 'implement-checkpoint', 'x');
    for (let n = 0; n < 3; n++) assert.equal(loaded('implement').state.current_phase, 'a');
    const isWarning = (line: string): boolean => line.startsWith(`Checkpoint file exists but is corrupt: ${file}: `);
    assert.deepEqual(said().map(isWarning), [true, true, true]);
  },
  'validateContextSummary never throws, whatever maxTokens is'() {
    const throws = { valueOf: () => assert.fail(), toString: () => assert.fail() };
    for (const limit of [10n, Symbol('x'), throws, Object.create(null), 'many', null, [], Number.NaN])
      assert.equal(counter.validateContextSummary('one two', limit as number).limit, 500);
  },
  'an edited MAX_SUMMARY_TOKENS holds in the manager'(root) {
    const folder = tempFolder();
    fs.cpSync(lib, folder, { recursive: true });
    const file = path.join(folder, 'token-counter.cjs');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('TOKENS = 500', 'TOKENS = 700'));
    const code = `() => [700, 701].map((n) => m.updatePhase('a', 'b', { context_summary: 'word '.repeat(n) }))`;
    const { answer, stderr } = inProcess(root, code, folder);
    assert.deepEqual(answer, [true, false], stderr);
  },
  'contradictory lists are recomputed, with one line that says so'() {
    const state = { current_phase: 'a', completed_phases: ['b', 'x'], pending_phases: ['a', 'c'] };
    assert.ok(save('implement', { state, phases: { a: { status: 'complete' }, b: { status: 'in_progress' } } }));
    assert.deepEqual(Object.values(loaded('implement').state), ['b', ['x', 'a'], ['c']]);
    assert.deepEqual(said(), ['the lists in implement did not match the rest of the document and were recomputed']);
  },
  'completeCheckpoint leaves phase statuses alone'() {
    for (const status of ['pending', 'in_progress', 'complete', 'failed', 'skipped'] as const)
      update('implement', status, { status, error: 'why' });
    const { phases } = loaded('implement');
    assert.ok(complete('implement') && save('implement', loaded('implement')));
    assert.deepEqual(loaded('implement').phases, phases);
  },
  'current_task stays until it is changed'() {
    save('implement', { state: { current_task: 'T002' } });
    assert.ok(update('implement', 'a', { status: 'complete' }) && update('implement', 'b', { status: 'in_progress' }));
    assert.equal(loaded('implement').state.current_task, 'T002');
    assert.ok(update('implement', 'b', { current_task: 'T003' }) && complete('implement'));
    assert.equal(loaded('implement').state.current_task, 'T003');
  },
  'a new run after completion has its own started_at'() {
    const done = { ...times, completed_at: times.started_at, phases: { a: { status: 'complete' } } };
    assert.ok(save('ship', { ...done }) && update('ship', 'b', {}));
    assert.ok(save('ship', { ...done }, 'x') && save('ship', { phases: {} }, 'x'));
    for (const { phases, started_at, completed_at } of [loaded('ship'), loaded('ship', 'x')]) {
      assert.deepEqual([phases['a'], completed_at ?? null], [undefined, null]);
      assert.notEqual(started_at, times.started_at);
    }
  },
  'redaction is said on stderr'(root) {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    assert.ok(update('implement', 'a', { status: 'complete', context_summary: `used ${secret}` }));
    assert.ok(save('implement', { ...loaded('implement'), notes: [secret] }));
    assert.deepEqual(said(), ['redacted a secret at /phases/a/context_summary', 'redacted a secret at /notes/0']);
    assert.ok(!read(root, 'implement-checkpoint').includes(secret));
  },
});
