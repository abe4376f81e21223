// What the bytes of a checkpoint file say. Pure.

import { inexactNumbers, quoteInexact } from '../../rules/json/exact-numbers.js';
import type { Steps } from '../../rules/fields.js';
import { isUtf8 } from 'node:buffer';
import { isTooDeep, type LenientText, opened, parseDrifted } from '../../families/repair/index.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../../rules/json/json.js';
import { findKeyOrders, type RepeatedKey } from '../../rules/json/repeated-keys.js';
import { whyNotJson } from './why-not-json.js';
import { withWholeCharacters } from './whole-characters.js';
import { parseJson } from '../../rules/json/parse-json.js';

/** The bytes, read. */
export type Content =
  | { readonly is: 'corrupt'; readonly isBlank: boolean; readonly message: string; readonly advice?: string }
  | {
      readonly is: 'json';
      readonly value: Json;
      readonly repeated: readonly RepeatedKey[];
      /** Keys in the order of the bytes, where parsers have another. */
      readonly orders: readonly (readonly string[])[];
      /** Numbers with more digits than a document keeps. */
      readonly inexact: readonly string[];
      /** What stands in the file beside JSON; null when nothing does. */
      readonly lenient: LenientText | null;
      /** Where `value` holds such a number as a text; JSON pointers. */
      readonly quoted: readonly string[];
      /** Where `value` has another character for half of a surrogate pair; JSON pointers. */
      readonly halved: readonly string[];
      /** The document as a store can keep it; null when there is no object. */
      readonly original: JsonObject | null;
      /** Whether that is all that the bytes say. */
      readonly isExact: boolean;
    };

/**
 * Reads the bytes of a file.
 * @param bytes the bytes
 * @returns what they say, or why they say nothing
 */
export function readContent(bytes: Buffer): Content {
  if (bytes.every((byte) => byte === 0)) {
    const message = bytes.length === 0 ? 'is empty' : 'holds nothing but zero bytes';
    return { is: 'corrupt', isBlank: true, message };
  }
  if (isUtf16(bytes)) return { is: 'corrupt', isBlank: false, message: 'is a text in UTF-16, not in UTF-8' };
  if (!isUtf8(bytes)) return { is: 'corrupt', isBlank: false, message: 'is not a text in UTF-8' };
  const whole = bytes.toString('utf8');
  const parsed = parseDrifted(whole);
  if (!parsed.ok) return { is: 'corrupt', isBlank: whole.trim() === '', ...whyNotJson(whole, parsed.message) };
  const { lenient } = parsed;
  const text = lenient?.json ?? whole;
  const found = isTooDeep(parsed.value) ? bounded(parsed.value, mostLevels) : parsed.value;
  const { value: read, halved } = withWholeCharacters(found);
  const inexact = inexactNumbers(text);
  const exact = inexact.length === 0 || found !== parsed.value ? null : parseDrifted(quoteInexact(text));
  const repeated = exact?.ok === true ? exact.repeated : parsed.repeated;
  const value = exact?.ok === true ? withWholeCharacters(exact.value).value : read;
  const only = opened(found); // a file holds one checkpoint; some hold a list of one, or a text of it
  const isPlain = parseJson(text).ok;
  // As a store reads it: without members that it does not keep, and with null for numbers that are too large.
  const kept = isPlain && inexact.length === 0 ? only : withoutPrototypes(only);
  return {
    is: 'json',
    value,
    repeated,
    orders: findKeyOrders(text),
    original: isJsonObject(kept) ? kept : null,
    inexact,
    lenient,
    halved,
    quoted: value === read ? [] : quotedIn(read, value, []),
    isExact: isPlain && lenient === null && repeated.length === 0 && inexact.length === 0 && only === found,
  };
}

/** By its mark; or as every other byte of JSON without one is zero at its beginning. */
function isUtf16(bytes: Buffer): boolean {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const isZero = [first, second, third, fourth].map((byte) => byte === 0);
  return bytes.length >= 4 && (isZero.join() === 'true,false,true,false' || isZero.join() === 'false,true,false,true');
}

/** Where the second value has a text instead of the first one's number. */
function quotedIn(read: Json, exact: Json, steps: Steps): string[] {
  if (typeof read === 'number') return typeof exact === 'string' ? [pointer(...steps)] : [];
  if (Array.isArray(read)) {
    return Array.isArray(exact)
      ? read.flatMap((item: Json, index) => quotedIn(item, exact[index] ?? null, [...steps, index]))
      : [];
  }
  if (!isJsonObject(read) || !isJsonObject(exact)) return [];
  return Object.entries(read).flatMap(([name, item]) => quotedIn(item, exact[name] ?? null, [...steps, name]));
}

/** What is nested deeper is never stored, but it is looked at; a walk through many more levels would exhaust the stack. */
const mostLevels = 500;

/** The upper levels of a value; what is below is null. */
function bounded(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (!isJsonObject(value)) return value.map((item) => bounded(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bounded(member, levels - 1)]));
}

/** No store keeps members named `__proto__`; a repair does, in `pawl.repaired`. */
function withoutPrototypes(value: Json): Json {
  const kept: Json = JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name === '__proto__' ? undefined : member,
  );
  return kept;
}
