// Redaction: secrets in what is newly written become `[redacted:kind]`. secrets.ts knows what they look like.

import { type Json, type JsonObject, isObject, pointer } from './json.js';
import { type SecretForm, type SecretTable, secretTables } from './secrets.js';
import { stripInvisible } from './text.js';

export interface Redacted<T> {
  readonly value: T;
  /** JSON pointers, in the returned value, of what was redacted. */
  readonly redacted: readonly string[];
}

/** Replaces the secrets in a text by `[redacted:kind]`; `kinds` names each kind once. */
export function redactText(text: string): { readonly text: string; readonly kinds: readonly string[] } {
  if (text.length < 'pwd=abc123'.length) return { text, kinds: [] };
  const kinds = new Set<string>();
  const redacted = redactAll(text, kinds);
  if (!unusual.test(redacted)) return { text: redacted, kinds: [...kinds] };
  // A colour code or an invisible character inside a token hides it from the search, but not from readers.
  const visible = stripInvisible(redacted);
  const again = visible === redacted ? visible : redactAll(visible, kinds);
  return { text: again === visible ? redacted : again, kinds: [...kinds] };
}

const unusual = /[^\t\n\r -~]/;

function redactAll(text: string, kinds: Set<string>): string {
  return secretTables.reduce((result, table) => redactWith(table, result, kinds), text);
}

function redactWith({ cue, formsAt }: SecretTable, text: string, kinds: Set<string>): string {
  let result = '';
  let done = 0;
  // Where the last token that was not real ends: trying every start inside it again would take quadratic time.
  const rejected = new Map<SecretForm, number>();
  cue.lastIndex = 0;
  for (let hit = cue.exec(text); hit !== null; hit = cue.exec(text)) {
    const start = hit[1] ?? '';
    const at = cue.lastIndex - start.length;
    cue.lastIndex = at + 1;
    for (const form of formsAt(start)) {
      const from = at - form.back;
      if (from < Math.max(done, rejected.get(form) ?? 0)) continue;
      form.pattern.lastIndex = from;
      const [match, kept = ''] = form.pattern.exec(text) ?? [];
      if (match === undefined) continue;
      const end = from + match.length;
      if (!form.isReal(match.slice(kept.length), kept)) {
        if (kept === '') rejected.set(form, end);
        continue;
      }
      result += `${text.slice(done, from)}${kept}[redacted:${form.kind}]`;
      kinds.add(form.kind);
      done = end;
      cue.lastIndex = end;
      break;
    }
  }
  return done === 0 ? text : result + text.slice(done);
}

/** Members whose strings are ids, hashes, paths or fixed words: they are never searched. */
const keptMembers: ReadonlySet<string> = new Set(
  `artifacts branch checkpoint_id completed_phases completed_workstreams current_phase feature file files files_created
  files_modified gates_passed gates_pending hash head_commit id path pending_phases prd project schema_version status
  timestamp version workflow_type`.split(/\s+/),
);
const keptEnding = /_(?:at|commit|hash|id|paths?|sha)$/;

/**
 * Redacts what is new in a document: strings and member names that the previous revision does not have at that place.
 * @param next the document to write; returned itself when nothing was found, and unchanged parts are shared
 * @param previous the revision before it
 */
export function redactNew(next: JsonObject, previous: JsonObject | null): Redacted<JsonObject> {
  const redacted: string[] = [];
  return { value: redactMembers(next, previous ?? {}, { path: [], redacted }, ''), redacted };
}

interface Walk {
  /** Names as they will be written: a name that was a secret must not show up in `redacted`. */
  readonly path: string[];
  readonly redacted: string[];
}

/** `name` is the member that the value belongs to, also for the items of a list. */
function redactValue(next: Json, previous: Json | undefined, walk: Walk, name: string): Json {
  if (next === previous) return next;
  if (typeof next === 'string') return redactString(next, walk, name);
  if (Array.isArray(next)) return redactItems(next, Array.isArray(previous) ? previous : [], walk, name);
  return isObject(next) ? redactMembers(next, isObject(previous) ? previous : {}, walk, name) : next;
}

function redactString(text: string, walk: Walk, name: string): string {
  // At the top, `command` is a name such as `implement`; elsewhere it is a shell command, which may contain secrets.
  const isKept = keptMembers.has(name) || keptEnding.test(name) || (name === 'command' && walk.path.length === 1);
  const result = isKept ? text : redactMember(name, text);
  if (result !== text) walk.redacted.push(pointer(...walk.path));
  return result;
}

/** Searches a string together with its name, which may be all that gives it away: `{"password": "…"}`. */
function redactMember(name: string, text: string): string {
  const before = `${name}="`;
  const both = name.includes('/') ? '' : redactText(`${before}${text}"`).text;
  return both.startsWith(before) && both.endsWith('"') ? both.slice(before.length, -1) : redactText(text).text;
}

function redactItems(next: readonly Json[], previous: readonly Json[], walk: Walk, name: string): Json {
  // A list may have grown at its front: what it had anywhere before is not new.
  const known = new Set(previous);
  const items = next.map((item, index) => {
    if (known.has(item)) return item;
    walk.path.push(String(index));
    const result = redactValue(item, previous[index], walk, name);
    walk.path.pop();
    return result;
  });
  return items.every((item, index) => item === next[index]) ? next : items;
}

function redactMembers(next: JsonObject, previous: JsonObject, walk: Walk, name: string): JsonObject {
  const members: [string, Json][] = [];
  const taken = new Set(Object.keys(next));
  let isSame = true;
  for (const [key, member] of Object.entries(next)) {
    const before = Object.hasOwn(previous, key) ? previous[key] : undefined;
    const shown = before === undefined ? redactName(key, taken) : key;
    // The strings of these maps are paths or hashes, whatever their names.
    const isKeptMap = name === 'artifacts' || name === 'files' || name === 'hashes';
    walk.path.push(shown);
    const value = redactValue(member, before, walk, isKeptMap && typeof member === 'string' ? 'files' : shown);
    if (shown !== key) walk.redacted.push(pointer(...walk.path));
    walk.path.pop();
    if (shown !== key || value !== member) isSame = false;
    members.push([shown, value]);
  }
  return isSame ? next : Object.fromEntries(members);
}

/** Two secrets as names must not become one member. */
function redactName(name: string, taken: Set<string>): string {
  const redacted = redactText(name).text;
  let free = redacted;
  for (let copy = 2; free !== name && taken.has(free); copy++) free = `${redacted} ${copy}`;
  taken.add(free);
  return free;
}
