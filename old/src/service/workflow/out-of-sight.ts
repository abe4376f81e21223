// Unfinished workflows that no save goes into by itself: they are archived, or their file cannot be read. Before a second
// run of the same name begins, somebody decides about the first.

import { idsOf } from '../../families/workflow/index.js';
import { parseKey, refOf } from '../../rules/names.js';
import type { Stored, Summary } from '../../store/store.js';
import type { UnfinishedAnswer } from '../durable/unfinished.js';
import { currentOwner } from '../lease/leases.js';
import { resumeRun } from '../resume/act/take-up.js';
import { startFresh } from '../resume/act/discard.js';
import { unfinishedRuns } from '../resume/decide.js';
import type { Decision } from '../resume/decision.js';
import { decideSame } from '../resume/start.js';
import type { Workbench } from '../workbench.js';

/** What a caller says about an unfinished run before it meets one; nothing is decided without a word. */
export type SaidBefore = Exclude<UnfinishedAnswer, 'error'> | null;

/** A run that was put away for a new one. */
export interface Replaced {
  readonly ref: string;
  /** Its file could not be read, and was set aside; else it is in `failed/`. */
  readonly isAside: boolean;
}

/** The run to go on with; none, so that a new one begins; or what has to be decided first. */
export type Settled =
  | { readonly goOn: Stored | null; readonly replaced: Replaced | null }
  | { readonly undecided: Decision };

/**
 * Lists unfinished workflows whose file is not in use.
 * @param bench the store and the circumstances
 * @param type the workflow's type; all types unless given
 * @param project the project's name; all projects unless given
 * @returns the most recently changed first
 */
export async function outOfSight(bench: Workbench, type?: string, project?: string): Promise<readonly Summary[]> {
  const isMeant = idsOf(type, project);
  const { runs } = await unfinishedRuns(bench, 'workflow');
  return runs.filter(({ key, place }) => place !== 'live' && isMeant(refOf(key)));
}

/**
 * Does with the unfinished workflow of a type and project what was said about it.
 * @param bench the store and the circumstances
 * @param named the workflow's type, and the project's name
 * @param named.type the type
 * @param named.project the project
 * @param said to go on with it, to put it away for a new one, or nothing
 * @returns what comes next
 */
export async function settleBefore(
  bench: Workbench,
  { type, project }: { readonly type: string; readonly project: string },
  said: SaidBefore,
): Promise<Settled> {
  const owner = currentOwner();
  const isMeant = idsOf(type, project);
  const decision = await decideSame(bench, 'workflow', (key) => isMeant(refOf(key)), owner);
  const key = parseKey(decision?.id ?? '');
  if (decision === null || key === null) return { goOn: null, replaced: null };
  if (said === 'fresh' && decision.options.includes('s')) {
    const isAside = (await startFresh(bench, key, { owner })) === null;
    return { goOn: null, replaced: { ref: refOf(key), isAside } };
  }
  if (said !== 'resume' || !decision.options.includes('r')) return { undecided: decision };
  const taken = await resumeRun(bench, key, { owner, decided: decision.verdict === 'ask' });
  return taken.ok ? { goOn: taken.stored, replaced: null } : { undecided: decision };
}
