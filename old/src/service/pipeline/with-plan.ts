// Pipelines that other tools wrote know no spec. Where it can be found, they are read with it, and the first step keeps it.
// Light: the spec is looked for, and the YAML parser loaded, only where a plan is missing.

import type { JsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import type { Key } from '../../rules/names.js';
import type { Stored } from '../../store/store.js';
import type { Plan } from '../change.js';
import type { Workbench } from '../workbench.js';

/** What the spec of a run is looked for with. */
export type SpecPlace = Pick<Workbench, 'root' | 'idPattern'>;

/** Whether a pipeline may have a spec that it does not know. */
function lacksPlan(state: JsonObject): boolean {
  return state['status'] !== 'complete' && !Array.isArray(mapIn(state, 'pawl', 'spec')['phases']);
}

/**
 * Reads a run with what its spec says. Changes nothing.
 * @param place the project
 * @param stored its newest revision, of any family
 * @returns the same; for a pipeline that does not know its spec, with the plan of the spec that is found and fits
 */
export async function withPlan<Found extends Stored | null>(place: SpecPlace, stored: Found): Promise<Found> {
  if (stored === null || stored.key.family !== 'pipeline' || !lacksPlan(stored.state)) return stored;
  const { planFinder } = await import('../evidence/lazy/spec-hashes.js');
  return { ...stored, state: planFinder(place, stored.key, stored.state)(stored.state) };
}

/**
 * Makes a change that finds a pipeline as `withPlan` reads it, and keeps the plan with what it stores.
 * @param place the project
 * @param key the run, of any family
 * @param plan the step
 * @param make makes the change with the step that it is given; asked a second time when a spec has to be looked for
 * @returns what `make` returns
 */
export async function changeWithPlan<Made>(
  place: SpecPlace,
  key: Key,
  plan: Plan,
  make: (plan: Plan) => Promise<Made>,
): Promise<Made> {
  if (key.family !== 'pipeline') return make(plan);
  const met: JsonObject[] = [];
  try {
    return await make((doc, ...rest) => {
      // A plan cannot wait: the change ends here, with nothing stored, and is made once more.
      if (doc === null || !lacksPlan(doc)) return plan(doc, ...rest);
      met.push(doc);
      throw new Error('its spec is not known');
    });
  } catch (error) {
    const [state] = met;
    if (state === undefined) throw error;
    const { planFinder } = await import('../evidence/lazy/spec-hashes.js');
    const known = planFinder(place, key, state);
    return make((doc, ...rest) => plan(doc === null ? null : known(doc), ...rest));
  }
}
