// How often the workstreams of a run were started before, by its history: what said nothing and was killed counts as well.

import { textsOf } from '../../rules/json/read-member.js';
import type { Key } from '../../rules/names.js';
import type { Revision } from '../../store/store.js';
import type { Workbench } from '../workbench.js';

/** What a run begins with. */
const beginnings: ReadonlySet<string> = new Set(['init', 'restarted']);
/** Whose workstreams are others than those that were started. */
const ofOthers: ReadonlySet<string> = new Set(['redo', 'accept']);

/**
 * Counts the starts of a run's workstreams.
 * @param bench the store
 * @param key the run
 * @returns how often each was started since the run began; those that never were are not in it
 */
export async function earlierStarts(bench: Workbench, key: Key): Promise<Map<string, number>> {
  const starts = new Map<string, number>();
  for (const revision of await bench.store.history(key)) {
    for (const id of startedIn(revision)) starts.set(id, (starts.get(id) ?? 0) + 1);
    if (beginnings.has(revision.event.name)) break;
  }
  return starts;
}

function startedIn({ event: { name, args } }: Revision): readonly string[] {
  const ids = ofOthers.has(name) ? [] : args?.['workstreams'];
  return textsOf(ids);
}
