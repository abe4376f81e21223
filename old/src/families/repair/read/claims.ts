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
  isVocabulary,
} from './member-names.js';
import { isPlainlyOpen, isUnderReserve, type Members, saysDone, shortIn } from './plain-claims.js';
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
const ofRuns = /(?:^|_)(?:runs|rounds|builds|iterations|cycles|reruns|commands_run|approvals)$/;
/** Members that say no by false, and such as say in words how the status is meant. */
const ofFlags = /^(?:within_\w+|ship_allowed|ship_decision|can_ship|ready_to_ship)$/;
const ofWords = /^status_(?:notes?|details?|message|text|reason|comments?)$/;
const ofIssues = /(?:^|_)(?:issues?|findings?|bugs|defects|comments)$/;
const ofChecklists = /(?:^|_)(?:\w*checklist|dod|definition_of_done|acceptance|criteria|requirements)(?:_|$)/;
const otherIds = /^(?:PRD|EXEC|ADR|GAP|PERF|FIB)-\d/;
const ofAudits = /(?:^|_)(?:audit|security|scan)(?:_|$)/;
const ofPast = /^(?:before|previous\w*|prior\w*|initial\w*|old|baseline|first\w*|next\w*)$/;
/** Deeper than this nobody states how far the work is. */
const maxDepth = 4;
/** What is longer is a text, not a status. */
const maxChars = 80;

/**
 * Finds a statement that something of the work is open: failed, blocked, running, or still to be done.
 * @param name the member
 * @param value what stands there
 * @param isBesideDone whether others beside it say that they are done
 * @returns where it is said, as a pointer from the member; null when nothing there says so
 */
export function openClaim(name: string, value: Json, isBesideDone = false): string | null {
  const plain = snakeCase(name);
  if (isExempt(plain, value)) return null;
  return openIn(plain, value, { depth: 0, isWork: isAboutWork(plain, value), isBesideDone });
}

/** What is known of the place of a member: how deep it stands, whether it is about the work by its name, whether others beside it say done. */
interface Place {
  readonly depth: number;
  readonly isWork: boolean;
  readonly isBesideDone?: boolean;
  /** The names of the members around it, and its own. */
  readonly path?: string;
}

/** Names are known of what says nothing about the work, and of nothing else: all others count by what they say. */
function isExempt(name: string, value: Json): boolean {
  if (ofRuns.test(name) || ofFlags.test(name) || ofWords.test(name)) return false;
  const isIssues = ofIssues.test(name) && Array.isArray(value) && value.some((item: Json) => isJsonObject(item));
  if (isIssues && !/resolved|fixed|closed/.test(name)) return false;
  return isBeside(name, value) || isVocabulary(name) || (/^(?:finding|issue)$/.test(name) && typeof value === 'string');
}

/**
 * Finds a member that says that something of the work is open.
 * @param object a document, or a unit of its work
 * @param isRead whether a member was read otherwise
 * @returns where it is said, as a pointer from the object; null when no member says so
 */
export function openMember(object: Readonly<Record<string, Json>>, isRead: (name: string) => boolean): string | null {
  const members = Object.entries(object).filter(([name]) => !isRead(name));
  for (const [name, value] of members) {
    const found = openClaim(name, value);
    if (found !== null) return `/${pointerStep(name)}${found}`;
  }
  return shortIn(members);
}

function openIn(name: string, value: Json, { depth, isWork, isBesideDone = false, path = name }: Place): string | null {
  const isOpen = isWork && isNamedOpen(name, value);
  if (typeof value === 'boolean')
    return (value ? isOpen : (isWork && isGoodName(name)) || ofFlags.test(name)) ? '' : null;
  if (typeof value === 'number') {
    const isExit = /(?:^|_)exit_(?:code|status)$/.test(name);
    return (isExit ? value !== 0 : isWork && isOpenNumber(name, value, isOpen)) ? '' : null;
  }
  if (typeof value === 'string') {
    if (ofWords.test(name)) return isUnderReserve(value) ? '' : null;
    if (isReturn(name)) return /\b(?:ws|workstream|phase|stage|step)[-_ ]?\d/i.test(value) ? '' : null;
    if (/approval|sign_?off|^answer$/.test(name) && /^\W*(?:denied|declined|refused|no?\W*$)/i.test(value)) return '';
    if (isActivity(name, value) || (nothing.test(value.trim()) && !isGoodName(name))) return null;
    if (isWork && isOpenText(value, isOpen, isProofName(name))) return '';
    return value.length <= maxChars &&
      !isSettled(value) &&
      isPlainlyOpen(path, value, isBesideDone ? 'row' : depth === 0 ? 'root' : 'inside')
      ? ''
      : null;
  }
  if (value === null || depth >= maxDepth) return null;
  if (isOpen) return saysAnything(value) ? '' : null;
  const unfixed =
    isJsonObject(value) && ofIssues.test(name) ? Object.keys(value).find((one) => isUnfixed(one, value)) : undefined;
  if (unfixed !== undefined) return `/${pointerStep(unfixed)}`;
  const members = isJsonObject(value) ? partsOf(name, value) : itemsOf(name, value);
  const isChecklist = ofChecklists.test(name) && members.every(([, inner]) => typeof inner === 'boolean');
  // Beside the status of a thing, what else is said of it is no status.
  const isUnit = isJsonObject(value) && saidBy(value) !== undefined;
  const isDone = !isUnit && members.some(([, inner]) => saysDone(inner));
  for (const [member, inner] of members) {
    const plain = isJsonObject(value) ? snakeCase(member) : name;
    if (isChecklist && inner === false) return `/${pointerStep(member)}`;
    const isInner = isJsonObject(value)
      ? isInWork(name, value, isWork || (depth > 0 && ofIssues.test(name)), plain, inner)
      : isWork;
    const found = openIn(plain, inner, {
      depth: depth + 1,
      isWork: isInner,
      isBesideDone: isDone,
      path: `${path}_${plain}`,
    });
    if (found !== null) return `/${pointerStep(member)}${found}`;
  }
  return isJsonObject(value) ? shortIn(Object.entries(value)) : null;
}

function isUnfixed(name: string, entry: Readonly<Record<string, Json>>): boolean {
  return entry[name] === false && dealtWith.test(snakeCase(name));
}

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

function partsOf(name: string, object: Readonly<Record<string, Json>>): Members {
  if (object['required'] === false || isOther(object)) return [];
  const isPassed = isProofName(name) && readStatus(saidBy(object)) === 'complete';
  const isRow = isRowOf(name, object);
  return Object.entries(object).filter(([member, inner]) => {
    const plain = snakeCase(member);
    // A test that is still to be written is none that failed; how much a proof measured is no progress.
    if (typeof inner === 'number' && isProofName(name) && /^todos?$/.test(plain)) return false;
    return (
      !(isPassed && isShare(plain)) &&
      ((isRow && !ofPast.test(plain)) || !isExempt(plain, inner)) &&
      !otherIds.test(member)
    );
  });
}

/** A map of what has to be, or of statuses of which one says done: each member is a unit, whatever its name. */
function isRowOf(name: string, object: Readonly<Record<string, Json>>): boolean {
  if (ofChecklists.test(name)) return nameIn(object) === null && saidBy(object) === undefined;
  const values = Object.values(object);
  return values.some(saysDone) && values.every((value) => typeof value === 'string' && readStatus(value) !== null);
}

/** In a map of the work each member is a unit, whatever its name; with a unit, and in a section, a member has to be about the work. */
function isInWork(
  name: string,
  object: Readonly<Record<string, Json>>,
  isWork: boolean,
  member: string,
  inner: Json,
): boolean {
  const isNamed = nameIn(object) !== null || /^(?:ws|workstream|phase|stage|step|task)_?\d/.test(name);
  if (isWork && saidBy(object) === undefined && !isNamed && !isSection(name)) return true;
  if (isWork) return isAboutWork(member, inner);
  // Elsewhere a word such as `failed` is more often one of the product: only a number of tests is not.
  const isCounted = Object.keys(object).some((one) =>
    /^(?:passe[ds]|passing|total|success\w*|ok)$/.test(snakeCase(one)),
  );
  if (isNamedOpen(member, inner)) return typeof inner === 'number' && (isCounted || ofAudits.test(name));
  return typeof inner !== 'string' && isAboutWork(member, inner);
}

/** A document of its own, e.g. another PRD. */
function isOther(object: Readonly<Record<string, Json>>): boolean {
  return ['id', 'prd', 'ref'].some((name) => typeof object[name] === 'string' && otherIds.test(object[name]));
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
  if (/(?:^|_)errors?$/.test(name)) return value !== 0;
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
