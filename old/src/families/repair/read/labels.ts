// Takes apart entries of lists that say a name and, beside it, how it stands: `[x] schema`, `WS2 (partial)`, `lint ✅`,
// `e2e waived`. What words mean stands in `words.ts` and `remark.ts`.

import { isPlainRemark, isReserved, leavesOpen, withoutBounds, withoutHarmless } from './remark.js';
import { isHarmless, meaningOf, readStatus } from './status.js';
import { plainWords, statusSigns, statusWords, titleWords } from './words.js';

/** What an entry names. */
export interface LabelOptions {
  /**
   * A phase is its own name. A workstream is an id that may have a title, and a gate has none: so more can be told from
   * what stands behind these.
   */
  readonly kind?: 'phase' | 'workstream' | 'gate';
  /** Names that are known to be whole; what stands behind the one of a phase is a remark, whatever it says. */
  readonly known?: ReadonlySet<string>;
}

/** A name with what is said beside it. */
export interface Label {
  readonly name: string;
  /** The remark or sign, the most careful one where there are several; undefined when there is none. */
  readonly said: string | undefined;
}

/** A remark that may be one, and what stands before it. */
interface Peeled {
  readonly name: string;
  readonly said: string;
}

type Kind = NonNullable<LabelOptions['kind']>;

/** Longer entries are prose. */
const maxChars = 400;
const nothing =
  /^(?:none(?: yet)?|nothing(?: yet)?|n\/?a|not applicable|null|nil|empty|keine?|aucune?|ningun[oa]?|\(none\)|0|-+|–|—|\.+)?\.?$/i;
const box = /^(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\[([^\]]{0,2})\]\s*(?:[-–—:]\s+)?(\S.*)$/s;
const bullet = /^(?:[-*•]\s+(?=\S)|\d{1,3}[.)]\s+(?=[^\p{L}\p{N}\s]))/u;
const marks = [...statusSigns.map(([sign]) => sign).filter((sign) => !sign.startsWith('[')), '⚠', '❓'];
const mark = `(?:${marks.join('|')})`;
const hasMark = new RegExp(mark, 'u');
const signBefore = new RegExp(String.raw`^(${mark})\ufe0f?\s*(?:[-–—:]\s*)?(.*\S)\s*$`, 'su');
const signsBehind = new RegExp(String.raw`^(.*?)(?:\s+[-–—]+|[:,;])?\s*((?:${mark}\ufe0f?\s*)+)$`, 'su');
/** A phase's name may have colons and commas in it; between the two others and their remarks stands whatever divides. */
const phaseSeparators = /:\s+|\s+(?:[-–—]+>?|→)\s+/g;
const separators = /\s+-+>?\s*|\s*(?:[–—:;|=,]|->|=>|→)\s*/g;
/** Remarks that nobody means as a part of a name; in `Phase 2: Testing` and `Part 1 (Draft)` they are. */
const certain = new RegExp(
  '^(?:done|completed?|finished|pending|to-?do|not|in[ _-]progress|wip|failed|failing|skipped|waived|partial' +
    '|partly|incomplete|unfinished|almost|mostly|half|except|without|missing|on hold|paused|erledigt|fertig' +
    '|abgeschlossen|offen|in arbeit|terminé|fini|en cours|hecho|completado|pendiente)(?![a-zé])' +
    '|^\\d{1,3}\\s*%|^\\d+\\s*(?:/|of)\\s*\\d+|^[x ]$',
  'i',
);
/** With these a remark begins, and hardly a title. */
const openings =
  /^(?:except|but|without|w\/o|minus|not|needs?|still|todo|tbd|almost|mostly|nearly|incomplete|untested|unverified|unfinished|wip|reverted|reopened)\b/i;
/** How a sentence about a gate that did not pass goes on. */
const refusals =
  /^(?:failed|failing|fails|skipped|waived|pending|not|never|blocked|broken|red|flaky|todo|tbd|partially|except|only)\b/i;
/** `60%`, `2/3`, `3 of 3` */
const share = /^(?:\D{0,20}\s)?\d{1,6}(?:\.\d+)?\s*(?:%|(?:\/|of|out of)\s*\d{1,6})(?:\s+\D{0,20})?$/i;
/** With these a status goes on, and no title. */
const linkWords =
  /^(?:await|wait|need)|(?: \w+ly| (?:by|on|for|with|w|at|in|after|before|until|till|due|because|since|and|or|via|per|to|from|as|is|was|again|yet|so|see|than|\w+day))$/;
const proofWords =
  /^(?:tests?|specs?|gates?|checks?|lint\w*|builds?|types?|typecheck|ci|e2e|reviews?|validation|migrations?)$/;
const count = /^\d+ (?:tests?|files?|checks?)$/i;

/**
 * Tells whether an entry says that there is nothing.
 * @param text an entry of a list
 * @returns true for `none`, `N/A`, `-`
 */
export function isNothing(text: string): boolean {
  return nothing.test(text.trim());
}

/**
 * Tells whether a text that may name a unit tells a time, or of all of them, instead.
 * @param text the text
 * @returns true for `2026-01-12`, `all workstreams`, `3/3 complete`
 */
export function isNoName(text: string): boolean {
  return /^\W*(?:\d{4}-\d\d-\d\d|\d+\s*(?:\/|of|out of)\s*\d)|^\W*(?:all|every|each)\b[^,;]*$/i.test(text);
}

/**
 * Takes an entry apart.
 * @param text e.g. `- [x] schema`, `api ✅`, `WS1: Database - done`
 * @param options what it names
 * @returns the name, with its title, and what is said of it; a text that says nothing is all name
 */
export function readLabel(text: string, { kind = 'phase', known = new Set() }: LabelOptions = {}): Label {
  let name = (kind === 'gate' ? withoutBounds(text) : text).trim();
  if (known.has(name) || name.length > maxChars) return { name, said: undefined };
  const remarks: string[] = [];
  for (let peeled = peel(name, kind, known); peeled !== null; peeled = peel(name, kind, known)) {
    if (peeled.said !== '') remarks.push(peeled.said);
    name = peeled.name;
    if (known.has(name)) break;
  }
  return { name, said: mostCareful(remarks, kind) };
}

/** A tick beside a remark is no more than the remark, unless that is known to say nothing. */
function mostCareful(remarks: readonly string[], kind: Kind): string | undefined {
  const [only] = remarks;
  if (remarks.length < 2) return only;
  const all = remarks.map((text) => ({ text, meaning: meaningOf(text) }));
  const plain = kind === 'workstream' ? all.filter(({ text }) => !mayBeTitle(text)) : all;
  const said = plain.length > 0 ? plain : all;
  const found =
    said.find(({ meaning }) => meaning === 'failed' || meaning === 'blocked') ??
    said.find(({ meaning }) => (meaning ?? 'complete') !== 'complete') ??
    said.find(({ text, meaning }) => meaning === undefined && !isHarmless(text) && !count.test(text)) ??
    said.find(({ meaning }) => meaning === 'complete');
  return found?.text ?? only;
}

function peel(text: string, kind: Kind, known: ReadonlySet<string>): Peeled | null {
  const bare = text.replace(bullet, '');
  const [, ticked, boxedName] = box.exec(text) ?? [];
  if (ticked !== undefined && boxedName !== undefined) return { name: boxedName, said: boxed(ticked) };
  if (bare !== text) return { name: bare, said: '' };
  const isKnown = (name: string): boolean => kind === 'phase' && known.has(name);
  return (
    peelSign(text) ??
    peelBracket(text, kind, isKnown) ??
    peelTail(text, kind, isKnown) ??
    peelWord(text, kind) ??
    peelQuestion(text)
  );
}

function boxed(sign: string): string {
  if (/^[x✓✔✅☑]/iu.test(sign)) return '[x]';
  return sign.trim() === '' ? '[ ]' : 'in_progress';
}

/** `✅ schema`, `schema ✅`, `schema - ✅` */
function peelSign(text: string): Peeled | null {
  const [, first = '', rest = ''] = signBefore.exec(text) ?? [];
  if (rest !== '') return { name: rest, said: first };
  const [, name = '', signs = ''] = signsBehind.exec(text) ?? [];
  if (name !== '') return { name, said: signs.replaceAll('\ufe0f', '').trim() };
  return null;
}

/** `schema?` */
function peelQuestion(text: string): Peeled | null {
  const asked = /^(.*[^\s?])\s*\?+$/s.exec(text)?.[1];
  return asked === undefined ? null : { name: asked, said: '?' };
}

/** `ui (60%)`, `api (tests (e2e) missing)` */
function peelBracket(text: string, kind: Kind, isKnown: (name: string) => boolean): Peeled | null {
  const start = openingOf(text);
  const name = text.slice(0, Math.max(0, start)).trim();
  if (name === '') return null;
  const said = text.slice(start + 1, -1);
  if (/^[x ]$/i.test(said) || text.endsWith('[]')) return { name, said: boxed(said) };
  const isMeant = isKnown(name) || isRemark(said, kind, true) || (kind === 'gate' && isVerdict(said));
  return isMeant ? { name, said: said.trim() } : null;
}

/** Where the bracket opens that closes at the end; -1 when there is none. */
function openingOf(text: string): number {
  if (!/[)\]]$/.test(text)) return -1;
  for (let at = text.length - 1, open = 0; at >= 0; at--) {
    if (/[)\]]/.test(text.charAt(at))) open++;
    else if (/[([]/.test(text.charAt(at)) && --open === 0) return at;
  }
  return -1;
}

/** `WS3 - except tests`, `test-pass: skipped` */
function peelTail(text: string, kind: Kind, isKnown: (name: string) => boolean): Peeled | null {
  if (kind !== 'phase') {
    // Whatever divides may stand before a remark, but then only the last part is one.
    const parts = cutsOf(text, separators, kind).filter(({ said }) => said !== '');
    const whole = kind === 'gate' ? parts.findLast(({ said }) => meaningOf(said) === 'complete') : undefined;
    const last = whole ?? parts[0];
    const isMeant =
      last !== undefined && (isRemark(last.said, kind, false) || (kind === 'gate' && isVerdict(last.said)));
    if (isMeant) return last;
  }
  const cuts = cutsOf(text, phaseSeparators, kind);
  const cut = cuts.find(({ name, said }) => said !== '' && (isKnown(name) || isRemark(said, 'phase', false)));
  return cut === undefined ? null : { name: cut.name, said: /^x$/i.test(cut.said) ? boxed(cut.said) : cut.said };
}

/** The last first. Behind a colon a workstream has its title. */
function cutsOf(text: string, form: RegExp, kind: Kind): readonly Peeled[] {
  const isName = (sign: string, said: string): boolean => kind === 'workstream' && sign.includes(':') && goesOn(said);
  return [...text.matchAll(form)]
    .filter(({ 0: sign, index }) => !isName(sign, text.slice(index + sign.length)))
    .map(({ 0: separator, index }) => ({
      name: text.slice(0, index).trim(),
      said: text.slice(index + separator.length).trim(),
    }))
    .filter(({ name }) => name !== '')
    .toReversed();
}

/** `WS1 done`, `build failed on CI` */
function peelWord(text: string, kind: Kind): Peeled | null {
  if (kind === 'phase') return null;
  const isGate = kind === 'gate';
  const form = isGate ? /^(\S+(?: \([^)]*\))?)\s+(.+)$/su : /^(WS[-_]?\w+)\s+(.+)$/isu;
  const [, name = '', said = ''] = form.exec(text) ?? [];
  if (name === '' || /[:\-–—]$/.test(name)) return null;
  const isWord = /^[\p{L}_-]+$/u.test(said) && (isGate || !isTitle(said));
  const isTold = (isWord || /%|\d\/\d/.test(said)) && isRemark(said, kind, isGate);
  const isFault = refusals.test(said) || (/^(?:with|exit|rc|returned)\b/i.test(said) && isReserved(said));
  return isTold || (isGate && isFault) ? { name, said } : null;
}

function isRemark(text: string, kind: Kind, isBracketed: boolean): boolean {
  const said = text.trim();
  if (isTitled(said)) return false;
  if (kind !== 'phase' && isTold(said, kind, isBracketed)) return true;
  if (hasMark.test(said)) return true;
  if (isBracketed) return certain.test(said) || leavesOpen(said) || (!isTitle(said) && isReserved(said));
  return kind === 'phase' && certain.test(said);
}

/** What is told of a workstream or a gate; a title that merely has such words in it is not. */
function isTold(said: string, kind: Kind, isBracketed: boolean): boolean {
  const words = plainWords(said);
  const isApart = isBracketed || kind === 'gate';
  if (hasMark.test(said) || said.includes('?')) return true;
  if (statusWords.has(words)) return (isApart && words !== 'implementation') || !titleWords.has(words);
  if (isHarmless(said) || count.test(said) || share.test(said) || openings.test(said)) return true;
  return !isTitle(said) && isReserved(said);
}

/**
 * Tells whether a remark about a workstream may as well be its title: beside a tick or a status it is.
 * @param said the remark
 * @returns true for `Retry failed payments`, `Done button`
 */
export function mayBeTitle(said: string): boolean {
  return isTitle(said) && !isTold(said, 'workstream', true);
}

/**
 * Tells whether a text begins like a verdict about a gate.
 * @param text what stands beside a gate
 * @returns true for `passed on retry`, `ok so far`
 */
export function isVerdict(text: string): boolean {
  return readStatus(text) !== null || /^\s*(?:pass|ok|green|success|approved)/i.test(text);
}

/**
 * Tells whether a word for a status goes on as the name of a thing, with a capital as titles have.
 * @param text what stands beside a name
 * @returns true for `Failed payouts UI`, `Pending list`; not for `Pending: keys`, `Failed on CI`, `Done and merged`
 */
export function isTitled(text: string): boolean {
  return isTitle(text.trim()) && goesOn(text);
}

/** `blocked list`, `complete the docs` */
function goesOn(text: string): boolean {
  if (!/^\p{L}+[- ]\p{L}/u.test(text.trim()) || hasMark.test(text)) return false;
  const [lead = '', ...rest] = plainWords(withoutHarmless(text)).split('_');
  const [next = ''] = rest;
  const concept = statusWords.get(lead);
  if (concept === undefined || next === '' || linkWords.test(`${lead} ${next}`) || isReserved(rest.join(' ')))
    return false;
  if ([1, 2, rest.length].some((count) => statusWords.has([lead, ...rest.slice(0, count)].join('_')))) return false;
  return !isPlainRemark(rest) && !(concept === 'failed' && proofWords.test(next));
}

function isTitle(text: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text);
}
