// The library's operations on command checkpoints.

import type { CommandCheckpoint, PhaseData } from '../../families/command/index.js';
import type { ResumePoint } from '../../families/family.js';
import { commandKey } from '../../rules/names.js';
import { families } from '../../service/families.js';
import { plainInput } from '../../service/input.js';
import { planCommand } from '../../service/plans/command.js';
import type { Checkpoint, Saved } from './checkpoint.js';
import { type Workbench, type WriteOptions, load, save, write } from './workbench.js';

/** Which command checkpoint: a command, and a feature where it has one of its own. */
export interface CommandRef {
  readonly command: string;
  readonly feature?: string | null;
}

/** What the next agent must know. */
export interface Notes {
  readonly next_action?: string | null;
  readonly decision?: string;
  readonly reject?: string;
  readonly supersede?: string;
}

type SavedCommand = Promise<Saved<CommandCheckpoint>>;

/** Operations on checkpoints of slash commands. */
export class Commands {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /**
   * Loads a checkpoint.
   * @param ref which one
   * @returns the checkpoint, or null
   */
  load(ref: CommandRef): Promise<Checkpoint<CommandCheckpoint> | null> {
    return load(this.#bench.store, keyOf(ref));
  }

  /**
   * Updates a phase and begins the checkpoint when there is none, with the command's typical phases as pending. On a
   * complete checkpoint a new run begins; its revisions go on.
   * @param ref which one
   * @param phase the phase
   * @param data status, summary, files, tasks …; maps are merged, file lists united, null deletes
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  phase(ref: CommandRef, phase: string, data: PhaseData, options: WriteOptions = {}): SavedCommand {
    const { command, feature = null } = ref;
    return this.#write(
      ref,
      () => {
        const plain: PhaseData = plainInput('phase data', data);
        const head_commit = this.#bench.head();
        return {
          type: 'phase',
          command,
          feature,
          phase,
          data: plain,
          head_commit,
          typical_phases: true,
          new_run: true,
        };
      },
      options,
    );
  }

  /**
   * Marks a checkpoint as complete.
   * @param ref which one
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  complete(ref: CommandRef, options: WriteOptions = {}): SavedCommand {
    return this.#write(ref, () => ({ type: 'complete', head_commit: this.#bench.head() }), options);
  }

  /**
   * Records the verdict of a review for `/ship`.
   * @param ref which one
   * @param gate the verdict
   * @param gate.ship_allowed whether shipping is allowed
   * @param gate.blockers what stands in the way
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  gate(
    ref: CommandRef,
    gate: { readonly ship_allowed: boolean; readonly blockers: readonly string[] },
    options: WriteOptions = {},
  ): SavedCommand {
    return this.#write(ref, () => ({ type: 'gate', ...named(ref), ...gate, head_commit: this.#bench.head() }), options);
  }

  /**
   * Records what the next agent must know.
   * @param ref which one
   * @param notes next action, decisions, what was rejected or superseded
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  note(ref: CommandRef, notes: Notes, options: WriteOptions = {}): SavedCommand {
    return this.#write(ref, () => ({ type: 'note', ...named(ref), ...notes }), options);
  }

  /**
   * Saves a whole checkpoint.
   * @param ref which one
   * @param document the checkpoint
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async save(ref: CommandRef, document: object, options: WriteOptions = {}): SavedCommand {
    return save(this.#bench, keyOf(ref), document, options);
  }

  /**
   * Tells where to go on.
   * @param ref which one
   * @returns the phase to continue with, and the summary of the last completed one
   */
  async resumePoint(ref: CommandRef): Promise<ResumePoint> {
    const checkpoint = await this.#bench.store.get(keyOf(ref));
    if (checkpoint === null || checkpoint.place !== 'live') return { unit: null, summary: null, error: null };
    return families.command.resumePoint(checkpoint.state);
  }

  async #write(ref: CommandRef, event: () => Parameters<typeof planCommand>[1], options: WriteOptions): SavedCommand {
    const key = keyOf(ref);
    return write(this.#bench, key, planCommand(key, event()), options);
  }
}

function named(ref: CommandRef): { readonly command: string; readonly feature: string | null } {
  return { command: ref.command, feature: ref.feature ?? null };
}

function keyOf(ref: CommandRef): ReturnType<typeof commandKey> {
  return commandKey(ref.command, ref.feature ?? null);
}
