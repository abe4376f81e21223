import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../base/errors.js';
import { type Json, type JsonObject, toJsonObject } from '../base/json.js';
import { fileStem, workflowKey } from '../base/names.js';
import * as workflow from './workflow.js';

const { newWorkflow, parseWorkflowId, projectName, resumePrompt, workflowFromState, workflowId } = workflow;
const format = workflow.workflowFormat;
type Doc = workflow.WorkflowDocument;
const now = '2025-10-03T18:57:40Z';
const example: JsonObject = {
  checkpoint_id: 'orchestrate_auth_system_20251003_184530',
  workflow_type: 'orchestrate',
  workflow_description: 'Implement authentication system',
  created_at: '2025-10-03T18:45:30Z',
  updated_at: '2025-10-03T18:52:15Z',
  status: 'in_progress',
  current_phase: 2,
  total_phases: 5,
  completed_phases: [1],
  workflow_state: { project_name: 'auth_system', artifact_registry: {}, research_results: [], plan_path: 'plan.md' },
  last_error: null,
};
const given = (changes: JsonObject): Doc => format.decode({ ...example, ...changes }).doc;
const json = (doc: object): JsonObject => toJsonObject('doc', doc);
const problems = (doc: object): string[] => format.check(json(doc)).map(({ path, message }) => `${path} ${message}`);
const apply = (doc: Doc, ...events: workflow.WorkflowEvent[]): Doc =>
  events.reduce((before, event) => workflow.applyWorkflow(before, event, now), doc);
const start = (totalPhases = 3, phaseNames?: string[]): Doc =>
  newWorkflow({ type: 'orchestrate', project: 'Auth System', description: 'Sign in', totalPhases, phaseNames }, now);

test('the format accepts its example and keeps unknown members', () => {
  assert.deepEqual(problems(example), []);
  assert.deepEqual(problems({ ...example, schema_version: '1.2', tests_passing: true, pawl: { mine: 1 } }), []);
  assert.ok(format.isCheckpoint(example));
  assert.ok(!format.isCheckpoint({ status: 'in_progress', name: 'something else' }));
});

test('the format names wrong values', () => {
  const rows: [JsonObject, string][] = [
    [{ status: 'completed' }, '/status "completed" is not a status'],
    [{ current_phase: 2.5 }, '/current_phase must be a whole number'],
    [{ completed_phases: [-1.5, 1] }, '/completed_phases/0 must be a whole number'],
    [{ completed_phases: [1, 6] }, '/completed_phases/1 must be at most 5, the number of phases'],
    [{ completed_phases: '1' }, '/completed_phases must be a list, found text'],
    [{ checkpoint_id: 'auth' }, '/checkpoint_id is not a workflow id'],
    [{ status: 'complete' }, '/status is "complete", but 4 of 5 phases are not completed'],
    [{ created_at: 'now' }, '/created_at must be an ISO 8601 time, e.g. "2026-01-29T10:30:00.000Z"'],
  ];
  for (const [changes, problem] of rows) assert.deepEqual(problems({ ...example, ...changes }), [problem]);
});

test('the format names each of the eleven fields when it is missing, and reads the rest', () => {
  for (const field of Object.keys(example)) {
    const { [field]: _left, ...rest } = example;
    assert.deepEqual(problems(rest), [`/${field} is missing`]);
    assert.ok(format.resumePoint(rest).unit?.startsWith('Phase '), field);
  }
});

test('the format fills in what a document lacks from its name', () => {
  const filled = format.fill(json({ workflow_state: {} }), workflowKey('test-all_shop_20251003_184530'), now);
  assert.deepEqual(problems(filled), []);
  assert.deepEqual([filled['workflow_type'], filled['created_at']], ['test-all', '2025-10-03T18:45:30Z']);
});

test('the format limits summaries to 500 words', () => {
  const message = 'Context summary exceeds 500 token limit (actual: 501 tokens)';
  const doc = apply(start(), { type: 'advance', summary: 'word '.repeat(501) });
  assert.deepEqual(problems(doc), [`/pawl/phases/1/context_summary ${message}`]);
});

test('a schema version above 2.1 is newer', () => {
  const isNewer = (schema_version: Json): boolean => format.isNewer({ schema_version });
  const versions = [null, '1.0', '1.3', 2, '2.0', 2.1, '2.1', '2.2', 2.2, 3, '3.0', '10.0'];
  assert.deepEqual(versions.filter(isNewer), ['2.2', 2.2, 3, '3.0', '10.0']);
});

const rows: [string, string, string][] = [
  ['orchestrate', 'auth_system', 'orchestrate_auth_system_20251003_184530'],
  ['implement', 'Dark Mode', 'implement_dark_mode_20251003_184530'],
  ['test-all', 'myShop-API', 'test-all_my_shop_api_20251003_184530'],
  ['deep_research', 'Übersicht!', 'deep-research_ubersicht_20251003_184530'],
  ['../x', '../../etc', 'x_etc_20251003_184530'],
];
test('an id has the type, the project in snake case and the time in UTC', () => {
  for (const [type, project, id] of rows) assert.equal(workflowId(type, project, '2025-10-03T20:45:30+02:00'), id);
});

test('an id is taken apart from its end, and is a file name as it is', () => {
  const at = '2025-10-03T18:45:30Z';
  assert.deepEqual(parseWorkflowId('orchestrate_a_b_20251003_184530'), { type: 'orchestrate', project: 'a_b', at });
  for (const id of ['', 'orchestrate_20251003_184530', 'a_b_20250230_000000', 'a_b_20251003_246060', 'a_b_2025'])
    assert.equal(parseWorkflowId(id), null, id);
  const long = workflowId('t'.repeat(300), '日本語 '.repeat(300), now);
  assert.equal(fileStem(workflowKey(long)), long);
  assert.notEqual(projectName('日本'), projectName('中国'));
});

test('advance completes the current phase, or the one that is named, and never skips one', () => {
  const done = apply(start(), { type: 'advance', phase: 2, summary: 'API built', created: ['a.ts'] });
  assert.deepEqual([done.completed_phases, done.current_phase], [[2], 1]);
  const next = apply(done, { type: 'progress', phase: 2, created: ['a.ts', 'b.ts'] }, { type: 'advance' });
  assert.deepEqual([next.completed_phases, next.current_phase], [[1, 2], 3]);
  assert.deepEqual(next.pawl?.phases?.['2']?.files_created, ['a.ts', 'b.ts']);
  assert.deepEqual(format.resumePoint(json(next)), { unit: 'Phase 3', summary: 'API built' });
  assert.throws(() => apply(start(), { type: 'advance', phase: 4 }), /there is no phase 4; phases are 1 to 3/);
});

test('state merges maps in depth, and null deletes', () => {
  const before = apply(start(), { type: 'state', state: { a: { b: 1, c: 2 }, list: [1] } });
  const doc = apply(before, { type: 'state', state: { a: { b: null, d: 3 }, list: [2] } });
  assert.deepEqual(doc.workflow_state, { project_name: 'auth_system', a: { c: 2, d: 3 }, list: [2] });
});

test('a failure is shown, and a retry or further work moves it into the history', () => {
  const failed = apply(start(), { type: 'fail', message: '2 tests fail', final: true });
  assert.deepEqual([failed.status, failed.last_error], ['failed', '2 tests fail']);
  assert.equal(format.overview(json(failed)).units[0]?.error, '2 tests fail');
  for (const event of [{ type: 'retry' }, { type: 'advance' }] as const) {
    const after = apply(failed, event);
    assert.deepEqual([after.status, after.last_error], ['in_progress', null]);
    assert.deepEqual(after.pawl?.errors, [{ text: '2 tests fail', at: now, phase: 1 }]);
  }
  const foreign = apply(given({ status: 'failed', last_error: 'boom' }), { type: 'retry' });
  assert.equal(foreign.pawl?.errors?.[0]?.text, 'boom');
  assert.throws(() => apply(start(), { type: 'fail', message: ' ' }), /must say what went wrong/);
});

test('finish needs every phase', () => {
  assert.throws(() => apply(start(), { type: 'advance' }, { type: 'finish' }), /Phases 2, 3 are not completed/);
  const done = apply(start(1), { type: 'advance' }, { type: 'finish' });
  assert.deepEqual([done.status, format.resumePoint(json(done)).unit], ['complete', null]);
  assert.throws(() => apply(done, { type: 'advance' }), { code: 'already-complete' });
  assert.throws(() => apply(start(1), { type: 'advance' }, { type: 'advance' }), /every phase is already completed/);
});

test('an abandoned workflow takes nothing until it is resumed', () => {
  const dropped = apply(start(), { type: 'abandon', reason: 'plan dropped' });
  assert.throws(() => apply(dropped, { type: 'advance' }), { code: 'not-allowed' });
  assert.equal(apply(dropped, { type: 'retry' }).status, 'in_progress');
  assert.equal(dropped.pawl?.decisions?.[0]?.text, 'plan dropped');
});

test('any sequence of events keeps the document valid, and resume never skips a phase', () => {
  const phase = fc.option(fc.integer({ min: -1, max: 6 }), { nil: undefined });
  const texts = fc.array(fc.constantFrom('a.ts', 'b.ts'));
  const report = { phase, summary: fc.option(fc.string(), { nil: undefined }), created: texts, modified: texts };
  const event: fc.Arbitrary<workflow.WorkflowEvent> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('advance', 'progress'), ...report }) },
    fc.record({ type: fc.constant('state'), state: fc.constantFrom({ a: { b: 1 } }, { a: null }) }),
    fc.record({ type: fc.constant('fail'), message: fc.string() }),
    fc.record({ type: fc.constantFrom('retry', 'finish', 'abandon') }),
    fc.record({ type: fc.constant('note'), next: fc.option(fc.string()), decision: fc.string() }),
  );
  const run = (total: number, events: readonly workflow.WorkflowEvent[]): void => {
    let doc = start(total);
    for (const one of events) {
      const before = doc.completed_phases;
      try {
        doc = apply(doc, one);
      } catch (error) {
        assert.ok(isPawlError(error) && /bad-input|not-allowed|already-complete/.test(error.code), String(error));
      }
      const raw = json(doc);
      assert.deepEqual(problems(raw), []);
      assert.equal(format.settle(raw), raw);
      assert.ok(before.every((done) => doc.completed_phases.includes(done)));
      const missing = [1, 2, 3, 4, 5, 6, 7].find((number) => !doc.completed_phases.includes(number)) ?? 0;
      const isOver = doc.status === 'complete' || doc.status === 'abandoned' || (total > 0 && missing > total);
      assert.equal(format.resumePoint(raw).unit, isOver ? null : `Phase ${missing}`);
    }
  };
  fc.assert(fc.property(fc.nat({ max: 4 }), fc.array(event, { maxLength: 25 }), run), { numRuns: 300 });
});

test('the resume prompt', () => {
  const expected = `Found existing checkpoint for "Implement authentication system"
Created: 2025-10-03 18:45:30 (12 minutes ago)
Progress: Phase 2 of 5 completed

Options:
  (r)esume - Continue from Phase 3
  (s)tart fresh - Delete checkpoint and restart
  (v)iew details - Show checkpoint contents
  (d)elete - Remove checkpoint without starting

Choice [r/s/v/d]:`;
  assert.equal(resumePrompt(given({ completed_phases: [1, 2], current_phase: 4 }), now), expected);
  assert.match(resumePrompt(given({}), now), /Phase 1 of 5 completed[^]*Continue from Phase 2\n/);
  assert.match(resumePrompt(given({ completed_phases: [1, 3] }), now), /Phases 1, 3 of 5 completed[^]*from Phase 2\n/);
  assert.match(resumePrompt(start(2, ['plan', 'build']), now), /No phase of 2 completed[^]*from Phase 1: plan\n/);
});

test('a description is recognised whatever its case, spacing and punctuation', () => {
  assert.ok(workflow.matchesDescription(given({}), '  implement AUTHENTICATION system.'));
  assert.ok(!workflow.matchesDescription(given({}), 'Implement authentication'));
  assert.ok(!workflow.matchesDescription(given({ workflow_description: '' }), '?'));
});

test('a state gives its fields to the checkpoint and stays whole', () => {
  const state = { project_name: 'shop', total_phases: 4, completed_phases: [2, 1], status: 'in_progress', x: [1] };
  const doc = workflowFromState('orchestrate', null, state, now);
  assert.deepEqual(problems(doc), []);
  assert.equal(doc.checkpoint_id, 'orchestrate_shop_20251003_185740');
  assert.deepEqual([doc.completed_phases, doc.current_phase, doc.workflow_state], [[1, 2], 3, state]);
  const next = workflowFromState('orchestrate', 'shop', { current_phase: 4, last_error: 'boom' }, now, doc);
  assert.deepEqual([next.checkpoint_id, next.total_phases, next.completed_phases], [doc.checkpoint_id, 4, [1, 2, 3]]);
  assert.deepEqual([next.last_error, next.pawl?.errors?.length], ['boom', 1]);
  assert.equal(workflowFromState('orchestrate', 'shop', {}, now, next).last_error, null);
});

test('a state need not say how many phases there are; wrong values are refused', () => {
  const doc = workflowFromState('implement', 'shop', { current_phase: 3 }, now);
  assert.deepEqual([doc.total_phases, doc.completed_phases, doc.current_phase], [0, [1, 2], 3]);
  assert.match(resumePrompt(doc, now), /Phase 2 completed/);
  assert.throws(() => workflowFromState('implement', 'x', { status: 'done', completed_phases: 2 }, now), /2 problems/);
});
