// Storing touched files with the phase that they belong to: the one that was open when they were touched. Those of a
// pipeline become artifacts of the workstream that is done.

import { applyCommand, type CommandCheckpoint } from '../../families/command/index.js';
import { deriveState } from '../../families/command/phases.js';
import {
  filesOfPhase,
  needsMigration,
  phaseAtWork,
  type WorkflowCheckpoint,
  withTouchedFiles,
} from '../../families/workflow/index.js';
import type { Key } from '../../rules/names.js';
import type { Plan, Step } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { goesOnWith } from '../plans/command.js';
import { write, type Workbench, type WriteOptions } from '../workbench.js';
import type { Saved } from '../checkpoint.js';
import { isNowhere } from '../worktrees.js';
import { takeJournal, type Touched } from './journal.js';
import { withoutGone } from './without-gone.js';

const nothingTouched: Touched = { created: [], modified: [] };

/**
 * Plans a step of a run that also stores what was touched before it.
 * @param root the project's root
 * @param key the run
 * @param plan the step
 * @param touched the files
 * @param otherwise the phase that they belong to when none was open
 * @returns the plan
 */
function withTouched(root: string, key: Key, plan: Plan, touched: Touched, otherwise: string | null): Plan {
  if (key.family === 'workflow') return inWorkflow(root, plan, touched);
  return (found, now, current) => {
    const doc = goesOnWith(found, current);
    const { current: at = null, completed = [] } = doc === null ? {} : deriveState(doc);
    // What was touched after the last phase, and before the run is completed, belongs to that phase.
    const open = at ?? (otherwise === null ? (completed.at(-1) ?? null) : null);
    if (open !== null) return plan(added(key, doc, touched, open, now), now, current);
    const step = plan(doc, now, current);
    return otherwise === null
      ? step
      : { ...step, state: added(key, step.state, touched, otherwise, now) ?? step.state };
  };
}

/** The plan comes first: it may migrate the document. A phase that it completes keeps only files that are there. */
function inWorkflow(root: string, plan: Plan, { created, modified }: Touched): Plan {
  return (found, now, current) => {
    const step = plan(found, now, current);
    const phase = found === null ? null : phaseAtWork(asDocument<WorkflowCheckpoint>(found));
    if (phase === null) return step;
    const doc = asDocument<WorkflowCheckpoint>(step.state);
    const isDone = doc.completed_phases.includes(phase);
    const next = withTouchedFiles(doc, phase, [...created, ...modified], (file) => isDone && isNowhere(root, file));
    return { ...step, state: asState(next) };
  };
}

function added(
  key: Key,
  doc: Step['state'] | null,
  { created, modified }: Touched,
  phase: string,
  now: string,
): Step['state'] | null {
  if (doc === null || key.family !== 'command' || created.length + modified.length === 0) return doc;
  const before = asDocument<CommandCheckpoint>(doc);
  const known = new Set(Object.hasOwn(before.phases, phase) ? (before.phases[phase]?.files_created ?? []) : []);
  const changed = modified.filter((file) => !known.has(file));
  const data = {
    ...(created.length === 0 ? {} : { files_created: created }),
    ...(changed.length === 0 ? {} : { files_modified: changed }),
  };
  const { command, feature } = key;
  return asState(applyCommand(before, { type: 'phase', command, feature, phase, data }, now));
}

/** How a step is written, and what it tells of files. */
export interface TouchedOptions extends WriteOptions {
  /** The phase for files that were touched while none was open. */
  readonly otherwise?: string;
  /** Files that the step itself names. */
  readonly named?: readonly string[];
}

/**
 * Writes a step of a command's run or a workflow together with what was touched before it.
 * @param bench the store and the circumstances
 * @param key the run
 * @param plan the step
 * @param options expectations of the caller, and what it tells of files
 * @returns the stored checkpoint, and the files that a phase which is complete no longer lists, as they are gone
 */
export async function writeWithTouched<Doc extends object>(
  bench: Workbench,
  key: Key,
  plan: Plan,
  options: TouchedOptions = {},
): Promise<Saved<Doc> & { readonly dropped: readonly string[] }> {
  const { otherwise = null, named = [], ...rest } = options;
  const { root } = bench;
  const journal = takeJournal(root, key);
  const whole = withTouched(root, key, plan, journal ?? nothingTouched, otherwise);
  let dropped: readonly string[] = [];
  const settled: Plan = (found, now, current) => {
    const step = whole(found, now, current);
    if (key.family !== 'command') return step;
    const made = withoutGone(root, goesOnWith(found, current), step, new Set(named));
    ({ dropped } = made);
    return made.step;
  };
  try {
    const saved = await write<Doc>(bench, key, settled, rest);
    // A repeated op id stored nothing: what was touched since waits for the next step.
    if (saved.repeated) journal?.giveBack();
    else journal?.done();
    return { ...saved, dropped: saved.repeated ? [] : dropped };
  } catch (error) {
    journal?.giveBack();
    throw error;
  }
}

/**
 * Stores what was touched without any other step, e.g. before an agent's context is compacted. Without an open phase it
 * waits for the next one.
 * @param bench the store and the circumstances
 * @param key the run
 * @returns whether a revision was stored
 */
export async function saveTouched(bench: Workbench, key: Key): Promise<boolean> {
  const stored = key.family === 'pipeline' ? null : await bench.store.get(key);
  if (stored === null || stored.place !== 'live') return false;
  const { state } = stored;
  const phase = phaseOf(key, state);
  const journal = phase === null ? null : takeJournal(bench.root, key);
  if (phase === null || journal === null) return false;
  const event = key.family === 'workflow' ? { name: 'update' } : { name: 'phase', args: { phase, changed: ['files'] } };
  const plan: Plan = (doc, now) => ({ state: stamped(key, doc ?? state, now), event });
  try {
    const known = new Set(knownFiles(key, state, phase));
    const isNews = [...journal.created, ...journal.modified].some((file) => !known.has(file));
    if (isNews) await write(bench, key, withTouched(bench.root, key, plan, journal, null));
    journal.done();
    return isNews;
  } catch (error) {
    journal.giveBack();
    throw error;
  }
}

/** The phase that is open, as it is called; null when none is. */
function phaseOf({ family }: Key, state: Step['state']): string | null {
  if (family === 'command') return deriveState(state).current;
  const doc = asDocument<WorkflowCheckpoint>(state);
  return doc.status === 'in_progress' && !needsMigration(state) ? String(phaseAtWork(doc)) : null;
}

/** The events of commands set the time of change themselves. */
function stamped({ family }: Key, state: Step['state'], now: string): Step['state'] {
  return family === 'workflow' ? { ...state, updated_at: now } : state;
}

function knownFiles({ family }: Key, doc: Step['state'], phase: string): readonly string[] {
  if (family === 'workflow') return filesOfPhase(doc, Number(phase));
  const { phases } = asDocument<CommandCheckpoint>(doc);
  const unit = Object.hasOwn(phases, phase) ? phases[phase] : undefined;
  return [...(unit?.files_created ?? []), ...(unit?.files_modified ?? [])];
}
