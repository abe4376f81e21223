// The library's operations on workflows: seed 004's lifecycle.

import type { ResumePoint } from '../../families/family.js';
import {
  type AdvanceEvent,
  type StartEvent,
  type WorkflowCheckpoint,
  type WorkflowError,
  type WorkflowEvent,
  nextSecond,
  workflowId,
} from '../../families/workflow/index.js';
import { PawlError, isPawlError } from '../../rules/errors.js';
import { workflowKey } from '../../rules/names.js';
import { asDocument } from '../../service/documents.js';
import { families } from '../../service/families.js';
import { plainInput } from '../../service/input.js';
import { planWorkflow } from '../../service/plans/workflow.js';
import type { Checkpoint, Saved } from './checkpoint.js';
import type { Notes } from './commands.js';
import { type Workbench, type WriteOptions, load, readNewest, save, write } from './workbench.js';

type SavedWorkflow = Promise<Saved<WorkflowCheckpoint>>;

/** How a workflow begins. */
export type WorkflowStart = Omit<StartEvent, 'type' | 'id'>;

const maxTakenSeconds = 600;

/** Operations on orchestrated workflows. */
export class Workflows {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /** Loads a workflow by its id; null when there is none, or it is finished. */
  async load(id: string): Promise<Checkpoint<WorkflowCheckpoint> | null> {
    return load(this.#bench.store, workflowKey(id));
  }

  /**
   * Begins a workflow. Its id names the second of its start; when that id is taken, the next free second is used.
   * @param start type, project, description, number of phases
   * @returns the stored checkpoint
   */
  async start(start: WorkflowStart): SavedWorkflow {
    const now = this.#bench.clock(); // the id and `created_at` name the same moment
    let id = workflowId(start.workflow_type, start.project, new Date(now));
    for (let taken = 0; taken < maxTakenSeconds; taken++) {
      try {
        return await this.#apply(id, { type: 'start', id, ...start }, { expect: 0 }, () => now);
      } catch (error) {
        if (!isPawlError(error, 'conflict')) throw error;
        id = nextSecond(id);
      }
    }
    throw new PawlError(
      'busy',
      `no free id for ${start.workflow_type}/${start.project} within ${maxTakenSeconds} seconds`,
    );
  }

  /** Completes a phase (the first open one unless given) and merges state. */
  advance(id: string, details: Omit<AdvanceEvent, 'type'> = {}, options?: WriteOptions): SavedWorkflow {
    return this.#apply(id, { type: 'advance', ...details }, options);
  }

  /** Merges state without completing a phase. */
  update(id: string, state: Readonly<Record<string, unknown>>, options?: WriteOptions): SavedWorkflow {
    return this.#apply(id, { type: 'update', state }, options);
  }

  /** Records a failure; a final one moves the file to `failed/`. */
  fail(
    id: string,
    error: string | WorkflowError,
    details: { readonly final?: boolean } = {},
    options?: WriteOptions,
  ): SavedWorkflow {
    return this.#apply(id, { type: 'fail', error, ...details }, options);
  }

  /** Leaves `failed`. */
  retry(id: string, options?: WriteOptions): SavedWorkflow {
    return this.#apply(id, { type: 'retry' }, options);
  }

  /** Completes the workflow: its file goes away, its last state stays in the archive. */
  finish(id: string, options?: WriteOptions): SavedWorkflow {
    return this.#apply(id, { type: 'finish' }, options);
  }

  /** Gives the workflow up: its file moves to `failed/`. */
  abandon(id: string, reason?: string, options?: WriteOptions): SavedWorkflow {
    return this.#apply(id, { type: 'abandon', ...(reason === undefined ? {} : { reason }) }, options);
  }

  /** Records what the next agent must know. */
  note(id: string, notes: Notes, options?: WriteOptions): SavedWorkflow {
    return this.#apply(id, { type: 'note', ...notes }, options);
  }

  /** Saves a whole checkpoint. */
  async save(id: string, document: object, options: WriteOptions = {}): SavedWorkflow {
    return save(this.#bench, workflowKey(id), document, options);
  }

  /** Tells where to go on; throws `not-found` when there is no such workflow. */
  async resumePoint(id: string): Promise<ResumePoint> {
    return families.workflow.resumePoint((await readNewest(this.#bench.store, workflowKey(id))).state);
  }

  async #apply(id: string, event: WorkflowEvent, options: WriteOptions = {}, clock = this.#bench.clock): SavedWorkflow {
    const key = workflowKey(id);
    const plain = asDocument<WorkflowEvent>(plainInput(event.type, event));
    return write({ ...this.#bench, clock }, key, planWorkflow(key, plain), options);
  }
}
