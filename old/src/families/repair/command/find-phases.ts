// Finds the phases of a command's run where the file has them elsewhere: in its state, or in a text.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { renameFields, snakeCase } from '../fields.js';
import { readJsonText } from '../read/json-text.js';
import { readStatus } from '../read/status.js';
import { nameIn, unitsIn } from '../read/units.js';
import { commandAliases, fitsCommand, spellingsOf, stateAliases } from './fields.js';

const stateNames: ReadonlySet<string> = new Set([...Object.keys(stateAliases), ...Object.values(stateAliases).flat()]);

const todoLists: ReadonlySet<string> = new Set([
  ...(commandAliases['phases'] ?? []),
  'todos',
  'todo',
  'todo_list',
  'checklist',
  'tasks',
  'task_list',
  'milestones',
]);
/** `status`, `status_map`, `statuses_by_phase`: names for a map from phases to statuses. */
const ofStatuses = /^(?:phase_)?(?:status|statuses|state_map)(?:_(?:map|by_phase|of_phases))?$/;

/**
 * Puts the phases where the format has them.
 * @param draft the document, its fields renamed
 */
export function findPhases(draft: Draft): void {
  for (const field of ['state', 'phases']) {
    const parsed = readJsonText(draft.get(field));
    if (parsed !== null) draft.set([field], parsed, 'shape', `${field} is an object, not a text that holds one`);
  }
  nameByNames(draft);
  if (isEmpty(draft.get('phases')) && !saysWhere(draft.get('state'))) findTodos(draft);
  if (draft.get('phases') !== undefined) return;
  renameFields(draft, ['state'], { phases: commandAliases['phases'] ?? [] }, fitsCommand);
  const inner = draft.get('state', 'phases');
  if (typeof inner === 'object' && inner !== null) {
    draft.move(['state', 'phases'], ['phases'], 'moved', 'phases stands beside state');
  } else if (isPhases(draft.get('state'))) {
    draft.move(['state'], ['phases'], 'moved', 'what stands there are the phases with their statuses');
  } else if (!saysWhere(draft.get('state'))) findTodos(draft);
  if (draft.get('phases') !== undefined || saysWhere(draft.root)) return;
  const map = Object.keys(draft.root).find((name) => ofStatuses.test(snakeCase(name)) && isPhases(draft.get(name)));
  if (map !== undefined) draft.move([map], ['phases'], 'moved', 'what stands there are the phases with their statuses');
}

/** `{"1": {"name": "schema"}, "2": {"name": "api"}}`: a number is no name where there is one. */
function nameByNames(draft: Draft): void {
  const phases = draft.get('phases');
  if (!isJsonObject(phases)) return;
  const members = Object.entries(phases);
  const isNumbered = members.every(([key], index) => key === String(index + 1));
  const named = new Map(members.map(([key, phase]) => [(isJsonObject(phase) ? nameIn(phase) : null) ?? key, phase]));
  if (!isNumbered || members.length === 0 || named.size < members.length) return;
  if ([...named.keys()].some((name) => /^\d+$/.test(name))) return;
  draft.set(
    ['phases'],
    Object.fromEntries(named),
    'shape',
    'phases is a map from names to phases, and these have names',
  );
}

const placeNames: ReadonlySet<string> = new Set(
  spellingsOf(stateAliases, 'current_phase', 'completed_phases', 'pending_phases'),
);

/**
 * Tells whether the current phase or one of the lists stands somewhere, under whatever name.
 * @param value the state, or the document
 * @param except a member that does not count
 * @returns true when one of them does
 */
export function saysWhere(value: Json | undefined, except?: string): boolean {
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((name) => name !== except && placeNames.has(snakeCase(name)) && !isEmpty(value[name]));
}

/**
 * Tells whether a value says nothing.
 * @param value any value
 * @returns true for null, an empty text, list or object
 */
export function isEmpty(value: Json | undefined): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** A list of things to do, each with its status, is what the run is made of where nothing else is. */
function findTodos(draft: Draft): void {
  const name = Object.keys(draft.root).find((one) => {
    const units = todoLists.has(snakeCase(one)) ? unitsIn(draft.get(one)) : [];
    return units.length > 0 && units.every(({ said }) => readStatus(said) !== null) && !saysWhere(draft.root, one);
  });
  if (name === undefined) return;
  draft.setAside(['phases'], `phases is empty; ${name} has them`);
  draft.move([name], ['phases'], 'alias', 'what stands there are the phases with their statuses');
}

/** A list of named phases, or a map from names to statuses, and none of the state's own members. */
function isPhases(value: Json | undefined): boolean {
  if (Array.isArray(value)) {
    return value.length > 0 && value.every((item) => isJsonObject(item) && nameIn(item) !== null);
  }
  if (!isJsonObject(value)) return false;
  const members = Object.entries(value);
  return (
    members.length > 0 && members.every(([name, said]) => !stateNames.has(snakeCase(name)) && readStatus(said) !== null)
  );
}
