// One change in words, and the small words that all descriptions share.

import { isJsonObject, type Json } from '../../rules/json/json.js';
import { shorten } from '../../rules/text/shorten.js';

/** What changed between two states, in words. */
export interface Change {
  /** The phase or workstream that it is about; null for the run as a whole. */
  readonly unit: string | null;
  readonly text: string;
  /** Those that it is about when they are several. */
  readonly units?: readonly string[];
}

const longestText = 80;

/**
 * Writes a value so that it fits into a sentence.
 * @param value a JSON value
 * @returns e.g. `complete`, `3 entries`; long texts are cut
 */
export function shortly(value: Json | undefined): string {
  if (Array.isArray(value)) return counted(value.length, 'entry', 'entries');
  if (isJsonObject(value)) return counted(Object.keys(value).length, 'member', 'members');
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : JSON.stringify(value ?? null);
  if (text === '') return '""';
  return shorten(text, longestText);
}

/**
 * Counts things.
 * @param count how many
 * @param one the word for one
 * @param many the word for several; `one` + s unless given
 * @returns e.g. `1 file`, `2 files`
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Writes how a value became another.
 * @param before the value before; undefined when there was none
 * @param after the value after; undefined when there is none
 * @returns e.g. `pending → complete`
 */
export function became(before: Json | undefined, after: Json | undefined): string {
  if (after === undefined) return 'removed';
  return before === undefined ? shortly(after) : `${shortly(before)} → ${shortly(after)}`;
}

/**
 * Writes that something is gone.
 * @param text what was told when it came
 * @returns e.g. `taken away: decided: Keep it small.`
 */
export function takenAway(text: string): string {
  return `taken away: ${text}`;
}

/**
 * Gives what one list has and another has not.
 * @param after the list
 * @param before the other one
 * @returns the new entries
 */
export function newIn(after: readonly string[], before: readonly string[]): readonly string[] {
  const known = new Set(before);
  return after.filter((one) => !known.has(one));
}
