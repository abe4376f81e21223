// The project that a command works on: opened at the root that the call names, and closed in any case.

import type { Notice } from '../../store/store.js';
import { openProject, type Project } from '../library/project.js';
import type { Call } from './call.js';
import { findRoot } from './root.js';
import { oneLine } from './terminal/width.js';

/** What a person should know of; the rest (an adopted edit, a roll-forward) went well by itself. */
const told: ReadonlySet<Notice['code']> = new Set([
  'corrupt',
  'not-a-checkpoint',
  'unreadable',
  'damaged',
  'unpublished',
  'newer-version',
]);

/**
 * Runs a command's work on its project.
 * @param call the call; remarks of the store about files go to its stderr
 * @param work what is done; its project is closed afterwards
 * @returns what the work gives
 */
export async function withProject<T>(call: Call, work: (project: Project) => Promise<T>): Promise<T> {
  const onNotice = ({ code, message }: Notice): void => {
    if (told.has(code)) call.out.note(oneLine(message));
  };
  const project = await openProject({ root: findRoot(call), onNotice });
  try {
    return await work(project);
  } finally {
    await project.close();
  }
}
