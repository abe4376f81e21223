// What is said behind a word for "done": a remark that leaves it done (a date, a commit, "tests green"), or one that
// may take it back. Only remarks that are known to be harmless are.

import { hedges, openWords, plainWords, reservations } from './words.js';

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const day = '\\d{1,2}(?:st|nd|rd|th)?';
const parts = 'tests?|specs?|checks?|files?|tasks?|items?|steps?|gates?|phases|workstreams|units?|stories|features';
const faults =
  'errors?|failures?|failed|failing|fails|issues?|warnings?|problems?|regressions?|blockers?|concerns?|bugs?|gaps?|findings?';

/** Forms that say nothing against it, the longer ones first. */
const harmless: readonly RegExp[] = [
  /\[x\]/g,
  /https?:\/\/\S+/g,
  /(?:[\w@-]+[/.])*[\w@-]+\.(?:md|[mc]?[tj]sx?|py|rs|go|sql|json|ya?ml|sh|css|html|java|kt|rb|txt|toml)\b/g,
  /\d{4}[-/.]\d\d[-/.]\d\d(?:[t ,]+\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:z|utc|gmt|[+-]\d\d:?\d\d)?)?/g,
  /\b\d{1,2}[./]\d{1,2}[./]\d{4}\b/g,
  new RegExp(`\\b(?:${month} ${day}|${day}\\.? ${month})(?:,? \\d{4})?(?![\\p{L}\\d])`, 'gu'),
  /\b\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?\b/g,
  /\b(?:pr|mr|issue|commit|build|run|job)[\s:_-]*#?\d+\b/g,
  /#\d+\b/g,
  /\b(?:commit|sha)[\s:#]*[0-9a-f]{7,40}\b/g,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g,
  /\bv\d+(?:\.\d+)+\b/g,
  /\bexit(?:ed)?(?: with)?(?: code)?[\s:=]*0\b/g,
  new RegExp(`\\b(?:0|no|zero|without|ohne|sans|sin) (?:\\w+ )?(?:${faults})(?!\\p{L})`, 'gu'),
  new RegExp(`\\b(?:all|every|each|both)(?: of)?(?: the)?(?: \\d+)? (?:\\w+ )?(?:${parts})\\b`, 'g'),
  new RegExp(`\\b([1-9]\\d*)\\s*(?:/|of|out of)\\s*\\1(?: (?:${parts}))?\\b`, 'g'),
  new RegExp(
    `\\b[1-9]\\d* (?:(?:${parts}) )?(?:pass|passed|passing|green|ok|done|complete|completed|changed|created|added)\\b`,
    'g',
  ),
  /\b\d{1,3}(?:\.\d+)?\s*% (?:test )?coverage\b|\bcoverage:? (?:at |is )?\d{1,3}(?:\.\d+)?\s*%/g,
  /\b100\s*%/g,
  // "took 3h" is past; "done in 3h" may not be.
  /(?<!\b(?:in|within) ~?)~?\b\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?)\b/g,
];
/** Who did it; not by when. */
const doer =
  /\b[Bb]y (?:@[\w-]+|(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Next|Tomorrow|Hand)[A-Z][a-z]+|QA|CI)\b/g;

const plainRemarks: ReadonlySet<string> = new Set(
  (
    'complete completed done finished success successful successfully succeeded passed passes passing pass shipped delivered ' +
    'verified approved merged deployed released ok yes true closed resolved implemented validated green clean landed reviewed ' +
    'tested committed pushed documented signed off fully all and the in on at to with see via per it is was has have been now ' +
    'today yesterday already everything everywhere pr mr commit sha branch origin main master prod production test tests unit ' +
    'integration e2e lint linter build types typecheck check checks ci suite suites gate gates coverage took lgtm ' +
    'fertig erledigt abgeschlossen termine fini hecho completado und et y'
  ).split(' '),
);
/** What may stand before a claim. */
const openings =
  /^(?:(?:status|result|state|outcome|it|is|has been|now|already|successfully|everything|work|task)[\s:=]+)+/;
const fault = new RegExp(
  '(?:^|_)(?:exit(?:ed)?(?:_with)?(?:_code|_status)?|rc|returned)_[1-9]\\d*(?:_|$)|' +
    `(?:^|_)(?:with|has|have|had|got|some|few|several|many|known|minor|[1-9]\\d*)(?:_\\w{1,20}?)?_(?:${faults})(?:_|$)`,
  'u',
);

/**
 * Takes out what says nothing against a claim.
 * @param text a status with remarks
 * @returns the rest, in lower case
 */
export function withoutHarmless(text: string): string {
  const named = text.slice(0, 400).replace(doer, ' ').normalize('NFKC').toLowerCase().replaceAll('_', ' ');
  return harmless
    .reduce((rest, form) => rest.replace(form, ' '), named)
    .trim()
    .replace(openings, '');
}

/**
 * Tells whether words behind a claim leave it as it is.
 * @param words the words, without what {@link withoutHarmless} takes out
 * @returns false as soon as one of them is not known to be harmless
 */
export function isPlainRemark(words: readonly string[]): boolean {
  return words.every((word) => plainRemarks.has(word));
}

/**
 * Tells whether a remark takes back, or bounds, what a list says.
 * @param text the remark
 * @returns true for words with a reservation, for parts of a whole and for faults
 */
export function isHedged(text: string): boolean {
  const words = wordsOf(text);
  return fault.test(words) || words.split('_').some((word) => hedges.has(word) || /^\d+%$/.test(word));
}

/**
 * Tells whether a text that may also be a title has a reservation.
 * @param text the text
 * @returns true for `only locally`, `3 warnings`
 */
export function isReserved(text: string): boolean {
  const words = wordsOf(text);
  return fault.test(words) || words.split('_').some((word) => reservations.has(word));
}

/**
 * Tells whether a text in brackets says that something is open, even where it is written like a title.
 * @param text the text
 * @returns true for `Tests missing`, `2 open`
 */
export function leavesOpen(text: string): boolean {
  return wordsOf(text)
    .split('_')
    .some((word) => openWords.has(word));
}

function wordsOf(text: string): string {
  return plainWords(withoutHarmless(text).replace(/\bw\/o\b/g, 'without'));
}
