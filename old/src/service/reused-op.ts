// Op ids that stand for another change: whoever repeats a call must find its own change stored, never somebody else's.

import { PawlError } from '../rules/errors.js';
import { type Key, refOf } from '../rules/names.js';
import { redactText } from '../rules/text/redact.js';
import type { EventNote, Store, Stored } from '../store/store.js';

/** What a caller names in an event; a retry of the same call names the same. */
const named = ['phase', 'status', 'workstream', 'workstreams', 'gate', 'verdict', 'revision'];

function namedIn({ args }: EventNote): readonly string[] {
  return named.map((one) => {
    const value = args?.[one];
    return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  });
}

/**
 * Refuses an op id that holds a secret: it stands in the log as it is, so that the same one is known again.
 * @param opId the op id, if there is one
 */
export function refuseSecretOp(opId: string | undefined): void {
  const [kind] = opId === undefined ? [] : redactText(opId).kinds;
  if (kind === undefined) return;
  throw new PawlError('bad-input', `the op id holds a secret (${kind}): nothing was stored`, {
    hint: 'Take an id that may be read by everybody, e.g. "deploy-17".',
  });
}

/**
 * Refuses an op id that was used for another change. On the state that the known change was made from, a repeated call
 * comes to the same event again; one that comes to another, or to none, is a different call.
 * @param store any store
 * @param done what the op id made
 * @param opId the op id
 * @param eventOn the event that this call would make of a state; may throw
 */
export async function refuseReusedOp(
  store: Pick<Store, 'revision'>,
  done: Stored,
  opId: string,
  eventOn: (before: Stored | null) => EventNote,
): Promise<void> {
  const { key, revision, event } = done;
  const before = revision === 1 ? null : await store.revision(key, revision - 1).catch(() => null);
  if (before === null && revision > 1) return; // what it was made from cannot be read: nothing speaks against the caller
  if (isSame(event, () => eventOn(before))) return;
  const words = [event.name, ...namedIn(event).filter((one) => one !== '')].join(' ');
  throw reused(key, opId, words, revision);
}

function isSame(done: EventNote, eventOn: () => EventNote): boolean {
  try {
    const event = eventOn();
    return event.name === done.name && namedIn(event).join('\n') === namedIn(done).join('\n');
  } catch {
    return false;
  }
}

function reused(key: Key, opId: string, words: string, revision: number): PawlError {
  const what = `the op id ${JSON.stringify(opId)} stands for another change of ${refOf(key)}`;
  return new PawlError('conflict', `${what} (${words}, revision ${revision}): nothing of this one was stored`, {
    hint: 'Call it again with an op id of its own.',
    data: { op_id_reused: words, revision },
  });
}
