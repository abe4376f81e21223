// How a unit stands: by its status, and where that says nothing, by its progress and its times.

import type { Json } from '../../../rules/json/json.js';
import { saidBy } from './status.js';
import { readTime } from './times.js';
import type { Concept } from './words.js';

/**
 * Finds what a unit says about how it stands.
 * @param item e.g. `{"status": "done"}`, `{"progress": 40}`, `{"completed_at": "2026-02-05T10:30:00Z"}`
 * @returns its status, else what its progress or its times say; undefined when they say nothing
 */
export function saidOf(item: Readonly<Record<string, Json>>): Json | undefined {
  const said = saidBy(item);
  if (said !== undefined && said !== false) return said;
  const beside = besideIn(item);
  // Not done, and begun.
  return said === false && beside !== 'in_progress' ? said : beside;
}

function besideIn(item: Readonly<Record<string, Json>>): Concept | undefined {
  const has = (field: string): Json | undefined => (Object.hasOwn(item, field) ? item[field] : undefined);
  const progress = progressFields.map(has).find((value) => readProgress(value) !== null);
  if (progress !== undefined) return readProgress(progress) ?? undefined;
  const isFailed = failureFields.some((field) => typeof has(field) === 'string' && has(field) !== '');
  if (endFields.some((field) => readTime(has(field)) !== null)) return isFailed ? 'in_progress' : 'complete';
  return beginFields.some((field) => readTime(has(field)) !== null) ? 'in_progress' : undefined;
}

const progressFields = ['progress', 'percent', 'percentage', 'percent_complete', 'completion'];
const failureFields = ['error', 'error_message', 'failure', 'failure_reason'];
const endFields = [
  'completed_at',
  'finished_at',
  'completed_on',
  'done_at',
  'ended_at',
  'completed',
  'finished',
  'done',
];
const beginFields = ['started_at', 'begun_at', 'started', 'start_time'];

/**
 * Reads how far a unit is.
 * @param value hundredths, or a text such as `40%` or `3/5`
 * @returns the status that follows; null when it is no progress
 */
export function readProgress(value: Json | undefined): 'complete' | 'in_progress' | 'pending' | null {
  if (typeof value === 'number') return value >= 0 && value <= 100 ? shareOf(value, 100) : null;
  if (typeof value !== 'string') return null;
  const [, part, whole] = /^\s*(\d{1,6})(?:\.\d+)?\s*(?:%|(?:\/|of)\s*(\d{1,6}))\s*$/.exec(value.slice(0, 100)) ?? [];
  return part === undefined ? null : shareOf(Number(part), Number(whole ?? 100));
}

function shareOf(part: number, whole: number): 'complete' | 'in_progress' | 'pending' | null {
  if (part > whole || whole === 0) return null;
  return part === whole ? 'complete' : part === 0 ? 'pending' : 'in_progress';
}
