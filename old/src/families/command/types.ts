// The command family's checkpoint (seeds 000-002) and the events that change it. Unknown fields are allowed everywhere.

import type { RunNotes } from '../notes.js';

/** The status of a phase. */
export type PhaseStatus = 'pending' | 'in_progress' | 'complete' | 'failed' | 'skipped';

/** One entry of a phase's `tasks` map, e.g. `T001`. */
export interface CommandTask {
  readonly status?: string | undefined;
  readonly description?: string | undefined;
  readonly [field: string]: unknown;
}

/** One phase of a command's run. */
export interface CommandPhase {
  readonly status: PhaseStatus;
  /** ISO 8601: when the phase was first worked on. */
  readonly started_at?: string | undefined;
  /** ISO 8601: when the phase last changed. */
  readonly updated_at?: string | undefined;
  /** What the next phase needs to know; at most 500 words. */
  readonly context_summary?: string | undefined;
  readonly files_created?: readonly string[] | undefined;
  readonly files_modified?: readonly string[] | undefined;
  /** Why the phase failed; goes when the phase leaves `failed`. */
  readonly error?: string | undefined;
  readonly tasks?: { readonly [id: string]: CommandTask } | undefined;
  readonly [field: string]: unknown;
}

/** Where a command's run stands. The lists follow from the phases; names without a phase of their own may stand here. */
export interface CommandState {
  readonly current_phase: string | null;
  readonly completed_phases: readonly string[];
  readonly pending_phases: readonly string[];
  /** The task being worked on, e.g. `T002`. */
  readonly current_task?: string | null | undefined;
  readonly context_summary?: string | undefined;
  readonly [field: string]: unknown;
}

/** Whether `/ship` may go on. */
export interface ShipGate {
  readonly ship_allowed: boolean;
  /** What stands in the way, in words. */
  readonly blockers: readonly string[];
  /** The commit that was reviewed. */
  readonly head_commit?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** A command's checkpoint: the seeds' `UnifiedCheckpoint`. */
export interface CommandCheckpoint {
  /** e.g. `implement`; any safe name. */
  readonly command: string;
  readonly feature?: string | null | undefined;
  readonly version: 1;
  /** HEAD at the last save; information, never a reason to refuse. */
  readonly head_commit?: string | null | undefined;
  /** ISO 8601. */
  readonly started_at: string;
  /** ISO 8601. */
  readonly updated_at: string;
  /** ISO 8601; present when the run is complete. */
  readonly completed_at?: string | undefined;
  readonly state: CommandState;
  readonly phases: { readonly [name: string]: CommandPhase };
  readonly gate?: ShipGate | undefined;
  readonly pawl?: RunNotes | undefined;
  readonly [field: string]: unknown;
}

/** What a phase event changes: maps merge, file lists unite, other values replace, null deletes. */
export interface PhaseData {
  readonly status?: PhaseStatus | undefined;
  readonly context_summary?: string | null | undefined;
  readonly files_created?: readonly string[] | null | undefined;
  readonly files_modified?: readonly string[] | null | undefined;
  readonly error?: string | null | undefined;
  readonly tasks?: { readonly [id: string]: unknown } | null | undefined;
  /** Stored as `state.current_task`. */
  readonly current_task?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** Updates a phase; creates the checkpoint and the phase when they are absent. */
export interface PhaseEvent {
  readonly type: 'phase';
  readonly command: string;
  readonly feature?: string | null | undefined;
  readonly phase: string;
  readonly data: PhaseData;
  readonly head_commit?: string | null | undefined;
  /** The branch that is checked out; null when none is. Stored as `pawl.branch`. */
  readonly branch?: string | null | undefined;
  /** On a complete checkpoint: begin a new run, with phases afresh. */
  readonly new_run?: boolean | undefined;
  /** On a new run: list the command's typical phases as pending. */
  readonly typical_phases?: boolean | undefined;
}

/** Finishes the run; once more is harmless. */
export interface CompleteEvent {
  readonly type: 'complete';
  readonly head_commit?: string | null | undefined;
}

/** Records the verdict of a review. With `command`, it may also create the checkpoint. */
export interface GateEvent {
  readonly type: 'gate';
  readonly ship_allowed: boolean;
  readonly blockers: readonly string[];
  /** The commit that was reviewed. */
  readonly head_commit?: string | null | undefined;
  /** The tree of the reviewed content; that of the commit unless given. */
  readonly tree_sha?: string | undefined;
  /** Who reviewed it. */
  readonly by?: string | undefined;
  /** When it creates the checkpoint: list the command's typical phases as pending. */
  readonly typical_phases?: boolean | undefined;
  readonly command?: string | undefined;
  readonly feature?: string | null | undefined;
}

/** Lets one content pass the ship gate without the review's approval, which stays as it is. May create the checkpoint. */
export interface ForceEvent {
  readonly type: 'force';
  /** Why, for the record. */
  readonly reason: string;
  readonly by: string;
  readonly head_commit: string | null;
  /** The tree of the content that passes. */
  readonly tree_sha: string;
  readonly typical_phases?: boolean | undefined;
  readonly command: string;
  readonly feature?: string | null | undefined;
}

/** Records what the next agent must know. With `command`, it may also create the checkpoint. */
export interface NoteEvent {
  readonly type: 'note';
  /** null takes the next action away. */
  readonly next_action?: string | null | undefined;
  /** The phase that the next action was given with; the action goes when that phase is done. */
  readonly phase?: string | undefined;
  /** What was known when the agent's context was compacted; null takes it away. */
  readonly resume_note?: string | null | undefined;
  readonly decision?: string | undefined;
  readonly reject?: string | undefined;
  readonly supersede?: string | undefined;
  readonly command?: string | undefined;
  readonly feature?: string | null | undefined;
}

export type CommandEvent = PhaseEvent | CompleteEvent | GateEvent | ForceEvent | NoteEvent;
