// How far a phase of a command's run is, by all that it says of itself.

import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';

const commitId = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/i;

/**
 * Reads how far a phase is: by its status; where that is missing or says nothing that is known, by its progress, its
 * times and its tasks.
 * @param phase the phase as the file has it
 * @returns how far it is; null when that cannot be told
 */
export function conceptOf(phase: Json | undefined): Concept | null {
  if (!isJsonObject(phase)) return null;
  const { status = null, error, ...rest } = phase;
  // A commit in the place of a status says that it is committed.
  if (typeof status === 'string' && commitId.test(status.trim())) return 'complete';
  const concept = readStatus(phase);
  if (status !== null && (concept !== null || isDoubtful(status))) return concept;
  // That it ended is not that it succeeded.
  const beside = readStatus(rest);
  if (beside === null) return status === null ? ofSteps(phase) : null;
  return beside === 'complete' && (error ?? '') !== '' ? 'in_progress' : beside;
}

/** A phase that says nothing of itself is as far as its tasks are. */
function ofSteps(phase: JsonObject): Concept | null {
  const name = ['tasks', 'steps', 'subtasks', 'todos'].find((one) => unitsIn(phase[one]).length > 0);
  const told = new Set(unitsIn(name === undefined ? undefined : phase[name]).map(({ said }) => readStatus(said)));
  told.delete('skipped');
  if (told.size === 1) return [...told][0] ?? null;
  return told.has('failed') ? 'failed' : told.has('complete') || told.has('in_progress') ? 'in_progress' : null;
}
