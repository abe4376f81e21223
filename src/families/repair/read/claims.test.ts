import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../rules/json/json.js';
import { openClaim } from './claims.js';
import { isAboutProof, isAboutUnits } from './member-names.js';

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
    ['acceptance_criteria', [{ id: 'AC-2', met: false }], '/0/met'],
    ['acceptance_criteria', { 'AC-2': 'not met' }, '/AC-2'],
    ['unmet_criteria', ['AC-2'], ''],
    ['not_done', ['tests'], ''],
    ['still_to_do', ['tests'], ''],
    ['missing', ['tests'], ''],
    ['needs_rework', ['WS4'], ''],
    ['workstreams_to_redo', ['WS4'], ''],
    ['resume_from', 'WS3', ''],
    ['reverted', true, ''],
    ['approved', false, ''],
    ['approval', 'denied', ''],
    ['signoff', { required: true, given: false }, '/given'],
    ['actual_status', 'blocked', ''],
    ['real_status', '60% done', ''],
    ['p0_findings', [{ id: 'P0-1', status: 'open' }], '/0/status'],
    ['e2e', 'failing', ''],
    ['regressions', ['login broken'], ''],
    ['feature_status', { fills: 'complete', credits: 'not started' }, '/credits'],
    ['verification', { status: 'not verified' }, '/status'],
    ['offene_punkte', ['Tests schlagen fehl'], ''],
    ['report', { test_results: { failed: 3 } }, '/test_results/failed'],
    ['completion_report', { blockers: ['stack down'] }, '/blockers'],
    ['blockers', ['stack down, must be resolved first'], ''],
    ['blockers', { resolved: ['a'], open: ['b'] }, ''],
    ['ci_runs', [{ conclusion: 'success' }, { conclusion: 'failure' }], '/1/conclusion'],
    ['remaining_screens', ['login'], ''],
    ['workstreams', { WS1: { status: 'complete', tests: '3 failed' } }, '/WS1/tests'],
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
    // How good, and how much of something else
    ['quality_report', { overall_score: '94/100' }],
    ['completion', { confidence: '95%' }],
    ['rollout_percentage', 10],
    ['mvp_progress', '7/9 PRDs'],
    ['duplication_pct', 1.2],
    ['context_remaining', '30%'],
    ['gates', { coverage: { status: 'passed', percentage: 87 } }],
    // What is over, or another's
    ['pre_existing_failures', ['legacy.test.ts fails on main']],
    ['results', { before: 'failed 3 of 20', after: '20 of 20' }],
    ['initial_state', { tests_failing: 14 }],
    ['was_failed', true],
    ['import_result', { rows: 900, failed: 3 }],
    ['ci_runs', [{ conclusion: 'failure' }, { conclusion: 'success' }]],
    ['phase_notes', { 1: 'blocked 1h by the stack' }],
    ['transient_errors', ['timeout']],
    ['blockers', ['stack down ✅ solved', '~~no access~~', { issue: 'x', status: 'cleared' }]],
    ['blockers', { current: [], past: ['stack down'] }],
    ['blockers', { active: 'none', resolved: 2 }],
    ['blockers', 'Stack was down, solved by restart'],
    // Words of the product
    ['blocked_countries', ['XX']],
    ['open_hours', '10-06'],
    ['active_users', 212],
    ['partial_index', 'WHERE closed_at IS NULL'],
    ['todo_comments', [{ text: 'TODO(PRD-031)' }]],
    ['ui_states', { error: 'banner' }],
    // What stands with a unit that is done has to be about the work itself
    ['workstreams', { WS1: { status: 'complete', deployment: { production: 'pending' } } }],
    ['workstreams', { WS1: { status: 'complete', related_prds: { 'PRD-031': 'planned' } } }],
    ['workstreams', { WS1: { status: 'complete', result: 'failing test written first, now passing' } }],
    ['workstreams', { WS1: { status: 'complete', outcome: 'success with manual fix' } }],
    ['workstreams', { WS1: { status: 'complete', errors_encountered: [{ error: 'TS2339', fix: 'new types' }] } }],
    ['workstreams_summary', { total: 3, completed: 3, in_progress: 0, failed: 0 }],
    ['acceptance_criteria', { 'AC-3': '✅ (verified manually)' }],
    ['e2e', { status: 'deferred', reason: 'PRD-031' }],
    ['review_findings', [{ severity: 'P2', status: 'open' }]],
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
