// Whether JSON text says more than what a parser makes of it: numbers with too many digits, keys that stand twice.

import { inexactNumbers, outsideTexts } from './exact-numbers.js';
import { isJsonObject, type Json } from './json.js';

/**
 * Says what a document would lose of its text.
 * @param text JSON text
 * @param value what a parser makes of it
 * @returns the words for a sentence; none when nothing is lost
 */
export function lostWords(text: string, value: Json): readonly string[] {
  const [number] = inexactNumbers(text);
  const members = outsideTexts(text).match(/:/g)?.length ?? 0;
  return [
    ...(number === undefined ? [] : [`holds ${number.slice(0, 40)}, a number with more digits than are kept`]),
    ...(members > membersIn(value) ? ['has a key more than once in one object, of which the last counts'] : []),
  ];
}

function membersIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, one: Json) => sum + membersIn(one), 0);
  return isJsonObject(value) ? inner + Object.keys(value).length : inner;
}
