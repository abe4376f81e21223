// A phase of a slash command's run, as whoever works on it reports it: stored with what was touched, and what is odd about it.

import type { CommandCheckpoint, CommandEvent, PhaseData } from '../families/command/index.js';
import { type CommandKey, refOf } from '../rules/names.js';
import type { Saved } from './checkpoint.js';
import { writeWithTouched } from './journal/store-touched.js';
import { nearRuns } from './near-runs.js';
import { planReport } from './plans/command.js';
import { missingFrom } from './stored-path.js';
import type { Workbench, WriteOptions } from './workbench.js';

/** What is reported. */
export interface PhaseReport {
  readonly phase: string;
  readonly data: PhaseData;
  /** What is to be done next; an empty text takes it away. */
  readonly next?: string | undefined;
}

/** A phase that was reported. */
export interface ReportedPhase {
  readonly saved: Saved<CommandCheckpoint>;
  /** It in words. */
  readonly what: string;
  /** Members of the answer, beside what every save tells. */
  readonly told: {
    readonly new_run: boolean;
    readonly missing_files: readonly string[];
    readonly dropped_files: readonly string[];
    readonly near: readonly string[];
  };
  /** What is odd about it, in sentences. None of it is a reason to refuse. */
  readonly remarks: readonly string[];
}

/**
 * Stores a phase as it is reported, and begins the run when there is none or it is complete.
 * @param bench the store and the circumstances
 * @param key the run
 * @param report the phase; paths in it begin at the root
 * @param options expectations of the caller
 * @returns what was stored, and what there is to tell
 */
export async function reportPhase(
  bench: Workbench,
  key: CommandKey,
  { phase, data, next }: PhaseReport,
  options: WriteOptions,
): Promise<ReportedPhase> {
  const also: CommandEvent[] =
    next === undefined ? [] : [{ type: 'note', next_action: next === '' ? null : next, phase }];
  const named = [...(data.files_created ?? []), ...(data.files_modified ?? [])];
  const plan = planReport(bench, key, phase, data, ...also);
  const saved = await writeWithTouched<CommandCheckpoint>(bench, key, plan, { ...options, otherwise: phase, named });
  const { document, dropped } = saved;
  const began = document.started_at === document.updated_at;
  const missing = missingFrom(bench.root, named);
  const near = await nearRuns(bench, key, saved);
  return {
    saved,
    what: `${began ? 'a new run, ' : ''}phase ${phase} is ${data.status ?? 'updated'}`,
    told: { new_run: began, missing_files: missing, dropped_files: dropped, near },
    remarks: [
      ...missing.map((file) => `${file} is recorded, although no such file is there`),
      ...dropped.map((file) => `${file} is gone, and no longer listed for ${phase}`),
      ...(near.length === 0 ? [] : [nearWords(key, near)]),
    ],
  };
}

function nearWords(key: CommandKey, near: readonly string[]): string {
  return `${refOf(key)} is a new run, with a name near that of an unfinished one: did you mean ${near.join(' or ')}?`;
}
