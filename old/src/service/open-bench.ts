// Opens a workbench: its store, its clock, its git. Names no family, so that a command which needs one loads no other.

import type { Notice, Store } from '../store/store.js';
import { readHead, rootAt } from './git.js';
import { defaultActor, openFileStore, safeActor } from './open.js';
import type { Families, Workbench } from './workbench.js';
import { branchAt, currentFolder } from './worktrees.js';

export interface BenchOptions {
  readonly root: string;
  /** The families whose checkpoints it will meet. */
  readonly families: Families;
  /** Another store than the project's files. */
  readonly store?: Store | undefined;
  /** Where the caller works, in the project or in a worktree of its repository; the current folder unless given. */
  readonly cwd?: string | undefined;
  readonly actor?: string | undefined;
  readonly clock?: (() => number) | undefined;
  readonly publish?: 'now' | 'soon' | undefined;
  readonly pipelineIds?: RegExp | undefined;
  /** How many words a new context summary may have, where that is fewer than the format allows. */
  readonly summaryTokens?: number | undefined;
  readonly deadlineMs?: number | undefined;
  /** Whether temp files that killed processes left are taken away; true unless given. */
  readonly sweep?: boolean | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** Told what could not be found out, and was no reason to stop. */
  readonly onRemark?: ((text: string) => void) | undefined;
}

/**
 * Opens a workbench for some families.
 * @param options root and families; everything else has a default
 * @returns the workbench; close its store when done
 */
export function openBench(options: BenchOptions): Workbench {
  const { root, families, publish = 'now', sweep = true, onNotice = () => undefined } = options;
  return {
    root,
    families,
    store: options.store ?? openFileStore(root, families, { publish, sweep, onNotice }),
    actor: options.actor === undefined ? defaultActor() : safeActor(options.actor),
    clock: options.clock ?? Date.now,
    head: () => readHead(root),
    branch: () => branchAt(root, options.cwd),
    here: () => rootAt(root, options.cwd ?? currentFolder()),
    idPattern: options.pipelineIds,
    summaryTokens: options.summaryTokens,
    deadlineMs: options.deadlineMs,
    remark: options.onRemark,
  };
}
