// What a build needs from outside: someone who watches, someone who is asked, and the gates. Types alone.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import type { SpecWorkstream } from '../../families/pipeline/spec/index.js';
import type { GateOutcome } from '../gates/run-gate.js';
import type { Ran } from './run-workstream.js';

/** How a build ended. `again`: its spec was edited, and it begins anew from that. */
export interface BuildEnd {
  readonly is: 'complete' | 'paused' | 'failed' | 'blocked' | 'interrupted' | 'again';
  /** In words. */
  readonly reasons: readonly string[];
}

/** One run of a gate. */
export interface GateRan {
  readonly gate: string;
  readonly phase: number;
  readonly verdict: GateOutcome;
  readonly duration_ms: number;
  /** Why it did not pass, in words. */
  readonly reason: string | null;
  /** Where its output is kept, from the root; null when it has none. */
  readonly log: string | null;
  /** Files that it covers and that changed while it ran. */
  readonly changed_meanwhile: readonly string[];
}

/** Runs a gate and records its result; gives the run as it is then. */
export type GateRunner = (
  gate: string,
  phase: number,
  onLine: (line: string) => void,
) => Promise<{ readonly ran: GateRan; readonly doc: PipelineCheckpoint }>;

/** What is told while a build goes on. None of it may throw. */
export interface BuildWatch {
  started(one: SpecWorkstream): void;
  line(unit: string, line: string): void;
  ended(ran: Ran): void;
  gateStarted(gate: string, phase: number): void;
  gateEnded(ran: GateRan): void;
  /** Others did something to the run meanwhile, e.g. removed its file, in words; what the build has done is kept. */
  kept(message: string): void;
  /** The run as it is now. */
  happened(doc: PipelineCheckpoint): void;
}

/** What a person sees when they are asked. */
export interface Results {
  readonly doc: PipelineCheckpoint;
  readonly ran: readonly Ran[];
  readonly gates: readonly GateRan[];
}

/** What a person said. `later`: nobody is there to answer; `again`: the spec was edited. */
export type Said = { readonly answer: 'yes' | 'no' | 'again' } | { readonly answer: 'later'; readonly reason: string };

/** Someone who is asked at `spec`, `Phase N` and `completion`. */
export interface Person {
  approve(about: string, phase: number | null, results: Results): Promise<Said>;
}
