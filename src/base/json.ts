// JSON values: types, equality, pointers, and the door for values that callers or files hand in.

import { PawlError, type Problem, badInput } from './errors.js';

export type JsonScalar = string | number | boolean | null;
export type Json = JsonScalar | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Caps on what one checkpoint may hold. */
export const limits = {
  bytes: 16 * 1024 * 1024,
  depth: 32,
  units: 1_000,
  filesPerUnit: 10_000,
  summaryBytes: 16 * 1024,
} as const;

/** Member names that would reach an object's prototype. */
export const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Freezes in depth; stops at parts that are frozen already, so the cost follows what is new. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

/** Compares by content, whatever the order of members. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameJson(Reflect.get(a, name), Reflect.get(b, name)));
}

/** Writes a JSON pointer (RFC 6901), e.g. `/phases/design/status`. */
export function pointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Takes a JSON pointer apart. */
export function stepsOf(path: string): string[] {
  const steps = path.split('/').slice(1);
  return path.includes('~') ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) : steps;
}

/** How checkpoints are stored and shown: two spaces, and a line end. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Parses a file's text; gives the reason instead of throwing. A byte order mark is skipped. */
export function parseJson(text: string): { readonly value: Json } | { readonly reason: string } {
  if (isTooLarge(text)) return { reason: `it has more than ${limits.bytes} bytes` };
  try {
    const value: Json = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    const reason = faultOf(value, limits.depth);
    return reason === null ? { value } : { reason };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What is wrong with a parsed value: it has too many levels, or a reserved name, which no schema would check. */
function faultOf(value: Json, levels: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `it is nested more than ${limits.depth} levels deep`;
  for (const [name, member] of Object.entries(value)) {
    if (reservedNames.has(name)) return `it has the reserved name ${name}`;
    const fault = faultOf(member, levels - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Copies a caller's value into plain JSON, as `JSON.stringify` would, and refuses what JSON cannot hold: cycles, BigInt,
 * NaN, lone surrogates, reserved names, getters that throw.
 * @param what names the value in messages
 * @param value anything
 * @returns a copy that shares nothing with the caller's value
 */
export function toJson(what: string, value: unknown): Json {
  const problems: Problem[] = [];
  const copy = copyJson(value, [], problems, new Set());
  if (problems.length > 0) throw badInput(what, problems);
  if (copy === undefined) throw badInput(what, [{ path: '', message: `must be JSON, found ${kindOf(value)}` }]);
  return copy;
}

/** The same for a value that must be an object. */
export function toJsonObject(what: string, value: unknown): JsonObject {
  if (!isObject(value)) throw badInput(what, [{ path: '', message: `must be an object, found ${kindOf(value)}` }]);
  const copy = toJson(what, value);
  if (!isObject(copy)) throw badInput(what, [{ path: '', message: `must be an object, found ${kindOf(copy)}` }]);
  return copy;
}

type Path = readonly (string | number)[];

function copyJson(value: unknown, path: Path, problems: Problem[], open: Set<object>): Json | undefined {
  const refuse = (message: string, at: Path = path): null => {
    if (problems.length < 50) problems.push({ path: pointer(...at), message });
    return null;
  };
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string')
    return value.isWellFormed() ? value : refuse('has half a character (a lone surrogate)');
  // JSON has no -0: plus 0 makes it 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : refuse(`must be a number, found ${value}`);
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object') return refuse(`must be JSON, found ${kindOf(value)}`);
  if (open.has(value)) return refuse('contains itself');
  if (path.length >= limits.depth) return refuse(`is nested more than ${limits.depth} levels deep`);
  open.add(value);
  try {
    if (value instanceof Map || value instanceof Set || value instanceof Error || value instanceof Promise)
      return refuse(`must be JSON, found a ${value.constructor.name}`); // it would become {}
    if ('toJSON' in value && typeof value.toJSON === 'function') return copyJson(value.toJSON(), path, problems, open);
    if (Array.isArray(value)) {
      if (value.length > limits.bytes) return refuse(`has ${value.length} items`);
      return Array.from(value, (item, n) => copyJson(item, [...path, n], problems, open) ?? null);
    }
    const copy: Record<string, Json> = {};
    for (const name of Object.keys(value)) {
      if (reservedNames.has(name)) refuse(`has the reserved name ${name}`);
      else if (!name.isWellFormed()) refuse('has a name with half a character (a lone surrogate)');
      else {
        const at = [...path, name];
        const json = copyJson(
          readMember(value, name, (message) => refuse(message, at)),
          at,
          problems,
          open,
        );
        if (json !== undefined) copy[name] = json;
      }
    }
    return copy;
  } catch (error) {
    return refuse(`cannot be read: ${messageOf(error)}`);
  } finally {
    open.delete(value);
  }
}

/** Reads a member whose getter may throw: the other members are still checked. */
function readMember(value: object, name: string, refuse: (message: string) => null): unknown {
  try {
    return Reflect.get(value, name);
  } catch (error) {
    return refuse(`cannot be read: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'unknown error';
  }
}

/** Names a value's kind for messages: `a number`, `a list`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function isTooLarge(text: string): boolean {
  return text.length > limits.bytes || Buffer.byteLength(text) > limits.bytes;
}

/** Refuses a document that is too large to store. */
export function checkSize(what: string, text: string): void {
  if (!isTooLarge(text)) return;
  throw new PawlError('too-large', `${what} would have more than ${limits.bytes} bytes`, {
    hint: 'Keep large results in files and store their paths.',
  });
}
