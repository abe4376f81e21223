// What a pipeline says against itself beside what is read of it: a run is not complete, nor simply taken up, next to it.

import { isJsonObject, type Json, stepsOf } from '../../../rules/json/json.js';
import { shorten } from '../../../rules/text/shorten.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { openClaim } from '../read/claims.js';
import { saysDone, shortIn } from '../read/plain-claims.js';
import { entriesIn } from './entries.js';
import { pipelineEssentials } from './fields.js';
import { left } from './unit-fields.js';

const readFields = new Set([
  ...pipelineEssentials.required,
  'eslint_fixes',
  'cleanup_done',
  'key_fixes',
  'pawl',
  ...left,
]);
/** Of names that say that the run cannot simply go on. */
const stops = /(?:^|_)(?:blocked|blockers?|blocking|failure|failed|failing)(?:_|$)/;
const ofUnits = /(?:^|_)(?:gates?|workstreams?|ws)(?:_|$)/;
const ofTotals = /^(?:summary|progress|stats|totals|workstreams|pipeline|execution)$/i;
const counts = /^(?:total|num|number_of|count_of)?_?(?:workstreams?|ws)_?(?:total|count)?$/;
const maxChars = 160;

/**
 * Finds a member that says that the work is not done, or cannot go on.
 * @param draft the document, its lists repaired
 * @param isDone whether nothing of the run is open; else only what stops it counts
 * @returns the member and what it says, in words; null when there is none, or when pawl has kept the run since
 */
export function troubleIn(draft: Draft, isDone: boolean): string | null {
  if (isKept(draft)) return null;
  const says = (...steps: readonly (string | number)[]): string =>
    `${steps.join('.').slice(0, maxChars)} says ${wordsOf(draft.get(...steps))}`;
  if (isDone && draft.get('adversarial_review', 'verdict') === 'do_not_ship')
    return says('adversarial_review', 'verdict');
  const members = Object.entries(draft.root).filter(([name]) => !readFields.has(name));
  const isRow = members.some(([, value]) => typeof value === 'string' && saysDone(value));
  for (const [name, value] of members) {
    const plain = snakeCase(name);
    if (!isDone && (!stops.test(plain) || ofUnits.test(plain))) continue;
    const path = openClaim(name, value, isRow);
    if (path !== null) return says(name, ...stepsOf(path));
  }
  const short = isDone ? shortIn(members) : null;
  if (short !== null) return says(...stepsOf(short));
  const isNamed = entriesIn(draft.get('completed_workstreams')).length > 0;
  return isDone && isNamed ? (uncounted(draft)?.message ?? null) : null;
}

/**
 * Finds a number of workstreams that is larger than that of those which are named: `"total_workstreams": 5`.
 * @param draft the document, its lists repaired
 * @returns the member that holds it, and what is the matter; null when all are named
 */
export function uncounted(draft: Draft): { readonly member: string; readonly message: string } | null {
  const fields = ['completed_workstreams', 'in_progress_workstreams', 'pending_workstreams', ...left];
  const named = new Set(fields.flatMap((field) => entriesIn(draft.get(field)).map(({ name }) => name))).size;
  const holders = Object.keys(draft.root).filter((name) => ofTotals.test(name));
  for (const holder of ['', ...holders]) {
    const members = holder === '' ? draft.root : draft.get(holder);
    for (const [name, total] of isJsonObject(members) ? Object.entries(members) : []) {
      const isTotal = counts.test(snakeCase(name)) || (name === 'total' && holder === 'workstreams');
      if (!isTotal || typeof total !== 'number' || total <= named || total > 1000) continue;
      const [member, path] = holder === '' ? [name, name] : [holder, `${holder}.${name}`];
      const message = `${path} counts ${total} workstreams, and the file names ${named === 0 ? 'none' : named}`;
      return { member, message };
    }
  }
  return null;
}

/**
 * Tells whether pawl has kept the run since it was repaired: it recorded work or a doubt, or left a failure behind. What the file says
 * beside that is older.
 * @param draft the document
 * @returns true when pawl has recorded something
 */
export function isKept(draft: Draft): boolean {
  const kept = [['errors'], ['doubt'], ['evidence', 'workstreams'], ['evidence', 'gates']].map((steps) =>
    draft.get('pawl', ...steps),
  );
  return kept.some((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0);
}

function wordsOf(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.map(itemOf).join('; ') : itemOf(value);
  return `“${shorten(text, maxChars)}”`;
}

function itemOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
