// A store in memory: the small model that the other stores are compared with, and a help for tests.

import { PawlError } from '../rules/errors.js';
import { type JsonObject, deepFreeze } from '../rules/json/json.js';
import { type Key, keyText } from '../rules/names.js';
import { Retry } from './retry.js';
import type {
  Decide,
  HistoryRange,
  ListFilter,
  Put,
  PutResult,
  Revision,
  Store,
  Stored,
  UpdateOptions,
  Updated,
} from './store.js';

/** Keeps every revision in memory; gone with the process. */
export class MemoryStore implements Store {
  #revisions = new Map<string, Stored[]>();
  #ops = new Map<string, number>();
  #closed = false;

  async get(key: Key): Promise<Stored | null> {
    return this.#all(key).at(-1) ?? null;
  }

  async put(key: Key, put: Put): Promise<PutResult> {
    const all = this.#all(key);
    const opKey = put.opId === undefined ? null : `${keyText(key)}\n${put.opId}`;
    const before = opKey === null ? undefined : this.#ops.get(opKey);
    const earlier = before === undefined ? undefined : all[before - 1];
    if (earlier !== undefined) return { ok: true, stored: earlier, duplicate: true };
    if (put.expect !== all.length) return { ok: false, reason: 'conflict', current: all.at(-1) ?? null };
    const stored: Stored = {
      key,
      revision: all.length + 1,
      state: deepFreeze(structuredClone(put.state)),
      place: put.place ?? 'live',
      at: put.at,
      actor: put.actor,
      event: structuredClone(put.event),
      notices: [],
    };
    this.#revisions.set(keyText(key), [...all, stored]);
    if (opKey !== null) this.#ops.set(opKey, stored.revision);
    return { ok: true, stored, duplicate: false };
  }

  async update(key: Key, decide: Decide, options: UpdateOptions = {}): Promise<Updated> {
    for (const retry = new Retry(key, options); ; retry.lost()) {
      const current = this.#all(key).at(-1) ?? null;
      const result = await this.put(key, { ...decide(current), expect: current?.revision ?? 0 });
      if (result.ok) return result;
    }
  }

  async findOp(key: Key, opId: string): Promise<Stored | null> {
    const revision = this.#ops.get(`${keyText(key)}\n${opId}`);
    return revision === undefined ? null : (this.#all(key)[revision - 1] ?? null);
  }

  async revision(key: Key, revision: number): Promise<Stored | null> {
    return this.#all(key)[revision - 1] ?? null;
  }

  async find(key: Key, fits: (state: JsonObject) => boolean): Promise<Stored | null> {
    return this.#all(key).find((stored) => fits(stored.state)) ?? null;
  }

  async history(key: Key, range: HistoryRange = {}): Promise<readonly Revision[]> {
    const newestFirst = this.#all(key)
      .filter((stored) => range.before === undefined || stored.revision < range.before)
      .map(({ revision, place, at, actor, event }) => ({ revision, place, at, actor, event }))
      .toReversed();
    return newestFirst.slice(0, range.limit);
  }

  async replay(key: Key): Promise<readonly Stored[]> {
    return this.#all(key);
  }

  async list(filter: ListFilter = {}): Promise<readonly Stored[]> {
    this.#open();
    const places = filter.places ?? ['live'];
    return [...this.#revisions.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, all]) => all.slice(-1))
      .filter((stored) => places.includes(stored.place))
      .filter((stored) => filter.family === undefined || stored.key.family === filter.family);
  }

  async purge(key: Key): Promise<boolean> {
    this.#open();
    const prefix = `${keyText(key)}\n`;
    for (const op of this.#ops.keys()) if (op.startsWith(prefix)) this.#ops.delete(op);
    return this.#revisions.delete(keyText(key));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#revisions.clear();
  }

  #all(key: Key): Stored[] {
    this.#open();
    return this.#revisions.get(keyText(key)) ?? [];
  }

  #open(): void {
    if (this.#closed) throw new PawlError('closed', 'this store was closed');
  }
}
