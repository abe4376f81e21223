// Files of finished work that moved on in the time of a later step, or were repaired by a person: from then on their new state
// is what the work is known by. Pure.

import type { PipelineCheckpoint } from '../types.js';
import { fileLine } from './file-lines.js';

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
 * stays changed.
 * @param doc the checkpoint
 * @param lines see `moveLine`
 * @param withGates whether passed gates are about the new states as well
 * @returns the checkpoint; the same one when nothing of it is recorded
 */
export function withMoves(doc: PipelineCheckpoint, lines: readonly string[], withGates: boolean): PipelineCheckpoint {
  const evidence = doc.pawl?.evidence;
  if (evidence === undefined) return doc;
  const now = new Map(
    lines.map((line) => {
      const [from = '', to = '', ...path] = line.split(' ');
      return [fileLine({ path: path.join(' '), hash: from }), fileLine({ path: path.join(' '), hash: to })];
    }),
  );
  let isMore = false;
  const moved = (all: readonly string[]): readonly string[] =>
    (Array.isArray(all) ? all : []).map((line) => {
      const next = now.get(line);
      isMore ||= next !== undefined;
      return next ?? line;
    });
  const units = Object.entries(evidence.workstreams ?? {}).map(([id, { input_paths: inputs, ...one }]) => {
    const used = inputs === undefined ? {} : { input_paths: moved(inputs) };
    return [id, { ...one, files: moved(one.files), ...used }] as const;
  });
  const gates = Object.entries(withGates ? (evidence.gates ?? {}) : {}).map(
    ([label, one]) => [label, { ...one, files: moved(one.files) }] as const,
  );
  if (!isMore) return doc;
  const known = {
    workstreams: Object.fromEntries(units),
    ...(withGates && evidence.gates !== undefined ? { gates: Object.fromEntries(gates) } : {}),
  };
  return { ...doc, pawl: { ...doc.pawl, evidence: { ...evidence, ...known } } };
}
