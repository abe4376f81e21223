// The commands of a pipeline's gates, and of the ship gate.

import type { CommandRow, Options, PositionalRow, Section } from '../row.js';
import { shipGateRows } from './gate-ship.js';

const pipelineRun: PositionalRow = {
  name: 'REF',
  description: 'The pipeline, e.g. PRD-009',
  refs: 'pipeline',
};

const gate: PositionalRow = {
  name: 'GATE',
  description: 'The gate: its id, e.g. type-check, or one of its uses, e.g. "type-check (WS2)"',
};

const phase: Options = {
  phase: {
    type: 'number',
    min: 1,
    description: 'The phase that it is for; the first that still needs it unless given',
  },
};

const by: Options = { by: { type: 'string', value: 'NAME', description: 'Who decides; you unless given' } };

const run: CommandRow = {
  name: 'gate run',
  summary: 'Run gates of a pipeline, and record what they found',
  description:
    'Without GATE: every gate that is due or whose result no longer holds, in order, until one does not pass; of a complete ' +
    'run those whose result no longer holds. The command ' +
    'comes from the spec; it is shown, and confirmed once, before it runs, without a shell unless the spec uses one. ' +
    'Recorded are the verdict, exit code, duration, end of the output, HEAD and the hashes of the files that the gate ' +
    'covers. Exits with 0 when all passed, 1 when one failed, and 6 when one is blocked (could not be run, or gave no ' +
    'verdict in time, which is no failure) or waits for a person.',
  positionals: [pipelineRun, { ...gate, optional: true }],
  options: {
    ...phase,
    yes: { type: 'boolean', description: 'Answer confirmations and approvals with yes; never a waiver' },
  },
  examples: [
    ['pawl gate run PRD-009', 'all that are due'],
    ['pawl gate run PRD-009 type-check --yes --json', 'one of them, for a program that knows its command'],
  ],
  file: 'gate-run',
};

const approve: CommandRow = {
  name: 'gate approve',
  summary: 'Say whether a manual gate passes',
  description:
    'On a terminal the gate is shown with what it is about, and you answer: y, n, or inspect, edit or review, as the gate ' +
    'has it. A no is recorded, and the run stays where it is. Without a terminal, --yes or --no is the answer.',
  positionals: [
    pipelineRun,
    { ...gate, description: `${gate.description}; the first manual one that is due unless given`, optional: true },
  ],
  options: {
    ...phase,
    yes: { type: 'boolean', description: 'The answer is yes' },
    no: { type: 'boolean', description: 'The answer is no' },
    note: { type: 'string', input: true, description: 'What to remember with the answer' },
    ...by,
  },
  examples: [
    ['pawl gate approve PRD-009 sign-off', 'look at it, and decide'],
    ['pawl gate approve PRD-009 sign-off --no --note "copy is missing"', 'not yet'],
  ],
  file: 'gate-approve',
};

const waive: CommandRow = {
  name: 'gate waive',
  summary: 'Let a gate pass that did not, and record the debt',
  description:
    'A waiver has a person, a reason and an issue that tracks what is owed. A gate that its spec marks as never_waivable ' +
    'cannot be waived. On a terminal you are asked once more; no --yes answers that.',
  positionals: [pipelineRun, gate],
  options: {
    reason: { type: 'string', required: true, input: true, description: 'Why' },
    issue: { type: 'string', required: true, value: 'ID', description: 'The issue that tracks it, e.g. BAS-12' },
    by: { type: 'string', required: true, value: 'NAME', description: 'The person who decides' },
    ...phase,
  },
  examples: [
    ['pawl gate waive PRD-009 test-pass --by ana --issue BAS-12 --reason "the stack is down"', 'go on without it'],
  ],
  file: 'gate-waive',
};

const status: CommandRow = {
  name: 'gate status',
  summary: 'Show the gates of a pipeline, and what is known of each',
  description:
    'Runs nothing. With --json: {ok, ref, gates: [{use, gate, phase, state, due, stale, reasons, verdict, by, at, ' +
    'exit_code, duration_ms, covered, changed_meanwhile, changed_later, reason, output}], waivers, approvals, accepted}. Exits with 0, whatever the state.',
  positionals: [pipelineRun, { ...gate, optional: true }],
  examples: [
    ['pawl gate status PRD-009', 'all of them'],
    ['pawl gate status PRD-009 type-check', 'one, with the end of its output'],
  ],
  file: 'gate-status',
};

export const gates: Section = {
  title: 'Gates',
  rows: [run, approve, waive, status, ...shipGateRows],
  groups: { gate: 'Gates: run, approve, waive; the ship gate' },
};
