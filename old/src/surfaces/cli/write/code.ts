// `--code`: keeps the working tree with what was just saved.

import { isPawlError } from '../../../rules/errors.js';
import type { Key } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Answer, Call } from '../call.js';
import { exitCodes } from '../exit-codes.js';

/** Members for the answer's document, none without `--code`; and the exit code when the code could not be kept. */
export interface CodeTold {
  readonly more: Readonly<Record<string, unknown>>;
  readonly exit: Pick<Answer, 'exit'>;
}

/**
 * Keeps the code when the call asks for it.
 * @param call `--code`
 * @param bench the store and the circumstances
 * @param key the run
 * @param saved what was stored; it stays stored when the code cannot be kept
 * @returns what the answer says about it
 */
export async function codeOf(call: Call, bench: Workbench, key: Key, saved: Saved): Promise<CodeTold> {
  if (!call.flag('code')) return { more: {}, exit: {} };
  try {
    const { keepCode } = await import('../lazy/keep-code.js');
    const { ref, commit, leftOut } = await keepCode(bench, key, saved.revision, {
      savedAt: saved.saved.at,
      isRepeated: saved.repeated,
    });
    for (const what of leftOut) call.out.note(`not in the kept code: ${what}`);
    return { more: { code: { ref, commit, left_out: leftOut } }, exit: {} };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    const { code, hint = null } = error;
    const message = `${saved.ref} is saved as revision ${saved.revision}, but not its code: ${error.message}`;
    if (!call.out.isJson) call.out.note(hint === null ? message : `${message}. ${hint}`);
    return { more: { ok: false, error: { code, message, hint } }, exit: { exit: exitCodes[code] } };
  }
}
