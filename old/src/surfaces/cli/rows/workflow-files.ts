// Workflows by type and project, as the shell utilities call them.

import type { CommandRow, PositionalRow } from '../row.js';
import { changeOptions } from './write-options.js';

const type: PositionalRow = { name: 'TYPE', description: 'The type, e.g. orchestrate' };
const project: PositionalRow = { name: 'PROJECT', description: "The project's name", optional: true };

const save: CommandRow = {
  name: 'workflow save',
  summary: "Save a workflow's whole state",
  description:
    'Into the unfinished workflow of that project, or as a new one. Status, phases, last error and description are taken ' +
    'from the state. A whole checkpoint, as load prints it, is taken as such. Where that project has an unfinished one ' +
    'that is archived, or cannot be read, nothing is begun: the decision is printed, and the exit code is 6.',
  positionals: [type, { ...project, description: "The project's name; the state's project_name unless given" }],
  options: {
    state: { type: 'string', value: 'JSON', input: true, description: 'The state; stdin unless given' },
    'print-path': { type: 'boolean', description: 'Print nothing but the path of its file' },
    resume: { type: 'boolean', description: 'Go on with an archived unfinished one, and save the state there' },
    fresh: { type: 'boolean', description: 'Put such a one away, with its history, and begin anew' },
    ...changeOptions,
  },
  examples: [
    [
      'pawl workflow save orchestrate auth_system --state \'{"current_phase": 2, "total_phases": 5}\'',
      'phase 2 is under way',
    ],
  ],
  file: 'workflow-files',
};

const load: CommandRow = {
  name: 'workflow load',
  summary: 'Print the checkpoint of a workflow that changed last',
  positionals: [type, project],
  examples: [['pawl workflow load orchestrate auth_system', 'its JSON document']],
  file: 'workflow-files',
};

const list: CommandRow = {
  name: 'workflow list',
  summary: 'List workflows whose file is in use',
  positionals: [{ ...type, optional: true }],
  examples: [['pawl workflow list orchestrate', 'those of one type']],
  file: 'workflow-files',
};

export const workflowFileRows: readonly CommandRow[] = [save, load, list];
