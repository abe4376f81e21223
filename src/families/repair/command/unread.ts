// What a command's file holds and the repair could not read: then a person decides, and nothing becomes an empty run.

import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import { unitsOf } from '../../command/phases.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { saidOf } from '../read/standing.js';
import { commandAliases, spellingsOf, stateAliases } from './fields.js';

const known: ReadonlySet<string> = new Set([...Object.keys(commandAliases), ...Object.values(commandAliases).flat()]);
const own: ReadonlySet<string> = new Set([
  ...spellingsOf(commandAliases, 'phases', 'state'),
  ...spellingsOf(stateAliases, 'completed_phases', 'pending_phases'),
]);
/** Other tools keep units there; what has no status in it may be anything. */
const others =
  /^(?:todos?|todo_list|tasks?|task_list|checklist|milestones|workstreams|items|plan|history|log|entries|work|subtasks|schritte|aufgaben|phasen|etapes)$/;

/**
 * Leaves a file to a person that holds checkpoints instead of being one.
 * @param draft the document, its fields renamed
 * @returns true when it does
 */
export function asksForRuns(draft: Draft): boolean {
  if (draft.get('phases') !== undefined || draft.get('state') !== undefined) return false;
  const runs = Object.entries(draft.root).flatMap(([name, member]) => {
    const held = Array.isArray(member) ? member.filter(isRun) : [];
    return isRun(member) ? [name] : held.map(() => name);
  });
  const [first] = runs;
  if (first === undefined) return false;
  const which = [...new Set(runs)].slice(0, 5).join(', ');
  const message = `the file holds ${runs.length === 1 ? 'a checkpoint' : `${runs.length} checkpoints`} inside: ${which}`;
  const fix = 'make the one that counts the whole file, and give others files of their own';
  draft.ask('unresolved', pointer(first), message, fix);
  return true;
}

function isRun(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value).map((name) => snakeCase(name));
  const hasUnits = names.some((name) => own.has(name));
  return hasUnits && names.filter((name) => known.has(name)).length >= 3;
}

/**
 * Finds the members that plainly hold units or progress.
 * @param draft the document as it was found
 * @returns where they stand
 */
export function unitMembers(draft: Draft): readonly string[] {
  return Object.entries(draft.root)
    .filter(([name, value]) => {
      const plain = snakeCase(name);
      return own.has(plain) ? holds(value) : others.test(plain) && hasStatuses(value);
    })
    .map(([name]) => pointer(name));
}

/** Whether anything stands there that is not a way to say nothing. */
function holds(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((member: Json) => holds(member));
  if (typeof value === 'string') return !/^\s*(?:none|null|n\/a|-|0%?|todo|pending|not started)?\s*$/i.test(value);
  return value === true || (typeof value === 'number' && value > 0);
}

function hasStatuses(value: Json): boolean {
  if (typeof value === 'string') return /^\s*(?:[-*+•]\s+)?\[[^\]]?\]\s*\S/m.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item: Json) => isJsonObject(item) && saidOf(item) !== undefined);
}

/**
 * Leaves a run to a person when its file holds units and none of them could be read.
 * @param draft the document, its phases and state repaired
 * @param members what {@link unitMembers} found
 */
export function askForUnread(draft: Draft, members: readonly string[]): void {
  const [first] = members;
  if (first === undefined || unitsOf(draft.root).length > 0 || draft.undecided.length > 0) return;
  const message = `${first.slice(1)} says something about the work, and no phase can be read from it`;
  const fix = 'write the phases as {"NAME": {"status": "complete"}, …}, each with its status';
  draft.ask('unresolved', first, message, fix);
}
