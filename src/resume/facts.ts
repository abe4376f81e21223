// What is known about a run when it is resumed. Everything that reads the store, sessions, git or the disk is here;
// decision.ts and brief.ts are pure.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Problem, isPawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { type FamilyName, type Key, type Place, keyText, keysOfRef, refOf } from '../base/names.js';
import { timeOf } from '../base/text.js';
import { type CommandDocument, commandFormat } from '../formats/command.js';
import { evidenceIn } from '../formats/evidence.js';
import type { Overview, ResumePoint } from '../formats/format.js';
import type { Notes } from '../formats/notes.js';
import { type PipelineDocument, type PipelinePlan, pipelineFormat, pipelineResume } from '../formats/pipeline.js';
import { type WorkflowDocument, workflowFormat } from '../formats/workflow.js';
import { readBranch, readHead } from '../runs/git.js';
import { type Holder, holderOf } from '../runs/lease.js';
import { findRun } from '../runs/list.js';
import { type Project, formats } from '../runs/project.js';
import { type Session, boundKey, isAlive, readSession, readSessions } from '../runs/session.js';
import { specOfRun } from '../runs/specs.js';
import type { Listed, Stored } from '../store/store.js';
import { type Evidence, evidenceOf } from './evidence.js';

export type RunDocument =
  | { readonly family: 'command'; readonly doc: CommandDocument }
  | { readonly family: 'pipeline'; readonly doc: PipelineDocument }
  | { readonly family: 'workflow'; readonly doc: WorkflowDocument };

/** Why nothing can be continued from a checkpoint as it is. */
export interface Trouble {
  readonly kind: 'corrupt' | 'newer' | 'damaged' | 'incomplete' | 'unreadable';
  readonly message: string;
}

/** A session that has a run open now. */
export interface LiveSession {
  readonly id: string;
  readonly since: string;
  readonly lastEdited: string | null;
  /** Its process is known and runs; else it is alive by the age of its last event. */
  readonly isCertain: boolean;
}

export interface Task {
  readonly text: string;
  readonly isStarted: boolean;
}

export interface Facts {
  readonly key: Key;
  readonly ref: string;
  readonly run: RunDocument;
  /** The newest revision; null where the file cannot be used and there is none. */
  readonly stored: Stored | null;
  readonly place: Place;
  readonly overview: Overview;
  readonly point: ResumePoint;
  readonly notes: NonNullable<Notes>;
  /** The last failure, also after a retry, until its unit is complete. */
  readonly failure: { readonly unit: string; readonly message: string } | null;
  readonly openTasks: readonly Task[];
  /** Files of the unit to continue first, then those of the others. */
  readonly files: readonly string[];
  readonly evidence: Evidence;
  readonly trouble: Trouble | null;
  /** Where the document does not fit its format. */
  readonly problems: readonly Problem[];
  /** The build that works on it now. */
  readonly holder: Holder | null;
  /** Other sessions that have it open. */
  readonly others: readonly LiveSession[];
  /** Nobody here has ever written it: it came with a clone. */
  readonly isForeign: boolean;
  /** A plan that the run names and that does not exist. */
  readonly missingPlan: string | null;
  /** What is checked out now. */
  readonly branch: string | null;
  readonly head: string | null;
  /** The newest session whose transcript is still there. */
  readonly transcript: string | null;
  /** The pipeline's spec, where it was read. */
  readonly plan: PipelinePlan | null;
}

/** What all runs of a project have in common while they are looked at. */
interface Around {
  readonly listed: readonly Listed[];
  readonly sessions: readonly Session[];
  readonly bound: Key | null;
}

async function aroundOf(project: Project, { session, bound }: Who, all = false): Promise<Around> {
  const own = session === undefined ? null : readSession(project.root, session);
  const now = project.now();
  return {
    listed: await project.store.list({ all }),
    sessions: readSessions(project.root).filter((one) => one.id !== session && isAlive(one, now)),
    bound: bound ?? (own === null ? null : boundKey(own)),
  };
}

/** Who asks. */
export interface Who {
  /** The session that asks; it is not one of the others. */
  readonly session?: string | undefined;
  /** The run that it works on; read from its file when this is not given. */
  readonly bound?: Key | null | undefined;
  /** Where it was started, below the root: runs of the same folder come first. */
  readonly folder?: string | undefined;
}

/** Gathers everything about one run. */
export async function factsOf(project: Project, key: Key, who: Who = {}): Promise<Facts> {
  return gather(project, key, await aroundOf(project, who));
}

async function gather(project: Project, key: Key, { listed, sessions }: Around): Promise<Facts> {
  const { stored, trouble } = await load(
    project,
    key,
    listed.find((one) => isSame(one.key, key)),
  );
  const state = stored?.state ?? {};
  const format = formats[key.family];
  const run = decode(key.family, state);
  const notes = run.doc.pawl ?? {};
  const overview = overviewOf(key, state, stored === null && trouble !== null);
  const plan = run.family === 'pipeline' ? await planOf(project, run.doc) : null;
  const point = run.family === 'pipeline' ? pipelineResume(run.doc, plan ?? undefined) : format.resumePoint(state);
  const problems = trouble === null ? format.check(state, project.context().checks) : [];
  return {
    key,
    ref: refOf(key),
    run,
    stored,
    place: stored?.place ?? 'live',
    overview,
    point,
    notes,
    failure: failureOf(run, overview),
    openTasks: openTasks(run),
    files: filesOf(overview, point),
    evidence: evidenceOf(project.root, run.family === 'workflow' ? {} : evidenceIn(state), overview, plan),
    trouble: trouble ?? incomplete(key.family, state, format.isWritable(state), problems),
    problems,
    holder: await holderOf(project.store, key),
    others: sessions.filter((one) => isSame(boundKey(one), key)).map(toLive),
    isForeign: stored !== null && (await isForeign(project, stored)),
    missingPlan: missingPlan(project.root, run),
    branch: readBranch(project.root),
    head: readHead(project.root),
    transcript: newestTranscript(project.root, notes),
    plan,
  };
}

/** The spec of a run, for a step that was made without it: its evidence needs the section of what is completed. */
export async function planFor(project: Project, key: Key): Promise<PipelinePlan | undefined> {
  const stored = key.family === 'pipeline' ? await project.store.get(key) : null;
  return (stored === null ? null : await planOf(project, pipelineFormat.decode(stored.state).doc)) ?? undefined;
}

/** Of a file that cannot be used, only its name is known. */
function overviewOf(key: Key, state: JsonObject, isCorrupt: boolean): Overview {
  const overview = formats[key.family].overview(state);
  return isCorrupt ? { ...overview, title: refOf(key), status: 'corrupt', isFinished: false, units: [] } : overview;
}

function isSame(a: Key | null, b: Key): boolean {
  return a !== null && keyText(a) === keyText(b);
}

function decode(family: FamilyName, state: JsonObject): RunDocument {
  if (family === 'command') return { family, doc: commandFormat.decode(state).doc };
  if (family === 'pipeline') return { family, doc: pipelineFormat.decode(state).doc };
  return { family, doc: workflowFormat.decode(state).doc };
}

async function load(
  project: Project,
  key: Key,
  listed: Listed | undefined,
): Promise<{ readonly stored: Stored | null; readonly trouble: Trouble | null }> {
  const corrupt: Trouble | null = listed?.problem === undefined ? null : { kind: 'corrupt', message: listed.problem };
  try {
    const stored = await project.store.get(key);
    if (corrupt !== null) return { stored, trouble: corrupt };
    if (formats[key.family].isNewer(listed?.state ?? stored?.state ?? {}))
      return { stored, trouble: { kind: 'newer', message: 'it was written by a newer version of pawl' } };
    return { stored, trouble: stored === null ? null : await damageOf(project, stored) };
  } catch (error) {
    if (!isPawlError(error) || (error.code !== 'corrupt' && error.code !== 'unreadable')) throw error;
    return { stored: null, trouble: corrupt ?? { kind: error.code, message: error.message } };
  }
}

/** Reading passes over damage in a log, writing does not: a put that can never succeed asks whether one could. */
async function damageOf({ store }: Project, { key, state, at, actor, event }: Stored): Promise<Trouble | null> {
  try {
    await store.put(key, { expect: -1, state, at, actor, event });
  } catch (error) {
    if (isPawlError(error, 'damaged')) return { kind: 'damaged', message: error.message };
  }
  return null; // whatever else is wrong, the next write says so
}

/** Nothing can be written into a wrong shape; and a workflow without its required members is not one. */
function incomplete(
  family: FamilyName,
  state: JsonObject,
  isWritable: boolean,
  problems: readonly Problem[],
): Trouble | null {
  const isLacking = ({ path }: Problem): boolean => /^\/\w+$/.test(path) && !Object.hasOwn(state, path.slice(1));
  const found = isWritable ? problems.filter((one) => family === 'workflow' && isLacking(one)) : problems;
  return found.length === 0 ? null : { kind: 'incomplete', message: problemsText(found) };
}

export function problemsText(problems: readonly Problem[]): string {
  const shown = problems.slice(0, 3).map(({ path, message }) => `${path} ${message}`.trim());
  return problems.length > 3 ? `${shown.join('; ')}; and ${problems.length - 3} more` : shown.join('; ');
}

async function isForeign({ store }: Project, { key, actor, revision }: Stored): Promise<boolean> {
  if (actor !== 'hand') return false;
  return revision <= 1 || (await store.history(key)).every((one) => one.actor === 'hand');
}

/** A session as others see it. */
export function toLive({ id, lines }: Session): LiveSession {
  const starts = lines.filter((line) => line.e === 'start');
  return {
    id,
    since: starts.at(-1)?.at ?? lines[0]?.at ?? '',
    lastEdited: lines.findLast((line) => line.e === 'edit')?.path ?? null,
    isCertain: starts.some((start) => start.pid !== undefined),
  };
}

function failureOf({ doc }: RunDocument, { units }: Overview): Facts['failure'] {
  const failed = units.find((unit) => unit.status === 'failed');
  if (failed?.error !== undefined) return { unit: failed.name, message: failed.error };
  const noted = doc.pawl?.failure; // every save keeps it
  if (noted != null) return { unit: noted.unit, message: noted.message };
  return failed === undefined ? null : { unit: failed.name, message: 'nobody said why' };
}

const closedTask = /^(?:completed?|done|skipped|deleted|cancell?ed)$/i;

function openTasks({ family, doc }: RunDocument): readonly Task[] {
  if (family !== 'command' || doc.completed_at != null) return [];
  const open = Object.values(doc.phases).filter(({ status }) => status !== 'complete' && status !== 'skipped');
  const tasks = open.flatMap((phase) => Object.entries(phase.tasks ?? {}));
  return tasks
    .filter(([, { status }]) => !closedTask.test(status ?? ''))
    .map(([id, { status, description }]) => ({
      text: description || id,
      isStarted: /^in.?progress$/i.test(status ?? ''),
    }));
}

function filesOf({ units }: Overview, { unit }: ResumePoint): readonly string[] {
  const own = units.filter((one) => one.name === unit);
  return [...new Set([...own, ...units.toReversed()].flatMap((one) => one.files))];
}

/** A spec that cannot be read is a matter for the build, not for whoever looks. */
async function planOf(project: Project, doc: PipelineDocument): Promise<PipelinePlan | null> {
  try {
    return (await specOfRun(project, doc))?.spec ?? null;
  } catch {
    return null;
  }
}

function missingPlan(root: string, { family, doc }: RunDocument): string | null {
  const plan = family === 'workflow' ? doc.workflow_state.plan_path : null;
  if (plan == null || plan === '') return null;
  return fs.existsSync(path.resolve(root, plan)) ? null : plan;
}

/** Claude Code keeps transcripts by the folder that it was started in. */
function newestTranscript(root: string, { sessions, folder }: NonNullable<Notes>): string | null {
  const home = process.env['CLAUDE_CONFIG_DIR'] || path.join(os.homedir(), '.claude');
  const folders = [...new Set([root, path.join(root, folder ?? '')])];
  const found = Object.keys(sessions ?? {})
    .filter((id) => /^[\w-]{1,100}$/.test(id))
    .map((id) => {
      const names = folders.map((one) => path.join(home, 'projects', one.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`));
      return { id, time: Math.max(...names.map((name) => fs.statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0)) };
    });
  return found.filter(({ time }) => time > 0).sort((a, b) => b.time - a.time)[0]?.id ?? null;
}

/** A run as its file says it: enough for a line, without a look at its history. */
export interface Candidate {
  readonly key: Key;
  readonly ref: string;
  readonly overview: Overview;
  /** There is work left in it, and nobody put it away. */
  readonly isOpen: boolean;
  readonly notes: NonNullable<Notes>;
  readonly others: readonly LiveSession[];
  /** Why the file cannot be used. */
  readonly problem: string | null;
  readonly isBound: boolean;
  /** Milliseconds since its last change; infinite when that is not known. */
  readonly age: number;
}

/** Every run, unfinished ones first, the one to continue before the others. Runs that were deleted are not listed. */
export async function candidates(project: Project, who: Who): Promise<readonly Candidate[]> {
  return candidatesAmong(project, who, await aroundOf(project, who, true));
}

function candidatesAmong(project: Project, { folder }: Who, { listed, sessions, bound }: Around): readonly Candidate[] {
  const now = project.now().getTime();
  const toCandidate = ({ key, place, state, problem }: Listed): Candidate => {
    const overview = overviewOf(key, state, problem !== undefined);
    const changed = overview.updatedAt === null ? Number.NaN : timeOf(overview.updatedAt);
    return {
      key,
      ref: refOf(key),
      overview,
      isOpen: place === 'live' && !overview.isFinished,
      notes: decode(key.family, state).doc.pawl ?? {},
      others: sessions.filter((one) => isSame(boundKey(one), key)).map(toLive),
      problem: problem ?? null,
      isBound: isSame(bound, key),
      age: Number.isNaN(changed) ? Number.POSITIVE_INFINITY : Math.max(0, now - changed),
    };
  };
  const rank = ({ isOpen, isBound, problem, notes }: Candidate): number => {
    if (!isOpen) return 4;
    if (isBound || problem !== null) return isBound ? 0 : 3;
    return folder === undefined || (notes.folder ?? '') === folder ? 1 : 2;
  };
  const found = listed.filter(({ place }) => place !== 'removed').map(toCandidate);
  return found.sort((a, b) => rank(a) - rank(b) || byAge(a, b));
}

function byAge(a: Candidate, b: Candidate): number {
  return a.age === b.age ? a.ref.localeCompare(b.ref) : a.age < b.age ? -1 : 1;
}

/** Finds the run that a ref means, also one whose only file is corrupt. */
export async function findAnyRun(project: Project, ref: string): Promise<Key> {
  try {
    return await findRun(project, ref);
  } catch (error) {
    const broken = isPawlError(error, 'corrupt') ? (await project.store.list()).map(({ key }) => key) : [];
    const key = keysOfRef(ref).find((one) => broken.some((other) => isSame(other, one)));
    if (key === undefined) throw error;
    return key;
  }
}

/** Facts about every unfinished run, the one to continue first. */
export async function unfinished(project: Project, who: Who = {}): Promise<readonly Facts[]> {
  const around = await aroundOf(project, who);
  const facts: Facts[] = [];
  for (const { key, isOpen } of candidatesAmong(project, who, around))
    if (isOpen) facts.push(await gather(project, key, around));
  return facts;
}
