// How the results of a pipeline are known, and which of them no longer hold: for one of them, or for all.

import { evidenceInWords, keyOf, type KnownResult, type StaleResult } from '../../families/pipeline/evidence/index.js';
import { gateIdOf, planOf } from '../../families/pipeline/index.js';
import type { JsonObject } from '../../rules/json/json.js';
import { stalenessOf } from '../evidence/staleness.js';
import { underWayInWords } from '../evidence/under-way.js';
import type { Workbench } from '../workbench.js';

/**
 * Finds the gate that a name means.
 * @param typed an id, or one use, e.g. `type-check (WS2)`
 * @param state the pipeline
 * @returns the name; null when no gate is called that
 */
export function gateNamed(typed: string, state: JsonObject): string | null {
  const { gates_passed: passed, gates_pending: pending } = state;
  const listed = [passed, pending].flatMap((list) => (Array.isArray(list) ? list : []));
  const known = [...(planOf(state)?.uses.map(({ label }) => label) ?? []), ...listed];
  const isIt = (label: unknown): boolean => typeof label === 'string' && (label === typed || gateIdOf(label) === typed);
  return known.some(isIt) ? typed : null;
}

/**
 * Tells whether a change is about a gate.
 * @param gate its id, or one use
 * @param change the change in words, e.g. `gate lint (WS3): passed`
 * @returns true when it is
 */
export function isOfGate(gate: string, change: string): boolean {
  const starts = [`gate ${gate} (`, `gate ${gate}:`, `${gate} (`, `${gate}:`];
  return starts.some((start) => change.startsWith(start)) || change.includes(`: gate ${gateIdOf(gate)} failed: `);
}

/**
 * Explains how results are known.
 * @param bench the project
 * @param state the pipeline
 * @param about a workstream, which its gates belong to, or a gate; everything when null
 * @returns a line for each result, and what no longer holds
 */
export async function evidenceFor(
  bench: Workbench,
  state: JsonObject,
  about: string | null,
): Promise<{ readonly evidence: readonly string[]; readonly stale: readonly StaleResult[] }> {
  const isMeant = (id: string): boolean =>
    about === null || id === about || gateIdOf(id) === about || id.endsWith(` (${about})`);
  const plan = planOf(state);
  // What an edit of the spec took away is history.
  const isPlanned = ({ kind, id }: KnownResult): boolean =>
    plan === null || (kind === 'gate' ? plan.uses.some(({ label }) => label === id) : plan.workstreams.has(id));
  const evidence = evidenceInWords(state).filter((one) => isMeant(one.id) && isPlanned(one));
  const { results, underWay } = await stalenessOf(bench, state);
  const passedOver = underWayInWords(underWay.filter(({ of, by }) => isMeant(of) || isMeant(by)));
  return {
    evidence: [...evidence.map((one) => `${keyOf(one)}: ${one.text}`), ...passedOver],
    stale: results.filter(({ id }) => isMeant(id)),
  };
}
