// One valibot schema per format is type, check and JSON Schema. This file turns a schema's issues into problems in plain
// words, and a document with wrong values into one of the right type, where each wrong value counts as neutral.

import * as v from 'valibot';
import type { Problem } from '../base/errors.js';
import { type Json, type JsonObject, isObject, kindOf, limits, pointer } from '../base/json.js';
import { mergeDocuments } from '../base/merge.js';
import { nearest, shorten } from '../base/text.js';
import { validateContextSummary } from '../base/tokens.js';

const timePattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-][01]\d:?[0-5]\d)?$/;

/** ISO 8601; a time without a zone is UTC. */
export const time = v.pipe(
  v.string(),
  v.regex(timePattern, 'must be an ISO 8601 time, e.g. "2026-01-29T10:30:00.000Z"'),
);
export const unitName = v.pipe(v.string(), v.minLength(1, 'must not be empty'));
export const unitNames = v.pipe(v.array(unitName), v.maxLength(limits.units));
export const files = v.pipe(v.array(v.string()), v.maxLength(limits.filesPerUnit));

type Schema = v.GenericSchema;
/** The parts of a valibot schema that describe its structure. */
export interface Node {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly value?: Node;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly Json[];
  readonly literal?: Json;
}

export interface Decoded<D> {
  /** The document as its type says: values that do not fit count as neutral (pending, empty, absent). */
  readonly doc: D;
  readonly problems: readonly Problem[];
  /** False when a list or map has the wrong type: a write could lose what stands there. */
  readonly isWritable: boolean;
}

/** Reads a document by its schema. */
export function decodeBy<S extends Schema>(schema: S, raw: JsonObject): Decoded<v.InferInput<S>> {
  if (v.is(schema, raw) && listsForMaps(schema, raw, []).length === 0)
    return { doc: raw, problems: [], isWritable: true };
  const issues = issuesOf(schema, raw);
  const copy = structuredClone(raw);
  // Backwards, so that removing an item of a list does not move the ones that are still to be judged.
  for (const issue of issues.toReversed()) neutralise(schema, copy, pathOf(issue));
  if (!isTyped(schema, copy)) throw new Error(`no neutral form of ${JSON.stringify(issues.map(pathOf))}`);
  return {
    doc: copy,
    problems: issues.map((issue) => problemOf(issue, nodeAt(schema, pathOf(issue)))),
    isWritable: !issues.some((issue) => isMisshapen(issue, nodeAt(schema, pathOf(issue)))),
  };
}

/** Finds what is wrong with a part of a document that stands at `at`. */
export function checkBy(schema: Schema, value: unknown, at: readonly string[]): Problem[] {
  return issuesOf(schema, value).map((issue) => problemOf(issue, nodeAt(schema, pathOf(issue)), at));
}

/** Finds what is wrong with a context summary that stands at `at`: too many words or bytes. */
export function checkSummary(text: string | null | undefined, at: readonly string[], maxTokens: number): Problem[] {
  const { error } = validateContextSummary(text, maxTokens);
  const isHuge = Buffer.byteLength(text ?? '') > limits.summaryBytes;
  const message = error ?? (isHuge ? `has more than ${limits.summaryBytes} bytes` : undefined);
  return message === undefined ? [] : [{ path: pointer(...at), message, fix: 'shorten it' }];
}

/** Writes a changed document back: what did not change keeps its stored value, wrong or not. */
export function encodeOver(raw: JsonObject | null, before: object | null, after: object): JsonObject {
  if (!isObject(after)) throw new TypeError('a document is an object');
  return raw === null || before === raw || !isObject(before) ? after : mergeDocuments(before, after, raw).value;
}

type Issue = Pick<v.BaseIssue<unknown>, 'kind' | 'received' | 'input' | 'message'> & {
  readonly path?: readonly { readonly key: unknown }[] | undefined;
};

/** At most one issue per place: the first says enough, and an item of a list must not be removed twice. */
function issuesOf(schema: Schema, value: unknown): Issue[] {
  const byPlace = new Map<string, Issue>();
  const lists = listsForMaps(schema, value, []);
  for (const issue of lists) byPlace.set(pointer(...pathOf(issue)), issue);
  for (const issue of v.safeParse(schema, value).issues ?? []) {
    const place = pointer(...pathOf(issue));
    const isInList = lists.some((list) => `${place}/`.startsWith(`${pointer(...pathOf(list))}/`));
    if (!isInList && !byPlace.has(place)) byPlace.set(place, issue);
  }
  return [...byPlace.values()];
}

/** Finds lists where a map belongs: valibot takes them for maps. */
function listsForMaps(node: Node | undefined, value: unknown, path: readonly string[]): Issue[] {
  const inner = unwrap(node);
  if (inner === undefined || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && (inner.type === 'record' || inner.type === 'loose_object')) {
    return [{ kind: 'schema', received: 'Array', input: value, message: '', path: path.map((key) => ({ key })) }];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    listsForMaps(inner.entries === undefined ? (inner.value ?? inner.item) : inner.entries[name], member, [
      ...path,
      name,
    ]),
  );
}

/** True for a value of the right type, although a neutral value such as an empty time may still break a rule. */
function isTyped<S extends Schema>(schema: S, value: unknown): value is v.InferInput<S> {
  return v.safeParse(schema, value).typed;
}

function pathOf(issue: Issue): (string | number)[] {
  return (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
}

/** What an optional schema is about. */
export function unwrap(node: Node | undefined): Node | undefined {
  return node?.wrapped === undefined ? node : unwrap(node.wrapped);
}

function nodeAt(schema: Schema, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = asNode(schema);
  for (const step of path) {
    const inner = unwrap(node);
    node = inner?.entries === undefined ? (inner?.value ?? inner?.item) : inner.entries[step];
  }
  return node;
}

function asNode(schema: Schema): Node {
  return schema;
}

function isMisshapen(issue: Issue, node: Node | undefined): boolean {
  const type = unwrap(node)?.type ?? '';
  return issue.kind === 'schema' && issue.received !== 'undefined' && /object|record|array/.test(type);
}

/** Puts the neutral value where a wrong one stands: the item or optional member goes, a required one becomes empty. */
function neutralise(schema: Schema, root: Json, path: readonly (string | number)[]): void {
  const last = path.at(-1);
  if (last === undefined) return;
  let parent: Json | undefined = root;
  for (const step of path.slice(0, -1))
    parent = isObject(parent) || Array.isArray(parent) ? Reflect.get(parent, step) : undefined;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isObject(parent)) {
    const inRecord = unwrap(nodeAt(schema, path.slice(0, -1)))?.entries === undefined;
    const value = neutralOf(nodeAt(schema, path));
    if (value === undefined || (inRecord && value === '')) Reflect.deleteProperty(parent, last);
    else Reflect.set(parent, last, value);
  }
}

function neutralOf(node: Node | undefined): Json | undefined {
  switch (node?.type) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'nullable':
      return null;
    case 'picklist':
      return node.options?.[0];
    case 'literal':
      return node.literal;
    case 'loose_object': {
      const members = Object.entries(node.entries ?? {}).map(([name, entry]): [string, Json | undefined] => [
        name,
        neutralOf(entry),
      ]);
      return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));
    }
    default:
      return undefined; // optional
  }
}

const expectations: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  loose_object: 'an object',
};

/** Words that people and agents write for a status. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ...['done', 'completed', 'finished'].map((word): [string, string] => [word, 'complete']),
  ...['running', 'started', 'wip'].map((word): [string, string] => [word, 'in_progress']),
  ...['error', 'errored'].map((word): [string, string] => [word, 'failed']),
  ...['todo', 'open'].map((word): [string, string] => [word, 'pending']),
]);

function problemOf(issue: Issue, node: Node | undefined, at: readonly string[] = []): Problem {
  const path = pointer(...at, ...pathOf(issue));
  const inner = unwrap(node);
  if (issue.kind === 'validation') return { path, message: issue.message };
  const options = inner?.options?.map(String);
  if (issue.received === 'undefined') {
    const fix = inner?.options?.[0] ?? inner?.literal ?? neutralOf(inner);
    return {
      path,
      message: 'is missing',
      ...(fix === undefined || fix === '' ? {} : { fix: `write ${JSON.stringify(fix)}` }),
    };
  }
  if (options !== undefined) {
    const near = typeof issue.input === 'string' ? meant(issue.input, options) : undefined;
    const word = String(pathOf(issue).at(-1) ?? 'value').replaceAll('_', ' ');
    const message = `${shorten(JSON.stringify(issue.input), 60)} is not ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
    return { path, message, fix: near === undefined ? `use one of: ${options.join(', ')}` : `did you mean "${near}"?` };
  }
  if (inner?.literal !== undefined) return { path, message: `must be ${JSON.stringify(inner.literal)}` };
  return {
    path,
    message: `must be ${expectations[inner?.type ?? ''] ?? inner?.type ?? 'valid'}, found ${kindOf(issue.input)}`,
  };
}

/** The option that a wrong word probably means. */
function meant(word: string, options: readonly string[]): string | undefined {
  const synonym = synonyms.get(word.toLowerCase()) ?? '';
  return options.includes(synonym) ? synonym : nearest(word, options);
}
