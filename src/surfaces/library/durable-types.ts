// What durable runs take and give, as types. They stand alone: users need neither Node's types nor a schema library.

import type { CommandPhase } from '../../families/command/index.js';
import type { WorkflowState } from '../../families/workflow/index.js';
import type { StandardSchema } from '../../rules/standard-schema.js';
import type { OpenRun } from '../../service/durable/open-run.js';
import type { RetryOptions } from '../../service/durable/retry-policy.js';
import type { Signal } from '../../service/durable/signal.js';

/** `AbortSignal` where the user's types know it, else what is needed of it. */
export type RunSignal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : Signal;

/** What a command's phase keeps beside its result: tasks, files, summary …; empty before its first save. */
export type KeptPhase = Partial<CommandPhase>;

/** What the work of a phase is given. */
export interface PhaseStep<Kept extends object = WorkflowState> {
  /** Which attempt this is, from 1; failed attempts of an earlier process count. */
  readonly attempt: number;
  /** Aborted when the run's signal is: pass it on to what the phase waits for. */
  readonly signal: RunSignal;
  /**
   * Reads what is kept beside the phase: its own data (tasks, files, …) in a command's run, the workflow's state in a
   * workflow's.
   */
  data(): Promise<Kept>;
  /**
   * Keeps data before the phase is done, durably: maps merge, other values and lists replace, null deletes. The next
   * attempt finds it by `data()`, also in another process.
   */
  save(data: Readonly<Record<string, unknown>>): Promise<void>;
}

/** How a phase is done. */
export interface PhaseOptions {
  /** How it is tried again; without, an error stops the run, which can be taken up by a later start. */
  readonly retry?: RetryOptions;
}

/** The same, with a schema that every result has to pass, when it is made and when it is read again. */
export interface CheckedPhaseOptions<Schema extends StandardSchema> extends PhaseOptions {
  readonly schema: Schema;
}

/** What a schema takes. */
export type SchemaInput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input'];
/** What a schema gives. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];

/** How a run is opened, whatever its family. */
export interface RunOptions {
  /** Every phase, in order, when all are known beforehand: progress then has a total, and a misspelt name is told. */
  readonly phases?: readonly string[];
  /**
   * What to do about an unfinished run of the same work. Unless given, it is continued when that is safe, else `undecided`
   * is thrown. `fresh` puts it away, with its history. A function gets the decision and answers.
   */
  readonly onUnfinished?: OpenRun['onUnfinished'];
  /**
   * `same` (unless given): a program that comes to its phases one after the other must keep the order of the run that it
   * continues, else it is told. `any`: only their names count.
   */
  readonly order?: 'same' | 'any';
  /** Stops the run between phases and between attempts; a phase under way gets it as `step.signal`. */
  readonly signal?: RunSignal;
  /** The agent's session that the program works for; found in the environment unless given. */
  readonly session?: string;
}

/** Which workflow is run. The same type, project and description are the same work. */
export interface WorkflowRunOptions extends RunOptions {
  readonly project: string;
  readonly description: string;
  /** What a new workflow's state begins with; a `plan_path` and `artifacts` in it must exist. */
  readonly state?: Readonly<Record<string, unknown>>;
}

/** Which run of a command. */
export interface CommandRunOptions extends RunOptions {
  readonly feature?: string;
}
