// Which phases of a workflow are done: numbers, from whatever the file writes. What is in doubt is not done.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { firstOpenPhase } from '../../workflow/progress.js';
import type { Draft } from '../draft.js';
import { readCount, readTotal } from '../read/numbers.js';
import { phaseNumber, phaseNumbers } from '../read/phases.js';
import { isDoubtful, readStatus } from '../read/status.js';
import type { Concept } from '../read/words.js';
import { nameIn, unitsIn } from '../read/units.js';
import { isUnlisted, phaseStatus } from './listing.js';
import { type Outline, outlineOf } from './outline.js';
import { unreadIn } from './unread.js';

/**
 * Gives a workflow its counters.
 * @param draft the document, its fields renamed
 * @returns what the file says about its phases
 */
export function repairProgress(draft: Draft): Outline {
  const outline = outlineOf(draft);
  const { phases } = outline;
  const own = draft.get('current_phase');
  const current = numberOf(phases, outline.current);
  const counted = readCount(draft.get('total_phases')) ?? readTotal(own) ?? outline.total;
  // Of a run that goes on, 0 phases says no more than nothing.
  const given = (counted === 0 ? null : counted) ?? (outline.isWhole ? phases.length : null);
  const done = completed(draft, outline, current, given);
  askForUnread(draft, outline, done.length === 0 && (current ?? 0) <= 1, given === null && current === null);
  const total = Math.min(leastTotal(draft, { given, current, done, told: outline.least }), limits.maxUnits);
  draft.set(['total_phases'], total, given !== null && total > given ? 'conflict' : 'spelling', whyTotal(draft, given));
  const numbers = done.filter((phase) => phase >= 1 && phase <= total);
  const open = openAmong(numbers, outline);
  const said = draft.get('completed_phases');
  draft.set(
    ['completed_phases'],
    numbers.filter((phase) => !open.has(phase)),
    open.size > 0 ? 'conflict' : 'shape',
    said === undefined
      ? `completed_phases is missing; ${numbers.length === 0 ? 'what is not listed is not done' : whyTaken(outline, numbers.length)}`
      : open.size > 0
        ? `a phase that itself says that it is open is not done: ${[...open].join(', ')}`
        : 'completed_phases is a list of numbers from 1, each once',
  );
  const isFine = typeof own === 'number' && Number.isInteger(own) && own >= 0 && own <= total;
  if (isFine) return outline;
  const isKnown = current !== null && current <= total;
  const first = 'the first phase that is not completed';
  const why =
    own !== undefined && own !== null
      ? 'current_phase is the number of a phase'
      : `current_phase is missing; ${isKnown && outline.currentField !== null ? `taken from ${outline.currentField}` : first}`;
  draft.set(['current_phase'], isKnown ? current : (firstOpenPhase(draft.root) ?? total), 'spelling', why);
  return outline;
}

/** Nothing that a file plainly says to be done is begun anew because no rule reads it. */
function askForUnread(draft: Draft, outline: Outline, isNoneDone: boolean, isNothing: boolean): void {
  const isTold = (draft.get('completed_phases') ?? null) !== null || readCount(draft.get('current_phase')) !== null;
  if (!isNoneDone || isTold) return;
  const isOver = readStatus(draft.get('current_phase')) === 'complete';
  if (outline.phases.some((phase) => phaseStatus(phase) !== null)) return;
  const unread = isOver ? '/current_phase' : unreadIn(draft, !(isNothing && outline.least === 0));
  if (unread === null) return;
  const fix = 'write total_phases, and the numbers of the finished ones into completed_phases';
  draft.ask('unresolved', unread, 'says something about phases, but it cannot be read which are done', fix);
}

function numberOf(phases: readonly Json[], value: Json | undefined): number | null {
  const own = isJsonObject(value) ? nameIn(value) : typeof value === 'string' ? value : null;
  const [unit] = own === null ? unitsIn(value).map(({ name }) => name) : [own];
  return (unit === undefined ? null : phaseNumber(phases, unit)) ?? readCount(value);
}

interface Counts {
  readonly given: number | null;
  readonly current: number | null;
  readonly done: readonly number[];
  readonly told: number;
}

/** A run that goes on has a phase that is not done: nothing may look finished because the file does not say how many there are. */
function leastTotal(draft: Draft, { given, current, done, told }: Counts): number {
  const last = done.at(-1) ?? 0;
  if (given === null) {
    const isOpen = readStatus(draft.get('status') ?? draft.get('workflow_state', 'status')) !== 'complete';
    return Math.max(last + (isOpen ? 1 : 0), current ?? 0, told);
  }
  const isWrong = last > given; // then the number of the phase under way says more
  return Math.max(given, last, isWrong ? (current ?? 0) : 0);
}

function whyTotal(draft: Draft, given: number | null): string {
  if (draft.get('total_phases') !== undefined && given !== null)
    return 'total_phases is a number, not below that of any completed phase';
  return given === null
    ? 'total_phases is not told; the phase under way counts, and a run that is not complete has one that is not done'
    : 'total_phases is missing; taken from what else is said about phases';
}

/**
 * Finds phases among the finished ones that are said to be open elsewhere.
 * @param numbers the finished ones
 * @param outline what the file says about its phases
 * @returns those that are open. A list that calls all of them pending is a plan that nobody kept up.
 */
export function openAmong(numbers: readonly number[], outline: Outline): ReadonlySet<number> {
  const { phases, isWhole, done, stuck } = outline;
  const statuses = phases.map(phaseStatus);
  const isPlan = statuses.every((status) => status === null || status === 'pending');
  const open = new Set<Concept | null>(['in_progress', 'pending', 'failed', 'blocked', 'paused']);
  // Without a list, a name has a number only among the finished ones.
  const named = new Set(unitsIn(done).map(({ name }) => name));
  const failed = new Set(
    stuck.flatMap(({ value }) => {
      if (typeof value === 'number') return [value];
      return unitsIn(value).map(({ name }) => (isWhole || named.has(name) ? numberOf(phases, name) : readCount(name)));
    }),
  );
  return new Set(numbers.filter((phase) => failed.has(phase) || (!isPlan && open.has(statuses[phase - 1] ?? null))));
}

function whyTaken({ phases, done, last }: Outline, count: number): string {
  if (done !== undefined || last !== undefined) return 'taken from what is said about the progress';
  const isTold = phases.some((phase) => phaseStatus(phase) !== null);
  return isTold
    ? 'taken from the statuses of the phases'
    : `the file stands behind phase ${count}, and phases go in order`;
}

function completed(draft: Draft, outline: Outline, current: number | null, total: number | null): number[] {
  const { phases, done: value, last } = outline;
  const isComplete = readStatus(draft.get('status')) === 'complete';
  const before = (count: number): number[] => {
    const bound =
      current === null || (isComplete && current >= count) ? count : Math.min(count, Math.max(current - 1, 0));
    return upTo(Math.min(bound, limits.maxUnits));
  };
  if (typeof value === 'number') return before(readCount(value) ?? 0);
  if (typeof value === 'string' && readTotal(value) !== null) return before(readCount(value) ?? 0);
  const [text, ...others] = Array.isArray(value) ? value : [value];
  const bound = typeof text === 'string' && others.length === 0 ? readBound(text, total) : null;
  if (bound !== null) return before(bound);
  if (value !== undefined && value !== null) return numbersIn(value, phases, before);
  const statuses = phases.map(phaseStatus);
  // What was skipped, or is not even listed, is left behind once the run has gone on behind it.
  const begun = isComplete
    ? phases.length
    : statuses.findLastIndex((one) => one === 'complete' || one === 'in_progress');
  const told = statuses.flatMap((one, index) =>
    one === 'complete' || (index < begun && (one === 'skipped' || isUnlisted(phases[index]))) ? [index + 1] : [],
  );
  if (told.length > 0 || statuses.some((one) => one !== null)) return told;
  const left = numberOf(phases, last);
  if (left !== null) return before(Math.min(left, total ?? left));
  if (isComplete && total !== null && (current === null || current >= total))
    return upTo(Math.min(total, limits.maxUnits));
  // Phases go in order: the file stands at one, so it has left those before it.
  return upTo(Math.min((current ?? 0) - 1, total ?? limits.maxUnits, limits.maxUnits));
}

function numbersIn(value: Json, phases: readonly Json[], before: (count: number) => number[]): number[] {
  const units = unitsIn(spelledOut(value)).filter(({ name, said }) => !isOpen(name, said));
  const places = phaseNumbers(phases);
  const numbers = units.map(({ name, value: item }) => {
    return places.get(name.trim().toLowerCase()) ?? readCount(isJsonObject(item) ? item : undefined) ?? readCount(name);
  });
  // Names without numbers, and no list that gives their order: they are as many as they are.
  if (numbers.some((number) => number === null)) return before(units.length);
  return [...new Set(numbers.filter((number) => number !== null))].sort((a, b) => a - b);
}

/** `plan (partial)`, `{"plan": "failed"}`; a time or a remark says no more than the list does. */
function isOpen(name: string, said: Json | undefined): boolean {
  const remark = /\(([^)]*)\)/.exec(name)?.[1];
  if (/[?~]/.test(name) || (remark !== undefined && isDoubtful(remark))) return true;
  if (!['complete', null].includes(phaseStatus(name))) return true;
  if (said === undefined || said === null) return false;
  const concept = readStatus(said);
  return concept === null ? isDoubtful(said) : concept !== 'complete';
}

function spelledOut(value: Json): Json {
  if (typeof value === 'string') return ranged(value);
  if (!Array.isArray(value)) return value;
  return value.flatMap((item: Json) =>
    typeof item === 'string' && /^\s*\d+\s*\D{1,9}\s*\d+\s*$/.test(item) ? ranged(item).split(',') : [item],
  );
}

/** `all before 4`, `first 3`, `all`: how many are done. What begins so and cannot be read is none. */
function readBound(text: string, total: number | null): number | null {
  const [, word = '', rest = ''] =
    /^\s*(all|every|everything|first|before|up to|until|through|most|some|alle|tous|todas?)\b(.*)$/is.exec(text) ?? [];
  if (word === '') return null;
  if (/^(?:all|everything|alle|tous|todas)$/i.test(word) && /^\W*(?:phases?|of them|done|complete)?\W*$/i.test(rest))
    return total ?? 0;
  const [, exclusive, inclusive] =
    /(?:\b(?:before|until)\s+(?:phase\s+)?(\d{1,4})|\b(?:first|up to|through|thru|bis)\s+(?:phase\s+)?(\d{1,4}))\W*(?:phases)?\W*$/i.exec(
      `${word} ${rest}`,
    ) ?? [];
  return exclusive === undefined ? Number(inclusive ?? 0) : Math.max(Number(exclusive) - 1, 0);
}

/** `1-3` means three phases. */
function ranged(text: string): string {
  return text
    .slice(0, 1000)
    .replace(/(\d{1,4})\s*(?:-|–|to|through|bis|\.\.)\s*(\d{1,4})/g, (whole, from: string, to: string) => {
      const count = Number(to) - Number(from);
      return count > 0 && count < 100
        ? Array.from({ length: count + 1 }, (_, index) => Number(from) + index).join(',')
        : whole;
    });
}

function upTo(count: number): number[] {
  return Array.from({ length: Math.max(count, 0) }, (_, index) => index + 1);
}
