// What the dashboard shows: the answers of its API, made from the same functions as the command line.

import fs from 'node:fs';
import path from 'node:path';
import { gateIn, standingsOf } from '../build/gates.js';
import { outputFile } from '../build/work.js';
import { PawlError } from '../base/errors.js';
import { toJsonObject } from '../base/json.js';
import { type Key, keyText, refOf } from '../base/names.js';
import { redactText } from '../base/redact.js';
import { counted, stripInvisible, timeOf } from '../base/text.js';
import { countTokens } from '../base/tokens.js';
import { withRev } from '../formats/notes.js';
import { type PipelineDocument, gateOf } from '../formats/pipeline.js';
import type { Spec } from '../formats/spec.js';
import { briefOf } from '../resume/brief.js';
import { type Decision, decide } from '../resume/decision.js';
import { type Facts, factsOf, findAnyRun, toLive } from '../resume/facts.js';
import { diffRevisions, eventText, historyOf, readRevision } from '../runs/history.js';
import { type Holder, holderOf } from '../runs/lease.js';
import { type RunLine, listRuns, readRun } from '../runs/list.js';
import { type Project, formats } from '../runs/project.js';
import { type Session, boundKey, isAlive, readSessions } from '../runs/session.js';
import { specOfRun } from '../runs/specs.js';
import { statsOf } from '../runs/stats.js';
import { RunTrace } from '../runs/trace.js';
import { verdictIn, verdictText } from '../ship/verdict.js';
import type { Listed, Stored } from '../store/store.js';
import type {
  DiffAnswer,
  HistoryAnswer,
  RunAnswer,
  RunSummary,
  RunsAnswer,
  TimelineRow,
  Waiting,
  Worker,
} from './api.js';

const dayMs = 86_400_000;
/** Nobody is asked about what did not change for so long. */
const waitingDays = 30;
/** The agent of a run that did not change for so long, and that no session has open, is gone. */
const goneMs = 10 * 60_000;
/** How long the reasons why a run waits are taken as known: they depend on files of the project, too. */
const knownMs = 10_000;
const maxOutput = 20_000;
/** How often the store is asked for changes. */
export const pollMs = 300;

/** The answers about one project. It follows the store's changes, so that no request reads all histories. */
export class Answers {
  readonly #project: Project;
  readonly #isReadOnly: boolean;
  readonly #onChanges: (changes: readonly Stored[]) => void;
  readonly #traces = new Map<string, RunTrace>();
  readonly #waiting = new Map<
    string,
    { readonly rev: string; readonly until: number; readonly waiting: Waiting | null }
  >();
  #cursor: string | null = null;
  #advancedAt = Number.NEGATIVE_INFINITY;
  #advancing: Promise<unknown> = Promise.resolve();

  /** @param onChanges told what was stored since the last look, whoever looked */
  constructor(project: Project, isReadOnly: boolean, onChanges: (changes: readonly Stored[]) => void = () => {}) {
    this.#project = project;
    this.#isReadOnly = isReadOnly;
    this.#onChanges = onChanges;
  }

  /** Takes in what was stored since the last look; gives it. */
  advance(): Promise<readonly Stored[]> {
    const next = this.#advancing.then(() => this.#takeChanges());
    this.#advancing = next.catch(() => {});
    return next;
  }

  async #takeChanges(): Promise<readonly Stored[]> {
    const { changes, cursor } = await this.#project.store.changes(this.#cursor);
    for (const stored of changes) {
      const name = keyText(stored.key);
      const trace = this.#traces.get(name);
      // A run that was purged and begun again starts over.
      const isNew = trace === undefined || (stored.revision === 1 && trace.head !== null);
      const own = isNew ? new RunTrace() : trace;
      this.#traces.set(name, own);
      own.add(stored);
    }
    this.#cursor = cursor;
    this.#advancedAt = performance.now();
    this.#onChanges(changes);
    return changes;
  }

  /** Followers have the changes read every 300 ms: a request does not read them once more. */
  async #catchUp(): Promise<void> {
    if (performance.now() - this.#advancedAt > pollMs) await this.advance();
  }

  /** @param all also deleted runs */
  async runs(all = false): Promise<RunsAnswer> {
    await this.#catchUp();
    const project = this.#project;
    const listed = await project.store.list();
    const there = new Set(listed.map(({ key }) => keyText(key)));
    const away = await this.#putAway(there, all);
    const once = withStore(project, { list: async () => listed });
    const lines = await listRuns(withStore(project, { list: async () => [...listed, ...away] }));
    const sessions = liveSessions(project);
    const runs: RunSummary[] = [];
    for (const line of lines) runs.push(await this.#summary(once, line, sessions));
    for (const name of this.#waiting.keys()) if (!there.has(name)) this.#waiting.delete(name);
    const stats = statsOf(this.#traces.values(), project.now());
    return { root: project.root, isReadOnly: this.#isReadOnly, runs, stats };
  }

  /** Runs without a file. One that was purged is not there any more. */
  async #putAway(there: ReadonlySet<string>, all: boolean): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    for (const [name, { head }] of this.#traces) {
      if (head === null || there.has(name) || (head.place === 'removed' && !all)) continue;
      const stored = await this.#project.store.get(head.key).catch(() => null);
      if (stored !== null && (stored.place !== 'removed' || all)) found.push(stored);
    }
    return found;
  }

  async #summary(project: Project, line: RunLine, sessions: readonly Session[]): Promise<RunSummary> {
    const { key, path: _path, sessions: _sessions, ...shown } = line;
    const isOpen = !line.isFinished && (line.place === 'live' || line.place === 'failed');
    const workers = isOpen ? await workersOf(project, line, sessions) : [];
    return { ...shown, workers, waiting: isOpen || isShip(key) ? await this.#waits(project, line, workers) : null };
  }

  /** Why a run waits for a person; asked again when it has changed, and now and then. */
  async #waits(project: Project, line: RunLine, workers: readonly Worker[]): Promise<Waiting | null> {
    const now = project.now().getTime();
    const isOld = line.updatedAt !== null && now - timeOf(line.updatedAt) > waitingDays * dayMs;
    if (line.place === 'removed' || line.place === 'archived' || isOld) return null;
    const name = keyText(line.key);
    const rev = `${line.revision} ${line.updatedAt} ${line.problem} ${workers.length}`;
    const known = this.#waiting.get(name);
    if (known?.rev === rev && known.until > now) return known.waiting;
    const facts = await factsOf(project, line.key);
    const waiting = waitingOf(facts, decide(facts, project.now()), workers, await specFor(project, facts), now);
    this.#waiting.set(name, { rev, until: now + knownMs, waiting });
    return waiting;
  }

  /** @param revision the newest one when it is not given */
  async run(ref: string, revision?: number): Promise<RunAnswer> {
    await this.#catchUp();
    const key = await findAnyRun(this.#project, ref);
    return this.runAt(key, revision === undefined ? null : await readRevision(this.#project, key, revision));
  }

  /** @param stored an earlier revision, as it would have been shown then; null for the newest */
  async runAt(key: Key, stored: Stored | null): Promise<RunAnswer> {
    const isOld = stored !== null && (await this.#project.store.get(key))?.revision !== stored.revision;
    const project = stored !== null && isOld ? asOf(this.#project, stored) : this.#project;
    const facts = await factsOf(project, key);
    const decision = decide(facts, project.now());
    const spec = await specFor(project, facts);
    const { overview, notes, failure, files, evidence } = facts;
    const { state = {}, rev = '0-', revision = 0 } = facts.stored ?? {};
    const units = overview.units.map((unit) => ({
      ...unit,
      proof: unit.status === 'complete' ? (ownOf(evidence.proofs, unit.name) ?? 'claimed') : null,
      tokens: unit.summary === undefined ? null : countTokens(unit.summary),
    }));
    return {
      summary: await this.#summaryAt(project, facts, isOld),
      rev,
      document: withRev(state, rev),
      units,
      timeline: this.#timeline(
        key,
        overview.units.map(({ name }) => name),
        revision,
      ),
      decision,
      brief: briefOf(facts, decision, project.now()),
      goal: notes.goal ?? null,
      decisions: textsOf(notes.decisions),
      rejected: textsOf(notes.rejected),
      failure,
      gates: gatesOf(project.root, facts, spec),
      graph: graphOf(facts),
      files,
      handoffs: (notes.handoffs ?? []).map((one) => toJsonObject('hand-off', one)),
    };
  }

  async #summaryAt(project: Project, facts: Facts, isOld: boolean): Promise<RunSummary> {
    const { key, place, stored, trouble } = facts;
    const rev = stored?.rev ?? null;
    const problem = trouble?.kind === 'corrupt' ? { problem: trouble.message } : {};
    const listed: Listed = { key, place, state: stored?.state ?? {}, rev, ...problem };
    const [line] = await listRuns(withStore(project, { list: async () => [listed] }));
    if (line === undefined) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
    const summary = await this.#summary(project, line, isOld ? [] : liveSessions(project));
    return { ...summary, revision: stored?.revision ?? 0, waiting: isOld ? null : summary.waiting };
  }

  #timeline(key: Key, units: readonly string[], revision: number): readonly TimelineRow[] {
    const attempts = this.#traces.get(keyText(key))?.attemptsAt(revision) ?? [];
    const began = new Map(attempts.toReversed().map(({ unit, begun }) => [unit, begun]));
    // In the order in which they were begun; what is only planned comes last.
    const order = units.toSorted((a, b) => (began.get(a) ?? Infinity) - (began.get(b) ?? Infinity) || 0);
    return order.map((unit) => ({
      unit,
      segments: attempts.filter((one) => one.unit === unit).map(({ from, to, status }) => ({ from, to, status })),
    }));
  }

  async history(ref: string): Promise<HistoryAnswer> {
    const key = await findAnyRun(this.#project, ref);
    const revisions = await historyOf(this.#project, key);
    return { revisions: revisions.map((one) => Object.assign({ text: eventText(one.event) }, one)) };
  }

  async diff(ref: string, from?: number, to?: number): Promise<DiffAnswer> {
    const key = await findAnyRun(this.#project, ref);
    const found = await diffRevisions(this.#project, key, from, to);
    const before = found.from === 0 ? null : await readRevision(this.#project, key, found.from);
    return { ...found, redo: redoText(before, await readRun(this.#project, key)) };
  }
}

function withStore(project: Project, more: Partial<Project['store']>): Project {
  return { ...project, store: { ...project.store, ...more } };
}

/** The project as it was when a revision was the newest. */
function asOf(project: Project, stored: Stored): Project {
  const current = {
    list: async () => [],
    get: async () => stored,
    put: async () => ({ ok: false, current: stored }) as const,
  };
  return { ...withStore(project, current), now: () => new Date(timeOf(stored.at)) };
}

const isShip = (key: Key): boolean => key.family === 'command' && (key.command === 'ship' || key.command === 'review');

function ownOf<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

function textsOf(said: Facts['notes']['decisions']): RunAnswer['decisions'] {
  return (said ?? []).map(({ text, at }) => (at === undefined ? { text } : { text, at }));
}

function liveSessions({ root, now }: Project): readonly Session[] {
  return readSessions(root).filter((one) => isAlive(one, now()));
}

async function workersOf(
  { store }: Project,
  { key, updatedAt }: RunLine,
  sessions: readonly Session[],
): Promise<readonly Worker[]> {
  const bound = sessions.filter((one) => {
    const own = boundKey(one);
    return own !== null && keyText(own) === keyText(key);
  });
  const holder = await holderOf(store, key);
  return [
    ...bound.map(toLive).map(({ id, since, lastEdited }): Worker => ({ kind: 'session', name: id, since, lastEdited })),
    ...(holder === null ? [] : [buildOf(holder, updatedAt ?? '')]),
  ];
}

function buildOf({ actor, pid }: Holder, since: string): Worker {
  return { kind: 'build', name: `${actor} (process ${pid})`, since, lastEdited: null };
}

/** A spec that cannot be read is a matter for the build. */
async function specFor(project: Project, { run }: Facts): Promise<Spec | undefined> {
  if (run.family !== 'pipeline') return undefined;
  try {
    return (await specOfRun(project, run.doc))?.spec;
  } catch {
    return undefined;
  }
}

/** Why a person is asked for; the most urgent kind first. */
function waitingOf(
  facts: Facts,
  { action, reasons, information }: Decision,
  workers: readonly Worker[],
  spec: Spec | undefined,
  now: number,
): Waiting | null {
  const { ref, run, overview, stored, failure, holder } = facts;
  const due = run.family === 'pipeline' && spec !== undefined ? approvalsDue(run.doc, spec) : [];
  const [gate] = due;
  if (gate !== undefined) return { kind: 'approve', gate: gate.gate, reasons: [`Gate ${gate.gate} ${gate.how}`] };
  const verdict = isShip(facts.key) && stored !== null ? verdictIn(ref, stored.state) : null;
  const isHeld = verdict !== null && ('problem' in verdict || !verdict.isAllowed || verdict.blockers.length > 0);
  if (isHeld && verdict !== null) return { kind: 'ship', reasons: [`Shipping is ${verdictText(verdict)}`] };
  if (overview.isFinished || holder !== null || action === 'nothing') return null;
  const isFailed = overview.status === 'failed' || overview.units.some(({ status }) => status === 'failed');
  if (isFailed) return { kind: 'failed', reasons: reasons.length > 0 ? reasons : [failure?.message ?? 'It failed'] };
  if (run.family === 'pipeline' && run.doc.adversarial_review?.verdict === 'do_not_ship')
    return { kind: 'ship', reasons };
  const quietMs = now - timeOf(overview.updatedAt ?? '');
  const isBegun = overview.current !== null || Object.keys(facts.notes.sessions ?? {}).length > 0;
  if (workers.length === 0 && isBegun && quietMs > goneMs)
    return { kind: 'abandoned', reasons: [...reasons, ...information, 'Nobody works on it now'].slice(0, 5) };
  return action === 'ask' || action === 'blocked' ? { kind: 'decide', reasons } : null;
}

function approvalsDue(doc: PipelineDocument, spec: Spec): ReturnType<typeof standingsOf> {
  return standingsOf(doc, spec).filter(({ gate, state }) => state === 'due' && gateIn(spec, gateOf(gate)).isManual);
}

function gatesOf(root: string, { key, run, stored, ref }: Facts, spec: Spec | undefined): RunAnswer['gates'] {
  const verdict = isShip(key) && stored !== null ? verdictIn(ref, stored.state) : null;
  if (verdict !== null)
    return [
      {
        label: 'ship',
        state: 'problem' in verdict || !verdict.isAllowed ? 'blocked' : 'passed',
        detail: verdictText(verdict),
      },
    ];
  if (run.family !== 'pipeline') return [];
  return standingsOf(run.doc, spec).map(({ gate: label, state, how }) => {
    const output = readOutput(path.join(root, outputFile(key, `gate ${label}`)));
    const shown = { label, state, detail: how === '' ? null : how };
    return output === null ? shown : Object.assign(shown, { output });
  });
}

/** The end of what a gate's command printed; null when nothing is kept. */
function readOutput(file: string): string | null {
  try {
    const text = fs.readFileSync(file, 'utf8').slice(-maxOutput);
    return redactText(stripInvisible(text)).text;
  } catch {
    return null;
  }
}

function graphOf({ plan }: Facts): RunAnswer['graph'] {
  if (plan === null) return [];
  return plan.phases.flatMap(({ workstreams }, index) =>
    workstreams.map((unit) => ({
      unit,
      phase: index + 1,
      needs: [...(ownOf(plan.workstreams, unit)?.depends_on ?? [])],
    })),
  );
}

function doneIn({ key, state }: Stored): string[] {
  const { units } = formats[key.family].overview(state);
  return units.flatMap(({ name, status }) => (status === 'complete' ? [name] : []));
}

/** What going back to a revision would mean. */
function redoText(wanted: Stored | null, newest: Stored): string {
  const kept = wanted === null ? [] : doneIn(wanted);
  const again = doneIn(newest).filter((name) => !kept.includes(name));
  if (again.length === 0) return 'Nothing that is complete now would be run again.';
  const names = again.slice(0, 5).join(', ');
  return `${counted(again.length, 'unit')} would be run again: ${names}${again.length > 5 ? ' and others' : ''}.`;
}
