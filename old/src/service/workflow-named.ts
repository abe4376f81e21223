// The workflow that a type and a project name, e.g. `orchestrate/auth_system`: the newest of its name.

import { idsOf, parseWorkflowId } from '../families/workflow/id.js';
import { type Key, refOf } from '../rules/names.js';
import type { Store } from '../store/store.js';
import { offeredPlaces } from './resume/choose-run.js';
import { everyPlace } from './run-filter.js';

/**
 * Finds the newest workflow of a project, finished ones included.
 * @param store where to look
 * @param ref e.g. `workflow:orchestrate/auth_system`, or without the prefix
 * @returns its key; null when there is none, or the ref has another form
 */
export async function newestWorkflow(store: Store, ref: string): Promise<Key | null> {
  const name = projectIn(ref);
  return name === null ? null : newestOf(await store.list({ family: 'workflow', places: everyPlace }), name);
}

/**
 * Finds the unfinished workflow that a name without a family may mean.
 * @param store where to look; one that would have to read every run for this is not asked
 * @param ref e.g. `orchestrate/auth_system`
 * @returns the newest of that project, or none
 */
export async function unfinishedWorkflow(store: Store, ref: string): Promise<readonly Key[]> {
  const name = projectIn(ref);
  if (name === null || /^\w+:/.test(ref)) return [];
  const runs = await store.summaries?.({ family: 'workflow', places: offeredPlaces, unfinished: true });
  const key = newestOf(runs ?? [], name);
  return key === null ? [] : [key];
}

const projectIn = (ref: string): string | null => /^(?:workflow:)?([^/:]+\/.+)$/.exec(ref)?.[1] ?? null;

/** The id of a workflow tells when it began. */
const began = (key: Key): string => parseWorkflowId(refOf(key))?.at ?? '';

/** Either name may have a slash. */
function newestOf(runs: readonly { readonly key: Key }[], name: string): Key | null {
  const words = name.split('/');
  const tests = words.slice(1).map((_, at) => idsOf(words.slice(0, at + 1).join('/'), words.slice(at + 1).join('/')));
  const keys = runs
    .map(({ key }) => key)
    .filter((key) => key.family === 'workflow' && tests.some((isMeant) => isMeant(key.id)))
    .sort((a, b) => (began(a) < began(b) ? -1 : 1));
  return keys.at(-1) ?? null;
}
