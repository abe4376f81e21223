// Stored text as a brief may tell it: harmless, without secrets, in whole ideas, within its room. Pure.

import { harmlessLine } from '../../rules/text/harmless.js';
import { mayHoldSecret } from '../../rules/text/may-hold-secret.js';
import { redactText } from '../../rules/text/redact.js';
import { maxBriefChars } from './limits.js';

/** One line of a brief. */
export interface Part {
  readonly name: string;
  /** Harmless already; each is told whole or counted. */
  readonly ideas: readonly string[];
  /** How many characters it takes to tell all of it. */
  readonly chars: number;
  /** How many more there are than anyone has room for. */
  readonly others: number;
  readonly between: string;
  /** How many characters it takes before the less important parts have theirs; what is then free is shared. */
  readonly room: number;
  /** What follows the text, and is never cut; where even the least room is too much it goes. */
  readonly rest: string;
  /** Half of it would be worth nothing, as of a command: it is told whole, before the others have their room, or not at all. */
  readonly isWhole: boolean;
}

/** One of several ideas is not told at greater length. */
const maxIdea = 300;
/** More have no room, whatever they are. */
const maxIdeas = 80;

/** What a part is made of: stored texts as they are. */
export type PartContent = Pick<Part, 'ideas' | 'room'> & Partial<Pick<Part, 'between' | 'rest' | 'isWhole'>>;

/**
 * Makes a part of stored texts.
 * @param name what it is called
 * @param content the texts, the most important first, and how they are told
 * @returns the part; null when it would tell nothing
 */
export function partOf(
  name: string,
  { ideas, room, between = ', ', rest = '', isWhole = false }: PartContent,
): Part | null {
  const most = ideas.length === 1 ? maxBriefChars : maxIdea;
  const first = ideas.length > maxIdeas ? ideas.slice(0, maxIdeas) : ideas;
  const shown = areHarmless(first, most)
    ? first
    : first.map((idea) => harmless(idea, most)).filter((idea) => idea !== '');
  if (shown.length === 0) return null;
  const others = Math.max(0, ideas.length - maxIdeas);
  const told = shown.reduce((sum, idea) => sum + idea.length + between.length, -between.length);
  return { name, ideas: shown, chars: told + andMore(between, others).length, others, between, room, rest, isWhole };
}

/** Words of ASCII, each one space behind the other. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/** Most are, and a look at all of them together is soon done. */
function areHarmless(ideas: readonly string[], max: number): boolean {
  return ideas.every((idea) => idea.length <= max && plainWords.test(idea)) && !mayHoldSecret(ideas.join('\n'));
}

function andMore(between: string, left: number): string {
  return left === 0 ? '' : `${between}and ${left} more`;
}

/**
 * Writes a part as a line.
 * @param part the part
 * @param room how many characters its text may have
 * @returns as many whole ideas as fit, the first one cut where it alone is too long, and how many there are besides
 */
export function lineOf({ name, ideas, chars, others, between, rest, isWhole }: Part, room: number): string {
  const more = (told: number): string => andMore(between, ideas.length - told + others);
  let told = ideas.length;
  if (chars > room && !isWhole) {
    told = 1;
    let length = (ideas[0] ?? '').length;
    for (const idea of ideas.slice(1, -1)) {
      length += between.length + idea.length;
      if (length + more(told + 1).length > room) break;
      told += 1;
    }
  }
  const ending = more(told);
  const text = told > 1 || isWhole ? ideas.slice(0, told).join(between) : clip(ideas[0] ?? '', room - ending.length);
  return `${name}: ${text}${ending}${rest}`;
}

/**
 * Makes a stored text harmless. Existing files are taken in as they are, so secrets may be in them: a brief never passes
 * one on.
 * @param text any text
 * @param max how many characters of it are wanted
 * @returns one line
 */
export function harmless(text: string, max: number): string {
  // Cut first, with room for what is stripped: a hostile text may have megabytes.
  const start = text.slice(0, Math.min(max * 8, max + 4_000));
  const line = harmlessLine(start);
  return clip(mayHoldSecret(line) ? redactText(line).text : line, max);
}

/** Cuts a text behind a word, unless that one is longer than a third of it, with a mark where something is missing. */
function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, Math.max(0, max - 1)).toWellFormed();
  const end = /\s/.test(text[start.length] ?? ' ') ? start.length : start.lastIndexOf(' ');
  return `${(end * 3 > start.length * 2 ? start.slice(0, end) : start).trimEnd()}…`;
}
