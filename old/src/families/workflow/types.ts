// The workflow family's checkpoint (seed 004) and the events that change it. Unknown fields are allowed everywhere.

import type { RunNotes } from '../notes.js';

export type WorkflowStatus = 'in_progress' | 'failed' | 'complete' | 'abandoned';

/** What went wrong. */
export interface WorkflowError {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** An error that was left behind by a retry. */
export interface PastWorkflowError {
  readonly error: string | WorkflowError;
  /** ISO 8601: when it happened. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/** The workflow's own state, as its agents keep it. */
export interface WorkflowState {
  readonly [field: string]: unknown;
}

/** When and why a workflow was given up. */
export interface Abandonment {
  /** ISO 8601. */
  readonly at: string;
  readonly reason?: string | undefined;
  readonly [field: string]: unknown;
}

/** What is remembered of the plan that `workflow_state.plan_path` names. */
export interface PlanRecord {
  /** As `plan_path` says it. */
  readonly path?: string | undefined;
  /** SHA-256 of the file when its path was given, or when the last phase was completed. */
  readonly hash?: string | undefined;
  readonly [field: string]: unknown;
}

/** What pawl stores in a workflow checkpoint beside the seed's fields. */
export interface WorkflowNotes extends RunNotes {
  readonly errors?: readonly PastWorkflowError[] | undefined;
  /** ISO 8601: when `last_error` happened. */
  readonly failed_at?: string | undefined;
  readonly abandoned?: Abandonment | undefined;
  /** The `updated_at` that a repair took from the file's own time, since the document told none. */
  readonly undated?: string | undefined;
  readonly spec?: PlanRecord | undefined;
}

/** A workflow's checkpoint. */
export interface WorkflowCheckpoint {
  /** `{type}_{project}_{YYYYMMDD_HHMMSS}` in UTC. */
  readonly checkpoint_id: string;
  readonly workflow_type: string;
  readonly workflow_description: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** ISO 8601. */
  readonly updated_at: string;
  readonly status: WorkflowStatus;
  /** The first phase that is not completed; the last one when all are. */
  readonly current_phase: number;
  readonly total_phases: number;
  /** Numbers from 1, ascending. */
  readonly completed_phases: readonly number[];
  readonly workflow_state: WorkflowState;
  readonly last_error: string | WorkflowError | null;
  /** Absent in the seed's own format; see migrate.ts. */
  readonly schema_version?: string | number | undefined;
  readonly pawl?: WorkflowNotes | undefined;
  readonly [field: string]: unknown;
}

/** What changes in `workflow_state`: maps merge, other values and lists replace, null deletes. */
export type StatePatch = Readonly<Record<string, unknown>>;

/** Begins a workflow. */
export interface StartEvent {
  readonly type: 'start';
  readonly id: string;
  readonly workflow_type: string;
  readonly project: string;
  readonly description: string;
  readonly total_phases: number;
  readonly state?: StatePatch | undefined;
}

/** Completes a phase. On a failed workflow it also leaves `failed`, as a retry does: the work went on. */
export interface AdvanceEvent {
  readonly type: 'advance';
  /** The phase; the first one that is not completed unless given. */
  readonly phase?: number | undefined;
  readonly state?: StatePatch | undefined;
  /** A new number of phases, when the plan changed. */
  readonly total_phases?: number | undefined;
}

/** Changes the state only. */
export interface UpdateEvent {
  readonly type: 'update';
  readonly state: StatePatch;
}

/** Records a failure. */
export interface FailEvent {
  readonly type: 'fail';
  readonly error: string | WorkflowError;
  /** Nothing more can be done: the file moves to `failed/`. */
  readonly final?: boolean | undefined;
}

/** Leaves `failed`; the error moves into history. */
export interface RetryEvent {
  readonly type: 'retry';
}

/** Completes the workflow, and its last phase when only that is open. */
export interface FinishEvent {
  readonly type: 'finish';
}

/** Gives the workflow up. */
export interface AbandonEvent {
  readonly type: 'abandon';
  readonly reason?: string | undefined;
}

/** Records what the next agent must know. */
export interface WorkflowNoteEvent {
  readonly type: 'note';
  /** null takes the next action away. */
  readonly next_action?: string | null | undefined;
  /** What was known when the agent's context was compacted; null takes it away. */
  readonly resume_note?: string | null | undefined;
  readonly decision?: string | undefined;
  readonly reject?: string | undefined;
  readonly supersede?: string | undefined;
}

export type WorkflowEvent =
  | StartEvent
  | AdvanceEvent
  | UpdateEvent
  | FailEvent
  | RetryEvent
  | FinishEvent
  | AbandonEvent
  | WorkflowNoteEvent;
