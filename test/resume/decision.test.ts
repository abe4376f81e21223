// The resume decision, as a table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json.js';
import { type Action, decide } from '../../src/resume/decision.js';
import type { Facts } from '../../src/resume/facts.js';
import { commandState, factsFrom, now, pipelineState, workflowRef, workflowState } from './support.js';

const old = '2026-01-23T11:00:00.000Z';
const open = commandState({ schema: { status: 'complete' }, api: { status: 'in_progress' } });
const failed = commandState({ schema: { status: 'complete' }, api: { status: 'failed', error: 'boom in test.js:12' } });
const error = { workstream: 'WS3', message: 'no player_id', file: 'index.ts', line: 45 };
const holder = { actor: 'ann', pid: 27543, host: 'here' };
const review = { verdict: 'do_not_ship', p0_count: 1, p1_count: 0, attempt: 1 };
const phaseCommand = 'pawl phase implement/auth api in_progress';
const live = { id: 'b', since: '2026-02-01T11:00:00.000Z', lastEdited: 'src/auth.ts', isCertain: true };

type Row = readonly [
  string,
  { readonly ref: string; readonly state: JsonObject; readonly more?: Partial<Facts> },
  Action,
  RegExp,
  string | null,
];
const command = (state: JsonObject, more: Partial<Facts> = {}): Row[1] => ({ ref: 'implement/auth', state, more });
const pipeline = (members: JsonObject, more: Partial<Facts> = {}): Row[1] => ({
  ref: 'PRD-009',
  state: pipelineState(members),
  more,
});
const workflow = (members: JsonObject = {}, more: Partial<Facts> = {}): Row[1] => ({
  ref: workflowRef,
  state: workflowState(members),
  more,
});

const rows: readonly Row[] = [
  ['a command in the middle', command(open), 'resume', /^$/, phaseCommand],
  [
    'HEAD moved',
    command({ ...open, head_commit: 'a'.repeat(40) }, { head: 'b'.repeat(40) }),
    'resume',
    /^$/,
    phaseCommand,
  ],
  ['open in another session', command(open, { others: [live] }), 'resume', /^$/, phaseCommand],
  ['another branch', command({ ...open, pawl: { branch: 'x' } }, { branch: 'main' }), 'resume', /^$/, phaseCommand],
  ['a failed phase', command(failed), 'ask', /^the last attempt failed: api: boom in test\.js:12$/, phaseCommand],
  ['9 days', command({ ...open, updated_at: old }), 'ask', /^9 days old$/, phaseCommand],
  [
    'a clone',
    command(open, { isForeign: true }),
    'ask',
    /^nobody here has worked on it: it came with the repository$/,
    phaseCommand,
  ],
  [
    'conflicts',
    command({ ...open, pawl: { conflicts: [{ path: '/a' }] } }),
    'ask',
    /^values conflict: \/a$/,
    phaseCommand,
  ],
  [
    'a stale unit',
    command(open, { evidence: { proofs: {}, stale: [{ unit: 'schema', reason: 'a.sql changed' }], differing: [] } }),
    'ask',
    /^schema has to be done again: a\.sql changed$/,
    phaseCommand,
  ],
  [
    'all phases done',
    command(commandState({ a: { status: 'complete' } })),
    'resume',
    /^$/,
    'pawl complete implement/auth',
  ],
  ['a complete command', command({ ...open, completed_at: old }), 'nothing', /is complete$/, null],
  [
    'corrupt',
    command(open, { trouble: { kind: 'corrupt', message: 'no JSON' } }),
    'blocked',
    /corrupt: no JSON$/,
    null,
  ],
  ['newer', command(open, { trouble: { kind: 'newer', message: 'newer' } }), 'blocked', /^newer$/, null],
  ['damaged', command(open, { trouble: { kind: 'damaged', message: 'x' } }), 'blocked', /damaged.*`pawl doctor`/, null],
  ['a drifted list', command({ ...open, state: [1] }), 'blocked', /does not fit its format: \/state/, null],
  ['deleted', command(open, { place: 'removed' }), 'nothing', /was deleted; `pawl restore implement\/auth 1`/, null],

  [
    'initialized',
    pipeline({ status: 'initialized', completed_workstreams: [], current_phase: 0, gates_passed: [] }),
    'resume',
    /^$/,
    'pawl build PRD-009 --resume',
  ],
  ['paused', pipeline({}), 'resume', /^$/, 'pawl build PRD-009 --resume'],
  [
    'running',
    pipeline({ status: 'in_progress', in_progress_workstreams: ['WS2'], pending_workstreams: ['WS3'] }),
    'ask',
    /^it stopped while WS2 was in progress$/,
    'pawl build PRD-009 --resume',
  ],
  ['stalled', pipeline({ status: 'in_progress' }), 'ask', /^it is stalled/, 'pawl build PRD-009 --resume'],
  [
    'failed',
    pipeline({ status: 'failed', error }),
    'ask',
    /^the last attempt failed: WS3: no player_id \(index\.ts:45\)$/,
    'pawl build PRD-009 --resume',
  ],
  [
    'complete',
    pipeline({ status: 'complete', pending_workstreams: [], gates_pending: [] }),
    'nothing',
    /^PRD-009 already complete$/,
    null,
  ],
  ['being built', pipeline({}, { holder }), 'blocked', /ann \(process 27543 on here\).*--take-over/, null],
  [
    'do_not_ship',
    pipeline({ adversarial_review: review }),
    'blocked',
    /do_not_ship.*second review, or an override/,
    null,
  ],

  ['a safe workflow', workflow(), 'resume', /^$/, `pawl workflow advance ${workflowRef}`],
  [
    'all phases completed',
    workflow({ completed_phases: [1, 2, 3, 4, 5] }),
    'resume',
    /^$/,
    `pawl workflow finish ${workflowRef}`,
  ],
  [
    'tests failing come first',
    workflow({ tests_passing: false, last_error: 'x' }),
    'ask',
    /^its tests were not passing$/,
    `pawl resume ${workflowRef} --choice r`,
  ],
  [
    'an error',
    workflow({ last_error: 'boom', updated_at: old }),
    'ask',
    /^the last attempt failed: boom$/,
    `pawl resume ${workflowRef} --choice r`,
  ],
  [
    'failed without a word',
    workflow({ status: 'failed' }),
    'ask',
    /^the last attempt failed: nobody said why$/,
    `pawl resume ${workflowRef} --choice r`,
  ],
  [
    'abandoned',
    workflow({ status: 'abandoned' }, { place: 'failed' }),
    'ask',
    /^it was abandoned$/,
    `pawl resume ${workflowRef} --choice r`,
  ],
  ['an old workflow', workflow({ updated_at: old }), 'ask', /^9 days old$/, `pawl workflow advance ${workflowRef}`],
  [
    'its plan is missing',
    workflow({ workflow_state: { plan_path: 'plans/022.md' } }),
    'ask',
    /^its plan plans\/022\.md does not exist$/,
    `pawl workflow advance ${workflowRef}`,
  ],
  [
    'no state',
    { ref: workflowRef, state: { checkpoint_id: workflowRef, status: 'in_progress' } },
    'blocked',
    /does not fit its format: .*is missing/,
    null,
  ],
];

for (const [name, { ref, state, more }, action, reason, line] of rows) {
  test(`resume: ${name}: ${action}`, async () => {
    const decision = decide(await factsFrom(ref, state, more), now);
    assert.equal(decision.action, action, decision.reasons.join('; '));
    assert.match(decision.reasons.join('; '), reason);
    assert.equal(decision.command, line);
  });
}

test('what is no reason is information, an unknown test status too', async () => {
  const facts = await factsFrom('implement/auth', { ...open, head_commit: 'a'.repeat(40) }, { head: 'b'.repeat(40) });
  assert.deepEqual(decide(facts, now).information, ['HEAD has moved from aaaaaaaa to bbbbbbbb since its last save']);
  const unknown = await factsFrom(workflowRef, workflowState({ workflow_state: {} }));
  assert.deepEqual(decide(unknown, now).information, ['whether its tests pass is not recorded']);
  const paused = await factsFrom('PRD-009', pipelineState({}));
  assert.deepEqual(decide(paused, now).information, ['the last gate that passed is schema-validation (WS1)']);
});

test('--take-over does not look at the lease, and passes itself on', async () => {
  const facts = await factsFrom('PRD-009', pipelineState({}), { holder });
  assert.equal(decide(facts, now, true).command, 'pawl build PRD-009 --resume --take-over');
});
