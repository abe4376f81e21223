// Phases: as the spec gives them, as its workstreams name them, or as they follow from the dependencies.

import { phaseName } from '../../plan.js';
import type { Draft, DraftPhase, DraftWorkstream } from '../read/draft.js';
import { calledBy } from '../read/phases.js';
import type { Named } from '../read/values.js';
import type { Findings } from '../source/findings.js';
import { nameFix } from './dependencies.js';

/** A phase whose workstreams are known. */
export interface PlacedPhase {
  readonly name: string | null;
  readonly workstreams: readonly string[];
  readonly gates: readonly Named[];
  readonly isSequential: boolean;
}

/**
 * Gives every workstream its phase.
 * @param draft the spec
 * @param layers the workstreams by dependencies, for a spec without phases
 * @param findings takes workstreams without or with two phases, and dependencies on later ones
 * @returns the phases, and whether they follow from the dependencies
 */
export function placePhases(
  draft: Draft,
  layers: readonly (readonly string[])[],
  findings: Findings,
): { readonly phases: readonly PlacedPhase[]; readonly areDerived: boolean } {
  if (draft.phases === null && draft.workstreams.every(({ phase }) => phase === null)) {
    const phases = layers.map((workstreams) => ({ name: null, workstreams, gates: [], isSequential: false }));
    return { phases, areDerived: true };
  }
  const given = inOrder(draft.phases ?? groupByPhase(draft.workstreams), findings);
  const byId = new Map(draft.workstreams.map((one) => [one.id, one]));
  const placed = new Map<string, number>();
  given.forEach((phase, index) => place(phase, index + 1, placed, byId, findings));
  for (const one of draft.workstreams) checkPlace(one, placed, given, draft.phases !== null, findings);
  const phases = given.map(({ name, workstreams, gates, isSequential }, index) => ({
    name,
    workstreams: workstreams.map(({ text }) => text).filter((id) => placed.get(id) === index + 1),
    gates,
    isSequential,
  }));
  return { phases, areDerived: false };
}

/** Workstreams that say `phase: 2` themselves. */
function groupByPhase(workstreams: readonly DraftWorkstream[]): readonly DraftPhase[] {
  const groups = new Map<string, { readonly spot: Named; readonly members: Named[] }>();
  for (const { id, phase, ...spot } of workstreams) {
    if (phase === null) continue;
    const { number, name } = calledBy(phase.text);
    const key = `${number ?? ''} ${name ?? ''}`;
    const group = groups.get(key) ?? { spot: phase, members: [] };
    groups.set(key, group);
    group.members.push({ path: spot.path, line: spot.line, column: spot.column, text: id });
  }
  return [...groups.values()].map(({ spot: { path, line, column, text }, members }) => {
    const { number, name } = calledBy(text);
    return { path, line, column, number, name, workstreams: members, gates: [], isSequential: false };
  });
}

/** Phases that have numbers are in order of size, those with names only as they appear; both at once must not contradict. */
function inOrder(phases: readonly DraftPhase[], findings: Findings): readonly DraftPhase[] {
  const sorted = phases.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  if (phases.every(({ number }) => number !== null)) return sorted;
  let last = Number.NEGATIVE_INFINITY;
  for (const phase of phases) {
    if (phase.number === null) continue;
    if (phase.number < last)
      findings.problem(
        phase,
        `phase ${phase.number} stands behind phase ${last}`,
        'put them in order, or give every phase a number',
      );
    last = Math.max(last, phase.number);
  }
  return phases;
}

function place(
  phase: DraftPhase,
  number: number,
  placed: Map<string, number>,
  byId: ReadonlyMap<string, DraftWorkstream>,
  findings: Findings,
): void {
  if (phase.workstreams.length === 0 && phase.gates.length === 0) {
    findings.problem(phase, `${phaseName(number)} has no workstreams and no gates`, 'fill it, or remove it');
  }
  for (const one of phase.workstreams) {
    const earlier = placed.get(one.text);
    if (!byId.has(one.text)) {
      const message = `${phaseName(number)} names ${one.text}, which is no workstream`;
      findings.problem(one, message, nameFix(one.text, byId));
    } else if (earlier !== undefined && earlier !== number) {
      const message = `${one.text} is in ${phaseName(earlier)} and in ${phaseName(number)}`;
      findings.problem(one, message, 'keep it in one phase');
    } else placed.set(one.text, number);
  }
}

function checkPlace(
  one: DraftWorkstream,
  placed: ReadonlyMap<string, number>,
  phases: readonly DraftPhase[],
  isGiven: boolean,
  findings: Findings,
): void {
  const number = placed.get(one.id);
  if (number === undefined) {
    findings.problem(one, `${one.id} is in no phase`, 'add it to a phase');
    return;
  }
  for (const other of one.dependsOn) {
    const later = placed.get(other.text) ?? 0;
    if (later <= number) continue;
    const message = `${one.id} is in ${phaseName(number)} and depends on ${other.text}, which comes in ${phaseName(later)}`;
    findings.problem(other, message, `move ${one.id} to ${phaseName(later)} or later`);
  }
  if (one.phase === null || !isGiven) return;
  const own = calledBy(one.phase.text);
  const stands = phases[number - 1];
  const fits = own.number === null ? stands?.name === own.name : own.number === (stands?.number ?? number);
  if (fits) return;
  const message = `${one.id} says that it is in phase ${one.phase.text}, but stands in ${phaseName(number)}`;
  findings.problem(one.phase, message, 'correct one of them');
}
