// One run under repair: its file and its log are read, and the repaired document becomes a new revision. The drifted
// document stays as the revision before it; a file that is no checkpoint stays in quarantine.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../../base/checksum.js';
import { isPawlError } from '../../base/errors.js';
import { type Json, type JsonObject, isObject, parseJson } from '../../base/json.js';
import { type Key, type Place, familyNames, fileStem, keyOfStem, keyText } from '../../base/names.js';
import { redactNew } from '../../base/redact.js';
import { defaultChecks } from '../../formats/format.js';
import { withoutRev } from '../../formats/notes.js';
import { reconcile } from '../../formats/reconcile.js';
import { changeSync, openState } from '../../runs/change.js';
import { type Project, formats } from '../../runs/project.js';
import type { FileStore } from '../../store/file/file-store.js';
import { nodeFiles, readWhole, writeWhole } from '../../store/file/files.js';
import { filePlaces, ownFolder, publishedFolder } from '../../store/file/publish.js';
import type { Stored } from '../../store/store.js';
import { type FileText, readFileText } from './file.js';
import { type Repaired, repairDocument } from './repair.js';

/** A run, and where its checkpoint file is. */
export interface RunFile {
  readonly key: Key;
  readonly place: Place;
  /** Null when there is none. */
  readonly file: string | null;
}

/** Every run, also those whose file can become a checkpoint. */
export function runsIn({ root }: Project, store: FileStore): readonly RunFile[] {
  const listed = store.list({ all: true });
  const isListed = new Set(listed.map(({ key }) => keyText(key)));
  const found = familyNames.flatMap((family) =>
    filePlaces.flatMap((place) => {
      const folder = publishedFolder(family, place);
      const names = folder === null ? [] : nodeFiles.names(path.join(root, folder));
      return names.flatMap((name): RunFile[] => {
        const file = path.join(root, folder ?? '', name);
        if (!/^[^.].*\.json$/.test(name) || !fs.lstatSync(file).isFile()) return [];
        const text = fs.readFileSync(file, 'utf8');
        const parsed = parseJson(text);
        const named = 'value' in parsed && isObject(parsed.value) ? formats[family].named(parsed.value) : {};
        const key = keyOfStem(family, name.slice(0, -'.json'.length), named);
        return key !== null && (isListed.has(keyText(key)) || namesCommand(key, text)) ? [{ key, place, file }] : [];
      });
    }),
  );
  const known = new Set(found.map(({ key }) => keyText(key)));
  const others = listed.filter(({ key }) => !known.has(keyText(key)));
  return [...found, ...others.map(({ key, place }) => ({ key, place, file: null }))];
}

/** Other tools keep files in that folder, too: a checkpoint in another shape must name its command. */
function namesCommand(key: Key, text: string): boolean {
  const [, name] = /"(?:command|cmd|command_name)\\?"\s*:\s*\\?"\/?([\w.-]+)/.exec(text) ?? [];
  return key.family === 'command' && name === key.command;
}

/** The checkpoint in a file's text; null when it is none. */
export function documentIn(key: Key, text: string): { readonly doc: JsonObject; readonly rev: string | null } | null {
  const parsed = parseJson(text);
  return 'value' in parsed && formats[key.family].isCheckpoint(parsed.value) ? withoutRev(parsed.value) : null;
}

/** What a repair makes of a run. */
export interface Diagnosis {
  readonly repaired: Repaired;
  /** Why its file is not a plain checkpoint: then it stays in quarantine, not in a revision. */
  readonly fault: string | null;
}

type Answers = ReadonlyMap<string, string>;

/** Finds out what a repair would do. */
export function diagnose(project: Project, store: FileStore, run: RunFile, answers: Answers): Diagnosis {
  const read = readRun(run, answers);
  if (read === 'unreadable') {
    return { repaired: { outcome: 'cannot', reason: 'nothing can be read from its text' }, fault: 'unreadable' };
  }
  return { repaired: decide(project, run, read, answers, currentOf(store, run.key)), fault: faultOf(run, read) };
}

function readRun({ file }: RunFile, answers: Answers): FileText | 'unreadable' | null {
  const text = (file === null ? null : readWhole(nodeFiles, file))?.toString('utf8') ?? '';
  if (text.replaceAll('\0', '').trim() === '') return null; // the newest revision is published there again
  return readFileText(text, answers) ?? 'unreadable';
}

function faultOf({ key }: RunFile, read: FileText | null): string | null {
  if (read === null) return null;
  if (read.fault !== null) return read.fault;
  if (read.repeated.length > 0) return `${read.repeated.join(', ')} stands there twice`;
  return formats[key.family].isCheckpoint(read.value) ? null : 'it did not have the shape of a checkpoint';
}

/** The newest revision, with what was done to the file; null when there is none. */
function currentOf(store: FileStore, key: Key): Stored | null {
  try {
    return store.get(key);
  } catch (error) {
    if (isPawlError(error, 'corrupt')) return null;
    throw error;
  }
}

function decide(
  project: Project,
  run: RunFile,
  read: FileText | null,
  answers: Answers,
  current: Stored | null,
): Repaired {
  const { key, file } = run;
  const format = formats[key.family];
  const modifiedAt = (file === null ? project.now() : fs.statSync(file).mtime).toISOString();
  const newest = openState(current);
  const isPlain = faultOf(run, read) === null;
  const raw = isPlain ? (newest ?? {}) : valueIn(key, read, newest);
  const checks = project.context().checks ?? defaultChecks;
  const repaired = repairDocument(format, raw, { key, modifiedAt, answers, checks });
  const open = read?.questions ?? [];
  if (open.length > 0) {
    return { outcome: 'asked', questions: [...open, ...(repaired.outcome === 'asked' ? repaired.questions : [])] };
  }
  if (repaired.outcome === 'valid' && !isPlain && isObject(raw))
    return { outcome: 'fixed', doc: raw, changes: [], left: [] };
  if (repaired.outcome !== 'fixed' || isPlain || newest === null) return repaired;
  const merged = reconcile(format, repaired.doc, null, newest).state; // a file in another shape removes nothing
  return format.check(merged, checks).length > repaired.left.length ? repaired : { ...repaired, doc: merged };
}

/** What a file that is no plain checkpoint says; on top of the newest revision where it can be merged. */
function valueIn(key: Key, read: FileText | null, newest: JsonObject | null): Json {
  const format = formats[key.family];
  const value = read !== null && isObject(read.value) ? withoutRev(read.value).doc : (read?.value ?? {});
  return newest !== null && format.isCheckpoint(value) ? reconcile(format, value, null, newest).state : value;
}

/** Repairs a run: its repaired document is its new revision. */
export function repairRun(project: Project, store: FileStore, run: RunFile, answers: Answers): Diagnosis {
  const first = diagnose(project, store, run, answers);
  const read = readRun(run, answers);
  if (first.repaired.outcome !== 'fixed' || read === 'unreadable') return first;
  if (first.fault !== null && run.file !== null) quarantine(project.root, run.key, run.file);
  const { actor, now, notify } = project.context();
  let last = first.repaired;
  const quiet = { get: (key: Key) => currentOf(store, key), put: store.put.bind(store) };
  changeSync(quiet, run.key, (current) => {
    const repaired = decide(project, run, read, answers, current);
    if (repaired.outcome !== 'fixed') return null;
    last = repaired;
    const { value, redacted } = redactNew(repaired.doc, openState(current));
    if (redacted.length > 0) notify(`redacted a secret at ${redacted.join(', ')}`);
    const event = { name: 'repaired', args: { changes: repaired.changes.length, ...Object.fromEntries(answers) } };
    return { expect: current?.revision ?? 0, state: value, place: run.place, at: now().toISOString(), actor, event };
  });
  return { ...first, repaired: last };
}

/** Keeps the bytes of a file. */
function quarantine(root: string, key: Key, file: string): void {
  const bytes = fs.readFileSync(file);
  const kept = path.join(root, ownFolder, 'quarantine', `${fileStem(key)}.${checksum(bytes)}.json`);
  fs.mkdirSync(path.dirname(kept), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(kept)) writeWhole(nodeFiles, `${kept}.tmp`, kept, bytes, 0o600);
}
