// Which gate of a pipeline is run next when none is named.

import { dueGates } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import { stalenessOf } from '../evidence/staleness.js';
import { withPlan } from '../pipeline/with-plan.js';
import { readNewest, type Workbench } from '../workbench.js';

/** A gate, and the phase that it is run for. */
export interface WantedGate {
  readonly gate: string;
  readonly phase: number | undefined;
}

/**
 * Finds the next gate: the first that is due, or whose result no longer holds though all that it is about does.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param ran what was run already: uses, e.g. `lint (WS2)`, and `PHASE GATE`
 * @returns the gate; null when none is left
 */
export async function nextGate(
  bench: Workbench,
  key: Key,
  ran: ReadonlySet<string> = new Set(),
): Promise<WantedGate | null> {
  const { state } = await withPlan(bench, await readNewest(bench.store, key));
  const due = dueGates(state).find(({ gate, phase }) => !ran.has(`${phase} ${gate}`));
  if (due !== undefined) return { gate: due.gate, phase: due.phase };
  const { results } = await stalenessOf(bench, state);
  const stale = results.filter(({ kind, isOwn }) => kind === 'gate' && isOwn).find(({ id }) => !ran.has(id));
  return stale === undefined ? null : { gate: stale.id, phase: undefined };
}
