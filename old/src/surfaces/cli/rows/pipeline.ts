// The commands of build pipelines.

import type { CommandRow, PositionalRow, Section } from '../row.js';
import { initRow, pipelineStepRows } from './pipeline-steps.js';

const spec: PositionalRow = {
  name: 'SPEC',
  description: 'The spec: its path, or its id such as PRD-009, which is looked for as docs/**/PRD-009*.md',
  paths: 'files',
};

const check: CommandRow = {
  name: 'pipeline check',
  summary: 'Check a spec and show what it comes to',
  description:
    'Reads the YAML front matter of a Markdown spec in any of its usual forms and finds everything that is wrong at once: ' +
    'unknown dependencies, circles, workstreams without a phase, unknown gates, outputs outside of the repository. ' +
    'Runs nothing and changes nothing. Exits with 1 when there is a problem; warnings are no problem.',
  positionals: [spec],
  examples: [
    ['pawl pipeline check PRD-009', 'found by its id'],
    ['pawl pipeline check docs/specs/cashier.md --json', 'the whole spec in one form, for a program'],
  ],
  file: 'pipeline-check',
};

const graph: CommandRow = {
  name: 'pipeline graph',
  summary: 'Draw the phases, workstreams and gates of a spec',
  positionals: [spec],
  options: { mermaid: { type: 'boolean', description: 'Print a Mermaid flowchart, for Markdown files' } },
  examples: [
    ['pawl pipeline graph PRD-009', 'drawn for the terminal'],
    ['pawl pipeline graph PRD-009 --mermaid > docs/PRD-009.mmd', 'for a document'],
  ],
  file: 'pipeline-graph',
};

const build: CommandRow = {
  name: 'build',
  summary: 'Run a spec: its workstreams, gates and approvals',
  description:
    'Each workstream is run by its own command, or by what your configuration says about its executor (setting executors). ' +
    'Workstreams of a phase run side by side, gates after each phase; a person is asked after the spec, after each phase ' +
    'and before completion. Commands of a spec are shown and confirmed once. What is done is never run again; results ' +
    'whose files or spec have changed are. Ctrl-C pauses, twice stops at once; a build that was killed goes on with ' +
    '--resume. Exits with 0 when the run is complete, 1 when something failed, 6 when it is paused or blocked, and 130 ' +
    'when it was interrupted.',
  positionals: [{ ...spec, optional: true, refs: 'pipeline' }],
  options: {
    resume: {
      type: 'boolean',
      description: 'Go on with the run; alone: with the most recent one. Begins when there is none',
    },
    fresh: { type: 'boolean', description: 'Begin again from the spec; what there is stays in the history' },
    redo: {
      type: 'boolean',
      description: 'Take a complete run up again: only what no longer holds, and what is new in its spec',
    },
    yes: { type: 'boolean', description: 'Answer every approval and confirmation with yes, and run without questions' },
    parallel: { type: 'number', min: 1, description: 'How many workstreams may run at once; 4 unless given' },
    timeout: {
      type: 'string',
      value: 'TIME',
      description: 'How long a workstream may take where its spec says nothing; 1h unless given',
    },
    accept: {
      type: 'string',
      value: 'REASON',
      description: 'Keep results although what they are about has changed, and say why',
    },
    'dry-run': { type: 'boolean', description: 'Show what would be run, and run nothing' },
  },
  examples: [
    ['pawl build PRD-009', 'begins, or goes on where that is safe'],
    ['pawl build --resume', 'goes on with the most recent run'],
    ['pawl build PRD-009 --yes --parallel 2 --json', 'in CI: no questions, one document at the end'],
  ],
  file: 'build',
};

export const pipeline: Section = {
  title: 'Building',
  rows: [build, check, graph, initRow(spec), ...pipelineStepRows],
  groups: { pipeline: 'Build pipelines: specs, workstreams and gates' },
};
