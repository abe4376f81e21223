// What a pipeline says against itself beside what is read of it: a run is not complete, nor simply taken up, next to it.

import type { Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { stepsOf } from '../leftovers.js';
import { openClaim } from '../read/claims.js';
import { left } from './unit-fields.js';

const readFields = new Set([
  'prd',
  'prd_title',
  'current_phase',
  'status',
  'completed_workstreams',
  'in_progress_workstreams',
  'pending_workstreams',
  'artifacts',
  'gates_passed',
  'gates_pending',
  'timestamp',
  'error',
  'adversarial_review',
  'eslint_fixes',
  'cleanup_done',
  'key_fixes',
  'pawl',
  ...left,
]);
/** Of names that say that the run cannot simply go on. */
const stops = /(?:^|_)(?:blocked|blockers?|blocking|failure|failed|failing)(?:_|$)/;
const ofUnits = /(?:^|_)(?:gates?|workstreams?|ws)(?:_|$)/;
const maxChars = 160;

/**
 * Finds a member that says that the work is not done, or cannot go on.
 * @param draft the document, its lists repaired
 * @param isDone whether nothing of the run is open; else only what stops it counts
 * @returns the member and what it says, in words; null when there is none, or when pawl has kept the run since
 */
export function troubleIn(draft: Draft, isDone: boolean): string | null {
  if (isKept(draft)) return null;
  for (const [name, value] of Object.entries(draft.root)) {
    const plain = snakeCase(name);
    if (readFields.has(name) || (!isDone && (!stops.test(plain) || ofUnits.test(plain)))) continue;
    const path = openClaim(name, value);
    if (path === null) continue;
    const steps = [name, ...stepsOf(path)];
    return `${steps.join('.').slice(0, maxChars)} says ${wordsOf(draft.get(...steps))}`;
  }
  return null;
}

/**
 * Tells whether pawl has kept the run since it was repaired: it recorded work, or left a failure behind. What the file says
 * beside that is older.
 * @param draft the document
 * @returns true when pawl has recorded something
 */
export function isKept(draft: Draft): boolean {
  const kept = [['errors'], ['evidence', 'workstreams'], ['evidence', 'gates']].map((steps) =>
    draft.get('pawl', ...steps),
  );
  return kept.some((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0);
}

function wordsOf(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.map(itemOf).join('; ') : itemOf(value);
  return `“${text.length > maxChars ? `${text.slice(0, maxChars - 1).toWellFormed()}…` : text}”`;
}

function itemOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
