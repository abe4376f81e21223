// The documents of hand-offs on disk, beside the runs that they belong to: `.pawl/handoffs/{run}/{task}.{phase}.{kind}.json`,
// readable by their owner only. They hold no secret: that is taken out before the first byte is written.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { encodePart, fileStem, type Key, keyText } from '../../rules/names.js';
import { loadBytes, putInPlace, writeNewFile } from '../../disk/files.js';
import { ensureFolder, syncFolder } from '../../disk/folders.js';
import { ownFolder, publishedFolders, tempFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';

export const handoffFolder = `${ownFolder}/handoffs`;

const maxBytes = 1024 * 1024;

/** Which document: its task, phase and kind. */
export interface HandoffName {
  readonly task_id: string;
  readonly phase: string;
  readonly kind: 'request' | 'response';
}

function folderOf(key: Key): string {
  return `${handoffFolder}/${encodePart(keyText(key), false)}`;
}

function nameOf({ task_id, phase, kind }: HandoffName): string {
  return `${fileStem('task_id', task_id)}.${phase}.${kind}.json`;
}

/**
 * Writes a document; an older one of the same name is replaced.
 * @param root the project's root
 * @param key the run
 * @param name which document
 * @param document the document, without secrets
 * @returns its path
 */
export function writeHandoff(root: string, key: Key, name: HandoffName, document: JsonObject): string {
  const bytes = Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
  if (bytes.length > maxBytes) {
    throw new PawlError('too-large', `the ${name.kind} has ${bytes.length} bytes; the limit is ${maxBytes}`, {
      hint: 'Put large parts into files, and name their paths.',
    });
  }
  ensureFolder(root, publishedFolders.command, 0o755);
  for (const folder of [ownFolder, tempFolder, handoffFolder, folderOf(key)]) ensureFolder(root, folder, 0o700);
  const folder = path.join(root, folderOf(key));
  const file = path.join(folder, nameOf(name));
  const temp = path.join(root, tempFolder, tempName());
  writeNewFile(temp, bytes, { mode: 0o600, sync: true });
  putInPlace(temp, file);
  syncFolder(folder);
  return file;
}

/**
 * Loads a document.
 * @param root the project's root
 * @param key the run
 * @param name which document
 * @returns the document, or null when there is none; throws `corrupt` when it is none any more
 */
export function loadHandoff(root: string, key: Key, name: HandoffName): JsonObject | null {
  const folder = folderOf(key);
  if (!ensureFolder(root, folder, null)) return null;
  const file = path.join(root, folder, nameOf(name));
  const bytes = loadBytes(file);
  if (bytes === null) return null;
  const parsed = bytes.length > maxBytes ? null : parseJson(bytes.toString('utf8'));
  if (parsed?.ok === true && isJsonObject(parsed.value)) return parsed.value;
  throw new PawlError('corrupt', `${file} is no hand-off any more`, {
    hint: 'Its summary is in the history of its run. Make the hand-off anew.',
  });
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
