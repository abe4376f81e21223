// Takes secrets out of what is newly written. Leaves ids, hashes and paths alone.

import { findSecrets, type Span } from './find-secrets.js';
import { harmlessLines } from './harmless.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../json/json.js';
import { isMasked, isRealPassword, isRealToken } from './secret-patterns.js';

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

/**
 * Replaces the secrets in a text by `[redacted:kind]`.
 * @param text the text
 * @returns the text, itself when it has none, and the kinds that were found
 */
export function redactText(text: string): RedactedText {
  const spans = text.length < leastChars ? [] : findSecrets(text);
  const shown = plain.test(text) ? text : harmlessLines(text);
  // A token with an escape sequence inside is no token to a search, and is one again to whoever shows the text.
  const seen = shown === text ? spans : findSecrets(shown);
  return seen.length > spans.length ? replaced(shown, seen) : replaced(text, spans);
}

/** Nothing unseen is in it. */
const plain = /^[\t\n\r -~]*$/;

/** No secret is shorter. */
const leastChars = 10;

/** The text alone; names and values are mostly short, and then nothing has to be made for them. */
function cleaned(text: string): string {
  return text.length < leastChars && plain.test(text) ? text : redactText(text).text;
}

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
 * @returns the document without new secrets, and where they were
 */
export function redactNew(next: Json, previous: Json | undefined): RedactedJson {
  const walk: Walk = { shown: [], redacted: [] };
  const value = redactValue(walk, next, previous, '');
  return { value, redacted: walk.redacted };
}

interface Walk {
  /** The path from the root as it will be: a name that was a secret must not be told. */
  readonly shown: string[];
  readonly redacted: string[];
}

/** `name` is the member that the value belongs to, also for the items of a list. */
function redactValue(walk: Walk, next: Json, previous: Json | undefined, name: string): Json {
  if (next === previous || next === null || typeof next === 'number' || typeof next === 'boolean') return next;
  if (typeof next === 'string') return redactString(walk, next, name);
  if (isJsonObject(next)) return redactMembers(walk, next, isJsonObject(previous) ? previous : undefined, name);
  return redactItems(walk, next, Array.isArray(previous) ? previous : undefined, name);
}

function redactString(walk: Walk, text: string, name: string): string {
  if (isKept(name)) return text;
  const found = cleaned(text);
  const result = found === text ? redactNamed(name, text) : found;
  if (result !== text) walk.redacted.push(pointer(...walk.shown));
  return result;
}

function isKept(name: string): boolean {
  if (keptMembers.has(name)) return true;
  for (const ending of keptEndings) if (name.endsWith(ending)) return true;
  return false;
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
  let known: ReadonlySet<Json> | undefined;
  let copy: Json[] | undefined;
  for (let index = 0; index < next.length; index += 1) {
    const item = next[index];
    if (item === undefined || item === previous?.[index]) continue;
    // A list may have been extended at its front: what it had anywhere before is not new.
    known ??= new Set(previous);
    if (known.has(item)) continue;
    walk.shown.push(String(index));
    const result = redactValue(walk, item, previous?.[index], name);
    walk.shown.pop();
    if (result === item) continue;
    copy ??= [...next];
    copy[index] = result;
  }
  return copy ?? next;
}

function redactMembers(walk: Walk, next: JsonObject, previous: JsonObject | undefined, name: string): Json {
  /** All members up to this one, once one of them was changed. */
  let entries: [string, Json][] | undefined;
  const keys = Object.keys(next);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    const member = next[key];
    if (member === undefined) continue;
    const before = previous !== undefined && Object.hasOwn(previous, key) ? previous[key] : undefined;
    const shown = before === undefined ? redactName(next, entries, key) : key;
    // The values of a map of artifacts are paths, whatever their names.
    const owner = name === 'artifacts' && typeof member === 'string' ? name : key;
    const result = member === before ? member : redactMember(walk, key, shown, member, before, owner);
    if (shown !== key || result !== member) entries ??= Object.entries(next).slice(0, index);
    entries?.push([shown, result]);
  }
  return entries === undefined ? next : Object.fromEntries(entries);
}

function redactMember(
  walk: Walk,
  key: string,
  shown: string,
  member: Json,
  before: Json | undefined,
  owner: string,
): Json {
  walk.shown.push(shown);
  const result = redactValue(walk, member, before, owner);
  if (shown !== key) walk.redacted.push(pointer(...walk.shown));
  walk.shown.pop();
  return result;
}

/** Two secrets as names must not become one member. */
function redactName(next: JsonObject, entries: readonly [string, Json][] | undefined, key: string): string {
  const redacted = cleaned(key);
  if (redacted === key) return key;
  let name = redacted;
  for (let copy = 2; Object.hasOwn(next, name) || entries?.some(([taken]) => taken === name) === true; copy += 1) {
    name = `${redacted} ${copy}`;
  }
  return name;
}
