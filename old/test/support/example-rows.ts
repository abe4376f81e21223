// For tests: rows of every shape that the table may have.

import type { CommandRow, Section } from '../../src/surfaces/cli/row.js';

export const phase: CommandRow = {
  name: 'phase',
  summary: "Update a run's phase",
  file: 'phase',
  positionals: [
    { name: 'REF', description: 'Which run', refs: 'command' },
    { name: 'PHASE', description: 'Which phase' },
    { name: 'STATUS', description: 'Its status', choices: ['complete', 'failed'] },
  ],
  options: {
    summary: { type: 'string', value: 'TEXT', description: 'What was done', input: true },
    created: { type: 'string', multiple: true, value: 'FILE', paths: 'files', description: 'A new file' },
    expect: { type: 'number', min: 1, description: 'The revision that is expected' },
    quiet: { type: 'boolean', short: 'q', description: 'Say nothing' },
  },
  examples: [['pawl phase implement api complete', 'the phase is done']],
};

export const rows: readonly CommandRow[] = [
  {
    name: 'workflow start',
    summary: 'Begin one',
    file: 'workflow',
    positionals: [{ name: 'TYPE', description: 'Its type', choices: ['orchestrate', 'migrate'] }],
    options: { description: { type: 'string', required: true, description: 'What it is for' } },
    examples: [['pawl workflow start orchestrate --description x', 'begins one']],
  },
  { name: 'workflow fail', summary: 'Let one fail', file: 'workflow', examples: [['pawl workflow fail', 'fails it']] },
  phase,
  {
    name: 'doctor',
    summary: 'Check files',
    file: 'doctor',
    positionals: [{ name: 'PATH', description: 'A file', optional: true, many: true, paths: 'files' }],
    examples: [['pawl doctor', 'checks all']],
  },
  { name: 'status', summary: 'Show it', file: 'status', examples: [['pawl status', 'shows it']] },
  {
    name: '__hidden',
    summary: 'Not shown',
    file: 'hidden',
    hidden: true,
    examples: [['pawl __hidden', 'is not shown']],
  },
  {
    name: 'help',
    summary: 'Show help',
    file: 'help',
    positionals: [{ name: 'COMMAND', description: 'The command', optional: true, many: true }],
    examples: [['pawl help', 'shows it']],
  },
];

export const exampleSections: readonly Section[] = [
  { title: 'Runs', rows: rows.slice(0, 3), groups: { workflow: 'Orchestrated workflows' } },
  { title: 'Care', rows: rows.slice(3) },
];
