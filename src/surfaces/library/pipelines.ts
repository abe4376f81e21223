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
import { pipelineKey } from '../../rules/names.js';
import { asDocument } from '../../service/documents.js';
import { families } from '../../service/families.js';
import { plainInput } from '../../service/input.js';
import { planPipeline } from '../../service/plans/pipeline.js';
import type { Checkpoint, Saved } from './checkpoint.js';
import { type Workbench, type WriteOptions, load, readNewest, save, write } from './workbench.js';

type SavedPipeline = Promise<Saved<PipelineCheckpoint>>;
/** An event's own members, without its type. */
type Details<E extends PipelineEvent, Named extends keyof E = never> = Omit<E, 'type' | Named>;

/** Operations on build pipelines. Each keeps every rule of the format true, or refuses with the reason. */
export class Pipelines {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /** Loads a pipeline by its id; null when there is none. */
  async load(id: string): Promise<Checkpoint<PipelineCheckpoint> | null> {
    return load(this.#bench.store, pipelineKey(id));
  }

  /** Begins a pipeline from its plan: workstreams, phases and gates. */
  init(plan: Details<InitEvent>, options?: WriteOptions): SavedPipeline {
    return this.#apply(plan.prd, { type: 'init', ...plan }, options);
  }

  /** Begins workstreams. */
  start(id: string, workstreams: readonly string[], options?: WriteOptions): SavedPipeline {
    return this.#apply(id, { type: 'start', workstreams }, options);
  }

  /** Completes a workstream, with the files that it made. */
  done(
    id: string,
    workstream: string,
    details: Details<DoneEvent, 'workstream'> = {},
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#apply(id, { type: 'done', workstream, ...details }, options);
  }

  /** Records that a gate passed. */
  passGate(
    id: string,
    gate: string,
    details: Details<PassGateEvent, 'gate'> = {},
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#apply(id, { type: 'pass_gate', gate, ...details }, options);
  }

  /** Records that a gate failed. */
  failGate(id: string, gate: string, details: Details<FailGateEvent, 'gate'>, options?: WriteOptions): SavedPipeline {
    return this.#apply(id, { type: 'fail_gate', gate, ...details }, options);
  }

  /** Records that a workstream failed. */
  fail(
    id: string,
    workstream: string,
    details: Details<FailEvent, 'workstream'>,
    options?: WriteOptions,
  ): SavedPipeline {
    return this.#apply(id, { type: 'fail', workstream, ...details }, options);
  }

  /** Pauses the run; from `failed`, says that the failure is dealt with. */
  pause(id: string, details: Details<PauseEvent> = {}, options?: WriteOptions): SavedPipeline {
    return this.#apply(id, { type: 'pause', ...details }, options);
  }

  /** Records the verdict of an adversarial review, or its override. */
  review(id: string, details: Details<ReviewEvent>, options?: WriteOptions): SavedPipeline {
    return this.#apply(id, { type: 'review', ...details }, options);
  }

  /** Adds notes about fixes and clean-ups. */
  note(id: string, details: Details<NoteEvent>, options?: WriteOptions): SavedPipeline {
    return this.#apply(id, { type: 'note', ...details }, options);
  }

  /** Saves a whole checkpoint. */
  async save(id: string, document: object, options: WriteOptions = {}): SavedPipeline {
    return save(this.#bench, pipelineKey(id), document, options);
  }

  /** Tells where to go on; throws `not-found` when there is no such pipeline. */
  async resumePoint(id: string): Promise<ResumePoint> {
    return families.pipeline.resumePoint((await readNewest(this.#bench.store, pipelineKey(id))).state);
  }

  async #apply(id: string, event: PipelineEvent, options: WriteOptions = {}): SavedPipeline {
    const key = pipelineKey(id);
    const plain = asDocument<PipelineEvent>(plainInput(event.type, event));
    return write(this.#bench, key, planPipeline(key, plain), options);
  }
}
