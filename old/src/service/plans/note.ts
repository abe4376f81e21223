// What all plans share: how an event is noted in the history, and the answer for a checkpoint that is not there.

import { PawlError } from '../../rules/errors.js';
import type { Fields } from '../../rules/fields.js';
import type { Json, JsonObject } from '../../rules/json/json.js';
import { type Key, refOf } from '../../rules/names.js';
import type { EventNote } from '../../store/store.js';

/**
 * Makes the error for a checkpoint that does not exist.
 * @param key which one
 * @param hint how it is begun
 * @returns the error, to be thrown
 */
export function notFound(key: Key, hint: string): PawlError {
  return new PawlError('not-found', `there is no checkpoint ${refOf(key)}`, { hint });
}

/** What identifies an event in the history; the values themselves are in the state. */
const identifying = [
  'phase',
  'workstream',
  'workstreams',
  'gate',
  'status',
  'verdict',
  'attempt',
  'ship_allowed',
  'final',
  'reason',
  'reasons',
  'gates',
  'issue',
  'about',
  'answer',
];

/** Members whose names say what a step without a status is about. */
const named: ReadonlySet<string> = new Set(
  'summary context_summary current_task files_created files_modified error'.split(' '),
);

/**
 * Notes an event for the history.
 * @param event an event of any family
 * @param event.type its name
 * @returns the name, and what identifies it
 */
export function noteOf(event: { readonly type: string }): EventNote {
  if (event.type === 'init' || event.type === 'replan') return { name: event.type }; // its workstreams are the whole plan
  const members: Fields = event;
  const args: Record<string, Json> = {};
  for (const name of identifying) {
    if (!Object.hasOwn(members, name)) continue;
    const value = members[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') args[name] = value;
    else if (Array.isArray(value)) args[name] = value.map(String);
  }
  // Each has its reason, which is in the state.
  if (typeof members['blocked'] === 'object') args['blocked'] = Object.keys(members['blocked'] ?? {});
  const data = members['data'];
  if (typeof data === 'object' && data !== null) {
    if ('status' in data && typeof data.status === 'string') args['status'] = data.status;
    const changed = Object.keys(data).filter((name) => named.has(name));
    if (args['status'] === undefined && changed.length > 0) args['changed'] = changed;
  }
  return Object.keys(args).length > 0 ? { name: event.type, args: args satisfies JsonObject } : { name: event.type };
}
