import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPawlError } from '../../rules/errors.js';
import { deepFreeze } from '../../rules/json/json.js';
import { isNewerThanKnown, latestSchemaVersion, migrateWorkflow, needsMigration, schemaVersionOf } from './migrate.js';

const versions: readonly (readonly [unknown, string, boolean, boolean])[] = [
  [undefined, '1.0', false, false],
  ['1.0', '1.0', true, false],
  ['1.3', '1.3', true, false],
  [2, '2.0', true, false],
  ['2.1', '2.1', false, false],
  ['2.2', '2.2', false, true],
  ['2.10', '2.10', false, true],
  ['10.0', '10.0', false, true],
  ['odd', 'odd', false, false],
];

for (const [schema_version, text, isOlder, isNewer] of versions) {
  test(`schema version ${String(schema_version)} is read as ${text}`, () => {
    const doc = { schema_version };
    assert.deepEqual([schemaVersionOf(doc), needsMigration(doc), isNewerThanKnown(doc)], [text, isOlder, isNewer]);
  });
}

test('a document without a version is lifted through every version', () => {
  const { doc, from, to, steps } = migrateWorkflow(deepFreeze({ checkpoint_id: 'x', workflow_state: {}, mine: 1 }));
  assert.deepEqual([from, to, steps], ['1.0', latestSchemaVersion, ['1.1', '1.2', '1.3', '2.0', '2.1']]);
  assert.deepEqual(doc, {
    checkpoint_id: 'x',
    workflow_state: {},
    mine: 1,
    replanning_count: 0,
    last_replan_reason: null,
    replan_phase_counts: {},
    replan_history: [],
    debug_report_path: null,
    user_last_choice: null,
    debug_iteration_count: 0,
    tests_passing: null,
    plan_modification_time: null,
    topic_directory: null,
    topic_number: null,
    template_source: null,
    template_variables: null,
    context_preservation: {},
    state_machine: null,
    phase_data: {},
    supervisor_state: {},
    error_state: null,
    classification: null,
    schema_version: '2.1',
  });
});

test('an unknown test status stays unknown', () => {
  assert.equal(migrateWorkflow<Record<string, unknown>>({}).doc['tests_passing'], null);
});

test('a field that the state holds is taken from there', () => {
  const doc = migrateWorkflow<Record<string, unknown>>({ workflow_state: { tests_passing: false } }).doc;
  assert.equal(doc['tests_passing'], false);
});

test('only later versions are passed through, and nothing that exists is changed', () => {
  const before = deepFreeze({
    schema_version: '1.2',
    phase_data: { 1: 'x' },
    replanning_count: 3,
    tests_passing: true,
  });
  const { doc, steps } = migrateWorkflow<Record<string, unknown>>(before);
  assert.deepEqual(steps, ['1.3', '2.0', '2.1']);
  assert.deepEqual(Object.keys(doc).slice(0, 4), Object.keys(before));
  assert.deepEqual([doc['phase_data'], doc['replanning_count'], doc['tests_passing']], [{ 1: 'x' }, 3, true]);
  assert.equal('debug_report_path' in doc, false);
});

test('lifting twice is lifting once', () => {
  const once = migrateWorkflow({}).doc;
  const twice = migrateWorkflow(once);
  assert.equal(twice.doc, once);
  assert.deepEqual(twice.steps, []);
});

test('two lifted documents share nothing', () => {
  const lists = [{}, {}].map((doc) => migrateWorkflow<Record<string, unknown>>(doc).doc['replan_history']);
  assert.notEqual(lists[0], lists[1]);
});

test('a newer version is refused, and so is one that cannot be understood', () => {
  assert.throws(
    () => migrateWorkflow({ schema_version: '2.2' }),
    (error) => isPawlError(error, 'newer-version'),
  );
  assert.throws(
    () => migrateWorkflow({ schema_version: 'odd' }),
    (error) => isPawlError(error, 'bad-input'),
  );
});

test('what is no checkpoint is refused with bad-input', () => {
  for (const value of [null, undefined, 5, 'x', []]) {
    assert.throws(
      () => migrateWorkflow(value as unknown as Record<string, unknown>),
      (error) => isPawlError(error, 'bad-input'),
    );
  }
});
