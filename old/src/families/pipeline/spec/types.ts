// An EXECUTION-SPEC as pawl understands it, whatever form it was written in. Members are snake_case like the document
// that they come from, and like the answer of `pawl pipeline check --json`.

import type { Problem } from '../../../rules/errors.js';
import type { Json } from '../../../rules/json/json.js';

/** A place in the spec's file; both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something about a spec that has to be changed, or that a person should know. `path` is a pointer into its front matter. */
export interface SpecProblem extends Problem, Place {
  readonly fix: string;
  /** The line as it stands, and below it a caret; empty when there is nothing to show. */
  readonly excerpt: string;
}

/** Which choices a person has at a manual gate, beside yes and no. */
export const approvals = ['inspect', 'edit', 'review'] as const;

/** `inspect` after a phase, `edit` after the spec, `review` before completion. */
export type Approval = (typeof approvals)[number];

/** A command line of a spec. */
export interface SpecCommand {
  readonly text: string;
  /** Its words by POSIX quoting; empty when only a shell can tell them. */
  readonly words: readonly string[];
  /** Whether it needs a shell: `shell: true`, or something in it that only a shell understands. */
  readonly shell: boolean;
}

/** One workstream. */
export interface SpecWorkstream {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** From 1. */
  readonly phase: number;
  readonly depends_on: readonly string[];
  /** Who does the work, e.g. the name of a skill or an agent. */
  readonly executor: string | null;
  /** `command`, `skill`, `task-agent` or whatever else the spec says. */
  readonly executor_type: string | null;
  /** Present exactly when the type is `command`. */
  readonly command: SpecCommand | null;
  readonly timeout_ms: number | null;
  /** Paths or globs from the repository's root, with forward slashes. */
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
  /** The gates that it names itself. */
  readonly gates: readonly string[];
  readonly complexity: string | number | null;
  /** Members of its definition that pawl gives no meaning, e.g. acceptance criteria: they belong into its brief. */
  readonly details: Readonly<Record<string, Json>>;
  /** Its section of the Markdown; empty when there is none. */
  readonly section: string;
  /** Of its definition and its section; edits elsewhere do not change it. */
  readonly hash: string;
  readonly line: number;
}

/** One phase. */
export interface SpecPhase {
  /** From 1. */
  readonly number: number;
  readonly name: string | null;
  readonly workstreams: readonly string[];
  /** Every gate that it must pass: its own, those of its workstreams, and in the last phase those that nothing names. */
  readonly gates: readonly string[];
  /** Its workstreams must run one after the other. */
  readonly sequential: boolean;
}

/** One gate. */
export interface SpecGate {
  readonly id: string;
  readonly title: string | null;
  readonly kind: 'command' | 'manual';
  /** Run in this order; none for a manual gate. */
  readonly commands: readonly SpecCommand[];
  /** Globs of what its result is about, beside the outputs of the workstreams that name it. */
  readonly covers: readonly string[];
  readonly timeout_ms: number | null;
  readonly never_waivable: boolean;
  /** For a manual gate. */
  readonly approval: Approval | null;
  /** What counts as passing, in words. */
  readonly criteria: readonly string[];
  /** Of all the above. */
  readonly hash: string;
  /** Where it is defined, or first named. */
  readonly line: number;
}

/** A spec that holds together. */
export interface Spec {
  readonly id: string;
  readonly title: string;
  readonly service: string | null;
  readonly mvp_phase: string | null;
  /** In the order of the spec. */
  readonly workstreams: readonly SpecWorkstream[];
  readonly phases: readonly SpecPhase[];
  /** Whether the phases follow from the dependencies, as the spec has none. */
  readonly phases_derived: boolean;
  readonly gates: readonly SpecGate[];
}

/** What reading a spec gives: the spec, or everything that is wrong with it. */
export type SpecReading =
  | { readonly ok: true; readonly spec: Spec; readonly warnings: readonly SpecProblem[] }
  | { readonly ok: false; readonly problems: readonly SpecProblem[]; readonly warnings: readonly SpecProblem[] };
