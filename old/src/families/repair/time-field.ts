// Gives a document a time that it must have, from the best that is known.

import { isIsoTime, type Steps } from '../../rules/fields.js';
import { pointer } from '../../rules/json/json.js';
import type { Draft } from './draft.js';
import { readTime } from './read/times.js';

/** Where else a time may come from. */
export interface TimeSources {
  /** Other fields of the document, the best first; they stay where they are. */
  readonly fields?: readonly string[];
  /** Times from elsewhere, with words about where. */
  readonly others?: readonly (readonly [time: string | null | undefined, where: string])[];
}

/**
 * Makes a field a time in ISO 8601.
 * @param draft the document
 * @param steps the field
 * @param sources where the time may come from when the field has none
 * @returns where the time was taken from; null when the field itself tells it, or nothing does
 */
export function repairTime(draft: Draft, steps: Steps, sources: TimeSources): string | null {
  const value = draft.get(...steps);
  if (isIsoTime(value)) return null;
  const own = readTime(value);
  if (own !== null) {
    const why = 'times are in ISO 8601 with their zone; without one, UTC is taken';
    draft.set(steps, own, 'spelling', why);
    return null;
  }
  const name = String(steps.at(-1));
  for (const field of sources.fields ?? []) {
    const time = readTime(draft.get(field));
    if (time === null) continue;
    draft.set(steps, time, 'inferred', `${name} is ${said(value)}; taken from ${field}`);
    return field;
  }
  for (const [time, where] of sources.others ?? []) {
    if (!isIsoTime(time)) continue;
    draft.set(steps, time, 'inferred', `${name} is ${said(value)}; taken from ${where}`);
    return where;
  }
  const message = `${name} is ${said(value)}, and nothing else in the file tells the time`;
  draft.ask('time', pointer(...steps), message, 'write e.g. "2026-01-29T10:30:00.000Z"');
  return null;
}

/**
 * Makes an optional field a time, or takes it out.
 * @param draft the document
 * @param steps the field
 */
export function repairOptionalTime(draft: Draft, steps: Steps): void {
  const value = draft.get(...steps);
  if (value === undefined || isIsoTime(value)) return;
  const time = readTime(value);
  if (time === null) draft.setAside(steps, `${String(steps.at(-1))} is not a time`);
  else draft.set(steps, time, 'spelling', 'times are in ISO 8601 with their zone; without one, UTC is taken');
}

function said(value: unknown): string {
  return value === undefined ? 'missing' : 'not a time';
}
