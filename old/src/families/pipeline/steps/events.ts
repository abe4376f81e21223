// What can happen to a pipeline: one interface for each operation, told apart by `type`.

import type { GateFinding, UnitFinding } from '../evidence/types.js';
import type { PipelineFix, PlannedGate, PlannedWorkstream, ReviewVerdict } from '../types.js';

/** Creates the checkpoint from its EXECUTION-SPEC. */
export interface InitEvent {
  readonly type: 'init';
  readonly prd: string;
  readonly prd_title: string;
  /** By id, in the spec's order; or just the ids. */
  readonly workstreams: Readonly<Record<string, PlannedWorkstream>> | readonly string[];
  /** In order; when absent, they follow from `depends_on`. */
  readonly phases?: readonly InitPhase[] | undefined;
  /** All gates, in the order in which they are to be listed; when absent, those that phases and workstreams name. */
  readonly gates?: readonly string[] | undefined;
  /** Where the spec came from, and what its gates were. */
  readonly spec?: InitSource | undefined;
}

/** The file of a spec. */
export interface InitSource {
  readonly path?: string | undefined;
  readonly hash?: string | undefined;
  readonly gates?: readonly PlannedGate[] | undefined;
}

/** A phase of a new pipeline. */
export interface InitPhase {
  readonly name?: string | undefined;
  readonly workstreams: readonly string[];
  /** Beside those that the phase's workstreams name. */
  readonly gates?: readonly string[] | undefined;
}

/** The spec was changed while the run was under way: its plan is taken over, and what is done stays done where it is in both. */
export interface ReplanEvent extends Omit<InitEvent, 'type' | 'prd'> {
  readonly type: 'replan';
}

/** Workstreams begin. */
export interface StartEvent {
  readonly type: 'start';
  readonly workstreams: readonly string[];
  /** From now on a person has to say yes (`approve` about `completion`) before the run is complete. */
  readonly hold_completion?: boolean | undefined;
}

/** A workstream is done; doing it again unites the files. */
export interface DoneEvent {
  readonly type: 'done';
  readonly workstream: string;
  readonly artifacts?: readonly string[] | undefined;
  /** How it is known; the files as they are now. */
  readonly evidence?: UnitFinding | undefined;
}

/** A gate passed, for one workstream, for a phase, or (neither given) for the first phase that still needs it. */
export interface PassGateEvent {
  readonly type: 'pass_gate';
  readonly gate: string;
  readonly workstream?: string | undefined;
  readonly phase?: number | undefined;
  readonly evidence?: GateFindings | undefined;
}

/** What is known about each use of a gate, e.g. `type-check (WS2)`. */
export type GateFindings = Readonly<Record<string, GateFinding>>;

/** A gate failed; what it covered is found as for a pass. With evidence an earlier pass no longer counts. */
export interface FailGateEvent {
  readonly type: 'fail_gate';
  readonly gate: string;
  readonly message: string;
  readonly workstream?: string | undefined;
  readonly phase?: number | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** Running workstreams return to pending; without it they are a reason to refuse. */
  readonly stop_running?: boolean | undefined;
  readonly evidence?: GateFindings | undefined;
}

/** A gate could not be run, or gave no verdict. That is no failure: only the evidence changes. */
export interface BlockGateEvent {
  readonly type: 'block_gate';
  readonly gate: string;
  readonly workstream?: string | undefined;
  readonly phase?: number | undefined;
  readonly evidence: GateFindings;
}

/** A person lets a gate pass that did not: it counts as passed, and the debt is recorded. */
export interface WaiveGateEvent {
  readonly type: 'waive_gate';
  readonly gate: string;
  readonly workstream?: string | undefined;
  readonly phase?: number | undefined;
  readonly by: string;
  readonly reason: string;
  /** Where the debt is tracked, e.g. `BAS-12`. */
  readonly issue: string;
  readonly evidence?: GateFindings | undefined;
}

/** A person said yes or no: to a manual gate, which then passes, or at a point such as `spec`, `Phase 2`, `completion`. */
export interface ApproveEvent {
  readonly type: 'approve';
  /** What it is about, unless it is a gate. */
  readonly about?: string | undefined;
  readonly gate?: string | undefined;
  readonly workstream?: string | undefined;
  readonly phase?: number | undefined;
  readonly answer: 'yes' | 'no';
  readonly by: string;
  readonly note?: string | undefined;
  readonly evidence?: GateFindings | undefined;
}

/** Results no longer hold: workstreams return to pending, and gates have to pass again. */
export interface RedoEvent {
  readonly type: 'redo';
  readonly workstreams?: readonly string[] | undefined;
  /** Uses of gates, e.g. `type-check (WS2)`. */
  readonly gates?: readonly string[] | undefined;
  readonly reasons?: readonly string[] | undefined;
}

/** From now on a person has to say yes (`approve` about `completion`) before the run is complete; the first question stands. */
export interface HoldEvent {
  readonly type: 'hold';
}

/** A person keeps results although what they were about has changed: the present state is what they are about from now on. */
export interface AcceptEvent {
  readonly type: 'accept';
  readonly reason: string;
  readonly by: string;
  /** What had changed, in words. */
  readonly changes?: readonly string[] | undefined;
  /** By workstream. */
  readonly workstreams?: Readonly<Record<string, UnitFinding>> | undefined;
  /** By use of a gate. */
  readonly gates?: GateFindings | undefined;
}

/** Files of finished work changed in the time of a later step, or were repaired: their new state is what counts. */
export interface MovedEvent {
  readonly type: 'moved';
  /** Each as the recorded state, the new one and the path. */
  readonly files: readonly string[];
  /** Whether passed gates are about the new states as well; that they did not see them is remembered. */
  readonly with_gates?: boolean | undefined;
  /** The gate that changed them; work is not told of what gates mend. */
  readonly by_gate?: string | undefined;
}

/** A running workstream failed. */
export interface FailEvent {
  readonly type: 'fail';
  readonly workstream: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** The other running workstreams return to pending; without it they are a reason to refuse. */
  readonly stop_running?: boolean | undefined;
}

/** The run pauses; from `failed` it says that the failure is dealt with. */
export interface PauseEvent {
  readonly type: 'pause';
  /** Running workstreams return to pending; without it they are a reason to refuse. */
  readonly stop_running?: boolean | undefined;
  /** Workstreams that could not be run, each with the reason: that is no failure of theirs. */
  readonly blocked?: Readonly<Record<string, string>> | undefined;
}

/** An adversarial review came to a verdict, or its verdict is overridden. */
export interface ReviewEvent {
  readonly type: 'review';
  readonly verdict: ReviewVerdict;
  /** May be left out when a recorded review is overridden. */
  readonly p0_count?: number | undefined;
  readonly p1_count?: number | undefined;
  /** When absent: one more than the recorded attempt; an override keeps it. */
  readonly attempt?: number | undefined;
  readonly findings_path?: string | undefined;
  /** Required for `overridden`. */
  readonly override_reason?: string | undefined;
}

/** Notes about the work are added; also to a complete pipeline. */
export interface NoteEvent {
  readonly type: 'note';
  readonly eslint_fixes?: readonly PipelineFix[] | undefined;
  readonly cleanup_done?: readonly string[] | undefined;
  readonly key_fixes?: readonly PipelineFix[] | undefined;
}

/** Anything that can happen to a pipeline. */
export type PipelineEvent =
  | InitEvent
  | ReplanEvent
  | StartEvent
  | DoneEvent
  | PassGateEvent
  | FailGateEvent
  | BlockGateEvent
  | WaiveGateEvent
  | ApproveEvent
  | RedoEvent
  | HoldEvent
  | AcceptEvent
  | MovedEvent
  | FailEvent
  | PauseEvent
  | ReviewEvent
  | NoteEvent;
