// Makes the three lists of workstreams out of the evidence. What is in doubt is not done.

import type { Json } from '../../../rules/json/json.js';
import { listed } from '../../../rules/text/listed.js';
import { planOf } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { readStatus } from '../read/status.js';
import type { RepeatedKey } from '../../../rules/json/repeated-keys.js';
import { entriesIn } from './entries.js';
import { collectEvidence } from './evidence.js';
import { insertInOrder } from './order.js';
import type { Place } from './unit-fields.js';
import { unreadIn } from './unread.js';
import type { Evidence } from './weigh.js';

const listOf: Readonly<Record<Place, string>> = {
  complete: 'completed_workstreams',
  in_progress: 'in_progress_workstreams',
  pending: 'pending_workstreams',
};

/**
 * Gives a pipeline its three lists.
 * @param draft the document, its fields renamed
 * @param repeated keys that the file's text has more than once
 * @returns what was said about the workstreams
 */
export function repairUnits(draft: Draft, repeated: readonly RepeatedKey[]): Evidence {
  const evidence = collectEvidence(draft);
  addEarlier(evidence, repeated);
  const claim = readStatus(draft.get('status'));
  const places = new Map<string, Place>();
  const doubted = new Set<string>();
  // What the whole run claims counts only where nothing is said of any workstream: beside a list of those that are done, one
  // that it does not name is not.
  const isTold = [...evidence.said.values()].some((said) => said.size > 0);
  const unsaid: Place = claim === 'complete' && !isTold ? 'complete' : 'pending';
  for (const [name, said] of evidence.said) {
    if (said.size === 0 && evidence.out.has(name)) continue;
    places.set(name, resolve(said, evidence.weak.get(name) ?? unsaid, claim === 'in_progress'));
    if (said.size > 1) doubted.add(name);
  }
  const planned = [...(planOf(draft.root)?.workstreams.keys() ?? [])];
  for (const id of planned) if (!places.has(id)) places.set(id, 'pending');
  const order = planned.length > 0 ? planned : namesIn(draft.get('workstreams'), evidence);
  const found = Object.fromEntries(Object.values(listOf).map((field) => [field, draft.get(field)] as const));
  for (const place of ['complete', 'in_progress', 'pending'] as const)
    writeList(draft, place, places, doubted, evidence, order);
  const unread = unreadIn(draft, evidence.said.size === 0 && evidence.out.size === 0, found, evidence.known);
  for (const { path, message, fix } of unread) draft.ask('unresolved', path, message, fix);
  return evidence;
}

/** What only an earlier value of a repeated list names is in doubt, but it is there. */
function addEarlier({ said, out, idOf, known }: Evidence, repeated: readonly RepeatedKey[]): void {
  const lists = repeated.filter(({ path }) => Object.values(listOf).includes(path.slice(1)));
  for (const { name } of lists.flatMap(({ values }) => values.flatMap((value) => entriesIn(value, known)))) {
    const id = idOf(name);
    if (!said.has(id) && !out.has(id)) said.set(id, new Set(['pending']));
  }
}

function resolve(said: ReadonlySet<Place>, otherwise: Place, isRunning: boolean): Place {
  const [only] = said;
  if (only === undefined) return otherwise;
  if (said.size === 1) return only;
  return said.has('in_progress') && (isRunning || !said.has('pending')) ? 'in_progress' : 'pending';
}

function writeList(
  draft: Draft,
  place: Place,
  places: ReadonlyMap<string, Place>,
  doubted: ReadonlySet<string>,
  evidence: Evidence,
  order: readonly string[],
): void {
  const field = listOf[place];
  const value = draft.get(field);
  const own = namesIn(value, evidence);
  // What also stood elsewhere has no place of its own in this list.
  const staying = new Set(own.filter((name) => places.get(name) === place && !doubted.has(name)));
  const coming = having(places, place).filter((name) => !staying.has(name));
  const list = insertInOrder([...staying], coming, order);
  const [before, names] = [new Set(own), new Set(list)];
  // Which member puts a workstream back is told with the list that it comes to.
  const back = list.filter((name) => place === 'pending' && !before.has(name) && evidence.doubts.has(name));
  if (back.length > 0) {
    const told = back.slice(0, 20).map((name) => `${name} (its ${evidence.doubts.get(name) ?? ''})`);
    draft.set([field], list, 'conflict', `${told.join(', ')}: a member says that something is open, so it is not done`);
    return;
  }
  const moved = [...doubted].filter((name) => before.has(name) !== names.has(name));
  if (moved.length > 0) {
    const why = `${listed(moved, 20)}: the file says more than one thing; what is in doubt is not done`;
    draft.set([field], list, 'conflict', why);
    return;
  }
  const isClaimed = list.some((name) => evidence.said.get(name)?.size === 0 && !evidence.weak.has(name));
  const from =
    evidence.said.size === 0
      ? 'nothing is said about workstreams'
      : place === 'complete' && isClaimed
        ? 'the run says that it is complete, and no workstream says otherwise'
        : 'taken from what the file says of workstreams and phases';
  draft.set([field], list, 'shape', value === undefined ? `${field} is missing; ${from}` : whyOf(field, before, names));
}

function whyOf(field: string, before: ReadonlySet<string>, names: ReadonlySet<string>): string {
  const gone = [...before].filter((name) => !names.has(name));
  const come = [...names].filter((name) => !before.has(name));
  if (gone.length > 0) return `${listed(gone, 20)}: not plainly in ${field}; what is in doubt is not done`;
  if (come.length > 0) return `${listed(come, 20)}: what the file says of it belongs in ${field}`;
  return `${field} is a list of ids`;
}

function namesIn(value: Json | undefined, { idOf, known }: Evidence): string[] {
  return entriesIn(value, known).map(({ name }) => idOf(name));
}

function having(places: ReadonlyMap<string, Place>, place: Place): string[] {
  return [...places].filter(([, own]) => own === place).map(([name]) => name);
}
