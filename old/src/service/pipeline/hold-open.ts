// A pipeline becomes complete only when its results hold: before a step that would complete it, they are looked at as
// `pawl resume` does. Light: the look is loaded only for such a step.

import type { JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import type { Plan, Step } from '../change.js';
import type { Workbench } from '../workbench.js';

/**
 * Makes a change; one that would complete a pipeline whose results do not hold leaves it open.
 * @param bench the project
 * @param key the run, of any family
 * @param plan the step
 * @param make makes the change with the step that it is given; asked a second time when results have to be looked at
 * @returns what `make` returns
 */
export async function changeOnEvidence<Made>(
  bench: Workbench,
  key: Key,
  plan: Plan,
  make: (plan: Plan) => Promise<Made>,
): Promise<Made> {
  if (key.family !== 'pipeline') return make(plan);
  const met: JsonObject[] = [];
  try {
    return await make((doc, ...rest) => {
      const step = plan(doc, ...rest);
      if (!completes(doc, step)) return step;
      // A plan cannot wait: the change ends here, with nothing stored, and is made once more.
      met.push(step.state);
      throw new Error('its results have to be looked at first');
    });
  } catch (error) {
    const [state] = met;
    if (state === undefined) throw error;
    const { openUnlessHeld } = await import('../evidence/lazy/before-complete.js');
    const judged = await openUnlessHeld(bench, state);
    return make((doc, ...rest) => {
      const step = plan(doc, ...rest);
      return completes(doc, step) ? { ...step, state: judged(step.state) } : step;
    });
  }
}

/** Whether a step completes a run. Whole documents are stored as they are: who saves one says how it stands. */
function completes(before: JsonObject | null, { state, event }: Step): boolean {
  return before?.['status'] !== 'complete' && state['status'] === 'complete' && event.name !== 'saved';
}
