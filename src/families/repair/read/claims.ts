// What a member that no rule of a family reads says about the work: that something of it is open, or that there are units.
// Its names are not a closed list: they are taken apart into words, so that `gates_status` and `validation_gates` are one thing.

import { isJsonObject, type Json, pointerStep } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';
import { withoutHarmless } from './remark.js';
import { readStatus } from './status.js';
import { plainWords, statusWords, weakWords } from './words.js';

/** Words of names that are about the units of the work. */
const units =
  'phases? stages? steps? waves? workstreams? ws tasks? subtasks? todos? milestones? units? items? stories features sprints? ' +
  'work execution pipeline workflow plan checklist state_machine states? progress percent\\w* pct completion';
/** Words of names that are about whether the work is good. */
const proofs =
  'gates? checks? verif\\w* validat\\w* tests? lint build types? typecheck reviews? qa ci acceptance criteria quality ' +
  'results? outcomes? verdicts? dod definition_of_done';
/** Words of names that say that something is open. */
const opens =
  'not_started not_done not_complete not_run not_passed queued incomplete upcoming ongoing partial paused remaining failed failing ' +
  'failures blocked blockers? blocked_by pending open outstanding unfinished unresolved in_progress active wip doing todo left';
/** Words of names that say that something is good. */
const goods =
  'passed passing complete completed done success successful succeeded ok verified approved green valid finished';
/** Words of names under which people keep what says nothing about how far the work is now. */
const asides =
  'next future follow_ups? ideas? decisions? questions? risks? lessons history histories log ' +
  'logs attempts? retries previous earlier old past resolved fixed known warnings? debt metrics? stats config settings env environment ' +
  'coverage git branch prs? pull_requests? files? artifacts? outputs? at date time timestamp duration minutes seconds author by model version ' +
  'id ids name title path links? urls? tokens? commands? dependencies depends_on reason instructions deferred backlog transition\\w* active_form';
/** The same, where what stands there is words. */
const remarks = 'notes? comments? descriptions? summary summaries details?';

function anyOf(words: string): RegExp {
  return new RegExp(`(?:^|_)(?:${words.split(' ').join('|')})(?:_|$)`);
}

const [ofUnits, ofProofs] = [anyOf(units), anyOf(proofs)];
const [ofOpens, ofGoods, ofAsides, ofRemarks] = [anyOf(opens), anyOf(goods), anyOf(asides), anyOf(remarks)];
/** Of names that hold what went wrong, where anything does. */
const ofFaults = /(?:^|_)(?:errors?|exceptions?|failures?(?:_(?:reason|message|details?))?|blocked_(?:by|on|reason))$/;

/** A box that is not ticked, a cross. */
const openSigns = /^\W*\[ ?\]|[❌✗✖🔴]/u;
/** `none`, `None - all complete`, `No open blockers`; not `None of the tests pass`. */
const nothing = new RegExp(
  '^(?:(?:none|nothing)(?:\\s*[-–—:;,.(].*|\\s+(?:yet|known|left|remaining|open|so far|for now|at this time))?|null|nil|n/?a|no|-+|0|false|keine?s?' +
    '|(?:no|0) (?:(?:more|open|known|remaining|outstanding|further|active|current) )*(?:blockers?|errors?|issues?|failures?|problems?|items?|tasks?|work|concerns?)(?: (?:left|remaining|found|known))?)?\\.?$',
  'i',
);
/** Deeper than this nobody states how far the work is. */
const maxDepth = 4;
/** What is longer is a text, not a status. */
const maxChars = 80;

/**
 * Tells whether a member is about the units of the work, whatever it is called.
 * @param name its name
 * @returns true for `waves`, `phase_status`, `queued_workstreams`
 */
export function isAboutUnits(name: string): boolean {
  const plain = snakeCase(name);
  return ofUnits.test(plain) && !ofAsides.test(plain) && !ofRemarks.test(plain);
}

/**
 * Tells whether a member is about gates, tests or other proofs of the work, whatever it is called.
 * @param name its name
 * @returns true for `validation_gates`, `verification`
 */
export function isAboutProof(name: string): boolean {
  const plain = snakeCase(name);
  return ofProofs.test(plain) && !ofAsides.test(plain);
}

/**
 * Finds a statement that something of the work is open: failed, blocked, running, or still to be done.
 * @param name the member
 * @param value what stands there
 * @returns where it is said, as a pointer from the member; null when nothing there says so
 */
export function openClaim(name: string, value: Json): string | null {
  const plain = snakeCase(name);
  const isAbout = isNamedOpen(plain) || ofFaults.test(plain) || ofUnits.test(plain) || ofProofs.test(plain);
  return isAbout && !isAside(plain, value) ? openIn(plain, value, 0) : null;
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

/**
 * Tells whether a member says nothing about how far the work is now.
 * @param name its name
 * @param value what stands there: words are more often an aside than anything else
 * @returns true for `metrics`, `git`, `error_history`, a text under `notes`
 */
export function isAside(name: string, value: Json = ''): boolean {
  const isWords = typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  const plain = snakeCase(name);
  return ofAsides.test(plain) || (isWords && ofRemarks.test(plain));
}

function isNamedOpen(name: string): boolean {
  return ofOpens.test(name) && !ofGoods.test(name);
}

function openIn(name: string, value: Json, depth: number): string | null {
  const isOpen = isNamedOpen(name) || ofFaults.test(name);
  if (typeof value === 'boolean') return (value ? isOpen : ofGoods.test(name)) ? '' : null;
  if (typeof value === 'number') return isOpenNumber(name, value, isOpen) ? '' : null;
  if (typeof value === 'string' && isActivity(name, value)) return null;
  if (typeof value === 'string') return isOpenText(value, isOpen, ofProofs.test(name)) ? '' : null;
  if (value === null || depth >= maxDepth) return null;
  if (isOpen && Array.isArray(value)) return value.some((item: Json) => saysAnything(item)) ? '' : null;
  const members: readonly (readonly [string, Json])[] = isJsonObject(value)
    ? Object.entries(value)
    : value.map((item: Json, index) => [String(index), item] as const);
  for (const [member, inner] of members) {
    const plain = isJsonObject(value) ? snakeCase(member) : name;
    // What a list names by its title is open only where that is a status and nothing else.
    if (typeof inner === 'string' && !isJsonObject(value) && !isOpen && !openSigns.test(inner)) continue;
    if (isJsonObject(value) && isAside(plain, inner)) continue;
    if (isDependency(plain, inner)) continue;
    const found = openIn(plain, inner, depth + 1);
    if (found !== null) return `/${pointerStep(member)}${found}`;
  }
  return null;
}

/** `{"blockedBy": ["T2"]}` says what comes before it. */
function isDependency(name: string, value: Json): boolean {
  return (
    name === 'blocked_by' &&
    Array.isArray(value) &&
    value.every((one: Json) => typeof one !== 'object' && !/\s/.test(String(one)))
  );
}

/** `{"phase": "testing"}` names a phase. */
function isActivity(name: string, text: string): boolean {
  const isTitle = /(?:^|_)(?:phase|stage|step|wave|workstream|ws|task|milestone|item|feature|state)$/.test(name);
  return isTitle && /^(?:testing|implement\w*|building|developing|planned|init\w*|draft)$/.test(plainWords(text));
}

function isOpenNumber(name: string, value: number, isOpen: boolean): boolean {
  if (/(?:^|_)(?:exit_code|exit_status|errors?)$/.test(name)) return value !== 0;
  if (/(?:^|_)(?:progress|percent\w*|pct|completion)$/.test(name)) return value > 1 ? value < 100 : value < 1;
  return isOpen && value > 0;
}

function isOpenText(text: string, isOpen: boolean, isProof: boolean): boolean {
  if (isOpen) return saysAnything(text) && readStatus(text) !== 'complete';
  if (text.length > maxChars) return false;
  if (openSigns.test(text)) return true;
  const words = plainWords(text);
  if (/(?:^|_)(?:do_not|dont|not|no)_(?:ship|go|ready|passed|approved)(?:_|$)|^no_?go$/.test(words)) return true;
  if (isProof && /(?:^|_)(?:fail\w*|errors?|broken|red)(?:_|$)/.test(plainWords(withoutHarmless(text)))) return true;
  const concept = readStatus(text);
  if (concept === null || concept === 'complete' || concept === 'skipped') return false;
  // What was dropped is no work that is left; a proof that was dropped is none.
  if (concept === 'abandoned') return isProof;
  return isLedByStatus(text, words);
}

/** `FAIL - 3 errors`, `in progress`, `80%`, `complete, but …`: a title that merely has such words in it says nothing. */
function isLedByStatus(text: string, words: string): boolean {
  const parts = words.split('_');
  if (statusWords.has(words) || /\d\s*(?:%|\/|of|out of)/.test(text) || !/^[\p{L}\d[(]/u.test(text.trim())) return true;
  return [3, 2, 1].some((count) => {
    const lead = parts.slice(0, count).join('_');
    const isWeak = count === 1 && (weakWords.has(lead) || /^\p{Lu}\p{Ll}+ \p{L}/u.test(text.trim()));
    return statusWords.has(lead) && !isWeak;
  });
}

/**
 * Tells whether anything stands somewhere that is neither a way to say nothing nor said to be dealt with.
 * @param value any value
 * @returns false for `none`, 0, false, `fixed`, and lists of nothing else
 */
export function saysAnything(value: Json): boolean {
  if (typeof value === 'string')
    return !nothing.test(value.trim()) && !/(?<!not |to be )\b(?:fixed|resolved)\b/i.test(value);
  if (typeof value !== 'object' || value === null) return value !== null && value !== false && value !== 0;
  if (isJsonObject(value) && readStatus(value) === 'complete') return false;
  const isDealtWith = ['resolved', 'fixed', 'resolution', 'resolved_at', 'fix', 'closed'].some((name) => {
    const said = isJsonObject(value) ? value[name] : undefined;
    return said === true || (typeof said === 'string' && !nothing.test(said.trim()));
  });
  return !isDealtWith && Object.values(value).some((member: Json) => saysAnything(member));
}
