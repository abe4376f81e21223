// Finds the unfinished run of the same work. Asks the catalogue only: what it does not know cannot be read, and stands in
// the way of nothing.

import { idsOf } from '../../families/workflow/id.js';
import { commandKey, refOf } from '../../rules/names.js';
import type { Stored, Summary } from '../../store/store.js';
import { withoutGivenUp } from '../given-up.js';
import { summariesOf } from '../runs.js';
import { familyOf, type Workbench } from '../workbench.js';
import type { RunIdentity } from './begin-run.js';

type WorkflowIdentity = Extract<RunIdentity, { readonly family: 'workflow' }>;

/**
 * Finds the newest unfinished run of the same work. What failed for good is over, and no longer found.
 * @param bench the store and the circumstances
 * @param identity what it is about
 * @returns its newest revision, or null
 */
export async function findUnfinished(bench: Workbench, identity: RunIdentity): Promise<Stored | null> {
  if (identity.family === 'command') {
    const stored = await bench.store.get(commandKey(identity.command, identity.feature));
    return stored !== null && isOpen(bench, stored) ? stored : null;
  }
  const places = ['live', 'failed', 'archived'] as const; // the end of the catalogue knows them, however many are finished
  const runs = await summariesOf(bench, { family: 'workflow', places, unfinished: true });
  const [found] = await withoutGivenUp(bench, runs.filter(sameWork(identity)));
  return found === undefined ? null : bench.store.get(found.key);
}

function isOpen(bench: Workbench, { key, place, state }: Stored): boolean {
  return place !== 'removed' && !familyOf(bench, key).overview(state).finished;
}

function sameWork({ type, project, description }: WorkflowIdentity): (run: Summary) => boolean {
  const isOfSame = idsOf(type, project);
  return ({ key, overview }) => isOfSame(refOf(key)) && oneSpaced(overview.title) === oneSpaced(description);
}

/** Titles have no control characters. */
function oneSpaced(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
