// Questions about pipelines and their gates.

import type { InitEvent } from '../../src/families/pipeline/index.js';
import { initEventOf } from '../../src/families/pipeline/spec/index.js';
import { readSpec } from '../../src/service/spec/index.js';
import type { Project } from '../../src/surfaces/library/project.js';
import { put } from '../e2e/program.js';
import type { Question, Row } from './surfaces.js';

type Pipelines = Project['pipelines'];

/** A step in the words of each surface. */
function step(
  name: string,
  id: string,
  take: (pipelines: Pipelines) => Promise<object>,
  flags: readonly string[] = [],
  args: Readonly<Record<string, unknown>> = {},
): Question {
  return {
    library: ({ pipelines }) => take(pipelines),
    cli: ['pipeline', name, id, ...flags],
    mcp: [`pipeline_${name}`, { ref: id, ...args }],
  };
}

const start = (id: string): Question =>
  step('start', id, (pipelines) => pipelines.start(id, ['WS1']), ['WS1'], { workstreams: ['WS1'] });
const done = (id: string): Question =>
  step(
    'done',
    id,
    (pipelines) => pipelines.done(id, 'WS1', { artifacts: ['src/api.ts'] }),
    ['WS1', '--artifacts', 'src/api.ts'],
    { workstream: 'WS1', artifacts: ['src/api.ts'] },
  );
const pause = (id: string): Question => step('pause', id, (pipelines) => pipelines.pause(id));
const gateRun = (id: string): Question => ({
  cli: ['gate', 'run', id, '--yes'],
  mcp: ['gate_run', { ref: id }],
  person: 'yes',
});

const broke = { message: 'it broke', file: 'src/api.ts', line: 3 };
const reviewed = { verdict: 'ship', p0_count: 0, p1_count: 1 } as const;

async function begun({ root, pipelines }: Project): Promise<void> {
  put(root, 'src/api.ts', 'export const api = 1;\n');
  const workstreams = { WS1: { name: 'API' }, WS2: { name: 'Page', depends_on: ['WS1'] } };
  await pipelines.init({ prd: 'PRD-001', prd_title: 'Log in', workstreams });
}

/** Writes a spec whose gate is about a file that no workstream makes. */
const specIn =
  (id: string) =>
  async ({ root }: Project): Promise<void> => {
    const units = '  WS1: {title: API}\n  WS2: {title: Page}\n';
    const phases = '  - {workstreams: [WS1], gates: [unit]}\n  - {workstreams: [WS2]}\n';
    const gates = '  unit: {command: node --version, covers: [lib/**]}\n';
    put(root, 'src/api.ts', 'export const api = 1;\n');
    put(root, 'lib/page.ts', 'export const page = 1;\n');
    const front = `prd: ${id}\nprd_title: Log in\nworkstreams:\n${units}phases:\n${phases}gates:\n${gates}`;
    put(root, `docs/${id}.md`, `---\n${front}---\n`);
  };

/** What the spec comes to; a program says it in its own words. */
function planOf(root: string, id: string): Omit<InitEvent, 'type'> {
  const { spec, source } = readSpec(root, id);
  const { type: _type, ...plan } = initEventOf(spec, source);
  return plan;
}

const init = (id: string): Question => ({
  library: ({ root, pipelines }) => pipelines.init(planOf(root, id), { opId: 'once' }),
  cli: ['pipeline', 'init', id, '--op-id', 'once'],
  mcp: ['pipeline_init', { spec: id, op_id: 'once' }],
});

export const pipelineRows: readonly Row[] = [
  {
    name: 'steps of a pipeline are taken, and repeated',
    ref: 'PRD-001',
    prepare: begun,
    questions: [
      pause('PRD-001'),
      start('PRD-001'),
      { ...start('PRD-001'), refused: 'not-allowed' },
      step(
        'fail',
        'PRD-001',
        (pipelines) => pipelines.fail('PRD-001', 'WS1', broke),
        ['WS1', '--error', broke.message, '--file', broke.file, '--line', '3'],
        { workstream: 'WS1', ...broke },
      ),
      pause('PRD-001'),
      pause('PRD-001'),
      start('PRD-001'),
      done('PRD-001'),
      done('PRD-001'),
      step(
        'review',
        'PRD-001',
        (pipelines) => pipelines.review('PRD-001', reviewed),
        ['--verdict', 'ship', '--p0-count', '0', '--p1-count', '1'],
        reviewed,
      ),
      step(
        'note',
        'PRD-001',
        (pipelines) => pipelines.note('PRD-001', { cleanup_done: ['old routes'] }),
        ['--cleanup-done', 'old routes'],
        { cleanup_done: ['old routes'] },
      ),
    ],
  },
  {
    name: 'a pipeline is begun from its spec, once',
    ref: 'PRD-002',
    prepare: specIn('PRD-002'),
    questions: [init('PRD-002'), init('PRD-002')],
  },
  {
    name: 'a gate is run when it is due, and again when its result no longer holds',
    ref: 'PRD-003',
    prepare: specIn('PRD-003'),
    questions: [
      init('PRD-003'),
      start('PRD-003'),
      done('PRD-003'),
      gateRun('PRD-003'),
      { ...gateRun('PRD-003'), first: (root) => put(root, 'lib/page.ts', 'export const page = 2;\n') },
    ],
  },
];
