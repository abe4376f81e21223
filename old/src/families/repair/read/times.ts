// Reads times in the forms that people and programs write. A time without a zone is taken as UTC.

import { isIsoTime } from '../../../rules/fields.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { readTimeOfDay } from './time-of-day.js';

/** The beginnings of the months' names: English, German, French, Spanish. */
const months: readonly RegExp[] = [
  /^(?:jan|ene)/,
  /^f[eé][bv]/,
  /^(?:mar|mär|maer)/,
  /^(?:apr|avr|abr)/,
  /^ma[iy]/,
  /^jui?n/,
  /^jui?l/,
  /^(?:aug|aoû|aou|ago)/,
  /^sep/,
  /^o[ck]t/,
  /^nov/,
  /^d[eéi][cz]/,
];
const yearFirst = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d)|年(\d{1,2})月(\d{1,2})日)(?!\d)/;
const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/;
const slashed = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)/;
const named =
  /^(?:\p{L}{2,10}\.?,?\s+)?(?:(\p{L}{3,9})\.?\s+(\d{1,2})|(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:de\s+)?(\p{L}{3,10}))(?!\d|:)/iu;
const year = /(?<![+\-:.\d])((?:19|20)\d\d)(?![\d:])/;

/**
 * Reads a time.
 * @param value a text, seconds or milliseconds since 1970, or `{"$date": …}`
 * @returns the time in ISO 8601 with its zone; null when it cannot be told
 */
export function readTime(value: Json | undefined): string | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (isJsonObject(value)) return Object.keys(value).length === 1 ? readTime(value['$date']) : null;
  if (typeof value !== 'string') return null;
  const text = value
    .trim()
    .slice(0, 100)
    .replace(/^(?:~|≈|ca\.|circa|about|approx(?:\.|imately)?)\s*/i, '');
  if (isIsoTime(text)) return text;
  if (/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  const date = readDate(text);
  if (date === null) return null;
  const { clock, zone } = readTimeOfDay(date.rest);
  const time = `${date.day}T${clock}${zone ?? ''}`;
  return isIsoTime(time) ? time : null;
}

function fromEpoch(value: number): string | null {
  // Seconds and milliseconds of the years 2001 to 2286 cannot be mistaken for each other.
  if (value >= 1e9 && value < 1e10) return new Date(value * 1000).toISOString();
  return value >= 1e12 && value < 1e13 ? new Date(value).toISOString() : null;
}

interface ReadDate {
  /** e.g. `2026-01-29` */
  readonly day: string;
  /** What stands behind it. */
  readonly rest: string;
}

function readDate(text: string): ReadDate | null {
  const iso = yearFirst.exec(text);
  if (iso !== null) {
    const [whole, y, , month = iso[5] ?? iso[7], day = iso[6] ?? iso[8]] = iso;
    return dateOf(y, month, day, text.slice(whole.length));
  }
  const dots = dotted.exec(text);
  if (dots !== null) return dateOf(dots[3], dots[2], dots[1], text.slice(dots[0].length));
  const slashes = slashed.exec(text);
  if (slashes === null) return byName(text);
  const [whole, first, , second, y] = slashes;
  // 03/04 may be a day of March or of April; 13/04 and 04/13 may not.
  if (Number(first) > 12 || first === second) return dateOf(y, second, first, text.slice(whole.length));
  return Number(second) > 12 ? dateOf(y, first, second, text.slice(whole.length)) : null;
}

/** `Jan 11, 2026 8:00 PM`, `11. Dezember 2025`, `Sun Jan 11 08:00:00 UTC 2026` */
function byName(text: string): ReadDate | null {
  const found = named.exec(text);
  if (found === null) return null;
  const name = (found[1] ?? found[4] ?? '').toLowerCase();
  const month = months.findIndex((form) => form.test(name)) + 1;
  const rest = text.slice(found[0].length);
  const [whole, y] = year.exec(rest) ?? [];
  if (month === 0 || whole === undefined) return null;
  return dateOf(y, String(month), found[2] ?? found[3], rest.replace(whole, ' '));
}

function dateOf(y = '', month = '', day = '', rest = ''): ReadDate {
  return { day: `${y}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, rest };
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
