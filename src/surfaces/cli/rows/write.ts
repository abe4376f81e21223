// The commands that write checkpoints.

import { phaseStatuses } from '../../../families/command/statuses.js';
import type { CommandRow, Section } from '../row.js';
import { workflowFileRows } from './workflow-files.js';
import { workflowRows } from './workflow.js';
import { anyRun, changeOptions, codeOption, commandRun } from './write-options.js';

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

const complete: CommandRow = {
  name: 'complete',
  summary: "Finish a slash command's run",
  description: 'What runs is complete, what is pending is skipped. Once more changes nothing.',
  positionals: [commandRun],
  options: changeOptions,
  examples: [['pawl complete implement/auth', 'nothing is left to do in it']],
  file: 'complete',
};

const note: CommandRow = {
  name: 'note',
  summary: 'Record what the next agent must know',
  positionals: [anyRun],
  options: {
    next: { type: 'string', input: true, description: 'What to do first; an empty text takes it away' },
    decision: { type: 'string', multiple: true, input: true, description: 'Something that was decided' },
    reject: { type: 'string', multiple: true, input: true, description: 'Something that was tried, and dropped' },
    supersede: { type: 'string', multiple: true, input: true, description: 'A plan that no longer holds' },
    ...changeOptions,
  },
  examples: [
    ['pawl note implement/auth --next "Run the migration first."', 'shown on resume'],
    ['pawl note PRD-009 --decision "Sessions stay on the server." --reject "JWT: cannot be revoked."', 'two at once'],
  ],
  file: 'note',
};

const save: CommandRow = {
  name: 'save',
  summary: 'Store a whole checkpoint',
  description:
    'Reads a JSON document from a file or stdin, checks all of it, and merges it with what others saved since it was read ' +
    '(by its change time). A run under way is not overwritten by a document that does not tell what it was made from; ' +
    '--expect replaces revision N.',
  positionals: [anyRun],
  options: {
    file: { type: 'string', value: 'FILE', paths: 'files', description: 'The document; stdin unless given' },
    ...codeOption,
    ...changeOptions,
  },
  examples: [
    ['pawl save implement/auth --file checkpoint.json', 'from a file'],
    ['pawl save PRD-009 --expect 7 < PRD-009.json', 'in place of revision 7'],
  ],
  file: 'save',
};

export const write: Section = {
  title: 'Writing',
  rows: [phase, complete, note, save, ...workflowRows, ...workflowFileRows],
  groups: { workflow: 'Orchestrated workflows, from start to finish' },
};
