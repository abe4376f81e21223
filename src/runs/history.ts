// History: what changed between revisions, going back to one, and continuing from one under another name.

import { type Difference, diffStates } from '../base/diff.js';
import { PawlError } from '../base/errors.js';
import type { Json, JsonObject } from '../base/json.js';
import { type Key, keyText, keysOfRef, refOf } from '../base/names.js';
import type { HistoryRange, Revision, Stored } from '../store/store.js';
import { change, openState } from './change.js';
import { type Project, formats } from './project.js';

export { type Difference, diffStates };

export interface RevisionDiff {
  readonly from: number;
  readonly to: number;
  readonly differences: readonly Difference[];
}

/** Revisions of a run, newest first. */
export async function historyOf(project: Project, key: Key, range: HistoryRange = {}): Promise<readonly Revision[]> {
  return project.store.history(key, range);
}

/** What an event of the history did, in words: `api started`, `edited by hand`. */
export function eventText({ name, args = {} }: Revision['event']): string {
  const told = eventTexts[name];
  return told === undefined ? name.replaceAll('-', ' ') : told(args);
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const listOf = (value: Json | undefined): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);

/** A status as the end of a sentence: `api started`. */
export function statusWord(status: string): string {
  return status === 'in_progress' ? 'started' : status.replaceAll('_', ' ');
}

/** By event name. The families share `fail`, `note` and `complete`. */
const eventTexts: Readonly<Record<string, (args: JsonObject) => string>> = {
  phase: ({ phase, status }) => `${textOf(phase)} ${status === undefined ? 'updated' : statusWord(textOf(status))}`,
  complete: () => 'completed',
  note: () => 'note added',
  gate: ({ gate, ship_allowed: isAllowed }) =>
    gate === undefined ? `shipping ${isAllowed === true ? 'allowed' : 'blocked'}` : `gate ${textOf(gate)} passed`,
  'gate-failed': ({ gate }) => `gate ${textOf(gate)} failed`,
  save: () => 'saved as a whole',
  session: ({ edits }) => (typeof edits === 'number' && edits > 0 ? `recorded, ${edits} edits so far` : 'recorded'),
  continued: ({ as }) => `continued as ${textOf(as)}`,
  init: ({ workstreams }) => `begun with ${listOf(workstreams)}`,
  start: ({ workstreams }) => (workstreams === undefined ? 'started' : `${listOf(workstreams)} started`),
  done: ({ workstream }) => `${textOf(workstream)} complete`,
  redo: ({ workstreams }) => `${listOf(workstreams)} to be done again`,
  fail: ({ workstream, message }) =>
    `${workstream === undefined ? '' : `${textOf(workstream)} `}failed: ${textOf(message)}`,
  review: ({ verdict }) => `reviewed: ${textOf(verdict)}`,
  pause: () => 'paused',
  resume: () => 'resumed',
  retry: () => 'resumed',
  advance: ({ phase }) => (phase === undefined ? 'phase complete' : `phase ${textOf(phase)} complete`),
  finish: () => 'finished',
  edited: () => 'edited by hand',
  imported: () => 'found as a file',
  moved: () => 'file moved',
  removed: () => 'file removed by hand',
  delete: () => 'deleted',
  archive: () => 'archived',
  clean: ({ reason }) => `cleaned up: ${textOf(reason)}`,
  repaired: () => 'repaired',
  recovered: () => 'recovered from a damaged log',
  restore: ({ revision }) => `restored revision ${textOf(revision)}`,
  fork: ({ from, revision }) => `forked from ${textOf(from)}, revision ${textOf(revision)}`,
};

/** Reads one revision; throws when there is none. */
export async function readRevision(project: Project, key: Key, revision: number): Promise<Stored> {
  const stored = await project.store.revision(key, revision);
  if (stored !== null) return stored;
  const newest = (await project.store.get(key))?.revision ?? 0;
  const hint = newest === 0 ? undefined : `It has revisions 1 to ${newest}.`;
  throw new PawlError('not-found', `${refOf(key)} has no revision ${revision}`, { hint });
}

/**
 * Compares two revisions.
 * @param from the older one; the one before `to` when it is not given
 * @param to the newer one; the newest when it is not given
 */
export async function diffRevisions(project: Project, key: Key, from?: number, to?: number): Promise<RevisionDiff> {
  const newest = (await project.store.get(key))?.revision ?? 0;
  const end = to ?? newest;
  const begin = from ?? end - 1;
  const after = await readRevision(project, key, end);
  const before = begin === 0 ? null : await readRevision(project, key, begin);
  return { from: begin, to: end, differences: diffStates(before?.state ?? {}, after.state) };
}

/** Makes an earlier state the newest one; what came between stays in the history. */
export async function restore(project: Project, key: Key, revision: number): Promise<Stored> {
  const wanted = await readRevision(project, key, revision);
  const place = wanted.place === 'failed' ? 'failed' : 'live';
  const { actor, now, head } = project.context();
  const stored = await change(project.store, key, (current) => {
    const at = now().toISOString();
    const state = formats[key.family].stamp(wanted.state, at, head);
    return { expect: current?.revision ?? 0, state, place, at, actor, event: { name: 'restore', args: { revision } } };
  });
  return stored ?? wanted;
}

/**
 * Continues a run under another name, from any of its revisions.
 * @param target the new run; it must not exist
 * @param revision where to begin; the newest revision when it is not given
 */
export async function fork(project: Project, key: Key, target: Key, revision?: number): Promise<Stored> {
  if (key.family !== target.family) {
    throw new PawlError(
      'bad-usage',
      `${refOf(key)} is a ${key.family} run, ${refOf(target)} would be a ${target.family} run`,
    );
  }
  const newest = await project.store.get(key);
  const origin = revision === undefined ? newest : await readRevision(project, key, revision);
  if (origin === null) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
  const { actor, now, head } = project.context();
  const stored = await change(project.store, target, (current) => {
    if (openState(current) !== null)
      throw new PawlError('conflict', `there is already a run ${refOf(target)}`, { hint: 'Choose another name.' });
    const at = now().toISOString();
    const event = { name: 'fork', args: { from: keyText(key), revision: origin.revision } };
    const state = formats[key.family].stamp(renamed(origin.state, target), at, head);
    return { expect: current?.revision ?? 0, state, place: 'live', at, actor, event };
  });
  return stored ?? origin;
}

/** The key of the run that a fork makes; throws when the name does not fit the family. */
export function forkKey(key: Key, target: string): Key {
  const other = keysOfRef(target).find((one) => one.family === key.family);
  if (other !== undefined) return other;
  const hint = key.family === 'workflow' ? 'Write e.g. orchestrate_auth_system_20260129_103000.' : undefined;
  throw new PawlError('bad-name', `${target} is not the name of a ${key.family} run`, { hint });
}

function renamed(state: JsonObject, key: Key): JsonObject {
  if (key.family === 'command') return { ...state, command: key.command, feature: key.feature };
  return key.family === 'pipeline' ? { ...state, prd: key.id } : { ...state, checkpoint_id: key.id };
}
