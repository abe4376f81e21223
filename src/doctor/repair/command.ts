// Repairs command checkpoints: phases from maps, lists and words, and the lists of the state. Pure.

import { type Json, type JsonObject, isObject } from '../../base/json.js';
import { commandFormat, commandSchema } from '../../formats/command.js';
import { aliases, type State, namesOfState } from './tables.js';
import { isNothing, nameOf, normal, readState, readTime, unquote } from './values.js';
import { type Place, Source, Work, fitMembers, present, shown } from './work.js';
import { type Said, askState, isUnits, namesOf, openNames, resolveUnits, stateMember, unitsIn } from './units.js';

const listNames = ['current_phase', 'completed_phases', 'pending_phases'];

export function repairCommand(work: Work, raw: JsonObject): JsonObject {
  const { key, modifiedAt } = work.given;
  const source = new Source(raw, 'command');
  const phasePlaces = [...source.all('phases', isPhases)];
  const place = source.one('state', (value) => isObject(value) || typeof value === 'string');
  const value = unquote(place?.value ?? null);
  const inner = new Source(isObject(value) ? value : {}, 'command/state', place?.path);
  if (Array.isArray(value) && place !== null) phasePlaces.push(place);
  const listed = (name: string, state: State): Said[] =>
    [inner, source].flatMap((from) => from.all(name, isUnits)).flatMap((at) => unitsIn(work, at, state));
  const lists = [...listed('completed_phases', 'done'), ...listed('pending_phases', 'pending')];
  const current =
    typeof value === 'string' ? place : [inner, source].flatMap((from) => from.one('current_phase', isUnits) ?? [])[0];
  const running = current == null ? [] : currentIn(work, current, phasePlaces, lists);

  const phases = phasesIn(work, phasePlaces, [...lists, ...running]);
  // Phases win over lists: that is the format's own rule.
  const units = resolveUnits(
    work,
    [...lists, ...running].filter(({ name }) => !Object.hasOwn(phases, name)),
  );
  for (const name of namesOf(units, 'failed', 'skipped')) phases[name] = { status: units.get(name) ?? 'failed' };
  const names = [...new Set(lists.map(({ name }) => name))];
  const open = openNames(units);
  const state = {
    ...fitMembers(work, commandSchema.entries.state, inner, 'command/state', listNames),
    current_phase: running[0]?.name ?? null,
    completed_phases: names.filter((name) => units.get(name) === 'done' || phases[name]?.['status'] === 'complete'),
    pending_phases: names.filter((name) => open.includes(name) || phases[name]?.['status'] === 'pending'),
  };
  const members = fitMembers(work, commandSchema, source, 'command', ['state', 'phases']);
  const name = members['command'];
  const command = typeof name === 'string' ? { command: name.replace(/^\//, '') } : {};
  const own = present({ ...timesIn(members, phases), ...members, ...command, feature: members['feature'] || null });
  const doc = commandFormat.fill(present({ ...own, state, phases }), key, modifiedAt);
  return askForEnd(work, commandFormat.settle(doc));
}

/** A file can carry an end and a status that says something else. */
function askForEnd(work: Work, doc: JsonObject): JsonObject {
  const { completed_at: end, status, ...open } = doc;
  const said = readState(status ?? null);
  const { units } = commandFormat.overview(doc);
  if (end != null && status != null && said !== 'done') {
    const message = `It ended then, but its status is ${shown(status)}. Is it over?`;
    const answer = work.ask({ path: '/completed_at', value: end }, message, ['remove', 'keep']);
    return answer === 'remove' ? { ...open, status } : doc;
  }
  const isDone = units.length > 0 && units.every((unit) => unit.status === 'complete');
  return end == null && said === 'done' && isDone ? { ...doc, completed_at: doc['updated_at'] ?? null } : doc;
}

const stateNames = new Set(
  Object.entries(aliases['command/state'] ?? {})
    .join(' ')
    .split(/[ ,]/),
);

/** True for what tells phases: a list, or a map of words, flags and objects. */
function isPhases(given: Json): boolean {
  const value = unquote(given);
  return Array.isArray(value) || (isObject(value) && Object.entries(value).every(isPhase));
}

function isPhase([name, phase]: readonly [string, Json]): boolean {
  return !stateNames.has(normal(name)) && (readState(phase) !== null || (typeof phase === 'object' && phase !== null));
}

/** The current phase, by its name; a number does not say which phase is meant. */
function currentIn(work: Work, place: Place, phases: readonly Place[], lists: readonly Said[]): Said[] {
  if (isNothing(place.value)) return [];
  const named = [place.value].flat().flatMap((item: Json) => (typeof item === 'number' ? [] : (nameOf(item) ?? [])));
  const known = [...phases.flatMap((one) => unitsIn(new Work(work.given), one, null)), ...lists].map(
    ({ name }) => name,
  );
  const message = `${shown(place.value)} is not the name of a phase. Which one is meant?`;
  const names =
    named.length > 0 ? named : [work.ask(place, message, [...new Set(known)])].flatMap((name) => name ?? []);
  const { path, value } = place;
  return names.map((name) => ({ path, value, name, state: 'running' }));
}

function phasesIn(work: Work, places: readonly Place[], lists: readonly Said[]): Record<string, JsonObject> {
  const phases: Record<string, JsonObject> = {};
  for (const said of places.flatMap((place) => unitsIn(work, place, null))) {
    if (Object.hasOwn(phases, said.name)) continue;
    const others = lists.filter(({ name }) => name === said.name).map(({ state }) => state);
    const source = new Source(isObject(said.value) ? said.value : {}, 'command/phases', said.path);
    source.one('status', (value) => typeof value !== 'object');
    const members = fitMembers(work, commandSchema.entries.phases.value, source, 'command/phases', ['status']);
    phases[said.name] = { status: statusOf(work, said, others), ...members };
  }
  return phases;
}

/** What a phase says of itself, else what the lists say about it. */
function statusOf(work: Work, { path, value, state, name }: Said, others: readonly (State | null)[]): string {
  const isRunning = state === 'open' && others.includes('running');
  const isUnread = state === null && typeof value === 'string' && value.trim() !== name;
  const isUnsaid = state === null && isObject(value) && hasWork(value);
  const known = isRunning ? 'running' : (state ?? others[0] ?? (isUnread || isUnsaid ? null : 'pending'));
  const place = isObject(value) ? stateMember({ path, value }) : { path, value: isUnread ? value : null };
  const options: readonly string[] = commandSchema.entries.phases.value.entries.status.options;
  const nameIn = (one: State): string | undefined => namesOfState(one).find((word) => options.includes(word));
  return (
    (known === null ? undefined : nameIn(known)) ??
    nameIn(askState(work, place, [...options.filter((one) => one !== 'complete'), 'complete'])) ??
    'pending'
  );
}

/** Something was done in it, and nobody says how it stands. */
function hasWork(phase: JsonObject): boolean {
  return Object.keys(phase).some((name) => /summary|files|created|modified|started|commit|error|tasks/.test(name));
}

/** The first and the last of all times in the file. */
function timesIn(members: JsonObject, phases: Readonly<Record<string, JsonObject>>): JsonObject {
  const times = [members, ...Object.values(phases)].flatMap((from) =>
    ['started_at', 'updated_at', 'completed_at'].flatMap((name) => readTime(from[name]) ?? []),
  );
  const sorted = times.sort((a, b) => Date.parse(a) - Date.parse(b));
  return present({ started_at: sorted[0], updated_at: sorted.at(-1) });
}
