// What a command's file holds and the repair could not read: then a person decides, and nothing becomes an empty run.

import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import { unitsOf } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { isAboutUnits } from '../read/member-names.js';
import { readCount, readTotal } from '../read/numbers.js';
import { saidBy } from '../read/status.js';
import { commandAliases, spellingsOf, stateAliases } from './fields.js';

const own: ReadonlySet<string> = new Set([
  ...spellingsOf(commandAliases, 'phases', 'state'),
  ...spellingsOf(stateAliases, 'completed_phases', 'pending_phases'),
]);
/** Other tools keep units there; what has no status in it may be anything. */
const others = /^(?:history|log|entries|schritte|aufgaben|phasen|etapes)$/;

/**
 * Finds the members that plainly hold units or progress.
 * @param draft the document as it was found
 * @returns where they stand
 */
export function unitMembers(draft: Draft): readonly string[] {
  return Object.entries(draft.root)
    .filter(([name, value]) => {
      const plain = snakeCase(name);
      if (own.has(plain)) return holds(value);
      return (others.test(plain) || isAboutUnits(name)) && hasStatuses(value);
    })
    .map(([name]) => pointer(name));
}

/** Whether anything stands there that is not a way to say nothing. */
function holds(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((member: Json) => holds(member));
  if (typeof value === 'string') return !/^\s*(?:none|null|n\/a|-|0%?|todo|pending|not started)?\s*$/i.test(value);
  return value === true || (typeof value === 'number' && value > 0);
}

/** `{"phases": [{"id": 1, "status": "done"}]}` holds some one level down. */
const maxDepth = 2;

function hasStatuses(value: Json, depth = 0): boolean {
  if (typeof value === 'string') return /^\s*(?:[-*+•]\s+)?\[[^\]]?\]\s*\S/m.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item: Json) =>
    isJsonObject(item)
      ? saidBy(item) !== undefined || (depth < maxDepth && hasStatuses(item, depth + 1))
      : depth < maxDepth && Array.isArray(item) && hasStatuses(item, depth + 1),
  );
}

/**
 * Leaves a run to a person when its file holds units and none of them could be read, or when the file says that there are
 * more than those which it names, all of them done.
 * @param draft the document, its phases and state repaired
 * @param members what {@link unitMembers} found
 */
export function askForUnread(draft: Draft, members: readonly string[]): void {
  if (draft.undecided.length > 0) return;
  const units = unitsOf(draft.root);
  const [first] = members;
  const fix = 'write the phases as {"NAME": {"status": "complete"}, …}, each with its status';
  if (units.length === 0) {
    if (first === undefined) return;
    const message = `${first.slice(1)} says something about the work, and no phase can be read from it`;
    draft.ask('unresolved', first, message, fix);
    return;
  }
  const field = totals.find((name) => totalOf(name, draft.get(name)) > units.length);
  const isOpen = units.some(({ status }) => status !== 'complete' && status !== 'skipped');
  if (field === undefined || isOpen) return;
  const message = `${field} says that there are ${totalOf(field, draft.get(field))} phases; ${units.length} are named, all done`;
  draft.ask('unresolved', pointer(field), message, fix);
}

const totals = ['total_phases', 'phases_total', 'total_steps', 'steps_total', 'progress'];

/** A number of progress is a share. */
function totalOf(field: string, value: Json | undefined): number {
  return readTotal(value) ?? (field === 'progress' ? 0 : (readCount(value) ?? 0));
}
