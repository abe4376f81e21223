// One run in one line: what lists show, whatever the family.

import { isSomeText } from './json/read-member.js';
import { shorten } from './text/shorten.js';
/** What `list` and `status` show of a checkpoint. */
export interface RunOverview {
  readonly title: string;
  readonly status: string;
  /** True when nothing is left to do. */
  readonly finished: boolean;
  readonly progress: { readonly done: number; readonly total: number };
  /** The unit (or units, joined by a comma) that is being worked on. */
  readonly current: string | null;
  /** The unit to begin next. */
  readonly next: string | null;
  /** What stands in the way, in one line: the failure, or what a closed gate waits for; null when nothing does. */
  readonly error: string | null;
  /** ISO 8601 or null when the document does not say. */
  readonly updated_at: string | null;
}

const longestError = 300;

/**
 * Puts what stands in the way on one line of bounded length.
 * @param texts possible texts; the first one that is not empty counts
 * @returns the line, or null when there is none
 */
export function errorLine(...texts: readonly unknown[]): string | null {
  const found = texts.find(isSomeText);
  if (found === undefined) return null;
  const line = found
    .slice(0, 2 * longestError)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return shorten(line, longestError);
}
