// Putting a run away: for a fresh start, or for good. Both keep its history.

import { applyWorkflow, presentForm, type WorkflowCheckpoint } from '../../../families/workflow/index.js';
import { isPawlError, PawlError } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { type Key, refOf } from '../../../rules/names.js';
import type { Stored } from '../../../store/store.js';
import type { Plan } from '../../change.js';
import { asDocument, asState } from '../../documents.js';
import { askerOf, leaseOf, releaseLease } from '../../lease/leases.js';
import { deleteRun } from '../../lifecycle/move.js';
import { readNewest, type Workbench, write } from '../../workbench.js';
import { freshCommand, freshPipeline } from './fresh-state.js';
import { setAside } from './set-aside.js';
import { asItIs, type TakeUp } from './take-up.js';

/**
 * Makes room for a fresh start. A workflow's file goes to `failed/`, for a new one with an id of its own; a command and
 * a pipeline begin again under their name.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options who
 * @returns the revision that was stored; null when there was only a file that could not be read, which is set aside
 */
export async function startFresh(bench: Workbench, key: Key, options: TakeUp = {}): Promise<Stored | null> {
  const stored = await loadForDiscard(bench, key, options);
  if (stored === null) return null;
  await write(bench, key, planFresh(bench, key));
  return readNewest(bench.store, key);
}

const freshReason = 'started afresh';

function planFresh(bench: Workbench, key: Key): Plan {
  if (key.family === 'workflow') return planAbandon();
  const head = bench.head();
  return (doc, now, current) => {
    const before = doc ?? current?.state ?? {};
    const state = key.family === 'command' ? freshCommand(key, before, now, head) : freshPipeline(key, before, now);
    return { state, putsAway: true, event: { name: 'restarted', args: { reason: freshReason } } };
  };
}

/** One that cannot be written as a workflow is put away as it is. */
function planAbandon(): Plan {
  return (doc, now, current) => {
    const before = doc ?? current?.state ?? {};
    try {
      return {
        state: abandoned(before, now),
        place: 'failed',
        event: { name: 'abandon', args: { reason: freshReason } },
      };
    } catch (error) {
      if (!isPawlError(error)) throw error;
      return asItIs('failed', 'abandon', freshReason)(doc, now, current);
    }
  };
}

function abandoned(before: JsonObject, now: string): JsonObject {
  const doc = asDocument<WorkflowCheckpoint>(presentForm(before));
  return asState(applyWorkflow(doc, { type: 'abandon', reason: freshReason }, now));
}

/**
 * Deletes a run: its file goes away, its history stays.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options who
 * @returns the last revision; null when there was only a file that could not be read, which is set aside
 */
export async function removeRun(bench: Workbench, key: Key, options: TakeUp = {}): Promise<Stored | null> {
  const stored = await loadForDiscard(bench, key, options);
  if (stored === null) return null;
  await deleteRun(bench, key, { evenIfHeld: true }); // who holds it was asked above
  releaseLease(bench, key, options.owner ?? askerOf(bench));
  return readNewest(bench.store, key);
}

/**
 * Makes sure that a run may be put away: what someone else works on is not taken from under their hands.
 * @param bench the store and the circumstances
 * @param key the run
 * @param options who
 * @returns its newest revision; null when there was only a file that could not be read, which is set aside
 */
export async function loadForDiscard(bench: Workbench, key: Key, options: TakeUp): Promise<Stored | null> {
  const lease = leaseOf(bench, key, options.owner ?? askerOf(bench));
  if (lease.state === 'live' && options.steal !== true) {
    throw new PawlError('held', `${refOf(key)} is ${lease.reason ?? 'held by someone else'}; nothing was changed`, {
      hint: 'Wait until its holder is done, or ask them.',
    });
  }
  try {
    return await readNewest(bench.store, key);
  } catch (error) {
    if (!isPawlError(error, 'corrupt')) throw error;
    setAside(bench, key);
    return null;
  }
}
