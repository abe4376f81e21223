// What went wrong in hooks: they never fail the agent, so that it is kept here for `status` and `doctor`. Small, and never
// in the way.

import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '../../rules/json/json.js';
import { tryJson } from '../../rules/json/try-json.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { appendFlags, closeQuietly, createFlags, loadBytes, removeFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { ownFolder } from '../../disk/layout.js';
import { hasTrouble, troubleFile } from './has-trouble.js';

/** Something that went wrong in a hook. */
export interface HookTrouble {
  readonly event: string;
  readonly message: string;
  /** ISO 8601. */
  readonly at: string;
  /** What has to be put right for it to be over; where it says nothing, a person decides that. */
  readonly about?: string | undefined;
}

export { troubleFile } from './has-trouble.js';

const maxBytes = 32 * 1024;
const kept = 20;
const shownMs = 24 * 60 * 60 * 1000;

/**
 * Notes something that went wrong. Never throws, and begins nothing where pawl keeps nothing.
 * @param root the project's root
 * @param trouble what, in which hook, when
 */
export function noteTrouble(root: string, trouble: HookTrouble): void {
  try {
    if (!ensureFolder(root, ownFolder, null)) return;
    const file = path.join(root, troubleFile);
    const { event, at, about } = trouble;
    const message = harmlessLine(trouble.message).slice(0, 500);
    const line = { event: harmlessLine(event).slice(0, 60), message, at, about };
    const last = loadTroubles(root).slice(1 - kept);
    const isLarge = (fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes;
    if (isLarge) removeFile(file);
    append(file, isLarge ? [...last, line] : [line]);
  } catch {
    // Nobody is left to tell.
  }
}

function append(file: string, lines: readonly HookTrouble[]): void {
  const fd = fs.openSync(file, appendFlags | createFlags, 0o600);
  try {
    if (fs.fstatSync(fd).isFile()) fs.writeSync(fd, lines.map((one) => `\n${JSON.stringify(one)}`).join(''));
  } finally {
    closeQuietly(fd);
  }
}

/**
 * Forgets what was put right. Never throws.
 * @param root the project's root
 * @param about what that was
 */
export function settleTroubles(root: string, about: string): void {
  const all = loadTroubles(root);
  const others = all.filter((one) => one.about !== about);
  if (others.length === all.length) return;
  try {
    clearTroubles(root);
    if (others.length > 0) append(path.join(root, troubleFile), others);
  } catch {
    // Then they are told for another while.
  }
}

/**
 * Loads what went wrong, the oldest first. Never throws.
 * @param root the project's root
 * @returns at most as many as are worth a look
 */
export function loadTroubles(root: string): readonly HookTrouble[] {
  try {
    if (!hasTrouble(root)) return [];
    const text = loadBytes(path.join(root, troubleFile))?.toString('utf8') ?? '';
    return text.split('\n').flatMap(readLine).slice(-kept);
  } catch {
    return [];
  }
}

/**
 * Picks what went wrong lately.
 * @param troubles what is noted
 * @param now the time, in milliseconds since 1970
 * @returns those of the last day
 */
export function recentTroubles(troubles: readonly HookTrouble[], now: number): readonly HookTrouble[] {
  return troubles.filter(({ at }) => Math.abs(now - Date.parse(at)) < shownMs);
}

/**
 * Sums up in one line what went wrong lately.
 * @param root the project's root
 * @param now the time, in milliseconds since 1970
 * @returns the line; null when nothing did
 */
export function troubleLine(root: string, now: number): string | null {
  const recent = recentTroubles(loadTroubles(root), now);
  const last = recent.at(-1);
  if (last === undefined) return null;
  const count = recent.length === 1 ? 'a hook' : `${recent.length} hooks`;
  return `${count} had trouble; the last: ${last.event} at ${last.at.slice(0, 16)}Z: ${last.message}`;
}

/**
 * Forgets what went wrong.
 * @param root the project's root
 */
export function clearTroubles(root: string): void {
  if (ensureFolder(root, ownFolder, null)) removeFile(path.join(root, troubleFile));
}

function readLine(line: string): readonly HookTrouble[] {
  const value = line === '' ? null : tryJson(line); // or torn
  if (!isJsonObject(value)) return [];
  const { event, message, at, about } = value;
  if (typeof event !== 'string' || typeof message !== 'string' || typeof at !== 'string') return [];
  const known = { event: harmlessLine(event), message: harmlessLine(message), at: harmlessLine(at) };
  return [typeof about === 'string' ? { ...known, about } : known];
}
