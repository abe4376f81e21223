// Finds what plainly stands for workstreams and could not be read. A run is never made empty by not understanding it.

import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { fieldsIn } from '../resembles.js';
import { notedDoubt } from '../doubt.js';
import { readStatus } from '../read/status.js';
import { namelessIn } from './entries.js';
import { pipelineAliases } from './fields.js';
import { isNothing } from '../read/labels.js';
import { isAside } from '../read/member-names.js';
import { troubleIn, uncounted } from './troubles.js';
import { histories, otherUnits } from './unit-fields.js';

/** Something that a person has to put into words. */
export interface Unread {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

const listFields = ['completed_workstreams', 'in_progress_workstreams', 'pending_workstreams'] as const;
const listFix = 'name each workstream in completed_workstreams, in_progress_workstreams or pending_workstreams';

/**
 * Finds what could not be read.
 * @param draft the document, its lists made
 * @param isNothingSaid whether nothing at all is said about workstreams
 * @param found its three lists as they were found
 * @param known the ids of its plan
 * @returns what a person must write; empty when all was read
 */
export function unreadIn(
  draft: Draft,
  isNothingSaid: boolean,
  found: Readonly<Record<string, Json | undefined>>,
  known: ReadonlySet<string>,
): Unread[] {
  const isComplete = readStatus(draft.get('status')) === 'complete';
  const nameless = listFields.flatMap((field) =>
    namelessIn(found[field], known).map((index) => ({
      path: pointer(field, index),
      message: `this item of ${field} names no workstream`,
      fix: 'write the id of a workstream, e.g. "WS1"',
    })),
  );
  if (nameless.length > 0) return nameless;
  const counted = countsIn(draft, found);
  if (!isNothingSaid) return counted;
  const nested = nestedIn(draft);
  if (nested.length > 0) return nested;
  // A run that is said to be complete, in words or numbers, has nothing open that could be missed.
  if (isComplete && mentionIn(draft) === null && troubleIn(draft, true) === null) return [];
  if (counted.length > 0) return counted;
  const member = [...listFields, 'workstreams', ...otherUnits, ...histories, 'phases', 'execution_phases'].find(
    (name) => isFull(listFields.some((field) => field === name) ? found[name] : draft.get(name), name),
  );
  const where = member ?? mentionIn(draft);
  if (where === null) return [];
  const message = `${where.slice(0, 60)} says something about workstreams, but it cannot be read which are done`;
  return [{ path: pointer(where), message, fix: listFix }];
}

/** `"workstreams_completed": 3`: how many, but not which. */
function countsIn(draft: Draft, found: Readonly<Record<string, Json | undefined>>): Unread[] {
  const list = draft.get('completed_workstreams');
  const done = Array.isArray(list) ? list.length : 0;
  const isComplete = readStatus(draft.get('status')) === 'complete';
  for (const name of ['completed_workstreams', ...(pipelineAliases['completed_workstreams'] ?? [])]) {
    const count = Object.hasOwn(found, name) ? found[name] : draft.get(name);
    if (typeof count !== 'number' || count <= done || (isComplete && done === 0)) continue;
    const message = `${name} counts ${count} workstreams, and the file names ${done === 0 ? 'none' : done} that are done`;
    return [{ path: pointer(name), message, fix: 'write the ids of those that are done in completed_workstreams' }];
  }
  return totalsIn(draft);
}

/** How many there are, and not which. Of a run that is complete, or not simply taken up, that is said otherwise. */
function totalsIn(draft: Draft): Unread[] {
  const concept = readStatus(draft.get('status'));
  const isTold = concept === 'complete' || concept === 'failed' || notedDoubt(draft.root) !== undefined;
  const found = isTold ? null : uncounted(draft);
  if (found === null) return [];
  return [{ path: pointer(found.member), message: found.message, fix: `${listFix}; or correct the number` }];
}

/** Other checkpoints inside this one. */
function nestedIn(draft: Draft): Unread[] {
  return Object.entries(draft.root)
    .filter(([name, value]) => {
      if (!isJsonObject(value) || name === 'pawl' || Object.hasOwn(pipelineAliases, name)) return false;
      if (Object.values(value).every((count) => typeof count === 'number')) return false;
      return (
        (/^[A-Z]{2,5}-\d{1,4}/.test(name) && Object.keys(value).length > 0) ||
        fieldsIn(value, pipelineAliases).size >= 3
      );
    })
    .map(([name]) => ({
      path: pointer(name),
      message: `${name.slice(0, 60)} is a checkpoint of its own inside this file`,
      fix: 'keep each checkpoint in a file of its own, named after its PRD',
    }));
}

/** What is there says that something was done, or is to be done. */
function isFull(value: Json | undefined, name: string): boolean {
  if (histories.includes(name)) return false;
  if (typeof value === 'number') return name === 'progress' && value > 0;
  if (typeof value === 'string') return !isNothing(value) && (name !== 'progress' || readStatus(value) !== 'pending');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item: Json) =>
    typeof item === 'number'
      ? item > 0 && !Array.isArray(value)
      : typeof item === 'string' || (typeof item === 'object' && item !== null),
  );
}

/** The member that speaks of a workstream by its id. */
function mentionIn(draft: Draft): string | null {
  const speaks = (value: Json): boolean => {
    if (typeof value === 'string') return value.length <= 120 && /^\s*ws[-_ ]?\d{1,4}(?![a-z\d])/i.test(value);
    if (typeof value !== 'object' || value === null) return false;
    return isJsonObject(value)
      ? Object.entries(value).some(([name, member]) => speaks(name) || speaks(member))
      : value.some(speaks);
  };
  const skipped = new Set(['pawl', 'error', 'notes', 'next_action', 'skipped_workstreams', 'dormant_workstreams']);
  const hit = Object.entries(draft.root).find(
    ([name, value]) => !skipped.has(name) && !isAside(name, value) && (speaks(name) || speaks(value)),
  );
  return hit === undefined ? null : hit[0];
}
