// Looking back at checkpoints and bringing them back. What is rarely needed is loaded with its first call.

import type { Change } from '../../families/changes/index.js';
import { anyText, optional } from '../../rules/fields.js';
import type { MemberRule, MemberRules } from '../../rules/members.js';
import type { Key } from '../../rules/names.js';
import { type Checkpoint, toCheckpoint } from '../../service/checkpoint.js';
import type { Difference, DiffRange } from '../../service/history/diff.js';
import type { Explanation } from '../../service/history/why.js';
import type { ForkOptions } from '../../service/history/fork.js';
import { loadRevision } from '../../service/history/read-revision.js';
import { readKey } from '../../service/refs.js';
import type { Workbench, WriteOptions } from '../../service/workbench.js';
import type { HistoryRange, Revision } from '../../store/store.js';
import { checkArguments, optionsOf, refRule, wholeNumber, writeOptions } from './arguments.js';

/** A checkpoint that was brought back to an earlier revision. */
export interface Restored {
  /** The revision that was brought back. */
  readonly from: number;
  /** The new, newest revision. */
  readonly checkpoint: Checkpoint;
  /** What that changed, in words. */
  readonly changes: readonly Change[];
}

/** A checkpoint that was made from another one. */
export interface Forked {
  readonly from: { readonly ref: string; readonly revision: number };
  readonly checkpoint: Checkpoint;
}

const revisionRule: MemberRule = { ...wholeNumber, wanted: 'the number of a revision' };

const forHistory: MemberRules = {
  ref: refRule,
  range: optionsOf('an object with "limit" or "before"', '{"limit": 10}', {
    limit: optional({ ...wholeNumber, wanted: 'how many revisions, a whole number from 0', example: '10' }),
    before: optional(revisionRule),
  }),
};
const forDiff: MemberRules = {
  ref: refRule,
  range: optionsOf('an object with "from" or "to"', '{"from": 1, "to": 3}', {
    from: optional({ ...wholeNumber, wanted: 'the number of a revision, or 0 for the time before the first one' }),
    to: optional(revisionRule),
  }),
};
const forFork: MemberRules = {
  ref: refRule,
  name: { ...anyText, wanted: 'the name of the new checkpoint', example: '"implement/auth-v2"' },
  options: optionsOf('an object with "revision"', '{"revision": 3}', { revision: optional(revisionRule) }),
};
const forWhy: MemberRules = {
  ref: refRule,
  unit: optional({ ...anyText, wanted: 'the name of a phase or workstream', example: '"api"' }),
};

/** The part of a project that looks back. */
export class ProjectHistory {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /**
   * Lists the revisions of a checkpoint, newest first.
   * @param ref which checkpoint
   * @param range which of them
   * @returns revisions without their documents
   */
  async history(ref: string, range: HistoryRange = {}): Promise<readonly Revision[]> {
    checkArguments('history', { ref, range }, forHistory);
    return this.#bench.store.history(await this.#need(ref), range);
  }

  /**
   * Reads one revision.
   * @param ref which checkpoint
   * @param revision its number
   * @returns the checkpoint as it was, or null when that revision does not exist; throws `damaged` when it cannot be read
   */
  async revision(ref: string, revision: number): Promise<Checkpoint | null> {
    checkArguments('revision', { ref, revision }, { ref: refRule, revision: revisionRule });
    const stored = await loadRevision(this.#bench, await this.#need(ref), revision);
    return stored === null ? null : toCheckpoint(stored);
  }

  /**
   * Compares two revisions.
   * @param ref which checkpoint
   * @param range the newest with the one before it unless given
   * @returns what changed, in words and as a JSON Patch
   */
  async diff(ref: string, range: DiffRange = {}): Promise<Difference> {
    checkArguments('diff', { ref, range }, forDiff);
    const key = await this.#need(ref);
    const { diffRevisions } = await import('./lazy/history.js');
    return diffRevisions(this.#bench, key, range);
  }

  /**
   * Tells which recorded events led to the present state.
   * @param ref which checkpoint
   * @param unit only what concerns this phase or workstream
   * @returns the events that changed something, oldest first
   */
  async why(ref: string, unit?: string): Promise<Explanation> {
    checkArguments('why', { ref, unit }, forWhy);
    const key = await this.#need(ref);
    const { explain } = await import('./lazy/history.js');
    return explain(this.#bench, key, unit);
  }

  /**
   * Brings a checkpoint back to an earlier revision, by a new one: nothing of its history is lost.
   * @param ref which checkpoint, removed ones included
   * @param revision the revision that is wanted back
   * @param options expectations of the caller
   * @returns the checkpoint as it is now
   */
  async restore(ref: string, revision: number, options: WriteOptions = {}): Promise<Restored> {
    const rules = { ref: refRule, revision: revisionRule, options: writeOptions };
    checkArguments('restore', { ref, revision, options }, rules);
    const key = await this.#need(ref);
    const { restoreRevision } = await import('./lazy/history.js');
    const { from, stored, changes } = await restoreRevision(this.#bench, key, revision, options);
    return { from, checkpoint: toCheckpoint(stored), changes };
  }

  /**
   * Makes a new checkpoint from the state of another: the same work, tried in another way.
   * @param ref which checkpoint
   * @param name the new one; for a workflow also a project, which gets an id of its own
   * @param options the revision to begin from, the newest unless given
   * @returns the new checkpoint
   */
  async fork(ref: string, name: string, options: ForkOptions = {}): Promise<Forked> {
    checkArguments('fork', { ref, name, options }, forFork);
    const key = await this.#need(ref);
    const { forkCheckpoint } = await import('./lazy/history.js');
    const { from, stored } = await forkCheckpoint(this.#bench, key, name, options);
    return { from, checkpoint: toCheckpoint(stored) };
  }

  #need(ref: string): Promise<Key> {
    return readKey(this.#bench.store, ref, 'project.list() shows what is there.');
  }
}
