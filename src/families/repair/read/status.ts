// Reads what a status means, whatever it is written as. Never takes for complete what is said with a reservation.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { readTime } from './times.js';
import { type Concept, hedges, plainWords, statusSigns, statusWords, weakWords } from './words.js';

/** Members that hold the status of an object. */
const statusFields = ['status', 'state', 'result', 'outcome', 'value'] as const;
/** Members that say by true or false whether something is done. */
const flagFields = ['completed', 'complete', 'done', 'passed'] as const;

/** Members that say that something was begun. */
const begunFields = ['started', 'in_progress', 'active', 'begun'] as const;

/**
 * Reads a status.
 * @param value a text, a flag, or an object that has one of them
 * @returns what it means; null when it cannot be told
 */
export function readStatus(value: Json | undefined): Concept | null {
  if (typeof value === 'boolean') return value ? 'complete' : 'pending';
  if (typeof value === 'string') return readText(value);
  if (!isJsonObject(value)) return null;
  const said = saidBy(value);
  return said === undefined || isJsonObject(said) ? null : readStatus(said);
}

/**
 * Finds what an object says about its status.
 * @param object e.g. `{"status": "done"}`, `{"completed": true}`
 * @returns the text or flag; undefined when it says nothing
 */
export function saidBy(object: Readonly<Record<string, Json>>): Json | undefined {
  const field = statusFields.find((name) => Object.hasOwn(object, name) && object[name] !== null);
  if (field !== undefined) return object[field];
  const flag = flagFields.find((name) => Object.hasOwn(object, name) && typeof object[name] === 'boolean');
  if (flag === undefined) return undefined;
  const isBegun = begunFields.some((name) => Object.hasOwn(object, name) && object[name] === true);
  return object[flag] === false && isBegun ? 'in_progress' : object[flag];
}

/**
 * Tells whether what is said beside a name in a list of finished things leaves it open that it is one.
 * @param said what is said; a time or a remark says no more than the list does
 * @returns true for a bare number and for words with a reservation
 */
export function isDoubtful(said: Json | undefined): boolean {
  if (typeof said === 'number') return readTime(said) === null;
  return typeof said === 'string' && (isQuestioned(said) || isHedged(plainWords(said).split('_')));
}

function readText(text: string): Concept | null {
  const concept = conceptOf(text);
  return concept === 'complete' && isQuestioned(text) ? 'in_progress' : concept;
}

/** `done?`, `complete (2/3)` */
function isQuestioned(text: string): boolean {
  const [, part, whole] = /(\d{1,6})\s*(?:\/|of|out of)\s*(\d{1,6})/.exec(text.slice(0, 400)) ?? [];
  return text.includes('?') || Number(part) < Number(whole);
}

function conceptOf(text: string): Concept | null {
  const words = plainWords(text);
  const known = statusWords.get(words);
  if (known !== undefined && !(words === 'x' && !text.includes('x'))) return known;
  const sign = statusSigns.find(([mark]) => text.includes(mark))?.[1];
  if (words === '' || words === 'x') return sign ?? null;
  return readSentence(words.split('_'));
}

function readSentence(words: readonly string[]): Concept | null {
  for (const count of [3, 2, 1]) {
    const lead = words.slice(0, count).join('_');
    const concept = statusWords.get(lead);
    if (concept === undefined || (count === 1 && weakWords.has(lead)) || words.length <= count) continue;
    return concept === 'complete' && isHedged(words.slice(count)) ? 'in_progress' : concept;
  }
  const last = words.at(-1) ?? '';
  if (words[0] === 'all' && statusWords.get(last) === 'complete' && !isHedged(words)) return 'complete';
  const told = new Set(words.map((word) => (weakWords.has(word) ? undefined : statusWords.get(word))));
  const order: readonly Concept[] = ['blocked', 'in_progress', 'paused', 'pending'];
  return order.find((concept) => told.has(concept)) ?? (told.has('complete') ? 'in_progress' : null);
}

function isHedged(words: readonly string[]): boolean {
  return words.some((word) => hedges.has(word) || (/^\d+%$/.test(word) && word !== '100%'));
}
