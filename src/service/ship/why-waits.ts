// Why a run of `ship` cannot go on: its gate does not let pass what it would ship next.

import { unitsOf } from '../../families/command/phases.js';
import { closedShipGate } from '../../families/command/resume.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import { checkShip, isSlow } from './check.js';
import { isGated } from './is-gated.js';

/**
 * Asks the gate about an unfinished run: before its commit about the working tree, then about HEAD.
 * @param root the project's root
 * @param key the run
 * @param state its document
 * @param timeoutMs how long that may take; where it takes longer, nothing is told
 * @returns the reason, in words; null when the gate lets it pass, when it has been pushed, and for other runs
 */
export function whyShipWaits(root: string, key: Key, state: JsonObject, timeoutMs?: number): string | null {
  if (key.family !== 'command' || !isGated(key)) return null;
  const closed = closedShipGate(state);
  const done = new Set(unitsOf(state).flatMap(({ name, status }) => (status === 'complete' ? [name] : [])));
  if (closed !== null || done.has('push')) return closed;
  const commit = done.has('commit') ? 'HEAD' : undefined;
  const { allowed, reasons } = checkShip(root, { feature: key.feature, commit, timeoutMs });
  const [why = 'it does not say why'] = reasons;
  return allowed || (timeoutMs !== undefined && isSlow(why)) ? null : `the ship gate blocks: ${why}`;
}
