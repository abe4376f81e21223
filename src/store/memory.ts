// A store in memory: the same contract without files, for tests and for programs that keep nothing.

import { randomId } from '../base/checksum.js';
import { PawlError } from '../base/errors.js';
import { type JsonObject, deepFreeze, isObject, parseJson } from '../base/json.js';
import { type Key, keyText } from '../base/names.js';
import type {
  Changes,
  HistoryRange,
  ListFilter,
  Listed,
  Put,
  PutResult,
  Revision,
  Stored,
  SyncStore,
  Value,
  ValuePut,
} from './store.js';

interface Entry extends Value {
  readonly writtenMs: number;
  readonly ttlMs: number | undefined;
}

export class MemoryStore implements SyncStore {
  readonly #runs = new Map<string, readonly Stored[]>();
  readonly #values = new Map<string, Entry>();
  readonly #now: () => Date;
  #isClosed = false;

  constructor({ now = () => new Date() }: { readonly now?: () => Date } = {}) {
    this.#now = now;
  }

  get(key: Key): Stored | null {
    return this.#revisions(key).at(-1) ?? null;
  }

  put(key: Key, { expect, state, place = 'live', at, actor, event, op = randomId() }: Put): PutResult {
    const revisions = this.#revisions(key);
    const known = revisions.find((one) => one.op === op);
    if (known !== undefined) return { ok: true, stored: known, isDuplicate: true };
    const current = revisions.at(-1) ?? null;
    const revision = (current?.revision ?? 0) + 1;
    if (expect !== revision - 1) return { ok: false, current };
    const rev = `${revision}-${randomId().slice(0, 8)}`;
    const copy: JsonObject = structuredClone(state);
    const stored = deepFreeze({ key, state: copy, revision, rev, place, at, actor, event: { ...event }, op });
    this.#runs.set(keyText(key), [...revisions, stored]);
    return { ok: true, stored, isDuplicate: false };
  }

  revision(key: Key, revision: number): Stored | null {
    return this.#revisions(key).find((one) => one.revision === revision) ?? null;
  }

  history(key: Key, { before = Number.POSITIVE_INFINITY, limit }: HistoryRange = {}): readonly Revision[] {
    const wanted = this.#revisions(key).filter((one) => one.revision < before);
    return wanted
      .toReversed()
      .slice(0, limit)
      .map(({ key: _key, state: _state, ...revision }) => revision);
  }

  list({ family, all = false }: ListFilter = {}): readonly Listed[] {
    this.#begin();
    const newest = [...this.#runs.values()].flatMap((revisions) => revisions.slice(-1));
    return newest.filter(
      ({ key, place }) => (family ?? key.family) === key.family && (all || place === 'live' || place === 'failed'),
    );
  }

  purge(key: Key): boolean {
    this.#begin();
    return this.#runs.delete(keyText(key));
  }

  getValue(name: string): Value | null {
    this.#begin();
    const entry = this.#values.get(name);
    if (entry === undefined) return null;
    const age = this.#now().getTime() - entry.writtenMs;
    // A clock that was set back expires a value too: nobody knows how long it is valid.
    const isExpired = entry.ttlMs !== undefined && (age >= entry.ttlMs || age < -60_000);
    return isExpired ? null : { value: entry.value, version: entry.version };
  }

  putValue(name: string, { expect, value, ttlMs }: ValuePut): string | null {
    if ((this.getValue(name)?.version ?? null) !== expect) return null;
    const version = randomId();
    const copy: JsonObject = deepFreeze(structuredClone(value));
    this.#values.set(name, { value: copy, version, writtenMs: this.#now().getTime(), ttlMs });
    return version;
  }

  deleteValue(name: string, expect: string): boolean {
    return this.getValue(name)?.version === expect && this.#values.delete(name);
  }

  changes(cursor: string | null): Changes {
    this.#begin();
    const parsed = parseJson(cursor ?? '{}');
    const seen = 'value' in parsed && isObject(parsed.value) ? parsed.value : {};
    const changes: Stored[] = [];
    const next: Record<string, string> = {};
    for (const [name, revisions] of this.#runs) {
      changes.push(...revisions.slice(revisions.findIndex(({ rev }) => rev === seen[name]) + 1));
      next[name] = revisions.at(-1)?.rev ?? '';
    }
    return { changes, cursor: JSON.stringify(next) };
  }

  close(): void {
    this.#isClosed = true;
  }

  #revisions(key: Key): readonly Stored[] {
    this.#begin();
    return this.#runs.get(keyText(key)) ?? [];
  }

  #begin(): void {
    if (this.#isClosed) throw new PawlError('closed', 'this store was closed');
  }
}
