// Lines that fit the terminal: parts that stay together, and texts that are cut or broken.

import { cut, oneLine, widthOf } from '../terminal/width.js';
import { wrap } from '../terminal/layout.js';

/** A part of a line: what is measured, and how it is coloured afterwards. */
export type Part = readonly [text: string, paint?: (text: string) => string];

const between = ' · ';

/**
 * Sets parts side by side, on as many lines as they need.
 * @param parts the parts; empty ones are left out
 * @param width the columns there are
 * @param indent what each line begins with
 * @returns the lines
 */
export function partLines(parts: readonly Part[], width: number, indent = ''): readonly string[] {
  const lines: { text: string; width: number }[] = [];
  for (const [text, paint = (same: string) => same] of parts) {
    const shown = cut(oneLine(text), width - indent.length);
    if (shown === '') continue;
    const last = lines.at(-1);
    const own = widthOf(shown);
    if (last !== undefined && indent.length + last.width + between.length + own <= width) {
      last.text += between + paint(shown);
      last.width += between.length + own;
    } else lines.push({ text: paint(shown), width: own });
  }
  return lines.map((line) => `${indent}${line.text}`);
}

/**
 * Breaks a stored text into lines; a word that is longer than a line is cut.
 * @param text any text, made harmless here
 * @param width the columns there are
 * @param options how much of it
 * @param options.indent what each line begins with
 * @param options.max the most lines; the last one ends with `…` when there is more
 * @param options.paint how each line is coloured
 * @param options.keepLines whether the text's own lines stay lines; else it is one paragraph
 * @returns the lines
 */
export function textLines(
  text: string,
  width: number,
  options: {
    readonly indent?: string;
    readonly max?: number;
    readonly paint?: (text: string) => string;
    readonly keepLines?: boolean;
  } = {},
): readonly string[] {
  const { indent = '', max = Number.POSITIVE_INFINITY, paint = (same: string) => same } = options;
  const room = Math.max(8, width - indent.length);
  const lines = (options.keepLines === true ? paragraphs(text) : [text]).flatMap((one) => {
    const broken = wrap(oneLine(one), room);
    return broken.length === 0 && options.keepLines === true ? [''] : broken;
  });
  const shown = lines.slice(0, max).map((line) => cut(line, room));
  if (lines.length > max) shown[max - 1] = cut(`${lines[max - 1] ?? ''}…`, room);
  return shown.map((line) => (line === '' ? '' : `${indent}${paint(line)}`));
}

/** The lines of a text, at most one empty one between two others. */
function paragraphs(text: string): readonly string[] {
  return text
    .trim()
    .split(/\r\n?|\n/)
    .filter((line, at, all) => line.trim() !== '' || (all[at - 1] ?? '').trim() !== '');
}
