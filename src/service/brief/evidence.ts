// What is done, and how that is known: a command that pawl ran, files that are there, or only a claim. Pure.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import type { FamilyName } from '../../rules/names.js';

/**
 * Tells finished units with their evidence.
 * @param family the run's family
 * @param doc its document
 * @param units the names of the units, as they are shown
 * @returns e.g. `models (3 files), api (claimed)`
 */
export function doneWithEvidence(family: FamilyName, doc: JsonObject, units: readonly string[]): string {
  return units.map((unit) => `${unit} (${evidenceOf(family, doc, unit.split(' (', 1)[0] ?? unit)})`).join(', ');
}

function evidenceOf(family: FamilyName, doc: JsonObject, unit: string): string {
  const known = recorded(doc, unit);
  if (known !== null) return known;
  const count = filesOf(family, doc, unit).length;
  return count === 0 ? 'claimed' : `${count} ${count === 1 ? 'file' : 'files'}`;
}

/** What `pawl.evidence` says, where something was recorded there. */
function recorded({ pawl }: JsonObject, unit: string): string | null {
  const all = isJsonObject(pawl) ? pawl['evidence'] : undefined;
  const one = isJsonObject(all) && Object.hasOwn(all, unit) ? all[unit] : undefined;
  if (!isJsonObject(one)) return null;
  const { command, exit_code: exit, level, kind } = one;
  if (typeof command === 'string') return typeof exit === 'number' ? `checked, exit ${exit}` : 'checked';
  const named = level ?? kind;
  return typeof named === 'string' && named !== '' ? named : null;
}

function filesOf(family: FamilyName, doc: JsonObject, unit: string): readonly Json[] {
  const owner = family === 'command' ? member(doc['phases'], unit) : undefined;
  const files = isJsonObject(owner)
    ? [owner['files_created'], owner['files_modified']].flatMap((list) => (Array.isArray(list) ? list : []))
    : member(doc['artifacts'], unit);
  return Array.isArray(files) ? files : [];
}

function member(map: Json | undefined, name: string): Json | undefined {
  return isJsonObject(map) && Object.hasOwn(map, name) ? map[name] : undefined;
}
