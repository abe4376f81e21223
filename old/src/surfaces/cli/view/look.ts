// How statuses look, whatever the family: a mark, a colour, words.

import type { Format, Paint } from '../terminal/colour.js';

interface Look {
  readonly mark: string;
  readonly colour: Format;
}

const looks: Readonly<Record<string, Look>> = {
  in_progress: { mark: '●', colour: 'cyan' },
  failed: { mark: '✗', colour: 'red' },
  paused: { mark: '◐', colour: 'yellow' },
  stalled: { mark: '◐', colour: 'yellow' },
  pending: { mark: '○', colour: 'dim' },
  initialized: { mark: '○', colour: 'dim' },
  skipped: { mark: '–', colour: 'dim' },
  abandoned: { mark: '–', colour: 'dim' },
  complete: { mark: '✓', colour: 'green' },
};
const unknown: Look = { mark: '?', colour: 'yellow' };

/**
 * Tells how a status looks.
 * @param status a status of a run or a unit
 * @returns its mark and colour
 */
export function lookOf(status: string): Look {
  return Object.hasOwn(looks, status) ? (looks[status] ?? unknown) : unknown;
}

/**
 * Draws a status' mark.
 * @param status a status
 * @param paint how it is coloured
 * @returns one character
 */
export function markOf(status: string, paint: Paint): string {
  const { mark, colour } = lookOf(status);
  return paint(colour, mark);
}

/**
 * Writes a status in words.
 * @param status a status
 * @returns e.g. `in progress`
 */
export function statusWords(status: string): string {
  return status.replaceAll('_', ' ');
}
