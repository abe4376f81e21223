// Turns a put into the record that is appended: a change, or the full state when one is due.

import { PawlError } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { type Key, refOf } from '../../../rules/names.js';
import { diffDocuments } from '../../../rules/json/patch.js';
import type { Put } from '../../store.js';
import type { Chain } from './chain.js';
import { type FullRecord, type StepRecord, recordVersion } from './record.js';
import { fullState } from './segments.js';

/**
 * Gives a short random text that tells two attempts apart.
 * @returns ten characters or so
 */
export function randomId(): string {
  return Math.random().toString(36).slice(2, 12);
}

/**
 * Makes the record of the next revision.
 * @param key the checkpoint
 * @param chain its log so far, or null for a new one
 * @param put what to store
 * @returns the record
 */
export function draftRecord(key: Key, chain: Chain | null, put: Put): FullRecord | StepRecord {
  const place = put.place ?? 'live';
  const edit = put.event.args?.['bytes'];
  const base = {
    v: recordVersion,
    r: (chain?.revision ?? 0) + 1,
    p: chain?.head ?? '',
    t: put.at,
    id: randomId(),
    ...(put.opId === undefined ? {} : { op: put.opId }),
    by: put.actor,
    w: process.pid,
    e: put.event.args === undefined ? ([put.event.name] as const) : ([put.event.name, put.event.args] as const),
    ...(typeof edit === 'string' ? { b: edit } : {}),
  };
  if (chain !== null && chain.sinceFull <= 2 * chain.fullBytes + 4096) {
    const moved = place === chain.place ? {} : { pl: place };
    return { k: 'step', ...base, ...moved, d: diffDocuments(chain.state, put.state) };
  }
  const past = chain === null ? {} : { ops: chain.ops, edits: chain.edits, published: chain.published };
  const full = fullState(key, { state: put.state, place, ...past });
  if (full.n > limits.maxBytes) throw tooLarge(key, full.n);
  return { k: 'full', ...base, ...full, ...(chain === null ? { seg: 1 } : {}) };
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
