// From a ref to the checkpoint it names; for one that is not there, which ones are near.

import { parseWorkflowId } from '../families/workflow/id.js';
import { type ErrorCode, isPawlError, PawlError } from '../rules/errors.js';
import { type Key, keyText, keysOfRef, refOf, workflowKey } from '../rules/names.js';
import { nearest } from '../rules/near.js';
import type { Store } from '../store/store.js';
import { everyPlace } from './run-filter.js';
import { newestWorkflow, unfinishedWorkflow } from './workflow-named.js';

export { everyPlace } from './run-filter.js';

/**
 * Finds the checkpoint that a ref names.
 * @param store where to look
 * @param ref e.g. `implement/auth-system`, `PRD-009`, `workflow:orchestrate/auth_system` for the newest of a project; also
 * without the prefix; a finished one only where no slash command's run has that name
 * @returns its key, or null when no checkpoint has that name; throws `ambiguous-ref` when several have
 */
export async function findKey(store: Store, ref: string): Promise<Key | null> {
  if (/^workflow:[^/]+\//.test(ref)) return newestWorkflow(store, ref);
  const found: Key[] = [];
  for (const key of keysOfRef(ref)) if ((await store.get(key)) !== null) found.push(key);
  if (found.length === 0) return (await findOddWorkflow(store, ref)) ?? (await newestWorkflow(store, ref));
  if (found.length === 1) found.push(...(await unfinishedWorkflow(store, ref)));
  if (found.length === 1) return found[0] ?? null;
  throw new PawlError('ambiguous-ref', `${ref} may mean ${found.map(keyText).join(' and ')}`, {
    hint: 'Write the one you mean with its prefix.',
  });
}

/**
 * Finds the checkpoint that a ref names and that must be there.
 * @param store where to look
 * @param ref see {@link findKey}
 * @param hint what to do when there is none
 * @returns its key; throws `not-found` with what is near
 */
export async function readKey(store: Store, ref: string, hint: string): Promise<Key> {
  const key = await findKey(store, ref);
  if (key === null) throw await notFoundNear(store, ref, hint);
  return key;
}

/**
 * As {@link readKey}, for what is to be taken away: that may also be a file that holds no checkpoint, or a log that cannot be
 * read, e.g. what is left of a purge that was cut off.
 * @param store where to look
 * @param ref see {@link findKey}
 * @param hint what to do when there is none
 * @returns its key; throws `not-found` with what is near
 */
export async function readKeyToRemove(store: Store, ref: string, hint: string): Promise<Key> {
  try {
    return await readKey(store, ref, hint);
  } catch (error) {
    if (!isBroken(error)) throw error;
    for (const key of keysLookedUp(ref)) if (await store.get(key).then(() => false, isBroken)) return key;
    throw error;
  }
}

const isBroken = (error: unknown): boolean => isPawlError(error, 'corrupt') || isPawlError(error, 'damaged');

/**
 * Lists the keys that a ref may stand for where something is there already.
 * @param ref see {@link findKey}
 * @returns those of its form, then the workflow whose file has a name of its own, without a time
 */
export function keysLookedUp(ref: string): readonly Key[] {
  const keys = keysOfRef(ref);
  const isOdd = !/[/:]/.test(ref) && keys.every(({ family }) => family !== 'workflow');
  return isOdd ? [...keys, workflowKey(ref)] : keys;
}

/** A file that was not named by pawl is listed by its name: that name must lead to it. */
async function findOddWorkflow(store: Store, ref: string): Promise<Key | null> {
  const key = keysLookedUp(ref).find(({ family }) => family === 'workflow');
  return key !== undefined && (await store.get(key)) !== null ? key : null;
}

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
  // A name without its command is near, however short it is.
  const ending = names.filter((name) => name.endsWith(`/${ref}`));
  const near = [...new Set([...ending, ...nearest(ref, names)])].slice(0, 3);
  const message = `there is no checkpoint ${ref}`;
  return near.length === 0
    ? new PawlError(code, message, { hint })
    : new PawlError(code, `${message}; did you mean ${near.join(' or ')}?`, { hint, data: { near } });
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
  const parts = key.family === 'workflow' ? parseWorkflowId(key.id) : null;
  if (!/^(?:command|pipeline|workflow):/.test(ref)) {
    const newest = parts !== null && ref.includes('/') ? [`${parts.type}/${parts.project}`] : [];
    return [refOf(key), ...newest];
  }
  return parts === null ? [keyText(key)] : [keyText(key), `workflow:${parts.type}/${parts.project}`];
}
