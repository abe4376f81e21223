// The library's operations on workflows: seed 004's lifecycle.

import type { ResumePoint } from '../../families/family.js';
import type {
  AdvanceEvent,
  StartEvent,
  WorkflowCheckpoint,
  WorkflowError,
  WorkflowEvent,
} from '../../families/workflow/index.js';
import type { Problem } from '../../rules/errors.js';
import type { Fields } from '../../rules/fields.js';
import { workflowKey } from '../../rules/names.js';
import { families } from '../../service/families.js';
import { planWorkflow, workflowInputProblems } from '../../service/plans/workflow.js';
import { startWorkflow } from '../../service/start-workflow.js';
import { checkArguments, idOf, readEvent, wholeDocument, writeOptions } from './arguments.js';
import type { Checkpoint, Saved } from '../../service/checkpoint.js';
import type { Notes } from './commands.js';
import { type Workbench, type WriteOptions, load, readNewest, save, write } from '../../service/workbench.js';

type SavedWorkflow = Promise<Saved<WorkflowCheckpoint>>;

/** How a workflow begins. */
export type WorkflowStart = Omit<StartEvent, 'type' | 'id'>;

const idRule = idOf('workflow', '"orchestrate_auth_system_20260105_090000"');
const justId = { id: idRule };
const forEvent = { id: idRule, options: writeOptions };
const forSave = { id: idRule, document: wholeDocument, options: writeOptions };

/** Operations on orchestrated workflows. */
export class Workflows {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /**
   * Loads a workflow.
   * @param id e.g. `orchestrate_auth_system_20260105_090000`
   * @returns the checkpoint, or null when there is none, or it is finished
   */
  async load(id: string): Promise<Checkpoint<WorkflowCheckpoint> | null> {
    checkArguments('workflows.load', { id }, justId);
    return load(this.#bench.store, workflowKey(id));
  }

  /**
   * Begins a workflow. Its id names the second of its start; when that id is taken, the next free second is used.
   * @param start type, project, description, number of phases, and the `state` to begin with: a `plan_path` and
   * `artifacts` in it must exist, and the plan's hash is recorded as `pawl.spec`
   * @returns the stored checkpoint
   */
  async start(start: WorkflowStart): SavedWorkflow {
    const call = { type: 'start', named: { id: '' }, details: ['start', start], beside: [{}, {}] } as const;
    const event = readEvent<StartEvent>('workflows.start', call, (read) => this.#problemsOf(read));
    return startWorkflow(this.#bench, event);
  }

  /**
   * Completes a phase and merges state. On a failed workflow this also leaves `failed`: the work went on.
   * @param id the workflow
   * @param details `phase` (the first open one unless given), `state` (maps merge, null deletes; files that it names as
   * `plan_path` or `artifacts` must exist), `total_phases` when the plan changed
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async advance(id: string, details: Omit<AdvanceEvent, 'type'> = {}, options?: WriteOptions): SavedWorkflow {
    return this.#event('advance', id, {}, details, options);
  }

  /**
   * Merges state without completing a phase.
   * @param id the workflow
   * @param state what changes: maps merge, other values and lists replace, null deletes
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async update(id: string, state: Readonly<Record<string, unknown>>, options?: WriteOptions): SavedWorkflow {
    return this.#event('update', id, { state }, {}, options);
  }

  /**
   * Records a failure.
   * @param id the workflow
   * @param error what went wrong: a text, or an object with a `message`
   * @param details `final`: nothing more can be done, and the file moves to `failed/`
   * @param details.final see above
   * @param options expectations of the caller
   * @returns the stored checkpoint, failed
   */
  async fail(
    id: string,
    error: string | WorkflowError,
    details: { readonly final?: boolean } = {},
    options?: WriteOptions,
  ): SavedWorkflow {
    return this.#event('fail', id, { error }, details, options);
  }

  /**
   * Leaves `failed`: the error moves into history, and a file in `failed/` returns.
   * @param id the workflow
   * @param options expectations of the caller
   * @returns the stored checkpoint, in progress
   */
  async retry(id: string, options?: WriteOptions): SavedWorkflow {
    return this.#event('retry', id, {}, {}, options);
  }

  /**
   * Completes the workflow, and its last phase when only that is open. Its file goes away, its last state stays in the
   * archive.
   * @param id the workflow
   * @param options expectations of the caller
   * @returns the stored checkpoint, archived
   */
  async finish(id: string, options?: WriteOptions): SavedWorkflow {
    return this.#event('finish', id, {}, {}, options);
  }

  /**
   * Gives the workflow up: its file moves to `failed/`, and no step is taken any more.
   * @param id the workflow
   * @param reason why
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async abandon(id: string, reason?: string, options?: WriteOptions): SavedWorkflow {
    return this.#event('abandon', id, { reason }, {}, options);
  }

  /**
   * Records what the next agent must know.
   * @param id the workflow
   * @param notes next action, decisions, what was rejected or superseded
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async note(id: string, notes: Notes, options?: WriteOptions): SavedWorkflow {
    return this.#event('note', id, {}, notes, options, 'notes');
  }

  /**
   * Saves a whole checkpoint.
   * @param id the workflow
   * @param document the checkpoint
   * @param options expectations of the caller; with `expect` the document replaces what is there, without it is merged
   * with what others saved since it was loaded
   * @returns the stored checkpoint
   */
  async save(id: string, document: object, options?: WriteOptions): SavedWorkflow {
    checkArguments('workflows.save', { id, document, options }, forSave);
    return save(this.#bench, workflowKey(id), document, options);
  }

  /**
   * Tells where to go on.
   * @param id the workflow
   * @returns the first phase that is not completed; nulls when it is finished; throws `not-found` when there is no such
   * workflow
   */
  async resumePoint(id: string): Promise<ResumePoint> {
    checkArguments('workflows.resumePoint', { id }, justId);
    return families.workflow.resumePoint((await readNewest(this.#bench.store, workflowKey(id))).state);
  }

  async #event(
    type: Exclude<WorkflowEvent['type'], 'start'>,
    id: string,
    named: Fields,
    details: unknown,
    options: WriteOptions | undefined,
    called = 'details',
  ): SavedWorkflow {
    const call = { type, named, details: [called, details], beside: [{ id, options }, forEvent] } as const;
    const event = readEvent<WorkflowEvent>(`workflows.${type}`, call, (read) => this.#problemsOf(read));
    const key = workflowKey(id);
    return write(this.#bench, key, planWorkflow(key, event, this.#bench.root), options);
  }

  #problemsOf(event: WorkflowEvent): readonly Problem[] {
    return workflowInputProblems(event, this.#bench.root);
  }
}
