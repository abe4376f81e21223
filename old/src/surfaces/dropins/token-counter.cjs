'use strict';

// Word-based token counting for context summaries. Written by `pawl init`; self-contained, no packages needed.

const core = require('pawl:tokens');

/**
 * The most tokens that a context summary may have.
 * @type {number}
 */
const MAX_SUMMARY_TOKENS = core.MAX_SUMMARY_TOKENS;

/**
 * Count tokens as words between white space.
 * @param {string} text - Text to count; null and undefined count 0, other values are turned into text
 * @returns {number} Approximate token count
 */
function countTokens(text) {
  return core.countTokens(text);
}

/**
 * Check that a context summary is within the limit.
 * @param {string} summary - The summary
 * @param {number} [maxTokens] - Another limit than MAX_SUMMARY_TOKENS
 * @returns {{valid: boolean, tokenCount: number, limit: number, error?: string}} The result
 */
function validateContextSummary(summary, maxTokens = MAX_SUMMARY_TOKENS) {
  return core.validateContextSummary(summary, maxTokens);
}

module.exports = { MAX_SUMMARY_TOKENS, countTokens, validateContextSummary };
