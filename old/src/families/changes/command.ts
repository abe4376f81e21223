// What happened to a command's run, phase by phase.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { mapIn, textsOf } from '../../rules/json/read-member.js';
import { unitsOf } from '../command/index.js';
import { taskChanges } from './tasks.js';
import { became, type Change, counted, newIn, shortly } from './change.js';

/** Places that are described here, that follow from others, or that every save changes. */
export const commandPlaces =
  /^\/(?:updated_at|started_at|completed_at|head_commit|phases|gate|pawl\/ship|state(?:\/(?:current_phase|completed_phases|pending_phases|current_task))?)(?:\/|$)/;

/** What a run is called is no news. */
export const commandIdentity = /^\/(?:command|feature|version)$/;

/**
 * Describes what happened to a command's run.
 * @param before the state before; empty when there was none
 * @param after the state after
 * @returns a line for each phase that changed, and for the run
 */
export function commandChanges(before: JsonObject, after: JsonObject): Change[] {
  const isNewRun = before['started_at'] !== undefined && !sameJson(before['started_at'], after['started_at']);
  const old = new Map(isNewRun ? [] : unitsOf(before).map(({ name, status }) => [name, status]));
  const phasesBefore = isNewRun ? {} : mapIn(before, 'phases');
  const phases = mapIn(after, 'phases');
  const changes: Change[] = isNewRun ? [{ unit: null, text: 'a new run began' }] : [];
  const planned: string[] = [];
  for (const { name, status } of unitsOf(after)) {
    const was = old.get(name);
    old.delete(name);
    const [phaseBefore, phase] = [mapIn(phasesBefore, name), mapIn(phases, name)];
    if (was === undefined && status === 'pending' && Object.keys(phase).length <= 1) planned.push(name);
    else {
      const parts = [...(was === status ? [] : [became(was, status)]), ...phaseParts(phaseBefore, phase)];
      if (parts.length > 0) changes.push({ unit: name, text: `phase ${name}: ${parts.join(', ')}` });
    }
  }
  if (planned.length > 0) changes.push({ unit: null, text: `planned: ${planned.join(', ')}`, units: planned });
  const isCompleted = after['completed_at'] !== undefined && before['completed_at'] === undefined;
  for (const [unit, was] of old) {
    // What was only planned has no place in a complete run.
    const isSkipped = isCompleted && was === 'pending' && !Object.hasOwn(phasesBefore, unit);
    changes.push({ unit, text: `phase ${unit}: ${isSkipped ? became(was, 'skipped') : 'taken away'}` });
  }
  return [...changes, ...runChanges(before, after, isNewRun)];
}

const told = new Set([
  'status',
  'files_created',
  'files_modified',
  'context_summary',
  'error',
  'tasks',
  'started_at',
  'updated_at',
]);

function phaseParts(before: JsonObject, after: JsonObject): string[] {
  const count = (field: string, word: string): string[] => {
    const [was, is] = [textsOf(before[field]), textsOf(after[field])];
    const [more, fewer] = [newIn(is, was).length, newIn(was, is).length];
    return [
      ...(more > 0 ? [`${counted(more, 'file')} ${word}`] : []),
      ...(fewer > 0 ? [`${counted(fewer, 'file')} no longer ${word}`] : []),
    ];
  };
  const { error, context_summary: summary } = after;
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !told.has(field) && !sameJson(before[field], after[field]),
  );
  return [
    ...count('files_created', 'added'),
    ...count('files_modified', 'changed'),
    ...(sameJson(summary, before['context_summary']) ? [] : [`summary ${verb(before['context_summary'], summary)}`]),
    ...(error === undefined || sameJson(error, before['error']) ? [] : [`error: ${shortly(error)}`]),
    ...taskChanges(mapIn(before, 'tasks'), mapIn(after, 'tasks')),
    ...others.map((field) => `${field} ${verb(before[field], after[field])}`),
  ];
}

const verb = (before: Json | undefined, after: Json | undefined): string =>
  after === undefined ? 'removed' : before === undefined ? 'written' : 'changed';

function runChanges(before: JsonObject, after: JsonObject, isNewRun: boolean): Change[] {
  const texts: string[] = [];
  const task = mapIn(after, 'state')['current_task'];
  if (!sameJson(task, mapIn(before, 'state')['current_task']))
    texts.push(`current task: ${task == null ? 'none' : shortly(task)}`);
  const [gate, oldGate] = [after['gate'], before['gate']];
  const [forced, oldForced] = [forceIn(after), forceIn(before)];
  if (isJsonObject(forced) && !sameJson(forced, oldForced))
    texts.push(`ship gate: forced open for one content: ${shortly(forced['reason'] ?? '')}`);
  else if (!sameJson(gate, oldGate) || !sameJson(shipIn(after), shipIn(before)))
    texts.push(`ship gate: ${gateText(gate)}`);
  if (after['completed_at'] !== undefined && before['completed_at'] === undefined) texts.push('run completed');
  if (!isNewRun && after['completed_at'] === undefined && before['completed_at'] !== undefined)
    texts.push('run open again');
  const [head, oldHead] = [after['head_commit'], before['head_commit']];
  if (typeof head === 'string' && typeof oldHead === 'string' && head !== oldHead)
    texts.push(`HEAD: ${oldHead.slice(0, 8)} → ${head.slice(0, 8)}`);
  return texts.map((text) => ({ unit: null, text }));
}

const shipIn = (doc: JsonObject): JsonObject => mapIn(doc, 'pawl', 'ship');
const forceIn = (doc: JsonObject): Json | undefined => shipIn(doc)['forced'];

function gateText(gate: Json | undefined): string {
  if (!isJsonObject(gate)) return 'taken away';
  const blockers = textsOf(gate['blockers']);
  const why = blockers.length === 0 ? '' : ` (${blockers.map(shortly).join('; ')})`;
  return `${gate['ship_allowed'] === true ? 'open' : 'closed'}${why}`;
}
