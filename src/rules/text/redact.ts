// Takes secrets out of what is newly written. Leaves ids, hashes and paths alone.
// The search runs once over the text, by three characters at a time; patterns are tried only where one may begin.
import { isWordCode, mayHoldSecret } from './may-hold-secret.js';
import { harmlessLines } from './harmless.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../json/json.js';
import { isMasked, isRealPassword, isRealToken, type SecretPattern, secretPatterns } from './secret-patterns.js';

export interface RedactedText {
  readonly text: string;
  /** The kinds that were found, each once. */
  readonly kinds: readonly string[];
}

export interface RedactedJson {
  /** The given value itself when nothing was redacted; unchanged parts are shared. */
  readonly value: Json;
  /** JSON pointers, in the returned value, to the strings and members that were redacted. */
  readonly redacted: readonly string[];
}

/** Members whose strings are ids, hashes, paths or fixed words, and are never searched. */
export const keptMembers: ReadonlySet<string> = new Set([
  'artifacts',
  'branch',
  'checkpoint_id',
  'command',
  'completed_phases',
  'completed_workstreams',
  'current_phase',
  'feature',
  'file',
  'files',
  'files_created',
  'files_modified',
  'gates_passed',
  'gates_pending',
  'hash',
  'head_commit',
  'id',
  'path',
  'pending_phases',
  'prd',
  'project',
  'schema_version',
  'status',
  'timestamp',
  'version',
  'workflow_type',
]);

/** The ends of names with the same meaning as {@link keptMembers}. */
export const keptEndings: readonly string[] = ['_at', '_commit', '_hash', '_id', '_path', '_paths', '_sha'];

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/**
 * Replaces the secrets in a text by `[redacted:kind]`.
 * @param text the text
 * @returns the text, itself when it has none, and the kinds that were found
 */
export function redactText(text: string): RedactedText {
  const spans = text.length < 10 ? [] : findSecrets(text);
  const shown = plain.test(text) ? text : harmlessLines(text);
  // A token with an escape sequence inside is no token to a search, and is one again to whoever shows the text.
  const seen = shown === text ? spans : findSecrets(shown);
  return seen.length > spans.length ? replaced(shown, seen) : replaced(text, spans);
}

/** Nothing unseen is in it. */
const plain = /^[\t\n\r -~]*$/;

function replaced(text: string, spans: readonly Span[]): RedactedText {
  if (spans.length === 0) return { text, kinds: [] };
  let result = '';
  let done = 0;
  for (const span of spans) {
    result += `${text.slice(done, span.start)}[redacted:${span.kind}]`;
    done = span.end;
  }
  return { text: result + text.slice(done), kinds: [...new Set(spans.map((span) => span.kind))] };
}

/**
 * Redacts what is new in a document: strings and member names that the previous version does not have at that place.
 * @param next the document to be written
 * @param previous the version before it, if any; parts of it that are the same object are skipped
 * @param keepPointer tells further places to leave alone, by the steps from the root; the steps are only lent
 * @returns the document without new secrets, and where they were
 */
export function redactNew(
  next: Json,
  previous: Json | undefined,
  keepPointer?: (path: readonly string[]) => boolean,
): RedactedJson {
  const walk: Walk = { path: [], shown: [], redacted: [], keepPointer };
  const value = redactValue(walk, next, previous, '');
  return { value, redacted: walk.redacted };
}

interface Walk {
  readonly path: string[];
  /** The path as it will be: a name that was a secret must not be told. */
  readonly shown: string[];
  readonly redacted: string[];
  readonly keepPointer: ((path: readonly string[]) => boolean) | undefined;
}

/** `name` is the member that the value belongs to, also for the items of a list. */
function redactValue(walk: Walk, next: Json, previous: Json | undefined, name: string): Json {
  if (next === previous || next === null || typeof next === 'number' || typeof next === 'boolean') return next;
  if (walk.keepPointer?.(walk.path) === true) return next;
  if (typeof next === 'string') return redactString(walk, next, name);
  if (isJsonObject(next)) return redactMembers(walk, next, isJsonObject(previous) ? previous : undefined, name);
  return redactItems(walk, next, Array.isArray(previous) ? previous : undefined, name);
}

function redactString(walk: Walk, text: string, name: string): string {
  if (isKept(name)) return text;
  const found = redactText(text).text;
  const result = found === text ? redactNamed(name, text) : found;
  if (result !== text) walk.redacted.push(pointer(...walk.shown));
  return result;
}

function isKept(name: string): boolean {
  return keptMembers.has(name) || keptEndings.some((ending) => name.endsWith(ending));
}

/** A value that only the name of its member tells: `{"password": "…"}`. */
function redactNamed(name: string, text: string): string {
  if (text.length < 6 || text.length > 4096 || name.length < 3 || /\s/.test(text)) return text;
  const kind = namedKind(name);
  if (kind === undefined || isMasked(text)) return text;
  const isReal = kind === 'password' ? isRealPassword(text) : isRealToken(text);
  return isReal ? `[redacted:${kind}]` : text;
}

const passwordName = /(?:password|passwd|passphrase|pwd|_pass)[0-9]{0,2}$/i;
const tokenName =
  /(?:token|secret|credentials?|cookie|authorization|(?:api|access|secret|private|signing|encryption|master)[_-]?key)[0-9]{0,2}$/i;

function namedKind(name: string): string | undefined {
  if (passwordName.test(name)) return 'password';
  return tokenName.test(name) ? 'secret' : undefined;
}

function redactItems(walk: Walk, next: readonly Json[], previous: readonly Json[] | undefined, name: string): Json {
  // A list may have been extended at its front: what it had anywhere before is not new.
  const known = previous === undefined ? undefined : new Set(previous);
  let copy: Json[] | undefined;
  for (const [index, item] of next.entries()) {
    if (known?.has(item) === true) continue;
    enter(walk, String(index), String(index));
    const result = redactValue(walk, item, previous?.[index], name);
    leave(walk);
    if (result === item) continue;
    copy ??= [...next];
    copy[index] = result;
  }
  return copy ?? next;
}

function redactMembers(walk: Walk, next: JsonObject, previous: JsonObject | undefined, name: string): Json {
  let changed = false;
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(next)) {
    const before = previous !== undefined && Object.hasOwn(previous, key) ? previous[key] : undefined;
    const shown = before === undefined ? redactName(next, entries, key) : key;
    enter(walk, key, shown);
    // The values of a map of artifacts are paths, whatever their names.
    const owner = name === 'artifacts' && typeof member === 'string' ? name : key;
    const result = redactValue(walk, member, before, owner);
    if (shown !== key) walk.redacted.push(pointer(...walk.shown));
    leave(walk);
    changed ||= shown !== key || result !== member;
    entries.push([shown, result]);
  }
  return changed ? Object.fromEntries(entries) : next;
}

/** Two secrets as names must not become one member. */
function redactName(next: JsonObject, entries: readonly [string, Json][], key: string): string {
  const redacted = redactText(key).text;
  if (redacted === key) return key;
  let name = redacted;
  for (let copy = 2; Object.hasOwn(next, name) || entries.some(([taken]) => taken === name); copy += 1) {
    name = `${redacted} ${copy}`;
  }
  return name;
}

function enter(walk: Walk, step: string, shown: string): void {
  walk.path.push(step);
  walk.shown.push(shown);
}

function leave(walk: Walk): void {
  walk.path.pop();
  walk.shown.pop();
}

/** One beginning of a pattern. */
interface Beginning {
  readonly pattern: SecretPattern;
  readonly start: string;
}

/** Which beginnings have which first three characters, in any case; five bits of each character make up the index. */
interface Index {
  readonly flags: Uint8Array;
  readonly beginnings: ReadonlyMap<number, readonly Beginning[]>;
}

let cachedIndex: Index | undefined;
const expressions = new Map<SecretPattern, RegExp>();

function findSecrets(text: string): readonly Span[] {
  if (!mayHoldSecret(text)) return [];
  cachedIndex ??= makeIndex();
  const { flags, beginnings } = cachedIndex;
  const spans: Span[] = [];
  const weak: [SecretPattern, number][] = [];
  let done = 0;
  let code = 0;
  for (let index = 0; index < text.length; index += 1) {
    code = ((code << 5) | (text.charCodeAt(index) & 31)) & 0x7fff;
    if (flags[code] === 0) continue;
    const start = index - 2;
    for (const beginning of beginnings.get(code) ?? []) {
      if (start < done) break; // Inside of a secret nothing more is tried, or the time would be quadratic.
      if (!beginsAt(beginning, text, start)) continue;
      if (beginning.pattern.weak === true) {
        weak.push([beginning.pattern, start]);
        continue;
      }
      const span = matchAt(beginning.pattern, text, start);
      if (span === undefined || span.start < done) continue;
      spans.push(span);
      done = span.end;
    }
  }
  return weak.length === 0 ? spans : addWeak(text, spans, weak);
}

function addWeak(text: string, spans: readonly Span[], weak: readonly [SecretPattern, number][]): readonly Span[] {
  const all: Span[] = [...spans];
  let done = 0;
  let next = 0;
  for (const [pattern, start] of weak) {
    if (start < done) continue;
    const span = matchAt(pattern, text, start);
    if (span === undefined) continue;
    while (next < spans.length && (spans[next]?.end ?? 0) <= span.start) next += 1;
    if ((spans[next]?.start ?? text.length) < span.end) continue;
    all.push(span);
    done = span.end;
  }
  return all.sort((one, other) => one.start - other.start);
}

/** Most that the index finds ends here, without the cost of an expression. */
function beginsAt({ pattern, start }: Beginning, text: string, index: number): boolean {
  if (pattern.word !== true) {
    return text.startsWith(start, index) && (pattern.before !== undefined || isEdge(text, index));
  }
  for (let offset = 0; offset < start.length; offset += 1) {
    if ((text.charCodeAt(index + offset) | 32) !== (start.charCodeAt(offset) | 32)) return false;
  }
  return pattern.digits !== true || hasDigitSoon(text, index + start.length);
}

const fewWords = 8;
const fewChars = 400;

/** Looks as far as a value may stand behind its name; where that is too far to look, there may be one. */
function hasDigitSoon(text: string, from: number): boolean {
  const end = Math.min(text.length, from + fewChars);
  let words = 0;
  for (let index = from; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) return true;
    if (code <= 32 && text.charCodeAt(index - 1) > 32 && ++words > fewWords) return false;
  }
  return end < text.length;
}

/** Not inside of a word. Behind an escaped line break or quote, also as in `%22`, is not inside. */
function isEdge(text: string, index: number): boolean {
  if (!isWordCode(text.charCodeAt(index - 1))) return true;
  return text[index - 2] === '\\' || text[index - 6] === '\\' || text[index - 3] === '%';
}

function matchAt(pattern: SecretPattern, text: string, index: number): Span | undefined {
  const start = index - (pattern.before?.length ?? 0);
  if (start < 0) return undefined;
  const expression = expressions.get(pattern) ?? expressionOf(pattern);
  expression.lastIndex = start;
  const match = expression.exec(text);
  if (match === null || (pattern.before !== undefined && !isEdge(text, start))) return undefined;
  const kept = match[1] ?? '';
  const secret = match[0].slice(kept.length);
  if (isMasked(secret) || pattern.accept?.(secret, kept) === false) return undefined;
  return { start: start + kept.length, end: start + match[0].length, kind: pattern.kind };
}

function expressionOf(pattern: SecretPattern): RegExp {
  const starts = pattern.starts.split(' ').map((start) => start.replace(/[$.*+?^(){}|[\]\\/-]/g, '\\$&'));
  const begin = `(?:${starts.join('|')})`;
  const head = pattern.keep === undefined ? begin : `(${begin}(?:${pattern.keep.source}))`;
  const source = `${pattern.before?.pattern.source ?? ''}${head}(?:${pattern.rest.source})`;
  const expression = new RegExp(source, pattern.word === true ? 'iy' : 'y');
  expressions.set(pattern, expression);
  return expression;
}

function makeIndex(): Index {
  const flags = new Uint8Array(1 << 15);
  const beginnings = new Map<number, Beginning[]>();
  for (const pattern of secretPatterns()) {
    for (const start of pattern.starts.split(' ')) {
      const code = ((start.charCodeAt(0) & 31) << 10) | ((start.charCodeAt(1) & 31) << 5) | (start.charCodeAt(2) & 31);
      const list = beginnings.get(code);
      if (list === undefined) beginnings.set(code, [{ pattern, start }]);
      else list.push({ pattern, start });
      flags[code] = 1;
    }
  }
  return { flags, beginnings };
}
