// The demo's other processes: one begins a run and is killed, one finds it and completes it. They tell the audience what
// happens by lines of JSON on stdout.

import { openProject } from '../../library/project.js';
import { write } from '../terminal/output.js';
import type { Act, Found } from './act.js';
import { commandAct } from './command-act.js';
import { pipelineAct } from './pipeline-act.js';
import { workflowAct } from './workflow-act.js';

export const acts: readonly Act[] = [commandAct, pipelineAct, workflowAct];

/** What a process of the demo says. */
export type Line =
  | { readonly type: 'ack'; readonly what: string; readonly revision: number }
  | { readonly type: 'found'; readonly found: Found }
  | { readonly type: 'completed' };

const tell = (line: Line): void => write(1, `${JSON.stringify(line)}\n`);

/**
 * Plays one part.
 * @param role `begin` or `resume`, a colon and the act
 * @param root the demo's repository
 */
export async function play(role: string, root: string): Promise<void> {
  const [part, name] = role.split(':');
  const act = acts.find((one) => one.name === name);
  if (act === undefined) throw new Error(`no act ${role}`);
  const project = await openProject({ root, actor: `demo, process ${process.pid}` });
  try {
    if (part === 'begin') {
      await act.begin(project, (what, { revision }) => tell({ type: 'ack', what, revision }));
      return;
    }
    const found = await act.find(project);
    tell({ type: 'found', found });
    await act.complete(project, found);
    tell({ type: 'completed' });
  } finally {
    await project.close();
  }
}
