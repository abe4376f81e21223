// Work that was begun and is not done: what it names among its outputs is its own to change.

import { moveLine, movedOn, recordsOf, unreadable } from '../../families/pipeline/evidence/index.js';
import { type MovedEvent, planOf } from '../../families/pipeline/index.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { textsOf } from '../../rules/json/read-member.js';
import { outputTest } from '../../rules/text/file-patterns.js';
import { listed } from '../../rules/text/listed.js';
import type { FileHashes } from './file-hashes.js';
import { OtherBranches } from './other-branch.js';
import type { UnderWay } from './stale-results.js';

/**
 * Finds who goes on over a file.
 * @param path the file, from the root
 * @param seq the number of the evidence about it; what stopped before that has no part in it
 * @returns the workstream; null when there is none
 */
export type Beginners = (path: string, seq: number) => string | null;

/**
 * Finds the workstreams that were begun and are not done.
 * @param state the run, also a drifted one
 * @param except a workstream that does not count
 * @returns who goes on over a file
 */
export function beginners(state: JsonObject, except?: string): Beginners {
  const plan = planOf(state);
  const { in_progress_workstreams: running, completed_workstreams: completed, pawl } = state;
  const done = new Set(Array.isArray(completed) ? completed : []);
  const stopped = isJsonObject(pawl) && isJsonObject(pawl['begun']) ? Object.entries(pawl['begun']) : [];
  const ids = textsOf(running);
  const all = [...stopped, ...ids.map((id) => [id, Infinity] as const)].flatMap(([id, until]) => {
    const outputs = plan?.workstreams.get(id)?.outputs ?? [];
    const isOne = typeof until === 'number' && id !== except && !done.has(id) && outputs.length > 0;
    return isOne ? [{ id, until, isOutput: outputTest(outputs) }] : [];
  });
  return (path, seq) => all.find(({ until, isOutput }) => until >= seq && isOutput(path))?.id ?? null;
}

/**
 * Tells whether work goes on over files of work that is done: then that it begins has to be on record before it does.
 * @param state the run
 * @param outputs what is to begin names as its outputs
 * @returns true when a completed workstream recorded one of them
 */
export function goesOver(state: JsonObject, outputs: readonly string[]): boolean {
  if (outputs.length === 0) return false;
  const isOutput = outputTest(outputs);
  return [...recordsOf(state).makers.keys()].some(isOutput);
}

/**
 * Finds the files of finished work that changed while work ran that did not come to its end: that is its doing.
 * @param state the run
 * @param hashes the hashes of the project's files now
 * @returns the event that takes their states over; none when there is nothing to take over, or what was begun names them all
 */
export function movedMeanwhile(state: JsonObject, hashes: FileHashes): readonly MovedEvent[] {
  const [begunOver, branches] = [beginners(state), new OtherBranches(hashes.root, state)];
  const moves = movedOn(state, hashes.hashOf).filter(
    (one) => one.to !== unreadable && begunOver(one.path, Infinity) === null && !branches.isSwitched(one),
  );
  return moves.length === 0 ? [] : [{ type: 'moved', files: moves.map(moveLine), with_gates: true }];
}

/**
 * Says why changed files make nothing stale.
 * @param found what was passed over
 * @returns a sentence for each workstream that was begun
 */
export function underWayInWords(found: readonly UnderWay[]): readonly string[] {
  return [...new Set(found.map(({ by, why }) => why ?? by))].map((whose) => {
    const own = found.filter(({ by, why }) => (why ?? by) === whose);
    const [files, results] = [[...new Set(own.map(({ path }) => path))], [...new Set(own.map(({ of }) => of))]];
    const names = `${whose}, which was begun and is not done, names ${files.length === 1 ? 'it' : 'them'} among its outputs`;
    return `${listed(files)} changed after ${listed(results)}: ${own[0]?.why ?? `${names}; nothing is done again for that`}`;
  });
}
