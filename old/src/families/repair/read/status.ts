// Reads what a status means, whatever it is written as. Never takes for complete what is said with a reservation.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import { readTime } from './times.js';
import { isHedged, isPlainRemark, withoutHarmless } from './remark.js';
import { type Concept, doubtSigns, plainWords, statusSigns, statusWords, weakWords } from './words.js';

/** What is longer is no status but a text. */
const maxChars = 400;

/** Members that hold the status of an object. */
const statusFields = ['status', 'state', 'result', 'outcome', 'value'] as const;
/** Members that say by true or false whether something is done. */
const flagFields = ['completed', 'complete', 'done', 'passed', 'success', 'ok'] as const;

/** Members that say that something was begun. */
const begunFields = ['started', 'in_progress', 'active', 'begun'] as const;
/** Members that say when something was finished, or begun. */
const endFields = ['completed_at', 'finished_at', 'done_at', 'ended_at', 'completedAt', 'finishedAt'] as const;
const startFields = ['started_at', 'begun_at', 'startedAt'] as const;
/** Members that say how much is done, of 100. */
const shareFields = ['progress', 'percent', 'percentage', 'percent_complete', 'completion'] as const;
/** Members that count what went wrong. */
const faultFields: ReadonlySet<string> = new Set(['failures', 'failed', 'failing', 'exit_code', 'exitCode']);

/**
 * Reads a status.
 * @param value a text, a flag, or an object that has one of them
 * @returns what it means; null when it cannot be told
 */
export function readStatus(value: Json | undefined): Concept | null {
  if (typeof value === 'boolean') return value ? 'complete' : 'pending';
  if (typeof value === 'string') return readText(value);
  if (value === 100) return 'complete';
  if (!isJsonObject(value)) return null;
  const said = saidBy(value);
  return said === undefined || isJsonObject(said) ? null : readStatus(said);
}

/**
 * Finds what an object says about its status.
 * @param object e.g. `{"status": "done"}`, `{"completed": true}`, `{"progress": 40}`
 * @returns the text or flag; undefined when it says nothing
 */
export function saidBy(object: Readonly<Record<string, Json>>): Json | undefined {
  const said = statusOf(object);
  return isContradicted(object) && readStatus(said) === 'complete' ? 'in_progress' : said;
}

function statusOf(object: Readonly<Record<string, Json>>): Json | undefined {
  const own = (name: string): Json | undefined => (Object.hasOwn(object, name) ? object[name] : undefined);
  const field = statusFields.find((name) => (own(name) ?? null) !== null);
  if (field !== undefined) return object[field];
  // {"overall": "complete", "db": "complete"}
  if (own('overall') !== undefined && Object.values(object).every((value) => readStatus(value) === 'complete'))
    return own('overall');
  const flag = flagFields.find((name) => isFlag(own(name)));
  if (flag !== undefined) {
    const isBegun = begunFields.some((name) => own(name) === true);
    return readFlag(own(flag)) === false && isBegun ? 'in_progress' : readFlag(own(flag));
  }
  if (endFields.some((name) => readTime(own(name)) !== null)) return 'complete';
  const share = shareFields.map(own).find((value) => value !== undefined && typeof value !== 'object');
  if (typeof share === 'number' && share >= 0 && share <= 100) return `${share}%`;
  if (typeof share === 'string' && readShare(share) !== null) return share;
  return startFields.some((name) => readTime(own(name)) !== null) ? 'in_progress' : undefined;
}

function isFlag(value: Json | undefined): boolean {
  return typeof value === 'boolean' || isSomeText(value);
}

/** A time in the place of a flag says when it was done. */
function readFlag(value: Json | undefined): Json | undefined {
  return readTime(value) === null ? value : true;
}

/** `{"status": "passed", "failures": 3}` */
function isContradicted(object: Readonly<Record<string, Json>>): boolean {
  return Object.entries(object).some(([name, value]) => {
    if (flagFields.some((flag) => flag === name)) return isFlag(value) && readStatus(readFlag(value)) !== 'complete';
    if (!faultFields.has(name)) return false;
    return typeof value === 'number' ? value !== 0 : Array.isArray(value) ? value.length > 0 : value === true;
  });
}

/**
 * Tells whether what is said beside a name in a list of finished things leaves it open that it is one.
 * @param said what is said; a time or a remark says no more than the list does
 * @returns true for a bare number and for words with a reservation
 */
export function isDoubtful(said: Json | undefined): boolean {
  if (typeof said === 'number') return readTime(said) === null;
  return typeof said === 'string' && (isQuestioned(said) || isHedged(said));
}

/**
 * Says what a remark means.
 * @param said a remark
 * @returns the status; `doubt` when it leaves open whether something is done, undefined when it does not speak of that
 */
export function meaningOf(said: string): Concept | 'doubt' | undefined {
  return readStatus(said) ?? (isDoubtful(said) ? 'doubt' : undefined);
}

/**
 * Tells whether a remark is known to leave a claim as it is.
 * @param said a remark, e.g. `2026-01-05`, `PR #12`, `no errors`
 * @returns true when it says nothing else
 */
export function isHarmless(said: string): boolean {
  if (readTime(said) !== null || /^\s*[0-9a-f]{7,40}\s*$/i.test(said)) return true;
  const rest = plainWords(withoutHarmless(said));
  if (rest === '') return /[\p{L}\p{N}]/u.test(said);
  const words = rest.split('_');
  return isPlainRemark(words) && words.some((word) => statusWords.get(word) === 'complete');
}

function readText(text: string): Concept | null {
  const concept = conceptOf(text);
  return concept === 'complete' && isQuestioned(text) ? 'in_progress' : concept;
}

/** `done?`, `complete (2/3)`, `[ ] done`: a sign or a number says that something is open. */
function isQuestioned(text: string): boolean {
  if (text.length > maxChars) return true; // what is not read may say anything
  const rest = withoutHarmless(text);
  const isPart = /\d\s*(?:\/|of|out of)\s*\d/.test(rest) || /(?<!\d)\d{1,3}(?:\.\d+)?\s*%/.test(rest);
  return isPart || doubtSigns.test(rest) || signsIn(text).some((concept) => concept !== 'complete');
}

function signsIn(text: string): readonly Concept[] {
  const lower = text.toLowerCase();
  return statusSigns.filter(([mark]) => lower.includes(mark)).map(([, concept]) => concept);
}

function conceptOf(text: string): Concept | null {
  const words = plainWords(text);
  const known = statusWords.get(words);
  if (known !== undefined && !(words === 'x' && !text.includes('x'))) return known;
  const share = readShare(text);
  if (share !== null) return share;
  if (words === '' || words === 'x') return signsIn(text)[0] ?? null;
  return readSentence(text, words.split('_'));
}

/** `40%`, `3/5`, `5 of 5 tasks`: how much is done, and nothing else. */
function readShare(text: string): Concept | null {
  const [, percent, part, whole] =
    /^\W*(?:(\d{1,3})(?:\.\d+)?\s*%|(\d{1,6})\s*(?:\/|of|out of)\s*(\d{1,6}))(?:\s+[a-z]+)?\W*$/i.exec(text) ?? [];
  const [done, all] = percent === undefined ? [Number(part), Number(whole)] : [Number(percent), 100];
  if (!(all > 0 && done <= all)) return null;
  return done === all ? 'complete' : done === 0 ? 'pending' : 'in_progress';
}

function readSentence(text: string, words: readonly string[]): Concept | null {
  const plain = plainWords(withoutHarmless(text));
  const rest = plain.split('_');
  for (const count of [3, 2, 1]) {
    const lead = words.slice(0, count).join('_');
    const concept = statusWords.get(lead);
    if (concept === undefined || concept === 'complete' || words.length <= count) continue;
    if (count > 1 || !weakWords.has(lead)) return concept;
  }
  for (const count of [3, 2, 1]) {
    const lead = rest.slice(0, count).join('_');
    if (lead === 'x' || statusWords.get(lead) !== 'complete') continue;
    if (isPlainRemark(rest.slice(count))) return 'complete';
    if (count > 1 || !weakWords.has(lead)) return 'in_progress';
  }
  const told = new Set(words.map((word) => (weakWords.has(word) ? undefined : statusWords.get(word))));
  const order: readonly Concept[] = ['blocked', 'in_progress', 'paused', 'pending'];
  const open = order.find((concept) => told.has(concept));
  if (open !== undefined) return open;
  // `38 passed`, `✅ 0 errors`: all that is said says nothing against it.
  const signs = signsIn(text);
  const isTicked = signs.length > 0 && signs.every((sign) => sign === 'complete');
  if (plain === '' && (told.has('complete') || isTicked)) return 'complete';
  if (told.has('complete')) return 'in_progress';
  // `✅ created feature/profile`: the tick counts where nothing takes it back.
  return isTicked && !isHedged(text) ? 'complete' : null;
}
