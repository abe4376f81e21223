// How what a drifted pipeline says about a workstream is kept: each statement once, the careful one with the others.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isDoubtful, readStatus } from '../read/status.js';
import type { Concept } from '../read/words.js';
import { entriesIn, type Entry } from './entries.js';
import type { Place } from './unit-fields.js';

/** What is said about each workstream, in the order in which they were met. */
export interface Evidence {
  /** By list and by the workstream's own status. */
  readonly said: Map<string, Set<Place>>;
  /** By the status of its phase: counts only where nothing else is said. */
  readonly weak: Map<string, Place>;
  /** Skipped or dropped by their own status: in none of the lists. */
  readonly out: Set<string>;
  /** Said to have failed, with what is said about it. */
  readonly failed: Map<string, string | undefined>;
  /** Said to be blocked, which is not failed. */
  readonly blocked: Map<string, string | undefined>;
  /** Put back by what one of its members says. */
  readonly doubts: Map<string, string>;
  /** The id in a name. */
  readonly idOf: (name: string) => string;
  /** The ids of the plan. */
  readonly known: ReadonlySet<string>;
}

/**
 * Says in which list a status puts a workstream.
 * @param concept what its status means
 * @returns the list; null when it belongs in none
 */
export function placeOf(concept: Concept): Place | null {
  if (concept === 'complete' || concept === 'in_progress') return concept;
  return concept === 'skipped' || concept === 'abandoned' ? null : 'pending';
}

/**
 * Takes in a list of workstreams.
 * @param evidence what is known
 * @param value the list
 * @param place where standing in it puts a workstream
 * @param concept what else it tells of them, when it does
 */
export function addListed(evidence: Evidence, value: Json | undefined, place: Place, concept?: Concept): void {
  for (const entry of entriesIn(value, evidence.known)) {
    const { said } = entry;
    const name = evidence.idOf(entry.name);
    if (entry.doubt !== undefined) evidence.doubts.set(name, entry.doubt);
    addStuck(evidence, name, concept, faultOf(entry.value));
    // In a map, true and false say whether the name is meant to stand in this list.
    if (said === false) add(evidence, name, place === 'pending' ? undefined : 'pending');
    else if (entry.isDoubted || (readStatus(said) === null && isDoubtful(said)))
      add(evidence, name, place === 'complete' ? 'pending' : place);
    else {
      add(evidence, name, place);
      const meant = said === undefined || said === true ? null : readStatus(said);
      // A time or a remark says no more than the list does.
      if (meant === null) continue;
      if (place === 'complete' && placeOf(meant) === null) add(evidence, name, 'pending');
      else addStatus(evidence, entry);
    }
  }
}

/**
 * Takes in what is said about one workstream.
 * @param evidence what is known
 * @param entry the workstream with what is said
 */
export function addStatus(evidence: Evidence, { name: label, said, isDoubted, doubt, value }: Entry): void {
  const name = evidence.idOf(label);
  if (doubt !== undefined) evidence.doubts.set(name, doubt);
  if (isDoubted) {
    add(evidence, name, 'pending');
    return;
  }
  if (said === undefined || said === null) {
    add(evidence, name, undefined);
    return;
  }
  const concept = readStatus(said);
  addStuck(evidence, name, concept, faultOf(value));
  // A word that nobody knows overrules no list, and a title says nothing.
  const isSilent = concept === null && typeof said === 'string' && !isDoubtful(said);
  if (isSilent && (/^\p{Lu}/u.test(said) || (evidence.said.get(name)?.size ?? 0) > 0)) {
    add(evidence, name, undefined);
    return;
  }
  const place = concept === null ? 'pending' : placeOf(concept);
  if (place === null) evidence.out.add(name);
  else add(evidence, name, place);
}

/**
 * Takes in that a workstream failed or is blocked.
 * @param evidence what is known
 * @param name its id
 * @param concept what is said of it; anything else changes nothing
 * @param fault why
 */
export function addStuck(evidence: Evidence, name: string, concept: Concept | null | undefined, fault?: string): void {
  if (concept !== 'failed' && concept !== 'blocked') return;
  const known = evidence[concept];
  known.set(name, fault ?? known.get(name));
}

/** What is said about the failure of a workstream, beside its status. */
function faultOf(value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const fields = [
    'error',
    'reason',
    'message',
    'blocked_by',
    'blocked_on',
    'blocked_reason',
    'blocker',
    'failure',
    'note',
  ];
  const found = fields.map((field) => value[field]).find((said) => (said ?? false) !== false && said !== '');
  const text = isJsonObject(found) ? found['message'] : Array.isArray(found) ? found.join(', ') : found;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/**
 * Takes in where a workstream stands.
 * @param evidence what is known
 * @param name its id
 * @param place where; undefined when only its name is told
 */
export function add({ said }: Evidence, name: string, place: Place | undefined): void {
  const known = said.get(name) ?? new Set();
  if (place !== undefined) known.add(place);
  said.set(name, known);
}
