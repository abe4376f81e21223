// Hashes that are known already, by what the file system says about a file: a file of pawl's own, which may be lost or
// damaged at any time without harm.

import fs from 'node:fs';
import path from 'node:path';
import { loadObject } from '../../disk/load-object.js';
import type { Json } from '../../rules/json/json.js';
import { removeFile, replaceFile, writeNewFile } from '../../disk/files.js';
import { ownFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import { mapIn } from '../../rules/json/read-member.js';

/** What the file system says: size, both times, inode. */
export type Look = string;

/** More files than this are hashed anew. */
const maxEntries = 50_000;
/** A file that was changed in this very moment may change again without a trace in its times. */
const settledMs = 2_000;
const cacheFile = `${ownFolder}/hashes.json`;

/**
 * Says how a file looks to the file system.
 * @param stat what it says
 * @returns a text that changes with the file
 */
export function lookOf({ size, mtimeNs, ctimeNs, ino }: fs.BigIntStats): Look {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

/** The hashes that are known. */
export class HashCache {
  readonly #root: string;
  readonly #known: Map<string, readonly [look: Look, hash: string]>;
  #isChanged = false;

  /**
   * Reads what is known.
   * @param root the project's root
   */
  constructor(root: string) {
    this.#root = root;
    this.#known = load(path.join(root, cacheFile));
  }

  /**
   * Gives the hash of a file that looks as it did.
   * @param file its path from the root
   * @param look how it looks now
   * @returns the hash; undefined when it has to be read
   */
  get(file: string, look: Look): string | undefined {
    const entry = this.#known.get(file);
    return entry?.[0] === look ? entry[1] : undefined;
  }

  /**
   * Remembers a hash, unless the file is too young to be known by its look.
   * @param file its path from the root
   * @param stat how it looked before and after it was read
   * @param hash its hash
   * @param now milliseconds since 1970
   */
  set(file: string, stat: fs.BigIntStats, hash: string, now: number): void {
    const youngest = Number((stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs) / 1_000_000n);
    if (now - youngest < settledMs) return;
    this.#known.delete(file);
    this.#known.set(file, [lookOf(stat), hash]);
    this.#isChanged = true;
  }

  /** Keeps what is known for the next call. Never throws, and makes no folders. */
  save(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const folder = path.join(this.#root, ownFolder);
    const temp = path.join(folder, tempName());
    try {
      if (!fs.lstatSync(folder).isDirectory()) return;
      const files = Object.fromEntries([...this.#known].slice(-maxEntries));
      writeNewFile(temp, Buffer.from(JSON.stringify({ v: 1, files })), { mode: 0o600, sync: false });
      replaceFile(temp, path.join(this.#root, cacheFile));
    } catch {
      try {
        removeFile(temp);
      } catch {
        // It is swept with other leftovers.
      }
    }
  }
}

/** What cannot be read is hashed anew. */
function load(file: string): Map<string, readonly [Look, string]> {
  const known = loadObject(file);
  return new Map(Object.entries(known?.['v'] === 1 ? mapIn(known, 'files') : {}).flatMap(entryOf));
}

function entryOf([file, entry]: [string, Json]): readonly (readonly [string, readonly [Look, string]])[] {
  const [look, hash] = Array.isArray(entry) ? entry : [];
  return typeof look === 'string' && typeof hash === 'string' ? [[file, [look, hash]]] : [];
}
