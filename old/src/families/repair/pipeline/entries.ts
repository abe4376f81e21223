// Reads the workstreams that a member names, in whatever shape, with what is said about each.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';
import { openMember } from '../read/claims.js';
import { isNoName, isNothing, isTitled, type Label, mayBeTitle, readLabel } from '../read/labels.js';
import { meaningOf, readStatus, saidBy } from '../read/status.js';
import { expand, nameIn, type NamedUnit, tidyName, unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';

/** A workstream as it is named, title included. */
export interface Entry extends NamedUnit {
  /** Whether what is said leaves it open that the workstream is done. */
  readonly isDoubted: boolean;
  /** The member of it that does. */
  readonly doubt?: string | undefined;
}

/** What a workstream is made of. */
const partFields = ['tasks', 'subtasks', 'steps', 'checklist', 'sub_workstreams', 'todos'];
const everything =
  /^(?:tbd|todo|\?+|all|everything|all of them|(?:the )?rest|(?:the )?others|etc|alles?|tou(?:s|tes)|todos)\.?$/i;

/**
 * Lists the workstreams that a value names.
 * @param value a list of names or objects, a map by name, or names in a text
 * @param known the ids of the plan, which have no remarks
 * @returns the workstreams in their order
 */
export function entriesIn(value: Json | undefined, known: ReadonlySet<string> = new Set()): Entry[] {
  if (typeof value === 'string') return partsOf(value).flatMap((part) => entriesOf(part, known));
  if (Array.isArray(value)) return value.flatMap((item: Json) => entriesOf(item, known));
  return unitsIn(value).flatMap(({ name, said, value: member }) => {
    if (isAbout(name, member)) return [];
    // {"phase_1": ["WS1", "WS2"]}, {"count": 2, "ids": ["WS1", "WS2"]}
    if (Array.isArray(member) && member.length > 0 && !/^ws/i.test(name)) {
      const inner = entriesIn(member, known);
      if (inner.length > 0 && inner.every((entry) => /^ws/i.test(entry.name))) return inner;
    }
    const plain = namedIn(name, known);
    const own = isJsonObject(member) ? statusIn(member) : typeof said === 'string' ? statusOf(said) : said;
    return [{ name: plain.name, said: own ?? plain.said, value: member, ...doubtOf(member, plain) }];
  });
}

/** What a text in the place of a status says; `Database - complete` says it behind a title. */
function statusOf(said: string): string | undefined {
  if (isTitled(said)) return undefined;
  const label = readLabel(said);
  return label.said !== undefined && readStatus(label.name) === null ? label.said : said;
}

/** Members of a map that tell of all of its workstreams. */
function isAbout(name: string, member: Json): boolean {
  // {"completed": 3, "total": 5}
  if (typeof member === 'number' && (readStatus(name) !== null || /^(?:remaining|left)$/i.test(name))) return true;
  const isPlain = typeof member !== 'object' || member === null;
  return isPlain && /^(?:counts?|total|number|percent\w*|updated\w*|last_\w+|timestamp|notes?|comments?)$/i.test(name);
}

/**
 * Finds the items of a list that plainly stand for workstreams and name none.
 * @param value a list of workstreams
 * @param known the ids of the plan
 * @returns where they stand in it
 */
export function namelessIn(value: Json | undefined, known: ReadonlySet<string> = new Set()): number[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Json, index) => {
    if (typeof item === 'string') return everything.test(item.trim()) && !known.has(item) ? [index] : [];
    const isFull = typeof item === 'object' && item !== null && Object.keys(item).length > 0;
    return isFull && entriesOf(item, new Set()).length === 0 ? [index] : [];
  });
}

function entriesOf(item: Json, known: ReadonlySet<string>): Entry[] {
  if (typeof item === 'string') return textEntries(item, known);
  if (Array.isArray(item)) return rowEntries(item, known);
  if (!isJsonObject(item)) {
    return unitsIn([item]).map(({ name: bare, said, value }) => ({ name: bare, said, value, isDoubted: false }));
  }
  const name = nameIn(item);
  if (name === null) {
    const isPair = Object.keys(item).length === 1 && saidBy(item) === undefined; // {"WS1": "done"}
    return isPair ? entriesIn(item, known) : [];
  }
  const plain = namedIn(name, known);
  const own = statusIn(item);
  return [{ name: plain.name, said: own ?? plain.said, value: item, ...doubtOf(item, plain) }];
}

function partsIn(name: string, known: ReadonlySet<string>): Label {
  if (expand(name.trim()).length > 1) return { name: name.trim(), said: undefined };
  return readLabel(name, { kind: 'workstream', known });
}

/** The name of a member or of an object, which rather has a title than a remark. */
function namedIn(name: string, known: ReadonlySet<string>): Label {
  const label = partsIn(name, known);
  return label.said !== undefined && mayBeTitle(label.said) ? { ...label, said: undefined } : label;
}

function isOpen({ said }: Label): boolean {
  return said !== undefined && (meaningOf(said) ?? 'complete') !== 'complete';
}

function textEntries(text: string, known: ReadonlySet<string>): Entry[] {
  if (known.has(text)) return [{ name: text, said: undefined, value: text, isDoubted: false }];
  if (isNothing(text) || everything.test(text.trim()) || isNoName(text)) return [];
  if (/^ws\w+(?:\s*[,;&+/]\s*ws\w+)+$/i.test(text.trim()))
    return text.split(/[,;&+/]/).flatMap((part) => textEntries(part.trim(), known));
  const { name, said } = partsIn(text, known);
  if (isNothing(name)) return [];
  const isDoubted = said !== undefined && meaningOf(said) === 'doubt';
  return expand(name).map((one) => ({ name: one, said, value: text, isDoubted }));
}

/** `["WS1", "Database"]` is one workstream, `["WS1", "WS2"]` are two. */
function rowEntries(row: readonly Json[], known: ReadonlySet<string>): Entry[] {
  const texts = row.filter((cell) => typeof cell === 'string');
  const [name, ...rest] = texts;
  if (name === undefined || texts.length < row.length) return [];
  if (rest.every((cell) => /^ws/i.test(cell))) return texts.flatMap((cell) => textEntries(cell, known));
  return textEntries([name, ...rest].join(' - '), known);
}

/** Said to be done, and not wholly: by how much of it is, by an error, by a proof that failed. Its gates are read apart. */
function doubtOf(item: Json, label: Label): Pick<Entry, 'isDoubted' | 'doubt'> {
  const isDone = isJsonObject(item) && readStatus(statusIn(item)) === 'complete';
  const doubt = isDone ? openMember(item, isReadApart)?.slice(1) : undefined;
  return { isDoubted: doubt !== undefined || isOpen(label), doubt };
}

function isReadApart(name: string): boolean {
  return name === 'status' || /(?:^|_)gates?(?:_|$)/.test(snakeCase(name));
}

/** The status of a workstream; where it has none, what its parts come to. */
function statusIn(item: Readonly<Record<string, Json>>): Json | undefined {
  const own = saidBy(item);
  if (own !== undefined) return own;
  const told = partFields.flatMap((field) => unitsIn(item[field]).map(({ said }) => said));
  // Parts that are only named, or counted, say nothing.
  const parts = told.some((said) => readStatus(said) !== null) ? told.map((said) => readStatus(said)) : [];
  if (parts.length === 0) return undefined;
  if (parts.every((part) => part === 'complete')) return 'complete';
  return parts.some((part) => part === 'complete' || part === 'in_progress') ? 'in_progress' : 'pending';
}

/**
 * Says what a number means as a share.
 * @param share the number
 * @param whole what stands for all of it
 * @returns the status; null when it is no share
 */
export function sharing(share: number, whole: number): Concept | null {
  if (!(share >= 0 && share <= whole)) return null;
  return share === whole ? 'complete' : share === 0 ? 'pending' : 'in_progress';
}

function isSentence(part: string): boolean {
  const { name } = readLabel(part, { kind: 'workstream' });
  return !/^ws/i.test(name) && name === part && part.split(/\s+/).length > 3;
}

/** `WS1, WS2 and WS3`, or one a line. A sentence names no workstreams. */
function partsOf(text: string): string[] {
  const lines = text.slice(0, 100_000).split('\n');
  const parts = lines.length > 1 ? lines : text.slice(0, 100_000).split(/[,;]|\sand\s/);
  const bare = parts.map((part) => part.replace(/^\s*[-*•]\s+/, '').trim()).filter((part) => part !== '');
  return bare.some(isSentence) ? [] : bare;
}

/**
 * Makes what takes ids out of labels, unless one id has labels with two titles.
 * @param names every name in the document
 * @param known the ids of its plan, which stay as they are
 * @returns the id of a name
 */
export function tidier(names: readonly string[], known: ReadonlySet<string>): (name: string) => string {
  const labels = new Map<string, Set<string>>();
  for (const name of names) {
    const id = tidyName(name);
    if (id.toLowerCase() !== name.toLowerCase()) labels.set(id, (labels.get(id) ?? new Set()).add(name.toLowerCase()));
  }
  return (name) => (known.has(name) || (labels.get(tidyName(name))?.size ?? 0) > 1 ? name : tidyName(name));
}
