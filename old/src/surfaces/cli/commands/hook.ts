// `pawl hook`: the same as the hook's own entry, for calls that are not as short as `pawl hook EVENT`.

import path from 'node:path';
import { startHook } from '../../hook/start-hook.js';
import type { Answer, Call } from '../call.js';

/** A folder that is gone is the project all the same: hooks find nothing in it, and fail nobody. */
function work(root: string): void {
  try {
    process.chdir(root);
  } catch {
    process.env['GIT_ROOT'] = root;
  }
}

/**
 * Answers the event on stdin. What is printed is the hook's own document, which is JSON in any case.
 * @param call which event; `--root` names the project
 * @returns nothing more
 */
export async function run(call: Call): Promise<Answer> {
  const root = call.text('root');
  if (root !== undefined) work(path.resolve(root));
  startHook(call.positionals[0], path.join(__dirname, '..', '..', '..', 'plugin', 'dist', 'hook'));
  return { json: null, printed: () => [] };
}
