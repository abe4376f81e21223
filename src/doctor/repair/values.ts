// Reads single values of drifted files: times, counts, texts, states. Null means: not plainly readable. Pure.

import * as v from 'valibot';
import { type Json, type JsonObject, isObject, parseJson } from '../../base/json.js';
import { time } from '../../formats/schema.js';
import * as tables from './tables.js';

/** A name in snake case. */
export function normal(name: string): string {
  const words = name.trim().replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return words.toLowerCase().replace(/[\s-]+/g, '_');
}

/** A value that is JSON in quotes is that JSON. */
export function unquote(value: Json): Json {
  const parsed = typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJson(value) : { value };
  return 'value' in parsed ? parsed.value : value;
}

/** True for what stands for nothing: null, false, no text, an empty list or object. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return tables.noneWords.has(value.trim().toLowerCase());
  return typeof value === 'object' && Object.values(value).every((member) => member === null);
}

/** The state that a word or flag plainly says. A check mark around a word is decoration; a question mark is doubt. */
export function readState(value: Json | undefined): tables.State | null {
  if (typeof value === 'boolean') return value ? 'done' : 'open';
  if (isObject(value)) return ownState(value) ?? null;
  if (typeof value !== 'string') return null;
  return tables.stateOfWord.get(normal(value.replace(/✅|✓|✔|☑|\uFE0F|[.!]/gu, ''))) ?? null;
}

/** The state that an object says about its unit. Undefined when it says nothing, null when that is not readable. */
export function ownState(value: JsonObject): tables.State | null | undefined {
  const said = tables.stateMembers.find((name) => (value[name] ?? null) !== null);
  if (said !== undefined) return readState(value[said]);
  const flag = tables.flagMembers.find((name) => typeof value[name] === 'boolean');
  if (flag !== undefined && value[flag] === false) return value['started'] === true ? 'running' : 'open';
  return flag !== undefined || tables.doneTimeMembers.some((name) => readTime(value[name]) !== null)
    ? 'done'
    : undefined;
}

/** ISO 8601 with a zone; from ISO without one (UTC), dates, epochs in seconds or milliseconds, and what `date` prints. */
export function readTime(value: Json | undefined): string | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  const text: string = value.trim();
  if (/^\d{10}(?:\d{3})?$/.test(text)) return fromEpoch(Number(text));
  const isIso: boolean = v.is(time, text);
  if (isIso) return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
  const [, y, mo, d, h = '00', mi = '00', s = '00'] =
    /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[T_ ]?(\d\d):?(\d\d):?(\d\d)?Z?)?$/.exec(text) ?? [];
  if (y !== undefined) return toIso(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  // 01/02/2026 has two meanings, "Jan 2, 2026" has one.
  if (!/\b[A-Z][a-z]{2,8}\b.*\b\d{4}\b/.test(text)) return null;
  return toIso(/\b(?:GMT|UTC)|Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text} UTC`);
}

function fromEpoch(number: number): string | null {
  if (number >= 1e9 && number < 1e10) return new Date(number * 1000).toISOString();
  return number >= 1e12 && number < 1e13 ? new Date(number).toISOString() : null;
}

function toIso(text: string): string | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** A whole number, also as text: `3`, `Phase 3`, `Phase 2 of 5`, `2/5`; a list counts its items. */
export function readCount(value: Json | undefined): { readonly count: number; readonly of: number | null } | null {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? { count: value, of: null } : null;
  if (Array.isArray(value)) return { count: value.length, of: null };
  const text = typeof value === 'string' ? value.trim() : '';
  const [, count, of] = /^(?:phase\s*)?(\d{1,4})(?:\s*(?:\/|of)\s*(\d{1,4}))?$/i.exec(text) ?? [];
  return count === undefined ? null : { count: Number(count), of: of === undefined ? null : Number(of) };
}

/** Text, also from a number, a list of texts, or an object that has a message. */
export function readText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const texts = value.map((item) => readText(item));
    return texts.length === 0 || texts.some((text) => text === null) ? null : texts.join('\n');
  }
  if (!isObject(value)) return null;
  const member = tables.textMembers.find((name) => typeof value[name] === 'string');
  return member === undefined ? JSON.stringify(value) : readText(value[member]);
}

/** A list of texts, also from one text with commas or lines, from objects that name something, and from a map of flags. */
export function readTexts(given: Json | undefined): string[] | null {
  const value = unquote(given ?? null);
  if (isNothing(value)) return [];
  if (typeof value === 'string') return splitNames(value);
  if (isObject(value)) {
    const lists = Object.values(value).filter((member) => Array.isArray(member));
    return lists.length > 0 ? readTexts(lists.flat()) : Object.keys(value).filter((name) => value[name] !== false);
  }
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item) => !isNothing(item)).map((item) => nameOf(item) ?? readText(item));
  return texts.every((text) => text !== null) ? texts : null;
}

/** Names with commas, semicolons or lines between them. */
export function splitNames(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((name) => name.trim())
    .filter((name) => !isNothing(name));
}

/** What an item of a list is called. */
export function nameOf(item: Json): string | null {
  if (typeof item === 'string') return item.trim();
  if (typeof item === 'number') return String(item);
  if (!isObject(item)) return null;
  const member = tables.nameMembers.find((name) => /string|number/.test(typeof item[name]) && item[name] !== '');
  return member === undefined ? null : readText(item[member]);
}
