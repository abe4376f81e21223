// Repairs pipelines: workstreams and gates from lists, maps and phases; failures, reviews, artifacts. Pure.

import { type Json, type JsonObject, isObject } from '../../base/json.js';
import { pipelineFormat } from '../../formats/pipeline.js';
import {
  type State,
  failureAliases,
  fixAliases,
  pipelineAliases,
  reviewAliases,
  statusNames,
  verdictOfWord,
} from './tables.js';
import { isNothing, normal, ownState, readCount, readText, readTexts, readTime } from './values.js';
import {
  type Place,
  type Said,
  Source,
  type Work,
  isUnits,
  namesOf,
  present,
  resolveUnits,
  shown,
  splitNames,
  unitsIn,
} from './work.js';

export function repairPipeline(work: Work, raw: JsonObject): JsonObject {
  const source = new Source(raw, pipelineAliases);
  const identity = identify(work, source);
  const said = source.one('status', (value) => !isNothing(value));
  const status = said === null ? null : work.status(said, 'pipeline', statusNames.pipeline);
  const isOver = status === 'complete';

  const phases = phasesIn(work, source);
  const statements = shortNames([
    ...source.all('completed_workstreams', isUnits).flatMap((place) => countOr(work, source, place, 'done')),
    ...source.all('in_progress_workstreams', isUnits).flatMap((place) => countOr(work, source, place, 'running')),
    ...source.all('pending_workstreams', isUnits).flatMap((place) => countOr(work, source, place, 'pending')),
    ...source.look('open_workstreams', isUnits).flatMap((place) => unitsIn(work, place, 'failed')),
    ...source.look('workstreams', isUnits).flatMap((place) => workstreamsIn(work, place)),
    ...phases.said,
  ]);
  const units = resolveUnits(work, statements, isOver);
  const completed = namesOf(units, 'done');
  const running = namesOf(units, 'running');
  const failed = namesOf(units, 'failed');
  const pending = namesOf(units, 'pending', 'open', 'failed', 'paused', 'blocked');
  const gates = gatesIn(work, source);
  const { error, finalStatus } = failureIn(work, source, said, status ?? 'paused', failed, running, pending);
  const artifacts = artifactsIn(source, completed);

  const doc = {
    ...identity,
    current_phase: currentPhase(work, source, phases.finished),
    status: said === null ? impliedStatus(units) : finalStatus,
    completed_workstreams: completed,
    in_progress_workstreams: finalStatus === 'failed' ? [] : running,
    pending_workstreams: finalStatus === 'failed' ? [...running, ...pending] : pending,
    artifacts: artifacts.known,
    ...gates,
    timestamp: source.read('timestamp', readTime) ?? work.given.modifiedAt,
    ...present({ error, adversarial_review: reviewIn(work, source), ...notesIn(source) }),
  };
  const rest = source.rest;
  const pawl =
    artifacts.other === null
      ? rest['pawl']
      : { ...(isObject(rest['pawl']) ? rest['pawl'] : {}), artifacts: artifacts.other };
  return askForRest(work, { ...doc, ...rest, ...present({ pawl }) }, said, status);
}

/** A file that calls itself unfinished and lists nothing open would count as complete. */
function askForRest(work: Work, doc: JsonObject, said: Place | null, status: string | null): JsonObject {
  const isClear = status === null ? said !== null : status === 'complete';
  const isNew = status === 'initialized' && namesOfList(doc['completed_workstreams']).length === 0;
  if (isClear || isNew || pipelineFormat.settle(doc)['status'] === 'failed') return doc;
  const isEmpty = ['completed', 'in_progress', 'pending'].every(
    (list) => isNothing(doc[`${list}_workstreams`]) || namesOfList(doc[`${list}_workstreams`]).length === 0,
  );
  if (pipelineFormat.settle(doc)['status'] !== 'complete' && !isEmpty) return doc;
  const message = `${said === null ? 'It has no status' : `Its status is ${shown(said.value)}`}, and it lists nothing that is left to do. Which workstreams are left? Write names with commas, or "none" if it is complete.`;
  const answer = work.ask({ path: '/pending_workstreams', found: [], message, answers: ['none'] }, true);
  const left = splitNames(answer ?? '');
  if (left.length > 0) return { ...doc, pending_workstreams: left };
  return answer === null ? doc : { ...doc, status: 'complete' };
}

const namesOfList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function impliedStatus(units: ReadonlyMap<string, State>): string {
  if (namesOf(units, 'running').length > 0) return 'in_progress';
  return namesOf(units, 'done').length === 0 ? 'initialized' : 'paused';
}

/** A number of workstreams says nothing where the file also lists them. */
function countOr(work: Work, source: Source, place: Place, own: State): Said[] {
  const isCounted = typeof place.value === 'number' && source.has('workstreams');
  return isCounted || place.value === 0 ? [] : unitsIn(work, place, own);
}

/** `PRD-010: Cashier Drop Safe` is an id and a title; what is no id gives way to the file's name. */
function identify(work: Work, source: Source): JsonObject {
  const { key, checks } = work.given;
  const own = key.family === 'pipeline' ? key.id : '';
  const text = source.read('prd', readText)?.trim() ?? own;
  const [, id = text, rest = ''] = /^([A-Za-z]+-\d+)\s*[:–—-]\s+(.+)$/.exec(text) ?? [];
  const isKnown = checks.pipelineId.test(id);
  const isOwn = !isKnown && (checks.pipelineId.test(own) || id === '');
  const title = source.read('prd_title', readText);
  return { prd: isOwn ? own : id, prd_title: title ?? (rest === '' ? own : rest) };
}

/** `WS1: Channel setup` is WS1, unless that would make two units one. */
function shortNames(said: readonly Said[]): Said[] {
  const full = new Set(said.map(({ name }) => name));
  const isOnly = (short: string): boolean =>
    [...full].filter((name) => shortOf(name) === short && name !== short).length === 1;
  return said.map((one) => (isOnly(shortOf(one.name)) ? { ...one, name: shortOf(one.name) } : one));
}

function shortOf(name: string): string {
  return /^(WS[A-Za-z0-9_]+)(?:[\s:(–—-]|$)/.exec(name)?.[1] ?? name;
}

/** Batches name their workstreams in a list of their own. */
function workstreamsIn(work: Work, place: Place): Said[] {
  const { value } = place;
  if (!Array.isArray(value) || !value.every((item) => isObject(item) && memberList(item) !== null))
    return unitsIn(work, place, null);
  return value.flatMap((item, n) => phaseUnits(work, { path: `${place.path}/${n}`, value: item }));
}

const memberNames = ['workstreams', 'parallel', 'items', 'units'];

function memberList(item: JsonObject): string | null {
  return memberNames.find((name) => Array.isArray(item[name])) ?? null;
}

function phaseUnits(work: Work, { path, value }: Place): Said[] {
  if (!isObject(value)) return [];
  const list = memberList(value);
  const state = ownState(value) ?? null;
  if (list === null) return unitsIn(work, { path, value: [value] }, null).map((one) => ({ ...one, path }));
  return unitsIn(work, { path: `${path}/${list}`, value: value[list] ?? null }, state);
}

/** What the phases say about workstreams, and how many from the first one on are done. Phases without workstreams are units. */
function phasesIn(work: Work, source: Source): { readonly said: Said[]; readonly finished: number | null } {
  const [place] = source.look('phases', isUnits);
  if (place === undefined || !Array.isArray(place.value)) return { said: [], finished: null };
  const phases: readonly Json[] = place.value;
  const hasUnits = source.has('completed_workstreams') || source.has('workstreams');
  const isPlain = phases.every((phase) => !isObject(phase) || memberList(phase) === null);
  const states = phases.map((phase) => (isObject(phase) ? ownState(phase) : undefined));
  const open = states.findIndex((state) => state !== 'done');
  const named = phases.map((phase, n) => ({
    path: `${place.path}/${n}`,
    value: isPlain && isObject(phase) ? withName(phase) : phase,
  }));
  return {
    said: isPlain && hasUnits ? [] : named.flatMap((phase) => phaseUnits(work, phase)),
    finished: states.every((state) => state === undefined) ? null : open < 0 ? phases.length : open,
  };
}

/** A phase is known by its name rather than by its number. */
function withName({ phase, ...rest }: JsonObject): JsonObject {
  return typeof rest['name'] === 'string' ? rest : present({ phase, ...rest });
}

function currentPhase(work: Work, source: Source, finished: number | null): number {
  const place = source.one('current_phase', (value) => readCount(value) !== null || typeof value === 'string');
  if (place === null) return finished ?? 0;
  const said = readCount(place.value)?.count ?? finished;
  if (said !== null) return said;
  const message = `${shown(place.value)} is not the number of the last finished phase. Which one is it? 0 before the first.`;
  return readCount(work.ask({ path: place.path, found: place.value, message, answers: ['0'] }, true))?.count ?? 0;
}

/** Gates from the two lists, and from a map or list of gates with results. */
function gatesIn(work: Work, source: Source): JsonObject {
  const said = [
    ...source.all('gates_passed', isUnits).flatMap((place) => unitsIn(work, place, 'done').map(gateLabel)),
    ...source.all('gates_pending', isUnits).flatMap((place) => unitsIn(work, place, 'pending').map(gateLabel)),
    ...source.look('gates', isUnits).flatMap((place) => unitsIn(work, place, null).map(gateLabel)),
  ];
  // Mentioned only: what a gate is, not how it went.
  const units = resolveUnits(
    work,
    said.filter(({ state }) => state !== null),
    false,
  );
  return {
    gates_passed: namesOf(units, 'done'),
    gates_pending: namesOf(units, 'pending', 'open', 'failed', 'running', 'blocked', 'paused', 'skipped'),
  };
}

/** `type-check (WS2)` for an object that names what the gate was passed for. */
function gateLabel(said: Said): Said {
  if (!isObject(said.value)) return said;
  const { gate, name, workstream, phase } = said.value;
  const own = readText(gate ?? null) ?? readText(name ?? null);
  const about = typeof workstream === 'string' ? workstream : typeof phase === 'number' ? `Phase ${phase}` : null;
  return own === null ? said : { ...said, name: about === null ? own : `${own} (${about})` };
}

interface Failure {
  readonly error: JsonObject | null;
  readonly finalStatus: string;
}

function failureIn(
  work: Work,
  source: Source,
  said: Place | null,
  status: string,
  failed: readonly string[],
  running: readonly string[],
  pending: readonly string[],
): Failure {
  const place = source.one('error', (value) => typeof value === 'string' || typeof value === 'object');
  const last = Array.isArray(place?.value) ? place.value.at(-1) : place?.value;
  const isFailed = status === 'failed';
  if (isNothing(last) && !isFailed) return { error: null, finalStatus: status };
  const own = new Source(isObject(last) ? last : {}, failureAliases, place?.path ?? '/error');
  const text = isObject(last) ? own.read('message', readText) : isNothing(last) ? null : readText(last);
  const open = [...new Set([...failed, ...running, ...pending])];
  const guess =
    failed.length === 1 ? failed[0] : running.length === 1 ? running[0] : open.length === 1 ? open[0] : undefined;
  const workstream =
    own.read('workstream', readText) ??
    guess ??
    (isFailed ? askFor(work, 'workstream', 'Which workstream failed?', open) : '');
  const message = text ?? (isFailed ? askFor(work, 'message', 'What went wrong?', []) : 'unknown');
  const line = own.read('line', (value) => readCount(value)?.count ?? null);
  const error = { workstream, message, ...present({ file: own.read('file', readText), line }), ...own.rest };
  const isResolved = isObject(last) && (last['resolved'] === true || readTime(last['resolved_at']) !== null);
  if (status !== 'complete' || isResolved) return { error, finalStatus: status };
  const question = `It is complete, and it has an error: ${shown(message)}. Which one is right?`;
  const answer = work.choose(said ?? { path: '/status', value: null }, question, ['failed', 'complete']);
  return { error, finalStatus: answer ?? status };
}

function askFor(work: Work, member: string, message: string, answers: readonly string[]): string {
  return work.ask({ path: `/error/${member}`, found: null, message, answers }, true) ?? '-';
}

/** Files of completed workstreams; what belongs to none of them is kept apart. */
function artifactsIn(
  source: Source,
  completed: readonly string[],
): { readonly known: JsonObject; readonly other: Json | null } {
  const place = source.one('artifacts', (value) => typeof value === 'object');
  const value = place?.value ?? {};
  const known: Record<string, Json> = {};
  const other: Record<string, Json> = {};
  const isByUnit =
    Array.isArray(value) && value.every((item) => isObject(item) && typeof item['workstream'] === 'string');
  if (Array.isArray(value) && !isByUnit) return { known, other: value.length === 0 ? null : value };
  const entries: [string, Json][] = Array.isArray(value)
    ? value.map((item) => (isObject(item) ? [String(item['workstream']), item['files'] ?? null] : ['', item]))
    : Object.entries(value);
  for (const [name, member] of entries) {
    const unit = completed.includes(name) ? name : shortOf(name);
    const files = typeof member === 'boolean' ? null : readTexts(member);
    if (member === null) continue;
    if (completed.includes(unit) && files !== null && !Object.hasOwn(known, unit)) known[unit] = files;
    else other[name] = member;
  }
  return { known, other: Object.keys(other).length === 0 ? null : other };
}

function reviewIn(work: Work, source: Source): JsonObject | null {
  const place = source.one('adversarial_review', (value) => typeof value === 'object');
  if (place === null || isNothing(place.value)) return null;
  const isList = Array.isArray(place.value);
  const last = isList ? place.value.at(-1) : place.value;
  const path = isList ? `${place.path}/${place.value.length - 1}` : place.path;
  const review = new Source(isObject(last) ? last : { verdict: last ?? null }, reviewAliases, path);
  const said = review.one('verdict') ?? { path: `${path}/verdict`, value: null };
  const known = typeof said.value === 'string' ? verdictOfWord.get(normal(said.value)) : undefined;
  const message = `${shown(said.value)} is not a verdict. Which one is it?`;
  const verdict = known ?? work.choose(said, message, ['do_not_ship', 'ship_with_gates', 'ship']) ?? 'do_not_ship';
  const count = (name: string): number => {
    const number = review.read(name, (value) => readCount(value)?.count ?? null);
    const question = {
      path: `${path}/${name}`,
      found: null,
      message: 'How many findings of this kind are there?',
      answers: [],
    };
    return number ?? readCount(work.ask(question, true))?.count ?? 0;
  };
  const counts = { p0_count: count('p0_count'), p1_count: count('p1_count') };
  const attempt = review.read('attempt', (value) => readCount(value)?.count ?? null) ?? 1;
  const texts = {
    findings_path: review.read('findings_path', readText),
    override_reason: review.read('override_reason', readText),
  };
  return { verdict, ...counts, attempt, ...present(texts), ...review.rest };
}

/** Lists of fixes from texts such as `rot.ts: null guard`, and from maps. */
function notesIn(source: Source): JsonObject {
  const fixes = (name: string): Json | null => {
    const value = source.one(name)?.value ?? null;
    if (isNothing(value)) return null;
    if (isObject(value))
      return Object.entries(value).map(([file, change]) => ({ file, change: readText(change) ?? '' }));
    return (Array.isArray(value) ? value : [value]).map((item) => {
      if (!isObject(item)) {
        const [, file = '', change = readText(item) ?? ''] = /^(\S+\.\w+): (.+)$/s.exec(readText(item) ?? '') ?? [];
        return { file, change };
      }
      const own = new Source(item, fixAliases);
      return { file: own.read('file', readText) ?? '', change: own.read('change', readText) ?? '', ...own.rest };
    });
  };
  const cleanup = source.one('cleanup_done')?.value ?? null;
  const done = isNothing(cleanup) ? null : typeof cleanup === 'string' ? [cleanup] : readTexts(cleanup);
  return present({ eslint_fixes: fixes('eslint_fixes'), key_fixes: fixes('key_fixes'), cleanup_done: done });
}
