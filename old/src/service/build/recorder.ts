// Records what happens in a build: at once when it was quiet, and together with what follows when much happens, so that
// hundreds of short workstreams do not make hundreds of revisions. What happened within one moment is one revision.

import { applyBuildStep, dueOn, replayBuildSteps } from '../../families/pipeline/build/apply-build-step.js';
import type { PipelineCheckpoint, PipelineEvent } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import { asDocument } from '../documents.js';
import { planPipelineSteps } from '../plans/pipeline-steps.js';
import { readNewest, type Workbench, write } from '../workbench.js';

/**
 * So long after a revision, what happens waits for the next one: less than anyone notices. On a slow disk longer, so that
 * recording never takes more than a small part of the time.
 */
const quietMs = 250;
const quietPerWrite = 20;
const maxQuietMs = 1_000;

/** The record of one build. */
export class Recorder {
  readonly #bench: Workbench;
  readonly #key: Key;
  readonly #onFailure: () => void;
  #due: PipelineEvent[] = [];
  /** The run as it was stored last, and what the events that are due make of it. */
  #stored: PipelineCheckpoint;
  #next: PipelineCheckpoint;
  #last = Number.NEGATIVE_INFINITY;
  #quietMs = quietMs;
  /** Why what waited could not be recorded. */
  #failure: { readonly error: unknown } | null = null;
  #seen = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  /**
   * Begins a record.
   * @param bench the store and the circumstances
   * @param key the run
   * @param doc the run as it is stored
   * @param onFailure told when something that waited could not be recorded; the next call throws
   */
  constructor(bench: Workbench, key: Key, doc: PipelineCheckpoint, onFailure: () => void) {
    this.#stored = doc;
    this.#next = doc;
    this.#bench = bench;
    this.#key = key;
    this.#onFailure = onFailure;
  }

  /** The run with all that has happened, recorded or not. */
  get doc(): PipelineCheckpoint {
    return this.#next;
  }

  /**
   * Goes on from a state that someone else stored.
   * @param doc the run as it is stored; nothing may be due
   */
  goOnFrom(doc: PipelineCheckpoint): void {
    this.#stored = doc;
    this.#next = doc;
  }

  /**
   * Takes an event.
   * @param event what happened; nothing is due when the run says so already
   */
  add(event: PipelineEvent): void {
    const next = applyBuildStep(this.#next, event, this.#now());
    if (next === this.#next) return;
    this.#next = next;
    this.#due.push(event);
  }

  /** As `look`, if others have recorded anything. The file is left alone: a workstream may be about to take it away. */
  async lookForNews(): Promise<void> {
    const [newest] = await this.#bench.store.history(this.#key, { limit: 1 });
    if (newest === undefined || newest.actor === this.#bench.actor || newest.revision === this.#seen) return;
    this.#seen = newest.revision;
    await this.look();
  }

  /** Takes note of what others recorded meanwhile. */
  async look(): Promise<void> {
    const before = this.#writing;
    const reading = this.#read(before);
    // What cannot be read now may still be written.
    this.#writing = reading.catch(() => undefined);
    return reading;
  }

  async #read(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    const { state } = await readNewest(this.#bench.store, this.#key);
    this.#goOn(asDocument<PipelineCheckpoint>(state));
  }

  /** What came meanwhile goes on from what is stored. */
  #goOn(stored: PipelineCheckpoint): void {
    if (stored === this.#stored) return;
    // All or nothing: what came of one state must not be taken for what came of another.
    const due = dueOn(this.#stored, stored, this.#due);
    this.#next = replayBuildSteps(stored, due, this.#now());
    [this.#stored, this.#due] = [stored, [...due]];
  }

  #now(): string {
    return new Date(this.#bench.clock()).toISOString();
  }

  /** Records what is due: now when it was quiet, else a moment later. */
  async recordSoon(): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error;
    if (this.#due.length === 0) return;
    const left = this.#last + this.#quietMs - performance.now();
    if (left <= 0) {
      await this.record();
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.record().catch((error: unknown) => {
        this.#failure = { error };
        this.#onFailure();
      });
    }, left);
  }

  /** Records what is due. */
  async record(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const before = this.#writing;
    this.#writing = this.#write(before);
    return this.#writing;
  }

  async #write(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined); // whoever waits for that one is told; it is due again
    const events = this.#due;
    if (events.length === 0) return;
    this.#due = [];
    const begun = performance.now();
    const foreseen = { before: this.#stored, after: this.#next };
    const plan = planPipelineSteps(this.#key, events, foreseen);
    try {
      const { document } = await write<PipelineCheckpoint>(this.#bench, this.#key, plan);
      // Others may have changed the run as well.
      this.#goOn(document);
    } catch (error) {
      this.#due = [...events, ...this.#due];
      throw error;
    }
    this.#last = performance.now();
    this.#quietMs = Math.min(maxQuietMs, Math.max(quietMs, quietPerWrite * (this.#last - begun)));
  }
}
