// Writes the history of a checkpoint anew, so that what must not be in it is in none of its files. Numbers, times, actors and
// events stay; what no revision stands on (torn lines, overtaken records) is left out.

import fs from 'node:fs';
import path from 'node:path';
import { type JsonObject, isJsonObject } from '../../../rules/json/json.js';
import { diffDocuments } from '../../../rules/json/patch.js';
import type { Key } from '../../../rules/names.js';
import type { Replayed } from './replay.js';
import { loadBytes } from '../../../disk/files.js';
import { randomId } from './draft.js';
import { replayLog } from '../publish/knowledge.js';
import { packName, segmentName } from '../../../disk/layout.js';
import type { Log } from './log.js';
import { pack } from './pack-codec.js';
import { type LogRecord, type Read, encodeRecord, readLines, recordVersion } from './record.js';
import { fullState, packOlder, replaceDurably } from './segments.js';

/** Takes out of a document, or of an event's arguments, what must not be kept. */
export type Change = (value: JsonObject) => JsonObject;

/**
 * Rewrites all revisions before the current segment. The segment was begun a moment ago, so that it holds nothing older
 * than the newest revision. All of the history goes into the first pack; the others become empty.
 * @param log the log, refreshed
 * @param key the checkpoint
 * @param change what is done to each state and to the arguments of each event
 */
export function rewriteOlder(log: Log, key: Key, change: Change): void {
  const { folder, stem, segment: current } = log;
  packOlder(log); // also what an earlier packing left, when it was cut off
  const begins = firstRevision(path.join(folder, segmentName(stem, current)));
  const older = replayLog(log).filter((one) => one.revision <= begins);
  const bytes = pack(encodeHistory(key, older, change, current));
  replaceDurably(folder, path.join(folder, packName(stem, 1)), bytes);
  for (let segment = 2; segment < current; segment++) {
    const packed = path.join(folder, packName(stem, segment));
    if (fs.existsSync(packed)) replaceDurably(folder, packed, pack(Buffer.alloc(0)));
  }
}

/**
 * Tells whether a rewriting was cut off: the first segment says which one follows it, and those between are not empty yet. No
 * revision stands on them; what was taken out does.
 * @param segments the records of each segment
 * @returns true when the history has to be rewritten once more
 */
export function isHalfRewritten([first = [], ...others]: readonly (readonly Read[])[]): boolean {
  const next = first.findLast((record) => record.k === 'seal')?.n ?? 0;
  return others.slice(0, Math.max(0, next - 2)).some((records) => records.length > 0);
}

function firstRevision(file: string): number {
  const lines = readLines(loadBytes(file) ?? Buffer.alloc(0));
  return lines.find((line) => line.record !== null)?.record?.r ?? 0;
}

function encodeHistory(key: Key, revisions: readonly Replayed[], change: Change, next: number): Buffer {
  const lines: Buffer[] = [];
  let head = '';
  let before: { readonly revision: number; readonly state: JsonObject } | null = null;
  const write = (record: LogRecord): void => {
    const encoded = encodeRecord(record);
    lines.push(encoded.bytes);
    head = encoded.hash;
  };
  for (const { revision, state: old, place, at, actor, event } of revisions) {
    const state = change(old);
    const [name, args] = event;
    const base = {
      v: recordVersion,
      r: revision,
      p: head,
      t: at,
      id: randomId(),
      by: actor,
      w: 0,
      e: isJsonObject(args) ? ([name, change(args)] as const) : ([name] as const),
    };
    // Where revisions are missing, what follows begins anew, as it does behind damage.
    if (before !== null && before.revision + 1 === revision) {
      write({ k: 'step', ...base, pl: place, d: diffDocuments(before.state, state) });
    } else {
      const begins = before === null ? { seg: 1 } : { repaired: true as const };
      write({ k: 'full', ...base, ...fullState(key, { state, place }), ...begins });
    }
    before = { revision, state };
  }
  const last = revisions.at(-1);
  if (last !== undefined)
    write({ k: 'seal', v: recordVersion, r: last.revision, p: head, t: last.at, id: randomId(), n: next });
  return Buffer.concat(lines);
}
