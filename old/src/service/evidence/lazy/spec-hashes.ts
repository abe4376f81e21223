// What takes a look at the spec of a run: the hashes of its parts, and the plan where that is not known. A part of its own:
// whoever needs it loads the YAML parser, and a spec seldom changes.

import { type PlanView, viewPlan } from '../../../families/pipeline/plan.js';
import { type Spec, specRecordOf } from '../../../families/pipeline/spec/index.js';
import type { SpecHashes } from '../../../families/pipeline/evidence/index.js';
import { isPawlError } from '../../../rules/errors.js';
import { loadConfig } from '../../config/load.js';
import { readSpecOfRun } from '../../spec/index.js';

export { personFirst } from '../../gates/person-first.js';
export { planFinder } from '../../pipeline/find-plan.js';

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

/** What a spec says now; `path` is where it was found. */
export type FoundSpec = { readonly hashes: SpecHashes; readonly plan: PlanView; readonly path: string };

/**
 * Reads the spec of a run for the hashes of its parts.
 * @param root the project's root
 * @param known its path from the root, as the run knows it
 * @param id the run's id, by which a spec is found that was renamed
 * @param idPattern which ids are accepted
 * @returns the hashes; or what is wrong with it, in words
 */
export function hashesOfSpec(
  root: string,
  known: string,
  id: string,
  idPattern?: RegExp,
): FoundSpec | { readonly problem: string } {
  try {
    const patterns = loadConfig(root).values.pipeline.spec_patterns;
    const { spec, source } = readSpecOfRun(root, { known, id }, { idPattern, patterns });
    const { workstreams = {}, phases = [] } = specRecordOf(spec, source);
    return { hashes: partsOf(spec), plan: viewPlan(workstreams, phases), path: source.path };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    if (error.code === 'not-found') return { problem: `its spec ${known} is gone` };
    const [head = '', ...lines] = error.message.split('\n');
    // A refused spec tells its problems below: the first of them is what to mend first.
    const first = lines.find((line) => line.trim() !== '')?.trim() ?? '';
    return { problem: `its spec cannot be compared: ${first === '' ? head : `${head} ${first}`}` };
  }
}
