// What a file says about its phases beside the format's own counters: lists of them, those under way, those to come.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { readCount, readTotal } from '../read/numbers.js';
import { readTime } from '../read/times.js';
import { nameIn, unitsIn } from '../read/units.js';
import { readStatus } from '../read/status.js';
import { readProgress, type ToldProgress } from './progress-text.js';
import { flagsIn, isListing, listOf, numberedIn, phaseStatus } from './listing.js';
import { isUsable, type Statement, statementsIn } from './roles.js';

/** What is said about the phases. */
export interface Outline {
  /** The phases in their order, as they are written; empty when nothing gives them. */
  readonly phases: readonly Json[];
  /** Whether that is a list of all phases; else they are those that are named somewhere. */
  readonly isWhole: boolean;
  /** Where that list stands. */
  readonly listPath: string;
  /** What is finished, where `completed_phases` does not say it. */
  readonly done: Json | undefined;
  /** The last phase that is finished. */
  readonly last: Json | undefined;
  /** How many phases the progress speaks of, where `total_phases` does not say it. */
  readonly total: number | null;
  /** The phase under way. */
  readonly current: Json | undefined;
  /** Where it is said, when not in `current_phase`. */
  readonly currentField: string | null;
  /** What is said to have failed, or to be blocked. */
  readonly stuck: readonly Statement[];
  /** How many phases there are at least. */
  readonly least: number;
}

/**
 * Gathers what a workflow says about its phases.
 * @param draft the document, its fields renamed
 * @returns the phases, which is under way, how many there are at least
 */
export function outlineOf(draft: Draft): Outline {
  const counted = draft.get('completed_phases') ?? undefined;
  const stands = draft.get('current_phase') ?? undefined;
  const left = counted === undefined ? finished(stands) : null;
  const own = left === null ? stands : undefined;
  const all = statementsIn(draft).filter(isUsable);
  const said = usable(all, own !== undefined || counted !== undefined || readCount(draft.get('total_phases')) !== null);
  const valuesOf = (role: Statement['role']): readonly Statement[] => said.filter((one) => one.role === role);
  const text = textOf(draft);
  const now =
    valuesOf('now').find(({ path, value }) => path !== '/current_phase' && isSaid(value)) ??
    (text?.now == null
      ? valuesOf('first').find(({ path, value }) => readCount(value) !== null || path.endsWith('next_phase'))
      : { path: text.path, value: text.now });
  // What failed counts whatever else is told, so that a repaired document says nothing that was not heard.
  const stuck = all.filter((one) => one.role === 'stuck' && (one.rank <= 2 || said.includes(one)));
  const next = [...valuesOf('stuck'), ...valuesOf('next')].map(({ value }) => value);
  const done = counted ?? valuesOf('done').find(({ value }) => typeof value !== 'string' || isNames(value))?.value;
  // Beside the format's own list, steps and tasks may be those of one phase.
  const lists = valuesOf('all')
    .filter(
      ({ path, rank, value }) =>
        path.endsWith('/phases') || ((counted === undefined || rank === 1) && isListing(value)),
    )
    .map(({ path, rank, value }) => ({ path, rank, list: listOf(value) }));
  const isTold = own !== undefined || counted !== undefined;
  const listed = [...lists, ...numberedIn(draft), ...(isTold ? [] : flagsIn(draft))]
    .toSorted((one, other) => one.rank - other.rank)
    .find(({ list }) => list.length > 0);
  // Results are of what was done; a run that goes on has more to do.
  const isPartial =
    listed !== undefined &&
    !/(?:s|list|order)$/i.test(listed.path.replace(/(?:results|status)$/i, '')) &&
    listed.list.every((phase) => phaseStatus(phase) === 'complete');
  const isWhole = listed !== undefined && !(isPartial && readStatus(draft.get('status')) !== 'complete');
  const phases = listed?.list ?? byNames(done, own ?? now?.value, next);
  const numbers = next.flatMap((value) => unitsIn(value).map(({ name }) => readCount(name) ?? 0));
  const found = now?.value;
  return {
    phases,
    isWhole,
    listPath: listed?.path ?? '',
    done,
    last: left ?? valuesOf('last')[0]?.value ?? text?.last ?? undefined,
    total: text?.total ?? readCount(valuesOf('total').find(({ path }) => path !== '/total_phases')?.value),
    current: own ?? (Array.isArray(found) ? found[0] : found),
    currentField: own === undefined ? (now?.path.slice(1) ?? null) : null,
    stuck,
    least: Math.max(0, isWhole ? 0 : phases.length, ...numbers),
  };
}

/** Where phases are spoken of, tasks are parts of them; else the statements of one rank go together. */
function usable(all: readonly Statement[], isTold: boolean): readonly Statement[] {
  if (isTold) return all.filter(({ rank }) => rank <= 2);
  const best =
    all.find(({ role, value }) => (role === 'all' ? isListing(value) : role !== 'total' && role !== 'next'))?.rank ?? 3;
  return all.filter(({ rank }) => rank <= best);
}

/** What a text about the progress, or else the status, says. */
function textOf(draft: Draft): (ToldProgress & { readonly path: string }) | null {
  for (const steps of [['progress'], ['workflow_state', 'progress'], ['status']]) {
    const told = readProgress(draft.get(...steps), steps[0] === 'status');
    if (told !== null) return { ...told, path: `/${steps.join('/')}` };
  }
  return null;
}

/** Names in the order of the work: what is done, what is under way, what is to come. */
function byNames(done: Json | undefined, now: Json | undefined, next: readonly Json[]): readonly string[] {
  const ahead = [
    ...(isJsonObject(now) ? named([nameIn(now)]) : named(now)).filter((name) => readStatus(name) !== 'complete'),
    ...next.flatMap(named),
  ];
  // Without one of these the list of what is done gives no order that its numbers would not.
  if (ahead.length === 0) return [];
  const seen = new Set<string>();
  return [...named(done), ...ahead].filter((name) => {
    const plain = name.toLowerCase();
    return seen.has(plain) ? false : seen.add(plain);
  });
}

function named(value: Json | undefined): string[] {
  const names = unitsIn(value).map(({ name }) => name.trim());
  return names.filter((name) => readCount(name) === null);
}

/** `Phase 3 complete` stands behind phase 3. */
function finished(value: Json | undefined): number | null {
  if (typeof value !== 'string') return readStatus(value) === 'complete' ? readCount(value) : null;
  const told = /compl|done|finish/i.test(value) ? readProgress(value, false) : null;
  return told === null || told.now !== null ? null : told.last;
}

/** `research, planning`; not `yes`, and not when it was. */
function isNames(text: string): boolean {
  if (readTotal(text) !== null) return true;
  return readStatus(text) === null && readTime(text) === null && unitsIn(text).length > 0;
}

function isSaid(value: Json): boolean {
  return typeof value === 'number' || unitsIn(value).length > 0;
}
