// Reads lists and maps of phases that people keep beside the format's own counters.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { nameIn } from './units.js';

/**
 * Lists phases in their order.
 * @param values where they may stand; the first list or map counts
 * @returns the phases; those of a map have their key as `name`
 */
export function phasesIn(...values: readonly (Json | undefined)[]): readonly Json[] {
  for (const value of values) {
    if (Array.isArray(value)) return value;
    if (isJsonObject(value)) return Object.entries(value).map(([name, phase]) => named(name, phase));
  }
  return [];
}

function named(name: string, phase: Json): Json {
  return isJsonObject(phase) ? { name, ...phase } : { name, status: phase };
}

/**
 * Numbers phases by their names.
 * @param phases the phases
 * @returns the number of each, from 1, by its name in lower case; the first one counts
 */
export function phaseNumbers(phases: readonly Json[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [index, phase] of phases.entries()) {
    const name = isJsonObject(phase) ? nameIn(phase) : typeof phase === 'string' ? phase : null;
    const plain = name?.trim().toLowerCase();
    if (plain !== undefined && !numbers.has(plain)) numbers.set(plain, index + 1);
  }
  return numbers;
}

/**
 * Finds a phase by its name.
 * @param phases the phases
 * @param name a name, in any case
 * @returns its number, from 1; null when there is none
 */
export function phaseNumber(phases: readonly Json[], name: string): number | null {
  return phaseNumbers(phases).get(name.trim().toLowerCase()) ?? null;
}
