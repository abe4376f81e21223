// Act 3: an orchestrated workflow of three phases, killed in the second. Its file goes away on success (seed 004).

import fs from 'node:fs';
import path from 'node:path';
import { resumePrompt } from '../../../families/workflow/index.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { type Act, findOnly, saveUntilKilled } from './act.js';

const summary = 'Three libraries compared; the plan is in specs/plans/022_auth.md.';

export const workflowAct: Act = {
  name: 'workflow',
  title: 'an orchestrated workflow of three phases',
  opening: 'phase 1 done, phase 2 begun',
  ending: 'phases 2 and 3; now archived',
  expected: { from: 'Phase 2', summary },

  async begin({ workflows }, acknowledge) {
    const description = 'Implement authentication system';
    const started = await workflows.start({
      workflow_type: 'orchestrate',
      project: 'auth_system',
      description,
      total_phases: 3,
    });
    const id = started.document.checkpoint_id;
    acknowledge('started', started);
    acknowledge('phase 1 completed', await workflows.advance(id, { state: { context_summary: summary } }));
    await saveUntilKilled(acknowledge, (what) => workflows.update(id, { steps: { [what]: 'done' } }));
  },

  async find(project) {
    const found = await findOnly(project, 'workflow');
    const document = (await project.workflows.load(found.ref))?.document;
    const { unit, summary } = await project.workflows.resumePoint(found.ref);
    const steps = document?.workflow_state['steps'];
    const saves = isJsonObject(steps) ? Object.keys(steps) : [];
    const display = document === undefined ? '' : `${resumePrompt(document, new Date().toISOString())} r`;
    return { ref: found.ref, revision: found.revision, from: unit, summary, saves, display };
  },

  async complete({ workflows }, { ref }) {
    await workflows.advance(ref);
    await workflows.finish(ref);
  },

  async verify(project, { ref }) {
    const problems: string[] = [];
    if (fs.existsSync(path.join(project.root, '.claude', 'checkpoints', `${ref}.json`)))
      problems.push('its file is still there');
    const archived = await project.load(ref);
    if (archived?.place !== 'archived') problems.push('the archive does not have it');
    const document = archived?.document;
    if (document === undefined || !('status' in document) || document.status !== 'complete')
      problems.push('it is not complete');
    return problems;
  },
};
