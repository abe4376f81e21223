// How things look on a terminal: colours, columns, statuses. Plain text where nobody looks.

import { styleText } from 'node:util';
import { durationText, shorten, stripInvisible, timeOf } from '../base/text.js';

type Style = Parameters<typeof styleText>[0];

/** Colours a text where a person sees it. */
export function style(format: Style, text: string, stream: { readonly isTTY?: boolean } = process.stdout): string {
  const isPlain = stream.isTTY !== true || Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb';
  return isPlain ? text : styleText(format, text);
}

/** Text of a run on one line, safe for a terminal. */
export function plain(text: string, maxChars = 200): string {
  return shorten(stripInvisible(text).replace(/\s+/g, ' ').trim(), maxChars);
}

const statusStyles: Readonly<Record<string, Style>> = {
  complete: 'green',
  in_progress: 'cyan',
  failed: 'red',
  blocked: 'yellow',
  paused: 'yellow',
  corrupt: 'red',
};

/** `in progress`, in its colour. */
export function statusText(status: string): string {
  return style(statusStyles[status] ?? 'dim', plain(status.replaceAll('_', ' '), 40));
}

/** `3 hours ago`; empty when the time is unknown. */
export function ageText(time: string | null, now: Date): string {
  const ms = time === null ? Number.NaN : now.getTime() - timeOf(time);
  return Number.isNaN(ms) ? '' : ms < 60_000 ? 'just now' : `${durationText(ms)} ago`;
}

/** Lines up rows in columns, two spaces apart. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  const pad = (cell: string, index: number, row: readonly string[]): string =>
    index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

/** Characters on the screen: colours take none. */
function widthOf(text: string): number {
  return Array.from(stripInvisible(text)).length;
}

const statusMarks: Readonly<Record<string, string>> = {
  complete: '✓',
  in_progress: '→',
  failed: '✗',
  skipped: '-',
};

/** A sign in front of a unit: `✓`. */
export function statusMark(status: string): string {
  return style(statusStyles[status] ?? 'dim', statusMarks[status] ?? '·');
}

/** The local time of an ISO time: `12:40:03`. */
export function clockText(time: string): string {
  return new Date(timeOf(time)).toTimeString().slice(0, 8);
}

/** The local date and time of an ISO time: `2026-01-29 10:30`. */
export function dateText(time: string): string {
  const date = new Date(timeOf(time));
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((one) => String(one).padStart(2, '0'));
  return `${day.join('-')} ${date.toTimeString().slice(0, 5)}`;
}

/** Moves every line of a text to the right. */
export function indent(text: string, by = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
