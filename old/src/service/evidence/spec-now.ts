// What the spec of a run says now, as hashes of its parts. The YAML parser is loaded only when the file has changed.

import { type SpecHashes, unreadable } from '../../families/pipeline/evidence/index.js';
import { planOf, type PlanView } from '../../families/pipeline/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import type { FileHashes } from './file-hashes.js';

/** The parts of a spec, and its plan where that may be another one; or why there is nothing to compare with, in words; null when a run has no spec. */
export type SpecNow =
  /** `path`: where it was found, also when it was renamed. */
  | { readonly hashes: SpecHashes; readonly plan?: PlanView; readonly path: string }
  | { readonly problem: string }
  | null;

/**
 * Finds out what the spec of a run says now.
 * @param root the project's root
 * @param state the run
 * @param files the present state of files
 * @param idPattern which ids are accepted
 * @returns the hashes of its parts
 */
export async function specNow(
  root: string,
  state: JsonObject,
  files: FileHashes,
  idPattern?: RegExp,
): Promise<SpecNow> {
  const record = mapIn(state, 'pawl', 'spec');
  const { path, hash, gates } = record;
  if (typeof path !== 'string' || path === '') return null;
  const now = files.hashOf(path);
  if (now === unreadable) return { problem: `its spec ${path} cannot be read` };
  const plan = planOf(state);
  if (plan !== null && Array.isArray(gates) && typeof hash === 'string' && now !== null && hash.startsWith(now)) {
    const known = [...plan.workstreams].flatMap(([id, one]) =>
      one.hash === undefined ? [] : [[id, one.hash] as const],
    );
    return { hashes: { workstreams: new Map(known), gates: hashesIn(gates) }, path };
  }
  const { hashesOfSpec } = await import('./lazy/spec-hashes.js');
  return hashesOfSpec(root, path, typeof state['prd'] === 'string' ? state['prd'] : '', idPattern);
}

function hashesIn(gates: readonly Json[]): ReadonlyMap<string, string> {
  return new Map(
    gates.flatMap((gate) => {
      const { id, hash } = isJsonObject(gate) ? gate : {};
      return typeof id === 'string' && typeof hash === 'string' ? [[id, hash] as const] : [];
    }),
  );
}
