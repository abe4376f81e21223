// For tests: a story in which every tool is called, in an order in which each call goes well.

import fs from 'node:fs';
import path from 'node:path';

/** One call, and what its answer must say; where only a person can say yes, also what it says when nobody can be asked. */
export type Step = readonly [tool: string, args: Readonly<Record<string, unknown>>, says: RegExp, alone?: RegExp];

const auth = 'implement/auth';
const flow = 'orchestrate/auth_system';
const prd = 'PRD-009';
const task = { task_id: 'auth-001', phase: 'research' };
const response = {
  ...task,
  status: 'complete',
  decision: 'PROCEED',
  findings: { summary: 'Sessions are kept in src/session.ts.' },
  context_summary: 'Sessions are kept in one file.',
};

/** Every tool at least once; refs are known beforehand. */
export const story: readonly Step[] = [
  ['status', {}, /Nothing is unfinished/],
  ['resume', {}, /Nothing is left/],
  [
    'phase',
    { ref: auth, phase: 'api', status: 'in_progress', next_action: 'Write the route.' },
    /a new run, phase api/,
  ],
  ['note', { ref: auth, decisions: ['Sessions stay on the server.'], rejected: ['JWT'] }, /2 notes taken/],
  ['status', {}, /implement\/auth/],
  ['brief', {}, /do not revive: JWT/],
  ['show', { ref: auth }, /current_phase/],
  ['resume', { ref: auth }, /is yours: continue with api/],
  ['phase', { ref: 'implement/fresh', phase: 'api', status: 'in_progress' }, /a new run/],
  ['start_fresh', { ref: 'implement/fresh', expected_revision: 1 }, /begins from its start/, /only a person/],
  ['handoff_new', { ref: auth, ...task, mode: 'code', instructions: 'Find the session code.' }, /handed off auth-001/],
  ['handoff_check', { kind: 'response', documents: [response], rule: 'all_must_pass' }, /PROCEED/],
  ['handoff_reply', { ref: auth, ...response }, /is complete, PROCEED/],
  ['history', { ref: auth }, /revision 1,/],
  ['diff', { ref: auth, from: 1, to: 2 }, /revision 2/],
  ['why', { ref: auth, unit: 'api' }, /api/],
  ['complete', { ref: auth }, /the run is complete/],
  ['list', {}, /implement\/auth \(command\): complete/],
  ['workflow_start', { type: 'orchestrate', project: 'auth_system', description: 'Log in', phases: 2 }, /phase 1 of 2/],
  ['workflow_update', { ref: flow, state: { note: 'x' } }, /its state is updated/],
  ['workflow_fail', { ref: flow, error: 'it broke' }, /it has failed/],
  ['workflow_retry', { ref: flow }, /it goes on/],
  ['workflow_advance', { ref: flow }, /1 of 2 phases/],
  ['workflow_finish', { ref: flow }, /it is complete/],
  ['pipeline_init', { spec: prd }, /begun from docs\/PRD-009.md/],
  ['pipeline_review', { ref: prd, verdict: 'ship', p0_count: 0, p1_count: 1 }, /recorded as ship/],
  ['pipeline_start', { ref: prd, workstreams: ['WS1'] }, /WS1 is in progress/],
  ['pipeline_fail', { ref: prd, workstream: 'WS1', message: 'it broke', file: 'src/a.ts', line: 3 }, /WS1 has failed/],
  ['pipeline_pause', { ref: prd }, /it is paused/],
  ['pipeline_start', { ref: prd, workstreams: ['WS1'] }, /WS1 is in progress/],
  [
    'pipeline_note',
    { ref: prd, cleanup_done: ['old routes'], key_fixes: [{ file: 'src/a.ts', change: 'x' }] },
    /noted/,
  ],
  ['pipeline_done', { ref: prd, workstream: 'WS1', artifacts: ['docs/PRD-009.md'] }, /WS1 is complete/],
  ['gate_status', { ref: prd }, /unit \(Phase 1\): due/],
  ['gate_run', { ref: prd, gate: 'unit' }, /gate unit \(Phase 1\): pass/, /needs-person: [^]*nobody has confirmed/],
  [
    'gate_approve',
    { ref: prd, gate: 'look' },
    /gate look \(Phase 1\): approved/,
    /needs-person: [^]*waits for a person/,
  ],
  [
    'gate_waive',
    { ref: prd, gate: 'slow', expected_revision: 10, by: 'Ana', reason: 'too slow', issue: 'BAS-12' },
    /is waived by Ana/,
    /conflict: /,
  ],
  ['ship_gate_check', {}, /Blocked/],
  ['ship_gate_set', { verdict: 'block', blockers: ['no tests'] }, /must not be shipped/],
  ['ship_gate_set', { verdict: 'allow' }, /may be shipped/],
  ['ship_gate_check', {}, /May be shipped/],
];

/**
 * Puts what the story needs into a project.
 * @param root the project's root
 */
export function setTheStage(root: string): void {
  fs.mkdirSync(path.join(root, 'docs'), { recursive: true });
  const gates = '  unit: node --version\n  look: {type: manual}\n  slow: node --version\n';
  const phases = '  - {workstreams: [WS1], gates: [unit, look, slow]}\n  - {workstreams: [WS2]}\n';
  const units = '  WS1: {title: API}\n  WS2: {title: Page}\n';
  const spec = `---\nprd: PRD-009\nprd_title: Log in\nworkstreams:\n${units}phases:\n${phases}gates:\n${gates}---\n`;
  fs.writeFileSync(path.join(root, 'docs/PRD-009.md'), spec);
}
