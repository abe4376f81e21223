// The silent facade: five functions for hooks and small scripts that must never fail because of their bookkeeping.
// Synchronous and never throwing: on error one line goes to stderr, and the answer is `false`, `null` or nulls.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError, badInput, isPawlError } from './base/errors.js';
import { type JsonObject, toJson, toJsonObject } from './base/json.js';
import { type CommandKey, type Key, commandKey } from './base/names.js';
import { oneLine, shorten, stripInvisible } from './base/text.js';
import { MAX_SUMMARY_TOKENS } from './base/tokens.js';
import { type CommandDocument, type CommandEvent, type PhaseData, commandFormat } from './formats/command.js';
import { defaultChecks } from './formats/format.js';
import { withRev } from './formats/notes.js';
import { type Context, type Plan, changeSync, openState, planChange } from './runs/change.js';
import { commandChange } from './runs/commands.js';
import { projectRoot, readHead } from './runs/git.js';
import { originOf, planSave } from './runs/save.js';
import { RunStore } from './store/file/run-store.js';
import type { Notice, Stored } from './store/store.js';

export { MAX_SUMMARY_TOKENS, countTokens, validateContextSummary } from './base/tokens.js';
export type { CommandDocument, PhaseData } from './formats/command.js';

/** What the facade takes from around it. The drop-ins put the project's own helpers here. */
export const host = {
  stateDir: (): string => path.join(projectRoot(), '.claude', 'state'),
  logError(message: string, error?: unknown): void {
    const reason = error instanceof Error ? `: ${error.message}` : '';
    fs.writeSync(2, `${message}${reason}\n`); // unlike process.stderr, throws here when stderr is closed
  },
  maxSummaryTokens: (): number => MAX_SUMMARY_TOKENS,
};

function harmless(text: string): string {
  return shorten(stripInvisible(oneLine(text)), 4_000);
}

/** Logs one line; not even the logging may throw. */
function log(message: string, detail?: string): void {
  try {
    if (detail === undefined) host.logError(harmless(message));
    else host.logError(harmless(message), new Error(harmless(detail)));
  } catch {
    // stderr is closed, or the project's own helper has failed
  }
}

/** Runs the core; on error one line to stderr, and the default. */
function silently<T>(doing: string, otherwise: T, run: () => T): T {
  said.clear();
  try {
    return run();
  } catch (error) {
    if (!isPawlError(error, 'corrupt')) log(doing, reasonOf(error)); // the store has said so already
    return otherwise;
  }
}

function reasonOf(error: unknown): string {
  try {
    if (isPawlError(error)) return `${error.message}${error.hint === undefined ? '' : `. ${error.hint}`}`;
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'unknown error';
  }
}

/** Notices that callers of the facade are told; the others are for people who look. */
const told: ReadonlySet<Notice['code']> = new Set([
  'conflict',
  'reverted',
  'removed',
  'corrupt',
  'damaged',
  'unpublished',
  'newer-version',
]);

/** What the store has told in this call: reading and writing may tell the same. */
const said = new Set<string>();

function tell({ code, message }: Notice): void {
  if (!told.has(code) || said.has(message)) return;
  said.add(message);
  // The file alone is the message: scripts look for that line.
  const [, corrupt = message, detail] = code === 'corrupt' ? (/^(.+\.json) \((.+)\)$/s.exec(message) ?? []) : [];
  log(corrupt, detail);
}

const stores = new Map<string, RunStore>();

interface Target {
  readonly root: string;
  readonly key: CommandKey;
  readonly store: RunStore;
}

function target(command: string, feature: string | null): Target {
  const key = commandKey(command, feature);
  const root = rootOf(host.stateDir());
  const store = stores.get(root) ?? new RunStore({ root, formats: [commandFormat], notify: tell });
  stores.set(root, store);
  return { root, key, store };
}

function rootOf(stateDir: string): string {
  const root = path.resolve(stateDir, '..', '..');
  if (path.join(root, '.claude', 'state') === path.resolve(stateDir)) return root;
  throw new PawlError('bad-usage', `the state folder must be a .claude/state, found ${stateDir}`);
}

/** The newest revision, for a save of a whole document: it replaces a file that is not a checkpoint. */
function getForSave(store: RunStore, key: Key): Stored | null {
  try {
    return store.get(key);
  } catch (error) {
    if (isPawlError(error, 'corrupt')) return null; // a copy of the bytes is in quarantine
    throw error;
  }
}

/** Changes a run; the notes about it are printed once it is done. */
function change({ root, key, store }: Target, plan: (context: Context) => Plan, get: typeof getForSave): Stored | null {
  const notes = new Set<string>();
  const context: Context = {
    actor: process.env['PAWL_ACTOR'] || process.env['USER'] || 'script',
    now: () => new Date(),
    head: readHead(root),
    checks: { ...defaultChecks, maxSummaryTokens: host.maxSummaryTokens() },
    notify: (message) => void notes.add(message), // a plan may be asked twice
  };
  const stored = changeSync({ get: () => get(store, key), put: (_, put) => store.put(key, put) }, key, plan(context));
  for (const note of notes) log(note);
  return stored;
}

function apply(place: Target, event: CommandEvent): boolean {
  const plan = (context: Context): Plan => planChange(commandChange(place.key, event), context);
  change(place, plan, (store, key) => store.get(key));
  return true;
}

/** The newest state of a run; says so when it was saved at another commit. */
function load({ root, key, store }: Target): { readonly state: JsonObject; readonly rev: string } | null {
  const stored = store.get(key);
  const state = openState(stored);
  if (stored === null || state === null) return null;
  const { head_commit: saved } = state;
  const head = readHead(root);
  if (head !== null && typeof saved === 'string' && saved !== '' && saved !== head)
    log(`Checkpoint is stale (saved at ${saved.slice(0, 7)}, current HEAD is ${head.slice(0, 7)})`);
  return { state, rev: stored.rev };
}

/**
 * Loads the checkpoint of a command. Says so when it was saved at another commit.
 * @param command e.g. `implement`
 * @param feature the feature, for a checkpoint of its own
 * @returns a copy of the checkpoint, to be changed and saved; null when there is none or it cannot be read
 */
export function loadCheckpoint(command: string, feature: string | null = null): CommandDocument | null {
  return silently('Failed to load checkpoint', null, () => {
    const loaded = load(target(command, feature));
    // A drifted document is handed out as it is: what is loaded and saved again must not change.
    return loaded === null ? null : JSON.parse(JSON.stringify(withRev(loaded.state, loaded.rev)));
  });
}

/**
 * Saves a checkpoint. What others saved since it was loaded is kept; the save is refused where both changed a value.
 * @param command e.g. `implement`
 * @param checkpoint the checkpoint; afterwards it has what was stored
 * @param feature the feature, for a checkpoint of its own
 * @returns true when it is stored durably
 */
export function saveCheckpoint(command: string, checkpoint: object, feature: string | null = null): boolean {
  return silently('Failed to save checkpoint', false, () => {
    const place = target(command, feature);
    const { key, store } = place;
    const given = toJsonObject('checkpoint', checkpoint);
    const number = originOf(given);
    const origin = number === null ? null : store.revision(key, number);
    const plan = (context: Context): Plan => planSave({ key, format: commandFormat, given }, origin, context);
    const stored = change(place, plan, getForSave);
    if (stored !== null) bringUpToDate(checkpoint, given, withRev(stored.state, stored.rev));
    return true;
  });
}

/** Writes into the caller's object what was stored, so that it can be changed and saved again. */
function bringUpToDate(checkpoint: object, given: JsonObject, state: JsonObject): void {
  try {
    for (const name of Object.keys(given)) if (!Object.hasOwn(state, name)) Reflect.deleteProperty(checkpoint, name);
    for (const [name, value] of Object.entries(structuredClone(state))) Reflect.set(checkpoint, name, value);
  } catch {
    // A hostile setter is the caller's own affair: the save is done.
  }
}

/**
 * Updates one phase; begins the checkpoint when there is none.
 * @param command e.g. `implement`
 * @param phaseName the phase
 * @param phaseData its status, summary, files, tasks …; maps merge, file lists unite, null deletes
 * @param feature the feature, for a checkpoint of its own
 * @returns true when it is stored durably
 */
export function updatePhase(
  command: string,
  phaseName: string,
  phaseData: PhaseData,
  feature: string | null = null,
): boolean {
  return silently('Failed to update phase', false, () => {
    const phase = toJson('phase', phaseName);
    if (typeof phase !== 'string') throw badInput('phase', [{ path: '', message: 'must be the name of a phase' }]);
    const data = toJsonObject('phase data', phaseData);
    return apply(target(command, feature), { type: 'phase', phase, data });
  });
}

/**
 * Marks a checkpoint as complete.
 * @param command e.g. `implement`
 * @param feature the feature, for a checkpoint of its own
 * @returns true when it is stored durably
 */
export function completeCheckpoint(command: string, feature: string | null = null): boolean {
  return silently('Failed to complete checkpoint', false, () => apply(target(command, feature), { type: 'complete' }));
}

/**
 * Tells where to continue.
 * @param command e.g. `implement`
 * @param feature the feature, for a checkpoint of its own
 * @returns the phase to continue with and the summary of the last completed one; nulls when there is nothing to do
 */
export function getResumePoint(
  command: string,
  feature: string | null = null,
): { phase: string | null; summary: string | null } {
  return silently('Failed to read the resume point', { phase: null, summary: null }, () => {
    const loaded = load(target(command, feature));
    if (loaded === null) return { phase: null, summary: null };
    const { unit, summary } = commandFormat.resumePoint(loaded.state);
    return { phase: unit, summary };
  });
}
