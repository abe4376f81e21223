// Holds the plan of a new pipeline together: names, dependencies, phases and gates must all be about the same things.

import type { Problem } from '../../../rules/errors.js';
import { pointer } from '../../../rules/json/json.js';
import { limits, reservedNames } from '../../../rules/limits.js';
import { brief } from '../lists.js';
import { gatesOf } from '../plan.js';
import type { PlannedWorkstream } from '../types.js';
import type { InitEvent, InitPhase } from './events.js';

/** What an init event comes to, whatever form it was given in. */
export interface Draft {
  readonly workstreams: ReadonlyMap<string, PlannedWorkstream>;
  readonly phases: readonly InitPhase[];
  /** JSON pointer to a workstream in the event. */
  readonly pathOf: (id: string) => string;
}

/**
 * Finds every contradiction in the plan of a new pipeline.
 * @param event the event as given
 * @param draft what it comes to
 * @returns the problems, with places in the event
 */
export function checkDraft(event: InitEvent, draft: Draft): Problem[] {
  const problems: Problem[] = [];
  checkNames(event, draft, problems);
  checkDependencies(draft, problems);
  if (event.phases !== undefined) checkPhases(event.phases, draft, problems);
  checkGates(event, draft, problems);
  return problems;
}

function checkNames(event: InitEvent, draft: Draft, problems: Problem[]): void {
  for (const id of draft.workstreams.keys()) {
    // A workstream called like a phase could not be told from it in `lint (Phase 2)`.
    const isTaken = reservedNames.has(id) || /^Phase \d+$/.test(id) || id === '' || id.length > limits.maxNameChars;
    if (!isTaken) continue;
    problems.push({
      path: draft.pathOf(id),
      message: `${JSON.stringify(id.slice(0, 60))} cannot be the id of a workstream`,
      fix: 'use a short id such as "WS1"',
    });
  }
  const gates = [...(event.gates ?? []), ...draft.phases.flatMap((phase) => phase.gates ?? [])];
  const named = [...draft.workstreams.values()].flatMap(gatesOf);
  for (const gate of new Set([...gates, ...named])) {
    if (!gate.includes(' (')) continue;
    const message = `${gate} cannot be the id of a gate: a bracket begins what the gate covered`;
    problems.push({ path: '/gates', message, fix: 'use an id without brackets, such as "type-check"' });
  }
}

function checkDependencies({ workstreams, phases, pathOf }: Draft, problems: Problem[]): void {
  const phaseOf = new Map(phases.flatMap((phase, index) => phase.workstreams.map((id) => [id, index + 1] as const)));
  for (const [id, { depends_on: on = [] }] of workstreams) {
    for (const other of on) {
      const path = `${pathOf(id)}/depends_on`;
      if (!workstreams.has(other)) {
        const fix = `known: ${brief([...workstreams.keys()])}`;
        problems.push({ path, message: `${id} depends on ${other}, which is no workstream`, fix });
      } else if ((phaseOf.get(other) ?? 0) > (phaseOf.get(id) ?? Infinity)) {
        const message = `${id} depends on ${other}, which comes in a later phase`;
        problems.push({ path, message, fix: `move ${id} to Phase ${phaseOf.get(other)} or later` });
      }
    }
  }
}

function checkPhases(phases: readonly InitPhase[], { workstreams, pathOf }: Draft, problems: Problem[]): void {
  const placed = new Map<string, number>();
  phases.forEach((phase, index) => {
    const path = pointer('phases', index, 'workstreams');
    if (phase.workstreams.length === 0 && (phase.gates ?? []).length === 0) {
      problems.push({ path, message: `Phase ${index + 1} has no workstreams and no gates`, fix: 'remove the phase' });
    }
    for (const id of phase.workstreams) {
      const other = placed.get(id);
      if (!workstreams.has(id)) {
        const fix = `known: ${brief([...workstreams.keys()])}`;
        problems.push({ path, message: `Phase ${index + 1} names ${id}, which is no workstream`, fix });
      } else if (other !== undefined) {
        const where =
          other === index ? `twice in Phase ${index + 1}` : `in Phase ${other + 1} and in Phase ${index + 1}`;
        problems.push({ path, message: `${id} is ${where}`, fix: 'keep it in one phase' });
      }
      placed.set(id, other ?? index);
    }
  });
  for (const id of workstreams.keys()) {
    if (!placed.has(id)) problems.push({ path: pathOf(id), message: `${id} is in no phase`, fix: 'add it to a phase' });
  }
}

function checkGates(event: InitEvent, { workstreams, phases, pathOf }: Draft, problems: Problem[]): void {
  if (event.gates === undefined) return;
  const declared = new Set(event.gates);
  const fix = `known: ${brief([...declared])}`;
  phases.forEach((phase, index) => {
    for (const gate of phase.gates ?? []) {
      if (declared.has(gate)) continue;
      problems.push({
        path: pointer('phases', index, 'gates'),
        message: `Phase ${index + 1} names the unknown gate ${gate}`,
        fix,
      });
    }
  });
  for (const [id, workstream] of workstreams) {
    for (const gate of gatesOf(workstream)) {
      if (declared.has(gate)) continue;
      problems.push({ path: `${pathOf(id)}/gate`, message: `${id} names the unknown gate ${gate}`, fix });
    }
  }
}
