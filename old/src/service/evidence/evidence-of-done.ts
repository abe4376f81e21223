// How a workstream that is done is known to be so. The one way in which all that report it record evidence.

import { movedOn, unreadable } from '../../families/pipeline/evidence/index.js';
import type { UnitFinding } from '../../families/pipeline/evidence/types.js';
import { type DoneEvent, planOf } from '../../families/pipeline/index.js';
import type { SpecWorkstream } from '../../families/pipeline/spec/types.js';
import { limits } from '../../rules/limits.js';
import type { JsonObject } from '../../rules/json/json.js';
import { memberIn, textsOf } from '../../rules/json/read-member.js';
import { outputTest } from '../../rules/text/file-patterns.js';
import { readBranch } from '../git.js';
import { isFileName, isGone } from '../gone-files.js';
import type { Workbench } from '../workbench.js';
import { beginners } from './under-way.js';
import { filesOfUnit } from './coverage.js';
import { FileHashes } from './file-hashes.js';
import { freeze } from './freeze.js';
import { specPathOf } from './left-out.js';
import { OtherBranches } from './other-branch.js';
import { outputFiles } from './output-files.js';
import { specNow } from './spec-now.js';

/** What is known about the work that is done. */
export interface DoneWork {
  readonly workstream: string;
  /** The files that its report names; globs are taken for the files that they match now. */
  readonly artifacts?: readonly string[] | undefined;
  /** The workstream as it was given to its executor; what the spec says now unless given. */
  readonly spec?: Pick<SpecWorkstream, 'outputs' | 'inputs' | 'hash'> | undefined;
  /** Whether pawl ran it: then what happened to files of earlier work happened in its time, and counts as its doing. */
  readonly isWitnessed?: boolean | undefined;
  /** How its command ended, when that is what its result is known by. */
  readonly exitCode?: number | undefined;
}

/** What a `done` event is given. */
export interface DoneEvidence {
  /** The files of the workstream that are there: those of the report, and what its outputs stand for. */
  readonly artifacts: readonly string[];
  readonly evidence: UnitFinding;
}

/**
 * Records the state of a workstream's files at the moment when it is done.
 * @param bench the project
 * @param state the run
 * @param work the workstream, and what its report says
 * @param known hashes that the caller keeps, renews and saves, for many workstreams; looked up anew unless given
 * @returns the artifacts and the evidence for the event
 */
export async function evidenceOfDone(
  bench: Workbench,
  state: JsonObject,
  work: DoneWork,
  known?: FileHashes,
): Promise<DoneEvidence> {
  const { workstream: id, artifacts = [], spec } = work;
  const hashes = known ?? new FileHashes(bench.root, bench.clock);
  const planned = spec ?? planOf(state)?.workstreams.get(id);
  const filesOf = (patterns: readonly string[]): readonly string[] =>
    outputFiles(bench.root, patterns, specPathOf(state));
  const made = [...new Set([...filesOf(artifacts), ...filesOfUnit(bench.root, state, id, planned)])];
  const there = made.filter((file) => hashes.hashOf(file) !== null);
  const patterns = [...artifacts, ...(planned?.outputs ?? [])];
  const branches = new OtherBranches(bench.root, state);
  const moved = movedOn(state, hashes.hashOf).filter((one) => one.to !== unreadable && !branches.isSwitched(one));
  const isOwn = outputTest(patterns);
  const isTouched = moved.length === 0 ? null : touchedBy(state, work, isOwn);
  const touched = moved.map(({ path }) => path).filter((file) => isTouched !== null && isTouched(file));
  const beside = [...new Set(touched.filter((file) => !isOwn(file)))].slice(0, limits.maxFilesPerUnit);
  const before = textsOf(memberIn(state, 'pawl', 'evidence', 'workstreams', id, 'missing_files'));
  const missing = [...new Set([...artifacts, ...before])].filter(
    (file) => isFileName(file) && isGone(bench.root, file) && !touched.includes(file) && !there.includes(file),
  );
  const inputs = freeze(filesOf(spec?.inputs ?? []), hashes).files;
  const now = spec === undefined ? await specNow(bench.root, state, hashes, bench.idPattern) : null;
  const section = spec?.hash ?? (now !== null && 'hashes' in now ? now.hashes.workstreams.get(id) : undefined);
  const head = bench.head();
  const branch = readBranch(bench.root);
  if (known === undefined) hashes.save();
  return {
    // In the order in which they were named; what patterns stand for follows. The evidence counts those that are not listed.
    artifacts: [...new Set([...artifacts.filter((one) => !/[*?]/.test(one)), ...[...there].sort()])].slice(
      0,
      limits.maxFilesPerUnit,
    ),
    evidence: {
      by: bench.actor,
      ...(head === null ? {} : { head_commit: head }),
      ...(branch === null ? {} : { branch }),
      ...(section === undefined ? {} : { spec_hash: section }),
      ...freeze([...there, ...touched], hashes, true),
      ...(inputs.length === 0 ? {} : { input_paths: inputs }),
      ...(missing.length === 0 ? {} : { missing_files: missing }),
      ...(beside.length === 0 ? {} : { touched: beside }),
      ...(work.exitCode === undefined ? {} : { exit_code: work.exitCode }),
    },
  };
}

/** Files of earlier work that changed are told by who names them; and by whom pawl watched, unless they are named by what runs beside it. */
function touchedBy(
  state: JsonObject,
  { workstream, isWitnessed }: DoneWork,
  isOwn: (file: string) => boolean,
): (file: string) => boolean {
  const others = beginners(state, workstream);
  return (file) => isOwn(file) || (isWitnessed === true && others(file, Infinity) === null);
}

/**
 * Gives a report of work that is done its evidence; other events stay as they are.
 * @param bench the project
 * @param state the run; null when there is none
 * @param event the event
 * @returns the event, with the files that are known to be the workstream's and their state
 */
export async function withEvidence<Event extends { readonly type: string }>(
  bench: Workbench,
  state: JsonObject | null,
  event: Event | DoneEvent,
): Promise<Event | DoneEvent> {
  if (!isDone(event) || event.evidence !== undefined || state === null) return event;
  const { artifacts, evidence } = await evidenceOfDone(bench, state, event);
  return { ...event, ...(artifacts.length === 0 ? {} : { artifacts }), evidence };
}

function isDone(event: { readonly type: string }): event is DoneEvent {
  return event.type === 'done';
}
