// A hand-off as a step of its run, whatever the run's family.

import { type HandoffEntry, handoffsIn } from '../../families/handoff/index.js';
import { isNewerThanKnown, migrateWorkflow, needsMigration } from '../../families/workflow/migrate.js';
import { badInput, PawlError } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { type Key, refOf } from '../../rules/names.js';
import type { EventNote } from '../../store/store.js';
import type { Plan } from '../change.js';
import { asState } from '../documents.js';
import { families } from '../families.js';
import { notFound } from '../plans/note.js';

/**
 * Plans a change of what a run remembers about its hand-offs. The run must be there, and its file stays where it is.
 * @param key the run
 * @param event what the history says
 * @param change gives the entries as they become
 * @returns the plan
 */
export function planHandoff(
  key: Key,
  event: EventNote,
  change: (entries: readonly HandoffEntry[], now: string) => readonly HandoffEntry[],
): Plan {
  return (doc, now, current) => {
    if (doc === null) throw notFound(key, 'Begin it first.');
    const base = key.family === 'workflow' ? presentForm(key, doc) : doc;
    const { pawl = {} } = base;
    if (!isJsonObject(pawl)) throw badInput(refOf(key), [{ path: '/pawl', message: 'must be an object' }]);
    const handoffs = change(handoffsIn(base), now).map((entry) => asState(entry));
    const state = families[key.family].stamp({ ...base, pawl: { ...pawl, handoffs } }, now);
    return { state, place: current?.place ?? 'live', event };
  };
}

/** As with every other change: an older schema is migrated, a newer one is not written. */
function presentForm(key: Key, doc: JsonObject): JsonObject {
  if (isNewerThanKnown(doc)) {
    throw new PawlError('newer-version', `${refOf(key)} was written by a newer version of the format`, {
      hint: 'Update pawl to go on with it.',
    });
  }
  return needsMigration(doc) ? asState(migrateWorkflow(doc).doc) : doc;
}
