// The project that a command works on: opened at the root that the call names, and closed in any case.

import { openProject, type Project } from '../library/project.js';
import type { Call } from './call.js';
import { noticesTo } from './notices.js';
import { findRoot } from './root.js';
import { openSettings } from '../../service/config/open-settings.js';

/**
 * Runs a command's work on its project.
 * @param call the call; remarks of the store about files go to its stderr
 * @param work what is done; its project is closed afterwards
 * @returns what the work gives
 */
export async function withProject<T>(call: Call, work: (project: Project) => Promise<T>): Promise<T> {
  const root = findRoot(call);
  const { actor, pipelineIds } = openSettings(root);
  const project = await openProject({
    root,
    onNotice: noticesTo(call),
    ...(actor === undefined ? {} : { actor }),
    ...(pipelineIds === undefined ? {} : { pipelineIds }),
  });
  try {
    return await work(project);
  } finally {
    await project.close();
  }
}
