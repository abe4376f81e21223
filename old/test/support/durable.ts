// For tests: runs that a program drives, and what is stored of them.

import path from 'node:path';
import type { CommandCheckpoint } from '../../src/families/command/index.js';
import type { WorkflowCheckpoint } from '../../src/families/workflow/index.js';
import type { Checkpoint } from '../../src/service/checkpoint.js';
import { asDocument } from '../../src/service/documents.js';
import type { DurableRun, WorkflowRunOptions } from '../../src/surfaces/library/durable-types.js';
import type { Stage } from './runs.js';

/** The work of most tests. */
export const auth = { project: 'auth', description: 'Sign-in with passkeys' };

/** Where a workflow's file is. */
export const liveFile = (stage: Stage, ref: string): string =>
  path.join(stage.root, '.claude/checkpoints', `${ref}.json`);

/** Where it is after it was given up. */
export const failedFile = (stage: Stage, ref: string): string =>
  path.join(stage.root, '.claude/checkpoints/failed', `${ref}.json`);

/** Takes a checkpoint as a workflow's, as a reader of its file would have it. */
export function workflowOf({ document }: Pick<Checkpoint, 'document'>): WorkflowCheckpoint {
  return asDocument<WorkflowCheckpoint>(JSON.parse(JSON.stringify(document)));
}

/** Takes a checkpoint as a command's. */
export function commandOf({ document }: Pick<Checkpoint, 'document'>): CommandCheckpoint {
  return asDocument<CommandCheckpoint>(JSON.parse(JSON.stringify(document)));
}

/** Counts what was really done. */
export interface Counter {
  readonly done: string[];
  /** Makes the work of a phase. */
  readonly doing: <T>(name: string, result: T) => () => Promise<T>;
}

/** Makes a counter. */
export function counter(): Counter {
  const done: string[] = [];
  return {
    done,
    doing: (name, result) => async () => {
      done.push(name);
      return result;
    },
  };
}

/** Opens the workflow of most tests. */
export async function openAuth(stage: Stage, options: Partial<WorkflowRunOptions> = {}): Promise<DurableRun> {
  return stage.project.workflow('orchestrate', { ...auth, ...options });
}
