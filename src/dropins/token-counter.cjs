'use strict';

// Counts tokens of context summaries, as words. Written by `pawl init`; needs no packages. No function throws.

/**
 * Maximum allowed tokens for context summaries. Adjust this value to find the right balance between context richness and
 * context window budget: checkpoint-manager.cjs follows it.
 * @type {number}
 */
const MAX_SUMMARY_TOKENS = 500;

/**
 * Turn any value into text.
 * @param {unknown} value - The value
 * @returns {string} The text; empty for null, undefined and what has no text
 */
function asText(value) {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    return String(value);
  } catch {
    return '';
  }
}

/**
 * Count tokens in text: words between white space, an approximation.
 * @param {string} text - Text to count tokens in; null and undefined count 0, other values are turned into text
 * @returns {number} Approximate token count
 */
function countTokens(text) {
  return asText(text).split(/\s+/).filter(Boolean).length;
}

/**
 * Validate the token count of a context summary.
 * @param {string} summary - Context summary to validate
 * @param {number} [maxTokens] - Another limit than MAX_SUMMARY_TOKENS; what is not a number is ignored
 * @returns {{valid: boolean, tokenCount: number, limit: number, error?: string}} The result; the error says what is wrong
 */
function validateContextSummary(summary, maxTokens = MAX_SUMMARY_TOKENS) {
  const limit = typeof maxTokens === 'number' && !Number.isNaN(maxTokens) ? maxTokens : MAX_SUMMARY_TOKENS;
  const tokenCount = countTokens(summary);
  if (tokenCount <= limit) return { valid: true, tokenCount, limit };
  const error = `Context summary exceeds ${limit} token limit (actual: ${tokenCount} tokens)`;
  return { valid: false, tokenCount, limit, error };
}

module.exports = { MAX_SUMMARY_TOKENS, countTokens, validateContextSummary };
