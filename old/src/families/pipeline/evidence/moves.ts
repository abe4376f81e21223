// Files of finished work that moved on in the time of a later step, or were repaired by a person: from then on their new state
// is what the work is known by. Pure.

import { limits } from '../../../rules/limits.js';
import { gateIdOf } from '../plan.js';
import type { MovedEvent } from '../steps/events.js';
import type { PipelineCheckpoint } from '../types.js';
import { fileLine, fileStates } from './file-lines.js';
import type { Covered, UnitFinding } from './types.js';

/** A file that is no longer as it was recorded. */
export interface FileMove {
  readonly path: string;
  /** The recorded state that counted: a hash, or `gone`. */
  readonly from: string;
  /** The state now. */
  readonly to: string;
}

/**
 * Writes a move.
 * @param move the file and its states
 * @returns e.g. `3f2a… 91bc… src/a.ts`
 */
export function moveLine({ from, to, path }: FileMove): string {
  return `${from} ${to} ${path}`;
}

/**
 * Lets results be about files as they are now. Only a state that was the recorded one is replaced: what had changed before
 * stays changed. Whoever did not see the new states is told so.
 * @param doc the checkpoint
 * @param event what moved; see `moveLine`
 * @returns the checkpoint; the same one when nothing of it is recorded
 */
export function withMoves(doc: PipelineCheckpoint, event: MovedEvent): PipelineCheckpoint {
  const { files: lines, with_gates: withGates = false, by_gate: gate } = event;
  const evidence = doc.pawl?.evidence;
  if (evidence === undefined) return doc;
  const now = new Map(
    lines.map((line) => {
      const [from = '', to = '', ...rest] = line.split(' ');
      const path = rest.join(' ');
      return [fileLine({ path, hash: from }), { path, line: fileLine({ path, hash: to }) }];
    }),
  );
  let isMore = false;
  const moved = (all: readonly string[]): readonly string[] =>
    (Array.isArray(all) ? all : []).map((line) => {
      const next = now.get(line)?.line;
      isMore ||= next !== undefined;
      return next ?? line;
    });
  const pathsIn = (all: readonly string[]): readonly string[] =>
    (Array.isArray(all) ? all : []).flatMap((line) => now.get(line)?.path ?? []);
  const units = Object.entries(evidence.workstreams ?? {}).map(([id, { input_paths: inputs, ...one }]) => {
    const used = inputs === undefined ? {} : { input_paths: moved(inputs) };
    const told = withGates && gate === undefined ? later(one, pathsIn(one.files)) : {};
    return [id, { ...one, files: moved(one.files), ...used, ...told }] as const;
  });
  const gates = Object.entries(withGates ? (evidence.gates ?? {}) : {}).map(([label, one]) => {
    const told = gateIdOf(label) === gate ? {} : later(one, pathsIn(one.files));
    return [label, { ...one, files: moved(one.files), ...told }] as const;
  });
  if (!isMore) return doc;
  const known = {
    workstreams: Object.fromEntries(units),
    ...(withGates && evidence.gates !== undefined ? { gates: Object.fromEntries(gates) } : {}),
  };
  return { ...doc, pawl: { ...doc.pawl, evidence: { ...evidence, ...known } } };
}

/**
 * Remembers with earlier results that files of theirs changed while a workstream ran that does not name them: who did it is
 * not known.
 * @param doc the checkpoint with the evidence of that workstream
 * @param id the workstream
 * @param finding its evidence
 * @returns the checkpoint; the same one when there is nothing to remember
 */
export function withChangedLater(
  doc: PipelineCheckpoint,
  id: string,
  finding: UnitFinding | undefined,
): PipelineCheckpoint {
  const evidence = doc.pawl?.evidence;
  if (evidence === undefined || finding?.touched === undefined) return doc;
  const now = fileStates(finding.files);
  const told = <T extends Covered>(name: string, one: T): T => {
    const states = fileStates(one.files);
    const changed = (finding.touched ?? []).filter((path) => states.has(path) && states.get(path) !== now.get(path));
    return name === id || changed.length === 0 ? one : { ...one, ...later(one, changed) };
  };
  const all = <T extends Covered>(map: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(map).map(([name, one]) => [name, told(name, one)]));
  const known = { ...evidence, workstreams: all(evidence.workstreams), gates: all(evidence.gates) };
  return { ...doc, pawl: { ...doc.pawl, evidence: known } };
}

function later(one: Covered, paths: readonly string[]): Pick<Covered, 'changed_later'> {
  const all = [...new Set([...(one.changed_later ?? []), ...paths])].slice(0, limits.maxFilesPerUnit);
  return all.length === 0 ? {} : { changed_later: all };
}
