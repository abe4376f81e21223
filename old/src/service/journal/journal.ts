// Files that an agent touched while it worked on a run: noted one by one, cheaply, and stored with the run at its next
// boundary, so that the history is not flooded. One file for each run; to take it is to rename it, which only one can.

import fs from 'node:fs';
import path from 'node:path';
import { checksumText } from '../../rules/checksum.js';
import { errnoOf } from '../../rules/errno.js';
import { tryJson } from '../../rules/json/try-json.js';
import { type Key, keyText } from '../../rules/names.js';
import { appendFlags, closeQuietly, createFlags, isRunning, loadBytes, removeFile } from '../../disk/files.js';
import { tempName, tempOwner } from '../../disk/temp-name.js';
import { ensureFolder } from '../../disk/folders.js';
import { ownFolder } from '../../disk/layout.js';
import { isNowhere } from '../worktrees.js';

export const journalFolder = `${ownFolder}/journal`;

/** Files that were touched and are still there, each in one of the lists: agents write and remove scratch files all the time. */
export interface Touched {
  readonly created: readonly string[];
  readonly modified: readonly string[];
}

/** Touched files on their way into the run. */
export interface TakenJournal extends Touched {
  /** They are stored. */
  done(): void;
  /** They could not be stored: the next one takes them. */
  giveBack(): void;
}

const maxBytes = 1024 * 1024;
const maxFiles = 2_000;
const maxTries = 20;

const takenEnd = '.taken';

function fileOf(root: string, key: Key): string {
  return path.join(root, journalFolder, `${checksumText(keyText(key))}.log`);
}

/**
 * Notes a file that was touched.
 * @param root the project's root, where pawl keeps something already
 * @param key the run
 * @param file the file, from the root, with forward slashes
 * @param isNew whether it was created
 */
export function noteTouched(root: string, key: Key, file: string, isNew: boolean): void {
  if (!ensureFolder(root, ownFolder, null)) return;
  ensureFolder(root, journalFolder, 0o700);
  const line = `\n${JSON.stringify([isNew ? 'c' : 'm', file])}`;
  for (let tries = 0; tries < maxTries && !isAppended(fileOf(root, key), line); tries++);
}

/** False when the journal was taken meanwhile: whether the line was read is then unknown, and to note it twice is harmless. */
function isAppended(journal: string, line: string): boolean {
  const fd = fs.openSync(journal, appendFlags | createFlags, 0o600);
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile() || stat.size >= maxBytes) return true;
    fs.writeSync(fd, line);
    return fs.lstatSync(journal, { throwIfNoEntry: false })?.ino === stat.ino;
  } finally {
    closeQuietly(fd);
  }
}

/**
 * Looks at what was touched, and leaves it there.
 * @param root the project's root
 * @param key the run
 * @returns the files; empty when nothing can be read
 */
export function touchedFiles(root: string, key: Key): Touched {
  try {
    if (!ensureFolder(root, journalFolder, null)) return { created: [], modified: [] };
    return parse(root, [loadBytes(fileOf(root, key))]);
  } catch {
    return { created: [], modified: [] };
  }
}

/**
 * Takes what was touched, to store it with the run. Never throws: the run itself is what matters.
 * @param root the project's root
 * @param key the run
 * @param now the time, in milliseconds since 1970
 * @returns the files; null when there are none
 */
export function takeJournal(root: string, key: Key, now: number = Date.now()): TakenJournal | null {
  try {
    if (!ensureFolder(root, journalFolder, null)) return null;
    const file = fileOf(root, key);
    const left = leftovers(file, now);
    const taken = `${file}.${tempName()}${takenEnd}`;
    const isTaken = rename(file, taken);
    const parts = isTaken ? [...left, taken] : left;
    if (parts.length === 0) return null;
    const touched = parse(root, parts.map(loadBytes));
    return {
      ...touched,
      done: () => parts.forEach(removeQuietly),
      giveBack: () => void (isTaken && putBack(taken, file)),
    };
  } catch {
    return null;
  }
}

/** Where another journal was begun meanwhile, it is left to be found as a leftover. */
function putBack(taken: string, file: string): void {
  try {
    fs.linkSync(taken, file); // never replaces one
    removeFile(taken);
  } catch {
    // See above.
  }
}

/** What processes took that were killed before it was stored. Of those that cannot be asked, a minute is more than any save takes. */
function leftovers(file: string, now: number): readonly string[] {
  const [folder, stem] = [path.dirname(file), `${path.basename(file)}.`];
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(stem) && name.endsWith(takenEnd))
    .filter((name) => {
      const owner = tempOwner(name.slice(stem.length, -takenEnd.length));
      if (owner !== null && !isRunning(owner)) return true;
      return Math.abs(now - (fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.ctimeMs ?? 0)) > 60_000;
    })
    .map((name) => path.join(folder, name));
}

function rename(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function removeQuietly(file: string): void {
  try {
    removeFile(file);
  } catch {
    // Lists of files unite: to store one twice is harmless.
  }
}

function parse(root: string, parts: readonly (Buffer | null)[]): Touched {
  const files = new Map<string, boolean>();
  const lines = parts.flatMap((bytes) =>
    bytes === null ? [] : bytes.subarray(0, maxBytes).toString('utf8').split('\n'),
  );
  for (const [kind, file] of lines.flatMap(readLine)) files.set(file, kind === 'c' || files.get(file) === true);
  const all = [...files].filter(([file]) => !isNowhere(root, file)).slice(0, maxFiles);
  return {
    created: all.filter(([, isNew]) => isNew).map(([file]) => file),
    modified: all.filter(([, isNew]) => !isNew).map(([file]) => file),
  };
}

function readLine(line: string): readonly (readonly [kind: string, file: string])[] {
  const value = line === '' ? null : tryJson(line); // or torn
  if (!Array.isArray(value)) return [];
  const [kind, file]: readonly unknown[] = value;
  return typeof kind === 'string' && typeof file === 'string' && file !== '' ? [[kind, file]] : [];
}
