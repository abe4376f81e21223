// A lease says which build works on a run now. It ends with the build's process, where that can be seen, and expires by
// time, so that a killed build locks nobody out.

import os from 'node:os';
import { PawlError } from '../base/errors.js';
import type { Json, JsonObject } from '../base/json.js';
import { type Key, keyText, refOf } from '../base/names.js';
import type { Store } from '../store/store.js';
import { isRunning, processBegun } from './session.js';

export interface Holder {
  readonly actor: string;
  readonly pid: number;
  readonly host: string;
  /** When its process began: a pid alone is reused. */
  readonly begun?: string | undefined;
}

export interface Lease {
  readonly key: Key;
  readonly version: string;
}

const ttlMs = 30_000;
/** How often a build renews its lease. */
export const renewMs = 3_000;
const nameOf = (key: Key): string => `lease ${keyText(key)}`;

/** Who works on a run now; null when nobody does. */
export async function holderOf(store: Store, key: Key): Promise<Holder | null> {
  const found = await store.getValue(nameOf(key));
  const holder = found === null ? null : toHolder(found.value);
  return holder === null || isGone(holder) ? null : holder;
}

function toHolder({ actor, pid, host, begun }: JsonObject): Holder {
  const since = typeof begun === 'string' ? begun : undefined;
  return { actor: textOf(actor), pid: Number(pid), host: textOf(host), begun: since };
}

/** A build of this machine whose process has exited. */
export function isGone({ pid, host, begun }: Holder): boolean {
  return host === os.hostname() && !isRunning(pid, begun);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : 'somebody';
}

/** Throws `locked` while a build works on a run. */
export async function refuseWhileBuilt(store: Store, key: Key): Promise<void> {
  const holder = await holderOf(store, key);
  if (holder !== null) throw locked(key, holder);
}

/**
 * Takes a lease; throws `locked` with its holder when there is one.
 * @param takeOver take it from whoever holds it
 */
export async function takeLease(store: Store, key: Key, actor: string, takeOver = false): Promise<Lease> {
  const current = await store.getValue(nameOf(key));
  const holder = current === null ? null : toHolder(current.value);
  if (holder !== null && !takeOver && !isGone(holder)) throw locked(key, holder);
  const value = { actor, pid: process.pid, host: os.hostname(), begun: processBegun(process.pid) };
  const version = await store.putValue(nameOf(key), { expect: current?.version ?? null, value, ttlMs });
  if (version !== null) return { key, version };
  const winner = await holderOf(store, key); // somebody took it in this very moment
  throw locked(key, winner ?? { actor: 'another process', pid: 0, host: '' });
}

/** Extends a lease; null when somebody took it over. */
export async function renewLease(store: Store, { key, version }: Lease): Promise<Lease | null> {
  const current = await store.getValue(nameOf(key));
  if (current === null || current.version !== version) return null;
  const next = await store.putValue(nameOf(key), { expect: version, value: current.value, ttlMs });
  return next === null ? null : { key, version: next };
}

/** Gives a lease back; harmless when somebody took it over. */
export async function releaseLease(store: Store, { key, version }: Lease): Promise<void> {
  await store.deleteValue(nameOf(key), version);
}

function locked(key: Key, { actor, pid, host }: Holder): PawlError {
  const where = host === os.hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  return new PawlError('locked', `${refOf(key)} is being built by ${actor} (${where})`, {
    hint: 'Wait for it to end, or use --take-over.',
    data: { actor, pid, host },
  });
}
