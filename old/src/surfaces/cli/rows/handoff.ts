// The commands of hand-offs.

import { aggregationRules, expectedOutputs, handoffModes, handoffPhases } from '../../../families/handoff/types.js';
import type { CommandRow, Options, Section } from '../row.js';
import { anyRun, changeOptions } from './write-options.js';

const overlong: Options = {
  truncate: { type: 'boolean', description: 'Cut a summary that is too long, at the end of a sentence' },
  reject: { type: 'boolean', description: 'Refuse a summary that is too long; it is a warning unless given' },
};

const fresh: CommandRow = {
  name: 'handoff new',
  summary: 'Hand work of a run to a sub-agent',
  description:
    'Takes the request as JSON from a file or stdin, or from options, which win over the file. Feature, expected output and ' +
    'the summary of what was done last follow from the run unless given. Everything is checked; a summary of more than ' +
    '500 words is refused.',
  positionals: [anyRun],
  options: {
    file: { type: 'string', value: 'FILE', paths: 'files', description: 'The request as JSON; - for stdin' },
    task: { type: 'string', value: 'ID', description: 'The id of the task' },
    phase: { type: 'string', value: 'PHASE', choices: handoffPhases, description: 'What kind of work it is' },
    mode: { type: 'string', value: 'MODE', choices: handoffModes, description: 'What the sub-agent specialises in' },
    instructions: { type: 'string', input: true, description: 'What to do' },
    feature: { type: 'string', value: 'NAME', description: 'The feature' },
    spec: { type: 'string', value: 'PATH', paths: 'files', description: 'The spec' },
    relevant: { type: 'string', list: true, value: 'FILE', paths: 'files', description: 'A file to look at' },
    constraint: { type: 'string', list: true, description: 'Something that must hold' },
    previous: { type: 'string', input: true, description: 'The summary of the phase before; an empty one for none' },
    output: { type: 'string', value: 'KIND', choices: expectedOutputs, description: 'What is to come back' },
    ...changeOptions,
  },
  examples: [
    [
      'pawl handoff new implement/auth --task auth-001 --phase research --mode code --instructions "Find the session code."',
      'from options',
    ],
    ['pawl handoff new implement/auth --file request.json', 'from a file'],
  ],
  file: 'handoff-new',
};

const check: CommandRow = {
  name: 'handoff check',
  summary: 'Check requests and responses, or add responses up',
  description:
    'Finds everything that is wrong at once, with JSON paths and what to write instead; exits with 1. With --rule, the ' +
    'responses of parallel sub-agents become one: exits with 0 when they pass by that rule, with 6 when they do not. Work ' +
    'that is partial or blocked, or that asks, counts as open: neither passed nor failed. Stores nothing.',
  positionals: [{ name: 'FILE', description: 'JSON files; - for stdin', paths: 'files', many: true }],
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      choices: ['request', 'response'],
      description: 'What they are; found out unless given',
    },
    rule: { type: 'string', value: 'RULE', choices: aggregationRules, description: 'Add responses up by this rule' },
    task: { type: 'string', value: 'ID', description: 'With --rule: the id of the task that they belong to' },
    ...overlong,
  },
  examples: [
    ['pawl handoff check response.json', 'is it as it should be?'],
    ['pawl handoff check a.json b.json c.json --rule majority_pass', 'do most of them pass?'],
  ],
  file: 'handoff-check',
};

const reply: CommandRow = {
  name: 'handoff reply',
  summary: "Record a sub-agent's response",
  description:
    'Takes the response as JSON from a file or stdin, checks it against its request, and records it in the history of the ' +
    'run. Task and phase must be those of a request that was made with `pawl handoff new`.',
  positionals: [anyRun],
  options: {
    file: { type: 'string', value: 'FILE', paths: 'files', description: 'The response as JSON; stdin unless given' },
    ...overlong,
    ...changeOptions,
  },
  examples: [
    ['pawl handoff reply implement/auth --file response.json', 'from a file'],
    ['pawl handoff reply implement/auth --truncate < response.json', 'with a summary of at most 500 words'],
  ],
  file: 'handoff-reply',
};

export const handoffs: Section = {
  title: 'Sub-agents',
  rows: [fresh, check, reply],
  groups: { handoff: 'Hand-offs to sub-agents, and what comes back' },
};
