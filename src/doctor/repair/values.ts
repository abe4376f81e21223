// Reads single values of drifted files: times, counts, texts, lists of files, states. Null means: not plainly readable. Pure.

import * as v from 'valibot';
import { type Json, type JsonObject, isObject, parseJson } from '../../base/json.js';
import { time } from '../../formats/schema.js';
import {
  type State,
  doneTimeMembers,
  flagMembers,
  nameMembers,
  noneWords,
  stateMembers,
  stateOfWord,
  textMembers,
} from './tables.js';

/** A name in snake case. */
export function normal(name: string): string {
  return name
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** A value that is JSON in quotes is that JSON. */
export function unquote(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  const parsed = parseJson(value);
  return 'value' in parsed ? parsed.value : value;
}

/** True for what stands for nothing: null, false, no text, an empty list or object. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return noneWords.has(value.trim().toLowerCase());
  return typeof value === 'object' && Object.values(value).every((member) => member === null);
}

/** The state that a word or flag plainly says. A check mark around a word is decoration; a question mark is doubt. */
export function readState(value: Json | undefined): State | null {
  if (value === true) return 'done';
  if (value === false) return 'open';
  if (typeof value === 'string') return stateOfWord.get(normal(value.replace(/[✅✓✔☑\uFE0F.!]/gu, ''))) ?? null;
  return isObject(value) ? stateIn(value) : null;
}

/** The state that an object says about its unit. Undefined when it says nothing, null when that is not readable. */
export function ownState(value: JsonObject): State | null | undefined {
  const said = stateMembers.find((name) => !isAbsent(value[name]));
  if (said !== undefined) return readState(value[said]);
  const flag = flagMembers.find((name) => typeof value[name] === 'boolean');
  if (flag !== undefined && value[flag] === false) return value['started'] === true ? 'running' : 'open';
  if (flag !== undefined || doneTimeMembers.some((name) => readTime(value[name]) !== null)) return 'done';
  return undefined;
}

function stateIn(value: JsonObject): State | null {
  return ownState(value) ?? null;
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

/** ISO 8601 with a zone; from ISO without one (UTC), dates, epochs in seconds or milliseconds, and what `date` prints. */
export function readTime(value: Json | undefined): string | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{10}(?:\d{3})?$/.test(text)) return fromEpoch(Number(text));
  if (v.is(time, text)) return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return toIso(`${text}T00:00:00Z`) === null ? null : `${text}T00:00:00Z`;
  const [, ...digits] = /^(\d{4})(\d\d)(\d\d)[T_ ]?(\d\d)(\d\d)(\d\d)Z?$/.exec(text) ?? [];
  if (digits.length > 0) return toIso(`${digits.slice(0, 3).join('-')}T${digits.slice(3).join(':')}Z`);
  // 01/02/2026 has two meanings, 2026/01/02 and "Jan 2, 2026" have one.
  if (!/^\d{4}\/\d\d?\/\d\d?\b/.test(text) && !/\b[A-Z][a-z]{2,8}\b.*\b\d{4}\b/.test(text)) return null;
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
  const [, count, of] = /^(?:phase\s*)?(\d{1,4})(?:\s*(?:\/|of)\s*(\d{1,4}))?$/i.exec(textOf(value)) ?? [];
  return count === undefined ? null : { count: Number(count), of: of === undefined ? null : Number(of) };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Text, also from a number, a list of texts, or an object that has a message. */
export function readText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const texts = value.map((item) => readText(item));
    return texts.some((text) => text === null) || texts.length === 0 ? null : texts.join('\n');
  }
  if (!isObject(value)) return null;
  const member = textMembers.find((name) => typeof value[name] === 'string');
  return member === undefined ? JSON.stringify(value) : readText(value[member]);
}

/** A list of texts, also from one text with commas or lines, from objects that name something, and from a map of flags. */
export function readTexts(given: Json | undefined): string[] | null {
  const value = unquote(given ?? null);
  if (isNothing(value)) return [];
  if (typeof value === 'string')
    return value
      .split(/[\n,]/)
      .map((part) => part.trim())
      .filter(Boolean);
  if (Array.isArray(value)) {
    const texts = value.filter((item) => !isNothing(item)).map((item) => nameOf(item) ?? readText(item));
    return texts.every((text) => text !== null) ? texts : null;
  }
  if (!isObject(value)) return null;
  const lists = Object.values(value).filter((member) => Array.isArray(member));
  if (lists.length > 0) return readTexts(lists.flat());
  return Object.keys(value).filter((name) => value[name] !== false);
}

/** What an item of a list is called. */
export function nameOf(item: Json): string | null {
  if (typeof item === 'string') return item.trim();
  if (typeof item === 'number') return String(item);
  if (!isObject(item)) return null;
  const member = nameMembers.find((name) => ['string', 'number'].includes(typeof item[name]) && item[name] !== '');
  return member === undefined ? null : String(readText(item[member]));
}
