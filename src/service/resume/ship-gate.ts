// Whether a run of `ship` may go on: the gate is asked about what it would ship next.

import { closedShipGate } from '../../families/command/resume.js';
import type { Stored } from '../../store/store.js';
import { checkShip } from '../ship/check.js';
import { shipCommand } from '../ship/verdicts.js';
import type { Workbench } from '../workbench.js';

/** Hooks have less time, as their deadline says. */
const defaultTimeoutMs = 10_000;

/**
 * Asks the ship gate about a run of `ship`: about what is committed when it is to be pushed, else about the working tree.
 * @param bench the circumstances
 * @param stored the run
 * @param unit where it goes on
 * @returns why the gate blocks, in words; nothing for other runs, for one whose own document says so already, and where that
 * cannot be found out in time: the gate is asked again before anything is pushed
 */
export function shipGateOf(bench: Workbench, { key, state }: Stored, unit: string | null): readonly string[] {
  if (key.family !== 'command' || key.command !== shipCommand || closedShipGate(state) !== null) return [];
  const commit = unit === 'push' ? 'HEAD' : undefined;
  const timeoutMs = bench.deadlineMs ?? defaultTimeoutMs;
  const { allowed, state: found, reasons } = checkShip(bench.root, { feature: key.feature, commit, timeoutMs });
  return allowed || found === 'unknown' ? [] : reasons;
}
