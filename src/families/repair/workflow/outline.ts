// What a file says about its phases beside the format's own counters: lists of them, those under way, those to come.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { readCount, readTotal } from '../read/numbers.js';
import { phasesIn } from '../read/phases.js';
import { readStatus } from '../read/status.js';
import type { Concept } from '../read/words.js';
import { unitsIn } from '../read/units.js';

const listFields = ['phases', 'steps', 'stages', 'tasks', 'todos', 'todo_list', 'checklist', 'milestones', 'plan'];
const nowFields = [
  'in_progress',
  'in_progress_phases',
  'in_progress_phase',
  'current',
  'doing',
  'active',
  'phase_name',
];
const nextFields = [
  'pending_phases',
  'remaining_phases',
  'phases_remaining',
  'phases_pending',
  'open_phases',
  'next_phases',
  'pending_steps',
  'remaining_steps',
  'remaining',
  'pending',
  'todo',
  'upcoming',
];
const box = /^\s*(?:[-*+]|\d+[.)])?\s*(\[[ xX~/-]?\]|[✅☑✔✓❌✗⏳🔄🚧▶⏸⬜☐])/u;

/** What is said about the phases. */
export interface Outline {
  /** The phases in their order, as they are written; empty when no list gives them. */
  readonly phases: readonly Json[];
  /** The phase under way. */
  readonly current: Json | undefined;
  /** Where it is said, when not in `current_phase`. */
  readonly currentField: string | null;
  /** How many phases there are at least. */
  readonly least: number;
  /** A member that holds phases or progress, of which nothing could be read. */
  readonly unread: string | null;
}

/**
 * Gathers what a workflow says about its phases.
 * @param draft the document, its fields renamed
 * @returns the phases, which is under way, how many there are at least
 */
export function outlineOf(draft: Draft): Outline {
  const holders = [[], ['workflow_state'], ['progress'], ['workflow_state', 'progress']];
  const members = (fields: readonly string[]): readonly (readonly [string, Json])[] =>
    holders.flatMap((steps) =>
      fields.flatMap((field) => {
        const value = draft.get(...steps, field);
        return value === undefined || value === null ? [] : [[`/${[...steps, field].join('/')}`, value] as const];
      }),
    );
  const [field, found] = members(nowFields).find(([, value]) => isSaid(value)) ?? [null, undefined];
  const own = draft.get('current_phase') ?? undefined;
  const current = own ?? (Array.isArray(found) ? found[0] : found);
  const next = members(nextFields).map(([, value]) => value);
  const listed =
    members(listFields)
      .map(([, value]) => listOf(value))
      .find((list) => list.length > 0) ?? [];
  const phases = listed.length > 0 ? listed : byNames(draft.get('completed_phases'), own ?? found, next);
  const numbers = next.flatMap((value) => unitsIn(value).map(({ name }) => readCount(name) ?? 0));
  const progress = [draft.get('progress'), draft.get('workflow_state', 'progress')].map(
    (value) => readTotal(value) ?? 0,
  );
  const rest = members([...listFields, 'progress', 'history', 'completed', 'done', ...nowFields, ...nextFields]);
  return {
    phases,
    current,
    currentField: own === undefined ? (field?.slice(1) ?? null) : null,
    least: Math.max(0, ...numbers, ...progress),
    unread: rest.find(([, value]) => isFilled(value))?.[0] ?? null,
  };
}

/**
 * Reads the status of one phase of a list.
 * @param phase an object, or a line with its box
 * @returns what it means; null when it says nothing
 */
export function phaseStatus(phase: Json | undefined): Concept | null {
  return typeof phase === 'string' ? readStatus(box.exec(phase)?.[1]) : readStatus(phase);
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

function listOf(value: Json): readonly Json[] {
  if (typeof value !== 'string') return phasesIn(value);
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  return lines.some((line) => box.test(line)) ? lines : [];
}

function isSaid(value: Json): boolean {
  return typeof value === 'number' || unitsIn(value).length > 0;
}

function isFilled(value: Json): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !/^(?:0\s*%|none|n\/a)$/i.test(value.trim());
  return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
}
