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
    ['tests', { total: 12, failed: 3 }, '/failed'],
    ['progress', 80, ''],
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
    ['next_steps', ['deploy', 'announce']],
    ['known_issues', ['slow on Mondays']],
    ['execution_history', [{ workstream: 'WS1', status: 'failed' }]],
    ['attempts', [{ status: 'failed' }]],
    ['notes', 'the first attempt failed'],
    ['gates_run_at', '2026-11-10'],
    ['progress', 100],
    ['checks', { exit_code: 0 }],
    ['metrics', { failed: 3 }],
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
