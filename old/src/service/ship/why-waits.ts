// Why a run of `ship` cannot go on: its gate does not let pass what it would ship next.

import { unitsOf } from '../../families/command/phases.js';
import { closedShipGate } from '../../families/command/resume.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import { checkShip, isSlow } from './check.js';
import { isGated } from './is-gated.js';
import type { Workbench } from '../workbench.js';

/**
 * Asks the gate about an unfinished run: before its commit about the working tree, then about HEAD.
 * @param bench the project, and where the caller works
 * @param key the run
 * @param state its document
 * @param timeoutMs how long that may take; where it takes longer, nothing is told
 * @returns the reason, in words; null when the gate lets it pass, when it has been pushed, and for other runs
 */
export function whyShipWaits(
  { root, here }: Pick<Workbench, 'root' | 'here'>,
  key: Key,
  state: JsonObject,
  timeoutMs?: number,
): string | null {
  if (key.family !== 'command' || !isGated(key)) return null;
  const from = here();
  // A verdict of the run's own is about the content of the project, not about that of another working tree.
  const closed = from === root ? closedShipGate(state) : null;
  const done = new Set(unitsOf(state).flatMap(({ name, status }) => (status === 'complete' ? [name] : [])));
  if (closed !== null || done.has('push')) return closed;
  const commit = done.has('commit') ? 'HEAD' : undefined;
  const { allowed, reasons } = checkShip(root, { feature: key.feature, commit, from, timeoutMs });
  const [why = 'it does not say why'] = reasons;
  return allowed || (timeoutMs !== undefined && isSlow(why)) ? null : `the ship gate blocks: ${why}`;
}
