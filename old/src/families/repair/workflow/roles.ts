// What a member says about phases, told by the words of its name: which are done, under way, to come, or all of them.

import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { isAboutUnits, isAside } from '../read/member-names.js';
import { saidBy } from '../read/status.js';

/** `last` is the last one that is done, `first` the next one to do; what is `stuck` failed or is blocked. */
export type Role = 'done' | 'last' | 'now' | 'first' | 'next' | 'stuck' | 'total' | 'all';

/** Something that is said about phases. */
export interface Statement {
  readonly role: Role;
  /** 1 for phases, 2 for what else people call them, 3 for what may also be a part of one. */
  readonly rank: number;
  readonly path: string;
  readonly value: Json;
}

/** The words of names; what is none of them makes a name say something else. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    done: 'completed complete done finished',
    last: 'last latest',
    now: 'current active inprogress ongoing doing running now wip',
    next: 'pending remaining next todo upcoming queued notstarted left outstanding unfinished open',
    stuck: 'failed failing blocked',
    total: 'total count num of',
    1: 'phase phases',
    2: 'stage stages step steps state states wave waves',
    3: 'task tasks todos milestone milestones item items checklist subtasks stories workstreams',
    filler:
      'list status statuses map name names number numbers progress results workflow execution implementation project build all order',
  }).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
);

/**
 * Tells what a member says about phases.
 * @param name its name
 * @returns the role and the rank of what it calls them; null when it says something else
 */
export function roleOf(name: string): Pick<Statement, 'role' | 'rank'> | null {
  const plain = snakeCase(name)
    .replace('in_progress', 'inprogress')
    .replace('not_started', 'notstarted')
    .replace('to_do', 'todo')
    .replace('number_of', 'total')
    .replace('todo_list', 'todos');
  if (/^(?:next_phase|resume_(?:phase|point)|(?:resume|start|continue)_(?:from|at)(?:_phase)?)$/.test(plain))
    return { role: 'first', rank: 1 };
  const words = plain.split('_');
  const told = new Set(words.map((word) => meanings.get(word)));
  if (told.has(undefined)) return null;
  const rank = ['1', '2', '3'].find((one) => told.has(one));
  const isBare = rank === undefined;
  const found = (role: Role): Pick<Statement, 'role' | 'rank'> => ({ role, rank: Number(rank ?? 1) });
  if (told.has('done')) return found(told.has('last') ? 'last' : 'done');
  if (told.has('now')) return found('now');
  if (told.has('stuck')) return found('stuck');
  // What to do next is no list of phases.
  if (told.has('next')) return words.includes('next') && rank !== '1' ? null : found('next');
  if (told.has('total')) return isBare && plain !== 'total' && plain !== 'of' ? null : found('total');
  if (isBare || told.has('last')) return null;
  const isOne = !words.some((word) => /s$|^(?:checklist|order)$/.test(word));
  if (!isOne) return found('all');
  return rank === '3' || (told.has('filler') && !words.includes('name')) ? null : found('now');
}

/** Members that hold what is said about phases. */
const holders = /^(?:progress|status|data|resume(?:_state|_point|_info)?|tracking|checkpoint)$/;

/**
 * Finds all that is said about phases, in the document, in its state, and in what stands there for them.
 * @param draft the document, its fields renamed
 * @returns the statements, those about phases before those about what may be a part of one
 */
export function statementsIn(draft: Draft): readonly Statement[] {
  const found = [[], ['workflow_state']].flatMap((steps) => {
    const object = draft.get(...steps);
    if (!isJsonObject(object)) return [];
    return Object.entries(object).flatMap(([name, value]) => {
      if (value === null || name === 'pawl' || name === 'workflow_state') return [];
      const at = pointer(...steps, name);
      if (isHolder(name, value)) return heldIn(name, value, at);
      const role = roleOf(name) ?? (isPlainList(name, value) ? { role: 'all' as const, rank: 3 } : null);
      return role === null ? [] : [{ ...role, path: at, value }];
    });
  });
  return found.toSorted((a, b) => a.rank - b.rank);
}

/** Boxes to tick, or objects that all have a status, under a name that is about the work. */
function isPlainList(name: string, value: Json): boolean {
  if (!isAboutUnits(name)) return false;
  if (typeof value === 'string') return (value.match(/^\s*(?:[-*+]|\d+[.)])?\s*\[[ xX~/-]?\]\s/gm) ?? []).length > 1;
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((item: Json) => isJsonObject(item) && saidBy(item) !== undefined)
  );
}

/**
 * Tells whether an object says how far the work is, member by member, and is no map of phases.
 * @param name the member
 * @param value what stands there
 * @returns true for `{"completed": ["a"], "current": "b"}`
 */
export function isHolder(name: string, value: Json): value is Readonly<Record<string, Json>> {
  if (!isJsonObject(value) || isAside(name)) return false;
  const plain = snakeCase(name);
  if (!holders.test(plain) && !isAboutUnits(name)) return false;
  const roles = Object.keys(value).map((member) => roleOf(member)?.role);
  if (roleOf(name)?.role === 'all')
    return roles.length > 0 && roles.every((role) => role !== undefined && role !== 'all');
  return roles.some((role) => role !== undefined);
}

/** Inside `tasks`, `completed` are tasks. */
function heldIn(name: string, object: Readonly<Record<string, Json>>, at: string): Statement[] {
  const least = roleOf(name)?.rank ?? 1;
  return Object.entries(object).flatMap(([member, value]) => {
    const role = value === null ? null : roleOf(member);
    if (role === null) return [];
    return [{ ...role, rank: Math.max(role.rank, least), path: `${at}${pointer(member)}`, value }];
  });
}

/**
 * Tells whether a statement can be about phases.
 * @param statement what is said
 * @returns false for flags, and for how many tasks there are
 */
export function isUsable({ role, rank, path, value }: Statement): boolean {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^\s*\d+\s*$/.test(value));
  if (
    typeof value === 'boolean' ||
    (isNumeric && (rank === 3 || (role === 'stuck' && !/(?:phase|stage|step)$/i.test(path))))
  )
    return false;
  return role !== 'total' || isNumeric || typeof value === 'string';
}
