// What a checkpoint remembers about how its results are known, as it is stored under `pawl`.

/** How a gate's last run ended. Blocked is no failure: the command could not be run, or gave no verdict; nor is a person's no. */
export const gateVerdicts = ['pass', 'fail', 'blocked', 'approved', 'declined', 'waived'] as const;

export type GateVerdict = (typeof gateVerdicts)[number];

/**
 * Tells whether a verdict says that something has to be mended: what changes after it is for the gate to judge.
 * @param verdict the verdict
 * @returns true for a failure and for a person's no
 */
export function isRefusal(verdict: GateVerdict | null): boolean {
  return verdict === 'fail' || verdict === 'declined';
}

/** Who knew it, and when. */
export interface Witness {
  /** Counts up in a checkpoint: what has the larger number was recorded later, whatever the clocks said. */
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
}

/** What is the same for units and gates. */
export interface Covered {
  /** HEAD at that time; for people, and never a reason. */
  readonly head_commit?: string | undefined;
  /** The branch that was checked out: on another one its files may not be here, and are not lost. */
  readonly branch?: string | undefined;
  /** Hash of the unit's section of the spec, or of the gate's definition. */
  readonly spec_hash?: string | undefined;
  /** The files that it is about, frozen: each as its hash, a space and its path from the root. */
  readonly files: readonly string[];
  /** How many more files it was about than are listed. */
  readonly unlisted?: number | undefined;
  /** Paths of files that changed after it, in the time of other work or by a gate, and that nobody looked at for it since. */
  readonly changed_later?: readonly string[] | undefined;
}

/** What is said about a workstream when it is done. */
export interface UnitFinding extends Covered {
  readonly by: string;
  /** Files that it was made from, in the same form; they are not its own. */
  readonly input_paths?: readonly string[] | undefined;
  /** Paths that its report names and that were not there: so far it is a claim. */
  readonly missing_files?: readonly string[] | undefined;
  /** Paths of files of earlier work that changed while it ran, although it does not name them. */
  readonly touched?: readonly string[] | undefined;
  /** How its command ended, when pawl ran it itself. */
  readonly exit_code?: number | undefined;
}

/** What is said about a gate when it was run, approved or waived. */
export interface GateFinding extends Covered {
  readonly by: string;
  /** The commands that were run. */
  readonly commands?: readonly string[] | undefined;
  readonly exit_code?: number | undefined;
  readonly duration_ms?: number | undefined;
  /** The end of the output. */
  readonly output?: string | undefined;
  /** Patterns of what it covers, also of what is made later; none when it is about the files of its workstreams alone. */
  readonly covers?: readonly string[] | undefined;
  /** Paths of files that changed while it ran, or was looked at: the result counts for what was there at its end. */
  readonly changed_meanwhile?: readonly string[] | undefined;
  /** Why it is blocked, failed or was declined, in words. */
  readonly reason?: string | undefined;
  /** When a person kept the result although what it covers had changed, ISO 8601; see `pawl.accepted`. */
  readonly kept_at?: string | undefined;
}

export interface UnitEvidence extends UnitFinding, Witness {}

export interface GateEvidence extends GateFinding, Witness {
  readonly verdict: GateVerdict;
}

/** The evidence of a pipeline. */
export interface PipelineEvidence {
  readonly workstreams?: Readonly<Record<string, UnitEvidence>> | undefined;
  /** By the use of a gate, e.g. `type-check (WS2)`. */
  readonly gates?: Readonly<Record<string, GateEvidence>> | undefined;
}

/** A person let a gate pass that did not. */
export interface Waiver {
  /** The uses that it is about. */
  readonly gates: readonly string[];
  readonly by: string;
  readonly reason: string;
  /** Where the debt is tracked. */
  readonly issue: string;
  readonly at: string;
}

/** A person said yes or no: to a gate, or at a point such as `spec`, `Phase 2` or `completion`. */
export interface ApprovalRecord {
  readonly about: string;
  readonly answer: 'yes' | 'no';
  readonly by: string;
  readonly note?: string | undefined;
  readonly at: string;
}

/** A person kept results although what they were about has changed. */
export interface Acceptance {
  /** Workstreams and uses of gates. */
  readonly kept: readonly string[];
  /** What had changed, in words. */
  readonly changes: readonly string[];
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}
