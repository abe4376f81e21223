// Files that finished units made and that are not in the working tree: gone, or only on the branch on which they were made.

import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import type { FamilyName } from '../rules/names.js';
import { filesOnBranch, readBranch } from './git.js';
import { type GoneFiles, goneFiles } from './gone-files.js';

/** A run was last saved on another branch than the one that is checked out. */
export interface OtherBranch {
  readonly recorded: string;
  readonly current: string;
}

/** Files of finished units that are not in the working tree. */
export interface AbsentFiles {
  readonly gone: readonly GoneFiles[];
  /** These stand on the branch that the run was saved on: they are not lost. */
  readonly away: readonly GoneFiles[];
}

/**
 * Compares the branch that a run was saved on with the one that is checked out.
 * @param root the project's root
 * @param doc the run's document
 * @returns null when it is the same, or when either is not known
 */
export function otherBranch(root: string, { pawl }: JsonObject): OtherBranch | null {
  const recorded = isJsonObject(pawl) ? pawl['branch'] : undefined;
  if (typeof recorded !== 'string' || recorded === '') return null;
  const current = readBranch(root);
  return current === null || current === recorded ? null : { recorded, current };
}

/**
 * Says on which branch a run was saved.
 * @param other the two branches
 * @returns a sentence without its stop
 */
export function branchInWords({ recorded, current }: OtherBranch): string {
  return `it was saved on ${recorded}, and you are on ${current}`;
}

/**
 * Finds the files of finished units that are not there. git is asked only where some are missing on another branch.
 * @param root the project's root
 * @param family the run's family
 * @param doc its document
 * @param other whether another branch is checked out than the run was saved on
 * @returns the files by unit
 */
export function absentFiles(root: string, family: FamilyName, doc: JsonObject, other: OtherBranch | null): AbsentFiles {
  const all = goneFiles(root, family, doc);
  if (all.length === 0 || other === null) return { gone: all, away: [] };
  const found = new Set(filesOnBranch(root, other.recorded, [...new Set(all.flatMap(({ files }) => files))]));
  const having = (isAway: boolean): readonly GoneFiles[] =>
    all
      .map(({ unit, files }) => ({ unit, files: files.filter((file) => found.has(file) === isAway) }))
      .filter(({ files }) => files.length > 0);
  return { gone: having(false), away: having(true) };
}
