// Reads `pawl.spec`: order, phases, dependencies and what each gate covers. Never trusts its shape.

import * as v from 'valibot';
import { isJsonObject } from '../../rules/json/json.js';
import { reservedNames } from '../../rules/limits.js';
import { planSchema } from './schema.js';
import type { PlannedPhase, PlannedWorkstream } from './types.js';

/** One use of a gate: once for each workstream of a phase that names it, else once for the phase. */
export interface GateUse {
  readonly gate: string;
  /** From 1. */
  readonly phase: number;
  /** How the pass is recorded, e.g. `type-check (WS2)`, `build (Phase 3)`. */
  readonly label: string;
  /** The workstreams that must be complete before it can pass. */
  readonly covers: readonly string[];
}

/** The plan of a pipeline, ready for questions. */
export interface PlanView {
  /** Every workstream by id, in the spec's order. */
  readonly workstreams: ReadonlyMap<string, PlannedWorkstream>;
  /** The place of each workstream in the spec's order. */
  readonly places: ReadonlyMap<string, number>;
  readonly phases: readonly PlannedPhase[];
  /** The first phase that has a workstream, from 1. */
  readonly phaseOf: ReadonlyMap<string, number>;
  /** Every use of every gate, in the order of the phases. */
  readonly uses: readonly GateUse[];
  /** Every gate id, in the order of first use. */
  readonly gates: readonly string[];
}

// A plan does not change while a run lives, and frozen documents share it: it is read once.
const views = new WeakMap<object, PlanView>();

/**
 * Reads the plan that a checkpoint remembers.
 * @param doc a checkpoint, also one with a drifted shape
 * @returns the plan, or null when the checkpoint does not know its workstreams and phases
 */
export function planOf(doc: object): PlanView | null {
  const spec: unknown = isJsonObject(doc) && isJsonObject(doc.pawl) ? doc.pawl.spec : null;
  if (typeof spec !== 'object' || spec === null) return null;
  const known = views.get(spec);
  if (known !== undefined) return known;
  if (!v.is(planSchema, spec) || spec.workstreams === undefined || spec.phases === undefined) return null;
  const view = viewPlan(spec.workstreams, spec.phases);
  if (Object.isFrozen(spec)) views.set(spec, view);
  return view;
}

/**
 * Makes a plan ready for questions.
 * @param workstreams the workstreams by id
 * @param phases the phases in order
 * @returns the plan
 */
export function viewPlan(
  workstreams: Readonly<Record<string, PlannedWorkstream>>,
  phases: readonly PlannedPhase[],
): PlanView {
  const byId = new Map(Object.entries(workstreams).filter(([id]) => !reservedNames.has(id)));
  const uses = phases.flatMap((phase, index) => usesOf(phase, index, phases, byId));
  return {
    workstreams: byId,
    places: new Map([...byId.keys()].map((id, index) => [id, index])),
    phases,
    // Of several, the first one is to count: it is put in last.
    phaseOf: new Map(
      phases.flatMap((phase, index) => phase.workstreams.map((id) => [id, index + 1] as const)).toReversed(),
    ),
    uses,
    gates: [...new Set(uses.map((use) => use.gate))],
  };
}

function usesOf(
  phase: PlannedPhase,
  index: number,
  phases: readonly PlannedPhase[],
  byId: ReadonlyMap<string, PlannedWorkstream>,
): GateUse[] {
  const named = phase.workstreams.flatMap((id) => gatesOf(byId.get(id)));
  return [...new Set([...(phase.gates ?? []), ...named])].flatMap((gate) => {
    const naming = phase.workstreams.filter((id) => gatesOf(byId.get(id)).includes(gate));
    if (naming.length > 0) {
      return naming.map((id) => ({ gate, phase: index + 1, label: gateLabel(gate, id), covers: [id] }));
    }
    // A phase of gates alone stands for all the work before it.
    const covers =
      phase.workstreams.length > 0 ? phase.workstreams : phases.slice(0, index).flatMap((p) => p.workstreams);
    return [{ gate, phase: index + 1, label: gateLabel(gate, phaseName(index + 1)), covers }];
  });
}

/**
 * Lists the gates that a workstream names.
 * @param workstream the workstream's plan; undefined for one that is not planned
 * @returns gate ids, without duplicates
 */
export function gatesOf(workstream: PlannedWorkstream | undefined): readonly string[] {
  const gate = workstream?.gate;
  if (gate === undefined) return [];
  return typeof gate === 'string' ? [gate] : [...new Set(gate)];
}

/**
 * Names a phase by its number, as gates and displays do.
 * @param phase the number, from 1
 * @returns e.g. `Phase 2`
 */
export function phaseName(phase: number): string {
  return `Phase ${phase}`;
}

/**
 * Writes a passed gate with what it covered.
 * @param gate the gate's id
 * @param covered a workstream's id or a phase's name
 * @returns e.g. `type-check (WS2)`
 */
export function gateLabel(gate: string, covered: string): string {
  return `${gate} (${covered})`;
}

/**
 * Takes the gate's id out of a label.
 * @param label e.g. `type-check (WS2)`, or a bare id
 * @returns e.g. `type-check`
 */
export function gateIdOf(label: string): string {
  const start = label.indexOf(' (');
  return start > 0 && label.endsWith(')') ? label.slice(0, start) : label;
}
