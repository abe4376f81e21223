// What a result is about: which files a done workstream made and used, and which a gate covers.

import type { GateUse, PlannedWorkstream } from '../../families/pipeline/index.js';
import { planOf } from '../../families/pipeline/index.js';
import { fileStates } from '../../families/pipeline/evidence/index.js';
import type { SpecGate } from '../../families/pipeline/spec/types.js';
import type { JsonObject } from '../../rules/json/json.js';
import { mapIn, memberIn, textsOf } from '../../rules/json/read-member.js';
import { specPathOf } from './left-out.js';
import { outputFiles } from './output-files.js';
import { treeFiles } from './tree-files.js';

/**
 * Lists the files of a workstream as they stand in the project.
 * @param root the project's root
 * @param state the run
 * @param id the workstream
 * @param planned what the spec says about it
 * @returns its artifacts and what its outputs stand for; sorted
 */
export function filesOfUnit(
  root: string,
  state: JsonObject,
  id: string,
  planned: Pick<PlannedWorkstream, 'outputs'> | undefined,
): readonly string[] {
  const artifacts = textsOf(memberIn(state, 'artifacts', id));
  const evidence = mapIn(mapIn(state, 'pawl', 'evidence', 'workstreams'), id);
  const frozen = [...fileStates(textsOf(memberIn(evidence, 'files'))).keys()];
  const patterns = [...artifacts, ...(planned?.outputs ?? [])];
  return [...new Set([...frozen, ...outputFiles(root, patterns, specPathOf(state))])].sort();
}

/** What one use of a gate covers. */
export interface GateFiles {
  /** Paths from the root; what the run itself made comes first. */
  readonly files: readonly string[];
  /** Patterns that stand for them, and for what is made later; none when it is about the files of workstreams alone. */
  readonly covers?: readonly string[];
}

/**
 * Lists the files that one use of a gate covers: the files of the workstream that names it and the gate's own globs, else
 * the whole tree. A manual gate that nothing names is about the work of its phase.
 * @param root the project's root
 * @param state the run
 * @param gate the gate
 * @param use its use
 * @returns the files, and the patterns that stand for them
 */
export async function filesOfGate(
  root: string,
  state: JsonObject,
  gate: Pick<SpecGate, 'id' | 'kind' | 'covers'>,
  use: GateUse,
): Promise<GateFiles> {
  const [plan, spec] = [planOf(state), specPathOf(state)];
  const filesOf = (id: string): readonly string[] => filesOfUnit(root, state, id, plan?.workstreams.get(id));
  const isNamed = use.covers.length === 1 && use.label === `${gate.id} (${use.covers[0] ?? ''})`;
  const made = isNamed || gate.kind === 'manual' ? use.covers.flatMap(filesOf) : [];
  const covered = [...made, ...outputFiles(root, gate.covers, spec)];
  if (covered.length > 0 || gate.covers.length > 0 || gate.kind === 'manual') {
    return { files: [...new Set(covered)].sort(), ...(gate.covers.length === 0 ? {} : { covers: gate.covers }) };
  }
  const all = textsOf(memberIn(state, 'completed_workstreams')).flatMap(filesOf);
  const files = [...new Set([...all, ...(await treeFiles(root, spec))])].filter((file) => file !== spec);
  return { files, covers: ['**'] };
}
