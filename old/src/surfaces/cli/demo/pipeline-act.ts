// Act 2: a build pipeline of five workstreams with gates (seed 003's PRD-009), killed while two of them run.

import { displayState } from '../../../families/pipeline/index.js';
import { type Act, findOnly, saveUntilKilled } from './act.js';

const id = 'PRD-009';

const plan = {
  prd: id,
  prd_title: 'Cashier Workflows',
  workstreams: {
    WS1: { name: 'Database Layer', gate: 'schema-validation' },
    WS2: { name: 'Service Layer', depends_on: ['WS1'], gate: 'type-check' },
    WS3: { name: 'Route Handlers', depends_on: ['WS1'], gate: 'lint' },
    WS4: { name: 'Hooks', depends_on: ['WS2', 'WS3'], gate: 'type-check' },
    WS5: { name: 'Tests', depends_on: ['WS4'], gate: 'test-pass' },
  },
};

export const pipelineAct: Act = {
  name: 'pipeline',
  title: 'a build pipeline, PRD-009: five workstreams with gates',
  opening: 'WS1 and its gate done, WS2 and WS3 begun',
  ending: 'WS2 to WS5, each with its gate',
  expected: { from: 'Phase 2: WS2, WS3', summary: 'WS1 complete: supabase/migrations/001.sql, services/dtos.ts' },

  async begin({ pipelines }, acknowledge) {
    acknowledge('initialized', await pipelines.init(plan));
    acknowledge('WS1 begun', await pipelines.start(id, ['WS1']));
    const artifacts = ['supabase/migrations/001.sql', 'services/dtos.ts'];
    acknowledge('WS1 done', await pipelines.done(id, 'WS1', { artifacts }));
    acknowledge('gate passed', await pipelines.passGate(id, 'schema-validation'));
    acknowledge('WS2 and WS3 begun', await pipelines.start(id, ['WS2', 'WS3']));
    await saveUntilKilled(acknowledge, (what) => pipelines.note(id, { cleanup_done: [what] }));
  },

  async find(project) {
    const found = await findOnly(project, 'pipeline');
    const document = (await project.pipelines.load(found.ref))?.document;
    const { unit, summary } = await project.pipelines.resumePoint(found.ref);
    const display = document === undefined ? '' : displayState(document);
    const saves = document?.cleanup_done ?? [];
    return { ref: found.ref, revision: found.revision, from: unit, summary, saves, display };
  },

  async complete({ pipelines }) {
    await pipelines.done(id, 'WS2', { artifacts: ['services/index.ts', 'services/keys.ts'] });
    await pipelines.done(id, 'WS3', { artifacts: ['app/api/route.ts'] });
    await pipelines.passGate(id, 'type-check');
    await pipelines.passGate(id, 'lint');
    await pipelines.start(id, ['WS4']);
    await pipelines.done(id, 'WS4', { artifacts: ['hooks/index.ts'] });
    await pipelines.passGate(id, 'type-check');
    await pipelines.start(id, ['WS5']);
    await pipelines.done(id, 'WS5', { artifacts: ['cashier.test.ts'] });
    await pipelines.passGate(id, 'test-pass');
  },

  async verify(project) {
    const document = (await project.pipelines.load(id))?.document;
    const gates = document?.gates_passed.length;
    const problems = document?.status === 'complete' ? [] : [`its status is ${document?.status}`];
    return gates === 5 ? problems : [...problems, `${gates} of 5 gates passed`];
  },
};
