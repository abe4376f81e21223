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
 * Finds a phase by its name.
 * @param phases the phases
 * @param name a name, in any case
 * @returns its number, from 1; null when there is none
 */
export function phaseNumber(phases: readonly Json[], name: string): number | null {
  const wanted = name.trim().toLowerCase();
  const index = phases.findIndex((phase) => {
    const own = isJsonObject(phase) ? nameIn(phase) : typeof phase === 'string' ? phase : null;
    return own?.trim().toLowerCase() === wanted;
  });
  return index < 0 ? null : index + 1;
}
