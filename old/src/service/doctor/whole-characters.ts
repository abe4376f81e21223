// Replaces halves of surrogate pairs, which JSON can spell and nothing can store. Pure.

import type { Steps } from '../../rules/fields.js';
import { isJsonObject, type Json, pointer } from '../../rules/json/json.js';

/** A value that can be stored, and where it is another than was read. */
export interface WholeCharacters {
  readonly value: Json;
  /** JSON pointers into `value`. */
  readonly halved: readonly string[];
}

/**
 * Replaces every half of a surrogate pair by U+FFFD, in texts and names.
 * @param value a value that is not too deep
 * @returns the value itself when there is none
 */
export function withWholeCharacters(value: Json): WholeCharacters {
  const halved: string[] = [];
  const made = whole(value, [], halved);
  return halved.length === 0 ? { value, halved } : { value: made, halved };
}

function whole(value: Json, steps: Steps, halved: string[]): Json {
  if (typeof value === 'string') {
    const text = value.toWellFormed();
    if (text !== value) halved.push(pointer(...steps));
    return text;
  }
  if (Array.isArray(value)) return value.map((item: Json, index) => whole(item, [...steps, index], halved));
  if (!isJsonObject(value)) return value;
  const taken = new Set(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const free = freeName(name, taken);
      if (free !== name) halved.push(pointer(...steps, free));
      return [free, whole(member, [...steps, free], halved)];
    }),
  );
}

/** Two names may differ in nothing but a half. */
function freeName(name: string, taken: Set<string>): string {
  let free = name.toWellFormed();
  if (free === name) return name;
  while (taken.has(free)) free += '\ufffd';
  taken.add(free);
  return free;
}
