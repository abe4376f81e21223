// The files that matter for going on: the plan, what the open unit touched, what the last finished one made. Pure.

import { unitsOf } from '../../families/command/phases.js';
import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { listOf, mapIn } from '../../rules/json/read-member.js';
import type { FamilyName } from '../../rules/names.js';

/**
 * Lists files, the most telling first.
 * @param family the run's family
 * @param doc its document
 * @param touched files that the open unit touched and that are not yet stored with it
 * @returns e.g. `specs/auth.md`, `src/api.ts`
 */
export function filesThatMatter(family: FamilyName, doc: JsonObject, touched: readonly string[]): readonly string[] {
  const pawl = mapIn(doc, 'pawl');
  const spec = isJsonObject(pawl['spec']) ? [pawl['spec']['path']] : [];
  const made = family === 'command' ? ofPhases(doc) : family === 'pipeline' ? ofWorkstreams(doc) : ofNumbers(pawl);
  const files = [...spec, doc['plan_path'], ...touched.toReversed(), ...made].filter(
    (file) => typeof file === 'string',
  );
  return [...new Set(files)];
}

/** The open phase first, then the finished ones, the newest first. */
function ofPhases(doc: JsonObject): readonly Json[] {
  const phases = mapIn(doc, 'phases');
  const names = unitsOf(doc).map(({ name, status }) => ({
    name,
    isOpen: status === 'in_progress' || status === 'failed',
  }));
  const ordered = [...names.filter(({ isOpen }) => isOpen), ...names.filter(({ isOpen }) => !isOpen).toReversed()];
  return ordered.flatMap(({ name }) => {
    const phase = Object.hasOwn(phases, name) ? phases[name] : undefined;
    return isJsonObject(phase) ? listOf(phase['files_modified']).concat(listOf(phase['files_created'])) : [];
  });
}

function ofWorkstreams({ artifacts, completed_workstreams: completed }: JsonObject): readonly Json[] {
  if (!isJsonObject(artifacts)) return [];
  return listOf(completed)
    .toReversed()
    .flatMap((id) => (typeof id === 'string' && Object.hasOwn(artifacts, id) ? listOf(artifacts[id]) : []));
}

/** Phases of a workflow have numbers; the newest first. */
function ofNumbers({ files }: JsonObject): readonly Json[] {
  return isJsonObject(files) ? Object.values(files).toReversed().flatMap(listOf) : [];
}
