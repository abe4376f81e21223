// The library's operations on pipelines: seed 003's, one by one.

import type { ResumePoint } from '../../families/family.js';
import type {
  DoneEvent,
  FailEvent,
  FailGateEvent,
  InitEvent,
  NoteEvent,
  PassGateEvent,
  PauseEvent,
  PipelineCheckpoint,
  PipelineEvent,
  ReviewEvent,
} from '../../families/pipeline/index.js';
import { PawlError } from '../../rules/errors.js';
import type { Fields } from '../../rules/fields.js';
import { pipelineKey } from '../../rules/names.js';
import { families } from '../../service/families.js';
import type { StepEvent } from '../../service/pipeline/step-event.js';
import { withPlan } from '../../service/pipeline/with-plan.js';
import { pipelineInputProblems, planPipeline } from '../../service/plans/pipeline.js';
import { checkArguments, idOf, readEvent, wholeDocument, writeOptions } from './arguments.js';
import type { Checkpoint, Saved } from '../../service/checkpoint.js';
import { type Workbench, type WriteOptions, load, readNewest, save, write } from '../../service/workbench.js';

type SavedPipeline = Promise<Saved<PipelineCheckpoint>>;
/** An event's own members, without its type. */
type Details<E extends PipelineEvent, Named extends keyof E = never> = Omit<E, 'type' | Named>;

const idRule = idOf('pipeline', '"PRD-009"');
const justId = { id: idRule };
const forInit = { options: writeOptions };
const forEvent = { id: idRule, options: writeOptions };
const forSave = { id: idRule, document: wholeDocument, options: writeOptions };

/** Operations on build pipelines. Each keeps every rule of the format true, or refuses with the reason. */
export class Pipelines {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /**
   * Loads a pipeline.
   * @param id e.g. `PRD-009`
   * @returns the checkpoint, or null when there is none
   */
  async load(id: string): Promise<Checkpoint<PipelineCheckpoint> | null> {
    checkArguments('pipelines.load', { id }, justId);
    return load(this.#bench.store, pipelineKey(id));
  }

  /**
   * Begins a pipeline from its plan.
   * @param plan id, title, workstreams with their gates and dependencies, phases
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async init(plan: Details<InitEvent>, options?: WriteOptions): SavedPipeline {
    const call = { type: 'init', details: ['plan', plan], beside: [{ options }, forInit] } as const;
    const event = readEvent<InitEvent>('pipelines.init', call, pipelineInputProblems);
    return this.#apply(event.prd, event, options);
  }

  /**
   * Begins workstreams: pending ones, when what they need is complete and its gates have passed.
   * @param id the pipeline
   * @param workstreams their ids
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async start(id: string, workstreams: readonly string[], options?: WriteOptions): SavedPipeline {
    return this.#event('start', id, { type: 'start', named: { workstreams } }, options);
  }

  /**
   * Completes a workstream. A second time, the files are united; where nothing is new, no revision is made. Unless `evidence`
   * is given, the state of its files is looked at and remembered: those of the report, those that hooks saw an agent touch
   * while nothing else ran, and what the spec's outputs stand for.
   * @param id the pipeline
   * @param workstream its id
   * @param details `artifacts`: the files that it made
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async done(
    id: string,
    workstream: string,
    details?: Details<DoneEvent, 'workstream'>,
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#event('done', id, { type: 'done', named: { workstream }, details }, options);
  }

  /**
   * Records that a gate passed.
   * @param id the pipeline
   * @param gate its id, e.g. `type-check`
   * @param details for which `workstream` or `phase`; the first phase that still needs the gate unless given
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async passGate(
    id: string,
    gate: string,
    details?: Details<PassGateEvent, 'gate'>,
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#event('passGate', id, { type: 'pass_gate', named: { gate }, details }, options);
  }

  /**
   * Records that a gate failed. Running workstreams are a reason to refuse, unless `stop_running` returns them to
   * pending.
   * @param id the pipeline
   * @param gate its id
   * @param details `message`, and where known `file`, `line`, `workstream`, `phase`; `stop_running`
   * @param options expectations of the caller
   * @returns the stored checkpoint, failed
   */
  async failGate(
    id: string,
    gate: string,
    details: Details<FailGateEvent, 'gate'>,
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#event('failGate', id, { type: 'fail_gate', named: { gate }, details: details }, options);
  }

  /**
   * Records that a running workstream failed; it returns to pending. Others that run are a reason to refuse, unless
   * `stop_running` returns them to pending too.
   * @param id the pipeline
   * @param workstream its id
   * @param details `message`, and where known `file` and `line`; `stop_running`
   * @param options expectations of the caller
   * @returns the stored checkpoint, failed
   */
  async fail(
    id: string,
    workstream: string,
    details: Details<FailEvent, 'workstream'>,
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#event('fail', id, { type: 'fail', named: { workstream }, details: details }, options);
  }

  /**
   * Pauses the run; from `failed`, says that the failure is dealt with. Of a run that is paused no revision is made.
   * @param id the pipeline
   * @param details `stop_running`: running workstreams return to pending instead of being a reason to refuse
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async pause(id: string, details?: Details<PauseEvent>, options?: WriteOptions): SavedPipeline {
    return this.#event('pause', id, { type: 'pause', details }, options);
  }

  /**
   * Records the verdict of an adversarial review, or its override. `do_not_ship` blocks every start until a second
   * review, or an override with a reason.
   * @param id the pipeline
   * @param details `verdict`, `p0_count`, `p1_count`, and where known `findings_path`; for `overridden` the
   * `override_reason`
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async review(id: string, details: Details<ReviewEvent>, options?: WriteOptions): SavedPipeline {
    return this.#event('review', id, { type: 'review', details: details }, options);
  }

  /**
   * Adds notes about fixes and clean-ups; a complete pipeline takes them too.
   * @param id the pipeline
   * @param details `eslint_fixes`, `key_fixes`, `cleanup_done`
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async note(id: string, details: Details<NoteEvent>, options?: WriteOptions): SavedPipeline {
    return this.#event('note', id, { type: 'note', details: details }, options);
  }

  /**
   * Saves a whole checkpoint.
   * @param id the pipeline
   * @param document the checkpoint
   * @param options expectations of the caller; with `expect` the document replaces what is there, without it is merged
   * with what others saved since it was loaded
   * @returns the stored checkpoint
   */
  async save(id: string, document: object, options?: WriteOptions): SavedPipeline {
    checkArguments('pipelines.save', { id, document, options }, forSave);
    return save(this.#bench, pipelineKey(id), document, options);
  }

  /**
   * Tells where to go on.
   * @param id the pipeline
   * @returns the phase with its open workstreams or gates, e.g. `Phase 2: WS2, WS3`; throws `not-found` when there is no
   * such pipeline and `already-complete` when nothing is left
   */
  async resumePoint(id: string): Promise<ResumePoint> {
    checkArguments('pipelines.resumePoint', { id }, justId);
    const { state } = await withPlan(this.#bench, await readNewest(this.#bench.store, pipelineKey(id)));
    if (families.pipeline.overview(state).finished) {
      throw new PawlError('already-complete', `${id} already complete`, {
        hint: 'Nothing is left to do in it; update the roadmap.',
      });
    }
    return families.pipeline.resumePoint(state);
  }

  async #event(
    method: string,
    id: string,
    call: { readonly type: PipelineEvent['type']; readonly named?: Fields; readonly details?: unknown },
    options: WriteOptions | undefined,
  ): SavedPipeline {
    const { type, named = {}, details = {} } = call;
    const beside = [{ id, options }, forEvent] as const;
    const whole = { type, named, details: ['details', details], beside } as const;
    const event = readEvent<PipelineEvent>(`pipelines.${method}`, whole, pipelineInputProblems);
    if (!isStep(event)) return this.#apply(id, event, options);
    const { storeStep } = await import('./lazy/steps.js');
    return (await storeStep(this.#bench, pipelineKey(id), event, options)).saved;
  }

  async #apply(id: string, event: PipelineEvent, options: WriteOptions | undefined): SavedPipeline {
    const key = pipelineKey(id);
    return write(this.#bench, key, planPipeline(key, event), options);
  }
}

const steps = new Set(['start', 'done', 'fail', 'pause', 'review', 'note']);

function isStep(event: PipelineEvent): event is StepEvent {
  return steps.has(event.type);
}
