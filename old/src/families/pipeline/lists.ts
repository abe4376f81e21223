// The names of a pipeline checkpoint's lists, and how lists are read and shown.

import { isJsonObject } from '../../rules/json/json.js';
import { listed } from '../../rules/text/listed.js';

/** The three lists of workstreams; where a workstream stands in several, the first one counts. */
export const unitLists = ['completed_workstreams', 'in_progress_workstreams', 'pending_workstreams'] as const;

/** The two lists of gates. */
export const gateLists = ['gates_passed', 'gates_pending'] as const;

/**
 * Reads the texts of a list with their places; whatever else the list holds is the schema's business.
 * @param value a member of a checkpoint, of any type
 * @returns the texts; none when the value is no list
 */
export function texts(value: unknown): { readonly text: string; readonly index: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => (typeof item === 'string' ? [{ text: item, index }] : []));
}

/**
 * Reads the ids of a list; some files hold objects in place of them.
 * @param list a member of a checkpoint, of any type
 * @returns the ids, each once
 */
export function idsIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const found = list.map((item: unknown) => {
    if (!isJsonObject(item)) return item;
    return [item.id, item.workstream, item.name].find((value) => typeof value === 'string');
  });
  return [...new Set(found.filter((id) => typeof id === 'string'))];
}

// A build asks many questions about one list; one that cannot change is looked through once.
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Makes a list ready for questions.
 * @param list ids or labels
 * @returns what is in it
 */
export function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list);
  if (known !== undefined) return known;
  const set = new Set(list);
  if (Object.isFrozen(list)) sets.set(list, set);
  return set;
}

/**
 * Lists names in a message, not too many of them.
 * @param names the names
 * @returns the names joined by commas, or `none`
 */
export function brief(names: readonly string[]): string {
  return names.length === 0 ? 'none' : listed(names, 40);
}
