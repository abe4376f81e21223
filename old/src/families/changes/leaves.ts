// Changes of fields that no family describes in its own words: by their place, with the values before and after.

import { type JsonObject, stepsOf, valueAt } from '../../rules/json/json.js';
import { diffDocuments } from '../../rules/json/patch.js';
import { became, type Change, counted } from './change.js';

/**
 * Describes what else changed.
 * @param before the state before
 * @param after the state after
 * @param isTold whether a place (a JSON pointer) was described before, or needs no words
 * @returns a line for each other place
 */
export function leafChanges(before: JsonObject, after: JsonObject, isTold: (path: string) => boolean): Change[] {
  // pawl's own members are told one by one, also when there were none before.
  const patch = diffDocuments({ pawl: {}, ...before }, { pawl: {}, ...after });
  const texts = [
    ...(patch['-'] ?? []).filter((path) => !isTold(path)).map((path) => `${nameOf(path)}: removed`),
    ...Object.entries(patch['='] ?? {})
      .filter(([path]) => !isTold(path))
      .map(([path, value]) => `${nameOf(path)}: ${became(valueAt(before, path), value)}`),
    ...(patch['~'] ?? [])
      .filter(([path]) => !isTold(path))
      .map(([path, , removed, added]) => `${nameOf(path)}: ${spliced(removed, added.length)}`),
  ];
  return texts.map((text) => ({ unit: null, text }));
}

function spliced(removed: number, added: number): string {
  const changed = Math.min(removed, added);
  const parts = [
    [changed, 'changed'],
    [added - changed, 'added'],
    [removed - changed, 'removed'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${counted(count, 'entry', 'entries')} ${what}`)
    .join(', ');
}

function nameOf(path: string): string {
  return stepsOf(path).join('.');
}
