// Folding: what a session's file says becomes revisions of the run that the session works on. Idempotent: how far a file
// was folded is part of the revision (`pawl.sessions`), so any process may fold, at any time, again.

import { sameJson } from '../base/json.js';
import { type CommandKey, type Key, commandKey, keyText, parseKey, refOf } from '../base/names.js';
import { cutAt, oneLine, shorten, stripInvisible } from '../base/text.js';
import { truncateSummary } from '../base/tokens.js';
import {
  type CommandDocument,
  type PhaseData,
  applyCommand,
  capturePhase,
  commandFormat,
  commandResume,
  newCommand,
  nextRun,
} from '../formats/command.js';
import { type Notes, sessionsOf } from '../formats/notes.js';
import { pipelineFormat } from '../formats/pipeline.js';
import { applyWorkflow, workflowFormat } from '../formats/workflow.js';
import type { EventNote, Stored } from '../store/store.js';
import { type Context, type Plan, change, planChange } from './change.js';
import { listRuns } from './list.js';
import { type Project, formats, sessionOf } from './project.js';
import {
  type Session,
  type SessionEvent,
  type SessionLine,
  appendSession,
  boundKey,
  isAlive,
  readSession,
  readSessions,
  removeSession,
} from './session.js';

const knownSessions = 8;
const keptMs = 7 * 86_400_000;
/** An agent waits for its hooks. */
export const hookDeadlineMs = 1_000;

/** Folds one session. Opens a run for it when there is work without one. Gives the session; null when it has no file. */
export async function foldSession(project: Project, id: string, deadlineMs?: number): Promise<Session | null> {
  let session = readSession(project.root, id);
  if (session === null) return null;
  const loose = await looseWork(project, session);
  if (loose !== null) {
    const key = keyText(await keyFor(project, session, loose.lines));
    appendSession(project.root, id, [{ e: 'bind', key, from: loose.from }], project.now());
    session = readSession(project.root, id) ?? session;
  }
  for (const segment of segmentsOf(session)) await foldSegment(project, session, segment, deadlineMs);
  return session;
}

/** Work that belongs to no run: there was none yet, or it was completed, archived or removed before the work. */
async function looseWork(
  project: Project,
  session: Session,
): Promise<{ readonly lines: readonly SessionLine[]; readonly from: number } | null> {
  const last = segmentsOf(session).at(-1);
  if (last === undefined) return session.lines.some(isWork) ? { lines: session.lines, from: 0 } : null;
  const stored = await project.store.get(last.key);
  if (stored === null) return null;
  const folded = foldedTo(sessionsOf(stored.state), session);
  const isPartOfIt = last.lines.some((line) => line.end <= folded);
  const from = isPartOfIt ? folded : last.begins ? 0 : last.boundAt;
  const lines = last.lines.filter((line) => line.end > from);
  const isOver = formats[last.key.family].overview(stored.state).isFinished && !isResumed(lines);
  const isLost = isGone(stored) || (isOver && (isPartOfIt || !last.begins));
  return isLost && lines.some(isWork) ? { lines, from } : null;
}

function isResumed(lines: readonly SessionLine[]): boolean {
  return lines.some((line) => line.e === 'start' && line.source === 'resume');
}

/** How far a session's file is part of a run. */
function foldedTo(sessions: Readonly<Record<string, string>>, { id, file }: Session): number {
  const [known, offset] = (sessions[id] ?? '').split(':');
  return known === file ? Number(offset) : 0;
}

/** Folds every other session, and removes the files of those whose agent is gone. */
export async function foldOthers(project: Project, ownId: string | undefined): Promise<void> {
  const now = project.now();
  for (const session of readSessions(project.root)) {
    if (session.id === ownId) continue;
    await foldSession(project, session.id, hookDeadlineMs);
    const age = now.getTime() - Date.parse(session.lines.at(-1)?.at ?? '');
    if (!isAlive(session, now) || age > keptMs) removeSession(project.root, session.id);
  }
}

/** Binds a session to a run, unless it is bound to that one already. */
export function bindSession(project: Project, id: string, key: Key): void {
  const session = readSession(project.root, id);
  const bound = session === null ? null : boundKey(session);
  if (bound !== null && keyText(bound) === keyText(key)) return;
  appendSession(project.root, id, [{ e: 'bind', key: keyText(key) }], project.now());
}

/** Before a `pawl` command: what every session has done so far belongs to what the command shows and changes. */
export async function foldBefore(project: Project, env: NodeJS.ProcessEnv): Promise<void> {
  const own = sessionOf(env);
  await foldOthers(project, own);
  if (own !== undefined) await foldSession(project, own);
}

/** A write of an agent's session binds the session to that run. */
export async function noteWrite(project: Project, env: NodeJS.ProcessEnv, key: Key): Promise<void> {
  const own = sessionOf(env);
  const session = own === undefined ? null : readSession(project.root, own);
  if (own === undefined || session === null) return;
  await foldSession(project, own);
  const bind = readSession(project.root, own)?.lines.findLast((line) => line.e === 'bind');
  const before = bind === undefined ? null : parseKey(bind.key);
  if (before === null || keyText(before) === keyText(key) || !(await closeCaptured(project, own, before, key)))
    return bindSession(project, own, key);
  // What was captured so far belongs to the work that has a name now.
  const event: SessionEvent = { e: 'bind', key: keyText(key), from: bind?.from ?? 0 };
  appendSession(project.root, own, [event], project.now());
  await foldSession(project, own);
}

/** An agent that gives its captured work a name goes on under that name: the captured run is over. False for other runs. */
async function closeCaptured(project: Project, id: string, key: Key, next: Key): Promise<boolean> {
  if (key.family !== 'command' || key.command !== capturePhase) return false;
  let isClosed = false;
  const decide = (doc: CommandDocument | null, now: string): CommandDocument | null => {
    const isOwn = doc !== null && Object.keys(doc.pawl?.sessions ?? {}).every((one) => one === id);
    isClosed = isOwn && doc.completed_at == null && Object.keys(doc.phases).every((phase) => phase === capturePhase);
    if (doc === null || !isClosed) return doc;
    const data: PhaseData = { status: 'complete', context_summary: `Continued as ${refOf(next)}.`, tasks: null };
    const done = applyCommand(doc, { type: 'phase', phase: capturePhase, data }, now);
    return applyCommand(done, { type: 'complete' }, now);
  };
  const event = { name: 'continued', args: { as: refOf(next) } };
  const plan = planChange({ key, format: commandFormat, event, decide }, contextOf(project, id));
  await change(project.store, key, (current) => (current === null || isGone(current) ? null : plan(current)));
  return isClosed;
}

/** Whoever folds, it is the session that did the work. */
function contextOf(project: Project, id: string): Context {
  return { ...project.context(), actor: `session ${id.slice(0, 12)}` };
}

/** The run that a session has worked on, also when its file is gone. */
export async function runOfSession(project: Project, id: string): Promise<Key | null> {
  const runs = await listRuns(project); // the last changed first
  return runs.find(({ sessions }) => sessions.includes(id))?.key ?? null;
}

function isWork(line: SessionLine): boolean {
  return line.e === 'edit' || line.e === 'task';
}

/** What a session did for one run. */
interface Segment {
  readonly key: Key;
  readonly lines: readonly SessionLine[];
  /** Where the binding stands. */
  readonly boundAt: number;
  readonly begins: boolean;
  /** The session went on with another run. */
  readonly isLeft: boolean;
}

/** The lines of each run. A binding takes along the lines behind its `from`. */
function segmentsOf({ lines }: Session): readonly Segment[] {
  const segments: Omit<Segment, 'isLeft'>[] = [];
  let current: SessionLine[] = []; // at first the lines without a run
  for (const line of lines) {
    const key = line.e === 'bind' ? parseKey(line.key) : null;
    if (line.e !== 'bind') current.push(line);
    else if (key !== null) {
      const from = line.from ?? (segments.length === 0 ? 0 : line.end);
      const taken = current.filter((one) => one.end > from);
      current.splice(0, current.length, ...current.filter((one) => one.end <= from));
      current = taken;
      segments.push({ key, lines: taken, boundAt: line.end, begins: line.begins === true });
    }
  }
  return segments.map((segment, index) => Object.assign(segment, { isLeft: index < segments.length - 1 }));
}

/** The key of the run for a session that works without one: `work/` and the goal in a few words. */
async function keyFor(project: Project, session: Session, lines: readonly SessionLine[]): Promise<Key> {
  const known = boundKey(session) === null ? await runOfSession(project, session.id) : null;
  if (known !== null) return known;
  const slug = slugOf(goalOf(lines) ?? goalOf(session.lines) ?? '') || `session-${session.id.slice(0, 8)}`;
  for (let n = 1; ; n++) {
    const key = commandKey(capturePhase, n === 1 ? slug : `${slug}-${n}`);
    const stored = await project.store.get(key);
    if (stored === null) return key;
    // Another process may be opening it for the same session in this moment.
    if (boundKey(session) === null && Object.hasOwn(sessionsOf(stored.state), session.id)) return key;
  }
}

/** `Add a login page: first the schema` → `add-a-login-page`. */
export function slugOf(text: string): string {
  const [clause = ''] = text.split(/[.:;,!?\n]\s|[\n]/);
  const words = clause.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return cutAt(words.slice(0, 6).join('-'), 40).replace(/-+$/, '');
}

const approval =
  /^(?:y|yes|yep|ok|okay|sure|fine|great|good|perfect|thanks|thank you|go ahead|do it|do that|sounds good|looks good|lgtm|continue|go on|resume|proceed|keep going|carry on)\b/i;

/** A prompt that only says to continue. */
export function isContinuation(text: string): boolean {
  return /^(?:please\s+)?(?:continue|go on|resume|proceed|keep going|carry on)\b[^?]{0,60}$/i.test(text.trim());
}

/** What the session is for: the last prompt before its first work that says something, else the last one at all. */
export function goalOf(lines: readonly SessionLine[]): string | null {
  const first = lines.findIndex(isWork);
  const before = first < 0 ? lines : lines.slice(0, first);
  const all = before.flatMap((line) => (line.e === 'prompt' ? [oneLine(line.text)] : []));
  const prompts = all.filter((text) => !isContinuation(text));
  const telling = prompts.findLast((text) => text.split(' ').length >= 4 && !approval.test(text));
  return telling ?? prompts.at(-1) ?? null;
}

/** Folds what is not part of the run yet, with one save. */
async function foldSegment(
  project: Project,
  session: Session,
  segment: Segment,
  deadlineMs: number | undefined,
): Promise<void> {
  const plan = planFold(project, session, segment);
  const foldOnto: Plan = (current) => (isGone(current) ? null : plan(current));
  await change(project.store, segment.key, foldOnto, deadlineMs);
}

/** Somebody removed or archived the run: what its session still does is not recorded over that. */
function isGone(current: Stored | null): boolean {
  return current !== null && (current.place === 'removed' || current.place === 'archived');
}

function planFold(project: Project, session: Session, segment: Segment): Plan {
  const { key, lines } = segment;
  const event: EventNote = { name: 'session', args: { edits: lines.filter((line) => line.e === 'edit').length } };
  const context = contextOf(project, session.id);
  if (key.family === 'command') {
    const fold = (doc: CommandDocument | null, now: string): CommandDocument | null =>
      foldCommand(doc, key, session, segment, now);
    return planChange({ key, format: commandFormat, event, decide: fold }, context);
  }
  if (key.family === 'pipeline') {
    return planChange(
      {
        key,
        format: pipelineFormat,
        event,
        decide: (doc) => doc && withNotes(doc, session, fresh(doc, session, lines)),
      },
      context,
    );
  }
  return planChange(
    {
      key,
      format: workflowFormat,
      event,
      decide(doc, now) {
        if (doc === null) return null;
        const added = fresh(doc, session, lines);
        const [created, modified] = [pathsOf(added, 'created'), pathsOf(added, 'modified')];
        const isOpen = doc.status === 'in_progress' || doc.status === 'failed';
        const work = isOpen && created.length + modified.length > 0;
        const after = work ? applyWorkflow(doc, { type: 'progress', created, modified }, now) : doc;
        return withNotes(after, session, added);
      },
    },
    context,
  );
}

function pathsOf(lines: readonly SessionLine[], how: 'created' | 'modified'): string[] {
  return lines.flatMap((line) => (line.e === 'edit' && line.how === how ? [line.path] : []));
}

/** The lines behind what was folded before. */
function fresh(
  doc: { readonly pawl?: Notes },
  session: Session,
  lines: readonly SessionLine[],
): readonly SessionLine[] {
  const from = foldedTo(doc.pawl?.sessions ?? {}, session);
  return lines.filter((line) => line.end > from);
}

/** Takes prompts, branch and folder into the notes, and how far the session's file was folded. */
function withNotes<D extends { pawl?: Notes }>(doc: D, session: Session, lines: readonly SessionLine[]): D {
  const last = lines.at(-1);
  if (last === undefined) return doc;
  const prompts = lines.flatMap((line) => (line.e === 'prompt' ? [line.text] : []));
  const start = session.lines.find((line) => line.e === 'start');
  const notes: NonNullable<Notes> = { ...doc.pawl };
  const [first, latest] = [notes.prompts?.first ?? prompts[0], prompts.at(-1) ?? notes.prompts?.last];
  if (first !== undefined && latest !== undefined) notes.prompts = { first, last: latest };
  if (start?.branch != null) notes.branch ??= start.branch;
  if (start !== undefined && start.folder !== '') notes.folder ??= start.folder;
  if (sameJson(notes, doc.pawl ?? {}) && !lines.some((line) => isWork(line) || line.e === 'stop' || line.e === 'error'))
    return doc;
  const others = Object.entries(notes.sessions ?? {}).filter(([id]) => id !== session.id);
  const sessions = [...others, [session.id, `${session.file}:${last.end}`]].slice(-knownSessions);
  return { ...doc, pawl: { ...notes, sessions: Object.fromEntries(sessions) } };
}

function foldCommand(
  given: CommandDocument | null,
  key: CommandKey,
  session: Session,
  { lines: all, begins, isLeft }: Segment,
  now: string,
): CommandDocument | null {
  const lines = fresh(given ?? {}, session, all);
  if (lines.length === 0) return given !== null && isLeft && isDone(all, isLeft) ? completed(given, now) : given;
  let doc = given ?? newCommand(key.command, key.feature, now);
  if (doc.completed_at != null) {
    const isNext = begins && lines.length === all.length && lines.some((line) => line.e === 'prompt' || isWork(line));
    if (isResumed(lines)) doc = reopened(doc);
    else if (isNext) doc = nextRun(doc, now);
    else return given; // what follows belongs to no run until there is work
  }
  const data = captured(doc, lines, all);
  if (data !== null) doc = applyCommand(doc, { type: 'phase', phase: phaseFor(doc), data }, now);
  const failure = lines.findLast((line) => line.e === 'error');
  doc = withNotes(doc, session, lines);
  if (failure !== undefined)
    doc = { ...doc, pawl: { ...doc.pawl, failure: { unit: phaseFor(doc), message: failure.text, at: failure.at } } };
  const goal =
    doc.pawl?.goal ?? goalFor(key, all) ?? (key.command === capturePhase ? goalFor(key, session.lines) : null);
  if (goal !== null && doc.pawl?.goal == null && doc.pawl != null) doc = { ...doc, pawl: { ...doc.pawl, goal } };
  return isDone(all, isLeft) ? completed(doc, now) : doc;
}

/** Typed commands with an argument of a few words, and ordinary prompts, say what the run is for. */
function goalFor({ command }: CommandKey, lines: readonly SessionLine[]): string | null {
  const goal = goalOf(lines);
  if (goal === null) return null;
  const said = command === capturePhase ? goal : (/^[/$][\w:-]+\s+(.+)$/s.exec(goal)?.[1] ?? '');
  return said === '' || (command !== capturePhase && said.split(' ').length < 4) ? null : shorten(said, 300);
}

/** The phase that is worked on; where nobody has named any, `work`. */
function phaseFor(doc: CommandDocument): string {
  const { unit } = commandResume(doc);
  return doc.state.current_phase ?? (Object.keys(doc.phases).length === 0 ? capturePhase : (unit ?? capturePhase));
}

/** What lines say about a phase; null when they say nothing. */
function captured(doc: CommandDocument, lines: readonly SessionLine[], all: readonly SessionLine[]): PhaseData | null {
  const [created, modified] = [pathsOf(lines, 'created'), pathsOf(lines, 'modified')];
  const known = doc.phases[phaseFor(doc)];
  const isNew = (path: string): boolean => !(known?.files_created ?? []).includes(path) && !created.includes(path);
  const tasks = tasksOf(known?.tasks ?? {}, lines, all);
  const stop = lines.findLast((line) => line.e === 'stop' && line.text !== '');
  const summary = stop?.e === 'stop' ? endOf(stop.text) : undefined;
  const isWorked = lines.some(isWork);
  if (!isWorked && (known === undefined || summary === undefined)) return null;
  return {
    ...(isWorked || known?.status === 'in_progress' ? { status: 'in_progress' } : {}),
    ...(created.length > 0 ? { files_created: created } : {}),
    ...(modified.some(isNew) ? { files_modified: modified.filter(isNew) } : {}),
    ...(tasks === null ? {} : { tasks }),
    ...(summary === undefined ? {} : { context_summary: summary }),
  };
}

type Tasks = NonNullable<CommandDocument['phases'][string]['tasks']>;
const taskStatuses: Readonly<Record<string, string>> = { completed: 'complete', deleted: 'deleted' };

/**
 * Changes of tasks. Agents number the tasks of each session from 1: a task of another session is recognised by its
 * subject, and gets a name of its own otherwise.
 */
function tasksOf(
  known: Tasks,
  lines: readonly SessionLine[],
  all: readonly SessionLine[],
): Record<string, object | null> | null {
  const names = new Map<string, string>();
  const taken: Record<string, unknown> = { ...known };
  for (const line of all) {
    if (line.e !== 'task' || line.subject === undefined) continue;
    const same = Object.entries(known).find(([, { description }]) => description === line.subject);
    const name = same?.[0] ?? freeName(taken, line.task);
    names.set(line.task, name);
    taken[name] = true;
  }
  const changes: Record<string, object | null> = {};
  for (const line of lines) {
    if (line.e !== 'task') continue;
    const name = names.get(line.task) ?? `T${line.task}`;
    const status = taskStatuses[line.status] ?? line.status;
    const description = line.subject === undefined ? {} : { description: line.subject };
    changes[name] = status === 'deleted' ? null : { ...changes[name], status, ...description };
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

function freeName(taken: object, task: string): string {
  const number = Number.parseInt(task, 10);
  for (let n = Number.isNaN(number) ? 1 : number; ; n++) if (!Object.hasOwn(taken, `T${n}`)) return `T${n}`;
}

/** The end of an assistant's last message, from the beginning of a sentence. */
function endOf(text: string): string {
  const line = oneLine(stripInvisible(text));
  if (line.length <= 400) return truncateSummary(line);
  const end = line.slice(-400);
  return truncateSummary(/[.!?]\s+(\S.{80,})$/s.exec(end)?.[1] ?? end.slice(end.indexOf(' ') + 1));
}

/**
 * The work ended by itself: its last word was an answer, nothing ran in the background, and nothing came after it but the
 * end of the session, or work on another run.
 */
function isDone(lines: readonly SessionLine[], isLeft: boolean): boolean {
  const end = lines.at(-1);
  const isEnded = end?.e === 'end' && end.reason !== 'clear' && end.reason !== 'resume';
  const said = lines.findLast((line) => !['end', 'offer', 'start', 'compact', 'trouble'].includes(line.e));
  return (isEnded || isLeft) && said?.e === 'stop' && said.background === 0;
}

/** Completes a run whose only phase is what the hooks saw, unless a task is open. */
function completed(doc: CommandDocument, now: string): CommandDocument {
  const [phase, ...others] = Object.keys(doc.phases);
  const tasks = Object.values(doc.phases[capturePhase]?.tasks ?? {});
  const isOpen = tasks.some(({ status }) => status !== 'complete');
  if (phase !== capturePhase || others.length > 0 || isOpen || doc.completed_at != null) return doc;
  const done = applyCommand(doc, { type: 'phase', phase, data: { status: 'complete' } }, now);
  return applyCommand(done, { type: 'complete' }, now);
}

/** The session that completed a run goes on. */
function reopened(doc: CommandDocument): CommandDocument {
  const { completed_at: _at, ...rest } = doc;
  return rest;
}
