// Mixtures of members that people were seen to write, or might: whatever they come to, nothing open is called complete.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { head } from '../../../../test/golden/drift/pipelines.js';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import { seed, sized, tellSeed } from '../../../../test/support/sizes.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { repair } from '../index.js';

/** Members, and whether they say that something is open. */
const open: readonly (readonly [string, Json])[] = [
  ['failed_workstreams', ['WS2']],
  ['blocked_workstreams', [{ id: 'WS2', reason: 'no access' }]],
  ['not_started_workstreams', ['WS3']],
  ['queuedWorkstreams', ['WS3']],
  ['ongoing_workstreams', 'WS3'],
  ['workstreams', { WS1: 'complete', WS2: 'blocked' }],
  ['workstreams', { WS1: { status: 'complete', result: 'FAILURE' } }],
  ['workstreams', [{ id: 'WS4', status: 'done', tests: { passed: 8, failed: 3 } }]],
  ['workstreams', { WS1: { status: 'complete', gate: 'type-check: FAIL (3 errors)' } }],
  ['workstream_status', { WS5: 'in_progress' }],
  ['phases', [{ phase: 1, status: 'blocked', workstreams: ['WS2'] }]],
  ['phases', [{ id: 1, status: 'complete', workstreams: ['WS1'], gates: [{ name: 'lint', status: 'failed' }] }]],
  ['execution_phases', [{ name: 'Phase 1', parallel: ['WS6'], status: 'pending' }]],
  ['validation_gates', { lint: 'passed', 'test-pass': 'failed' }],
  ['gates_executed', [{ gate: 'tests', status: 'fail' }]],
  ['gates_waived', ['e2e']],
  ['gates_passed', ['lint', 'test-pass (exit 1)']],
  ['verification', { build: { passed: false } }],
  ['post_build_review', { verdict: 'DO_NOT_SHIP' }],
  ['remaining_work', ['E2E tests']],
  ['blockers', ['API quota']],
  ['progress', '80%'],
  ['pipeline_status', 'in_progress'],
  ['error', 'RLS denied'],
];
const plain: readonly (readonly [string, Json])[] = [
  ['completed_workstreams', ['WS1']],
  ['ws_completed', ['WS1', 'WS2']],
  ['in_progress_workstreams', []],
  ['pending_workstreams', []],
  ['gates_passed', ['lint']],
  ['gates_pending', null],
  ['completed_phases', [1]],
  ['last_completed_workstream', 'WS1'],
  ['notes', 'the first run failed'],
  ['next_steps', ['deploy', 'announce']],
  ['execution_history', [{ workstream: 'WS1', status: 'failed' }]],
  ['test_results', { passed: 34, failed: 0 }],
  ['blockers', []],
  ['current_phase', 2],
  ['total_workstreams', 2],
  ['artifacts', { WS1: ['a.ts'] }],
];
const statuses: readonly Json[] = [
  'complete',
  'COMPLETED ✅',
  'complete',
  'in_progress',
  'paused',
  'failed',
  'cancelled',
  'on hold until legal approves',
  'COMPLETE - but E2E tests still failing',
  null,
];

describe('mixtures of members of drifted pipelines', () => {
  test('a mixture becomes valid for good or names a member, and is never complete beside what is open', (t) => {
    tellSeed(t);
    const counts = { valid: 0, undecided: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.subarray([...plain]),
        fc.subarray([...open], { minLength: 0, maxLength: 4 }),
        (status, some, others) => {
          const document: Json = { ...head, status, ...Object.fromEntries(some), ...Object.fromEntries(others) };
          const end = assertSound('pipeline', document);
          counts[end] += 1;
          const result = repair('pipeline', null, document, facts);
          if (end === 'undecided') assert.ok(result.undecided.every(({ path }) => path !== ''));
          const isComplete = isJsonObject(result.document) && result.document['status'] === 'complete';
          if (end === 'valid' && others.length > 0) assert.ok(!isComplete, JSON.stringify(document));
          if (status !== 'complete' && status !== 'COMPLETED ✅') assert.ok(!isComplete, JSON.stringify(document));
        },
      ),
      { numRuns: sized(500, 20_000), seed },
    );
    assert.ok(counts.valid > 2 * counts.undecided, JSON.stringify(counts));
  });
});
