// The seeds' functions (seeds 000 and 001): synchronous, never throwing, one line to stderr on error, on the same core as
// the library. This is what the drop-ins in .claude/scripts/lib contain.

import { isAlwaysTold, isStranger } from './store/notices.js';
import { type CommandCheckpoint, type PhaseData, commandFamily, commandResumePoint } from './families/command/index.js';
import { badInput, isPawlError } from './rules/errors.js';
import type { JsonObject } from './rules/json/json.js';
import { copyMutable } from './rules/json/mutable.js';
import { type Key, commandKey, keyText } from './rules/names.js';
import { type ChangeOptions, changeSync, type Plan } from './service/change.js';
import { planCommand } from './service/plans/command.js';
import { asDocument, forAnyDocument } from './service/documents.js';
import { readHead } from './service/git.js';
import { rootHere } from './service/root-here.js';
import { plainInput } from './service/input.js';
import { defaultActor, openFileStore } from './service/open.js';
import { logError } from './service/log-error.js';
import { isRivalOf, planSave, type SaveOptions, soleBase } from './service/save.js';
import type { FileStore } from './store/file/file-store.js';
import type { Notice, Stored } from './store/store.js';

export { MAX_SUMMARY_TOKENS, countTokens, validateContextSummary } from './rules/text/tokens.js';

/** A value that its owner may change, in depth: what is loaded here is a copy. */
export type Changeable<T> = T extends object ? { -readonly [Name in keyof T]: Changeable<T[Name]> } : T;

/** The facade knows command checkpoints only: the drop-ins carry no other family. */
const family = forAnyDocument(commandFamily);

const stores = new Map<string, FileStore>();
/** The state that this process last loaded or saved: what a document without a change time was made from. */
const seen = new Map<string, JsonObject>();
/** What each object was made from that a caller may change and save: its change time may be that of several revisions. */
const handedOut = new WeakMap<object, { readonly name: string; readonly state: JsonObject }>();

/** Whether this call has told of a file that cannot be used; a store does not repeat itself within a second. */
let hasTold = false;
/** What this call has found in a file that is no checkpoint: told at its end, as what is to be done depends on that. */
const broken = new Set<string>();
/** Whether there is a revision that counts, and whether this call has put one into the file. */
let [isThere, isSaved] = [false, false];

function tell({ code, message }: Notice): void {
  if (!isAlwaysTold({ code })) return;
  hasTold ||= isStranger({ code });
  if (code === 'corrupt') broken.add(message);
  else logError(withHint(message, hints[code]));
}

/** To move the file away would end the run: that is said only where there is none. */
function tellBroken(): void {
  const hint = isSaved
    ? 'The save puts a good one in its place: look at the kept bytes, and do nothing else.'
    : isThere
      ? 'Correct the file, or save: that puts the last good revision back.'
      : 'Correct the file or move it away.';
  for (const message of broken) logError(withHint(message, hint));
}

function storeAt(root: string): FileStore {
  let store = stores.get(root);
  if (store === undefined) {
    store = openFileStore(root, { command: family }, { onNotice: tell });
    stores.set(root, store);
  }
  return store;
}

/** Hundreds of problems would fill the terminal; the first ones are told. */
const maxLineChars = 4_000;

/** What happened and what to do, as one line. */
function withHint(message: string, hint: string | undefined): string {
  const told = message.length > maxLineChars ? `${message.slice(0, maxLineChars)} …` : message;
  if (hint === undefined) return told;
  return `${told}${/[.!?…]$/.test(told) ? '' : '.'} ${hint}`;
}

/** The store's notices have no hint of their own. */
const hints: Partial<Record<Notice['code'], string>> = {
  'newer-version': 'Update pawl: this version reads it but does not write it.',
};

/** Runs the core; on error one line to stderr, and the default. */
function silently<T>(doing: string, otherwise: T, run: () => T): T {
  [hasTold, isThere, isSaved] = [false, false, false];
  broken.clear();
  try {
    const result = run();
    tellBroken();
    return result;
  } catch (error) {
    try {
      tellBroken();
      if (isPawlError(error, 'corrupt') && hasTold) return otherwise; // the notice has said so already
      if (isPawlError(error)) logError(`${doing}: ${withHint(error.message, error.hint)}`);
      else logError(doing, error);
    } catch {
      // An error whose message cannot be read is still no reason to throw.
    }
    return otherwise;
  }
}

interface Target {
  readonly root: string;
  readonly key: Key;
  readonly store: FileStore;
}

function target(command: string, feature: string | null | undefined): Target {
  const root = rootHere();
  return { root, key: commandKey(command, feature || null), store: storeAt(root) };
}

function liveState(stored: Stored | null): JsonObject | null {
  isThere ||= stored !== null;
  return stored === null || stored.place !== 'live' ? null : stored.state;
}

const nameOf = ({ root, key }: Pick<Target, 'root' | 'key'>): string => `${root}\n${keyText(key)}`;

function changeQuietly(place: Target, plan: Plan): Stored {
  const options: ChangeOptions = { family, actor: defaultActor(), clock: Date.now };
  const { stored } = changeSync(
    place.store,
    place.key,
    (before, now, current) => {
      isThere ||= current !== null;
      return plan(before, now, current);
    },
    options,
  );
  isSaved = true;
  seen.set(nameOf(place), stored.state);
  return stored;
}

/**
 * Loads the checkpoint of a command. Says so when it was saved at another commit.
 * @param command e.g. `implement`
 * @param feature the feature, for a checkpoint of its own
 * @returns a copy of the checkpoint, to be changed and saved as you like; null when there is none or it cannot be read
 */
export function loadCheckpoint(command: string, feature: string | null = null): Changeable<CommandCheckpoint> | null {
  return silently('Failed to load checkpoint', null, () => {
    const place = target(command, feature);
    const { root, key, store } = place;
    const state = liveState(store.getSync(key));
    if (state === null) return null;
    seen.set(nameOf(place), state);
    warnWhenStale(state['head_commit'], readHead(root));
    const checkpoint = copyMutable(state);
    handedOut.set(checkpoint, { name: nameOf(place), state });
    return asDocument<Changeable<CommandCheckpoint>>(checkpoint);
  });
}

function warnWhenStale(saved: unknown, head: string | null): void {
  if (head === null || typeof saved !== 'string' || saved === '' || saved === head) return;
  logError(`Checkpoint is stale (saved at ${saved.slice(0, 7)}, current HEAD is ${head.slice(0, 7)})`);
}

/**
 * Saves a checkpoint. What others saved since it was loaded is kept; a clash refuses the save.
 * @param command e.g. `implement`
 * @param checkpoint the checkpoint; its `head_commit` and `updated_at` are brought up to date
 * @param feature the feature, for a checkpoint of its own
 * @returns true when it is stored durably
 */
export function saveCheckpoint(command: string, checkpoint: object, feature: string | null = null): boolean {
  return silently('Failed to save checkpoint', false, () => {
    const place = target(command, feature);
    const doc = plainInput('checkpoint', checkpoint);
    const base = baseOf(place, checkpoint, doc);
    const stored = changeQuietly(place, planSave(place.key, doc, { family, head: readHead(place.root), ...base }));
    bringUpToDate(checkpoint, stored);
    handedOut.set(checkpoint, { name: nameOf(place), state: stored.state });
    return true;
  });
}

/** Finds the state that a document was made from: the one it was handed out as, or that of its own change time. */
function baseOf(
  { root, key, store }: Target,
  checkpoint: object,
  doc: JsonObject,
): Pick<SaveOptions, 'base' | 'rival'> {
  const name = nameOf({ root, key });
  const stamp = family.stampOf(doc);
  if (stamp === null) return { base: seen.get(name) ?? null };
  const given = handedOut.get(checkpoint);
  if (given?.name === name && family.stampOf(given.state) === stamp) return { base: given.state };
  const sole = soleBase(store.getSync(key), family, stamp);
  if (sole !== null) return { base: sole };
  const base = store.findSync(key, (state) => family.stampOf(state) === stamp)?.state ?? null;
  const rival = base === null ? null : store.findSync(key, isRivalOf(base, family));
  return { base, rival: rival?.state ?? null };
}

/**
 * The seeds write into the object that they are given, so that it can be saved again. After a merge that means all of
 * it: an object that lacks what others added would seem to remove it the next time.
 */
function bringUpToDate(checkpoint: object, { state, event }: Stored): void {
  const merged = event.args?.['merged_with'] !== undefined;
  const names = merged ? Object.keys(state) : ['head_commit', 'started_at', 'updated_at'];
  for (const name of names) {
    try {
      Reflect.set(checkpoint, name, copyMutable(state[name] ?? null));
    } catch {
      // A hostile setter is the caller's own affair: the save is done.
    }
  }
}

const noPhase = { path: '/phase', message: 'must be the name of a phase', fix: 'write e.g. "api"' };

/**
 * Updates one phase, and begins the checkpoint when there is none.
 * @param command e.g. `implement`
 * @param phaseName the phase
 * @param phaseData its status, summary, files, tasks …; maps are merged, file lists united, null deletes
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
    if (typeof phaseName !== 'string') throw badInput('phase', [noPhase]);
    const place = target(command, feature);
    const data: PhaseData = plainInput('phase data', phaseData);
    changeQuietly(
      place,
      planCommand(place.key, {
        type: 'phase',
        command,
        feature: feature || null,
        phase: phaseName,
        data,
        head_commit: readHead(place.root),
      }),
    );
    return true;
  });
}

/**
 * Marks a checkpoint as complete.
 * @param command e.g. `implement`
 * @param feature the feature, for a checkpoint of its own
 * @returns true when it is stored durably
 */
export function completeCheckpoint(command: string, feature: string | null = null): boolean {
  return silently('Failed to complete checkpoint', false, () => {
    const place = target(command, feature);
    changeQuietly(place, planCommand(place.key, { type: 'complete', head_commit: readHead(place.root) }));
    return true;
  });
}

/**
 * Tells where to go on.
 * @param command e.g. `implement`
 * @param feature the feature, for a checkpoint of its own
 * @returns the phase to continue with and the summary of the last completed one; nulls when there is nothing to do
 */
export function getResumePoint(
  command: string,
  feature: string | null = null,
): { phase: string | null; summary: string | null } {
  return silently('Failed to read the resume point', { phase: null, summary: null }, () => {
    const { key, store } = target(command, feature);
    const state = liveState(store.getSync(key));
    if (state === null) return { phase: null, summary: null };
    const { unit, summary } = commandResumePoint(asDocument<CommandCheckpoint>(state));
    return { phase: unit, summary };
  });
}
