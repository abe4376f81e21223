// How workstreams stand, found by its shape alone: ids with statuses, groups with a status, lists by status; whatever they are called.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { isAside } from '../read/member-names.js';
import { readStatus, saidBy } from '../read/status.js';
import { entriesIn } from './entries.js';
import { pipelineAliases } from './fields.js';
import { idsOnly } from './named-lists.js';
import { histories, left } from './unit-fields.js';
import { add, addListed, addStatus, type Evidence, placeOf } from './weigh.js';

const maxDepth = 3;

/**
 * Takes in what members say of workstreams by their shape, where nothing else does.
 * @param evidence what is known
 * @param draft the document
 */
export function addShapes(evidence: Evidence, draft: Draft): void {
  for (const [name, value] of Object.entries(draft.root)) {
    const isRead = Object.hasOwn(pipelineAliases, name) || [...left, ...histories, 'pawl'].includes(name);
    if (!isRead && !isAside(name, value)) addShape(evidence, value, 0);
  }
}

function addShape(evidence: Evidence, value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false;
  const entries = idsOnly(value);
  if (entries.some(({ said }) => readStatus(said) !== null)) {
    for (const entry of entries)
      addStatus(evidence, readStatus(entry.said) === null ? { ...entry, said: undefined } : entry);
    return true;
  }
  if (isJsonObject(value)) {
    const isBoard = Object.values(value).every((list) => Array.isArray(list) && idsOnly(list).length === list.length);
    if (isBoard && addGroups(evidence, value)) return true;
  }
  const isFound = Object.values(value).map((member: Json) => addShape(evidence, member, depth + 1));
  if (isFound.includes(true)) return true;
  // {"items": ["WS1", "WS2"], "status": "complete"}
  const said = isJsonObject(value) ? saidBy(value) : undefined;
  const lists = Object.values(value).filter((member: Json) => Array.isArray(member));
  const units = readStatus(said) === null ? [] : lists.flatMap((list) => idsOnly(list));
  for (const unit of units) {
    if (unit.said === undefined) addStatus(evidence, { ...unit, said });
    else add(evidence, evidence.idOf(unit.name), undefined);
  }
  return units.length > 0;
}

/**
 * Takes in workstreams by status.
 * @param evidence what is known
 * @param map e.g. `{"completed": ["WS1"], "pending": ["WS2"], "total": 2}`
 * @returns false when it is no such map
 */
export function addGroups(evidence: Evidence, map: Readonly<Record<string, Json>>): boolean {
  const groups = Object.entries(map).flatMap(([name, list]) => {
    const concept = readStatus(name);
    const isList = Array.isArray(list) || (typeof list === 'string' && readStatus(list) === null);
    return concept !== null && isList ? [[concept, list] as const] : [];
  });
  const others = Object.values(map).filter((value) => typeof value === 'object' && value !== null).length;
  if (groups.length === 0 || others > groups.filter(([, list]) => Array.isArray(list)).length) return false;
  for (const [concept, list] of groups) {
    const place = placeOf(concept);
    if (place !== null) addListed(evidence, list, place, concept);
    else for (const { name } of entriesIn(list, evidence.known)) evidence.out.add(evidence.idOf(name));
  }
  return true;
}
