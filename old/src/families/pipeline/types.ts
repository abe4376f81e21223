// The pipeline checkpoint as it is stored (seed 003). Members that are not declared here may stand beside these and are
// kept.

import type { Acceptance, ApprovalRecord, PipelineEvidence, Waiver } from './evidence/types.js';

/** The ids that are accepted unless a repository widens the pattern. */
export const defaultIdPattern = /^PRD-\d{3}$/;

/** Every status that a pipeline can have, in the order of its life. */
export const pipelineStatuses = ['initialized', 'in_progress', 'paused', 'failed', 'complete'] as const;

/** Where a pipeline stands; derived from its lists after every operation. */
export type PipelineStatus = (typeof pipelineStatuses)[number];

/** Every verdict of an adversarial review. */
export const reviewVerdicts = ['ship', 'ship_with_gates', 'do_not_ship', 'overridden'] as const;

/** What an adversarial review decided; `do_not_ship` blocks the start. */
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** How often a review may be attempted. */
export const maxReviewAttempts = 2;

/** The failure that a `failed` pipeline stands at. */
export interface PipelineError {
  /** The workstream that failed; for a failed gate, the first workstream that it covers, else `Phase N`. */
  readonly workstream: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** A failure that the run has left behind. */
export interface PipelinePastError extends PipelineError {
  /** When the run left it behind, ISO 8601. */
  readonly time: string;
}

/** The result of the adversarial review of the spec. */
export interface AdversarialReview {
  readonly verdict: ReviewVerdict;
  readonly p0_count: number;
  readonly p1_count: number;
  /** From 1 to 2. */
  readonly attempt: number;
  /** Path of the full report. */
  readonly findings_path?: string | undefined;
  /** Required when the verdict is `overridden`. */
  readonly override_reason?: string | undefined;
}

/** A change that was made on the way. */
export interface PipelineFix {
  readonly file: string;
  readonly change: string;
}

/** What the EXECUTION-SPEC says about one workstream. */
export interface PlannedWorkstream {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Who does the work, e.g. the name of an agent, and of what kind that is. */
  readonly executor?: string | undefined;
  readonly executor_type?: string | undefined;
  /** Paths or globs of the files that the work makes. */
  readonly outputs?: readonly string[] | undefined;
  readonly estimated_complexity?: string | number | undefined;
  /** Ids of the workstreams that must be complete before this one starts. */
  readonly depends_on?: readonly string[] | undefined;
  /** The gate, or gates, that this workstream must pass. */
  readonly gate?: string | readonly string[] | undefined;
  /** Hash of this workstream's section of the spec. */
  readonly hash?: string | undefined;
}

/** A gate of the spec. */
export interface PlannedGate {
  readonly id: string;
  /** Of its definition. */
  readonly hash: string;
}

/** One phase of the plan; its number is its place in the list, from 1. */
export interface PlannedPhase {
  readonly name?: string | undefined;
  readonly workstreams: readonly string[];
  /** Every gate that the phase must pass: its own and those that its workstreams name. */
  readonly gates?: readonly string[] | undefined;
}

/**
 * What a checkpoint remembers of its EXECUTION-SPEC, stored as `pawl.spec`. With `workstreams` and `phases` present,
 * the lists are held against it; without them the checkpoint's own lists are all that is known.
 */
export interface PipelinePlan {
  readonly path?: string | undefined;
  readonly hash?: string | undefined;
  /** By id, in the spec's order, which is the order of the three lists. */
  readonly workstreams?: Readonly<Record<string, PlannedWorkstream>> | undefined;
  readonly phases?: readonly PlannedPhase[] | undefined;
  readonly gates?: readonly PlannedGate[] | undefined;
}

/** What pawl itself keeps in a pipeline checkpoint, beside members that other parts of pawl write. */
export interface PipelinePawl {
  readonly spec?: PipelinePlan | undefined;
  /**
   * Set while all work done does not make the run complete: a person has to say yes (`completion`), or results did not hold
   * when the last step was taken (`evidence`).
   */
  readonly awaits?: 'completion' | 'evidence' | undefined;
  /** The branch on which the last result was recorded. */
  readonly branch?: string | undefined;
  /** Failures that the run has left behind, oldest first. */
  readonly errors?: readonly PipelinePastError[] | undefined;
  /** Workstreams that were begun, stopped and are not done, each with the number of the last evidence at that time. */
  readonly begun?: Readonly<Record<string, number>> | undefined;
  /** Workstreams that could not be run when they were last tried, each with the reason. */
  readonly blocked?: Readonly<Record<string, string>> | undefined;
  /** How done workstreams and run gates are known to be so. */
  readonly evidence?: PipelineEvidence | undefined;
  readonly waivers?: readonly Waiver[] | undefined;
  readonly approvals?: readonly ApprovalRecord[] | undefined;
  /** Results that a person kept although what they were about has changed. */
  readonly accepted?: readonly Acceptance[] | undefined;
}

/** A pipeline checkpoint: the state of one PRD's build. */
export interface PipelineCheckpoint {
  /** The PRD's id, e.g. `PRD-003`. */
  readonly prd: string;
  readonly prd_title: string;
  /** The last phase that is complete with its gates passed; 0 at first. */
  readonly current_phase: number;
  readonly status: PipelineStatus;
  readonly completed_workstreams: readonly string[];
  readonly in_progress_workstreams: readonly string[];
  readonly pending_workstreams: readonly string[];
  /** The files that each completed workstream made. */
  readonly artifacts: Readonly<Record<string, readonly string[]>>;
  /** Passed gates with what they covered, e.g. `type-check (WS2)` or `build (Phase 3)`, in the order of passing. */
  readonly gates_passed: readonly string[];
  /** Ids of the gates that still have to pass, here or in a later phase. */
  readonly gates_pending: readonly string[];
  /** When the checkpoint last changed, ISO 8601. */
  readonly timestamp: string;
  /** Present exactly when the status is `failed`. */
  readonly error?: PipelineError | undefined;
  readonly adversarial_review?: AdversarialReview | undefined;
  readonly eslint_fixes?: readonly PipelineFix[] | undefined;
  readonly cleanup_done?: readonly string[] | undefined;
  readonly key_fixes?: readonly PipelineFix[] | undefined;
  readonly pawl?: PipelinePawl | undefined;
}
