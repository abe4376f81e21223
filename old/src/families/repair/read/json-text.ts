// Reads JSON that was written as a text into a member.

import type { Json } from '../../../rules/json/json.js';
import { parseJson } from '../../../rules/json/parse-json.js';

/**
 * Reads an object or a list out of a text.
 * @param value any value
 * @returns what the text holds; null when it is no text, or none of JSON with members
 */
export function readJsonText(value: Json | undefined): Json | null {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return null;
  const parsed = parseJson(value);
  return parsed.ok && typeof parsed.value === 'object' ? parsed.value : null;
}
