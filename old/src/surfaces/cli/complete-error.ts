// The answer of commands that have nothing left to do in a pipeline.

import type { PawlError } from '../../rules/errors.js';
import type { Stored } from '../../store/store.js';
import { refOf } from '../../rules/names.js';
import { completeError } from '../../service/evidence/since-complete.js';
import type { Workbench } from '../../service/workbench.js';
import type { Call } from './call.js';
import { commandLine } from './view/command-line.js';

/**
 * Makes the error for a run that is complete: what has changed since, and how that is built again.
 * @param call the call
 * @param bench the project
 * @param stored the run
 * @param tellsProse whether an edit of the spec is told that changes none of its work
 * @returns the error, to be thrown
 */
export async function completeAnswer(
  call: Call,
  bench: Workbench,
  { key, state }: Pick<Stored, 'key' | 'state'>,
  tellsProse = false,
): Promise<PawlError> {
  const build = (flag: string): string => commandLine(call, 'build', refOf(key), flag);
  return completeError(bench, refOf(key), state, { again: build('--redo'), fresh: build('--fresh') }, tellsProse);
}
