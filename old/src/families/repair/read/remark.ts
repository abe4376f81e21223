// What is said behind a word for "done": a remark that leaves it done (a date, a commit, "tests green"), or one that
// may take it back. Only remarks that are known to be harmless are.

import { hedges, openWords, plainWords, reservations } from './words.js';

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const day = '\\d{1,2}(?:st|nd|rd|th)?';
const parts = 'tests?|specs?|checks?|files?|tasks?|items?|steps?|gates?|phases|workstreams|units?|stories|features';
const faults =
  'errors?|failures?|failed|failing|fails|issues?|problems?|regressions?|blockers?|concerns?|bugs?|gaps?|findings?';
const good = 'pass|passed|passing|green|ok|done|complete|completed|changed|created|added|applied|written';
/** What is counted beside a claim, and says nothing against it. */
const counted = `${parts}|commits?|lines?|reports?|migrations?|notes?|suites?|runs?|assertions?|test files?|issues? created`;
const mended = 'fixed|resolved|solved|addressed|cleared';

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
  /\bno (?:\w+ ){0,3}(?:needed|required|necessary)\b/g,
  /\bfollow-?\s?ups? (?:\w+ )?(?:in|as|to|see) (?:prd|exec|adr|gap|iss|perf|fib)-\d+/g,
  /\b(?:phase|stage|step|wave) (\d+)\s*(?:\/|of)\s*\1\b/g,
  /\bexit(?:ed)?(?: with)?(?: code)?[\s:=]*0\b/g,
  new RegExp(
    `(?<!(?:/|of) ?)\\b(?:all )?[1-9]\\d* (?:(?:${counted}) )?(?:${good})\\b(?: \\(\\d+\\))?(?:[,; ]+0 (?:${faults}))?(?:[,; ]+\\d+ (?:skipped|todo)\\b)*`,
    'g',
  ),
  new RegExp(`\\b(?:0|no|zero|without|ohne|sans|sin) (?:\\w+ )?(?:${faults}|warnings?|skipped)(?!\\p{L})`, 'gu'),
  // What was wrong, and is not any more; what was there before.
  new RegExp(`\\b(?:fixed|resolved) (?:(?:all|\\d+) )?(?:\\w+ )?(?:${faults})\\b`, 'g'),
  new RegExp(
    `\\b(?:(?:all|\\d+|p[0-3]s?) )?(?:(?:${faults}|p[0-3]s?) )?(?:were |all )?(?<!(?:not|be) )(?:${mended})\\b`,
    'g',
  ),
  /\b(?:\d+ )?pre-?\s?existing(?: (?:errors?|failures?|issues?|warnings?))?(?: (?:only|in [\w/.-]+|on main))?/g,
  /\b(?:after|on|with|following) (?:an? |the |one |\d+ )?(?:manual |minor |second |quick )?(?:fix(?:es)?|retr(?:y|ies)|re-?runs?|restarts?|attempts?)\b/g,
  /\b(?:with )?(?:\d+ |some |minor )?(?:\w+ )?warnings?(?: only)?\b/g,
  new RegExp(`\\b(?:all|every|each|both)(?: of)?(?: the)?(?: \\d+)? (?:\\w+ )?(?:${parts})\\b`, 'g'),
  new RegExp(`\\b([1-9]\\d*)\\s*(?:/|of|out of)\\s*\\1(?: (?:${parts}))?\\b`, 'g'),
  new RegExp(`\\b(?:with )?[1-9]\\d* (?:${counted})\\b(?! (?:${faults}|red|open|left|missing|remain))`, 'g'),
  /\b\d{1,3}(?:\.\d+)?\s*% (?:test )?coverage\b|\bcoverage:? (?:at |is )?\d{1,3}(?:\.\d+)?\s*%/g,
  /\b100\s*%/g,
  // "took 3h" is past, and so are minutes; "done in 3h" may not be.
  /(?:\bin )?~?\b\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|m|mins?|minutes?)\b/g,
  /(?<!\b(?:in|within) ~?)~?\b\d+(?:\.\d+)?\s*(?:h|hrs?|hours?|days?)\b/g,
  /\bby (?:the )?(?:[a-z]+-(?:\d+|expert|agent|architect|reviewer|lead|bot)|user|owner|claude|codex|agent|human|team|reviewer)\b/g,
];
/** `87% (threshold 80%)`, `182 kB <= 200 kB`: a measure that keeps its bound; `31/33, 2 skipped`: all that were run. */
const bound =
  /(\d+(?:\.\d+)?)\s*(?:%|[km]b|m?s)?\s*\(?\s*(?:(>=?|≥|threshold|target|min(?:imum)?|required|goal)|<=?|≤|budget|limit|max(?:imum)?)[\s:]*(\d+(?:\.\d+)?)\s*(?:%|[km]b|m?s)?\)?/gi;
const run = /(\d+)\s*\/\s*(\d+)[,;]? (\d+) skipped/g;

/** Who did it; not by when. */
const doer =
  /\b[Bb]y (?:@[\w-]+|(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Next|Tomorrow|Hand)[A-Z][a-z]+|QA|CI)\b/g;

const plainRemarks: ReadonlySet<string> = new Set(
  (
    'complete completed done finished success successful successfully succeeded passed passes passing pass shipped delivered ' +
    'verified approved merged deployed released ok yes true closed resolved implemented validated green clean landed reviewed ' +
    'tested committed pushed documented signed off fully all and the in on at to with see via per it is was has have been now ' +
    'today yesterday files already everything everywhere pr mr commit sha branch origin main master prod production test tests unit ' +
    'integration e2e lint linter build type types typecheck check checks ci suite suites gate gates coverage took lgtm notes final ' +
    'fertig erledigt abgeschlossen termine fini hecho completado und et y'
  ).split(' '),
);
/** What may stand before a claim. */
const openings =
  /^(?:(?:status|result|state|outcome|it|is|has been|now|already|successfully|everything|work|task|implementation|build|pipeline|execution|run|post[ -]validation)[\s:=]+)+/;
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
  const named = text
    .slice(0, 400)
    .replace(doer, ' ')
    .replaceAll(/(?<=\b\d{1,3})[,’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('_', ' ');
  return harmless
    .reduce((rest, form) => rest.replace(form, ' '), withoutBounds(named).replace(run, unlessMissing))
    .trim()
    .replace(openings, '');
}

/**
 * Takes out measures that keep their bounds.
 * @param text any text
 * @returns `coverage ✅` of `coverage ✅ 87% (threshold 80%)`
 */
export function withoutBounds(text: string): string {
  return text.replace(bound, unlessShort);
}

function unlessShort(all: string, measure: string, atLeast: string | undefined, limit: string): string {
  const [value, bounds] = [Number(measure), Number(limit)];
  if (/[<≤].*%/.test(all)) return all;
  return (atLeast === undefined ? value <= bounds : value >= bounds) ? '' : all;
}

function unlessMissing(all: string, passed: string, total: string, skipped: string): string {
  return Number(passed) + Number(skipped) === Number(total) ? ' ' : all;
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
