// One run under repair: its file and its log are read, and the repaired document becomes a new revision. The drifted
// document stays as the revision before it; bytes that are not JSON are in quarantine.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../../base/checksum.js';
import { isPawlError } from '../../base/errors.js';
import { type Json, type JsonObject, isObject, parseJson } from '../../base/json.js';
import { mergeDocuments } from '../../base/merge.js';
import { type Key, type Place, familyNames, fileStem, keyOfStem, keyText, keysOfRef } from '../../base/names.js';
import { redactNew } from '../../base/redact.js';
import { defaultChecks } from '../../formats/format.js';
import { withoutRev } from '../../formats/notes.js';
import { reconcile } from '../../formats/reconcile.js';
import { change, openState } from '../../runs/change.js';
import { type Project, formats } from '../../runs/project.js';
import type { FileStore } from '../../store/file/file-store.js';
import { nodeFiles, readWhole, writeWhole } from '../../store/file/files.js';
import { filePlaces, ownFolder, publishedFolder } from '../../store/file/publish.js';
import type { Stored } from '../../store/store.js';
import { type FileText, readFileText } from './file.js';
import { type Repaired, repairDocument } from './repair.js';
import { wrappers } from './tables.js';
import { Source } from './work.js';

/** Where a run's checkpoint file is, or would be. */
export interface CheckpointPlace {
  readonly key: Key;
  readonly place: Place;
  /** Null when there is none. */
  readonly file: string | null;
}

/** Every run, also those whose file is not a checkpoint yet but can become one. */
export function runsIn(project: Project, store: FileStore): readonly CheckpointPlace[] {
  const found = familyNames.flatMap((family) =>
    filePlaces.flatMap((place) => {
      const folder = publishedFolder(family, place);
      const names = folder === null ? [] : nodeFiles.names(path.join(project.root, folder));
      const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.'));
      return files.flatMap((name): CheckpointPlace[] => {
        const file = path.join(project.root, folder ?? '', name);
        if (!fs.lstatSync(file).isFile()) return [];
        const parsed = parseJson(fs.readFileSync(file, 'utf8'));
        const named = 'value' in parsed && isObject(parsed.value) ? formats[family].named(parsed.value) : {};
        const key = keyOfStem(family, name.slice(0, -'.json'.length), named);
        return key === null ? [] : [{ key, place, file }];
      });
    }),
  );
  const known = new Set(found.map(({ key }) => keyText(key)));
  const listed = store.list({ all: true });
  const isListed = new Set(listed.map(({ key }) => keyText(key)));
  const others = listed
    .filter(({ key }) => !known.has(keyText(key)))
    .map(({ key, place }) => ({ key, place, file: null }));
  return [...found.filter((one) => isListed.has(keyText(one.key)) || isCommand(one)), ...others];
}

/** The runs that a ref can mean. */
export function runsNamed(runs: readonly CheckpointPlace[], ref: string): readonly CheckpointPlace[] {
  const wanted = new Set(keysOfRef(ref).map(keyText));
  return runs.filter(({ key }) => wanted.has(keyText(key)));
}

/** Other tools keep files in that folder, too: a checkpoint in another shape must name its command. */
function isCommand({ key, file }: CheckpointPlace): boolean {
  if (key.family !== 'command' || file === null) return false;
  const read = readFileText(fs.readFileSync(file, 'utf8'), new Map());
  let value = read?.value ?? null;
  for (let depth = 0; depth < 3; depth++) {
    if (typeof value === 'string') {
      const parsed = parseJson(value);
      value = 'value' in parsed ? parsed.value : null;
    }
    if (Array.isArray(value)) value = value[0] ?? null;
    if (!isObject(value)) return false;
    const command = new Source(value, 'command').one('command')?.value;
    if (typeof command === 'string') return command.replace(/^\//, '') === key.command;
    const box: JsonObject = value;
    value = wrappers.map((name) => box[name] ?? null).find((inner) => inner !== null) ?? null;
  }
  return false;
}

/** The checkpoint in a file's text; null when it is none. */
export function documentIn(key: Key, text: string): { readonly doc: JsonObject; readonly rev: string | null } | null {
  const parsed = parseJson(text);
  return 'value' in parsed && formats[key.family].isCheckpoint(parsed.value) ? withoutRev(parsed.value) : null;
}

/** A run as it stands, and what a repair makes of it. */
export interface Diagnosis {
  readonly repaired: Repaired;
  /** Why the file is not plain JSON, or that names are repeated in it; null when it is plain. */
  readonly fault: string | null;
}

/** Finds out what a repair would do. Reads only. */
export function diagnose(
  project: Project,
  store: FileStore,
  at: CheckpointPlace,
  answers: ReadonlyMap<string, string>,
): Diagnosis {
  const read = readPlace(at, answers);
  if (read === 'unreadable')
    return { repaired: { outcome: 'cannot', reason: 'nothing can be read from its text' }, fault: 'unreadable' };
  return { repaired: decide(project, store, at, read, answers, currentOf(store, at.key)), fault: faultOf(read) };
}

function faultOf(read: FileText | null): string | null {
  if (read === null) return null;
  return read.fault ?? (read.repeated.length > 0 ? `${read.repeated.join(', ')} stands there twice` : null);
}

function readPlace({ file }: CheckpointPlace, answers: ReadonlyMap<string, string>): FileText | 'unreadable' | null {
  const bytes = file === null ? null : readWhole(nodeFiles, file);
  const text = bytes?.toString('utf8') ?? '';
  if (text.replaceAll('\0', '').trim() === '') return null; // the newest revision is published there again
  return readFileText(text, answers) ?? 'unreadable';
}

/** The newest revision, with what was done to the file; null when there is none. */
function currentOf(store: FileStore, key: Key): Stored | null {
  try {
    return store.get(key);
  } catch (error) {
    if (isPawlError(error, 'corrupt') || isPawlError(error, 'newer-version')) return null;
    throw error;
  }
}

function decide(
  project: Project,
  store: FileStore,
  { key, file }: CheckpointPlace,
  read: FileText | null,
  answers: ReadonlyMap<string, string>,
  current: Stored | null,
): Repaired {
  const format = formats[key.family];
  const modifiedAt = (file === null ? project.now() : fs.statSync(file).mtime).toISOString();
  const given = { key, modifiedAt, answers, checks: project.context().checks ?? defaultChecks };
  const raw = read === null ? (current?.state ?? {}) : rawOf(store, key, read, current);
  const repaired = onTopOf(key, repairDocument(format, raw, given), raw, openState(current));
  const open = read?.questions ?? [];
  if (open.length === 0) {
    if (repaired.outcome !== 'valid' || faultOf(read) === null || !isObject(raw)) return repaired;
    return { outcome: 'fixed', doc: raw, changes: [], left: [] };
  }
  const more = repaired.outcome === 'asked' ? repaired.questions : [];
  return { outcome: 'asked', questions: [...open, ...more] };
}

/** A file in another shape than its newest revision removes nothing from it. */
function onTopOf(key: Key, repaired: Repaired, raw: Json, newest: JsonObject | null): Repaired {
  const format = formats[key.family];
  if (repaired.outcome !== 'fixed' || newest === null || format.isCheckpoint(raw)) return repaired;
  const doc = reconcile(format, repaired.doc, null, newest).state;
  return format.check(doc).length > repaired.left.length ? repaired : { ...repaired, doc };
}

/** What is repaired: the newest revision, or what a file that is no checkpoint says, on top of it. */
function rawOf(store: FileStore, key: Key, read: FileText, current: Stored | null): Json {
  const format = formats[key.family];
  const isPlain = read.fault === null && read.repeated.length === 0;
  const newest = openState(current);
  const value = isObject(read.value) ? withoutRev(read.value) : null;
  if (newest === null || value === null) return isPlain && newest !== null ? newest : (value?.doc ?? read.value);
  if (isPlain && format.isCheckpoint(read.value)) return newest;
  if (!format.isCheckpoint(value.doc)) return value.doc;
  const number = Number.parseInt(value.rev ?? '', 10);
  const base = Number.isNaN(number) ? null : store.revision(key, number);
  const known = base !== null && base.rev === value.rev ? base.state : null;
  // A text that broke off says nothing about what is missing in it.
  const whole = known === null ? value.doc : mergeDocuments({}, value.doc, known).value;
  return reconcile(format, whole, known, newest).state;
}

/** Repairs a run; its new revision when there is one. */
export async function repairRun(
  project: Project,
  store: FileStore,
  at: CheckpointPlace,
  answers: ReadonlyMap<string, string>,
): Promise<Diagnosis> {
  const { key, file } = at;
  const read = readPlace(at, answers);
  if (read === 'unreadable') return diagnose(project, store, at, answers);
  let last: Repaired = decide(project, store, at, read, answers, currentOf(store, key));
  const fault = faultOf(read);
  if (last.outcome !== 'fixed') return { repaired: last, fault };
  if (fault !== null && file !== null) quarantine(project.root, key, file);
  const context = project.context();
  await change(brave(project, store), key, (current) => {
    last = decide(project, store, at, read, answers, current);
    if (last.outcome !== 'fixed') return null;
    const { value, redacted } = redactNew(last.doc, openState(current));
    if (redacted.length > 0) context.notify(`redacted a secret at ${redacted.join(', ')}`);
    const event = {
      name: 'repaired',
      args: { changes: last.changes.length, ...(answers.size === 0 ? {} : { answers: Object.fromEntries(answers) }) },
    };
    return {
      expect: current?.revision ?? 0,
      state: value,
      place: at.place,
      at: context.now().toISOString(),
      actor: context.actor,
      event,
    };
  });
  return { repaired: last, fault };
}

/** The project's store, where a file that is no checkpoint counts as no revision. */
function brave(project: Project, store: FileStore): Project['store'] {
  return { ...project.store, get: async (key) => currentOf(store, key) };
}

/** Keeps the bytes of a file that JSON cannot show. */
function quarantine(root: string, key: Key, file: string): void {
  const bytes = fs.readFileSync(file);
  const kept = path.join(root, ownFolder, 'quarantine', `${fileStem(key)}.${checksum(bytes)}.json`);
  if (fs.existsSync(kept)) return;
  writeWhole(nodeFiles, `${kept}.tmp`, kept, bytes, 0o600);
}
