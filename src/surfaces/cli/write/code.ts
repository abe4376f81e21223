// `--code`: keeps the working tree with what was just saved.

import { isPawlError, PawlError } from '../../../rules/errors.js';
import type { Key } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Call } from '../call.js';

/**
 * Keeps the code when the call asks for it.
 * @param call `--code`
 * @param bench the store and the circumstances
 * @param key the run
 * @param saved what was stored; it stays stored when the code cannot be kept
 * @returns members for the answer's document: none without `--code`
 */
export async function codeOf(
  call: Call,
  bench: Workbench,
  key: Key,
  saved: Saved,
): Promise<Readonly<Record<string, unknown>>> {
  if (!call.flag('code')) return {};
  try {
    const { keepCode } = await import('../lazy/keep-code.js');
    const { ref, commit, leftOut } = await keepCode(bench, key, saved.revision, {
      savedAt: saved.saved.at,
      isRepeated: saved.repeated,
    });
    for (const what of leftOut) call.out.note(`not in the kept code: ${what}`);
    return { code: { ref, commit, left_out: leftOut } };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    const { code, hint, problems, data } = error;
    const message = `${saved.ref} is saved as revision ${saved.revision}, but not its code: ${error.message}`;
    throw new PawlError(code, message, { hint, problems, data, cause: error });
  }
}
