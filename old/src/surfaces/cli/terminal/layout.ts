// Texts laid out for a terminal: paragraphs, tables, bars. Pure; the width is given.

import { cut, oneLine, pad, widthOf } from './width.js';

/**
 * Breaks a text into lines.
 * @param text the text
 * @param width the longest line; a longer word stands alone
 * @returns the lines
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A column of a table. */
export interface Column {
  /** Its heading; a table in which no column has one begins with its first row. */
  readonly title?: string;
  readonly align?: 'left' | 'right';
  /** Gives way, cut with `…`, when the terminal is too narrow; the first such column does so first. */
  readonly shrinks?: boolean;
  /** Colours a cell, after it was measured and cut. */
  readonly paint?: (cell: string, row: number) => string;
}

const gap = '  ';
const narrowest = 8;

/**
 * Lays out a table. What is in the cells may come from anywhere: it is made harmless first.
 * @param columns the columns
 * @param rows the cells, by row
 * @param width the columns of the terminal; Infinity where nothing has to be cut
 * @param paintTitle how a heading looks
 * @returns the lines, without spaces at their ends
 */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  paintTitle: (title: string) => string = (title) => title,
): readonly string[] {
  const cells = rows.map((row) => columns.map((_, index) => oneLine(row[index] ?? '')));
  const hasTitles = columns.some(({ title }) => title !== undefined);
  const widths = columns.map(({ title = '' }, index) =>
    Math.max(hasTitles ? widthOf(title) : 0, ...cells.map((row) => widthOf(row[index] ?? ''))),
  );
  shrink(columns, widths, width);
  const lineOf = (row: readonly string[], paint: (cell: string, column: Column) => string): string =>
    columns
      .map((column, index) => {
        const cell = cut(row[index] ?? '', widths[index] ?? 0);
        return pad(paint(cell, column), widths[index] ?? 0, column.align);
      })
      .join(gap)
      .trimEnd();
  const heading = hasTitles
    ? [
        lineOf(
          columns.map(({ title = '' }) => title),
          (cell) => paintTitle(cell),
        ),
      ]
    : [];
  return [
    ...heading,
    ...cells.map((row, number) => lineOf(row, (cell, column) => column.paint?.(cell, number) ?? cell)),
  ];
}

function shrink(columns: readonly Column[], widths: number[], width: number): void {
  for (const [index, column] of columns.entries()) {
    const over = widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1)) - width;
    if (over <= 0) return;
    const own = widths[index] ?? 0;
    if (column.shrinks === true) widths[index] = Math.max(Math.min(own, narrowest), own - over);
  }
}

/**
 * Draws how far something is.
 * @param done how much is done
 * @param total how much there is
 * @param width the columns of the bar itself
 * @returns e.g. `███░░░ 3/6`; without a total only the figure
 */
export function progressBar(done: number, total: number, width = 10): string {
  if (!(total > 0)) return `${done}`;
  // Full only when all is done, and empty only when nothing is.
  const share = Math.min(1, Math.max(0, done / total));
  const filled = share === 1 ? width : share === 0 ? 0 : Math.min(width - 1, Math.max(1, Math.round(share * width)));
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total}`;
}
