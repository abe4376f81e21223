// Starting over an unfinished run of the same id, project or description makes the resume decision first.

import { parseWorkflowId, workflowId } from '../../families/workflow/id.js';
import { commandKey, type Key, keyText, pipelineKey } from '../../rules/names.js';
import { askerOf, leaseOf, type Owner } from '../lease/leases.js';
import type { Summary } from '../../store/store.js';
import type { Workbench } from '../workbench.js';
import { unfinishedRuns } from './decide.js';
import { decideRun } from './decide-run.js';
import type { Decision } from './decision.js';
import { decideUnreadable } from './unreadable.js';

/** What is about to be started. */
export type Start = { readonly owner?: Owner | undefined } & (
  | { readonly family: 'command'; readonly command: string; readonly feature?: string | null | undefined }
  | { readonly family: 'pipeline'; readonly id: string }
  | {
      readonly family: 'workflow';
      /** The workflow's type, e.g. `orchestrate`. */
      readonly type: string;
      readonly project: string;
      readonly description?: string | undefined;
    }
);

/**
 * Decides about the unfinished run that a start would go over. Changes nothing.
 * @param bench the store and the circumstances
 * @param start what is about to be started
 * @returns the decision about the newest such run, whose verdict tells whether resuming it is safe; null when the way is free
 */
export async function decideStart(bench: Workbench, start: Start): Promise<Decision | null> {
  return decideSame(bench, start.family, sameAs(start), start.owner ?? askerOf(bench));
}

/**
 * Decides about the newest unfinished run that is meant. Changes nothing.
 * @param bench the store and the circumstances
 * @param family its family
 * @param isSame tells whether a run is meant
 * @param owner who asks
 * @returns the decision; null when there is none
 */
export async function decideSame(
  bench: Workbench,
  family: Key['family'],
  isSame: IsSame,
  owner: Owner,
): Promise<Decision | null> {
  const { runs, unreadable } = await unfinishedRuns(bench, family);
  const found = runs.find((run) => isSame(run.key, run));
  const stored = found === undefined ? null : await bench.store.get(found.key);
  if (stored !== null) return decideRun(bench, stored, leaseOf(bench, stored.key, owner));
  const damaged = unreadable.find(({ key }) => isSame(key, null));
  return damaged === undefined ? null : decideUnreadable(bench, damaged);
}

type IsSame = (key: Key, run: Summary | null) => boolean;

function sameAs(start: Start): IsSame {
  if (start.family === 'workflow') return sameWorkflow(start);
  const wanted = start.family === 'pipeline' ? pipelineKey(start.id) : commandKey(start.command, start.feature ?? null);
  return (key) => keyText(key) === keyText(wanted);
}

/**
 * Makes the test whether a workflow is the one that is meant.
 * @param start what is about to be started, or was named
 * @param start.type the workflow's type
 * @param start.project the project
 * @param start.description what it is about
 * @returns tells whether a run is of the same project or description
 */
export function sameWorkflow({
  type,
  project,
  description,
}: Omit<Extract<Start, { readonly family: 'workflow' }>, 'family'>): IsSame {
  // The id carries the project in its encoded form; its type and time are of no interest.
  const wanted = parseWorkflowId(workflowId(type, project, new Date(0)));
  return (key, run) => {
    const parts = key.family === 'workflow' ? parseWorkflowId(key.id) : null;
    if (parts !== null && parts.project === wanted?.project) return true;
    return description !== undefined && run !== null && plain(run.overview.title) === plain(description);
  };
}

function plain(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
