// Gates: which there are, and which each phase must pass.

import { didYouMean } from '../../../../rules/near.js';
import { brief } from '../../lists.js';
import { phaseName } from '../../plan.js';
import type { Draft, DraftGate } from '../read/draft.js';
import { type Named, spotOf } from '../read/values.js';
import type { Findings } from '../source/findings.js';
import { isGateId } from './names.js';
import type { PlacedPhase } from './phases.js';

/**
 * Finds every gate of a spec, those included that are only named.
 * @param draft the spec
 * @param findings takes names that the spec does not declare
 * @returns the gates by id: the declared ones first, then in the order in which they are named
 */
export function gatesOfDraft(draft: Draft, findings: Findings): ReadonlyMap<string, DraftGate> {
  const gates = new Map<string, DraftGate>();
  for (const gate of draft.gates) if (!gates.has(gate.id)) gates.set(gate.id, gate);
  const known = [...gates.keys()];
  const use = (owner: string, { text, ...spot }: Named): void => {
    if (gates.has(text) || !isGateId(text)) return;
    if (draft.declaresGates) {
      const fix = didYouMean(text, known) ?? `declare it under gates; known: ${brief(known)}`;
      findings.problem(spot, `${owner} names the gate ${text}, which is not declared`, fix);
      return;
    }
    const message = `gate ${text} has no command, so a person will be asked whether it passes`;
    findings.warning(spot, message, `declare it: gates: {${text}: {command: …}}`);
    gates.set(text, { ...spotOf(spot), ...bare, id: text });
  };
  (draft.phases ?? []).forEach((phase, index) => {
    for (const gate of phase.gates) use(phaseName(index + 1), gate);
  });
  for (const { id, gates: named } of draft.workstreams) for (const gate of named) use(id, gate);
  return gates;
}

const bare = {
  title: null,
  kind: 'manual',
  commands: [],
  covers: [],
  timeout_ms: null,
  never_waivable: false,
  approval: 'inspect',
  criteria: [],
} as const;

/**
 * Gives every phase the gates that it must pass.
 * @param draft the spec
 * @param phases its phases
 * @param gates every gate
 * @param findings takes a gate that nothing names
 * @returns for each phase its own gates and those of its workstreams; in the last one also those that nothing names
 */
export function gatesOfPhases(
  draft: Draft,
  phases: readonly PlacedPhase[],
  gates: ReadonlyMap<string, DraftGate>,
  findings: Findings,
): readonly (readonly string[])[] {
  const named = new Map(draft.workstreams.map(({ id, gates: own }) => [id, own.map(({ text }) => text)]));
  const lists = phases.map((phase) => [
    ...new Set([...phase.gates.map(({ text }) => text), ...phase.workstreams.flatMap((id) => named.get(id) ?? [])]),
  ]);
  const used = new Set(lists.flat());
  for (const [id, gate] of gates) {
    if (used.has(id)) continue;
    findings.warning(gate, `nothing names the gate ${id}: it is one of the last phase`, 'name it in a phase');
    lists.at(-1)?.push(id);
  }
  return lists;
}
