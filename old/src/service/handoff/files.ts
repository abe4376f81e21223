// The documents of hand-offs on disk, beside the runs that they belong to: `.pawl/handoffs/{run}/{task}.{phase}.{kind}.json`,
// the second one of a kind `….2.json`; none replaces another, and the run says which counts. Readable by their owner only. They
// hold no secret: that is taken out before the first byte is written.

import fs from 'node:fs';
import path from 'node:path';
import type { HandoffEntry } from '../../families/handoff/index.js';
import { errnoOf } from '../../rules/errno.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { encodePart, fileStem, type Key, keyText } from '../../rules/names.js';
import { loadBytes, writeNewFile } from '../../disk/files.js';
import { ensureFolder, syncFolder } from '../../disk/folders.js';
import { ownFolder, publishedFolders } from '../../disk/layout.js';

export const handoffFolder = `${ownFolder}/handoffs`;

const maxBytes = 1024 * 1024;

/** More than anyone asks or answers one thing. */
const maxNumber = 10_000;

/** Which document: its task, phase and kind. */
export interface HandoffName {
  readonly task_id: string;
  readonly phase: string;
  readonly kind: 'request' | 'response';
}

function folderOf(key: Key): string {
  return `${handoffFolder}/${encodePart(keyText(key), false)}`;
}

function nameOf({ task_id, phase, kind }: HandoffName, number: number): string {
  return `${fileStem('task_id', task_id)}.${phase}.${kind}${number === 1 ? '' : `.${number}`}.json`;
}

/** The run may have come with a clone: only a number becomes part of a name. */
function numberOf(entry: HandoffEntry, kind: HandoffName['kind']): number {
  return Number.isSafeInteger(entry[kind]) ? (entry[kind] ?? 1) : 1;
}

/**
 * Tells where the request of a hand-off stands.
 * @param key the run
 * @param entry what the run remembers
 * @returns the path from the project's root
 */
export function requestPath(key: Key, entry: HandoffEntry): string {
  const { task_id, phase } = entry;
  return `${folderOf(key)}/${nameOf({ task_id, phase, kind: 'request' }, numberOf(entry, 'request'))}`;
}

/** A document on disk. */
export interface WrittenHandoff {
  readonly file: string;
  /** The first of its name is 1. */
  readonly number: number;
}

/**
 * Writes a document beside those of the same name; one that says the same is not written twice.
 * @param root the project's root
 * @param key the run
 * @param name which document
 * @param document the document, without secrets
 * @returns where it stands
 */
export function writeHandoff(root: string, key: Key, name: HandoffName, document: JsonObject): WrittenHandoff {
  const bytes = Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
  if (bytes.length > maxBytes) {
    throw new PawlError('too-large', `the ${name.kind} has ${bytes.length} bytes; the limit is ${maxBytes}`, {
      hint: 'Put large parts into files, and name their paths.',
    });
  }
  ensureFolder(root, publishedFolders.command, 0o755);
  for (const folder of [ownFolder, handoffFolder, folderOf(key)]) ensureFolder(root, folder, 0o700);
  const folder = path.join(root, folderOf(key));
  for (let number = 1; number <= maxNumber; number++) {
    const file = path.join(folder, nameOf(name, number));
    if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true) {
      if (loadBytes(file)?.equals(bytes) === true) return { file, number };
      continue;
    }
    try {
      writeNewFile(file, bytes, { mode: 0o600, sync: true });
    } catch (error) {
      if (isPawlError(error) && errnoOf(error.cause) === 'EEXIST') continue; // someone was faster, or it is no file
      throw error;
    }
    syncFolder(folder);
    return { file, number };
  }
  throw new PawlError('too-large', `${name.task_id} has more than ${maxNumber} documents`, { hint: 'Use another id.' });
}

/**
 * Loads a document.
 * @param root the project's root
 * @param key the run
 * @param name which document
 * @param number which of those of the same name
 * @returns the document, or null when there is none; throws `corrupt` when it is none any more
 */
export function loadHandoff(root: string, key: Key, name: HandoffName, number = 1): JsonObject | null {
  const folder = folderOf(key);
  if (!ensureFolder(root, folder, null)) return null;
  const file = path.join(root, folder, nameOf(name, number));
  const bytes = loadBytes(file);
  if (bytes === null) return null;
  const parsed = bytes.length > maxBytes ? null : parseJson(bytes.toString('utf8'));
  if (parsed?.ok === true && isJsonObject(parsed.value)) return parsed.value;
  throw new PawlError('corrupt', `${file} is no hand-off any more`, {
    hint: 'Its summary is in the history of its run. Make the hand-off anew.',
  });
}

/**
 * Loads the documents of a hand-off that its run remembers.
 * @param root the project's root
 * @param key the run
 * @param entry what the run remembers
 * @returns the request, null when it is gone, and the response, null until it is answered
 */
export function loadEntry(
  root: string,
  key: Key,
  entry: HandoffEntry,
): { readonly request: JsonObject | null; readonly response: JsonObject | null } {
  const { task_id, phase, status } = entry;
  const load = (kind: HandoffName['kind']): JsonObject | null =>
    loadHandoff(root, key, { task_id, phase, kind }, numberOf(entry, kind));
  return { request: load('request'), response: status === 'open' ? null : load('response') };
}

/**
 * Takes a run's documents away, for a run that leaves no trace.
 * @param root the project's root
 * @param key the run
 */
export function dropHandoffs(root: string, key: Key): void {
  const folder = folderOf(key);
  if (ensureFolder(root, folder, null)) fs.rmSync(path.join(root, folder), { recursive: true, force: true });
}
