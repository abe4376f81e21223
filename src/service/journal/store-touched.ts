// Storing touched files with the phase that they belong to: the one that was open when they were touched.

import { applyCommand, type CommandCheckpoint } from '../../families/command/index.js';
import { deriveState } from '../../families/command/phases.js';
import type { Key } from '../../rules/names.js';
import type { Plan, Step } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { goesOnWith } from '../plans/command.js';
import { write, type Workbench, type WriteOptions } from '../workbench.js';
import type { Saved } from '../checkpoint.js';
import { takeJournal, type Touched } from './journal.js';

/**
 * Plans a step of a command's run that also stores what was touched before it.
 * @param key the run
 * @param plan the step
 * @param touched the files
 * @param otherwise the phase that they belong to when none was open
 * @returns the plan
 */
export function withTouched(key: Key, plan: Plan, touched: Touched, otherwise: string | null): Plan {
  return (found, now, current) => {
    const doc = goesOnWith(found, current);
    const open = doc === null ? null : deriveState(doc).current;
    if (open !== null) return plan(added(key, doc, touched, open, now), now, current);
    const step = plan(doc, now, current);
    return otherwise === null
      ? step
      : { ...step, state: added(key, step.state, touched, otherwise, now) ?? step.state };
  };
}

function added(
  key: Key,
  doc: Step['state'] | null,
  { created, modified }: Touched,
  phase: string,
  now: string,
): Step['state'] | null {
  if (doc === null || key.family !== 'command') return doc;
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

/**
 * Writes a step of a command's run together with what was touched before it.
 * @param bench the store and the circumstances
 * @param key the run
 * @param plan the step
 * @param options expectations of the caller, and the phase for files that were touched while none was open
 * @returns the stored checkpoint
 */
export async function writeWithTouched<Doc extends object>(
  bench: Workbench,
  key: Key,
  plan: Plan,
  options: WriteOptions & { readonly otherwise?: string } = {},
): Promise<Saved<Doc>> {
  const { otherwise = null, ...rest } = options;
  const journal = takeJournal(bench.root, key);
  if (journal === null) return write<Doc>(bench, key, plan, rest);
  try {
    const saved = await write<Doc>(bench, key, withTouched(key, plan, journal, otherwise), rest);
    journal.done();
    return saved;
  } catch (error) {
    journal.giveBack();
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
  const stored = key.family === 'command' ? await bench.store.get(key) : null;
  const phase = stored === null || stored.place !== 'live' ? null : deriveState(stored.state).current;
  const journal = phase === null ? null : takeJournal(bench.root, key);
  if (phase === null || journal === null) return false;
  const plan: Plan = (doc) => ({ state: doc ?? stored?.state ?? {}, event: { name: 'phase', args: { phase } } });
  try {
    const isNews = hasNews(stored?.state ?? {}, phase, journal);
    if (isNews) await write(bench, key, withTouched(key, plan, journal, null));
    journal.done();
    return isNews;
  } catch (error) {
    journal.giveBack();
    throw error;
  }
}

function hasNews(doc: Step['state'], phase: string, { created, modified }: Touched): boolean {
  const { phases } = asDocument<CommandCheckpoint>(doc);
  const known = new Set(
    Object.hasOwn(phases, phase)
      ? [...(phases[phase]?.files_created ?? []), ...(phases[phase]?.files_modified ?? [])]
      : [],
  );
  return [...created, ...modified].some((file) => !known.has(file));
}
