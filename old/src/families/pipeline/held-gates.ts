// What neither passed nor failed: a gate or a workstream that could not be run, a gate to which a person said no. Reads drifted documents too.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { mapIn, memberIn } from '../../rules/json/read-member.js';
import { idsIn } from './lists.js';

const words = { blocked: 'could not be run', declined: 'was declined' } as const;

/** A gate that holds a pipeline up. */
export interface HeldGate {
  /** Its use, e.g. `sign-off (Phase 2)`. */
  readonly label: string;
  readonly is: keyof typeof words;
  /** e.g. `gate sign-off (Phase 2) was declined: bo said no`. */
  readonly text: string;
}

/**
 * Finds the gates that hold a pipeline up without being a failure.
 * @param doc the checkpoint, also a drifted one
 * @returns the gates, each with a sentence about it
 */
export function heldGates({ pawl, gates_passed: passed }: JsonObject): readonly HeldGate[] {
  const gates = mapIn(pawl, 'evidence', 'gates');
  return Object.entries(gates).flatMap(([label, entry]) => {
    const verdict = memberIn(entry, 'verdict');
    if (!isJsonObject(entry) || (verdict !== 'blocked' && verdict !== 'declined')) return [];
    if (idsIn(passed).includes(label)) return [];
    const why = typeof entry['reason'] === 'string' ? `: ${entry['reason']}` : '';
    return [{ label, is: verdict, text: `gate ${label} ${words[verdict]}${why}` }];
  });
}

/**
 * Finds the workstreams that could not be run when they were last tried.
 * @param doc the checkpoint, also a drifted one
 * @returns each with a sentence about it, e.g. `WS2 could not be run: docker is not there`
 */
export function blockedWork(doc: JsonObject): readonly { readonly id: string; readonly text: string }[] {
  const { pawl } = doc;
  const blocked = mapIn(pawl, 'blocked');
  const open = new Set(idsIn(doc['pending_workstreams']));
  return Object.entries(blocked).flatMap(([id, why]) =>
    typeof why === 'string' && open.has(id) ? [{ id, text: `${id} could not be run: ${why}` }] : [],
  );
}
