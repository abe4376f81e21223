// Which phases of a workflow are done: numbers, from whatever the file writes. What is in doubt is not done.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { firstOpenPhase } from '../../workflow/progress.js';
import type { Draft } from '../draft.js';
import { readCount, readTotal } from '../read/numbers.js';
import { phaseNumber, phaseNumbers, phasesIn } from '../read/phases.js';
import { readStatus } from '../read/status.js';
import { unitsIn } from '../read/units.js';

/**
 * Gives a workflow its counters.
 * @param draft the document, its fields renamed
 */
export function repairProgress(draft: Draft): void {
  const phases = phasesIn(draft.get('phases'), draft.get('workflow_state', 'phases'));
  const value = draft.get('current_phase');
  const named = typeof value === 'string' ? phaseNumber(phases, value) : null;
  const current = named ?? readCount(value);
  const given = readCount(draft.get('total_phases')) ?? readTotal(value) ?? (phases.length > 0 ? phases.length : null);
  const done = completed(draft, phases, current, given);
  const least = Math.max(given ?? 0, done.at(-1) ?? 0, given === null ? (current ?? 0) : 0);
  const total = Math.min(least, limits.maxUnits);
  const isTold = draft.get('total_phases') !== undefined;
  draft.set(
    ['total_phases'],
    total,
    given !== null && total > given ? 'conflict' : 'spelling',
    isTold
      ? 'total_phases is a number, not below that of any completed phase'
      : 'total_phases is missing; taken from what else is said about phases',
  );
  const numbers = done.filter((phase) => phase >= 1 && phase <= total);
  const told = draft.get('completed_phases');
  draft.set(
    ['completed_phases'],
    numbers,
    'shape',
    told === undefined
      ? `completed_phases is missing; ${numbers.length === 0 ? 'what is not listed is not done' : whyTaken(phases, numbers.length)}`
      : 'completed_phases is a list of numbers from 1, each once',
  );
  const open = firstOpenPhase(draft.root) ?? total;
  const isFine = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= total;
  if (isFine) return;
  const next = current !== null && current <= total ? current : open;
  draft.set(
    ['current_phase'],
    next,
    'spelling',
    value === undefined
      ? 'current_phase is missing; the first phase that is not completed'
      : 'current_phase is the number of a phase',
  );
}

function whyTaken(phases: readonly Json[], count: number): string {
  const isTold = phases.some((phase) => readStatus(phase) !== null);
  return isTold
    ? 'taken from the statuses of the phases'
    : `the file stands behind phase ${count}, and phases go in order`;
}

function completed(draft: Draft, phases: readonly Json[], current: number | null, total: number | null): number[] {
  const value = draft.get('completed_phases');
  const isComplete = readStatus(draft.get('status')) === 'complete';
  const before = (count: number): number[] => {
    const bound =
      current === null || (isComplete && current >= count) ? count : Math.min(count, Math.max(current - 1, 0));
    return upTo(Math.min(bound, limits.maxUnits));
  };
  if (typeof value === 'number') return before(readCount(value) ?? 0);
  if (typeof value === 'string' && readTotal(value) !== null) return before(readCount(value) ?? 0);
  if (value !== undefined && value !== null) return numbersIn(value, phases, before);
  const told = phases.flatMap((phase, index) => (readStatus(phase) === 'complete' ? [index + 1] : []));
  if (told.length > 0) return told;
  if (!phases.every((phase) => readStatus(phase) === null)) return [];
  if (isComplete && total !== null && (current === null || current >= total))
    return upTo(Math.min(total, limits.maxUnits));
  // Phases go in order: the file stands at one, so it has left those before it.
  return upTo(Math.min((current ?? 0) - 1, total ?? limits.maxUnits, limits.maxUnits));
}

function numbersIn(value: Json, phases: readonly Json[], before: (count: number) => number[]): number[] {
  const units = unitsIn(typeof value === 'string' ? ranged(value) : value).filter(
    ({ said }) => said === undefined || said === null || readStatus(said) === 'complete',
  );
  const places = phaseNumbers(phases);
  const numbers = units.map(({ name, value: item }) => {
    return places.get(name.trim().toLowerCase()) ?? readCount(isJsonObject(item) ? item : undefined) ?? readCount(name);
  });
  // Names without numbers, and no list that gives their order: they are as many as they are.
  if (numbers.some((number) => number === null)) return before(units.length);
  return [...new Set(numbers.filter((number) => number !== null))].sort((a, b) => a - b);
}

/** `1-3` means three phases. */
function ranged(text: string): string {
  return text.slice(0, 1000).replace(/(\d{1,4})\s*(?:-|–|to|\.\.)\s*(\d{1,4})/g, (whole, from: string, to: string) => {
    const count = Number(to) - Number(from);
    return count > 0 && count < 100
      ? Array.from({ length: count + 1 }, (_, index) => Number(from) + index).join(',')
      : whole;
  });
}

function upTo(count: number): number[] {
  return Array.from({ length: Math.max(count, 0) }, (_, index) => index + 1);
}
