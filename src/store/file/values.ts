// Values: small shared facts, each a log of full records. They need no sync: a lease that a power cut takes away is free.
// A power cut may leave holes in such a log; the next full record stands on its own.

import path from 'node:path';
import { type JsonObject, isObject } from '../../base/json.js';
import { safeName } from '../../base/names.js';
import type { Value, ValuePut } from '../store.js';
import type { Files } from './files.js';
import { Log, revOf } from './log.js';

export class Values {
  readonly #folder: string;
  readonly #files: Files;
  readonly #now: () => Date;

  constructor(folder: string, files: Files, now: () => Date) {
    this.#folder = folder;
    this.#files = files;
    this.#now = now;
  }

  get(name: string): Value | null {
    return this.#current(this.#read(name));
  }

  put(name: string, { expect, value, ttlMs }: ValuePut): string | null {
    const written = this.#now().getTime();
    return this.#write(name, expect, ttlMs === undefined ? { value } : { value, written_ms: written, ttl_ms: ttlMs });
  }

  /** Appends a record without a value. A log that was removed instead could take a value along that came in between. */
  delete(name: string, expect: string): boolean {
    return this.#write(name, expect, {}) !== null;
  }

  #write(name: string, expect: string | null, state: JsonObject): string | null {
    for (;;) {
      const log = this.#read(name);
      if ((this.#current(log)?.version ?? null) !== expect) return null;
      const [at, op] = [this.#now().toISOString(), this.#files.randomId()];
      const own = log.append({ state, place: 'live', at, by: '', event: { name: 'value' }, op }, true);
      if (own !== null) return revOf(own);
    }
  }

  #read(name: string): Log {
    const log = new Log(path.join(this.#folder, `${safeName(name)}.jsonl`), name, this.#files);
    log.read();
    return log;
  }

  /** The value, unless it has expired. A clock that was set back expires it too: nobody knows how long it is valid. */
  #current(log: Log): Value | null {
    if (log.head === null) return null;
    const { value, written_ms: written, ttl_ms: ttl } = log.head.state;
    if (typeof written === 'number' && typeof ttl === 'number') {
      const age = this.#now().getTime() - written;
      if (age >= ttl || age < -60_000) return null;
    }
    return isObject(value) ? { value, version: revOf(log.head) } : null;
  }
}
