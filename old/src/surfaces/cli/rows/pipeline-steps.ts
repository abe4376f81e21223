// The steps of a pipeline, one by one, for agents that drive themselves. Options are called like the fields that they write.

import { reviewVerdicts } from '../../../families/pipeline/types.js';
import type { CommandRow, Options, PositionalRow } from '../row.js';
import { resumeChoices } from './resume.js';
import { changeOptions, pipelineRun } from './write-options.js';

const workstream: PositionalRow = { name: 'WORKSTREAM', description: 'Its id, e.g. WS2' };

const stop: Options = {
  'stop-running': {
    type: 'boolean',
    description: 'What else runs returns to pending, instead of being a reason to refuse',
  },
};

/**
 * Makes the row of `pipeline init`.
 * @param spec how a spec is named
 * @returns the row
 */
export function initRow(spec: PositionalRow): CommandRow {
  return {
    name: 'pipeline init',
    summary: 'Begin a pipeline from its spec',
    description:
      'Checks the spec and makes the checkpoint; runs nothing. An unfinished run of the same id is decided about first: ' +
      'nothing is begun, the decision is printed, and the exit code is 6; on a terminal you are asked. With --fresh the ' +
      'work begins again, and the history is kept.',
    positionals: [spec],
    options: {
      fresh: { type: 'boolean', description: 'Begin anew although there is a run of that id; its history is kept' },
      choice: {
        type: 'string',
        value: 'KEY',
        choices: resumeChoices,
        description: 'The answer about an unfinished one: resume, start fresh, view, delete',
      },
      'op-id': changeOptions['op-id'] ?? { type: 'string', description: '' },
    },
    examples: [
      ['pawl pipeline init PRD-009', 'all its workstreams are pending'],
      ['pawl pipeline init docs/specs/cashier.md --json', 'by the path of its spec'],
    ],
    file: 'pipeline-init',
  };
}

const start: CommandRow = {
  name: 'pipeline start',
  summary: 'Record that workstreams begin',
  description:
    'Each must be pending, with all that it depends on complete and the gates of earlier phases passed. On a failed ' +
    'pipeline this says that the failure is dealt with: its error moves into the history.',
  positionals: [pipelineRun, { ...workstream, description: 'Their ids, e.g. WS2 WS3', many: true }],
  options: changeOptions,
  examples: [
    ['pawl pipeline start PRD-009 WS1', 'the first one'],
    ['pawl pipeline start PRD-009 WS3 WS4', 'two side by side'],
  ],
  file: 'pipeline',
};

const done: CommandRow = {
  name: 'pipeline done',
  summary: 'Record that a workstream is complete, with the files it made',
  description:
    'The state of its files is recorded as evidence. A late report is accepted too, and a second one adds files.',
  positionals: [pipelineRun, workstream],
  options: {
    artifacts: {
      type: 'string',
      list: true,
      value: 'FILE',
      paths: 'files',
      description: 'A file that it made, or a pattern; what the outputs of the spec match is found by itself',
    },
    ...changeOptions,
  },
  examples: [
    ['pawl pipeline done PRD-009 WS1 --artifacts migrations/001.sql src/dtos.ts', 'with two files'],
    ['pawl pipeline done PRD-009 WS2 --json', 'the answer tells what may start now and which gates can be run'],
  ],
  file: 'pipeline',
};

const fail: CommandRow = {
  name: 'pipeline fail',
  summary: 'Record that a running workstream failed',
  description:
    'It returns to pending, and the pipeline is failed until the next start or pause. Other running workstreams are ' +
    'finished first, or stopped by --stop-running. A failed gate is recorded by the gate commands.',
  positionals: [pipelineRun, workstream],
  options: {
    error: { type: 'string', required: true, input: true, description: 'What went wrong' },
    file: { type: 'string', value: 'FILE', paths: 'files', description: 'The file that it went wrong in' },
    line: { type: 'number', min: 1, description: 'The line in that file' },
    ...stop,
    ...changeOptions,
  },
  examples: [
    [
      `pawl pipeline fail PRD-009 WS3 --error "Property 'player_id' does not exist" --file src/player.ts --line 45`,
      'with its place',
    ],
    ['pawl pipeline fail PRD-009 WS3 --error @build.log --stop-running', 'its siblings return to pending'],
  ],
  file: 'pipeline',
};

const pause: CommandRow = {
  name: 'pipeline pause',
  summary: 'Pause a pipeline, or say that its failure is dealt with',
  positionals: [pipelineRun],
  options: { ...stop, ...changeOptions },
  examples: [
    ['pawl pipeline pause PRD-009', 'after a fix: the error moves into the history'],
    ['pawl pipeline pause PRD-009 --stop-running', 'what runs returns to pending'],
  ],
  file: 'pipeline',
};

const review: CommandRow = {
  name: 'pipeline review',
  summary: 'Record the adversarial review of a spec, or override it',
  description:
    'There are at most two attempts. do_not_ship lets no workstream start until the second attempt says otherwise, or ' +
    'until it is overridden with a reason; an override keeps the counts.',
  positionals: [pipelineRun],
  options: {
    verdict: { type: 'string', required: true, value: 'VERDICT', choices: reviewVerdicts, description: 'What it says' },
    'p0-count': { type: 'number', description: 'How many P0 findings; required but for an override' },
    'p1-count': { type: 'number', description: 'How many P1 findings; required but for an override' },
    attempt: { type: 'number', min: 1, description: 'Which attempt it is, 1 or 2; the next one unless given' },
    'findings-path': { type: 'string', value: 'FILE', paths: 'files', description: 'The full report' },
    'override-reason': { type: 'string', input: true, description: 'Why it is overridden; required for overridden' },
    ...changeOptions,
  },
  examples: [
    ['pawl pipeline review PRD-009 --verdict ship_with_gates --p0-count 0 --p1-count 2', 'the first attempt'],
    [
      'pawl pipeline review PRD-009 --verdict overridden --override-reason "Both findings are out of scope."',
      'a person decided so',
    ],
  ],
  file: 'pipeline',
};

const note: CommandRow = {
  name: 'pipeline note',
  summary: 'Record fixes and clean-ups that were made on the way',
  description:
    'Also on a complete pipeline. A fix is FILE=CHANGE, or JSON: {"file": …, "change": …} or a list of these. What the ' +
    'next agent must know is recorded by `pawl note`.',
  positionals: [pipelineRun],
  options: {
    'eslint-fixes': {
      type: 'string',
      list: true,
      input: true,
      value: 'FILE=CHANGE',
      description: 'A change that the linter asked for',
    },
    'key-fixes': {
      type: 'string',
      list: true,
      input: true,
      value: 'FILE=CHANGE',
      description: 'A change that mattered',
    },
    'cleanup-done': { type: 'string', list: true, input: true, description: 'Something that was cleaned up' },
    ...changeOptions,
  },
  examples: [
    ['pawl pipeline note PRD-009 --key-fixes "src/player.ts=player_id became playerId"', 'one change'],
    [`pawl pipeline note PRD-009 --eslint-fixes '[{"file": "src/a.ts", "change": "unused import"}]'`, 'as JSON'],
    ['pawl pipeline note PRD-009 --cleanup-done "removed the old routes" "dropped the feature flag"', 'two clean-ups'],
  ],
  file: 'pipeline',
};

export const pipelineStepRows: readonly CommandRow[] = [start, done, fail, pause, review, note];
