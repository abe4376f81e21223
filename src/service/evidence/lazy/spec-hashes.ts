// The hashes of a spec's parts. A part of its own: whoever needs it loads the YAML parser, and a spec seldom changes.

import { type PlanView, viewPlan } from '../../../families/pipeline/plan.js';
import { type Spec, specRecordOf } from '../../../families/pipeline/spec/index.js';
import type { SpecHashes } from '../../../families/pipeline/evidence/index.js';
import { isPawlError } from '../../../rules/errors.js';
import { readSpec } from '../../spec/index.js';

/**
 * Gives the hashes of a spec's parts.
 * @param spec the spec
 * @returns by workstream and by gate
 */
export function partsOf(spec: Spec): SpecHashes {
  return {
    workstreams: new Map(spec.workstreams.map(({ id, hash }) => [id, hash])),
    gates: new Map(spec.gates.map(({ id, hash }) => [id, hash])),
  };
}

/**
 * Reads a spec for the hashes of its parts.
 * @param root the project's root
 * @param file its path from the root
 * @param idPattern which ids are accepted
 * @returns the hashes; or what is wrong with it, in words
 */
export function hashesOfSpec(
  root: string,
  file: string,
  idPattern?: RegExp,
): { readonly hashes: SpecHashes; readonly plan: PlanView } | { readonly problem: string } {
  try {
    const { spec, source } = readSpec(root, file, { idPattern });
    const { workstreams = {}, phases = [] } = specRecordOf(spec, source);
    return { hashes: partsOf(spec), plan: viewPlan(workstreams, phases) };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    const [head = '', ...lines] = error.message.split('\n');
    // A refused spec tells its problems below: the first of them is what to mend first.
    const first = lines.find((line) => line.trim() !== '')?.trim() ?? '';
    return { problem: `its spec cannot be compared: ${first === '' ? head : `${head} ${first}`}` };
  }
}
