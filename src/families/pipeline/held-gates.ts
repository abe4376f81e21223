// Gates that neither passed nor failed: one could not be run, or a person said no. Reads drifted documents too.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { idsIn } from './lists.js';

const words: Readonly<Record<string, string>> = { blocked: 'could not be run', declined: 'was declined' };

/**
 * Finds the gates that hold a pipeline up without being a failure.
 * @param doc the checkpoint, also a drifted one
 * @returns a sentence for each, e.g. `gate sign-off (Phase 2) was declined: bo said no`
 */
export function heldGates({ pawl, gates_passed: passed }: JsonObject): readonly string[] {
  const evidence = isJsonObject(pawl) && isJsonObject(pawl['evidence']) ? pawl['evidence'] : {};
  const gates = isJsonObject(evidence['gates']) ? evidence['gates'] : {};
  return Object.entries(gates).flatMap(([label, entry]) => {
    if (!isJsonObject(entry) || typeof entry['verdict'] !== 'string' || !Object.hasOwn(words, entry['verdict']))
      return [];
    if (idsIn(passed).includes(label)) return [];
    const why = typeof entry['reason'] === 'string' ? `: ${entry['reason']}` : '';
    return [`gate ${label} ${words[entry['verdict']] ?? ''}${why}`];
  });
}
