// What a member that no rule of a family reads says about the work: that something of it is open.

import { isJsonObject, type Json, pointerStep } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';
import {
  isAboutWork,
  isBeside,
  isGoodName,
  isNamedOpen,
  isOnlyWork,
  isProofName,
  isReturn,
  isSection,
} from './member-names.js';
import { isHedged, withoutHarmless } from './remark.js';
import { readStatus, saidBy } from './status.js';
import { nameIn } from './units.js';
import { plainWords, statusWords, weakWords } from './words.js';

/** A box that is not ticked, a cross. */
const openSigns = /^\W*\[ ?\]|[❌✗✖🔴]/u;
const goodSigns = /^\W*\[x\]|^[^\p{L}]*[✅☑✔✓🟢]/iu;
/** `none`, `None - all complete`, `No open blockers`; not `None of the tests pass`. */
const nothing = new RegExp(
  '^\\(?(?:(?:none|nothing|all clear)(?:\\s*[-–—:;,.(].*|\\s+(?:yet|known|left|remaining|open|blocking|so far|for now|at this time))?|null|nil|n/?a|no|-+|0|false|keine?s?' +
    '|(?:no|0) (?:(?:more|open|known|remaining|outstanding|further|active|current) )*(?:blockers?|errors?|issues?|failures?|problems?|items?|tasks?|work|concerns?)(?: (?:left|remaining|found|known))?)?\\)?\\.?$',
  'i',
);
/** What was dealt with; not what is to be. */
const settled =
  /~~.+~~|✅|\b(?:fixed|resolved|solved|cleared|closed|unblocked|recovered|restarted|mitigated)\b|\bnow (?:pass|green|ok|fixed|work)|\bas expected\b/i;
const unsettled =
  /\b(?:not|never|cannot|can['’]?t|must|needs?|to be|should|will|until|unless|once|before|when|if)\b[^.;]{0,25}\b(?:fixed|resolved|solved|cleared|closed|unblocked|recovered|restarted|mitigated)\b/i;
const dealtWith =
  /^(?:is_)?(?:resolved|fixed|solved|cleared|closed|unblocked|recovered|mitigated|resolution|fix)(?:_(?:at|by|in))?$/;
/** Runs over time, of which the last one counts. */
const ofRuns = /(?:^|_)(?:runs|rounds|builds|iterations|cycles|reruns)$/;
/** Deeper than this nobody states how far the work is. */
const maxDepth = 4;
/** What is longer is a text, not a status. */
const maxChars = 80;

/**
 * Finds a statement that something of the work is open: failed, blocked, running, or still to be done.
 * @param name the member
 * @param value what stands there
 * @returns where it is said, as a pointer from the member; null when nothing there says so
 */
export function openClaim(name: string, value: Json): string | null {
  const plain = snakeCase(name);
  return isAboutWork(plain, value) ? openIn(plain, value, 0) : null;
}

/**
 * Finds a member that says that something of the work is open.
 * @param object a document, or a unit of its work
 * @param isRead whether a member was read otherwise
 * @returns where it is said, as a pointer from the object; null when no member says so
 */
export function openMember(object: Readonly<Record<string, Json>>, isRead: (name: string) => boolean): string | null {
  for (const [name, value] of Object.entries(object)) {
    const found = isRead(name) ? null : openClaim(name, value);
    if (found !== null) return `/${pointerStep(name)}${found}`;
  }
  return null;
}

function openIn(name: string, value: Json, depth: number): string | null {
  const isOpen = isNamedOpen(name, value);
  if (typeof value === 'boolean') return (value ? isOpen : isGoodName(name)) ? '' : null;
  if (typeof value === 'number') return isOpenNumber(name, value, isOpen) ? '' : null;
  if (typeof value === 'string') {
    if (isReturn(name)) return /\b(?:ws|workstream|phase|stage|step)[-_ ]?\d/i.test(value) ? '' : null;
    if (isActivity(name, value) || (nothing.test(value.trim()) && !isGoodName(name))) return null;
    if (/approval|sign_?off/.test(name) && /^\W*(?:denied|declined|refused)/i.test(value)) return '';
    return isOpenText(value, isOpen, isProofName(name)) ? '' : null;
  }
  if (value === null || depth >= maxDepth) return null;
  if (isOpen) return saysAnything(value) ? '' : null;
  for (const [member, inner] of isJsonObject(value) ? partsOf(name, value) : itemsOf(name, value)) {
    const found = openIn(isJsonObject(value) ? snakeCase(member) : name, inner, depth + 1);
    if (found !== null) return `/${pointerStep(member)}${found}`;
  }
  return null;
}

type Members = readonly (readonly [string, Json])[];

/** What a list names by its title is open only where that is a status and nothing else; what is minor is not. */
function itemsOf(name: string, list: readonly Json[]): Members {
  return list
    .map((item, index) => [String(index), item] as const)
    .slice(ofRuns.test(name) ? -1 : 0)
    .filter(([, item]) => {
      if (typeof item === 'string') return openSigns.test(item);
      const rank = isJsonObject(item) ? (item['severity'] ?? item['priority']) : undefined;
      return typeof rank !== 'string' || !/^(?:p[2-9]|low|minor|nit|info|cosmetic)/i.test(rank);
    });
}

/** In a map each member is a unit, whatever its name; with a unit, and in a section, a member has to be about the work. */
function partsOf(name: string, object: Readonly<Record<string, Json>>): Members {
  if (object['required'] === false) return [];
  const said = saidBy(object);
  const isNamed = nameIn(object) !== null || /^(?:ws|workstream|phase|stage|step|task)_?\d/.test(name);
  const isUnit = said !== undefined || isNamed || isSection(name);
  const isPassed = isProofName(name) && readStatus(said) === 'complete';
  return Object.entries(object).filter(([member, inner]) => {
    const plain = snakeCase(member);
    // A test that is still to be written is none that failed; how much a proof measured is no progress.
    if (typeof inner === 'number' && isProofName(name) && /^todos?$/.test(plain)) return false;
    if (isPassed && isShare(plain)) return false;
    return isUnit ? isAboutWork(plain, inner) : !isBeside(plain, inner);
  });
}

/** `{"phase": "testing"}` names a phase. */
function isActivity(name: string, text: string): boolean {
  const isTitle = /(?:^|_)(?:phase|stage|step|wave|workstream|ws|task|milestone|item|feature|state)$/.test(name);
  return isTitle && /^(?:testing|implement\w*|building|developing|planned|init\w*|draft)$/.test(plainWords(text));
}

function isShare(name: string): boolean {
  return /(?:^|_)(?:(?<!in_)progress|percent\w*|pct|completion)$/.test(name) && isOnlyWork(name);
}

function isOpenNumber(name: string, value: number, isOpen: boolean): boolean {
  if (/(?:^|_)(?:exit_code|exit_status|errors?)$/.test(name)) return value !== 0;
  if (isShare(name)) return value > 1 ? value < 100 : value < 1;
  return isOpen && value > 0;
}

function isOpenText(text: string, isOpen: boolean, isProof: boolean): boolean {
  if (isOpen) return saysAnything(text) && readStatus(text) !== 'complete';
  if (text.length > maxChars || isSettled(text)) return false;
  if (openSigns.test(text)) return true;
  const words = plainWords(text);
  if (/(?:^|_)(?:do_not|dont|not|no)_(?:ship|go|ready|passed|approved)(?:_|$)|^no_?go$/.test(words)) return true;
  const rest = plainWords(withoutHarmless(text));
  if (isProof && /(?:^|_)(?:fail\w*|errors?|broken|red)(?:_|$)/.test(rest)) return true;
  const concept = readStatus(text);
  if (concept === null || concept === 'complete' || concept === 'skipped') return false;
  // What was dropped or put off is no work that is left; a proof that was dropped is none.
  if (concept === 'abandoned' || /^(?:deferred|postponed)(?:_|$)/.test(words))
    return isProof && concept === 'abandoned';
  // Beside a status, what is said to be good is open only with a reservation.
  const isGood = goodSigns.test(text) || statusWords.get(rest.split('_', 1)[0] ?? '') === 'complete';
  return isGood && concept === 'in_progress' ? isHedged(text) : isLedByStatus(text, words);
}

/** `FAIL - 3 errors`, `in progress`, `80%`, `complete, but …`: a title that merely has such words in it says nothing. */
function isLedByStatus(text: string, words: string): boolean {
  const parts = words.split('_');
  if (statusWords.has(words) || /\d\s*(?:%|\/|of|out of)/.test(text) || !/^[\p{L}\d[(]/u.test(text.trim())) return true;
  if (parts[0] === 'not' && statusWords.get(parts[1] ?? '') === 'complete') return true;
  return [3, 2, 1].some((count) => {
    const lead = parts.slice(0, count).join('_');
    const isWeak = count === 1 && (weakWords.has(lead) || /^\p{Lu}\p{Ll}+ \p{L}/u.test(text.trim()));
    return statusWords.has(lead) && !isWeak;
  });
}

function isSettled(text: string): boolean {
  return settled.test(text) && !unsettled.test(text) && !openSigns.test(text);
}

/**
 * Tells whether anything stands somewhere that is neither a way to say nothing nor said to be dealt with.
 * @param value any value
 * @returns false for `none`, 0, false, `fixed`, and lists of nothing else
 */
export function saysAnything(value: Json): boolean {
  if (typeof value === 'string') return !nothing.test(value.trim()) && !isSettled(value);
  if (typeof value !== 'object' || value === null) return value !== null && value !== false && value !== 0;
  if (!isJsonObject(value)) return value.some((item: Json) => saysAnything(item));
  if (readStatus(value) === 'complete') return false;
  const members = Object.entries(value).map(([name, member]) => [snakeCase(name), member] as const);
  if (
    members.some(
      ([name, said]) =>
        dealtWith.test(name) && (said === true || (typeof said === 'string' && !nothing.test(said.trim()))),
    )
  )
    return false;
  return members.some(([name, member]) => {
    const isOver = dealtWith.test(name) || /^(?:past|former|previous|old|history)$/.test(name);
    const isCount = typeof member === 'number' && !isNamedOpen(name, member);
    return !isOver && !isCount && saysAnything(member);
  });
}
