// The answer for a checkpoint that is not there: which ones are near.

import { parseWorkflowId } from '../../families/workflow/index.js';
import { type ErrorCode, PawlError } from '../../rules/errors.js';
import { type Key, type Place, keyText, refOf } from '../../rules/names.js';
import { didYouMean, nearest } from '../../rules/near.js';
import type { Store } from '../../store/store.js';

export const everyPlace: readonly Place[] = ['live', 'failed', 'archived', 'removed'];

/**
 * Makes the error for a checkpoint that is not there.
 * @param store where it was looked for; all its checkpoints are listed, which only an error is worth
 * @param ref what was asked for
 * @param hint what to do
 * @returns the error, to be thrown; its message asks for the near ones, and `data.near` lists them
 */
export async function notFoundNear(store: Store, ref: string, hint: string): Promise<PawlError> {
  const code: ErrorCode = 'not-found';
  const names = [...new Set((await keysIn(store)).flatMap((key) => namesOf(key, ref)))].filter((name) => name !== ref);
  const near = nearest(ref, names);
  const message = `there is no checkpoint ${ref}`;
  return near.length === 0
    ? new PawlError(code, message, { hint })
    : new PawlError(code, `${message}; ${didYouMean(ref, names)}`, { hint, data: { near } });
}

async function keysIn(store: Store): Promise<readonly Key[]> {
  try {
    return (await store.list({ places: everyPlace })).map((stored) => stored.key);
  } catch {
    return []; // what is not there is still not there
  }
}

/** A checkpoint's names in the form of the ref: with its family, or without. */
function namesOf(key: Key, ref: string): readonly string[] {
  if (!/^(?:command|pipeline|workflow):/.test(ref)) return [refOf(key)];
  const parts = key.family === 'workflow' ? parseWorkflowId(key.id) : null;
  return parts === null ? [keyText(key)] : [keyText(key), `workflow:${parts.type}/${parts.project}`];
}
