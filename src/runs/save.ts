// Whole saves: somebody hands in a complete document (`saveCheckpoint`, `pawl save`). It is merged onto the newest
// revision by the mark of origin that it carries.

import { PawlError, badInput } from '../base/errors.js';
import { type Json, type JsonObject, isObject, sameJson, stepsOf } from '../base/json.js';
import { type Key, fileStem, keyOfStem, refOf } from '../base/names.js';
import { type Format, newerVersion } from '../formats/format.js';
import { withoutRev } from '../formats/notes.js';
import { reconcile } from '../formats/reconcile.js';
import type { Stored } from '../store/store.js';
import { type Context, type Plan, openState, planPut } from './change.js';

export interface Save {
  readonly key: Key;
  readonly format: Format;
  /** The document, with or without `pawl.rev`. */
  readonly given: JsonObject;
  readonly op?: string | undefined;
}

/** The number of the revision that a document came from; null when it does not say. */
export function originOf(given: JsonObject): number | null {
  const number = Number.parseInt(withoutRev(given).rev ?? '', 10);
  return Number.isNaN(number) ? null : number;
}

/**
 * Makes the plan of a whole save.
 * @param save the document
 * @param origin the revision that `originOf` named, as the store has it
 * @param context who saves
 */
export function planSave({ key, format, given, op }: Save, origin: Stored | null, context: Context): Plan {
  const { doc, rev } = withoutRev(given);
  const base = origin !== null && origin.rev === rev ? origin.state : null;
  return (current) => {
    const now = context.now().toISOString();
    const filled = format.fill(doc, key, now);
    if (format.isNewer(filled)) throw newerVersion(key);
    refuseOtherName(key, format, filled);
    if (contradicts(format, doc, format.settle(filled))) {
      context.notify(`the lists in ${refOf(key)} did not match the rest of the document and were recomputed`);
    }
    const put = { key, format, event: { name: 'save' }, op };
    const newest = openState(current);
    if (newest === null || (base === null && isNewRun(format, newest, filled)))
      return planPut(put, filled, current, context);
    if (format.isNewer(newest)) throw newerVersion(key);
    const { state, conflicts } = reconcile(format, doc, base, newest);
    if (conflicts.length > 0 && base !== null) throw conflictOf(key, conflicts, current);
    if (conflicts.length > 0) {
      context.notify(
        `the save replaced other values at ${conflicts.join(', ')}; revision ${current?.revision} has them`,
      );
    }
    return planPut(put, format.fill(state, key, now), current, context);
  };
}

/** True when a document says something else about what follows from its units. */
function contradicts(format: Format, given: JsonObject, settled: JsonObject): boolean {
  return format.derived.some((place) => {
    const said = valueAt(given, place) ?? null;
    return said !== null && !sameJson(said, valueAt(settled, place));
  });
}

function valueAt(doc: JsonObject, place: string): Json | undefined {
  return stepsOf(place).reduce<Json | undefined>((at, step) => (isObject(at) ? at[step] : undefined), doc);
}

/** A document that nobody loaded, saved over a complete run, is the next run. */
function isNewRun(format: Format, newest: JsonObject, given: JsonObject): boolean {
  return format.overview(newest).isFinished && !format.overview(given).isFinished;
}

/** Where the file name is encoded, only the document tells whose it is. */
function refuseOtherName(key: Key, format: Format, doc: JsonObject): void {
  if (keyOfStem(key.family, fileStem(key), format.named(doc)) !== null) return;
  throw badInput(refOf(key), [{ path: '', message: `the document names another run than ${refOf(key)}` }]);
}

function conflictOf(key: Key, conflicts: readonly string[], current: Stored | null): PawlError {
  const by = current === null ? '' : ` (by ${current.actor} at ${current.at})`;
  const message = `someone else changed ${conflicts.join(', ')} of ${refOf(key)} since it was loaded${by}`;
  return new PawlError('conflict', message, {
    hint: 'Load it again, make the change again, and save. Nothing was changed.',
    data: { conflicts },
  });
}
