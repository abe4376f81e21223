// What a command's file says against itself: members that no rule reads, beside phases and runs that call themselves done.

import { isJsonObject, type Json, type JsonObject, pointer, valueAt } from '../../../rules/json/json.js';
import { listOf, mapIn, memberIn } from '../../../rules/json/read-member.js';
import { shorten } from '../../../rules/text/shorten.js';
import { snakeCase } from '../fields.js';
import { openClaim, openMember, saysAnything } from '../read/claims.js';
import { isAside, isOnlyWork } from '../read/member-names.js';
import { isHeld } from '../read/pauses.js';
import { readStatus } from '../read/status.js';
import { plainWords, statusWords } from '../read/words.js';
import { commandAliases, phaseAliases, stateAliases } from './fields.js';
import { listName } from './list-name.js';

const maxNamed = 3;
const maxChars = 120;

/** Words that take a completion back. */
const undone = /(?:^|_)(?:rolled_back|reverted|reopened|undone)(?:_|$)/;
const statusName = /^(?:(?:overall|run|current)_)?status$/;
/** Members that say why a run cannot simply go on, unless they tell of the past. */
const stops =
  /^(?:last_)?errors?$|^(?:error|failure)_(?:message|reason)$|(?:^|_)(?:block(?:ed|ers?|ing)|awaiting|waiting|cancel\w*|abandoned|superseded|discarded)(?:_|$)/;

/**
 * Finds what a phase says against being complete.
 * @param document the document
 * @param name the phase
 * @returns the member, e.g. `tests/failed`; null when nothing does
 */
export function saidAgainst(document: JsonObject, name: string): string | null {
  const { phases, pawl } = document;
  const phase = isJsonObject(phases) ? phases[name] : undefined;
  if (!isJsonObject(phase)) return null;
  const { error } = phase;
  if (error !== undefined && saysAnything(error)) return 'error';
  // What a program stored as its result may say anything.
  const ledger = listOf(memberIn(pawl, 'phases'));
  const hasResult = ledger.some((entry: Json) => isJsonObject(entry) && entry['name'] === name);
  const isRead = (member: string): boolean =>
    Object.hasOwn(phaseAliases, member) ? member !== 'tasks' : hasResult && member === 'result';
  return openMember(phase, isRead)?.slice(1) ?? null;
}

/**
 * Tells whether a phase calls itself complete and says otherwise as well.
 * @param document the document
 * @param name the phase
 * @returns true when it does
 */
export function isDoubted(document: JsonObject, name: string): boolean {
  const phase = isJsonObject(document['phases']) ? document['phases'][name] : undefined;
  return isJsonObject(phase) && phase['status'] === 'complete' && saidAgainst(document, name) !== null;
}

/**
 * Lists what a file says against going on, or against being over.
 * @param document the document, its state and phases repaired
 * @param isDone whether all its phases are done: then anything that is open speaks against it
 * @returns in words, e.g. `status says "cancelled"`
 */
export function doubtsIn(document: JsonObject, isDone: boolean): readonly string[] {
  const state = mapIn(document, 'state');
  const found = [
    ...Object.entries(document).filter(([name]) => !Object.hasOwn(commandAliases, name) && name !== 'pawl'),
    ...Object.entries(state).filter(([name]) => !Object.hasOwn(stateAliases, name)),
  ].flatMap(([name, value]) => {
    const at = against(snakeCase(name), value, isDone);
    return at === null ? [] : [`${(pointer(name) + at).slice(1)} says ${inShort(valueAt(value, at) ?? null)}`];
  });
  found.push(...blockedPhases(document));
  const more = found.length > maxNamed ? [`and ${found.length - maxNamed} more`] : [];
  return [...found.slice(0, maxNamed), ...more];
}

/** What an open phase waits for, where its error does not say it. */
function blockedPhases({ phases }: JsonObject): readonly string[] {
  return Object.entries(isJsonObject(phases) ? phases : {}).flatMap(([name, phase]) => {
    if (!isJsonObject(phase) || phase['status'] === 'complete' || phase['status'] === 'skipped') return [];
    if (saysAnything(phase['error'] ?? null)) return [];
    return Object.entries(phase).flatMap(([member, value]) => {
      const isBlocker = /^(?:block(?:ed|ers?|ing)|awaiting|waiting)(?:_|$)/.test(snakeCase(member));
      return isBlocker && saysAnything(value) ? [`phases${pointer(name, member)} says ${inShort(value)}`] : [];
    });
  });
}

function against(name: string, value: Json, isDone: boolean): string | null {
  if (statusName.test(name)) return typeof value === 'string' && isStopped(value) ? '' : null;
  // Lists of phases are read, and tell of them.
  const list = listName(name);
  if (list?.of === 'phases') return null;
  const isOwn = isOnlyWork(name) && !isAside(name.replace(/_(?:by|reason)$/, ''));
  const isStop = stops.test(name) && isOwn && !(Array.isArray(value) && list !== null);
  if (isStop && saysAnything(value) && readStatus(value) !== 'complete') return '';
  if (isStop && value === true) return '';
  return isDone ? openClaim(name, value) : null;
}

/** Whether a status says more than that the run is under way, waits or is over. */
function isStopped(text: string): boolean {
  const words = plainWords(text);
  const concept = readStatus(text);
  if (isHeld(text)) return true;
  if (concept === 'in_progress')
    return undone.test(words) || statusWords.get(words.split('_', 1)[0] ?? '') === 'complete';
  return concept === 'failed' || concept === 'abandoned';
}

/** The first thing that is said there. */
function inShort(value: Json): string {
  if (typeof value === 'string') {
    const line = value.trim().replaceAll(/\s+/g, ' ');
    return `"${shorten(line, maxChars)}"`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = Object.values(value).find((member: Json) => saysAnything(member));
  return inner === undefined ? 'nothing' : inShort(inner);
}
