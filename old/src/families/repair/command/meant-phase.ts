// What the state means by a name, where the phases are called otherwise: a number, `2/3`, another spelling, a remark.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { readLabel } from '../read/labels.js';
import { unitsIn } from '../read/units.js';

/** What the state's names and numbers stand for. */
export interface Meaning {
  readonly names: readonly string[];
  readonly known: ReadonlySet<string>;
  /** The number of the first phase. */
  readonly first: number;
}

/**
 * Lists the names of a file's phases in their order.
 * @param phases the phases as the file has them: a map, a list, a text
 * @returns the names; of those in a list that have none, the place
 */
export function namesOf(phases: Json | undefined): readonly string[] {
  if (!Array.isArray(phases)) return unitsIn(phases).map(({ name }) => name);
  return phases.flatMap((item: Json, index) => {
    const units = unitsIn([item]);
    if (units.length > 0) return units.map(({ name }) => name);
    return isJsonObject(item) && Object.keys(item).length > 0 ? [String(index + 1)] : [];
  });
}

/**
 * Finds the phase that is meant.
 * @param name what the state says
 * @param names the phases in their order
 * @param first the number of the first phase
 * @returns the phase's own name; what the state says when no phase can be meant
 */
export function meantPhase(name: string, names: readonly string[], first = 1): string {
  if (names.includes(name)) return name;
  const [, part, whole] =
    /^(?:(?:phase|step|stage)\s*#?)?(\d{1,4})(?:\s*(?:\/|of)\s*(\d{1,4})(?:\s*[:(–—-].*)?)?$/is.exec(name.trim()) ?? [];
  if (part !== undefined && (whole === undefined || Number(whole) === names.length)) {
    return names[Number(part) - (whole === undefined ? first : 1)] ?? name;
  }
  const alike = names.filter((one) => folded(one) === folded(name));
  return alike.length === 1 ? (alike[0] ?? name) : name;
}

function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');
}

/**
 * Tells with which number the state begins to count.
 * @param values what the state says
 * @returns 0 when one of them is the number 0
 */
export function firstNumber(...values: readonly (Json | undefined)[]): number {
  return values.flat().includes(0) ? 0 : 1;
}

/**
 * Reads how many phases are completed, where the file has their number and not their names.
 * @param value e.g. 2, `2/5`
 * @param names the phases in their order
 * @returns the names of the first ones; null when it is no number of these phases
 */
export function countedPhases(value: Json | undefined, names: readonly string[]): readonly string[] | null {
  const [, digits] =
    typeof value === 'string' ? (/^\s*(\d{1,4})(?:\s*(?:\/|of)\s*\d{1,4})?\s*$/.exec(value) ?? []) : [];
  const count = typeof value === 'number' ? value : Number(digits ?? NaN);
  if (!Number.isInteger(count) || count < 0 || (typeof value === 'string' && names.includes(value))) return null;
  return count <= names.length ? names.slice(0, count) : [];
}

/**
 * Tells whether an entry of the state says more than the name of a phase.
 * @param entry a name in one of the lists, or the current phase
 * @param names the phases in their order
 * @param known the same names
 * @returns true for `b (60%)`, and for `2/3` beside three phases of other names
 */
export function saysMore(entry: Json, names: readonly string[], known: ReadonlySet<string>): boolean {
  if (typeof entry !== 'string' || known.has(entry)) return false;
  const label = readLabel(entry, { known });
  return label.said !== undefined || (/\d\s*(?:\/|of)\s*\d/.test(entry) && meantPhase(entry, names) !== entry);
}
