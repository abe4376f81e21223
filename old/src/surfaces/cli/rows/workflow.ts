// The commands of a workflow's life.

import type { CommandRow, Options } from '../row.js';
import { resumeChoices } from './resume.js';
import { changeOptions, workflowRun } from './write-options.js';

const id = 'orchestrate_auth_system_20260105_090000';

const state: Options = {
  state: {
    type: 'string',
    value: 'JSON',
    input: true,
    description: "What changes in the workflow's state: maps merge, other values replace, null deletes",
  },
  plan: { type: 'string', value: 'FILE', paths: 'files', description: "The plan; kept as the state's plan_path" },
};

const start: CommandRow = {
  name: 'workflow start',
  summary: 'Begin a workflow',
  description:
    'An unfinished workflow of the same project, or with the same description, is decided about first: nothing is ' +
    'begun, the decision is printed, and the exit code is 6; on a terminal you are asked. With --fresh that one moves to ' +
    'failed/, and a new one begins.',
  positionals: [
    { name: 'TYPE', description: 'Its type, e.g. orchestrate, implement, test-all' },
    { name: 'PROJECT', description: "The project's name, e.g. auth_system" },
  ],
  options: {
    description: { type: 'string', required: true, input: true, description: 'What is to be done' },
    phases: { type: 'number', required: true, min: 1, description: 'How many phases it has' },
    ...state,
    fresh: { type: 'boolean', description: 'Begin anew although one is unfinished; its history is kept' },
    choice: {
      type: 'string',
      value: 'KEY',
      choices: resumeChoices,
      description: 'The answer about it: resume, start fresh, view, delete',
    },
    'op-id': changeOptions['op-id'] ?? { type: 'string', description: '' },
  },
  examples: [
    ['pawl workflow start orchestrate auth_system --description "Sign-in with passkeys" --phases 5', 'begins phase 1'],
    [
      'pawl workflow start implement dark_mode --description "Dark mode" --phases 3 --plan specs/plan.md',
      'with its plan',
    ],
  ],
  file: 'workflow-start',
};

const advance: CommandRow = {
  name: 'workflow advance',
  summary: 'Complete a phase of a workflow',
  description: 'On a failed workflow this also goes on with it.',
  positionals: [workflowRun],
  options: {
    phase: { type: 'number', min: 1, description: 'Which phase; the first open one unless given' },
    phases: { type: 'number', min: 1, description: 'How many phases there are, when the plan has changed' },
    ...state,
    ...changeOptions,
  },
  examples: [
    [`pawl workflow advance ${id}`, 'the first open phase is complete'],
    ['pawl workflow advance orchestrate/auth_system --state \'{"tests_passing": true}\'', 'and this is known now'],
  ],
  file: 'workflow',
};

const update: CommandRow = {
  name: 'workflow update',
  summary: "Change a workflow's state without completing a phase",
  positionals: [workflowRun],
  options: { ...state, ...changeOptions },
  examples: [['pawl workflow update orchestrate/auth_system --state @state.json', 'merges what the file says']],
  file: 'workflow',
};

const fail: CommandRow = {
  name: 'workflow fail',
  summary: 'Record that a workflow failed',
  positionals: [workflowRun],
  options: {
    error: { type: 'string', required: true, input: true, description: 'What went wrong' },
    final: { type: 'boolean', description: 'Nothing more can be done: its file moves to failed/' },
    ...changeOptions,
  },
  examples: [[`pawl workflow fail ${id} --error "2 tests fail"`, 'it can be retried']],
  file: 'workflow',
};

const retry: CommandRow = {
  name: 'workflow retry',
  summary: 'Go on with a failed workflow',
  positionals: [workflowRun],
  options: changeOptions,
  examples: [['pawl workflow retry orchestrate/auth_system', 'the error moves into its history']],
  file: 'workflow',
};

const finish: CommandRow = {
  name: 'workflow finish',
  summary: 'Complete a workflow',
  description: 'Its file goes away; its last state and its history are kept.',
  positionals: [workflowRun],
  options: changeOptions,
  examples: [['pawl workflow finish orchestrate/auth_system', 'all its phases are done']],
  file: 'workflow',
};

const abandon: CommandRow = {
  name: 'workflow abandon',
  summary: 'Give a workflow up',
  description: 'Its file moves to failed/, and no step is taken any more.',
  positionals: [workflowRun],
  options: { reason: { type: 'string', input: true, description: 'Why' }, ...changeOptions },
  examples: [[`pawl workflow abandon ${id} --reason "the plan was dropped"`, 'keeps it for a look']],
  file: 'workflow',
};

export const workflowRows: readonly CommandRow[] = [start, advance, update, fail, retry, finish, abandon];
