// Turns a put into the record that is appended: a change, or the full state when one is due.

import { PawlError } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { type Key, refOf } from '../../../rules/names.js';
import { differenceOf, type Patch } from '../../../rules/json/patch.js';
import type { Put } from '../../store.js';
import type { Chain } from './chain.js';
import { type FullRecord, type StepRecord, recordVersion } from './record.js';
import { fullState } from './segments.js';

/** The record of a revision that is to be appended. */
export interface Drafted {
  readonly record: FullRecord | StepRecord;
  /** The state that whoever folds the record comes to, when it is known to the last byte; null when it has to be folded. */
  readonly state: JsonObject | null;
}

let ids: { readonly own: string; used: number } | null = null;

/**
 * Gives a short text that tells two attempts apart: a random one for each process, and a number. To make each of them
 * random would cost as much as to find the change.
 * @returns ten characters or so
 */
export function randomId(): string {
  ids ??= { own: Math.random().toString(36).slice(2, 10), used: 0 };
  ids.used += 1;
  return `${ids.own}${ids.used.toString(36)}`;
}

/**
 * Makes the record of the next revision.
 * @param key the checkpoint
 * @param chain its log so far, or null for a new one
 * @param put what to store
 * @returns the record, and what it leads to
 */
export function draftRecord(key: Key, chain: Chain | null, put: Put): Drafted {
  if (chain !== null && chain.sinceFull <= 2 * chain.fullBytes + 4096) return draftStep(chain, put);
  const past = chain === null ? {} : { ops: chain.ops, edits: chain.edits, published: chain.published };
  const full = fullState(key, { state: put.state, place: put.place ?? 'live', ...past });
  if (full.n > limits.maxBytes) throw tooLarge(key, full.n);
  const { d: _change, ...base } = stepOn(chain, put, {});
  return { record: { ...base, k: 'full', ...full, ...(chain === null ? { seg: 1 } : {}) }, state: null };
}

function draftStep(chain: Chain, put: Put): Drafted {
  const { patch, isExact } = differenceOf(chain.state, put.state);
  // What others may still change is not taken over.
  return { record: stepOn(chain, put, patch), state: isExact && Object.isFrozen(put.state) ? put.state : null };
}

/** JSON leaves out what is undefined: so all records have one form, which is made at once. */
function stepOn(chain: Chain | null, put: Put, d: Patch): StepRecord {
  const { name, args } = put.event;
  const edit = args?.['bytes'];
  const place = put.place ?? 'live';
  return {
    k: 'step',
    v: recordVersion,
    r: (chain?.revision ?? 0) + 1,
    p: chain?.head ?? '',
    t: put.at,
    id: randomId(),
    op: put.opId,
    by: put.actor,
    w: process.pid,
    e: args === undefined ? [name] : [name, args],
    b: typeof edit === 'string' ? edit : undefined,
    pl: place === chain?.place ? undefined : place,
    d,
  };
}

/**
 * Refuses a change that makes the state too large. The bytes of all changes since the last full state bound its size, so
 * that it is measured only when it may have grown too far.
 * @param key the checkpoint
 * @param chain its log so far
 * @param state the state to be stored
 * @param bytes the size of the record
 */
export function refuseTooLarge(key: Key, chain: Chain | null, state: JsonObject, bytes: number): void {
  if (chain === null || chain.fullBytes + chain.sinceFull + bytes <= limits.maxBytes) return;
  const size = Buffer.byteLength(JSON.stringify(state));
  if (size > limits.maxBytes) throw tooLarge(key, size);
}

function tooLarge(key: Key, bytes: number): PawlError {
  return new PawlError('too-large', `${refOf(key)} would have ${bytes} bytes; the limit is ${limits.maxBytes}`, {
    hint: 'Keep large results in files and store their paths.',
  });
}
