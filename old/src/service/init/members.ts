// Hooks and single values in a JSON file that is a person's own: put in beside what is there, and taken out again. Pure.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { listOf, memberIn } from '../../rules/json/read-member.js';

/** What is to stand in the file. */
export interface Members {
  /** By event: the groups of handlers, as the agent's format has them. */
  readonly hooks: Readonly<Record<string, readonly JsonObject[]>>;
  /** Set where nothing stands yet, e.g. `statusLine`. */
  readonly values: JsonObject;
}

/** What became of a document. */
export interface Merged {
  readonly document: JsonObject;
  /** What of ours stands in it now. */
  readonly added: JsonObject;
  /** Containers that were not there before. */
  readonly made: readonly string[];
  /** Places where a person has something of their own, which stays. */
  readonly kept: readonly string[];
}

/** Scripts whose name tells that a handler is one of ours, even when a person changed it. */
const ownScript = /\b(?:pawl-hook\.cjs|user-prompt-ship\.cjs|pawl-statusline\.sh)\b|\bpawl (?:hook|statusline)\b/;

function ownName(value: unknown): string | null {
  return ownScript.exec(JSON.stringify(value) ?? '')?.[0] ?? null;
}

/** The same script, or the hook that does what the other one does, and more. */
function standsFor(one: Json, other: Json): boolean {
  const [name, otherName] = [ownName(one), ownName(other)];
  if (name === null) return false;
  return name === otherName || (name === 'pawl-hook.cjs' && otherName === 'user-prompt-ship.cjs');
}

/** What a handler runs: what else is set in it, a person may have changed. */
function calls(value: Json): string | null {
  return isJsonObject(value) && ownName(value) !== null ? JSON.stringify([value['command'], value['args']]) : null;
}

const handlersOf = (group: Json): readonly Json[] => listOf(memberIn(group, 'hooks'));

/** A group without the handlers that run the same as one of ours; null when nothing is left in it. */
function withoutHandlers(group: Json, ours: ReadonlySet<string | null>): Json | null {
  const handlers = handlersOf(group);
  const rest = handlers.filter((handler) => calls(handler) === null || !ours.has(calls(handler)));
  if (rest.length === handlers.length || !isJsonObject(group)) return group;
  return rest.length === 0 ? null : { ...group, hooks: rest };
}

const includes = (list: readonly Json[], item: Json): boolean => list.some((one) => sameJson(one, item));

/** Null when something else than a list stands there. */
function groupsOf(hooks: Json | undefined, event: string): readonly Json[] | null {
  const found = isJsonObject(hooks) && Object.hasOwn(hooks, event) ? hooks[event] : [];
  return Array.isArray(found) ? found : null;
}

const eventsOf = (hooks: Json | undefined): readonly string[] => (isJsonObject(hooks) ? Object.keys(hooks) : []);

/** The groups of one event, before and after. */
interface EventMerge {
  readonly next: readonly Json[];
  /** Those of them that are ours. */
  readonly ours: readonly Json[];
  readonly isKept: boolean;
}

function mergeEvent(
  groups: readonly Json[],
  wanted: readonly Json[],
  old: readonly Json[],
  all: readonly Json[],
): EventMerge {
  const isOld = (group: Json): boolean =>
    includes(old, group) && !includes(wanted, group) && all.some((one) => standsFor(one, group));
  const rest = groups.filter((group) => !isOld(group));
  const absent = wanted.filter((group) => !includes(rest, group));
  // One that a person changed is theirs; a second one beside it would act twice.
  const missing = absent.filter((group) => !rest.some((one) => standsFor(one, group)));
  const isKept = absent.some((group) => rest.some((one) => ownName(one) === ownName(group)));
  const next = [...rest, ...missing];
  return { next, ours: next.filter((group) => includes(wanted, group) || includes(old, group)), isKept };
}

/**
 * Puts hooks and values into a document. What an earlier run put there and this one is not about stays.
 * @param document the file's content
 * @param wanted what is to stand there
 * @param recorded what an earlier run put there
 * @returns the new document; throws a `TypeError` when something else stands where hooks belong
 */
export function mergeMembers(document: JsonObject, wanted: Members, recorded: JsonObject): Merged {
  const made: string[] = [];
  const kept: string[] = [];
  const given = document['hooks'];
  if (given !== undefined && !isJsonObject(given)) throw new TypeError('hooks is no object');
  const hooks: Record<string, Json> = { ...given };
  const addedHooks: Record<string, Json> = {};
  const all = Object.values(wanted.hooks).flat();
  for (const event of new Set([...Object.keys(wanted.hooks), ...eventsOf(recorded['hooks'])])) {
    const groups = groupsOf(hooks, event);
    if (groups === null) throw new TypeError(`hooks.${event} is no list`);
    const asked = wanted.hooks[event] ?? [];
    const ours = asked.filter((group) => !asked.some((one) => one !== group && standsFor(one, group)));
    const merged = mergeEvent(groups, ours, groupsOf(recorded['hooks'], event) ?? [], all);
    if (merged.isKept) kept.push(`hooks.${event}`);
    if (merged.next.length > 0 && !Object.hasOwn(hooks, event)) made.push(`hooks.${event}`);
    if (merged.next.length > 0) hooks[event] = merged.next;
    else if (groups.length > 0) delete hooks[event];
    if (merged.ours.length > 0) addedHooks[event] = merged.ours;
  }
  const next: Record<string, Json> = { ...document };
  if (Object.keys(hooks).length > 0) {
    if (given === undefined) made.push('hooks');
    next['hooks'] = hooks;
  }
  const { hooks: _, ...oldValues } = recorded;
  const addedValues: Record<string, Json> = {};
  for (const [name, value] of Object.entries({ ...oldValues, ...wanted.values })) {
    const now = next[name];
    const isWanted = Object.hasOwn(wanted.values, name);
    if (isWanted && (now === undefined || sameJson(now, recorded[name]))) next[name] = value;
    if (sameJson(next[name], value)) addedValues[name] = value;
    else if (isWanted) kept.push(name);
  }
  const added = { ...(Object.keys(addedHooks).length > 0 ? { hooks: addedHooks } : {}), ...addedValues };
  return { document: next, added, made, kept };
}

/** What became of a document from which ours was taken out. */
export interface Withdrawn {
  readonly document: JsonObject;
  /** What of ours still stands in it, as it belongs to other parts. */
  readonly left: JsonObject;
  /** Places where a person changed ours, which stays. */
  readonly kept: readonly string[];
}

/**
 * Takes out what was put in: whole groups as they were put in, else the handlers among others that run the same.
 * @param document the file's content
 * @param gone what this is about
 * @param recorded what earlier runs put there
 * @param made the containers that they made: these go when they are empty
 * @returns the new document
 */
export function removeMembers(
  document: JsonObject,
  gone: Members,
  recorded: JsonObject,
  made: readonly string[],
): Withdrawn {
  const names = new Set([...Object.values(gone.hooks).flat(), ...Object.values(gone.values)].map(ownName));
  const isMeant = (value: Json): boolean => names.has(ownName(value));
  const meant = [
    ...Object.values(gone.hooks).flat(),
    ...eventsOf(recorded['hooks']).flatMap((event) => groupsOf(recorded['hooks'], event) ?? []),
  ].filter(isMeant);
  const ours = new Set([...meant.flatMap(handlersOf), ...Object.values(gone.values)].map(calls));
  const next: Record<string, Json> = { ...document };
  const left: Record<string, Json> = {};
  const leftHooks: Record<string, Json> = {};
  const kept: string[] = [];
  const hooks: Record<string, Json> = isJsonObject(document['hooks']) ? { ...document['hooks'] } : {};
  for (const event of eventsOf(hooks)) {
    const groups = groupsOf(hooks, event) ?? [];
    const own = groupsOf(recorded['hooks'], event) ?? [];
    const rest = groups
      .filter((group) => !(includes(own, group) && isMeant(group)))
      .map((group) => (includes(own, group) ? group : withoutHandlers(group, ours)))
      .filter((group) => group !== null);
    if (rest.some((group) => isMeant(group))) kept.push(`hooks.${event}`);
    const others = rest.filter((group) => includes(own, group));
    if (others.length > 0) leftHooks[event] = others;
    if (sameJson(rest, groups)) continue;
    if (rest.length === 0 && made.includes(`hooks.${event}`)) delete hooks[event];
    else hooks[event] = rest;
  }
  if (Object.keys(leftHooks).length > 0) left['hooks'] = leftHooks;
  if (isJsonObject(document['hooks'])) {
    if (Object.keys(hooks).length === 0 && made.includes('hooks')) delete next['hooks'];
    else next['hooks'] = hooks;
  }
  for (const [name, value] of Object.entries(recorded)) {
    if (name === 'hooks') continue;
    if (!isMeant(value)) left[name] = value;
    else if (sameJson(next[name], value)) delete next[name];
  }
  for (const name of Object.keys(gone.values)) if (ours.has(calls(next[name] ?? null))) delete next[name];
  for (const [name, value] of Object.entries(next)) if (name !== 'hooks' && isMeant(value)) kept.push(name);
  return { document: next, left, kept };
}
