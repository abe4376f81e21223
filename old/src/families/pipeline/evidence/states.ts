// Which recorded state of a file counts for whom. Pure.

import type { JsonObject } from '../../../rules/json/json.js';
import { gone } from './file-lines.js';
import type { FileMove } from './moves.js';
import { isRefusal } from './types.js';
import { hasRecordedFiles, type Recorded, type Records, recordsOf } from './records.js';

/** The state that a file is compared with; undefined when it is not compared. */
export type States = (path: string) => string | undefined;

/**
 * Finds the states that the files of a workstream are compared with: the last that a completed workstream recorded, or
 * that a gate about this workstream passed with.
 * @param unit the workstream
 * @param records what is recorded
 * @returns the hash of each file; none when it is a gate's turn: what changed after a gate that covers it failed, or was declined, is the repair,
 * and so is what changed in the file that a failed workstream complained about
 */
export function ownStates(unit: Recorded, records: Records): States {
  const about = records.gates.filter(({ units }) => units.includes(unit.id));
  const passed = about.filter(({ hasPassed, verdict }) => hasPassed && (verdict === 'pass' || verdict === 'approved'));
  const failed = records.gates.filter(
    ({ hasPassed, verdict, seq }) => !hasPassed && isRefusal(verdict) && seq > unit.seq,
  );
  return (path) => {
    if (path === records.complaint) return undefined;
    const last = lastOf([...(records.makers.get(path) ?? []), ...passed], path, unit.seq, unit.files.get(path));
    return failed.some(({ files }) => files.get(path) === last) ? undefined : last;
  };
}

/**
 * Finds the states that files are compared with which are not a result's own: what a workstream recorded since counts.
 * @param result whose comparison it is
 * @param files the states that it recorded itself
 * @param records what is recorded
 * @returns the hash of each file
 */
export function usedStates(result: Recorded, files: ReadonlyMap<string, string>, records: Records): States {
  return (path) => lastOf(records.makers.get(path) ?? [], path, result.seq, files.get(path));
}

/**
 * Finds the files that are no longer as the workstreams left them that made or used them, or as gates have passed over them.
 * @param doc the checkpoint, also a drifted one
 * @param hashOf the hash of a file now; null when it is not there
 * @returns each with the state that counts and the present one; a file may count in several states
 */
export function movedOn(doc: JsonObject, hashOf: (path: string) => string | null): readonly FileMove[] {
  const found = new Map<string, FileMove>();
  if (!hasRecordedFiles(doc)) return [];
  const records = { ...recordsOf(doc), complaint: null };
  const look = (path: string, from: string | undefined): void => {
    const to = from === undefined ? undefined : (hashOf(path) ?? gone);
    if (from !== undefined && to !== undefined && to !== from) found.set(`${from} ${path}`, { path, from, to });
  };
  for (const unit of records.units) {
    if (unit.files.size === 0 && unit.inputs.size === 0) continue;
    const [own, used] = [ownStates(unit, records), usedStates(unit, unit.inputs, records)];
    for (const path of unit.files.keys()) look(path, own(path));
    for (const path of unit.inputs.keys()) look(path, used(path));
  }
  for (const gate of records.gates) {
    const used = usedStates(gate, gate.files, records);
    if (gate.hasPassed) for (const path of gate.files.keys()) look(path, used(path));
  }
  return [...found.values()];
}

function lastOf(from: readonly Recorded[], path: string, since: number, known: string | undefined): string | undefined {
  let [seq, state] = [since, known];
  for (const one of from) {
    const own = one.seq > seq ? one.files.get(path) : undefined;
    if (own !== undefined) [seq, state] = [one.seq, own];
  }
  return state;
}
