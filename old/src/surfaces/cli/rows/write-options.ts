// What the writing commands have in common.

import type { Options, PositionalRow } from '../row.js';

export const commandRun: PositionalRow = {
  name: 'REF',
  description: 'The run: COMMAND or COMMAND/FEATURE, e.g. implement/auth',
  refs: 'command',
};

export const anyRun: PositionalRow = {
  name: 'REF',
  description: 'The run: COMMAND[/FEATURE], a pipeline such as PRD-009, a workflow id, or workflow:TYPE/PROJECT',
  refs: 'any',
};

export const workflowRun: PositionalRow = {
  name: 'REF',
  description: "The workflow: its id, or TYPE/PROJECT for a project's newest",
  refs: 'workflow',
};

export const pipelineRun: PositionalRow = {
  name: 'REF',
  description: 'The pipeline: its id, e.g. PRD-009',
  refs: 'pipeline',
};

export const codeOption: Options = {
  code: {
    type: 'boolean',
    description:
      'Also keep the working tree, as a git commit under refs/pawl/; index, branches and stash stay untouched',
  },
};

/** Every change can be made conditional, and repeatable. */
export const changeOptions: Options = {
  expect: { type: 'number', value: 'N', description: 'Only if revision N is the newest (0: if there is none yet)' },
  'op-id': {
    type: 'string',
    value: 'ID',
    description: 'A name for this change: the same one twice counts once, so that a retry is harmless',
  },
};
