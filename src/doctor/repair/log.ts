// Recovers a run whose log is damaged so that nothing can be appended to it. The log goes to quarantine first, then it is
// read there, and a new one begins with the newest good state: of the log or of the checkpoint file, whichever is newer.

import fs from 'node:fs';
import path from 'node:path';
import { randomId } from '../../base/checksum.js';
import { sameJson } from '../../base/json.js';
import { type Key, fileStem, keyText } from '../../base/names.js';
import { reconcile } from '../../formats/reconcile.js';
import { type Project, formats } from '../../runs/project.js';
import type { FileStore } from '../../store/file/file-store.js';
import { nodeFiles, readWhole } from '../../store/file/files.js';
import { type Head, Log, revOf } from '../../store/file/log.js';
import { ownFolder } from '../../store/file/publish.js';
import { logFileOf } from '../../store/file/run-store.js';
import type { CheckpointPlace } from './run.js';
import { documentIn } from './run.js';

/** Why nothing can be appended to a run's log; null when it is sound, or there is none. */
export function damageOf(root: string, key: Key): string | null {
  const log = new Log(logFileOf(root, key), keyText(key), nodeFiles);
  log.read();
  return log.damage;
}

/** Recovers a run; gives what was done, in words. */
export function recoverLog(project: Project, store: FileStore, at: CheckpointPlace): string {
  const { key, file } = at;
  const kept = keep(project.root, key, logFileOf(project.root, key));
  const old = new Log(kept, keyText(key), nodeFiles);
  const { heads } = old.revisions();
  const newest = heads.at(-1) ?? null;
  const bytes = file === null ? null : readWhole(nodeFiles, file);
  const found = bytes === null ? null : documentIn(key, bytes.toString('utf8'));
  const state = newestState(key, heads, found);
  const where = `the damaged log is ${path.relative(project.root, kept)}`;
  if (state === null) return `nothing could be recovered; ${where}`;
  if (file !== null && bytes !== null && !sameJson(found?.doc, state)) {
    keep(project.root, key, file); // an older copy must not count as an edit of what was recovered
  }
  const event = { name: 'recovered', args: { quarantine: path.basename(kept) } };
  const put = {
    state,
    place: newest?.place ?? at.place,
    at: project.now().toISOString(),
    by: project.context().actor,
    event,
  };
  const log = new Log(logFileOf(project.root, key), keyText(key), nodeFiles);
  const isBegun = log.append({ ...put, op: randomId() }) !== null;
  const current = store.get(key);
  if (!isBegun && current !== null) {
    const merged = reconcile(formats[key.family], current.state, null, state).state; // somebody began it anew meanwhile
    store.put(key, { expect: current.revision, state: merged, place: current.place, at: put.at, actor: put.by, event });
  }
  return `${summary(heads, newest, found)}; ${where}`;
}

/** Moves a file to quarantine. */
function keep(root: string, key: Key, file: string): string {
  const ending = path.extname(file);
  const kept = path.join(root, ownFolder, 'quarantine', `${key.family}.${fileStem(key)}.${randomId()}${ending}`);
  fs.mkdirSync(path.dirname(kept), { recursive: true, mode: 0o700 });
  nodeFiles.rename(file, kept);
  return kept;
}

type Found = ReturnType<typeof documentIn>;

function newestState(key: Key, heads: readonly Head[], found: Found): Head['state'] | null {
  const newest = heads.at(-1) ?? null;
  if (found === null) return newest?.state ?? null;
  if (newest === null || numberOf(found.rev) > newest.revision) return found.doc;
  const base = heads.find((head) => revOf(head) === found.rev)?.state ?? null;
  return reconcile(formats[key.family], found.doc, base, newest.state).state;
}

const numberOf = (rev: string | null): number => Number.parseInt(rev ?? '0', 10) || 0;

/** What was recovered, and what is missing. */
function summary(heads: readonly Head[], newest: Head | null, found: Found): string {
  const isFromFile = newest === null || numberOf(found?.rev ?? null) > newest.revision;
  const last = Math.max(newest?.revision ?? 0, numberOf(found?.rev ?? null));
  const missing = Array.from({ length: last }, (_, n) => n + 1).filter(
    (n) => !heads.some((head) => head.revision === n),
  );
  const gaps = missing.filter((n) => !(isFromFile && n === last));
  const from = isFromFile ? 'from the checkpoint file' : 'from the log';
  const lost = gaps.length === 0 ? 'nothing is missing' : `missing in its history: ${rangesOf(gaps)}`;
  return `recovered revision ${last} ${from} and began a new log; ${lost}`;
}

/** `3, 7-9` */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === n - 1) range[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
