import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import { seed, sized, tellSeed } from '../../../../test/support/sizes.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { openMember } from '../read/claims.js';
import { repair } from '../repair.js';

const base: Readonly<Record<string, Json>> = {
  checkpoint_id: 'orchestrate_auth_20261115_184530',
  workflow_type: 'orchestrate',
  workflow_description: 'Auth',
  created_at: '2026-11-15T18:45:30Z',
  updated_at: '2026-11-16T08:30:00Z',
  workflow_state: {},
};
const statuses: readonly Json[] =
  'complete|completed|done|in_progress|failed|blocked|paused|cancelled|completed with errors|halted: rate limit|Phase 3 of 5|reopened|waiting_for_user|zzz'.split(
    '|',
  );
const units: readonly Json[] = [
  ['a', 'b', 'c'],
  [1, 2, 3],
  [],
  'a, b',
  3,
  '2/3',
  { a: 'complete', b: 'failed', c: 'pending' },
  { 1: 'complete', 2: 'complete', 3: 'complete' },
  { completed: ['a'], current: 'b', blocked: ['c'], total: 3 },
  [
    { name: 'a', status: 'complete' },
    { name: 'b', status: 'complete', error: 'red' },
    { name: 'c', status: 'skipped' },
  ],
  [
    { phase: 1, phases: [1, 2], status: 'complete' },
    { phase: 2, phases: [3], status: 'pending' },
  ],
  [
    { n: 1, status: 'complete' },
    { n: 2, status: 'complete', tasks: { x: 'pending' } },
  ],
  '- [x] a\n- [ ] b',
];
const names =
  'phases phase_status workflow_phases completed_phases current_phase total_phases pending_phases failed_phases next_phase ' +
  'last_completed_phase progress state_machine tasks todos completed_tasks steps waves execution plan checkpoints history';
const troubles: readonly (readonly [string, Json])[] = [
  ['error_state', { last_error: 'tests fail' }],
  ['errors', [{ phase: 2, error: 'red' }]],
  ['errors', []],
  ['last_error', 'none'],
  ['last_error', null],
  ['error', { phase: 2 }],
  ['blockers', ['no key']],
  ['tests_passing', false],
  ['tests', { passed: 3, failed: 1 }],
  ['final_review', 'pending'],
  ['remaining_work', 'wire it up'],
  ['phase_1_complete', true],
  ['phase_2_complete', false],
  ['research_complete', true],
  ['planning_complete', false],
  ['notes', 'phase 3 in progress'],
  ['pause_reason', 'waiting for review'],
];

const member: fc.Arbitrary<readonly [string, Json]> = fc.oneof(
  fc.tuple(fc.constant('status'), fc.constantFrom(...statuses)),
  fc.tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom(...units)),
  fc.constantFrom(...troubles),
);

test('mixtures of what is said about phases become valid, or a person is told where', (t) => {
  tellSeed(t);
  fc.assert(
    fc.property(fc.array(member, { maxLength: 6 }), fc.array(member, { maxLength: 2 }), (root, state) => {
      const document = { ...base, ...Object.fromEntries(root), workflow_state: Object.fromEntries(state) };
      assertSound('workflow', document);
      const { document: result, undecided } = repair('workflow', null, document, facts);
      assert.ok(undecided.every(({ path }) => path !== ''));
      if (!isJsonObject(result) || undecided.length > 0 || result['status'] !== 'complete') return;
      const own = new Set(['status', 'pawl', 'current_phase', 'workflow_state']);
      assert.equal(
        openMember(result, (name) => own.has(name)),
        null,
      );
    }),
    { numRuns: sized(1_000, 30_000), seed },
  );
});
