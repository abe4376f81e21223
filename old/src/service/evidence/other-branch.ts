// Files of finished work that only are not here, or not so, because another branch is checked out than the work was done on.

import { loadBytes } from '../../disk/files.js';
import path from 'node:path';
import {
  type FileMove,
  gone,
  pathsIn,
  type Recorded,
  type RecordedGate,
  recordsOf,
} from '../../families/pipeline/evidence/index.js';
import type { JsonObject } from '../../rules/json/json.js';
import { mapIn, textIn } from '../../rules/json/read-member.js';
import { branchInWords } from '../absent-files.js';
import { readBranch, runGit } from '../git.js';
import { filesOnBranch, isFromGit } from '../git-files.js';
import { awayInWords } from '../gone-files.js';

/** git is asked about each: a branch on which so many files differ is told by the first ones. */
const maxAsked = 200;

/** Finds out about the branches of a run, and keeps what is only elsewhere. */
export class OtherBranches {
  readonly #root: string;
  readonly #state: JsonObject;
  readonly #standing = new Map<string, ReadonlySet<string>>();
  readonly #forks = new Map<string, string | null>();
  readonly #away = new Map<string, Map<string, Set<string>>>();
  #current: string | null | undefined;
  #asked = 0;

  constructor(root: string, state: JsonObject) {
    this.#root = root;
    this.#state = state;
  }

  /**
   * Tells whether a switch of branches changed a file: it stands on the branch of the work, and here is what git put there.
   * @param move the file
   * @param result whose file it is
   * @returns true when the work is not lost, and nothing has to be done again for it here
   */
  isAway({ path: file, to }: FileMove, result: Recorded | RecordedGate): boolean {
    const isGate = 'gate' in result;
    const all = mapIn(this.#state, 'pawl', 'evidence', isGate ? 'gates' : 'workstreams');
    const branch = textIn(all, result.id, 'branch');
    if (branch === null) return false;
    this.#current ??= readBranch(this.#root);
    if (this.#current === null || this.#current === branch || !this.#isOn(branch, file)) return false;
    if (to !== gone && !this.#isAsAtFork(branch, file)) return false;
    if (!isGate) {
      const units = this.#away.get(branch) ?? new Map<string, Set<string>>();
      this.#away.set(branch, units.set(result.id, new Set(units.get(result.id)).add(file)));
    }
    return true;
  }

  /**
   * Tells whether a switch of branches changed a file of any finished work.
   * @param move the file
   * @returns true when it is nobody's doing
   */
  readonly isSwitched = (move: FileMove): boolean =>
    (recordsOf(this.#state).makers.get(move.path) ?? []).some((unit) => this.isAway(move, unit));

  #isOn(branch: string, file: string): boolean {
    const known = this.#standing.get(branch);
    if (known !== undefined) return known.has(file);
    const fork = this.#git('merge-base', `refs/heads/${branch}`, 'HEAD');
    // What was merged is here: whatever is not so was changed here.
    const isMerged = fork === null || fork === this.#git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
    const files = new Set(isMerged ? [] : filesOnBranch(this.#root, branch, pathsIn(recordsOf(this.#state))));
    this.#forks.set(branch, fork);
    this.#standing.set(branch, files);
    return files.has(file);
  }

  /** Whether nobody has changed a file here since the branches parted. */
  #isAsAtFork(branch: string, file: string): boolean {
    if (this.#asked++ >= maxAsked) return false;
    const [then, now] = [this.#forks.get(branch) ?? '', 'HEAD'].map((commit) =>
      this.#git('rev-parse', '--verify', '--quiet', `${commit}:./${file}`),
    );
    return then === now && isFromGit(this.#root, file, loadBytes(path.join(this.#root, file)));
  }

  #git(...args: readonly string[]): string | null {
    return runGit(this.#root, args);
  }

  /** What is elsewhere, in words. */
  get inWords(): readonly string[] {
    return [...this.#away].flatMap(([recorded, units]) =>
      [branchInWords({ recorded, current: this.#current ?? '' })].concat(
        [...units].map(([unit, files]) => awayInWords({ unit, files: [...files] })),
      ),
    );
  }
}
