// What a valid pipeline may still say between the lines: remarks in its lists, gates and workstreams beside empty ones.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { copyMutable } from '../../../rules/json/mutable.js';
import { gateLists, texts, unitLists } from '../../pipeline/lists.js';
import { gateIdOf, planOf } from '../../pipeline/plan.js';
import { Draft } from '../draft.js';
import { entriesIn, namelessIn } from './entries.js';
import { collectEvidence } from './evidence.js';
import { gatesElsewhere, otherGates } from './gates.js';
import { isNothing, readLabel } from '../read/labels.js';
import { forbidding } from './review.js';
import { troubleIn } from './troubles.js';
import { type Unread, unreadIn } from './unread.js';

/**
 * Tells whether a document that obeys its format says something else beside it.
 * @param document the document
 * @returns true when an entry of a list has a remark or is none, when a completed workstream is elsewhere said to be
 * open, when workstreams or gates are told although the lists are empty, when a member says that the work is not done or
 * not to be shipped
 */
export function saysOtherwise(document: Json): boolean {
  const copy = copyMutable(document);
  if (!isJsonObject(copy)) return false;
  const draft = new Draft(copy);
  if (forbidding(draft) !== null || unitsSayMore(draft) || gatesSayMore(draft)) return true;
  const status = draft.get('status');
  return status !== 'failed' && status !== 'in_progress' && troubleIn(draft, status === 'complete') !== null;
}

function unitsSayMore(draft: Draft): boolean {
  const { said, out, failed, blocked, idOf, known } = collectEvidence(draft);
  const listed = unitLists.flatMap((field) => texts(draft.get(field)).map(({ text }) => text));
  const isRemarked = (text: string): boolean => {
    const [entry, ...more] = entriesIn([text], known);
    return entry === undefined || more.length > 0 || idOf(entry.name).toLowerCase() !== text.toLowerCase();
  };
  if (listed.some(isRemarked)) return true;
  if (unitLists.some((field) => namelessIn(draft.get(field), known).length > 0)) return true;
  if (texts(draft.get('completed_workstreams')).some(({ text }) => (said.get(text)?.size ?? 1) > 1)) return true;
  const status = draft.get('status');
  const told = draft.get('pawl', 'blocked');
  const isStuck = (id: string): boolean =>
    failed.has(id) || (status !== 'in_progress' && blocked.has(id) && !(isJsonObject(told) && Object.hasOwn(told, id)));
  const open = ['pending_workstreams', 'in_progress_workstreams'].flatMap((field) => texts(draft.get(field)));
  if (status !== 'failed' && open.some(({ text }) => isStuck(text))) return true;
  const isListed = new Set(listed);
  const isMissing = ([name, places]: readonly [string, ReadonlySet<string>]): boolean => {
    const isMeant = known.size === 0 || known.has(name);
    return isMeant && !isListed.has(name) && (places.size > 0 || !out.has(name));
  };
  if ([...said].some(isMissing)) return true;
  return unreadBeside(draft).length > 0;
}

/**
 * Finds what a document with its lists made still says about workstreams that are in none of them.
 * @param draft the document
 * @returns what a person must write
 */
export function unreadBeside(draft: Draft): readonly Unread[] {
  const { said, out, known } = collectEvidence(draft);
  const isNothing = said.size + out.size === 0 && unitLists.every((field) => texts(draft.get(field)).length === 0);
  return unreadIn(draft, isNothing, draft.root, known);
}

function gatesSayMore(draft: Draft): boolean {
  const known = new Set(planOf(draft.root)?.gates ?? []);
  const isMeant = (label: string): boolean => known.size === 0 || known.has(gateIdOf(label));
  const listed = gateLists.flatMap((field) => texts(draft.get(field)).map(({ text }) => text));
  if (listed.length === 0 && otherGates(draft).length > 0) return true;
  const pending = new Set(texts(draft.get('gates_pending')).map(({ text }) => text));
  if (gatesElsewhere(draft).some(({ label, passed }) => !passed && isMeant(label) && !pending.has(label))) return true;
  return listed.some(
    (text) => !known.has(gateIdOf(text)) && (isNothing(text) || readLabel(text, { kind: 'gate' }).name !== text),
  );
}
