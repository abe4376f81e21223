// How much room a text takes on a terminal, and how to make it fit. Pure.

import { escapes, harmlessLines } from '../../../rules/text/harmless.js';

/** Latin letters, dashes, arrows and what bars and marks are drawn with: one column each. Cutting into characters costs 10 ms. */
const plain = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2580-\u259f\u25cb\u25cf\u25d0\u2713\u2717]*$/;
/** Drawn two columns wide by terminals: East Asian wide and full-width characters, and emoji. */
const isWide = (one: string): boolean =>
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u.test(
    one,
  );
/** Drawn into the column of the character before. */
const drawsNothing = (one: string): boolean => /^[\p{Mn}\p{Me}\p{Cf}]*$/u.test(one);

let segmenter: Intl.Segmenter | undefined;

/** What the segmenter is given at a time: its time grows with the square of the text. */
const pieceLength = 256;

/** Gives the characters as people see them. The last one of a piece may go on in the next: it is cut again with that. */
function* characters(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let start = 0; start < text.length; ) {
    const from = start;
    // Half of a character would end the one before it.
    const isHalf = /[\ud800-\udbff]/.test(text[from + pieceLength - 1] ?? '');
    const piece = text.slice(from, from + pieceLength + (isHalf ? 1 : 0));
    const isLast = from + piece.length >= text.length;
    for (const { segment, index } of segmenter.segment(piece)) {
      const goesOn = !isLast && index > 0 && index + segment.length === piece.length;
      if (goesOn) break;
      start = from + index + segment.length;
      yield segment;
    }
  }
}

const characterWidth = (one: string): number => (drawsNothing(one) ? 0 : isWide(one) ? 2 : 1);

/**
 * Measures a text.
 * @param text a text of one line; colours in it count nothing
 * @returns the columns it takes
 */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  const shown = text.replace(escapes, '');
  if (plain.test(shown)) return shown.length;
  let sum = 0;
  for (const one of characters(shown)) sum += characterWidth(one);
  return sum;
}

/**
 * Makes a stored text harmless for a terminal: no escape sequences, one line, nothing that hides or turns the direction. Its
 * spaces stay, as they may be what it is laid out with.
 * @param text any text
 * @returns the text as it may be shown
 */
export function oneLine(text: string): string {
  if (plain.test(text)) return text;
  return harmlessLines(text).replace(/\n+/g, ' ');
}

/**
 * Cuts a text that is too long.
 * @param text a text without colours
 * @param width the columns that it may take
 * @returns the text, or its beginning and `…`
 */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (plain.test(text)) return width < 1 ? '' : `${text.slice(0, width - 1)}…`;
  let room = width - 1;
  let kept = '';
  for (const one of characters(text)) {
    room -= characterWidth(one);
    if (room < 0) break;
    kept += one;
  }
  return width < 1 ? '' : `${kept}…`;
}

/**
 * Fills a text up with spaces.
 * @param text the text; it may have colours
 * @param width the columns that it is to take
 * @param side where the text stands
 * @returns the text with spaces; a longer one stays as it is
 */
export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const gap = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'left' ? text + gap : gap + text;
}
