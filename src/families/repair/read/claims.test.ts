import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../rules/json/json.js';
import { isAboutProof, isAboutUnits, openClaim } from './claims.js';

test('what says that something is open is found, whatever its member is called', () => {
  const said: readonly (readonly [name: string, value: Json, at: string])[] = [
    ['validation_gates', { lint: 'passed', 'test-pass': 'failed' }, '/test-pass'],
    ['gatesStatus', [{ name: 'lint', status: 'FAILED' }], '/0/status'],
    ['verification', { tests: { passed: false } }, '/tests/passed'],
    ['gate_passed', false, ''],
    ['gate_result', 'FAIL - 3 errors', ''],
    ['checks', { exit_code: 1 }, '/exit_code'],
    ['not_started_workstreams', ['WS2'], ''],
    ['ongoing_workstreams', ['WS2'], ''],
    ['failed', ['design'], ''],
    ['remaining_work', 'wire up the API', ''],
    ['blockers', ['no access to the database'], ''],
    ['blockers', 'None of the tests pass', ''],
    ['errors', [{ message: 'a', resolved: true }, { message: 'b' }], ''],
    ['tests', { total: 12, failed: 3 }, '/failed'],
    ['progress', 80, ''],
    ['progress', '80%', ''],
    ['result', 'FAILURE', ''],
    ['error', '3 tests failing', ''],
    ['verified', false, ''],
    ['tests_passing', false, ''],
    ['post_build_review', { verdict: 'DO_NOT_SHIP' }, '/verdict'],
    ['gates_summary', { lint: 'passed', 'test-pass': 'failed' }, '/test-pass'],
    ['tests', '40 passed, 3 failed', ''],
    ['validation', { lint: 'pass', tests: '3 failed' }, '/tests'],
    ['pipeline_status', 'in_progress', ''],
    ['dod_status', 'PARTIAL', ''],
    ['tasks', [{ title: 'a', status: 'todo' }], '/0/status'],
    ['steps', ['[ ] push'], '/0'],
    ['phases', [{ phase: 'pending' }], '/0/phase'],
    ['phase_status', { 1: 'complete', 2: 'in progress' }, '/2'],
  ];
  for (const [name, value, at] of said) assert.equal(openClaim(name, value), at, name);
});

test('what says that all is well, or speaks of something else, is no open claim', () => {
  const said: readonly (readonly [name: string, value: Json])[] = [
    ['validation_gates', { lint: 'passed', build: 'ok' }],
    ['test_results', { passed: 34, failed: 0 }],
    ['blockers', []],
    ['blockers', ['none']],
    ['failed_workstreams', []],
    ['remaining_work', 'none'],
    ['remaining_work', 'None - all complete'],
    ['blockers', 'No open blockers'],
    ['errors', [{ message: 'a', resolved: true }, 'b failed (fixed)']],
    ['failure_analysis', 'a missing index'],
    ['next_steps', ['deploy', 'announce']],
    ['known_issues', ['slow on Mondays']],
    ['execution_history', [{ workstream: 'WS1', status: 'failed' }]],
    ['attempts', [{ status: 'failed' }]],
    ['notes', 'the first attempt failed'],
    ['activeForm', 'Adding the table'],
    ['gates_run_at', '2026-11-10'],
    ['progress', 100],
    ['checks', { exit_code: 0 }],
    ['metrics', { failed: 3 }],
    ['tasks', ['Fix failing tests', 'Add the list of pending orders']],
    ['phases', { 1: 'Fix the failing build', 2: 'Open the shop' }],
    ['error', null],
    ['errors', []],
    ['error', 'none'],
    ['error_handling', 'retries with a back-off'],
    ['open_questions', ['which colour?']],
    ['deferred_items', ['dark mode']],
    ['phase_status', { 3: 'skipped', 4: 'cancelled' }],
    ['test_summary', 'the first run failed, the second passed'],
    ['pr_status', 'open'],
    ['tests', '40 passed, 0 failed'],
    ['tasks', [{ phase: 'testing', status: 'done' }]],
    ['phases', ['research', 'implementation', 'testing']],
    ['state_machine', { current_state: 'complete', transition_table: { test: 'debug,document,complete' } }],
  ];
  for (const [name, value] of said) assert.equal(openClaim(name, value), null, name);
});

test('names are taken apart into words', () => {
  for (const name of ['waves', 'phaseStatus', 'queued_workstreams', 'state_machine', 'completed_tasks']) {
    assert.equal(isAboutUnits(name), true, name);
  }
  for (const name of ['notes', 'next_steps', 'updated_at', 'phase_history'])
    assert.equal(isAboutUnits(name), false, name);
  for (const name of ['validation_results', 'gate_outcomes', 'verification'])
    assert.equal(isAboutProof(name), true, name);
});
