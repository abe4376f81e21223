// What a file says about its phases beside the format's own counters: lists of them, those under way, those to come.

import type { Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { readCount, readTotal } from '../read/numbers.js';
import { unitsIn } from '../read/units.js';
import { readStatus } from '../read/status.js';
import { isListing, listOf, numberedIn } from './listing.js';
import { type Statement, statementsIn } from './roles.js';

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
  /** How many phases there are at least. */
  readonly least: number;
}

/**
 * Gathers what a workflow says about its phases.
 * @param draft the document, its fields renamed
 * @returns the phases, which is under way, how many there are at least
 */
export function outlineOf(draft: Draft): Outline {
  const own = draft.get('current_phase') ?? undefined;
  const counted = draft.get('completed_phases') ?? undefined;
  const all = statementsIn(draft);
  const said = usable(all, own !== undefined || counted !== undefined || readCount(draft.get('total_phases')) !== null);
  const valuesOf = (role: Statement['role']): readonly Statement[] => said.filter((one) => one.role === role);
  const text = progressText(draft);
  const now = valuesOf('now').find(({ path, value }) => path !== '/current_phase' && isSaid(value)) ?? text.now;
  const next = valuesOf('next').map(({ value }) => value);
  const done =
    counted ??
    valuesOf('done').find(({ value }) => typeof value !== 'string' || readTotal(value) !== null)?.value ??
    text.done;
  // Beside the format's own list, steps and tasks may be those of one phase.
  const lists = valuesOf('all')
    .filter(
      ({ path, rank, value }) =>
        path.endsWith('/phases') || ((counted === undefined || rank === 1) && isListing(value)),
    )
    .map(({ path, value }) => [path, listOf(value)] as const);
  const listed = [...lists, numberedIn(draft)].find(([, list]) => list.length > 0);
  const phases = listed?.[1] ?? byNames(done, own ?? now?.value, next);
  const numbers = next.flatMap((value) => unitsIn(value).map(({ name }) => readCount(name) ?? 0));
  const found = now?.value;
  return {
    phases,
    isWhole: listed !== undefined,
    listPath: listed?.[0] ?? '',
    done,
    last: valuesOf('last')[0]?.value ?? text.last,
    total: text.total ?? readCount(valuesOf('total').find(({ path }) => path !== '/total_phases')?.value),
    current: own ?? (Array.isArray(found) ? found[0] : found),
    currentField: own === undefined ? (now?.path.slice(1) ?? null) : null,
    least: Math.max(0, listed === undefined ? phases.length : 0, ...numbers),
  };
}

/** Where phases are spoken of, tasks are parts of them; else the statements of one rank go together. */
function usable(all: readonly Statement[], isTold: boolean): readonly Statement[] {
  if (isTold) return all.filter(({ rank }) => rank <= 2);
  const best =
    all.find(({ role, value }) => (role === 'all' ? isListing(value) : role !== 'total' && role !== 'next'))?.rank ?? 3;
  return all.filter(({ rank }) => rank <= best);
}

interface ProgressText {
  readonly done?: Json | undefined;
  readonly last?: Json | undefined;
  readonly now?: Pick<Statement, 'path' | 'value'> | undefined;
  readonly total: number | null;
}

/** `2/5 phases` counts what is done; `Phase 3 of 6` is the one under way, unless it is said to be done. */
function progressText(draft: Draft): ProgressText {
  for (const [path, value] of [
    ['/progress', draft.get('progress')],
    ['/workflow_state/progress', draft.get('workflow_state', 'progress')],
    ['/status', draft.get('status')],
  ] as const) {
    if (typeof value !== 'string') continue;
    const total = readTotal(value);
    const isNumbered = /(?:phase|step|stage)[\s_#:-]*\d/i.test(value);
    if (total === null && !isNumbered) continue;
    const open = value.split(/[,;]|\band\b/).filter((part) => readCount(part.trim()) !== null && !isDoneText(part));
    const under = open.at(-1);
    if (under !== undefined && (isNumbered || !isCount(value)))
      return { now: { path, value: readCount(under.trim()) ?? 1 }, total };
    return isNumbered
      ? { last: Math.max(...value.split(/[,;]|\band\b/).map((part) => readCount(part.trim()) ?? 0)), total }
      : { done: value, total };
  }
  return { total: null };
}

function isDoneText(text: string): boolean {
  const rest = text.replace(
    /\b(?:phases?|steps?|stages?)?[\s_#:-]*\d+\s*(?:(?:\/|of|out of)\s*\d+)?\s*(?:phases?|steps?|stages?)?/i,
    ' ',
  );
  return readStatus(rest.trim()) === 'complete';
}

/** Nothing but how many of how many. */
function isCount(text: string): boolean {
  return /^\W*\d+\s*(?:\/|of|out of)\s*\d+(?:\s+(?:phases|steps|stages))?(?:\s+(?:are\s+)?(?:complete|completed|done|finished))?\W*$/i.test(
    text,
  );
}

/** Names in the order of the work: what is done, what is under way, what is to come. */
function byNames(done: Json | undefined, now: Json | undefined, next: readonly Json[]): readonly string[] {
  const ahead = [...named(now).filter((name) => readStatus(name) !== 'complete'), ...next.flatMap(named)];
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

function isSaid(value: Json): boolean {
  return typeof value === 'number' || unitsIn(value).length > 0;
}
