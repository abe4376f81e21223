// Which run an agent's session works on: one small file for each session, beside the leases. Nothing here is synced: what
// is lost is found again from the newest run.

import { loadObject } from '../../disk/load-object.js';
import type { Json } from '../../rules/json/json.js';
import { textsOf } from '../../rules/json/read-member.js';
import { timeText } from '../../rules/text/time-text.js';
import fs from 'node:fs';
import path from 'node:path';
import { checksumText } from '../../rules/checksum.js';
import { type Key, keyText, parseKey } from '../../rules/names.js';
import { loadBytes, putInPlace, removeFile, writeNewFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { ownFolder, publishedFolders, tempFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import { freshMs } from '../lease/fresh.js';
import type { Workbench } from '../workbench.js';

export const sessionFolder = `${ownFolder}/sessions`;

type Bench = Pick<Workbench, 'root' | 'clock'>;

/** What is remembered of a session. */
export interface Binding {
  readonly session: string;
  /** The run, as its key's text; null when it is over. */
  readonly run: string | null;
  /** Whether the session was only told of it when it began, and has done nothing about it yet. */
  readonly isTold: boolean;
  /** The run before, which is over: what comes next is mostly about the same feature. */
  readonly last: string | null;
  /** Other unfinished runs that the session was told of: what they made is not to be made again. */
  readonly others: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  /** Tasks of the open phase that are not over, the one in hand first: `id: subject`. */
  readonly tasks: readonly string[];
  /** Tasks that are left from earlier phases. */
  readonly past: readonly string[];
  /** The phase that the tasks belong to. */
  readonly phase: string | null;
}

const maxBytes = 64 * 1024;
const maxTasks = 100;
/** Each of them is a file to read when the agent edits another. */
const maxOthers = 5;
const noTasks = { tasks: [], past: [] } as const;
const nothingKnown = { run: null, last: null, isTold: false, phase: null, others: [], ...noTasks } as const;

function fileOf(root: string, session: string): string {
  return path.join(root, sessionFolder, `${checksumText(session)}.json`);
}

/**
 * Loads what is remembered of a session. Never throws: what cannot be read is not known.
 * @param root the project's root
 * @param session the session
 * @returns null when nothing is remembered
 */
export function loadBinding(root: string, session: string): Binding | null {
  try {
    if (!ensureFolder(root, sessionFolder, null)) return null;
    const value = loadObject(fileOf(root, session), maxBytes);
    if (value?.['session'] !== session || typeof value['at'] !== 'string') return null;
    const { run, at, tasks, past, phase, last, told, others } = value;
    return {
      session,
      at,
      run: runIn(run),
      isTold: told === true,
      last: runIn(last),
      others: textsOf(others).slice(0, maxOthers),
      tasks: textsOf(tasks),
      past: textsOf(past),
      phase: typeof phase === 'string' ? phase : null,
    };
  } catch {
    return null;
  }
}

function runIn(value: Json | undefined): string | null {
  return typeof value === 'string' && parseKey(value) !== null ? value : null;
}

/**
 * Tells which run a session works on.
 * @param root the project's root
 * @param session the session; null when there is none
 * @returns its key; null when nobody knows
 */
export function boundRun(root: string, session: string | null): Key | null {
  const run = session === null ? null : (loadBinding(root, session)?.run ?? null);
  return run === null ? null : parseKey(run);
}

/**
 * Tells whether a session should show again that it is alive. Signs of life come at every turn: a fresh one is enough.
 * @param root the project's root
 * @param session the session; null when there is none
 * @param now the time, in milliseconds since 1970
 * @returns false also when it works on nothing, or has only been told of a run
 */
export function isBeatDue(root: string, session: string | null, now: number): boolean {
  const known = session === null ? null : loadBinding(root, session);
  if (known === null || known.run === null || known.isTold) return false;
  const age = now - Date.parse(known.at);
  return !(age >= 0 && age < freshMs);
}

/**
 * Remembers something of a session.
 * @param bench the project and its clock
 * @param session the session
 * @param change what is new
 */
export function saveBinding(bench: Bench, session: string, change: Partial<Omit<Binding, 'session' | 'at'>>): void {
  const { root } = bench;
  const old = loadBinding(root, session);
  const known = { ...nothingKnown, ...old, ...change };
  const { run, last, phase, others, isTold: told } = known;
  const tasks = known.tasks.slice(0, maxTasks);
  const past = known.past.slice(-maxTasks);
  const binding = { session, run, last, told, others, at: timeText(bench.clock()), phase, tasks, past };
  ensureFolder(root, publishedFolders.command, 0o755);
  for (const folder of [ownFolder, tempFolder, sessionFolder]) ensureFolder(root, folder, 0o700);
  const temp = path.join(root, tempFolder, tempName());
  writeNewFile(temp, Buffer.from(`${JSON.stringify(binding)}\n`), { mode: 0o600, sync: false });
  putInPlace(temp, fileOf(root, session));
}

/**
 * Binds a session to the run that it works on. Mostly it is bound already, and nothing is written.
 * @param bench the project and its clock
 * @param session the session
 * @param key the run
 */
export function bindRun(bench: Bench, session: string, key: Key): void {
  const known = loadBinding(bench.root, session);
  const run = keyText(key);
  if (known?.run !== run) saveBinding(bench, session, { run, isTold: false, ...noTasks });
  else if (known.isTold) saveBinding(bench, session, { isTold: false });
}

/**
 * Remembers the run that a session was told of when it began.
 * @param bench the project and its clock
 * @param session the session
 * @param key the run
 */
export function tellRun(bench: Bench, session: string, key: Key): void {
  saveBinding(bench, session, { run: keyText(key), isTold: true, ...noTasks });
}

/**
 * Remembers unfinished runs that a session is told of and may not work on. Never throws: without it, it is not warned.
 * @param bench the project and its clock
 * @param session the session; nothing is remembered where there is none
 * @param keys the runs, the one that it is told most of first
 */
export function tellOthers(bench: Bench, session: string | null, keys: readonly Key[]): void {
  try {
    const known = session === null ? null : loadBinding(bench.root, session);
    const told = new Set([...keys.slice(0, maxOthers).map(keyText), ...(known?.others ?? [])]);
    if (known !== null && known.run !== null) told.delete(known.run);
    const others = [...told].slice(0, maxOthers);
    const isKnown = others.every((one) => known?.others.includes(one) === true);
    if (session !== null && !isKnown) saveBinding(bench, session, { others });
  } catch {
    // See above.
  }
}

/**
 * Ends a binding, when the run is over.
 * @param bench the project and its clock
 * @param session the session
 * @param key the run
 */
export function releaseRun(bench: Bench, session: string, key: Key): void {
  const old = loadBinding(bench.root, session);
  const over = keyText(key);
  if (old === null || (old.run !== over && !old.others.includes(over))) return;
  const others = old.others.filter((one) => one !== over);
  if (old.run !== over) return saveBinding(bench, session, { others });
  // What it did nothing about was nothing of its own.
  const last = old.isTold ? old.last : old.run;
  saveBinding(bench, session, { run: null, last, isTold: false, others, ...noTasks });
}

/**
 * Forgets every session that worked on a run last, when nothing of the run is to be left.
 * @param root the project's root
 * @param key the run
 */
export function forgetSessions(root: string, key: Key): void {
  if (!ensureFolder(root, sessionFolder, null)) return;
  for (const name of fs.readdirSync(path.join(root, sessionFolder))) {
    const file = path.join(root, sessionFolder, name);
    const text = /^[0-9a-f]{16}\.json$/.test(name) ? (loadBytes(file)?.toString('utf8') ?? '') : '';
    if (text.includes(JSON.stringify(keyText(key)))) removeFile(file);
  }
}

const forgottenMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Takes away what is remembered of sessions that ended long ago.
 * @param root the project's root
 * @param now the time, in milliseconds since 1970
 */
export function sweepSessions(root: string, now: number): void {
  if (!ensureFolder(root, sessionFolder, null)) return;
  for (const name of fs.readdirSync(path.join(root, sessionFolder))) {
    const file = path.join(root, sessionFolder, name);
    const written = fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (/^(?:[0-9a-f]{16}|agent\.\d+)\.json$/.test(name) && now - written > forgottenMs) removeFile(file);
  }
}
