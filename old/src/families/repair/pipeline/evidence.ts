// Collects what a drifted pipeline says about its workstreams, wherever it says so.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { planOf } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { readStatus } from '../read/status.js';
import { entriesIn, type Entry, sharing, tidier } from './entries.js';
import { fitsPipeline, pipelineAliases } from './fields.js';
import { idsOnly, namedLists } from './named-lists.js';
import { phasesOf } from './phase-claims.js';
import { histories, left, lists, otherUnits, phaseLists, pointers, progressMaps, statusMaps } from './unit-fields.js';
import { isKept } from './troubles.js';
import { addGroups, addShapes } from './shapes.js';
import { add, addListed, addStatus, addStuck, type Evidence, placeOf } from './weigh.js';

/**
 * Collects the evidence.
 * @param draft the document, its fields renamed
 * @returns what is said about each workstream
 */
export function collectEvidence(draft: Draft): Evidence {
  const known = new Set(planOf(draft.root)?.workstreams.keys() ?? []);
  const named = [...lists.map(([field]) => field), ...left, ...statusMaps].flatMap((field) =>
    entriesIn(draft.get(field), known),
  );
  const idOf = tidier(
    named.map(({ name }) => name),
    known,
  );
  const evidence: Evidence = {
    said: new Map(),
    weak: new Map(),
    out: new Set(),
    failed: new Map(),
    blocked: new Map(),
    doubts: new Map(),
    idOf,
    known,
  };
  for (const [field, place, concept] of lists) addListed(evidence, draft.get(field), place, concept);
  for (const field of left) for (const { name } of entriesIn(draft.get(field), known)) evidence.out.add(idOf(name));
  for (const field of statusMaps) addStatuses(evidence, draft.get(field));
  for (const field of progressMaps) if (isByWorkstream(draft.get(field))) addStatuses(evidence, draft.get(field));
  addOwn(evidence, draft);
  addLeftover(evidence, draft);
  addNamed(evidence, draft);
  addPointers(evidence, draft);
  addPhases(evidence, draft);
  addLastDone(evidence, draft);
  if (!isTold(evidence)) addShapes(evidence, draft);
  for (const field of otherUnits) if (evidence.said.size === 0) addStatuses(evidence, draft.get(field), true);
  for (const field of phaseLists) if (evidence.said.size === 0) addPhaseUnits(evidence, draft.get(field));
  if (evidence.said.size === 0) for (const field of histories) addHistory(evidence, draft.get(field));
  settle(evidence, draft);
  return evidence;
}

/** `WS1` beside `WS1_database`, or beside its title `Database`: another name of one that is told. */
function isCalledOtherwise(draft: Draft, { said, known }: Evidence, name: string): boolean {
  if (known.has(name)) return false;
  const own = name.toLowerCase();
  const workstreams = draft.get('workstreams');
  const unit = isJsonObject(workstreams) ? workstreams[name] : undefined;
  const title = isJsonObject(unit) ? (unit['name'] ?? unit['title']) : unit;
  return [...said].some(([other, places]) => {
    const told = other.toLowerCase();
    const isTitle = typeof title === 'string' && title.trim().toLowerCase() === told;
    return places.size > 0 && other !== name && (isTitle || isLonger(told, own) || isLonger(own, told));
  });
}

function isLonger(longer: string, id: string): boolean {
  return longer.startsWith(id) && /^[-_ :(]/.test(longer.slice(id.length));
}

function isTold({ said, weak }: Evidence): boolean {
  return weak.size > 0 || [...said.values()].some((places) => places.size > 0);
}

/** A phase without workstreams is a unit by its name, where phases have statuses. */
function addPhaseUnits(evidence: Evidence, value: Json | undefined): void {
  const entries = entriesIn(value, evidence.known);
  if (!entries.some(({ said }) => readStatus(said) !== null)) return;
  for (const entry of entries)
    addStatus(evidence, /^\d+$/.test(entry.name) ? { ...entry, name: `Phase ${entry.name}` } : entry);
}

/** What pawl itself has recorded is known better than what the file says beside it. */
function settle(evidence: Evidence, draft: Draft): void {
  for (const [name, places] of evidence.said)
    if (places.size === 0 && isCalledOtherwise(draft, evidence, name)) evidence.said.delete(name);
  if (isKept(draft)) for (const stuck of [evidence.failed, evidence.blocked]) stuck.clear();
  const recorded = draft.get('pawl', 'evidence', 'workstreams');
  const done = draft.get('completed_workstreams');
  for (const id of isJsonObject(recorded) ? Object.keys(recorded) : []) {
    if (!Array.isArray(done) || !done.includes(id)) continue;
    evidence.said.set(id, new Set(['complete']));
  }
}

function isByWorkstream(value: Json | undefined): boolean {
  const names = isJsonObject(value) ? Object.keys(value) : [];
  return names.length > 0 && names.every((name) => /^ws[-_ ]?\w/i.test(name));
}

/** `"WS3": "pending"`, `"ws2_status": "in_progress"`: members that are called as a workstream is. */
function addOwn(evidence: Evidence, draft: Draft): void {
  for (const [name, value] of Object.entries(draft.root)) {
    const [, id] = /^(ws[-_ ]?\d{1,4}[a-z]?)(?:[-_ ](?:status|state|result|outcome|progress))?$/i.exec(name) ?? [];
    if (id !== undefined && readStatus(value) !== null) addStatuses(evidence, { [id]: value });
  }
}

/** What stands under another name of a list beside the list itself: no workstream vanishes, and none gets done by it. */
function addLeftover(evidence: Evidence, draft: Draft): void {
  for (const [list, place] of lists.slice(0, 3)) {
    for (const field of pipelineAliases[list] ?? []) {
      const value = draft.get(field);
      if (value === undefined || !fitsPipeline(list, value)) continue;
      for (const { name } of entriesIn(value, evidence.known)) {
        const id = evidence.idOf(name);
        if (place === 'pending' || !evidence.said.has(id)) add(evidence, id, place === 'complete' ? 'pending' : place);
      }
    }
  }
}

/** Words that say where the work stands: they count where they name a workstream by its id. */
function addPointers(evidence: Evidence, draft: Draft): void {
  for (const [field, place] of pointers) {
    const value = draft.get(field);
    for (const { name } of entriesIn(isJsonObject(value) ? [value] : value, evidence.known)) {
      const id = evidence.idOf(name);
      if (/^WS[-_ ]?\d/.test(id) && !evidence.said.has(id) && !evidence.out.has(id)) add(evidence, id, place);
    }
  }
}

function addStatuses(evidence: Evidence, value: Json | undefined, isNarrow = false): void {
  if (isJsonObject(value) && addGroups(evidence, value)) return;
  // A map of many meanings names workstreams only where each of its members has a status.
  if (
    isNarrow &&
    !Array.isArray(value) &&
    !(isJsonObject(value) && Object.values(value).every((one) => readStatus(one) !== null))
  )
    return;
  const whole = isJsonObject(value) ? wholeOf(Object.values(value)) : 100;
  for (const entry of entriesIn(value, evidence.known)) {
    const share = typeof entry.said === 'number' ? sharing(entry.said, whole) : null;
    addStatus(evidence, share === null ? entry : { ...entry, said: share });
  }
}

/** Shares in percent, from 0 to 1, or flags. */
function wholeOf(values: readonly Json[]): number {
  return values.every((value) => typeof value === 'number' && value <= 1) ? 1 : 100;
}

function addPhases(evidence: Evidence, draft: Draft): void {
  for (const { concept, workstreams, value } of phasesOf(draft, evidence.known)) {
    const place = concept === null ? null : placeOf(concept);
    for (const entry of workstreams) {
      addStatus(evidence, entry);
      const name = evidence.idOf(entry.name);
      if (place !== null && !evidence.weak.has(name)) evidence.weak.set(name, place);
      addStuck(evidence, name, concept);
    }
    // {"workstreams": ["WS2", "WS3"], "completed": ["WS2"]}
    for (const [name, list] of isJsonObject(value) ? Object.entries(value) : [])
      if (Array.isArray(list) && readStatus(name) === 'complete' && idsOnly(list).length > 0)
        addListed(evidence, list, 'complete');
  }
}

/** Lists and maps whose names say in words what they hold. */
function addNamed(evidence: Evidence, draft: Draft): void {
  for (const [field, said] of namedLists(draft)) {
    const entries = idsOnly(draft.get(field));
    const concept = said === 'statuses' || said === 'names' ? undefined : said;
    const place = concept === undefined ? null : placeOf(concept);
    if (place === 'in_progress' || place === 'pending') addListed(evidence, draft.get(field), place, concept);
    else if (said === 'skipped' || said === 'abandoned')
      for (const { name } of entries) evidence.out.add(evidence.idOf(name));
    else
      for (const entry of entries) {
        const id = evidence.idOf(entry.name);
        if (said === 'statuses' && readStatus(entry.said) !== null) addStatus(evidence, entry);
        // A second list of what is done makes nothing done, and nothing vanishes by it.
        else if (!evidence.said.has(id) && !evidence.out.has(id))
          add(evidence, id, place === null ? undefined : 'pending');
      }
  }
}

/** `"last_completed_workstream": "WS2"`: it, and what stands before it, where nothing else is said of them. */
function addLastDone(evidence: Evidence, draft: Draft): void {
  const member = Object.keys(draft.root).find((name) =>
    /^last_(?:completed?|done|finished)_(?:workstream|ws)(?:_id)?$/.test(snakeCase(name)),
  );
  const [last, ...more] = member === undefined ? [] : idsOnly(draft.get(member));
  if (last === undefined || more.length > 0) return;
  const names = [...evidence.said.keys()];
  const id = evidence.idOf(last.name);
  const at = names.indexOf(id);
  for (const name of at < 0 ? [id] : names.slice(0, at + 1))
    if ((evidence.said.get(name)?.size ?? 0) === 0 && !evidence.weak.has(name)) add(evidence, name, 'complete');
}

function addHistory(evidence: Evidence, value: Json | undefined): void {
  if (!Array.isArray(value)) return;
  const last = new Map<string, Entry>();
  for (const item of value) {
    const text = isJsonObject(item) ? (item['workstream'] ?? item['workstream_id'] ?? item['ws']) : item;
    const event = isJsonObject(item) ? (item['event'] ?? item['message']) : undefined;
    const source = text === undefined ? event : isJsonObject(item) ? item : text;
    for (const entry of entriesIn(source === undefined ? undefined : [source])) {
      const told = entry.said ?? event;
      if (told !== undefined && /^ws/i.test(entry.name)) last.set(evidence.idOf(entry.name), { ...entry, said: told });
    }
  }
  for (const entry of last.values()) addStatus(evidence, entry);
}
