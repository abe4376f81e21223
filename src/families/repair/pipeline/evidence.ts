// Collects what a drifted pipeline says about its workstreams, wherever it says so.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { type NamedUnit, tidyUnits, unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';

/** The list that a workstream belongs in. */
export type Place = 'complete' | 'in_progress' | 'pending';

/** What is said about each workstream, in the order in which they were met. */
export interface Evidence {
  /** By list and by the workstream's own status. */
  readonly said: Map<string, Set<Place>>;
  /** By the status of its phase: counts only where nothing else is said. */
  readonly weak: Map<string, Place>;
  /** Skipped or dropped by their own status: in none of the lists. */
  readonly out: Set<string>;
}

const lists: readonly (readonly [string, Place])[] = [
  ['completed_workstreams', 'complete'],
  ['in_progress_workstreams', 'in_progress'],
  ['pending_workstreams', 'pending'],
  ['failed_workstreams', 'pending'],
  ['blocked_workstreams', 'pending'],
];
const statusMaps = ['workstreams', 'workstream_status', 'workstream_statuses', 'workstreams_status', 'ws_status'];
const phaseLists = ['phases', 'execution_phases'];
const left = ['skipped_workstreams', 'dormant_workstreams', 'deferred_workstreams', 'cancelled_workstreams'];

/**
 * Collects the evidence.
 * @param draft the document, its fields renamed
 * @returns what is said about each workstream
 */
export function collectEvidence(draft: Draft): Evidence {
  const evidence: Evidence = { said: new Map(), weak: new Map(), out: new Set() };
  for (const [field, place] of lists) addListed(evidence, draft.get(field), place);
  for (const field of left) for (const { name } of tidyUnits(unitsIn(draft.get(field)))) evidence.out.add(name);
  for (const field of statusMaps) addStatuses(evidence, draft.get(field));
  for (const field of phaseLists) addPhases(evidence, draft.get(field));
  return evidence;
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

function addListed(evidence: Evidence, value: Json | undefined, place: Place): void {
  for (const unit of tidyUnits(unitsIn(value))) {
    const { name, said } = unit;
    // In a map, true and false say whether the name is meant to stand in this list.
    if (said === false) add(evidence, name, place === 'pending' ? undefined : 'pending');
    else if (readStatus(said) === null && isDoubtful(said)) add(evidence, name, 'pending');
    else {
      add(evidence, name, place);
      // A time or a remark says no more than the list does.
      if (said !== undefined && said !== true && readStatus(said) !== null) addStatus(evidence, unit);
    }
  }
}

function addStatuses(evidence: Evidence, value: Json | undefined): void {
  if (isJsonObject(value) && addGroups(evidence, value)) return;
  for (const unit of tidyUnits(unitsIn(value))) addStatus(evidence, unit);
}

/** `{"completed": ["WS1"], "pending": ["WS2"]}` */
function addGroups(evidence: Evidence, map: Readonly<Record<string, Json>>): boolean {
  const groups = Object.entries(map).map(([name, list]) => [readStatus(name), list] as const);
  if (groups.length === 0 || !groups.every(([concept, list]) => concept !== null && Array.isArray(list))) return false;
  for (const [concept, list] of groups) {
    const place = concept === null ? null : placeOf(concept);
    if (place !== null) addListed(evidence, list, place);
  }
  return true;
}

function addStatus(evidence: Evidence, { name, said }: NamedUnit): void {
  if (said === undefined || said === null) {
    add(evidence, name, undefined);
    return;
  }
  const concept = readStatus(said);
  const place = concept === null ? 'pending' : placeOf(concept);
  if (place === null) evidence.out.add(name);
  else add(evidence, name, place);
}

function addPhases(evidence: Evidence, value: Json | undefined): void {
  const phases = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const phase of phases) {
    if (!isJsonObject(phase)) continue;
    const concept = readStatus(phase);
    const place = concept === null ? null : placeOf(concept);
    for (const unit of tidyUnits(unitsIn(phase['workstreams'] ?? phase['parallel']))) {
      addStatus(evidence, unit);
      if (place !== null && !evidence.weak.has(unit.name)) evidence.weak.set(unit.name, place);
    }
  }
}

function add({ said }: Evidence, name: string, place: Place | undefined): void {
  const known = said.get(name) ?? new Set();
  if (place !== undefined) known.add(place);
  said.set(name, known);
}
