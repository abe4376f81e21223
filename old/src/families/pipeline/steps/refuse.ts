// The errors of the operations: unknown names, and steps that do not fit the state.

import { badInput, PawlError } from '../../../rules/errors.js';
import { didYouMean } from '../../../rules/near.js';
import { brief, unitLists } from '../lists.js';
import type { PlanView } from '../plan.js';
import type { PipelineCheckpoint } from '../types.js';

/**
 * Makes the error for a step that does not fit the state.
 * @param message what is in the way
 * @param hint what to do first
 * @param data what is missing, by kind
 * @returns the error, to be thrown
 */
export function notAllowed(message: string, hint: string, data: Readonly<Record<string, unknown>> = {}): PawlError {
  return new PawlError('not-allowed', message, { hint, data });
}

/**
 * Makes the error for a pipeline that is over.
 * @param id its id
 * @returns the error, to be thrown; seed 003 names what comes after
 */
export function alreadyComplete(id: string): PawlError {
  return new PawlError('already-complete', `${id} already complete`, {
    hint: 'Nothing is left to do in it; update the roadmap.',
  });
}

/**
 * Makes sure that workstreams exist.
 * @param doc the checkpoint
 * @param plan its plan, when known
 * @param named the workstreams that an event names, each with the JSON pointer to its place in the event
 */
export function needWorkstreams(
  doc: PipelineCheckpoint,
  plan: PlanView | null,
  named: readonly { readonly id: string; readonly path: string }[],
): void {
  const has = (id: string): boolean =>
    plan === null ? unitLists.some((key) => doc[key].includes(id)) : plan.workstreams.has(id);
  const unknown = named.filter(({ id }) => !has(id));
  if (unknown.length === 0) return;
  const known = plan === null ? unitLists.flatMap((key) => doc[key]) : [...plan.workstreams.keys()];
  const problems = unknown.map(({ id, path }) => {
    const same = known.filter((one) => one.toLowerCase() === id.toLowerCase());
    const near = didYouMean(id, same.length > 0 ? same : known);
    const fix = `${near === undefined ? '' : `${near} `}known: ${brief(known)}`;
    return { path, message: `${doc.prd} has no workstream ${id}`, fix };
  });
  throw badInput(doc.prd, problems);
}

/**
 * Makes sure that nothing runs, or that it may be stopped.
 * @param doc the checkpoint
 * @param what the step, for the message
 * @param others the running workstreams that are in the way
 * @param mayStop whether they may be stopped
 */
export function needStill(
  doc: PipelineCheckpoint,
  what: string,
  others: readonly string[],
  mayStop: boolean | undefined,
): void {
  if (others.length === 0 || mayStop === true) return;
  const [verb, them] = others.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw notAllowed(
    `${doc.prd} cannot ${what} while ${brief(others)} ${verb} in progress: finish or stop ${them} first`,
    'Report each as done, or repeat with stop_running to return them to pending.',
    { running: others },
  );
}
