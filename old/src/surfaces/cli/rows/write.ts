// The commands that write checkpoints.

import type { CommandRow, Section } from '../row.js';
import { phase } from './phase.js';
import { workflowFileRows } from './workflow-files.js';
import { workflowRows } from './workflow.js';
import { anyRun, changeOptions, codeOption, commandRun } from './write-options.js';

const complete: CommandRow = {
  name: 'complete',
  summary: "Finish a slash command's run",
  description: 'What runs is complete, what is pending is skipped, and both are named. Once more changes nothing.',
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
