// One project under examination: its store, when its folders can be used, and how its files are judged.

import path from 'node:path';
import { entriesIn } from '../../disk/folders.js';
import { wayInside } from '../../disk/inside.js';
import { isPawlError } from '../../rules/errors.js';
import type { Key } from '../../rules/names.js';
import type { FileStore } from '../../store/file/file-store.js';
import type { LogView } from '../../store/file/inspect.js';
import { ageLimit } from '../config/age-limit.js';
import { families } from '../families.js';
import { openFileStore } from '../open.js';
import { maxAgeDays } from '../overview.js';
import { badFolders, type BadFolder, lookAt, textIn } from './disk.js';
import type { FoundFile } from './find-files.js';
import { judgeFile } from './judge-file.js';
import type { Diagnosis } from './types.js';

/** Who examines, and when. */
export interface Examiner {
  /** Paths are shown from here. */
  readonly root: string;
  readonly actor: string;
  readonly clock: () => number;
  readonly idPattern: RegExp | undefined;
}

/** A project whose files are examined. */
export interface ExaminedProject {
  readonly root: string;
  readonly store: FileStore;
  /** Folders in which nothing can be done; when there are any, nothing is changed at all. */
  readonly bad: readonly BadFolder[];
  /** From which age on its runs are old. */
  readonly maxAgeDays: () => number;
}

/**
 * Opens a project for an examination. Opening touches nothing.
 * @param root its root
 * @returns the project; close its store when done
 */
export function openExamined(root: string): ExaminedProject {
  const store = openFileStore(root, families, { publish: 'now', sweep: false });
  return { root, store, bad: badFolders(root), maxAgeDays: ageLimit(root) };
}

/**
 * Shows a path.
 * @param root the root of the project that was asked about
 * @param file a path
 * @returns from the root when it is below it
 */
export function shownPath(root: string, file: string): string {
  return (wayInside(root, file) ?? file).replaceAll('\\', '/');
}

/**
 * Looks at the log of a checkpoint.
 * @param project the project, or null for a file outside of any
 * @param key the checkpoint
 * @returns what it says; null where no log can be looked at
 */
export function logOf(project: ExaminedProject | null, key: Key): LogView | null {
  if (project === null || project.bad.length > 0) return null;
  try {
    return project.store.upkeep.inspect(key);
  } catch (error) {
    if (!isPawlError(error)) throw error;
    const published = { live: null, failed: null };
    const nothing = {
      revision: 0,
      place: null,
      event: null,
      state: null,
      marker: null,
      isNewer: false,
      isRepairable: false,
      missing: [],
      isHalfRewritten: false,
    };
    const file = textIn(error, 'file');
    // Another key has the name: that is told by the published path, which is none.
    const isUnreadable = error.code === 'unreadable';
    return { ...nothing, file, published, isUnreadable, damage: error.code === 'conflict' ? null : error.message };
  }
}

function clashOf(file: string): string | null {
  const name = path.basename(file);
  const others = entriesIn(path.dirname(file)).map((entry) => entry.name);
  return others.find((other) => other !== name && other.toLowerCase() === name.toLowerCase()) ?? null;
}

/**
 * Examines a file as it is now.
 * @param examiner who examines
 * @param project its project; null for a file outside of any
 * @param file the file
 * @returns what is the matter; null when it is gone
 */
export function examineFile(examiner: Examiner, project: ExaminedProject | null, file: FoundFile): Diagnosis | null {
  const sight = lookAt(file.path);
  if (sight === null) return null;
  return judgeFile({
    shown: shownPath(examiner.root, file.path),
    path: file.path.replaceAll('\\', '/'),
    stem: path.basename(file.path).replace(/\.json$/i, ''),
    home: file.home,
    isNamed: file.isNamed,
    hasTwin: file.hasTwin,
    clashOf: () => clashOf(file.path),
    isTaken: (name) => entriesIn(path.dirname(file.path)).some((entry) => entry.name === name),
    sight,
    logOf: (key) => logOf(project, key),
    now: examiner.clock(),
    maxAgeDays: project?.maxAgeDays ?? (() => maxAgeDays),
    idPattern: examiner.idPattern,
  });
}
