// A spec as it was written, in one form: names are not yet held against each other.

import type { Json } from '../../../../rules/json/json.js';
import type { Spot } from '../source/findings.js';
import type { SpecCommand, SpecGate } from '../types.js';
import type { Named } from './values.js';

/** A workstream as it was written. */
export interface DraftWorkstream extends Spot {
  readonly id: string;
  readonly title: string | null;
  readonly description: string;
  readonly dependsOn: readonly Named[];
  readonly executor: string | null;
  readonly executorType: string | null;
  readonly command: SpecCommand | null;
  readonly timeoutMs: number | null;
  readonly outputs: readonly Named[];
  readonly inputs: readonly Named[];
  readonly gates: readonly Named[];
  readonly complexity: string | number | null;
  readonly details: Readonly<Record<string, Json>>;
  /** The phase that it names itself. */
  readonly phase: Named | null;
}

/** A phase as it was written. */
export interface DraftPhase extends Spot {
  /** What the spec calls it by, e.g. 2 for `phase: 2`. */
  readonly number: number | null;
  readonly name: string | null;
  readonly workstreams: readonly Named[];
  readonly gates: readonly Named[];
  readonly isSequential: boolean;
}

/** A gate as it was written. */
export interface DraftGate extends Spot, Omit<SpecGate, 'covers' | 'hash' | 'line'> {
  readonly covers: readonly Named[];
}

/** A spec as it was written. */
export interface Draft {
  readonly id: Named | null;
  readonly title: string | null;
  readonly service: string | null;
  readonly mvpPhase: string | null;
  readonly workstreams: readonly DraftWorkstream[];
  /** Null when the spec has none. */
  readonly phases: readonly DraftPhase[] | null;
  readonly gates: readonly DraftGate[];
  /** Whether the spec has a list of all gates, against which names are held. */
  readonly declaresGates: boolean;
}
