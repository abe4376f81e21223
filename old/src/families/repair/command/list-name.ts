// What a list of units is a list of, by the words of its name: `completed`, `queued_phases`, `work_remaining`.

import { snakeCase } from '../fields.js';
import { readStatus } from '../read/status.js';
import { readTime } from '../read/times.js';
import { type Concept, statusWords } from '../read/words.js';
import { stateAliases } from './fields.js';

/** A name taken apart. */
export interface ListName {
  /** How far the units of the list are. */
  readonly concept: Concept;
  /** What the name says that its units are: `bare` when it does not say. */
  readonly of: 'phases' | 'tasks' | 'bare';
}

const phaseNoun = /^(?:phases?|steps?|stages?|phasen|schritte|etapes|fases)$/;
const taskNoun = /^(?:tasks?|todos|items?|work|milestones?|list)$/;
/** Without a noun, fewer words name a list of units: `created` and `passed` name lists of other things. */
const bare =
  /^(?:done|completed?|finished|in_progress|doing|active|wip|current|now|ongoing|working_on|underway|pending|todo|to_do|remaining|left|outstanding|open|next|upcoming|queued|not_started|failed|failing|blocked|skipped)$/;
/** Words that are no status, and say of a list what it is of. */
const more: Readonly<Record<string, Concept>> = {
  remaining: 'pending',
  left: 'pending',
  outstanding: 'pending',
  now: 'in_progress',
  working_on: 'in_progress',
};
/** Next steps and open items are what people note down; a next phase is one of the run’s. */
const noted = /^next_(?!phase|stage)|^(?:open|resolved|closed|fixed)_items?$/;

const fieldConcepts = {
  completed_phases: 'complete',
  current_phase: 'in_progress',
  pending_phases: 'pending',
} as const;

/**
 * Takes the name of a list apart.
 * @param name the member
 * @returns what its units are; null when it is no name of such a list
 */
export function listName(name: string): ListName | null {
  const plain = snakeCase(name);
  if (noted.test(plain) || isOther('current_task', plain) || plain === 'current_task') return null;
  const words = plain.split('_');
  const of = words.some((word) => phaseNoun.test(word))
    ? 'phases'
    : words.some((word) => taskNoun.test(word))
      ? 'tasks'
      : 'bare';
  const rest = words.filter((word) => !phaseNoun.test(word) && !taskNoun.test(word)).join('_');
  const isNamed = rest !== '' && (of !== 'bare' || bare.test(rest));
  const told = isNamed ? (more[rest] ?? statusWords.get(rest)) : undefined;
  if (told !== undefined) return { concept: told, of };
  const field = entriesOf(fieldConcepts).find(([one]) => one === plain || isOther(one, plain));
  return field === undefined ? null : { concept: field[1], of: plain === 'phase' ? 'bare' : of };
}

/**
 * Names the field that lists units of one kind.
 * @param concept how far they are
 * @returns the field; undefined where the format has none
 */
export function fieldOfList(concept: Concept): string | undefined {
  return entriesOf(fieldConcepts).find(([, one]) => one === concept)?.[0];
}

/** Words for what is being done that are names of phases as well. */
const working =
  /^(?:implementation|implementing|testing|building|developing|in[ _-]review|in[ _-]testing|draft|init)$/i;

/**
 * Tells whether a text may be the name of a phase.
 * @param text the text
 * @returns false for a status or a time
 */
export function mayBeName(text: string): boolean {
  return (readStatus(text) === null && readTime(text) === null) || working.test(text.trim());
}

function isOther(field: string, plain: string): boolean {
  return stateAliases[field]?.includes(plain) === true;
}

function entriesOf<T>(record: Readonly<Record<string, T>>): (readonly [string, T])[] {
  return Object.entries(record);
}
