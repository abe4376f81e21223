// Acting once when the same event comes twice: from a plugin and from settings at the same time. Whoever creates the mark
// first acts. Only a courtesy: all that hooks do may be done twice.

import fs from 'node:fs';
import path from 'node:path';
import { checksumText } from '../../rules/checksum.js';
import { exclusiveFlags, loadBytes, removeFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { ownFolder } from '../../disk/layout.js';
import { errnoOf } from '../../rules/errno.js';

export const marksFolder = `${ownFolder}/hooks`;

/** Two processes that were started for one event are never further apart; two equal events of one agent are. */
const windowMs = 3_000;

/**
 * Tells whether an event is met for the first time.
 * @param root the project's root
 * @param identity what makes the event this one: session, name, content
 * @param now the time, in milliseconds since 1970
 * @param withinMs how far apart they may be and still be one
 * @returns false when another process has it; true also where no mark can be made
 */
export function isFirst(root: string, identity: string, now: number, withinMs: number = windowMs): boolean {
  const slot = Math.floor(now / withinMs);
  const stem = checksumText(identity);
  if (!mark(root, `${stem}.${slot}`)) return false;
  // The other one may have come at the end of the slot before: then it was first.
  const before = fs.lstatSync(path.join(root, marksFolder, `${stem}.${slot - 1}`), { throwIfNoEntry: false });
  return before === undefined || now - before.mtimeMs >= withinMs;
}

/**
 * Tells whether an event is to be answered where one that is repeated counts again: an agent tells of it by several ways, but
 * by each of them once. The way by which it came first is the one that is answered.
 * @param root the project's root
 * @param identity what makes the event this one: session, content
 * @param way how it came: the hook's event and file
 * @param now the time, in milliseconds since 1970
 * @param withinMs how far apart the ways may be
 * @returns false when another way has it
 */
export function isFirstOfWays(
  root: string,
  identity: string,
  way: string,
  now: number,
  withinMs: number = windowMs,
): boolean {
  const slot = Math.floor(now / withinMs);
  const stem = checksumText(identity);
  const before = path.join(root, marksFolder, `${stem}.${slot - 1}`);
  const made = fs.lstatSync(before, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  if (now - made < withinMs) return isOfWay(before, way);
  return mark(root, `${stem}.${slot}`, way) || isOfWay(path.join(root, marksFolder, `${stem}.${slot}`), way);
}

function isOfWay(file: string, way: string): boolean {
  return loadBytes(file)?.toString('utf8') === checksumText(way);
}

/**
 * Tells whether something is said for the first time, ever.
 * @param root the project's root
 * @param identity what makes it this one
 * @returns false when it was said before
 */
export function isFirstEver(root: string, identity: string): boolean {
  return mark(root, `${checksumText(identity)}.said`);
}

/**
 * Tells whether something was said before, and says nothing.
 * @param root the project's root
 * @param identity what makes it this one
 * @returns true when it was
 */
export function wasSaid(root: string, identity: string): boolean {
  return fs.existsSync(path.join(root, marksFolder, `${checksumText(identity)}.said`));
}

function mark(root: string, name: string, way?: string): boolean {
  try {
    if (!ensureFolder(root, ownFolder, null)) return true;
    ensureFolder(root, marksFolder, 0o700);
    const file = fs.openSync(path.join(root, marksFolder, name), exclusiveFlags, 0o600);
    if (way !== undefined) fs.writeSync(file, checksumText(way));
    fs.closeSync(file);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'EEXIST';
  }
}

const forgottenMs = 24 * 60 * 60 * 1000;

/**
 * Takes old marks away.
 * @param root the project's root
 * @param now the time, in milliseconds since 1970
 */
export function sweepMarks(root: string, now: number): void {
  if (!ensureFolder(root, marksFolder, null)) return;
  for (const name of fs.readdirSync(path.join(root, marksFolder))) {
    const file = path.join(root, marksFolder, name);
    const made = fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    const maxMs = name.endsWith('.said') ? forgottenMs : 30 * windowMs;
    if (/^[0-9a-f]{16}\.(?:\d+|said)$/.test(name) && Math.abs(now - made) > maxMs) removeFile(file);
  }
}
