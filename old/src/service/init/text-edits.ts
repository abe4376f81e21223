// Edits of whole lines in a person's file, which can be taken back as long as nobody changed these lines. Line ends stay
// as they are. Pure.

import { isJsonObject, type Json } from '../../rules/json/json.js';
import { isTextList } from '../../rules/json/read-member.js';

/** Lines that took the place of others; no lines before means that they were put in. */
export interface LineEdit {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Reads edits that were stored.
 * @param stored the stored list
 * @returns those that are edits
 */
export function parseEdits(stored: readonly Json[]): readonly LineEdit[] {
  return stored.flatMap((item) => {
    const { before, after } = isJsonObject(item) ? item : {};
    return isTextList(before) && isTextList(after) && after.length > 0 ? [{ before, after }] : [];
  });
}

/**
 * Tells how a text ends its lines.
 * @param text the text
 * @returns CRLF or LF
 */
export function eolOf(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

const bare = (line: string): string => line.replace(/\r$/, '');

function findRun(lines: readonly string[], wanted: readonly string[]): number {
  return lines.findIndex((_, at) => wanted.every((line, offset) => bare(lines[at + offset] ?? '\n') === line));
}

/**
 * Replaces lines, once.
 * @param text the text
 * @param from the lines that stand there
 * @param to the lines that take their place
 * @returns the new text, or null when these lines are not there
 */
export function replaceLines(text: string, from: readonly string[], to: readonly string[]): string | null {
  const lines = text.split('\n');
  const at = findRun(lines, from);
  if (at < 0 || from.length === 0) return null;
  const end = (lines[at] ?? '').endsWith('\r') ? '\r' : '';
  const replaced = to.map((line) => line + end);
  const rest = lines.slice(at + from.length);
  const isLast = rest.length === 0;
  // The last line of a file may have no line end: what becomes the last has none either.
  const last = replaced.length - 1;
  if (isLast && last >= 0) replaced[last] = bare(replaced[last] ?? '');
  const all = [...lines.slice(0, at), ...replaced, ...rest];
  if (isLast && last < 0 && all.length > 0) all[all.length - 1] = bare(all.at(-1) ?? '');
  return all.join('\n');
}

/**
 * Takes edits back, the last one first.
 * @param text the text as it is now
 * @param edits what was done to it
 * @returns the text without them, and how many edits could not be taken back because their lines are gone or changed
 */
export function undoEdits(
  text: string,
  edits: readonly LineEdit[],
): { readonly text: string; readonly undone: number; readonly missing: number } {
  let now = text;
  let undone = 0;
  for (const { before, after } of edits.toReversed()) {
    const next = replaceLines(now, after, before);
    if (next === null) continue;
    now = next;
    undone += 1;
  }
  return { text: now, undone, missing: edits.length - undone };
}
