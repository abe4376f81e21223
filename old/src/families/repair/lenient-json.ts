// Reads JSON with what people and models add to it: comments, commas before a bracket, a code fence around it.

import { endOfString } from '../../rules/json/string-end.js';

/** A text that is JSON but for its extras. */
export interface LenientText {
  /** The JSON alone; blanks stand where the extras were. */
  readonly json: string;
  /** What was there, in words. */
  readonly extras: readonly string[];
  /** The comments, as they were written. */
  readonly comments: readonly string[];
}

const fence = /^\s*(```+|~~~+)[ \t]*\w*[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*\1\s*$/;
const comment = /"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
const lastComma = /"|,(?=\s*[}\]])/g;

/**
 * Takes the extras out of a text. Whether the rest is JSON is for a parser to say.
 * @param text the text
 * @returns the text without them; null when it has none
 */
export function withoutExtras(text: string): LenientText | null {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const inside = fence.exec(bare)?.[2];
  const { left, found: comments } = blankOut(inside ?? bare, comment);
  const { left: json, found: commas } = blankOut(left, lastComma);
  const extras = [
    ...(inside === undefined ? [] : ['a code fence']),
    ...(comments.length === 0 ? [] : ['comments']),
    ...(commas.length === 0 ? [] : ['commas before a closing bracket']),
  ];
  return extras.length === 0 ? null : { json, extras, comments };
}

/** Puts blanks where a sign stands outside of strings; lines stay lines. */
function blankOut(text: string, sign: RegExp): { readonly left: string; readonly found: readonly string[] } {
  const pieces: string[] = [];
  const found: string[] = [];
  let done = 0;
  sign.lastIndex = 0;
  for (let next = sign.exec(text); next !== null; next = sign.exec(text)) {
    const { 0: token, index: at } = next;
    if (token === '"') {
      sign.lastIndex = endOfString(text, at);
      continue;
    }
    found.push(token);
    pieces.push(text.slice(done, at), token.replace(/[^\r\n]/g, ' '));
    done = at + token.length;
  }
  pieces.push(text.slice(done));
  return { left: pieces.join(''), found };
}
