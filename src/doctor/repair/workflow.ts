// Repairs workflows: numbered phases from names, maps and lists of phases. Pure.

import { type Json, type JsonObject, isObject } from '../../base/json.js';
import { parseWorkflowId, workflowFormat, workflowSchema } from '../../formats/workflow.js';
import { lifted } from './tables.js';
import { isNothing, readCount, splitNames, unquote } from './values.js';
import { type Place, Source, type Work, fitMembers, present } from './work.js';
import { type Said, isUnits, namesOf, resolveUnits, unitsIn } from './units.js';

export function repairWorkflow(work: Work, raw: JsonObject): JsonObject {
  const { key, modifiedAt } = work.given;
  const outer = new Source(raw, 'workflow');
  const value = unquote(outer.one('workflow_state', isObject)?.value ?? {});
  const state = isObject(value) ? value : isNothing(value) ? {} : { value };
  // What the document lacks and its state has stays in the state, too.
  const more = lifted.filter((name) => outer.look(name).length === 0).map((name) => [name, state[name] ?? null]);
  const source = new Source({ ...present(Object.fromEntries(more)), ...outer.rest }, 'workflow');
  const [statusPlace] = source.look('status', (one) => typeof one === 'string');
  const progress = progressIn(work, source);
  const members = fitMembers(work, workflowSchema, source, 'workflow', [
    'workflow_state',
    'current_phase',
    'total_phases',
    'completed_phases',
  ]);
  const own = key.family === 'workflow' ? key.id : '';
  const times = present({ updated_at: members['created_at'], created_at: isId(own) ? null : members['updated_at'] });
  const known = { ...times, ...members, workflow_state: state };
  const doc: Record<string, Json> = {
    ...workflowFormat.fill(present(known), key, modifiedAt),
    ...(isId(members['checkpoint_id']) || !isId(own) ? {} : { checkpoint_id: own }),
    ...(members['workflow_description'] === undefined ? { workflow_description: own } : {}),
    ...(members['workflow_type'] === undefined && !isId(own) ? { workflow_type: '' } : {}), // then it is asked for
    total_phases: progress.total,
    completed_phases: progress.completed,
  };
  const names = Object.fromEntries(progress.names.map((name, n) => [n + 1, { name }]));
  const pawl =
    progress.names.length === 0 ? {} : { pawl: { phases: names, ...(isObject(doc['pawl']) ? doc['pawl'] : {}) } };
  return askForEnd(work, workflowFormat.settle({ ...doc, ...pawl }), statusPlace ?? { path: '/status', value: null });
}

/** More phases than there are, or a complete workflow with open phases. */
function askForEnd(work: Work, doc: JsonObject, status: Place): JsonObject {
  const completed = [doc['completed_phases'] ?? []].flat().map(Number);
  const total = Number(doc['total_phases']);
  const last = Math.max(0, ...completed);
  if (total > 0 && last > total) {
    const message = `Phase ${last} is completed, but it has ${total} phases. How many are there?`;
    const answer = work.ask({ path: '/total_phases', value: total }, message, [String(last)], true);
    return { ...doc, total_phases: readCount(answer)?.count ?? last };
  }
  if (doc['status'] !== 'complete' || new Set(completed).size >= total) return doc;
  const message = `It is complete, but not all of its ${total} phases are. Which one is right? "complete" completes them, too.`;
  const answer = work.ask(status, message, ['in_progress', 'complete']);
  return answer === 'complete' ? { ...doc, completed_phases: numbersTo(total) } : { ...doc, status: 'in_progress' };
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
  const current = source.one('current_phase', (value) => typeof value !== 'object');
  const number = readCount(current?.value);
  const total = readCount(source.one('total_phases', (value) => readCount(value) !== null)?.value)?.count ?? number?.of;

  const planned = phases === undefined ? [] : unitsIn(work, phases, null);
  const isName = number === null && typeof current?.value === 'string';
  const all = [
    ...planned,
    ...(done === null ? [] : unitsIn(work, done, 'done')),
    ...(isName ? unitsIn(work, current, 'running') : []),
    ...(pending === null ? [] : unitsIn(work, pending, 'pending')),
  ];
  // Without a list of all phases their order is: completed, current, pending.
  const isNamed = planned.length > 0 ? !planned.some(isNumber) : !all.some(isNumber);
  const names = isNamed ? [...new Set(all.filter((one) => !isNumber(one)).map(({ name }) => name))] : [];
  const said = all.map((one): Said => {
    const { path, value, state } = one;
    return { path, value, state, name: isNumber(one) ? one.name : String(names.indexOf(one.name) + 1) };
  });
  const units = resolveUnits(
    work,
    said.filter(({ state, name }) => state !== null && name !== '0'),
  );
  const isStrange = said.some(({ name, state }) => name === '0' && state === 'done');
  const isUnsaid =
    done === null && !planned.some(({ state }) => state !== null) && !(number !== null && number.count <= 1);
  const completed =
    isStrange || isUnsaid
      ? askCompleted(work, done, number?.count ?? 0, isStrange)
      : namesOf(units, 'done').map(Number);
  const isWhole = planned.length > 0 || pending !== null;
  return { completed, total: total ?? (isWhole ? Math.max(names.length, ...[...units.keys()].map(Number)) : 0), names };
}

function askCompleted(work: Work, place: Place | null, current: number, isStrange: boolean): number[] {
  const why = isStrange
    ? 'It lists a phase that does not exist: phases are counted from 1.'
    : 'It does not list the completed phases.';
  const before = !isStrange && current > 1 ? [numbersTo(current - 1).join(',')] : [];
  const message = `${why} Which ones are completed? Write numbers with commas, or "none".`;
  const answer = work.ask(place ?? { path: '/completed_phases', value: null }, message, ['none', ...before], true);
  return splitNames(answer ?? '').map(Number);
}

function isId(id: Json | undefined): boolean {
  return typeof id === 'string' && parseWorkflowId(id) !== null;
}

function isNumber({ name }: Said): boolean {
  return /^\d+$/.test(name);
}

function numbersTo(last: number): number[] {
  return Array.from({ length: Math.max(0, last) }, (_, n) => n + 1);
}
