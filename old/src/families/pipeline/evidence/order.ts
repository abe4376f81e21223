// The order in which results are done again: phase by phase, what others depend on first, gates after the work.

import type { StaleResult } from './judge-stale.js';
import type { Records } from './records.js';

/**
 * Puts results in the order in which they can be done again.
 * @param records what is recorded
 * @param results the results
 * @returns the same, in order; what the plan does not know comes last
 */
export function ordered({ plan, units, gates }: Records, results: readonly StaleResult[]): readonly StaleResult[] {
  const phases = plan?.phases ?? [{ workstreams: units.map(({ id }) => id) }];
  const byKey = new Map(results.map((one) => [keyOf(one), one]));
  const placed = new Set<string>();
  const place = (key: string): void => void (byKey.has(key) && placed.add(key));
  const visited = new Set<string>();
  const visit = (id: string): void => {
    if (visited.has(id)) return;
    visited.add(id);
    for (const other of plan?.workstreams.get(id)?.depends_on ?? []) visit(other);
    place(id);
  };
  phases.forEach(({ workstreams }, index) => {
    workstreams.forEach(visit);
    for (const use of plan?.uses ?? []) if (use.phase === index + 1) place(`gate ${use.label}`);
  });
  for (const { id } of units) place(id);
  for (const { id } of gates) place(`gate ${id}`);
  return [...placed].flatMap((key) => byKey.get(key) ?? []);
}

/**
 * Names a result in a list of both kinds.
 * @param result the result
 * @returns `WS2`, or `gate type-check (WS2)`
 */
export function keyOf({ kind, id }: Pick<StaleResult, 'kind' | 'id'>): string {
  return kind === 'gate' ? `gate ${id}` : id;
}
