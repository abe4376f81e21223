// The way in for texts: JSON from outside becomes a value, or a message that says what is wrong. Knows nothing about
// checkpoints.

import { isJsonObject, type Json } from './json.js';
import { limits } from '../limits.js';

export type ParseResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string };

/**
 * Parses JSON text from outside. A byte order mark is passed over; too large or too deep documents and members named
 * `__proto__` are refused.
 * @param text the text
 * @returns the value, or a message that says what is wrong and, where known, in which line
 */
export function parseJson(text: string): ParseResult {
  if (isLarger(text, limits.maxBytes)) return { ok: false, message: `is larger than ${limits.maxBytes} bytes` };
  try {
    const value: Json = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const message = faultOf(value, 0);
    return message === undefined ? { ok: true, value } : { ok: false, message };
  } catch (error) {
    return { ok: false, message: `is not JSON${place(error, text)}` };
  }
}

function isLarger(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;
}

function faultOf(value: Json, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= limits.maxDepth) return `is nested deeper than ${limits.maxDepth} levels`;
  if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'has a member named __proto__, which pawl does not read';
      const member = value[key];
      const fault = member === undefined ? undefined : faultOf(member, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  for (const item of value) {
    const fault = faultOf(item, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function place(error: unknown, text: string): string {
  const message = error instanceof Error ? `: ${error.message.slice(0, 200)}` : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  const before = text.slice(0, Number(position)).split('\n');
  return `${message} (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}
