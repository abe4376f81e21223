// The library: typed and asynchronous. Errors are `PawlError`s.

import { PawlError, type Problem, badInput } from './base/errors.js';
import { toJsonObject } from './base/json.js';
import {
  type CommandKey,
  type Key,
  type Place,
  commandKey,
  keysOfRef,
  pipelineKey,
  refOf,
  workflowKey,
} from './base/names.js';
import { DurableRun } from './durable.js';
import type { CommandDocument, CommandEvent, PhaseData } from './formats/command.js';
import type { ResumePoint } from './formats/format.js';
import { type Note, withRev } from './formats/notes.js';
import type { PipelineDocument, PipelinePlan } from './formats/pipeline.js';
import type { GateTarget, NoteEvent, PipelineEvent, ReviewEvent } from './formats/pipeline-steps.js';
import type { Spec } from './formats/spec.js';
import type { WorkflowDocument, WorkflowEvent } from './formats/workflow.js';
import { briefOf } from './resume/brief.js';
import { type Decision, decide } from './resume/decision.js';
import { factsOf, planFor, unfinished } from './resume/facts.js';
import { type Change, change, openState, planChange } from './runs/change.js';
import { commandChange } from './runs/commands.js';
import { type RevisionDiff, diffRevisions, fork, readRevision, restore } from './runs/history.js';
import { type CleanOptions, type Cleaned, archive, clean, purge, remove } from './runs/lifecycle.js';
import { type RunLine, findRun, listRuns } from './runs/list.js';
import { pipelineChange, pipelineStart } from './runs/pipelines.js';
import { type OpenOptions, type Project as Internals, formats, openProject as openInternals } from './runs/project.js';
import { originOf, planSave } from './runs/save.js';
import { loadSpec } from './runs/specs.js';
import { type WorkflowStart, startWorkflow, workflowChange } from './runs/workflows.js';
import type { Changes, HistoryRange, ListFilter, Revision, Store, Stored } from './store/store.js';

export { type ErrorCode, PawlError, type Problem, errorCodes, isPawlError } from './base/errors.js';
export type { Json, JsonObject } from './base/json.js';
export { type FamilyName, type Key, type Place, keyText, parseKey, refOf } from './base/names.js';
export { redactText } from './base/redact.js';
export {
  MAX_SUMMARY_TOKENS,
  countTokens,
  estimateTokens,
  truncateSummary,
  validateContextSummary,
} from './base/tokens.js';
export { DurableRun, type PhaseStep } from './durable.js';
export {
  type CommandDocument,
  type CommandPhase,
  type PhaseData,
  type PhaseStatus,
  commandFormat,
  typicalPhases,
} from './formats/command.js';
export type { Format, Overview, ResumePoint, TypedFormat, Unit } from './formats/format.js';
export {
  type AggregationRule,
  type HandoffRequest,
  type HandoffResponse,
  aggregateHandoffs,
  checkHandoffRequest,
  checkHandoffResponse,
} from './formats/handoff.js';
export type { Note } from './formats/notes.js';
export { type PipelineDocument, type PipelinePlan, pipelineDisplay, pipelineFormat } from './formats/pipeline.js';
export type { GateTarget, PipelineEvent } from './formats/pipeline-steps.js';
export type { Spec, SpecGate, SpecWorkstream } from './formats/spec.js';
export {
  type WorkflowDocument,
  type WorkflowEvent,
  parseWorkflowId,
  resumePrompt,
  workflowFormat,
  workflowId,
} from './formats/workflow.js';
export type { Action, Choice, Decision } from './resume/decision.js';
export type { Difference, RevisionDiff } from './runs/history.js';
export type { CleanOptions, Cleaned } from './runs/lifecycle.js';
export type { RunLine } from './runs/list.js';
export type { OpenOptions } from './runs/project.js';
export type { WorkflowStart } from './runs/workflows.js';
export { FileStore, type FileStoreOptions } from './store/file/file-store.js';
export { MemoryStore } from './store/memory.js';
export {
  type Changes,
  type EventNote,
  type HistoryRange,
  type ListFilter,
  type Listed,
  type Notice,
  type Put,
  type PutResult,
  type Revision,
  type Store,
  type Stored,
  type SyncStore,
  type Value,
  type ValuePut,
  toAsync,
} from './store/store.js';

/** One revision of a run, as callers get it: a copy that they may change and save again. */
export interface Checkpoint<D extends object = object> {
  readonly ref: string;
  readonly revision: number;
  readonly place: Place;
  readonly savedAt: string;
  readonly savedBy: string;
  /** The document. Its member `pawl.rev` says which revision it came from. */
  readonly document: D;
  /** Where the document does not fit its format. */
  readonly problems: readonly Problem[];
}

export interface WriteOptions {
  /** Makes a retry harmless: the same op id twice counts once. */
  readonly op?: string | undefined;
}

function toCheckpoint<D extends object>({ key, state, revision, rev, place, at, actor }: Stored): Checkpoint<D> {
  const document: D = JSON.parse(JSON.stringify(withRev(state, rev)));
  return {
    ref: refOf(key),
    revision,
    place,
    savedAt: at,
    savedBy: actor,
    document,
    problems: formats[key.family].check(state),
  };
}

/** What the three kinds of runs have in common. */
class Runs<D extends object> {
  protected readonly project: Internals;
  protected readonly toKey: (ref: string) => Key;

  constructor(project: Internals, toKey: (ref: string) => Key) {
    this.project = project;
    this.toKey = toKey;
  }

  /** Loads the newest revision; null when there is none, or the run was removed or archived. */
  async load(ref: string): Promise<Checkpoint<D> | null> {
    const stored = await this.project.store.get(this.toKey(ref));
    return stored === null || openState(stored) === null ? null : toCheckpoint<D>(stored);
  }

  /** Saves a whole document, merged onto the newest revision by its `pawl.rev`; refused where both changed a value. */
  async save(ref: string, document: object, { op }: WriteOptions = {}): Promise<Checkpoint<D>> {
    const key = this.toKey(ref);
    const given = toJsonObject(refOf(key), document);
    if ('document' in given && 'savedAt' in given)
      throw badInput(refOf(key), [{ path: '', message: 'must be the document; pass `checkpoint.document`' }]);
    const number = originOf(given);
    const origin = number === null ? null : await this.project.store.revision(key, number);
    const plan = planSave({ key, format: formats[key.family], given, op }, origin, this.project.context());
    return toCheckpoint<D>(must(await change(this.project.store, key, plan), key));
  }

  /** Where to continue; nulls when nothing is left to do. */
  async resumePoint(ref: string): Promise<ResumePoint> {
    const key = this.toKey(ref);
    const state = openState(await this.project.store.get(key));
    return state === null ? { unit: null, summary: null } : formats[key.family].resumePoint(state);
  }

  protected async apply(step: Change<D>): Promise<Checkpoint<D>> {
    const plan = step.plan ?? (await planFor(this.project, step.key));
    const stored = await change(this.project.store, step.key, planChange({ ...step, plan }, this.project.context()));
    return toCheckpoint<D>(must(stored, step.key));
  }
}

function must(stored: Stored | null, key: Key): Stored {
  if (stored === null) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
  return stored;
}

/** Runs of commands: `implement`, `implement/auth`. */
export class Commands extends Runs<CommandDocument> {
  /** Updates a phase; begins the run when there is none. Maps merge, file lists unite, null deletes. */
  phase(ref: string, phase: string, data: PhaseData, options: WriteOptions = {}): Promise<Checkpoint<CommandDocument>> {
    return this.#event(ref, { type: 'phase', phase, data: toJsonObject(`phase ${phase}`, data) }, options);
  }

  complete(ref: string, options: WriteOptions = {}): Promise<Checkpoint<CommandDocument>> {
    return this.#event(ref, { type: 'complete' }, options);
  }

  /** Records the goal, the next action, a decision, or an idea that was rejected. */
  note(ref: string, note: Note, options: WriteOptions = {}): Promise<Checkpoint<CommandDocument>> {
    checkNote(note);
    return this.#event(ref, { type: 'note', ...note }, options);
  }

  #event(ref: string, event: CommandEvent, { op }: WriteOptions): Promise<Checkpoint<CommandDocument>> {
    return this.apply(commandChange(toCommandKey(ref), event, op));
  }
}

/** A note that says nothing pawl knows would be stored as nothing. */
function checkNote(note: unknown): void {
  const members = Object.keys(toJsonObject('note', note));
  if (members.length > 0) return;
  throw badInput('note', [{ path: '', message: 'is empty', fix: 'write goal, next, decision or reject' }]);
}

function toCommandKey(ref: string): CommandKey {
  const key = keysOfRef(ref).find((one) => one.family === 'command');
  if (key?.family === 'command') return key;
  throw new PawlError('bad-name', `${ref} is not the name of a command run`, {
    hint: 'Write e.g. implement or implement/auth.',
  });
}

/** Runs of build pipelines: `PRD-009`. Every operation works with or without a plan. */
export class Pipelines extends Runs<PipelineDocument> {
  init(plan: PipelinePlan, { op }: WriteOptions = {}): Promise<Checkpoint<PipelineDocument>> {
    return this.apply(pipelineStart(this.toKey(plan.prd), plan, op));
  }

  start(id: string, workstreams: readonly string[], plan?: PipelinePlan): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'start', workstreams }, plan);
  }

  done(
    id: string,
    workstream: string,
    artifacts: readonly string[] = [],
    plan?: PipelinePlan,
  ): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'done', workstream, artifacts }, plan);
  }

  fail(
    id: string,
    failure: Omit<Extract<PipelineEvent, { type: 'fail' }>, 'type'>,
  ): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'fail', ...failure });
  }

  passGate(id: string, gate: GateTarget, plan?: PipelinePlan): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'gate', ...gate }, plan);
  }

  pause(id: string): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'pause' });
  }

  review(id: string, review: Omit<ReviewEvent, 'type'>): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'review', ...review });
  }

  note(id: string, note: Omit<NoteEvent, 'type'>): Promise<Checkpoint<PipelineDocument>> {
    checkNote(note);
    return this.event(id, { type: 'note', ...note });
  }

  complete(id: string, plan?: PipelinePlan): Promise<Checkpoint<PipelineDocument>> {
    return this.event(id, { type: 'complete' }, plan);
  }

  /** Applies any event. */
  event(
    id: string,
    event: PipelineEvent,
    plan?: PipelinePlan,
    { op }: WriteOptions = {},
  ): Promise<Checkpoint<PipelineDocument>> {
    return this.apply(pipelineChange(this.toKey(id), event, plan, op));
  }
}

/** Runs of workflows: `orchestrate_auth_system_20251003_184530`. */
export class Workflows extends Runs<WorkflowDocument> {
  async start(start: WorkflowStart, { op }: WriteOptions = {}): Promise<Checkpoint<WorkflowDocument>> {
    return toCheckpoint(await startWorkflow(this.project, start, op));
  }

  /** Completes the current phase, or the given one. */
  advance(
    id: string,
    report: Omit<Extract<WorkflowEvent, { type: 'advance' }>, 'type'> = {},
  ): Promise<Checkpoint<WorkflowDocument>> {
    return this.event(id, { type: 'advance', ...report });
  }

  /** Records a failure; a final one moves the file to `failed/`. */
  fail(id: string, message: string, final = false): Promise<Checkpoint<WorkflowDocument>> {
    return this.event(id, { type: 'fail', message, final });
  }

  retry(id: string): Promise<Checkpoint<WorkflowDocument>> {
    return this.event(id, { type: 'retry' });
  }

  /** Finishes the workflow: its file goes away, its last state stays in the history. */
  finish(id: string): Promise<Checkpoint<WorkflowDocument>> {
    return this.event(id, { type: 'finish' });
  }

  note(id: string, note: Note): Promise<Checkpoint<WorkflowDocument>> {
    checkNote(note);
    return this.event(id, { type: 'note', ...note });
  }

  /** Applies any event. */
  async event(id: string, event: WorkflowEvent, { op }: WriteOptions = {}): Promise<Checkpoint<WorkflowDocument>> {
    const key = await findRun(this.project, id);
    if (key.family !== 'workflow') throw new PawlError('not-found', `${id} is not a workflow`);
    return this.apply(workflowChange(key, event, op));
  }
}

/** A project with its runs. */
export class Project {
  readonly root: string;
  readonly commands: Commands;
  readonly pipelines: Pipelines;
  readonly workflows: Workflows;
  readonly #project: Internals;

  constructor(project: Internals) {
    this.#project = project;
    this.root = project.root;
    this.commands = new Commands(project, toCommandKey);
    this.pipelines = new Pipelines(project, pipelineKey);
    this.workflows = new Workflows(project, workflowKey);
  }

  /** The store beneath, for `changes` and values. */
  get store(): Store {
    return this.#project.store;
  }

  /** Reads a spec by its file or id: the plan for `pipelines`. Throws `bad-input` with every problem. */
  async spec(fileOrId: string): Promise<Spec> {
    return (await loadSpec(this.#project, fileOrId)).spec;
  }

  /** Lists runs, the last changed first. */
  list(filter: ListFilter = {}): Promise<readonly RunLine[]> {
    return listRuns(this.#project, filter);
  }

  /** Loads any run by its ref; throws `not-found` with near matches. */
  async load(ref: string): Promise<Checkpoint> {
    const key = await this.#find(ref);
    return toCheckpoint(must(await this.#project.store.get(key), key));
  }

  /** Decides whether a run can be continued, and how; without a ref about every unfinished one, the one to continue first. */
  async resume(ref?: string): Promise<readonly Decision[]> {
    const found =
      ref === undefined ? await unfinished(this.#project) : [await factsOf(this.#project, await this.#find(ref))];
    return found.map((facts) => decide(facts, this.#project.now()));
  }

  /** The short text about a run that an agent is given: what is done, what failed, where it was going to continue. */
  async brief(ref: string): Promise<string> {
    const facts = await factsOf(this.#project, await this.#find(ref));
    return briefOf(facts, decide(facts, this.#project.now()), this.#project.now());
  }

  /** Opens the run of a command for durable phases. */
  command(command: string, options: { readonly feature?: string | undefined } = {}): Promise<DurableRun> {
    return DurableRun.open(this.#project, commandKey(command, options.feature));
  }

  /** Revisions of a run, newest first. */
  async history(ref: string, range: HistoryRange = {}): Promise<readonly Revision[]> {
    return this.#project.store.history(await this.#find(ref), range);
  }

  async revision(ref: string, revision: number): Promise<Checkpoint> {
    return toCheckpoint(await readRevision(this.#project, await this.#find(ref), revision));
  }

  /** What changed between two revisions; by default in the newest one. */
  async diff(ref: string, from?: number, to?: number): Promise<RevisionDiff> {
    return diffRevisions(this.#project, await this.#find(ref), from, to);
  }

  /** Makes an earlier state the newest one. */
  async restore(ref: string, revision: number): Promise<Checkpoint> {
    return toCheckpoint(await restore(this.#project, await this.#find(ref), revision));
  }

  /** Continues a run under another name, from any of its revisions. */
  async fork(ref: string, target: string, revision?: number): Promise<Checkpoint> {
    const key = await this.#find(ref);
    const other = keysOfRef(target).find((one) => one.family === key.family);
    if (other === undefined) throw new PawlError('bad-name', `${target} is not the name of a ${key.family} run`);
    return toCheckpoint(await fork(this.#project, key, other, revision));
  }

  /** Takes a run out of the lists; its history stays. */
  async archive(ref: string): Promise<Checkpoint> {
    return toCheckpoint(await archive(this.#project, await this.#find(ref)));
  }

  /** Deletes a run's checkpoint file; its history stays. */
  async delete(ref: string): Promise<Checkpoint> {
    return toCheckpoint(await remove(this.#project, await this.#find(ref)));
  }

  /** Deletes a run with its history, for good. */
  async purge(ref: string): Promise<void> {
    await purge(this.#project, await this.#find(ref));
  }

  /** Cleans up by age. */
  clean(options: CleanOptions = {}): Promise<readonly Cleaned[]> {
    return clean(this.#project, options);
  }

  /** Everything that was saved after a cursor; null reads from the beginning. */
  changes(cursor: string | null): Promise<Changes> {
    return this.#project.store.changes(cursor);
  }

  async close(): Promise<void> {
    await this.#project.store.close();
  }

  #find(ref: string): Promise<Key> {
    return findRun(this.#project, ref);
  }
}

/**
 * Opens a project: the repository around the current folder, unless the options say otherwise.
 * @param options root, store, actor, and who is told notices (by default, Node's warnings)
 */
export async function openProject(options: OpenOptions = {}): Promise<Project> {
  return new Project(openInternals({ notify: warn, ...options }));
}

function warn(message: string): void {
  process.emitWarning(message, 'PawlWarning');
}
