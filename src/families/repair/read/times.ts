// Reads times in the forms that people and programs write. A time without a zone is taken as UTC.

import { isIsoTime } from '../../../rules/fields.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const numeric =
  /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?:[T _,]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?(?=$|[\s(,;])/i;
const named = /^([A-Z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(\d\d):(\d\d)(?::(\d\d))?)?/i;
const dayFirst =
  /^(?:[A-Z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+([A-Z]{3})[a-z]*\.?,?\s+(\d{4})(?:,?\s+(\d\d):(\d\d)(?::(\d\d))?)?/i;

/**
 * Reads a time.
 * @param value a text, or seconds or milliseconds since 1970
 * @returns the time in ISO 8601 with its zone; null when it cannot be told
 */
export function readTime(value: Json | undefined): string | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  const text = value.trim().slice(0, 100);
  if (isIsoTime(text)) return text;
  if (/^\d{10}(?:\d{3})?$/.test(text)) return fromEpoch(Number(text));
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction, zone = 'Z'] =
    numeric.exec(text) ?? fromName(text);
  if (day === undefined) return null;
  const offset = /^[+-]/.test(zone) ? zone : 'Z';
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}${offset}`;
  return isIsoTime(time) ? time : null;
}

function fromEpoch(value: number): string | null {
  // Seconds and milliseconds of the years 2001 to 2286 cannot be mistaken for each other.
  if (value >= 1e9 && value < 1e10) return new Date(value * 1000).toISOString();
  return value >= 1e12 && value < 1e13 ? new Date(value).toISOString() : null;
}

function fromName(text: string): (string | undefined)[] {
  const swapped = dayFirst.exec(text);
  const [, name = '', day = '', year, hour, minute, second] =
    swapped === null ? (named.exec(text) ?? []) : ['', swapped[2], swapped[1], ...swapped.slice(3)];
  const month = months.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return [];
  return ['', year, String(month).padStart(2, '0'), day.padStart(2, '0'), hour, minute, second];
}

/**
 * Finds the first and the last time that a document mentions in the format's form.
 * @param document the document
 * @returns both; null when there is none
 */
export function timesIn(document: Json): { readonly first: string; readonly last: string } | null {
  let first: string | null = null;
  let last: string | null = null;
  const open: Json[] = [document];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isIsoTime(next)) {
      if (first === null || Date.parse(next) < Date.parse(first)) first = next;
      if (last === null || Date.parse(next) > Date.parse(last)) last = next;
    } else if (typeof next === 'object' && next !== null) {
      for (const member of isJsonObject(next) ? Object.values(next) : next) open.push(member);
    }
  }
  return first === null || last === null ? null : { first, last };
}
