// Reads numbers out of what is written for them: "3", "Phase 2", "2 of 5".

import { isJsonObject, type Json } from '../../../rules/json/json.js';

/** A number that a text begins with, or the number of something that is counted; not the one in `WS3`. */
const numbered = /^\s*#?(\d{1,6})(?!\d)|(?:^|[^a-z])(?:phase|step|stage|line|round|attempt|p)[\s_#:-]*(\d{1,6})(?!\d)/i;

/**
 * Reads a whole number from 0.
 * @param value a number, a text with a number in it, a list (its length is not meant), or an object that has one
 * @returns the number; null when there is none
 */
export function readCount(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 && value < 1e6 ? Math.floor(value) : null;
  if (typeof value === 'string') {
    const [, leading, named] = numbered.exec(value.slice(0, 200)) ?? [];
    const digits = leading ?? named;
    return digits === undefined ? null : Number(digits);
  }
  if (!isJsonObject(value)) return null;
  const held = ['number', 'phase', 'index', 'current', 'id', 'value', 'count']
    .map((name) => (Object.hasOwn(value, name) ? value[name] : undefined))
    .find((member) => typeof member === 'number' || (typeof member === 'string' && /\d/.test(member)));
  return held === undefined ? null : readCount(held);
}

/**
 * Reads the total out of a text such as `2 of 5` or `2/5`.
 * @param value any value
 * @returns the second number; null when there is none
 */
export function readTotal(value: Json | undefined): number | null {
  if (typeof value !== 'string') return null;
  const total = /\d+\s*(?:\/|of|out of)\s*(\d{1,6})(?!\d)/i.exec(value.slice(0, 200))?.[1];
  return total === undefined ? null : Number(total);
}
