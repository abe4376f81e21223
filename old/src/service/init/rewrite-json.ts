// Changes in a JSON text that is a person's own: what stays the same keeps its text, to the last digit and blank. Pure.

import { isJsonObject, type Json, sameJson } from '../../rules/json/json.js';
import { eolOf } from './text-edits.js';

/** One member or item as it is written. */
interface Entry {
  /** The blanks before it; null for what is new. */
  readonly gap: string | null;
  /** The name with its colon; empty for an item. */
  readonly head: string;
  readonly key: string;
  readonly value: string;
  /** The blanks before the comma. */
  readonly tail: string;
}

interface Container {
  readonly entries: readonly Entry[];
  /** The blanks before the closing bracket. */
  readonly end: string;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;
const member = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*/;

/** Splits the text of an object or a list, of which it is known that it is valid. */
function split(text: string): Container {
  const pieces: string[] = [];
  let depth = 0;
  let start = 1;
  for (const { 0: sign, index } of text.matchAll(token)) {
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    const isEnd = depth === 0;
    if (!isEnd && (sign !== ',' || depth !== 1)) continue;
    pieces.push(text.slice(start, index));
    start = index + 1;
    if (isEnd) break;
  }
  const last = pieces.at(-1) ?? '';
  const end = last.slice(last.trimEnd().length);
  const written = pieces.filter((piece) => piece.trim() !== '');
  return { entries: written.map((piece, at) => entryOf(piece, at === written.length - 1)), end };
}

/** What follows the last one belongs to the end. */
function entryOf(piece: string, isLast: boolean): Entry {
  const gap = piece.slice(0, piece.length - piece.trimStart().length);
  const [named = '', name] = member.exec(piece) ?? [];
  const key: unknown = name === undefined ? '' : JSON.parse(name);
  const head = name === undefined ? '' : named.slice(gap.length);
  const rest = piece.slice(gap.length + head.length);
  const value = rest.trimEnd();
  return { gap, head, key: String(key), value, tail: isLast ? '' : rest.slice(value.length) };
}

const fresh = (head: string, value: string): Entry => ({ gap: null, head, key: '', value, tail: '' });

/** How new lines are written. */
interface Manner {
  readonly eol: string;
  readonly indent: string;
}

const print = (value: Json, { eol, indent }: Manner, depth: number): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', eol + indent.repeat(depth));

function edit(text: string, old: Json, next: Json, manner: Manner, depth: number): string {
  if (sameJson(old, next)) return text;
  if (Array.isArray(old) && Array.isArray(next)) return editList(text, old, next, manner, depth);
  if (!isJsonObject(old) || !isJsonObject(next)) return print(next, manner, depth);
  const container = split(text);
  const { entries } = container;
  const kept = entries.flatMap((entry): readonly Entry[] => {
    const { key, value } = entry;
    const [was, is] = [old[key], Object.hasOwn(next, key) ? next[key] : undefined];
    if (was !== undefined && is !== undefined && sameJson(was, is)) return [entry];
    if (entries.filter((one) => one.key === key).length > 1) {
      throw new TypeError(`${JSON.stringify(key)} stands there more than once`);
    }
    return was === undefined || is === undefined ? [] : [{ ...entry, value: edit(value, was, is, manner, depth + 1) }];
  });
  const added = Object.entries(next)
    .filter(([key]) => !Object.hasOwn(old, key))
    .map(([key, value]) => fresh(`${JSON.stringify(key)}: `, print(value, manner, depth + 1)));
  return put(['{', '}'], [...kept, ...added], container, manner, depth);
}

/** An item that is new takes up the text of one that is gone: it is that one, changed. */
function editList(text: string, old: readonly Json[], next: readonly Json[], manner: Manner, depth: number): string {
  const container = split(text);
  const { entries } = container;
  const free = new Set(old.keys());
  const same = next.map((item) => {
    const found = [...free].find((at) => sameJson(old[at] ?? null, item));
    if (found !== undefined) free.delete(found);
    return found;
  });
  const items = next.map((item, at) => {
    const from = same[at] ?? [...free].find((one) => isJsonObject(old[one]) && isJsonObject(item));
    free.delete(from ?? -1);
    const entry = from === undefined ? undefined : entries[from];
    if (entry === undefined || from === undefined) return fresh('', print(item, manner, depth + 1));
    return { ...entry, value: edit(entry.value, old[from] ?? null, item, manner, depth + 1) };
  });
  return put(['[', ']'], items, container, manner, depth);
}

/** What stood there keeps its place in its line, so that all is as it was when what is new goes again. */
function put(
  [open, close]: readonly [string, string],
  entries: readonly Entry[],
  was: Container,
  { eol, indent }: Manner,
  depth: number,
): string {
  if (entries.length === 0) return open + close;
  const line = eol + indent.repeat(depth + 1);
  const isOneLine = was.entries.length > 0 && ![was.end, ...was.entries.map(({ gap }) => gap)].join('').includes('\n');
  const lines = entries.map(({ gap, head, value, tail }, at) => {
    const own = at === 0 ? (was.entries[0]?.gap ?? null) : gap;
    return `${own ?? (isOneLine ? ' ' : line)}${head}${value}${tail}`;
  });
  return `${open}${lines.join(',')}${was.entries.length > 0 ? was.end : eol + indent.repeat(depth)}${close}`;
}

/**
 * Puts a changed document down in the text that it came from.
 * @param text the text; a blank one counts as an empty object
 * @param old what it holds
 * @param next what it is to hold
 * @returns the new text; throws a `TypeError` when what changes stands there more than once
 */
export function rewriteJson(text: string, old: Json, next: Json): string {
  const indent = /^\s*[{[]\r?\n([ \t]+)/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '  ';
  const manner = { eol: eolOf(text), indent };
  const root = text.trim(); // a byte order mark counts as a blank
  if (root === '') return `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}${print(next, manner, 0)}${manner.eol}`;
  const start = text.indexOf(root);
  return text.slice(0, start) + edit(root, old, next, manner, 0) + text.slice(start + root.length);
}
