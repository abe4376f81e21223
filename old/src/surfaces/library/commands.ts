// The library's operations on command checkpoints.

import type { CommandCheckpoint, CommandEvent, PhaseData } from '../../families/command/index.js';
import type { ResumePoint } from '../../families/family.js';
import { noteTextRules } from '../../families/notes.js';
import { anyMap, anyText, optional, textOrNull } from '../../rules/fields.js';
import type { MemberRule } from '../../rules/members.js';
import { commandKey } from '../../rules/names.js';
import { families } from '../../service/families.js';
import { plainInput } from '../../service/input.js';
import { planCommand, planReport } from '../../service/plans/command.js';
import { checkArguments, trueOrFalse, wholeDocument, writeOptions } from './arguments.js';
import type { Checkpoint, Saved } from '../../service/checkpoint.js';
import { type Workbench, type WriteOptions, load, save, write } from '../../service/workbench.js';

/** Which command checkpoint: a command, and a feature where it has one of its own. */
export interface CommandRef {
  readonly command: string;
  readonly feature?: string | null;
}

/** What the next agent must know: at least one of these. */
export interface Notes {
  /** What to do first; null takes it away. */
  readonly next_action?: string | null;
  /** Something that was decided. */
  readonly decision?: string;
  /** Something that was tried or proposed, and dropped. */
  readonly reject?: string;
  /** An earlier decision or plan that no longer holds. */
  readonly supersede?: string;
}

/** The verdict of a review, for `/ship`. */
export interface GateVerdict {
  /** Whether shipping is allowed. */
  readonly ship_allowed: boolean;
  /** What stands in the way; `[]` when nothing does. */
  readonly blockers: readonly string[];
}

type SavedCommand = Promise<Saved<CommandCheckpoint>>;

const refRule: MemberRule = {
  ...anyMap,
  wanted: 'an object with a "command"',
  example: '{"command": "implement", "feature": "auth"}',
  members: {
    command: { ...anyText, wanted: 'the name of a command', example: '"implement"' },
    feature: optional({ ...textOrNull, wanted: 'the name of a feature, or null', example: '"auth"' }),
  },
};
const notesRule: MemberRule = {
  ...anyMap,
  wanted: 'an object with next_action, decision, reject or supersede',
  example: '{"next_action": "Write the spec."}',
  members: noteTextRules,
};
const gateRule: MemberRule = {
  ...anyMap,
  wanted: 'an object with ship_allowed and blockers',
  example: '{"ship_allowed": false, "blockers": ["2 tests fail"]}',
  members: {
    ship_allowed: { ...trueOrFalse, example: 'false' },
    blockers: { fits: Array.isArray, wanted: 'a list of texts', example: '["2 tests fail"]', each: anyText },
  },
};
const phaseName: MemberRule = { ...anyText, wanted: 'the name of a phase', example: '"research"' };
const phaseData: MemberRule = {
  ...anyMap,
  wanted: 'an object with what changes in the phase',
  example: '{"status": "in_progress"}',
};

const justRef = { ref: refRule };
const forPhase = { ref: refRule, phase: phaseName, data: phaseData, options: writeOptions };
const forComplete = { ref: refRule, options: writeOptions };
const forGate = { ref: refRule, gate: gateRule, options: writeOptions };
const forNote = { ref: refRule, notes: notesRule, options: writeOptions };
const forSave = { ref: refRule, document: wholeDocument, options: writeOptions };

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
  async load(ref: CommandRef): Promise<Checkpoint<CommandCheckpoint> | null> {
    checkArguments('commands.load', { ref }, justRef);
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
  async phase(ref: CommandRef, phase: string, data: PhaseData, options?: WriteOptions): SavedCommand {
    checkArguments('commands.phase', { ref, phase, data, options }, forPhase);
    const plain: PhaseData = plainInput('phase data', data);
    const key = keyOf(ref);
    return write(this.#bench, key, planReport(this.#bench, key, phase, plain), options);
  }

  /**
   * Marks a checkpoint as complete: what runs is complete, what is pending is skipped.
   * @param ref which one
   * @param options expectations of the caller
   * @returns the stored checkpoint; throws `not-found` when there is none
   */
  async complete(ref: CommandRef, options?: WriteOptions): SavedCommand {
    checkArguments('commands.complete', { ref, options }, forComplete);
    return this.#write(ref, { type: 'complete', head_commit: this.#bench.head() }, options);
  }

  /**
   * Records the verdict of a review for `/ship`, with the commit that was reviewed.
   * @param ref which one
   * @param gate whether shipping is allowed, and what stands in the way
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async gate(ref: CommandRef, gate: GateVerdict, options?: WriteOptions): SavedCommand {
    checkArguments('commands.gate', { ref, gate, options }, forGate);
    const { ship_allowed, blockers } = gate;
    const event = { type: 'gate', ...named(ref), ship_allowed, blockers, head_commit: this.#bench.head() } as const;
    return this.#write(ref, event, options);
  }

  /**
   * Records what the next agent must know.
   * @param ref which one
   * @param notes next action, decisions, what was rejected or superseded
   * @param options expectations of the caller
   * @returns the stored checkpoint
   */
  async note(ref: CommandRef, notes: Notes, options?: WriteOptions): SavedCommand {
    checkArguments('commands.note', { ref, notes, options }, forNote);
    return this.#write(ref, { ...notes, type: 'note', ...named(ref) }, options);
  }

  /**
   * Saves a whole checkpoint.
   * @param ref which one
   * @param document the checkpoint
   * @param options expectations of the caller; with `expect` the document replaces what is there, without it is merged
   * with what others saved since it was loaded
   * @returns the stored checkpoint
   */
  async save(ref: CommandRef, document: object, options?: WriteOptions): SavedCommand {
    checkArguments('commands.save', { ref, document, options }, forSave);
    return save(this.#bench, keyOf(ref), document, options);
  }

  /**
   * Tells where to go on.
   * @param ref which one
   * @returns the phase to continue with, and the summary of the last completed one; nulls when there is nothing to do
   */
  async resumePoint(ref: CommandRef): Promise<ResumePoint> {
    checkArguments('commands.resumePoint', { ref }, justRef);
    const checkpoint = await this.#bench.store.get(keyOf(ref));
    if (checkpoint === null || checkpoint.place !== 'live') return { unit: null, summary: null, error: null };
    return families.command.resumePoint(checkpoint.state);
  }

  #write(ref: CommandRef, event: CommandEvent, options: WriteOptions | undefined): SavedCommand {
    const key = keyOf(ref);
    return write(this.#bench, key, planCommand(key, event), options);
  }
}

function named(ref: CommandRef): { readonly command: string; readonly feature: string | null } {
  return { command: ref.command, feature: ref.feature ?? null };
}

function keyOf(ref: CommandRef): ReturnType<typeof commandKey> {
  return commandKey(ref.command, ref.feature ?? null);
}
