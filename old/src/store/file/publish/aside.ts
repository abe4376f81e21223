// Bytes that a document cannot stand for are kept aside, once, under their checksum.

import fs from 'node:fs';
import { lostWords } from '../../../rules/json/says-more.js';
import { tryJson } from '../../../rules/json/try-json.js';
import { writeNewFile } from '../../../disk/files.js';
import { ensureFolder } from '../../../disk/folders.js';
import { asideFolder, below } from '../../../disk/layout.js';
import type { Desk } from './desk.js';
import type { Sight } from './judge.js';
import { describeStranger } from './knowledge.js';

/**
 * Keeps bytes that hold no checkpoint, and says so.
 * @param desk the checkpoint
 * @param sight the bytes
 */
export function keepAside(desk: Desk, sight: Sight): void {
  const { code, message } = describeStranger(desk.key, desk.file, sight.bytes);
  desk.note(code, `${message} (kept as ${asideFile(desk, sight)}; the last good revision stays current)`);
  keepBytes(desk, sight);
}

/**
 * Keeps bytes that say more than a document keeps: a number with more digits, or a key with several values.
 * @param desk the checkpoint
 * @param sight the bytes
 */
export function keepInexact(desk: Desk, sight: Sight): void {
  const text = sight.bytes.toString('utf8');
  const lost = lostWords(text, tryJson(text) ?? null);
  if (lost.length > 0)
    desk.note('inexact', `${desk.file} ${lost.join(', and ')}; its bytes are ${keepBytes(desk, sight)}`);
}

/**
 * Keeps bytes.
 * @param desk the checkpoint
 * @param sight the bytes
 * @returns where they are
 */
export function keepBytes(desk: Desk, sight: Sight): string {
  const kept = asideFile(desk, sight);
  if (fs.existsSync(kept)) return kept;
  ensureFolder(desk.space.root, asideFolder, 0o700);
  writeNewFile(kept, sight.bytes, { mode: 0o600, sync: true });
  return kept;
}

function asideFile(desk: Desk, { hash }: Sight): string {
  return below(desk.space.root, asideFolder, `${desk.log.stem}.${hash}.bytes`);
}
