// Checks the fields of one object against a table of rules, in words that let a model correct itself. Knows no family.

import type { Problem } from './errors.js';
import { isJsonObject, pointer } from './json/json.js';

/** An object of unknown content. */
export type Fields = Readonly<Record<string, unknown>>;
export type Steps = readonly (string | number)[];

/** What a field must be. */
export interface FieldRule {
  fits(value: unknown): boolean;
  /** Completes "must be …". */
  readonly wanted: string;
  /** A value that fits, as JSON. */
  readonly example: string;
  /** The value that a wrong one most likely meant, as JSON. */
  meant?(value: unknown): string | undefined;
  readonly optional?: boolean;
  /** What each element of a list or member of a map must be. */
  readonly each?: FieldRule;
  /** How many elements a list or map may have. */
  readonly max?: number;
}

/**
 * Checks an object's fields.
 * @param object the object
 * @param rules the rule for each known field; other fields may hold anything
 * @param steps where the object stands in its document
 * @returns every problem
 */
export function checkFields(object: Fields, rules: Readonly<Record<string, FieldRule>>, steps: Steps = []): Problem[] {
  const problems: Problem[] = [];
  for (const name in rules) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) continue;
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined) {
      if (!isSound(value, rule)) problems.push(...checkValue(value, rule, [...steps, name]));
    } else if (rule.optional !== true) {
      const fix = `add "${name}": ${rule.example}, which must be ${rule.wanted}`;
      problems.push({ path: pointer(...steps, name), message: `"${name}" is missing`, fix });
    }
  }
  return problems;
}

/** The common case, without a word about where it stands: paths are written only for problems. */
function isSound(value: unknown, rule: FieldRule): boolean {
  if (!rule.fits(value)) return false;
  const { each, max } = rule;
  if (each === undefined && max === undefined) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  if (max !== undefined && parts.length > max) return false;
  return each === undefined || parts.every((item) => isSound(item, each));
}

/**
 * Checks one value.
 * @param value the value
 * @param rule what it must be
 * @param steps where it stands in its document
 * @returns every problem
 */
export function checkValue(value: unknown, rule: FieldRule, steps: Steps): Problem[] {
  if (isSound(value, rule)) return [];
  if (!rule.fits(value)) {
    const message = `must be ${rule.wanted}, but is ${inWords(value)}`;
    const fix = `write ${rule.meant?.(value) ?? listed(rule, value) ?? rule.example}${rule.optional === true ? ', or leave the field out' : ''}`;
    return [{ path: pointer(...steps), message, fix }];
  }
  const { each, max } = rule;
  const parts: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  if (max !== undefined && parts.length > max) {
    const message = `has ${parts.length} entries; the limit is ${max}`;
    return [{ path: pointer(...steps), message, fix: `keep the ${max} that matter most` }];
  }
  return each === undefined ? [] : parts.flatMap(([step, item]) => checkValue(item, each, [...steps, step]));
}

/** One entry that stands alone is meant as a list of it: an empty one would throw it away. */
function listed(rule: FieldRule, value: unknown): string | undefined {
  const isEntry = typeof value === 'number' || (typeof value === 'string' && value.length <= 200);
  return isEntry && rule.each?.fits(value) === true && rule.fits([value]) ? JSON.stringify([value]) : undefined;
}

/**
 * Makes a rule's field optional.
 * @param rule the rule of a required field
 * @returns the rule of an optional one
 */
export function optional(rule: FieldRule): FieldRule {
  return { ...rule, optional: true };
}

export const anyText: FieldRule = {
  fits: (value) => typeof value === 'string',
  wanted: 'a string',
  example: '"…"',
};

export const textOrNull: FieldRule = {
  fits: (value) => value === null || typeof value === 'string',
  wanted: 'a string or null',
  example: 'null',
};

export const anyMap: FieldRule = {
  fits: isJsonObject,
  wanted: 'an object',
  example: '{}',
};

export const isoTime: FieldRule = {
  fits: isIsoTime,
  wanted: 'a time in ISO 8601 with its time zone',
  example: '"2026-01-29T10:30:00.000Z"',
};

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Zero for a month that there is not. */
function daysIn(month: number, year: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return (monthDays[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
}

const isoPattern =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/**
 * Tells whether a value is a real instant in ISO 8601.
 * @param value any value
 * @returns true for texts such as `2026-01-29T10:30:00.000Z`, with a day that its month has
 */
export function isIsoTime(value: unknown): value is string {
  if (typeof value !== 'string' || !isoPattern.test(value)) return false;
  const day = twoDigits(value, 8);
  return day >= 1 && day <= daysIn(twoDigits(value, 5), twoDigits(value, 0) * 100 + twoDigits(value, 2));
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

/**
 * Shows a value in a message: short scalars as they are, all else by its kind, so that no message repeats a secret.
 * @param value any value
 * @returns e.g. `"done"`, `a list`, `a text of 2000 characters`
 */
export function inWords(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') {
    return value.length <= 40 ? JSON.stringify(value) : `a text of ${value.length} characters`;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `of type ${typeof value}`;
}
