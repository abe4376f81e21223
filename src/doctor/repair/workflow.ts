// Repairs workflows: numbered phases from names, ranges, maps and lists of phases. Pure.

import { type Json, type JsonObject, isObject } from '../../base/json.js';
import { parseWorkflowId, workflowFormat, workflowId } from '../../formats/workflow.js';
import { statusNames, workflowAliases, workflowLifted } from './tables.js';
import { isNothing, nameOf, readCount, readText, readTime, unquote } from './values.js';
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

export function repairWorkflow(work: Work, raw: JsonObject): JsonObject {
  const outer = new Source(raw, workflowAliases);
  const statePlace = outer.one('workflow_state', isObject);
  const value = unquote(statePlace?.value ?? {});
  const state = isObject(value) ? value : {};
  const source = new Source({ ...liftedFrom(state, outer), ...outer.rest }, workflowAliases);

  const identity = identify(work, source, state);
  const times = timesIn(source, work, identity.at);
  const error = errorIn(source);
  const said = source.one('status', (one) => typeof one === 'string' || one === true);
  const status = said === null ? statusFor(work, error) : work.status(said, 'workflow', statusNames.workflow);
  const progress = progressIn(work, source);
  const doc = {
    checkpoint_id: identity.id,
    workflow_type: identity.type,
    workflow_description:
      source.read('workflow_description', readText) ?? `${identity.type} ${identity.project}`.trim(),
    ...times,
    status: status ?? 'in_progress',
    current_phase: 0,
    total_phases: progress.total,
    completed_phases: progress.completed,
    workflow_state: isObject(value) || statePlace === null ? state : { value: statePlace.value },
    last_error: error,
  };
  const names =
    progress.names.length === 0
      ? {}
      : { phases: Object.fromEntries(progress.names.map((name, n) => [n + 1, { name }])) };
  const pawl = isObject(source.rest['pawl'])
    ? { ...names, ...source.rest['pawl'] }
    : Object.keys(names).length === 0
      ? source.rest['pawl']
      : names;
  return askForEnd(work, workflowFormat.settle({ ...doc, ...source.rest, ...present({ pawl }) }), said);
}

/** Members that the document lacks and its state has. They stay in the state, too. */
function liftedFrom(state: JsonObject, outer: Source): JsonObject {
  return Object.fromEntries(
    workflowLifted
      .filter((name) => !outer.has(name) && (state[name] ?? null) !== null)
      .map((name) => [name, state[name] ?? null]),
  );
}

function askForEnd(work: Work, doc: JsonObject, said: Place | null): JsonObject {
  const { completed_phases, total_phases: total, status } = doc;
  const completed = Array.isArray(completed_phases) ? completed_phases.map(Number) : [];
  const last = Math.max(0, ...completed);
  if (typeof total === 'number' && total > 0 && last > total) {
    const message = `Phase ${last} is completed, but it has ${total} phases. How many are there?`;
    const answer = readCount(work.ask({ path: '/total_phases', found: total, message, answers: [String(last)] }, true));
    return { ...doc, total_phases: answer?.count ?? last };
  }
  const open = typeof total === 'number' ? total - new Set(completed).size : 0;
  if (status !== 'complete' || open <= 0) return doc;
  const message = `It is complete, but not all of its ${String(total)} phases are. Which one is right? "complete" completes them, too.`;
  const answer = work.choose(said ?? { path: '/status', value: null }, message, ['in_progress', 'complete']);
  const all = Array.from({ length: Number(total) }, (_, n) => n + 1);
  return answer === 'complete' ? { ...doc, completed_phases: all } : { ...doc, status: 'in_progress' };
}

/** Type and project follow from the id or the file's name, and the other way round. */
function identify(
  work: Work,
  source: Source,
  state: JsonObject,
): { readonly id: string; readonly type: string; readonly project: string; readonly at: string | null } {
  const { key } = work.given;
  const own = key.family === 'workflow' ? key.id : '';
  const said = source.read('checkpoint_id', readText)?.replace(/\.json$/, '') ?? own;
  const parsed = parseWorkflowId(said) ?? parseWorkflowId(own);
  const type = source.read('workflow_type', readText) ?? parsed?.type ?? null;
  const project =
    readText(state['project_name'] ?? null) ??
    parsed?.project ??
    /^[a-z]\w*?_(.+)_\d{8}_\d{6}$/.exec(said)?.[1] ??
    null;
  const question = {
    path: '/workflow_type',
    found: null,
    message: 'Which kind of workflow is it? For example orchestrate.',
    answers: [],
  };
  const known = type ?? work.ask(question, true) ?? '-';
  if (parsed !== null)
    return { id: parseWorkflowId(said) === null ? own : said, type: known, project: project ?? '', at: parsed.at };
  const [created] = source.look('created_at', (value) => readTime(value) !== null);
  const at = readTime(created?.value);
  const isMade = type !== null && project !== null && at !== null;
  return { id: isMade ? workflowId(type, project, at) : said, type: known, project: project ?? '', at };
}

function timesIn(source: Source, { given }: Work, at: string | null): JsonObject {
  const created = source.read('created_at', readTime);
  const updated = source.read('updated_at', readTime);
  return {
    created_at: created ?? at ?? updated ?? given.modifiedAt,
    updated_at: updated ?? created ?? given.modifiedAt,
  };
}

function errorIn(source: Source): string | null {
  const value = source.one('last_error', (one) => typeof one === 'string' || isObject(one))?.value ?? null;
  const last = Array.isArray(value) ? (value.at(-1) ?? null) : value;
  return isNothing(last) ? null : readText(last);
}

function statusFor(work: Work, error: string | null): string | null {
  if (error === null) return 'in_progress';
  const message = `It has no status, and the error ${shown(error)}. How does it stand?`;
  return work.choose({ path: '/status', value: null }, message, ['in_progress', 'failed']);
}

interface Progress {
  readonly completed: readonly number[];
  readonly total: number;
  /** Where phases have names: the name of each, from the first. */
  readonly names: readonly string[];
}

function progressIn(work: Work, source: Source): Progress {
  const [phases] = source.look('phases', (value) => typeof value === 'object');
  const done = source.one('completed_phases', (value) => isUnits(value) || typeof value === 'number');
  const pending = source.one('pending_phases', isUnits);
  const currentPlace = source.one('current_phase', (value) => typeof value !== 'object');
  const current = readCount(currentPlace?.value);
  const total = source.read('total_phases', (value) => readCount(value)?.count ?? null) ?? current?.of ?? null;

  const planned = phases === undefined ? [] : unitsIn(work, phases, null);
  const listed = done === null ? [] : completedIn(work, done);
  const open = pending === null ? [] : unitsIn(work, pending, 'pending');
  const here =
    current === null && typeof currentPlace?.value === 'string' && !isNothing(currentPlace.value)
      ? unitsIn(work, currentPlace, 'running')
      : [];
  const isNumber = ({ name }: Said): boolean => /^\d+$/.test(name);
  const all = [...planned, ...listed, ...here, ...open];
  const names = [...new Set(all.filter((one) => !isNumber(one)).map(({ name }) => name))];
  // Without a list of all phases their order is: completed, current, pending.
  const isNamed = planned.length > 0 ? planned.every((one) => !isNumber(one)) : !all.some(isNumber);
  const order = isNamed ? names : [];
  const numberOf = (one: Said): number => (isNumber(one) ? Number(one.name) : order.indexOf(one.name) + 1);
  const said = all.map((one) => ({ ...one, name: String(numberOf(one)) }));
  const units = resolveUnits(
    work,
    said.filter(({ state, name }) => state !== null && name !== '0'),
    false,
  );
  const zero = said.find(({ name, state }) => name === '0' && state === 'done');
  const isUnsaid = done === null && !planned.some(({ state }) => state !== null);
  const completed =
    zero === undefined && !isUnsaid
      ? namesOf(units, 'done').map(Number)
      : askCompleted(work, done, zero, current?.count ?? null);
  const isWhole = planned.length > 0 || pending !== null;
  return {
    completed,
    total: total ?? (isWhole ? Math.max(order.length, ...[...units.keys()].map(Number)) : 0),
    names: order,
  };
}

/** Nobody lists them, or they are counted from 0. */
function askCompleted(work: Work, place: Place | null, zero: Said | undefined, current: number | null): number[] {
  if (zero === undefined && current !== null && current <= 1) return [];
  const message =
    zero === undefined
      ? 'It does not list the completed phases. Which ones are completed?'
      : 'It lists a phase that does not exist: phases are counted from 1. Which ones are completed?';
  const before = zero === undefined && current !== null ? [numbersTo(current - 1).join(',')] : [];
  const question = {
    path: place?.path ?? '/completed_phases',
    found: place?.value ?? null,
    message: `${message} Write numbers with commas, or "none".`,
    answers: ['none', ...before],
  };
  return splitNames(work.ask(question, true) ?? '').map(Number);
}

/** A list, a map, names, or a range such as `1-3`; a single number may be a count or a phase. */
function completedIn(work: Work, place: Place): Said[] {
  const { path, value } = place;
  const [, from, to] = /^(\d{1,3})\s*-\s*(\d{1,3})$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const say = (numbers: readonly number[]): Said[] =>
    numbers.map((n) => ({ path, value, name: String(n), state: 'done' as const }));
  if (from !== undefined && to !== undefined) return say(numbersTo(Number(to)).slice(Number(from) - 1));
  if (typeof value !== 'number') return unitsIn(work, { path, value: withNumbers(value) }, 'done');
  if (value === 0) return [];
  const message = `${value} may be a number of phases, or one phase. Which ones are completed? Write numbers with commas, or "none".`;
  const answers = ['none', String(value), ...(value > 1 ? [numbersTo(value).join(',')] : [])];
  return say(splitNames(work.ask({ path, found: value, message, answers }, true) ?? '').map(Number));
}

/** `{"phase": 2, "name": "API"}` is phase 2. */
function withNumbers(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return value.map((item) =>
    isObject(item) && readCount(item['phase'])?.count ? { ...item, id: nameOf(item['phase'] ?? null) } : item,
  );
}

function numbersTo(last: number): number[] {
  return Array.from({ length: Math.max(0, last) }, (_, n) => n + 1);
}
