// What durable runs take and give, as types. They stand alone: users need neither Node's types nor a schema library.
/// <reference lib="esnext.disposable" preserve="true" />

import type { CommandPhase } from '../../families/command/index.js';
import type { WorkflowState } from '../../families/workflow/index.js';
import type { StandardSchema } from '../../rules/standard-schema.js';
import type { Checkpoint } from '../../service/checkpoint.js';
import type { RetryOptions } from '../../service/durable/retry-policy.js';
import type { Signal } from '../../service/durable/signal.js';
import type { OnUnfinished } from '../../service/durable/unfinished.js';

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
  readonly onUnfinished?: OnUnfinished;
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

/** A run that a program has open. Finish it, or close it to go on later. */
export interface DurableRun<Kept extends object = WorkflowState> {
  /** The run, as commands take it. */
  readonly ref: string;
  /** Whether an unfinished run is continued. */
  readonly resumed: boolean;

  /**
   * Does a phase, once: when it was completed before, in this process or another, its stored result is given instead. The
   * result is stored with one durable write; it must be plain JSON without secrets, or nothing.
   * @param name what it is known by; each phase of a run has its own name
   * @param work does it, and gives the result
   * @param options a schema for the result, and how often it is tried
   * @returns the result, as it would be given to a later process
   */
  phase<Schema extends StandardSchema>(
    name: string,
    work: (step: PhaseStep<Kept>) => SchemaInput<Schema> | Promise<SchemaInput<Schema>>,
    options: CheckedPhaseOptions<Schema>,
  ): Promise<SchemaOutput<Schema>>;
  phase<Result>(
    name: string,
    work: (step: PhaseStep<Kept>) => Result | Promise<Result>,
    options?: PhaseOptions,
  ): Promise<Awaited<Result>>;

  /**
   * Finishes the run: a workflow's file goes away, with its last state in the archive; a command's run is complete.
   * @returns the last revision; throws `not-allowed` while a phase is open
   */
  finish(): Promise<Checkpoint>;

  /**
   * Gives a workflow up: its file moves to `failed/`, with the error.
   * @param error why
   * @returns the last revision
   */
  fail(error: unknown): Promise<Checkpoint>;

  /**
   * Loads the run as it is stored.
   * @returns its newest revision
   */
  checkpoint(): Promise<Checkpoint>;

  /** Lets go of the run: it stays as it is, and a later start continues it. Safe to call twice. */
  close(): Promise<void>;

  /** For `await using run = await project.workflow(…)`. */
  [Symbol.asyncDispose](): Promise<void>;
}
