// Folds the records of a log into the newest state. Pure: this is where acceptance, overtaking and damage are decided.

import { deepFreeze, type JsonObject } from '../../../rules/json/json.js';
import type { Place } from '../../../rules/names.js';
import { applyPatch } from '../../../rules/json/patch.js';
import {
  type FullRecord,
  type LogRecord,
  type Published,
  type PublishRecord,
  type Read,
  recordVersion,
} from './record.js';

const rememberedOps = 1_000;
const rememberedBytes = 100;
const rememberedStates = 64;

/** The newest accepted revision of a log, and what its records tell besides. */
export interface Chain {
  readonly keyText: string;
  /** Tells this log from another one of the same checkpoint, begun anew; empty where that is not known. */
  readonly born: string;
  revision: number;
  /** Checksum of the newest accepted record. */
  head: string;
  state: JsonObject;
  place: Place;
  at: string;
  actor: string;
  /** The process that wrote the newest revision. */
  writer: number;
  event: readonly [name: string, args?: JsonObject];
  /** States met lately, oldest first: a published file is most often one of them. They share what did not change. */
  readonly recent: { readonly revision: number; readonly state: JsonObject }[];
  /** Op ids given by callers, oldest first. */
  readonly ops: Map<string, number>;
  /** Hand-edited bytes that were taken in, oldest first. */
  readonly edits: Set<string>;
  /** The last marker, and the highest revision that any marker names. */
  published: Published | null;
  highestPublished: number;
  /** Checksums of bytes that were published lately, oldest first. */
  readonly marks: Set<string>;
  /** The next segment's number once this one is sealed. */
  sealed: number | null;
  sealHash: string;
  /** Why the log cannot be written to any more. */
  damage: string | null;
  /** The highest revision that any record names, readable or not. */
  highest: number;
  /** The newest revision that was stored, and its place, when the log has lost its end. */
  lost: { readonly r: number; readonly pl: Place } | null;
  /** Who made the newest revision that stands behind the damage: its record can be read, its state cannot. */
  behindDamage: Pick<Chain, 'revision' | 'at' | 'actor' | 'event'> | null;
  /** A record of a newer version was seen. */
  newer: boolean;
  /** Bytes appended since the last full state, and that state's size: they decide when the next full one is due. */
  sinceFull: number;
  fullBytes: number;
}

/** Unpacks a full record's compressed state; given by the caller, so that this file needs no zlib. */
export type Unpack = (packed: string) => JsonObject;

/**
 * Begins a chain at a full record.
 * @param record the record
 * @param unpack reads a compressed state
 * @returns the chain that ends with this record
 */
export function beginChain(record: Read<FullRecord>, unpack: Unpack): Chain {
  const state = deepFreeze(record.s ?? unpack(record.z ?? ''));
  return {
    keyText: record.key,
    born: record.born ?? (record.seg === 1 ? record.id : ''),
    revision: record.r,
    head: record.h,
    state,
    recent: [{ revision: record.r, state }],
    writer: record.w,
    place: record.pl ?? 'live',
    at: record.t,
    actor: record.by,
    event: record.e,
    ops: new Map([
      ...Object.entries(record.ops ?? {}),
      ...(record.op === undefined ? [] : [[record.op, record.r] as const]),
    ]),
    edits: new Set([...(record.bs ?? []), ...(record.b === undefined ? [] : [record.b])]),
    published: record.pub ?? null,
    highestPublished: record.pub?.r ?? 0,
    marks: new Set(record.pub === undefined ? [] : [record.pub.b]),
    sealed: null,
    sealHash: '',
    damage: null,
    highest: record.r,
    lost: null,
    behindDamage: null,
    newer: record.v > recordVersion,
    sinceFull: 0,
    fullBytes: record.n,
  };
}

/** A record and its size. */
export interface Sized {
  readonly record: Read;
  readonly bytes: number;
}

/** A record that is taken in. */
export interface Next {
  readonly record: LogRecord;
  readonly hash: string;
  readonly bytes: number;
  /** The state that the record leads to, where its writer knows that to the last byte. */
  readonly state: JsonObject | null;
}

/**
 * Takes the next records of the log in. What many of them change is copied once.
 * @param chain the chain so far; changed in place
 * @param records whole records in the order of the file
 * @param unpack reads a compressed state
 * @returns the checksums of those that count; others are void (overtaken, behind the seal) or prove damage
 */
export function extendChain(chain: Chain, records: readonly Sized[], unpack: Unpack): ReadonlySet<string> {
  const accepted = new Set<string>();
  const fresh = new Set<object>();
  const before = chain.revision;
  for (const { record, bytes } of records) {
    if (extendOnce(chain, { record, hash: record.h, bytes, state: null }, unpack, fresh)) accepted.add(record.h);
  }
  settleState(chain, before);
  return accepted;
}

/**
 * Takes one record in.
 * @param chain the chain so far; changed in place
 * @param next the record that stands next in the file
 * @param unpack reads a compressed state
 * @returns whether it counts
 */
export function extendByOne(chain: Chain, next: Next, unpack: Unpack): boolean {
  const before = chain.revision;
  const counts = extendOnce(chain, next, unpack);
  settleState(chain, before);
  return counts;
}

function settleState(chain: Chain, before: number): void {
  deepFreeze(chain.state);
  if (chain.revision === before) return;
  chain.recent.push({ revision: chain.revision, state: chain.state });
  if (chain.recent.length > 2 * rememberedStates) chain.recent.splice(0, rememberedStates);
}

function extendOnce(chain: Chain, next: Next, unpack: Unpack, fresh?: Set<object>): boolean {
  const { record } = next;
  if (record.v > recordVersion) chain.newer = true;
  chain.highest = Math.max(chain.highest, record.r);
  if (chain.sealed !== null) return false;
  switch (record.k) {
    case 'pub':
      return takeMarker(chain, record);
    case 'seal':
      if (record.r > chain.revision) return prove(chain, record.r);
      if (record.p !== chain.head || chain.damage !== null) return false;
      chain.sealed = record.n;
      chain.sealHash = next.hash;
      return true;
    case 'step':
    case 'full':
      return takeRevision(chain, record, next, unpack, fresh);
    case 'moved':
      return false;
    default:
      chain.newer = true;
      return false;
  }
}

type RevisionRecord = Extract<LogRecord, { readonly k: 'step' | 'full' }>;

function takeRevision(
  chain: Chain,
  record: RevisionRecord,
  { hash, bytes, state }: Next,
  unpack: Unpack,
  fresh: Set<object> | undefined,
): boolean {
  // That revision is taken already: the record's writer was overtaken, and noticed when it read on to its own record.
  if (record.r <= chain.revision) return false;
  const stands = record.r === chain.revision + 1 && record.p === chain.head;
  if (!stands) {
    // A whole record on a predecessor that is not here: what it stands on was damaged, not overtaken.
    if (chain.damage === null) prove(chain, record.r);
    if (record.k !== 'full') {
      chain.behindDamage = { revision: record.r, at: record.t, actor: record.by, event: record.e };
      return false; // reading recovers at the next full state
    }
  }
  if (record.k === 'full') {
    chain.state = record.s ?? unpack(record.z ?? '');
    chain.place = record.pl ?? 'live';
    chain.fullBytes = record.n;
    chain.sinceFull = 0;
    for (const [op, revision] of Object.entries(record.ops ?? {})) chain.ops.set(op, revision);
    for (const edit of record.bs ?? []) chain.edits.add(edit);
  } else {
    chain.state = state ?? applyPatch(chain.state, record.d, fresh);
    chain.place = record.pl ?? chain.place;
    chain.sinceFull += bytes;
  }
  chain.revision = record.r;
  chain.head = hash;
  chain.at = record.t;
  chain.actor = record.by;
  chain.writer = record.w;
  chain.event = record.e;
  if (record.op !== undefined) remember(chain.ops, record.op, record.r);
  if (record.b !== undefined) rememberBytes(chain.edits, record.b);
  return stands;
}

function takeMarker(chain: Chain, record: PublishRecord): boolean {
  // A marker of a revision that is not here proves that the revision was there; its file may still tell what it was.
  const proves = record.r > chain.revision || (record.r === chain.revision && record.p !== chain.head);
  if (proves) prove(chain, record.r);
  chain.published = { r: record.r, b: record.b, pl: record.pl };
  chain.highestPublished = Math.max(chain.highestPublished, record.r);
  rememberBytes(chain.marks, record.b);
  return !proves;
}

function prove(chain: Chain, revision: number): false {
  chain.damage ??= `revision ${revision} stands on a record that is missing or damaged; the last intact one before it is revision ${chain.revision}`;
  return false;
}

function remember(ops: Map<string, number>, op: string, revision: number): void {
  ops.delete(op);
  ops.set(op, revision);
  if (ops.size > rememberedOps) for (const oldest of ops.keys()) return void ops.delete(oldest);
}

function rememberBytes(known: Set<string>, hash: string): void {
  known.delete(hash);
  known.add(hash);
  if (known.size > rememberedBytes) for (const oldest of known) return void known.delete(oldest);
}

/**
 * Chooses where folding may begin: at the newest full record that a later record stands on. A full record that nothing
 * stands on may have been overtaken, and only folding from before it can tell.
 * @param records whole records in the order of the file
 * @param fromStart whether the first of them is the first of its segment
 * @returns the index to begin at, or -1 when more of the log is needed
 */
export function findStart(records: readonly Read[], fromStart: boolean): number {
  const stoodOn = new Set<string>();
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i];
    if (record === undefined) continue;
    // Of the first record of a segment there may be a late twin: only the first one counts.
    if (record.k === 'full' && stoodOn.has(record.h) && record.seg !== undefined) break;
    if (record.k === 'full' && stoodOn.has(record.h)) return i;
    stoodOn.add(record.p);
  }
  return fromStart ? records.findIndex((record) => record.k === 'full' && record.seg !== undefined) : -1;
}
