// The shortest way from a text to a value, for those who need no reason why it is none. What comes from outside and is to
// be kept goes through `parse-json.ts`, which has limits.

import type { Json } from './json.js';

/**
 * Reads a text that may be JSON. A byte order mark is passed over.
 * @param text the text
 * @returns its value; undefined when it is no JSON
 */
export function tryJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return value;
  } catch {
    return undefined;
  }
}
