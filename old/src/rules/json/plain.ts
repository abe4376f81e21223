// The way in for values: whatever a caller passes becomes fresh plain JSON or a list of problems. Knows nothing about
// checkpoints.
import { types } from 'node:util';
import type { Problem } from '../errors.js';
import { type Json, pointer, setMember } from './json.js';
import { limits } from '../limits.js';
import type { MutableJson, MutableJsonObject } from './mutable.js';

export interface PlainOptions {
  /** Nested objects and arrays; `limits.maxDepth` when not given. */
  readonly maxDepth?: number;
  /** Size as stored, with an indentation of 2; `limits.maxBytes` when not given. */
  readonly maxBytes?: number;
}

export type PlainResult =
  | { readonly ok: true; readonly value: Json; readonly bytes: number }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Problems that one call reports; the walk ends there. */
const maxProblems = 50;

/** One walk through a caller's value. Every getter and `toJSON` is invoked once at most. */
interface Walk {
  readonly problems: Problem[];
  readonly path: (string | number)[];
  /** The objects that are open, from the root; each one's place is the path up to its index. */
  readonly open: object[];
  readonly maxDepth: number;
  readonly maxBytes: number;
  bytes: number;
  stopped: boolean;
}

/** Stands for what JSON leaves out: undefined, functions, symbols. */
const leftOut = Symbol('left out');
/** Stands for a value that was reported. */
const refused = Symbol('refused');

type Copy = MutableJson | typeof leftOut | typeof refused;
type Members = Readonly<Record<string | number, unknown>>;

/**
 * Makes a fresh plain copy of any value, as JSON.stringify would see it: `toJSON` is honoured, members that are
 * undefined, functions or symbols are left out (null in arrays). What JSON cannot carry, or would change in silence,
 * is reported. Never throws.
 * @param value anything
 * @param options other limits than the usual
 * @returns the copy and its size in bytes as stored, or at most 50 problems, each with its JSON pointer
 */
export function toPlain(value: unknown, options?: PlainOptions): PlainResult {
  const walk: Walk = {
    problems: [],
    path: [],
    open: [],
    maxDepth: options?.maxDepth ?? limits.maxDepth,
    maxBytes: options?.maxBytes ?? limits.maxBytes,
    bytes: 0,
    stopped: false,
  };
  try {
    const copy = copyAny(walk, value, '');
    if (copy === leftOut) report(walk, `${typeof value} is not a JSON value`);
    else if (copy !== refused && walk.problems.length === 0) return { ok: true, value: copy, bytes: walk.bytes };
  } catch (error) {
    report(walk, `could not be read${reason(error)}`); // Every read is guarded; this is for an exhausted stack.
  }
  return { ok: false, problems: walk.problems };
}

function copyAny(walk: Walk, given: unknown, key: string | number): Copy {
  switch (typeof given) {
    case 'string':
      return copyString(walk, given);
    case 'number':
      return copyNumber(walk, given);
    case 'boolean':
      return count(walk, given ? 4 : 5, given);
    case 'bigint':
      return report(walk, 'a BigInt has no JSON form', 'write it as a string');
    case 'object':
      return isMembers(given) ? copyObject(walk, given, key) : count(walk, 4, null);
    default:
      return given === refused ? refused : leftOut;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function copyNumber(walk: Walk, value: number): Copy {
  if (!Number.isFinite(value)) return report(walk, `${value} has no JSON form`, 'write null or a string');
  return count(walk, String(value).length, value + 0); // + 0: JSON writes -0 as 0
}

function copyString(walk: Walk, value: string): Copy {
  const bytes = stringBytes(value, walk.maxBytes);
  if (bytes < 0) return report(walk, 'the text is not well-formed: half of a surrogate pair stands alone');
  return count(walk, bytes, value);
}

function copyObject(walk: Walk, given: Members, key: string | number): Copy {
  let value: unknown = given;
  let keys: readonly string[] | undefined;
  try {
    const toJson = given['toJSON'];
    if (typeof toJson === 'function') value = Reflect.apply(toJson, given, [String(key)]);
    if (!isMembers(value)) return copyAny(walk, value, key);
    if (!Array.isArray(value)) {
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && types.isBoxedPrimitive(value)) return copyBoxed(walk, value);
      const kind = prototype === Object.prototype ? undefined : unstorableKind(value);
      if (kind !== undefined) return report(walk, `is a${kind}, which JSON does not have`, storable);
      keys = Object.keys(value);
    }
  } catch (error) {
    return report(walk, `could not be read${reason(error)}`);
  }
  const depth = walk.open.length;
  for (let index = depth - 1; index >= 0; index -= 1) {
    if (walk.open[index] === value) return reportCycle(walk, index);
  }
  if (depth >= walk.maxDepth) return report(walk, `is nested deeper than ${walk.maxDepth} levels`);
  walk.open.push(value);
  const copy = keys === undefined ? copyItems(walk, value) : copyMembers(walk, value, keys);
  walk.open.pop();
  return copy;
}

const storable = 'write it as an object, a list or a string';

/** Objects whose content is not in their members: JSON would write `{}`, and lose it in silence. */
function unstorableKind(value: object): string | undefined {
  if (types.isMap(value) || types.isWeakMap(value)) return ' Map';
  if (types.isSet(value) || types.isWeakSet(value)) return ' Set';
  if (types.isRegExp(value)) return ' RegExp';
  if (types.isPromise(value)) return ' Promise';
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)) return ' block of bytes';
  return types.isNativeError(value) ? 'n Error' : undefined;
}

function copyBoxed(walk: Walk, value: object): Copy {
  if (types.isNumberObject(value)) return copyNumber(walk, Number(value));
  if (types.isStringObject(value)) return copyString(walk, String(value));
  return types.isSymbolObject(value) ? count(walk, 2, {}) : copyAny(walk, value.valueOf(), '');
}

function copyItems(walk: Walk, source: Members): Copy {
  const copy: MutableJson[] = [];
  const length = read(walk, source, 'length');
  if (length === refused) return refused;
  if (typeof length !== 'number') return report(walk, 'is an array without a length');
  const indent = 2 * walk.open.length;
  for (let index = 0; index < length && !walk.stopped; index += 1) {
    walk.path.push(index);
    walk.bytes += indent + 2; // a line break, the indentation, a comma
    let item = copyAny(walk, read(walk, source, index), index);
    if (item === leftOut) item = count(walk, 4, null);
    if (item !== refused && item !== leftOut) copy.push(item);
    walk.path.pop();
  }
  // The brackets; and the line of the closing one, less the comma that was counted too many.
  return count(walk, copy.length === 0 ? 2 : indent, copy);
}

function copyMembers(walk: Walk, source: Members, keys: readonly string[]): Copy {
  const copy: MutableJsonObject = {};
  const indent = 2 * walk.open.length;
  let members = 0;
  for (const key of keys) {
    if (walk.stopped) break;
    walk.path.push(key);
    if (copyMember(walk, source, key, copy)) members += 1;
    walk.path.pop();
  }
  // As for arrays; and each member takes a line break, the indentation, a colon, a space and a comma.
  return count(walk, members === 0 ? 2 : indent + members * (indent + 4), copy);
}

function copyMember(walk: Walk, source: Members, key: string, copy: MutableJsonObject): boolean {
  if (key === '__proto__') {
    report(walk, 'is a member name that pawl does not store', 'use another name');
    return false;
  }
  const value = copyAny(walk, read(walk, source, key), key);
  if (value === leftOut || value === refused) return false;
  const bytes = stringBytes(key, walk.maxBytes);
  if (bytes < 0) report(walk, 'the name is not well-formed: half of a surrogate pair stands alone');
  walk.bytes += bytes;
  setMember(copy, key, value);
  return true;
}

function read(walk: Walk, source: Members, key: string | number): unknown {
  try {
    return source[key];
  } catch (error) {
    return report(walk, `could not be read${reason(error)}`);
  }
}

function count(walk: Walk, bytes: number, value: MutableJson): Copy {
  walk.bytes += bytes;
  if (walk.bytes <= walk.maxBytes) return value;
  walk.path.length = 0; // It is the whole document that is too large.
  report(walk, `is larger than ${walk.maxBytes} bytes`, 'store large parts in files and name their paths');
  walk.stopped = true;
  return refused;
}

function report(walk: Walk, message: string, fix?: string): typeof refused {
  if (walk.stopped) return refused;
  const path = pointer(...walk.path);
  walk.problems.push(fix === undefined ? { path, message } : { path, message, fix });
  walk.stopped = walk.problems.length === maxProblems;
  return refused;
}

function reportCycle(walk: Walk, index: number): typeof refused {
  const place = pointer(...walk.path.slice(0, index));
  return report(walk, `refers back to ${place === '' ? 'the document itself' : place}`);
}

/** What was thrown may be as hostile as what threw it. */
function reason(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : '';
    return message === '' ? '' : `: ${message.slice(0, 200)}`;
  } catch {
    return '';
  }
}

const needsCare = /[^ !#-[\]-~]/;

/** The bytes of a string as JSON with its quotes; -1 when it is ill-formed. Stops counting above the limit. */
function stringBytes(text: string, maxBytes: number): number {
  if (text.length > maxBytes) return text.length;
  return needsCare.test(text) ? carefulBytes(text) : text.length + 2;
}

function carefulBytes(text: string): number {
  let bytes = 2;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += asciiBytes(code);
    else if (code < 0x800) bytes += 2;
    else if (code < 0xd800 || code > 0xdfff) bytes += 3;
    else {
      const next = text.charCodeAt(index + 1);
      if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return -1;
      bytes += 4;
      index += 1;
    }
  }
  return bytes;
}

function asciiBytes(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2;
  if (code >= 0x20) return 1;
  return code >= 0x08 && code <= 0x0d && code !== 0x0b ? 2 : 6;
}
