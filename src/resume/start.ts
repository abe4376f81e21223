import type { Key } from '../base/names.js';
import { listRuns } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { formats } from '../runs/project.js';
import { briefOf, fence } from './brief.js';
export async function startContext(project: Project, _o: object): Promise<{ text: string; offered: Key | null }> {
  const newest = (await listRuns(project)).find((run) => !run.isFinished && run.problem === undefined);
  const stored = newest === undefined ? null : await project.store.get(newest.key);
  if (stored === null) return { text: '', offered: null };
  return {
    text: fence(briefOf(stored.key, formats[stored.key.family], stored.state, project.now())),
    offered: stored.key,
  };
}
export const continuedContext = startContext;
