// `pawl phase`: a row of its own, as the command is called all the time and needs no other.

import { phaseStatuses } from '../../../families/command/statuses.js';
import type { CommandRow } from '../row.js';
import { changeOptions, codeOption, commandRun } from './write-options.js';

/** Updating a phase. */
export const phase: CommandRow = {
  name: 'phase',
  summary: "Update a phase of a slash command's run",
  description:
    'Begins the run when there is none, with the typical phases of start, design, reconcile, research, implement, ship ' +
    'and review as pending; on a complete run it begins a new one. Files add up, tasks merge, a summary replaces the last.',
  positionals: [
    commandRun,
    { name: 'PHASE', description: 'The phase, e.g. research' },
    { name: 'STATUS', description: 'Its status', choices: phaseStatuses },
  ],
  options: {
    summary: { type: 'string', input: true, description: 'What the next phase needs to know; at most 500 words' },
    created: { type: 'string', list: true, value: 'FILE', paths: 'files', description: 'A file that it created' },
    modified: { type: 'string', list: true, value: 'FILE', paths: 'files', description: 'A file that it changed' },
    error: { type: 'string', input: true, description: 'Why it failed' },
    task: { type: 'string', list: true, value: 'ID=STATUS', description: 'The status of a task, e.g. T001=done' },
    'current-task': {
      type: 'string',
      value: 'ID',
      description: 'The task being worked on; an empty one takes it away',
    },
    next: {
      type: 'string',
      input: true,
      description: 'What to do next, until the phase is done; an empty text takes it away',
    },
    ...codeOption,
    ...changeOptions,
  },
  examples: [
    ['pawl phase implement/auth implementation in_progress', 'begins the run, or its next phase'],
    [
      'pawl phase implement/auth implementation complete --summary "Sessions work." --created src/auth.ts src/session.ts',
      'with what it made',
    ],
    ['pawl phase implement/auth validation failed --error @test.log', 'the reason from a file'],
    ['pawl phase implement/auth validation complete --code', 'and keep the code as it is now'],
  ],
  file: 'phase',
};
