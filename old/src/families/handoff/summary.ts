// The limit that summaries in hand-offs are held to.

import type { Problem } from '../../rules/errors.js';
import { limits } from '../../rules/limits.js';
import { MAX_SUMMARY_TOKENS, validateContextSummary } from '../../rules/text/tokens.js';

/** What both checks can be told. */
export interface SummaryLimit {
  /** Words that a summary may have, where that is fewer than the format allows. */
  readonly summaryTokens?: number | undefined;
}

/**
 * Gives the limit that holds.
 * @param options what the project allows
 * @returns words
 */
export function summaryLimit({ summaryTokens }: SummaryLimit): number {
  return Math.min(MAX_SUMMARY_TOKENS, summaryTokens ?? MAX_SUMMARY_TOKENS);
}

/**
 * Checks the length of a summary.
 * @param summary the summary
 * @param path where it stands
 * @param options what the project allows
 * @returns the problem, or nothing
 */
export function lengthProblem(summary: unknown, path: string, options: SummaryLimit): Problem[] {
  if (typeof summary !== 'string') return [];
  const { error, limit } = validateContextSummary(summary, summaryLimit(options));
  const fix = `shorten it to at most ${limit} words: keep paths, decisions and next steps, leave out how you got there`;
  if (error !== undefined) return [{ path, message: error, fix }];
  const bytes = Buffer.byteLength(summary);
  if (bytes <= limits.maxSummaryBytes) return [];
  return [{ path, message: `has ${bytes} bytes; the limit is ${limits.maxSummaryBytes}`, fix }];
}
