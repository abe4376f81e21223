// Counts tokens: the word count that summaries are checked with, and an estimate of what a model really sees.

import { limits } from './json.js';
import { cutAt } from './text.js';

/** The limit for a context summary, in words. */
export const MAX_SUMMARY_TOKENS = 500;

export interface SummaryCheck {
  readonly valid: boolean;
  readonly tokenCount: number;
  readonly limit: number;
  readonly error?: string;
}

/**
 * Counts words between white space.
 * @param text the text; null and undefined count 0, other values are turned into text first
 */
export function countTokens(text: unknown): number {
  return asText(text).split(/\s+/).filter(Boolean).length;
}

/**
 * Checks a context summary against the limit. Never throws.
 * @param summary the summary
 * @param maxTokens the limit in words; anything that is not a number means the default
 */
export function validateContextSummary(summary: unknown, maxTokens: number = MAX_SUMMARY_TOKENS): SummaryCheck {
  const limit = limitOf(maxTokens);
  const tokenCount = countTokens(summary);
  if (tokenCount <= limit) return { valid: true, tokenCount, limit };
  const error = `Context summary exceeds ${limit} token limit (actual: ${tokenCount} tokens)`;
  return { valid: false, tokenCount, limit, error };
}

/**
 * Estimates how many tokens a language model sees. Errs high: code, paths and other scripts cost more than their words.
 * @param text the text; values as in {@link countTokens}
 */
export function estimateTokens(text: unknown): number {
  let tokens = 0;
  for (const [part] of asText(text).matchAll(/[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]/g)) {
    if (/^[A-Za-z]/.test(part)) tokens += Math.max(1.1, part.length / 4);
    else tokens += (part.codePointAt(0) ?? 0) < 128 ? 0.8 : 1.8;
  }
  return Math.ceil(tokens);
}

/** Shortens a summary to the limits, at the end of a sentence where one is near, else at a word. */
export function truncateSummary(text: string, maxTokens: number = MAX_SUMMARY_TOKENS): string {
  const words = [...text.matchAll(/\S+/g)];
  let end = words[Math.max(0, Math.floor(limitOf(maxTokens)))]?.index ?? text.length;
  while (Buffer.byteLength(text.slice(0, end)) > limits.summaryBytes) end = Math.floor(end * 0.9);
  if (end >= text.length) return text;
  const cut = cutAt(text, end);
  const sentence = /^[\s\S]*[.!?。](?=\s|$)/.exec(cut)?.[0] ?? '';
  const whole = /^[\s\S]*\s/.exec(cut)?.[0] ?? cut;
  return (sentence.length > end / 2 ? sentence : whole).trimEnd();
}

function limitOf(maxTokens: number): number {
  return typeof maxTokens === 'number' && !Number.isNaN(maxTokens) ? maxTokens : MAX_SUMMARY_TOKENS;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    // oxlint-disable-next-line typescript/no-base-to-string -- every value is coerced
    return String(value);
  } catch {
    return '';
  }
}
