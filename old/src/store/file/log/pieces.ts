// The files of one log, by their names: what can be taken away although it can no longer be followed.

import path from 'node:path';
import { loadBytes } from '../../../disk/files.js';
import { namesIn } from '../../../disk/folders.js';
import { logFolder, packName, segmentName } from '../../../disk/layout.js';
import { type Key, keyText, stemsOf } from '../../../rules/names.js';
import { readLines } from './record.js';
import { unpackOrNothing } from './segments.js';

/**
 * Lists the files of a log in the order in which they may go: as long as the last but one is there, the log can be read.
 * @param folder where it stands
 * @param stem its stem
 * @returns their names: packed segments, then later ones, and the one that leads to them at the end
 */
export function piecesOf(folder: string, stem: string): readonly string[] {
  const numbers = namesIn(folder).map((name) => [name, segmentOf(stem, name)] as const);
  const found = numbers.flatMap(([name, segment]) => (segment === null ? [] : [{ name, segment }]));
  return found.toSorted((a, b) => a.segment - b.segment).map(({ name }) => name);
}

/** The file without a number leads to the newest, and goes last. */
function segmentOf(stem: string, name: string): number | null {
  if (name === segmentName(stem, 1)) return Number.POSITIVE_INFINITY;
  const segment = Number(/\+(\d{1,9})\.log(?:\.br)?$/.exec(name)?.[1] ?? 0);
  return segment > 0 && (name === packName(stem, segment) || name === segmentName(stem, segment)) ? segment : null;
}

/**
 * Finds what is left of a checkpoint's log that cannot be followed.
 * @param root the project's root
 * @param key the checkpoint
 * @returns its stem and folder; null when nothing is left, or what is left belongs to another
 */
export function findPieces(root: string, key: Key): { readonly stem: string; readonly folder: string } | null {
  const folder = path.join(root, logFolder(key.family));
  for (const stem of stemsOf(key).toReversed()) {
    const names = piecesOf(folder, stem);
    const owner = names.map((name) => ownerOf(path.join(folder, name))).find((one) => one !== null) ?? keyText(key);
    if (names.length > 0 && owner === keyText(key)) return { stem, folder };
  }
  return null;
}

/** Every full record carries its key. */
function ownerOf(file: string): string | null {
  const bytes = loadBytes(file) ?? Buffer.alloc(0);
  const lines = readLines(file.endsWith('.br') ? unpackOrNothing(bytes) : bytes);
  for (const { record } of lines) if (record?.k === 'full') return record.key;
  return null;
}
