// Repairs command checkpoints: phases from maps, lists and words, the state's lists, the ship gate. Pure.

import { type Json, type JsonObject, isObject, pointer } from '../../base/json.js';
import {
  type Aliases,
  type State,
  commandAliases,
  commandStateAliases,
  phaseAliases,
  shipGateAliases,
  statusNames,
} from './tables.js';
import { isNothing, nameOf, normal, readState, readText, readTexts, readTime, unquote } from './values.js';
import {
  type Place,
  type Said,
  Source,
  type Work,
  askState,
  isUnits,
  namesOf,
  present,
  resolveUnits,
  shown,
  stateMember,
  unitsIn,
} from './work.js';

export function repairCommand(work: Work, raw: JsonObject): JsonObject {
  const source = new Source(raw, { ...commandAliases, ...commandStateAliases });
  const { key } = work.given;
  const own = key.family === 'command' ? key : { command: '', feature: null };
  const ownPhases = source.all('phases', isPhases);
  const stated = stateIn(source);
  const phasePlaces = [...ownPhases, ...stated.phases];

  const lists = stated.sources.flatMap((from) => [
    ...from.all('completed_phases', isUnits).flatMap((place) => unitsIn(work, place, 'done')),
    ...from.all('pending_phases', isUnits).flatMap((place) => unitsIn(work, place, 'pending')),
  ]);
  const currentPlace = [
    ...stated.current,
    ...stated.sources.flatMap((from) => from.one('current_phase', isUnits) ?? []),
  ][0];
  const running =
    currentPlace === undefined
      ? []
      : unitsOfCurrent(work, currentPlace, [...phasePlaces.flatMap((place) => unitsIn(work, place, null)), ...lists]);
  const phases = phasesIn(work, phasePlaces, [...lists, ...running]);
  // Phases win over lists: that is the format's own rule.
  const free = [...lists, ...running].filter(({ name }) => !Object.hasOwn(phases, name));
  const units = resolveUnits(work, free, false);
  for (const name of namesOf(units, 'failed', 'skipped')) phases[name] = { status: units.get(name) ?? 'failed' };

  const names = [...new Set([...lists.map(({ name }) => name), ...Object.keys(phases)])];
  const statusIn = (name: string): Json | undefined =>
    Object.hasOwn(phases, name) ? phases[name]?.['status'] : listStatus(units.get(name));
  const task = stated.sources.map((from) => from.read('current_task', (value) => nameOf(value)))[0] ?? null;
  const state = {
    ...stated.rest(),
    current_phase: running[0]?.name ?? null,
    completed_phases: names.filter((name) => statusIn(name) === 'complete'),
    pending_phases: names.filter((name) => statusIn(name) === 'pending'),
    ...present({ current_task: task }),
  };
  const times = timesIn(source, phases, work.given.modifiedAt);
  source.one('version');
  const command = source.read('command', readText)?.trim().replace(/^\//, '');
  const feature = source.read('feature', readText) || own.feature;
  const head = source.read('head_commit', readText);
  const gate = gateIn(work, source);
  const doc = { command: command || own.command, feature, version: 1, head_commit: head, ...times, state, phases };
  return askForEnd(work, { ...doc, ...present({ gate }), ...source.rest });
}

/** A file can carry an end and a status that says something else. */
function askForEnd(work: Work, doc: JsonObject): JsonObject {
  const { completed_at: end, status, phases } = doc;
  const said = readState(status ?? null);
  if (end != null && status != null && said !== 'done') {
    const message = `It ended then, but its status is ${shown(status)}. Is it over?`;
    const answer = work.choose({ path: '/completed_at', value: end }, message, ['remove', 'keep']);
    const { completed_at: _end, ...open } = doc;
    return answer === 'remove' ? open : doc;
  }
  const all = isObject(phases) ? Object.values(phases) : [];
  const isDone = all.length > 0 && all.every((phase) => isObject(phase) && phase['status'] === 'complete');
  const isOpen =
    isObject(doc['state']) &&
    (doc['state']['current_phase'] !== null ||
      (!isNothing(doc['state']['pending_phases']) && namesLeft(doc['state']['pending_phases'])));
  return end == null && said === 'done' && isDone && !isOpen
    ? { ...doc, completed_at: doc['updated_at'] ?? null }
    : doc;
}

const namesLeft = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0;

/** True for what tells phases: a list, or a map of words, flags and objects. */
function isPhases(given: Json): boolean {
  const value = unquote(given);
  if (Array.isArray(value)) return true;
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([name, member]) =>
      !knownIn(commandStateAliases, name) && (isObject(member) || Array.isArray(member) || readState(member) !== null),
  );
}

function knownIn(aliases: Aliases, name: string): boolean {
  return Object.entries(aliases).some(([own, others]) => [own, ...others.split(' ')].includes(normal(name)));
}

interface Stated {
  /** Where lists and the current phase may stand: the state, then the document itself. */
  readonly sources: readonly Source[];
  readonly phases: readonly Place[];
  readonly current: readonly Place[];
  /** Members of the state that pawl does not know. */
  readonly rest: () => JsonObject;
}

/** The state can be an object, JSON in quotes, the name of a phase, or a list of phases. */
function stateIn(source: Source): Stated {
  const place = source.one('state', (value) => isObject(value) || typeof value === 'string');
  const value = place === null ? null : unquote(place.value);
  if (isObject(value)) {
    const inner = new Source(value, commandStateAliases, place?.path);
    return { sources: [inner, source], phases: [], current: [], rest: () => inner.rest };
  }
  const isList = Array.isArray(value);
  const phases = isList && place !== null ? [place] : [];
  const current = place === null || isList ? [] : [place];
  return { sources: [source], phases, current, rest: () => ({}) };
}

/** The current phase, by its name; a number does not say which phase is meant. */
function unitsOfCurrent(work: Work, place: Place, known: readonly Said[]): Said[] {
  const { value, path } = place;
  if (isNothing(value)) return [];
  if (typeof value !== 'number') {
    const items = Array.isArray(value) ? value : [value];
    return items
      .flatMap((item) => nameOf(item) ?? [])
      .map((name) => ({ path, value, name, state: 'running' as const }));
  }
  const names = [...new Set(known.map(({ name }) => name))];
  const name = work.ask({
    path,
    found: value,
    message: `${value} is not the name of a phase. Which one is it?`,
    answers: names,
  });
  return name === null ? [] : [{ path, value, name, state: 'running' }];
}

function phasesIn(work: Work, places: readonly Place[], listed: readonly Said[]): Record<string, JsonObject> {
  const phases: Record<string, JsonObject> = {};
  for (const place of places) {
    for (const said of unitsIn(work, place, null)) {
      if (Object.hasOwn(phases, said.name)) continue;
      const others = listed.filter(({ name }) => name === said.name).map(({ state }) => state);
      const status = statusOf(work, said, others);
      phases[said.name] = { status, ...(isObject(said.value) ? phaseMembers(said.value) : {}) };
    }
  }
  return phases;
}

/** What a phase says of itself, else what the lists say about it. */
function statusOf(work: Work, { path, value, state, name }: Said, others: readonly (State | null)[]): string {
  const isRunning = state === 'open' && others.includes('running');
  const isUnread = state === null && typeof value === 'string' && value.trim() !== name;
  const isUnsaid = state === null && isObject(value) && hasWork(value);
  const listed = isUnread || isUnsaid ? (others[0] ?? null) : (others[0] ?? 'pending');
  const known = isRunning ? 'running' : state === 'open' ? 'pending' : (state ?? listed);
  const place = isObject(value) ? stateMember({ path, value }) : { path, value: isUnread ? value : null };
  return (known === null ? undefined : nameOfState(known)) ?? statusAnswer(work, place);
}

function nameOfState(state: State): string | undefined {
  const names: Readonly<Partial<Record<State, string>>> = statusNames.phase;
  return names[state];
}

function statusAnswer(work: Work, place: Place): string {
  return nameOfState(askState(work, place, ['pending', 'in_progress', 'failed', 'skipped', 'complete'])) ?? 'pending';
}

/** Something was done in it, and nobody says how it stands. */
function hasWork(phase: JsonObject): boolean {
  return Object.keys(phase).some((name) => /summary|files|created|modified|started|commit|error|tasks/.test(name));
}

function phaseMembers(value: JsonObject): JsonObject {
  const source = new Source(value, phaseAliases);
  source.one('status');
  const members = {
    started_at: source.read('started_at', readTime),
    updated_at: source.read('updated_at', readTime),
    context_summary: source.read('context_summary', readText),
    files_created: source.read('files_created', readTexts),
    files_modified: source.read('files_modified', readTexts),
    error: source.read('error', (text) => (isNothing(text) ? null : readText(text))),
    tasks: source.read('tasks', readTasks),
  };
  return { ...present(members), ...source.rest };
}

/** Tasks by their ids, from a map of words or a list of objects. */
function readTasks(value: Json): JsonObject | null {
  const items: readonly [string | null, Json][] = Array.isArray(value)
    ? value.map((item) => [nameOf(item), typeof item === 'string' ? { description: item } : item])
    : Object.entries(isObject(value) ? value : {});
  const tasks = items.map(([name, task]): [string, Json] => {
    const members = isObject(task)
      ? task
      : { status: task === true ? 'complete' : task === false ? 'pending' : readText(task) };
    return [
      name ?? '',
      present({
        ...members,
        status: readText(members['status'] ?? null),
        description: readText(members['description'] ?? null),
      }),
    ];
  });
  return items.some(([name]) => name === null) || new Set(tasks.map(([name]) => name)).size < tasks.length
    ? null
    : Object.fromEntries(tasks);
}

/** How a name that only the lists know counts there. */
function listStatus(state: State | undefined): string {
  return state === 'done' ? 'complete' : state === 'running' ? 'in_progress' : 'pending';
}

/** What is missing follows from the other times, at last from the file's own. */
function timesIn(source: Source, phases: Readonly<Record<string, JsonObject>>, modifiedAt: string): JsonObject {
  const said = {
    started: source.read('started_at', readTime),
    updated: source.read('updated_at', readTime),
    completed: source.read('completed_at', readTime),
  };
  const inPhases = Object.values(phases).flatMap((phase) =>
    ['started_at', 'updated_at', 'completed_at'].flatMap((name) => readTime(phase[name]) ?? []),
  );
  const all = [said.started, said.updated, said.completed, ...inPhases].filter((time) => time !== null);
  const sorted = all.sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    started_at: said.started ?? sorted[0] ?? modifiedAt,
    updated_at: said.updated ?? sorted.at(-1) ?? modifiedAt,
    ...present({ completed_at: said.completed }),
  };
}

function gateIn(work: Work, source: Source): JsonObject | null {
  const place = source.one(
    'gate',
    (value) => isObject(value) && new Source(value, shipGateAliases).has('ship_allowed'),
  );
  if (place === null) return null;
  const isFlag = typeof place.value === 'boolean';
  const gate = new Source(
    isFlag ? { ship_allowed: place.value } : isObject(place.value) ? place.value : {},
    shipGateAliases,
    place.path,
  );
  const said = gate.one('ship_allowed') ?? { path: `${place.path}${pointer('ship_allowed')}`, value: null };
  const reasons = gate.one('blockers')?.value ?? null;
  const blockers = isNothing(reasons)
    ? []
    : Array.isArray(reasons)
      ? reasons.flatMap((item) => (isObject(item) ? readText(item['message'] ?? item) : readText(item)) ?? [])
      : [readText(reasons) ?? ''];
  const word = typeof said.value === 'string' ? said.value.trim().toLowerCase() : said.value;
  const isKnown = typeof word === 'boolean' || word === 'yes' || word === 'no' || word === 'true' || word === 'false';
  const implied = said.value === null && blockers.length > 0 ? 'false' : null;
  const asked = isKnown ? String(word) : (implied ?? work.choose(said, 'Does it allow shipping?', ['false', 'true']));
  return { ship_allowed: asked === 'true' || asked === 'yes', blockers, ...gate.rest };
}
