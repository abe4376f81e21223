// Shortens a text to a number of words, at the end of a sentence where there is one.

import { limits } from '../limits.js';
import { countTokens, MAX_SUMMARY_TOKENS } from './tokens.js';

/** A text that was held to a limit. */
export interface Truncated {
  readonly text: string;
  readonly isTruncated: boolean;
  /** Words before and after. */
  readonly before: number;
  readonly after: number;
}

/** Dots that end no sentence. */
const abbreviation = /(?:^|[\s("'[])(?:e\.g|i\.e|cf|vs|etc|approx|fig|dr|mr|mrs|ms)\.$/i;
const sentenceEnd = /[.!?…]["')\]»”’]*(?=\s|$)|[。！？]["'」』）]*|\n(?=\s*\n|\s*[-*•]\s)/g;

/**
 * Shortens a text.
 * @param text the text
 * @param maxTokens how many words it may have, as the seeds count them
 * @param maxBytes how many bytes it may have
 * @returns the text itself when it fits; else its beginning up to the end of a sentence, or of a word when no sentence
 * ends before the limit
 */
export function truncateSummary(
  text: string,
  maxTokens: number = MAX_SUMMARY_TOKENS,
  maxBytes: number = limits.maxSummaryBytes,
): Truncated {
  const before = countTokens(text);
  if (before <= maxTokens && Buffer.byteLength(text) <= maxBytes)
    return { text, isTruncated: false, before, after: before };
  const fitting = beginning(text, maxTokens, maxBytes);
  const end = [...text.matchAll(sentenceEnd)]
    .map((match) => match.index + match[0].length)
    .findLast((at) => at <= fitting.length && !abbreviation.test(text.slice(Math.max(0, at - 12), at)));
  // Without a sentence, the last word that is whole.
  const cut = end === undefined ? wholeWords(text, fitting) : fitting.slice(0, end).trimEnd();
  return { text: cut, isTruncated: true, before, after: countTokens(cut) };
}

/** The longest beginning that keeps to both limits; it may end inside of a word. */
function beginning(text: string, maxTokens: number, maxBytes: number): string {
  let end = text.length;
  let words = 0;
  for (const match of text.matchAll(/\S+/g)) {
    words += 1;
    if (words > maxTokens) {
      end = match.index;
      break;
    }
  }
  const bytes = Buffer.from(text.slice(0, end));
  if (bytes.length <= maxBytes) return text.slice(0, end);
  const cut = bytes
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return text.slice(0, cut.length);
}

function wholeWords(text: string, fitting: string): string {
  const isInside = fitting.length < text.length && /\S$/.test(fitting) && /\S/.test(text[fitting.length] ?? ' ');
  const whole = isInside ? fitting.replace(/\s+\S*$/, '') : fitting;
  return whole.trimEnd();
}
