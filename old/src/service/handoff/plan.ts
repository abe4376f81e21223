// A hand-off as a step of its run, whatever the run's family.

import { type EarlierHandoff, entryOf, type HandoffEntry, handoffsIn } from '../../families/handoff/index.js';
import { presentForm } from '../../families/workflow/migrate.js';
import { badInput } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asState } from '../documents.js';
import { families } from '../families.js';
import { notFound } from '../plans/note.js';

/** A planned change of a hand-off. */
export interface HandoffStep {
  readonly plan: Plan;
  /** After the plan was carried out: what the hand-off was before it was made or answered once more. */
  readonly before: () => EarlierHandoff | null;
  /** Whether a run already says so: the same document twice is one. */
  readonly isIn: (doc: JsonObject) => boolean;
}

/**
 * Plans a change of what a run remembers about its hand-offs. The run must be there, and its file stays where it is.
 * @param key the run
 * @param event what the history says
 * @param handoff which hand-off
 * @param handoff.task_id its task
 * @param handoff.phase its phase
 * @param change gives the entries as they become; the same ones when there is nothing to change
 * @returns the plan
 */
export function planHandoff(
  key: Key,
  event: { readonly name: string; readonly args: JsonObject },
  handoff: { readonly task_id: string; readonly phase: string },
  change: (entries: readonly HandoffEntry[], now: string) => readonly HandoffEntry[],
): HandoffStep {
  let before: EarlierHandoff | null = null;
  const plan: Plan = (doc, now, current) => {
    if (doc === null) throw notFound(key, 'Begin it first.');
    const base = key.family === 'workflow' ? presentForm(doc) : doc;
    const { pawl = {} } = base;
    if (!isJsonObject(pawl)) throw badInput(refOf(key), [{ path: '/pawl', message: 'must be an object' }]);
    const entries = handoffsIn(base);
    const changed = change(entries, now);
    const [old, made] = [entryOf(entries, handoff), entryOf(changed, handoff)];
    const last = made?.earlier?.at(-1) ?? null;
    before = last === old?.earlier?.at(-1) ? null : last;
    const args =
      before === null
        ? event.args
        : { ...event.args, before: [before.status, before.decision ?? []].flat().join(', ') };
    const handoffs = changed.map((entry) => asState(entry));
    const state = families[key.family].stamp({ ...base, pawl: { ...pawl, handoffs } }, now);
    return { state, place: current?.place ?? 'live', event: { ...event, args } };
  };
  const isIn = (doc: JsonObject): boolean => {
    const entries = handoffsIn(doc);
    return change(entries, '') === entries;
  };
  return { plan, before: () => before, isIn };
}
