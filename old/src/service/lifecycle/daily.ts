// Cleaning up by itself, at most once a day. A file remembers when; whoever is first does it.

import fs from 'node:fs';
import path from 'node:path';
import { ensureFolder } from '../../disk/folders.js';
import { cleanedFile, ownFolder } from '../../disk/layout.js';
import type { Workbench } from '../workbench.js';
import { type CleanOptions, type CleanReport, cleanUp } from './clean.js';

const dayMs = 24 * 60 * 60 * 1000;
/** What the daily clean-up has seen that often is packed, or not worth it. */
const packUpToDays = 28;

/**
 * Cleans up when nobody has today. Never throws: it is done beside something else that somebody asked for.
 * @param bench the store and the circumstances
 * @param limits when a run is old; seed 004's unless given
 * @returns what was done; null when it was not due, or could not be done
 */
export async function cleanAutomatically(
  bench: Workbench,
  limits: Pick<CleanOptions, 'maxAgeDays' | 'failedDays'> = {},
): Promise<CleanReport | null> {
  try {
    // Where pawl keeps nothing there is nothing to clean up, and nothing is begun for it.
    if (!ensureFolder(bench.root, ownFolder, null)) return null;
    if (!isDue(path.join(bench.root, cleanedFile), bench.clock())) return null;
    return await cleanUp(bench, { ...limits, packUpToDays });
  } catch {
    return null;
  }
}

/** Takes the day, before anything is done: of two programs that start together, the second finds it taken. */
function isDue(file: string, now: number): boolean {
  const last = Date.parse(loadText(file));
  // A clock that jumped back far must not put the next time off for years.
  if (Math.abs(now - last) < dayMs) return false;
  const flags = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_TRUNC | (fs.constants.O_NOFOLLOW ?? 0);
  const fd = fs.openSync(file, flags, 0o600);
  try {
    fs.writeSync(fd, `${new Date(now).toISOString()}\n`);
  } finally {
    fs.closeSync(fd);
  }
  return true;
}

function loadText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
