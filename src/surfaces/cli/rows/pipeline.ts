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

export const pipeline: Section = {
  title: 'Building',
  rows: [check, graph, initRow(spec), ...pipelineStepRows],
  groups: { pipeline: 'Build pipelines: specs, workstreams and gates' },
};
