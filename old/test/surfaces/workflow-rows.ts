// Questions about workflows.

import type { Project } from '../../src/surfaces/library/project.js';
import type { Question, Row } from './surfaces.js';

const ref = 'orchestrate/steps';

/**
 * Starts a workflow of three phases, the first of which is complete.
 * @param name its project
 * @param failed whether it has failed then
 * @returns starts it in a project
 */
export function flow(name: string, failed = false): (project: Project) => Promise<void> {
  return async ({ workflows }) => {
    const about = { workflow_type: 'orchestrate', project: name, description: 'Log in', total_phases: 3 };
    const { document } = await workflows.start(about);
    await workflows.advance(document.checkpoint_id);
    if (failed) await workflows.fail(document.checkpoint_id, 'it broke');
  };
}

const idIn = async (project: Project): Promise<string> =>
  (await project.list({ all: true })).find(({ ref: one }) => one.startsWith('orchestrate_steps_'))?.ref ?? '';

type Workflows = Project['workflows'];

/** A step in the words of each surface. */
function step(
  name: string,
  take: (workflows: Workflows, id: string) => Promise<object>,
  flags: readonly string[] = [],
  args: Readonly<Record<string, unknown>> = {},
): Question {
  return {
    library: async (project) => take(project.workflows, await idIn(project)),
    cli: ['workflow', name, ref, ...flags],
    mcp: [`workflow_${name}`, { ref, ...args }],
  };
}

const finish = step('finish', (workflows, id) => workflows.finish(id));

const start = (withLibrary: boolean): Question => ({
  ...(withLibrary
    ? {
        library: ({ workflows }) =>
          workflows.start({ workflow_type: 'orchestrate', project: 'new', description: 'Log in', total_phases: 2 }),
      }
    : {}),
  cli: ['workflow', 'start', 'orchestrate', 'new', '--description', 'Log in', '--phases', '2', '--op-id', 'once'],
  mcp: ['workflow_start', { type: 'orchestrate', project: 'new', description: 'Log in', phases: 2, op_id: 'once' }],
});

export const workflowRows: readonly Row[] = [
  {
    name: 'a workflow is begun, once',
    ref: 'orchestrate/new',
    questions: [start(true), start(false)],
  },
  {
    name: 'steps of a workflow are taken',
    ref,
    prepare: flow('steps'),
    questions: [
      step('advance', (workflows, id) => workflows.advance(id, { total_phases: 4 }), ['--phases', '4'], { phases: 4 }),
      step('update', (workflows, id) => workflows.update(id, { a: 1 }), ['--state', '{"a":1}'], { state: { a: 1 } }),
      step('fail', (workflows, id) => workflows.fail(id, 'it broke'), ['--error', 'it broke'], { error: 'it broke' }),
      { ...finish, refused: 'not-allowed' },
      step('retry', (workflows, id) => workflows.retry(id)),
      step('advance', (workflows, id) => workflows.advance(id)),
      finish,
    ],
  },
];
