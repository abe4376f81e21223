// For tests: a project with a run of each family, as old as a test wants them.

import fs from 'node:fs';
import path from 'node:path';
import { openProject } from '../../src/surfaces/library/project.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long ago each run was last changed, in the order of the list. */
export const agesMs = { auth: 12 * minuteMs, prd: 26 * hourMs, flow: 9 * 24 * hourMs };

/**
 * Fills a project.
 * @param root the project's root
 * @param now the time that the runs are younger than
 * @returns the refs of the runs
 */
export async function fillShop(root: string, now: number = Date.now()): Promise<{ readonly workflow: string }> {
  fs.mkdirSync(path.join(root, 'db'), { recursive: true });
  for (const file of ['db/001.sql', 'db/schema.sql']) fs.writeFileSync(path.join(root, file), '');
  let time = now - agesMs.flow;
  const project = await openProject({ root, clock: () => time, actor: 'ana' });
  const start = {
    workflow_type: 'orchestrate',
    project: 'auth_system',
    description: 'Implement authentication system',
  };
  const { ref: workflow } = await project.workflows.start({ ...start, total_phases: 5 });
  await project.workflows.advance(workflow);
  time = now - agesMs.prd;
  await project.pipelines.init({
    prd: 'PRD-009',
    prd_title: 'Cashier Workflows',
    workstreams: { WS1: { name: 'Database Layer' }, WS2: { name: 'Service Layer', depends_on: ['WS1'], gate: 'lint' } },
    phases: [{ name: 'Data', workstreams: ['WS1'] }, { workstreams: ['WS2'] }],
  });
  await project.pipelines.start('PRD-009', ['WS1']);
  await project.pipelines.done('PRD-009', 'WS1', { artifacts: ['db/001.sql'] });
  await project.pipelines.start('PRD-009', ['WS2']);
  const message = "Property 'player_id' does not exist on type 'PlayerDTO'";
  await project.pipelines.fail('PRD-009', 'WS2', { message, file: 'services/player/index.ts', line: 45 });
  const auth = { command: 'implement', feature: 'auth-system' };
  time = now - agesMs.auth - 30 * minuteMs;
  await project.commands.phase(auth, 'schema', { status: 'in_progress' });
  time += 20 * minuteMs;
  const summary = 'Tables users and sessions exist. The roll-back of migration 001 was tried once on staging.';
  const files = { files_created: ['db/schema.sql'], files_modified: ['src/user.ts'] };
  await project.commands.phase(auth, 'schema', { status: 'complete', context_summary: summary, ...files });
  time = now - agesMs.auth;
  await project.commands.phase(auth, 'api', { status: 'in_progress', tasks: { T001: { status: 'done' } } });
  await project.commands.note(auth, { decision: 'Sessions stay on the server.', next_action: 'Write the logout.' });
  await project.close();
  return { workflow };
}
