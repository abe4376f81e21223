// Files that finished units made and that are not in the working tree: gone, or only on the branch on which they were made.

import type { JsonObject } from '../rules/json/json.js';
import { memberIn } from '../rules/json/read-member.js';
import type { FamilyName } from '../rules/names.js';
import { filesOnBranch } from './git-files.js';
import { readBranch } from './git.js';
import { type GoneFiles, goneFiles, isGone } from './gone-files.js';
import { linkedWorktrees } from './worktrees.js';

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
 * @param doc the run's document
 * @param doc.pawl where the branch is recorded
 * @param branch tells which one is checked out; asked only where one is recorded
 * @returns null when it is the same, or when either is not known
 */
export function otherBranch({ pawl }: JsonObject, branch: () => string | null): OtherBranch | null {
  const recorded = memberIn(pawl, 'branch');
  if (typeof recorded !== 'string' || recorded === '') return null;
  const current = branch();
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
 * Finds the files of finished units that are not there. Where another branch is checked out than the run was saved on, its
 * worktree is looked at, if it has one, and git is asked about those that are missing.
 * @param root the project's root
 * @param family the run's family
 * @param doc its document
 * @param branch tells which branch is checked out
 * @returns the files by unit
 */
export function absentFiles(
  root: string,
  family: FamilyName,
  doc: JsonObject,
  branch: () => string | null,
): AbsentFiles {
  const all = goneFiles(root, family, doc);
  const recorded = all.length === 0 ? null : recordedElsewhere(root, doc, branch);
  if (recorded === null) return { gone: all, away: [] };
  const worktree = linkedWorktrees(root).find((one) => readBranch(one) === recorded);
  const left = worktree === undefined ? all : having(all, (file) => isGone(worktree, file));
  const found = new Set(filesOnBranch(root, recorded, [...new Set(left.flatMap(({ files }) => files))]));
  return { gone: having(left, (file) => !found.has(file)), away: having(left, (file) => found.has(file)) };
}

/** The branch of the run, when it is not the one that the project itself has checked out. */
function recordedElsewhere(root: string, doc: JsonObject, branch: () => string | null): string | null {
  const own = otherBranch(doc, () => readBranch(root));
  return (own ?? otherBranch(doc, branch))?.recorded ?? null;
}

function having(all: readonly GoneFiles[], wanted: (file: string) => boolean): readonly GoneFiles[] {
  return all.map(({ unit, files }) => ({ unit, files: files.filter(wanted) })).filter(({ files }) => files.length > 0);
}
