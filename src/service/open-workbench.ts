// Opens a project's workbench: its store, its clock, its git.

import type { Notice, Store } from '../store/store.js';
import { families } from './families.js';
import { readHead } from './git.js';
import { defaultActor, openFileStore } from './open.js';
import type { Workbench } from './workbench.js';

export interface WorkbenchOptions {
  readonly root: string;
  /** Another store than the project's files. */
  readonly store?: Store | undefined;
  readonly actor?: string | undefined;
  readonly clock?: (() => number) | undefined;
  readonly publish?: 'now' | 'soon' | undefined;
  readonly pipelineIds?: RegExp | undefined;
  readonly deadlineMs?: number | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/**
 * Opens a workbench.
 * @param options the root; everything else has a default
 * @returns the workbench; close its store when done
 */
export function openWorkbench(options: WorkbenchOptions): Workbench {
  const { root, publish = 'now', onNotice = () => undefined } = options;
  return {
    root,
    store: options.store ?? openFileStore(root, families, { publish, onNotice }),
    actor: options.actor ?? defaultActor(),
    clock: options.clock ?? Date.now,
    head: () => readHead(root),
    idPattern: options.pipelineIds,
    deadlineMs: options.deadlineMs,
  };
}
