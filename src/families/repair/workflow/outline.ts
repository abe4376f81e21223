// What a file says about its phases beside the format's own counters: lists of them, those under way, those to come.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { readCount, readTotal } from '../read/numbers.js';
import { phasesIn } from '../read/phases.js';
import { readStatus } from '../read/status.js';
import type { Concept } from '../read/words.js';
import { unitsIn } from '../read/units.js';

/** Lists that stand for the phases where the format's own members say nothing about them. */
const listFields = ['steps', 'stages', 'tasks', 'todos', 'todo_list', 'checklist', 'milestones'];
const doneFields = ['completed_phases', 'completed', 'done', 'finished'];
const totalFields = ['total_phases', 'total', 'of'];
const logFields = ['progress', 'history', 'checkpoints', 'snapshots', 'completed', 'done'];
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
const behind = /([✅☑✔✓❌✗⏳🔄🚧▶⏸⬜☐])\u{fe0f}?\s*$/u;

const inProgress = [['progress'], ['workflow_state', 'progress']];
const everywhere = [[], ['workflow_state'], ...inProgress];

/** What is said about the phases. */
export interface Outline {
  /** The phases in their order, as they are written; empty when nothing gives them. */
  readonly phases: readonly Json[];
  /** Whether that is a list of all phases; else they are those that are named somewhere. */
  readonly isWhole: boolean;
  /** What is finished, where `completed_phases` does not say it. */
  readonly done: Json | undefined;
  /** How many phases the progress speaks of, where `total_phases` does not say it. */
  readonly total: number | null;
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
  const members = (fields: readonly string[], holders = everywhere): readonly (readonly [string, Json])[] =>
    holders.flatMap((steps) =>
      fields.flatMap((field) => {
        const value = draft.get(...steps, field);
        return value === undefined || value === null ? [] : [[`/${[...steps, field].join('/')}`, value] as const];
      }),
    );
  const [field, found] = members(nowFields).find(([, value]) => isSaid(value)) ?? [null, undefined];
  const own = draft.get('current_phase') ?? undefined;
  const next = members(nextFields).map(([, value]) => value);
  const counted = draft.get('completed_phases') ?? undefined;
  const progress = members(['progress']).find(([, value]) => readTotal(value) !== null)?.[1];
  const done = counted ?? members(doneFields, inProgress)[0]?.[1] ?? progress;
  // Beside the format's own list, steps and tasks may be those of one phase.
  const lists = [draft.get('phases'), draft.get('workflow_state', 'phases')].map(listOf);
  if (counted === undefined)
    lists.push(...members(listFields).map(([, value]) => (isListing(value) ? listOf(value) : [])));
  const listed = lists.find((list) => list.length > 0);
  const phases = listed ?? byNames(done, own ?? found, next);
  const numbers = next.flatMap((value) => unitsIn(value).map(({ name }) => readCount(name) ?? 0));
  const rest = members([...logFields, ...listFields, ...nowFields, ...nextFields, 'phases']);
  return {
    phases,
    isWhole: listed !== undefined,
    done,
    total: readTotal(progress) ?? readCount(members(totalFields, inProgress)[0]?.[1]),
    current: own ?? (Array.isArray(found) ? found[0] : found),
    currentField: own === undefined ? (field?.slice(1) ?? null) : null,
    least: Math.max(0, listed === undefined ? phases.length : 0, ...numbers),
    unread: rest.find(([, value]) => isFilled(value))?.[0] ?? null,
  };
}

/**
 * Reads the status of one phase of a list.
 * @param phase an object, or a line with its box
 * @returns what it means; null when it says nothing
 */
export function phaseStatus(phase: Json | undefined): Concept | null {
  return typeof phase === 'string' ? readStatus((box.exec(phase) ?? behind.exec(phase))?.[1]) : readStatus(phase);
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

/** A list, or a map of which each member is a unit; not `{"total": 5, "done": 2}`. */
function isListing(value: Json): boolean {
  if (!isJsonObject(value)) return true;
  return Object.values(value).every(
    (member) => isJsonObject(member) || (typeof member === 'string' && readStatus(member) !== null),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
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
