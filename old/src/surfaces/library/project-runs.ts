// Runs as a whole: what is to be done about them, putting them away, examining their files. Loaded with its first call.

import { anyText, optional } from '../../rules/fields.js';
import type { MemberRule, MemberRules } from '../../rules/members.js';
import type { Key } from '../../rules/names.js';
import { type Checkpoint, toCheckpoint } from '../../service/checkpoint.js';
import type { DoctorOptions, Report } from '../../service/doctor/types.js';
import type { CleanOptions, CleanReport } from '../../service/lifecycle/clean.js';
import type { Deleted } from '../../service/lifecycle/move.js';
import type { Purged } from '../../service/lifecycle/purge.js';
import { readKey, readKeyToRemove } from '../../service/refs.js';
import type { ResumeAnswer } from '../../service/resume/resume-for.js';
import type { Workbench, WriteOptions } from '../../service/workbench.js';
import { aFunction, checkArguments, optionsOf, refRule, trueOrFalse, wholeNumber, writeMembers } from './arguments.js';
import { ProjectHistory } from './project-history.js';

const seeList = 'project.list() shows what is there.';

/** How a decision is made. */
export interface ResumeOptions {
  /** The agent's session that asks; found in the environment unless given, else the process that outlives this one. */
  readonly session?: string;
  /** Also take the run up when that is safe: it is the asker's then, back in its place, and out of its failure. */
  readonly take?: boolean;
  /**
   * Do what someone has decided: `r` takes the run up also when the verdict is `ask`, `s` starts it afresh, `d` deletes it;
   * its history is kept. What the run does not leave as a choice throws.
   */
  readonly choose?: 'r' | 's' | 'd';
}

/** A decision, and what was done about the run. */
export type Resumed = ResumeAnswer;

/** How a run is put away. */
export interface PutAwayOptions extends WriteOptions {
  /** Also while someone else works on it, when a person has decided so. */
  readonly evenIfHeld?: boolean;
}

/** A run that was archived. */
export interface Archived {
  readonly checkpoint: Checkpoint;
  /** False when it was there already. */
  readonly changed: boolean;
}

const days: MemberRule = { ...wholeNumber, wanted: 'a number of days, a whole number from 0', example: '7' };
const forResume: MemberRules = {
  ref: optional(refRule),
  options: optionsOf('an object with "session", "take" or "choose"', '{"take": true}', {
    session: optional({ ...anyText, wanted: "the id of an agent's session", example: '"4f0c2a"' }),
    take: optional(trueOrFalse),
    choose: optional({
      fits: (value) => value === 'r' || value === 's' || value === 'd',
      wanted: '"r" (resume), "s" (start fresh) or "d" (delete)',
      example: '"r"',
    }),
  }),
};
const evenIfHeld = optional(trueOrFalse);
const forPutAway: MemberRules = {
  ref: refRule,
  options: optionsOf('an object with "evenIfHeld", "expect" or "opId"', '{"expect": 3}', {
    ...writeMembers,
    evenIfHeld,
  }),
};
const forPurge: MemberRules = {
  ref: refRule,
  options: optionsOf('an object with "evenIfHeld"', '{"evenIfHeld": true}', { evenIfHeld }),
};
const forClean: MemberRules = {
  options: optionsOf('an object with limits or "dryRun"', '{"dryRun": true}', {
    maxAgeDays: optional(days),
    failedDays: optional(days),
    dryRun: optional(trueOrFalse),
  }),
};
const forDoctor: MemberRules = {
  options: optionsOf('an object with "paths", "fix" or "redact"', '{"fix": true}', {
    paths: optional({
      fits: Array.isArray,
      wanted: 'a list of paths',
      example: '[".claude/state"]',
      each: { ...anyText, wanted: 'a path' },
    }),
    fix: optional(trueOrFalse),
    redact: optional(trueOrFalse),
    onProgress: optional({ ...aFunction, example: '(done, total) => console.log(done, total)' }),
  }),
};

/** The part of a project that is about whole runs. */
export class ProjectRuns extends ProjectHistory {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    super(bench);
    this.#bench = bench;
  }

  /**
   * Decides what is to be done about the unfinished runs, or about the one that is named. Changes nothing unless asked to
   * take the run up, or to do what was chosen.
   * @param ref which run; all unfinished ones unless given
   * @param options who asks; whether a run that is safe to resume is taken up; what someone has chosen
   * @returns the verdict with its reasons, the next command and the brief, and what was done
   */
  async resume(ref?: string, options: ResumeOptions = {}): Promise<Resumed> {
    checkArguments('resume', { ref, options }, forResume);
    const { resumeFor } = await import('./lazy/runs.js');
    const { session, take, choose } = options;
    return resumeFor(this.#bench, { ref, session, take: take === true, choose });
  }

  /**
   * Gives what an agent is told about a run.
   * @param ref which run; the one that `resume` would choose unless given
   * @returns the text; null when nothing is left to do
   */
  async brief(ref?: string): Promise<string | null> {
    checkArguments('brief', { ref }, { ref: optional(refRule) });
    return (await this.resume(ref)).brief;
  }

  /**
   * Archives a run: a workflow's file moves to `failed/`, others' files go away. An unfinished one can still be resumed.
   * @param ref which run
   * @param options expectations of the caller
   * @returns where it is now; throws `held` while someone else works on it
   */
  async archive(ref: string, options: PutAwayOptions = {}): Promise<Archived> {
    checkArguments('archive', { ref, options }, forPutAway);
    const key = await this.#need(ref);
    const { archiveRun } = await import('./lazy/runs.js');
    const { stored, changed } = await archiveRun(this.#bench, key, options);
    return { checkpoint: toCheckpoint(stored), changed };
  }

  /**
   * Deletes a run: its file goes away, its history stays and can be restored.
   * @param ref which run
   * @param options expectations of the caller
   * @returns what is left of it; throws `held` while someone else works on it
   */
  async delete(ref: string, options: PutAwayOptions = {}): Promise<Deleted> {
    checkArguments('delete', { ref, options }, forPutAway);
    const key = await this.#needToRemove(ref);
    const { deleteRun } = await import('./lazy/runs.js');
    return deleteRun(this.#bench, key, options);
  }

  /**
   * Takes a run away for good: file, history, kept code and lease. It cannot be undone.
   * @param ref which run
   * @param options whether someone else's work on it counts
   * @returns what went; throws `held` while someone else works on it
   */
  async purge(ref: string, options: Pick<PutAwayOptions, 'evenIfHeld'> = {}): Promise<Purged> {
    checkArguments('purge', { ref, options }, forPurge);
    const key = await this.#needToRemove(ref);
    const { purgeRun } = await import('./lazy/runs.js');
    return purgeRun(this.#bench, key, options);
  }

  /**
   * Cleans up: old workflows are archived, old histories packed, leftovers collected. Never a run that someone works on.
   * @param options limits, those of the configuration unless given; whether it is only a rehearsal
   * @returns what was done
   */
  async clean(options: Omit<CleanOptions, 'packUpToDays'> = {}): Promise<CleanReport> {
    checkArguments('clean', { options }, forClean);
    const { cleanAsConfigured } = await import('./lazy/runs.js');
    return cleanAsConfigured(this.#bench, options);
  }

  /**
   * Examines the checkpoint files of the project, or those at given paths. Writes nothing unless asked to.
   * @param options which files, and what is put right
   * @returns the report: counts, and findings with the most serious first
   */
  async doctor(options: DoctorOptions = {}): Promise<Report> {
    checkArguments('doctor', { options }, forDoctor);
    const { root, actor, clock, idPattern } = this.#bench;
    const { examine } = await import('../../service/doctor/index.js');
    return examine({ root, actor, clock, idPattern }, options);
  }

  #need(ref: string): Promise<Key> {
    return readKey(this.#bench.store, ref, seeList);
  }

  #needToRemove(ref: string): Promise<Key> {
    return readKeyToRemove(this.#bench.store, ref, seeList);
  }
}
