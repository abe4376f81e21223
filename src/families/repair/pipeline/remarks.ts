// Parts an entry of a list into what it names and what is remarked about it: `WS2 (partial)`, `lint ✅`, `e2e waived`.

import { readStatus } from '../read/status.js';
import { readTime } from '../read/times.js';
import { type Concept, plainWords, statusSigns, statusWords } from '../read/words.js';

/** What the remarks about an entry come to. */
export interface Remarked {
  /** What is left without them. */
  readonly name: string;
  /** The careful reading of all of them; undefined when there is none, or none that says something. */
  readonly said: Concept | 'doubt' | undefined;
}

/** What is longer is no entry with a remark, but a text. */
const maxEntry = 400;
const nothing =
  /^(?:none(?: yet)?|nothing(?: yet)?|n\/?a|not applicable|null|nil|empty|keine?|aucune?|ningun[oa]?|-+|–|—|\.+)?\.?$/i;
const sign = String.raw`(?:✅|☑|✔|✓|❌|✗|✖|⏳|🔄|🚧|▶|⏸|🚫|⛔|⬜|☐|📋|⏭|⚠|❓|🟢|🟡|🔴)\ufe0f?`;
const openSigns = /⚠|❓|🟡|🔴/u;
/** From the end inwards: a remark in brackets, behind a dash or colon, as signs. */
const behind: readonly RegExp[] = [
  /^(.*?)\s*[([]([^()[\]]*)[)\]]$/su,
  new RegExp(String.raw`^(.*?)\s*((?:${sign}\s*)+)$`, 'su'),
  /^(.*\S)(?:\s+-+>?\s*|\s*(?:[–—:;|=,]|->|=>|→)\s*)([^–—:;|=,→]+)$/su,
];
const before: readonly RegExp[] = [
  new RegExp(String.raw`^(?:[-*•]\s+)?(\[[ xX]?\]|${sign})\s*(?:[-–—:]\s*)?(.+)$`, 'su'),
];
/** Words for a status that are as often the name of a piece of work. */
const titles = new Set(
  'testing implementing implementation building working current new next open ready created draft checkpoint progress hold init x none no yes'.split(
    ' ',
  ),
);
/** `60%`, `2/3`, `3 of 3` */
const share = /^(?:\D{0,20}\s)?\d{1,6}(?:\.\d+)?\s*(?:%|(?:\/|of|out of)\s*\d{1,6})(?:\s+\D{0,20})?$/i;
const reserved =
  /^(?:except|but|without|w\/o|minus|not|needs?|still|todo|tbd|almost|mostly|nearly|incomplete|untested|unverified|unfinished|wip|reverted|reopened)\b/i;
const doubts =
  /\b(?:except|without|w\/o|not|no|missing|todo|tbd|remain(?:s|ing)?|left|pending|fail(?:s|ed|ing|ures?)?|broken|reverted|reopened|rolled back|incomplete|untested|unverified|unfinished|partial(?:ly)?|partly|half|only|but|still|needs?|red|wip|maybe|probably|flaky|errors?|issues?|blocked|skipped|waived|deferred|awaiting|waiting|stub(?:bed)?|draft|if|until|almost|mostly|nearly|should|progress)\b/;
/** How a sentence about a gate that did not pass goes on. */
const refused =
  /^(?:failed|failing|fails|skipped|waived|pending|not|never|blocked|broken|red|flaky|todo|tbd|partially|except|only)\b/i;
const noFault = /\b(?:0|no|zero|without) (?:errors?|issues?|failures?|failed|failing|warnings?|problems?|findings)\b/gi;
const harmless =
  /^(?:pr\s*)?#\d+$|^(?:pr|commit|sha)[ :#]*[0-9a-f]+$|^[0-9a-f]{7,40}$|^\d+ (?:tests?|files?|warnings?|checks?)(?: (?:pass(?:ed|ing)?|green|ok))?$|^(?:0|no|zero|without) (?:errors?|issues?|failures?|failed|warnings?|problems?|findings)$|^(?:tests?|all tests|ci) (?:green|pass(?:ed|ing)?|ok)$/i;

/**
 * Tells whether an entry says that there is nothing.
 * @param text an entry of a list
 * @returns true for `none`, `N/A`, `-`
 */
export function isNothing(text: string): boolean {
  return nothing.test(text.trim());
}

/**
 * Takes the remarks off an entry.
 * @param text an entry, e.g. `WS1: Database - done`
 * @param isGate whether it names a gate, which has no title: its last word may be a remark
 * @returns the name with its title, and what is remarked
 */
export function withoutRemarks(text: string, isGate = false): Remarked {
  let name = text.trim();
  if (name.length > maxEntry) return { name, said: undefined };
  const said: (Concept | 'doubt')[] = [];
  for (let peeled = peel(name, isGate); peeled !== null; peeled = peel(name, isGate)) {
    const [rest, remark] = peeled;
    const meant = meaningOf(remark);
    if (meant !== undefined) said.push(meant);
    name = rest;
  }
  if (name.endsWith('?')) {
    said.push('doubt');
    name = name.replace(/[\s?]+$/, '');
  }
  return { name, said: said.find((one) => one !== 'complete') ?? said[0] };
}

function peel(text: string, isGate: boolean): readonly [string, string] | null {
  for (const form of behind) {
    const [, rest = '', remark = ''] = form.exec(text) ?? [];
    const isBracketed = text.endsWith(')') || text.endsWith(']');
    if (rest === '') continue;
    if (isRemark(remark, isBracketed || isGate) || (isGate && isVerdict(remark))) return [rest, remark];
  }
  for (const form of before) {
    const [, remark = '', rest = ''] = form.exec(text) ?? [];
    if (rest !== '') return [rest, remark];
  }
  const [, unit = '', tail = ''] =
    (isGate ? /^(\S+(?: \([^)]*\))?)\s+(.+)$/su : /^(WS[-_]?\w+)\s+(.+)$/isu).exec(text) ?? [];
  if (unit === '' || /[:\-–—]$/.test(unit)) return null;
  const isWord = /^[\p{L}_-]+$/u.test(tail) && (isGate || !/^\p{Lu}\p{Ll}/u.test(tail));
  const isTold = (isWord || /%|\d\/\d/.test(tail)) && isRemark(tail, isGate);
  return isTold || (isGate && refused.test(tail)) ? [unit, tail] : null;
}

/** A title that merely has such words in it is none. */
function isRemark(text: string, isApart: boolean): boolean {
  const plain = text.trim();
  const words = plainWords(plain);
  if (hasSign(plain) || plain.includes('?')) return true;
  if (statusWords.has(words)) return (isApart && words !== 'implementation') || !titles.has(words);
  if (readTime(plain) !== null || harmless.test(plain) || share.test(plain)) return true;
  if (reserved.test(plain)) return true;
  const isTitle = /^\p{Lu}\p{Ll}/u.test(plain);
  return !isTitle && doubts.test(plain.toLowerCase().replace(noFault, ''));
}

function meaningOf(remark: string): Concept | 'doubt' | undefined {
  const plain = remark.trim();
  if (plain.includes('?') || openSigns.test(plain)) return 'doubt';
  const sign = signOf(plain);
  if (share.test(plain)) return readStatus(plain) ?? 'doubt';
  if (sign !== undefined && sign !== 'complete') return sign;
  const known = statusWords.get(plainWords(plain));
  if (known !== undefined && plainWords(plain) !== 'x') return known;
  if (plain === '[]' || readTime(plain) !== null || harmless.test(plain)) return sign;
  if (reserved.test(plain) || refused.test(plain) || doubts.test(plain.toLowerCase().replace(noFault, ''))) {
    const told = readStatus(plain);
    return told === null || told === 'complete' ? 'doubt' : told;
  }
  return sign ?? readStatus(plain) ?? (isVerdict(plain) ? 'doubt' : undefined);
}

function isVerdict(text: string): boolean {
  return readStatus(text) !== null || /^\s*(?:pass|ok|green|success|approved)/i.test(text);
}

function hasSign(text: string): boolean {
  return signOf(text) !== undefined || openSigns.test(text);
}

function signOf(text: string): Concept | undefined {
  if (text.includes('🟢')) return 'complete';
  const found = statusSigns.filter(([mark]) => text.toLowerCase().includes(mark)).map(([, concept]) => concept);
  return found.find((concept) => concept !== 'complete') ?? found[0];
}
