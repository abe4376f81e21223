'use strict';

const test = require('node:test');
const assert = require('node:assert');
const { MAX_SUMMARY_TOKENS, countTokens, validateContextSummary } = require('./token-counter.cjs');

const words = (count) => Array(count).fill('word').join(' ');

test('countTokens counts words between white space', () => {
  assert.strictEqual(countTokens('hello world'), 2);
  assert.strictEqual(countTokens('  multiple \t spaces\n'), 2);
  assert.strictEqual(countTokens(''), 0);
});

test('countTokens takes any value', () => {
  assert.strictEqual(countTokens(null), 0);
  assert.strictEqual(countTokens(undefined), 0);
  assert.strictEqual(countTokens(42), 1);
  assert.strictEqual(countTokens(['two words', 'three']), 2);
  assert.strictEqual(countTokens(Object.create(null)), 0);
});

test('validateContextSummary accepts a summary at the limit', () => {
  const result = validateContextSummary(words(MAX_SUMMARY_TOKENS));
  assert.deepStrictEqual(result, { valid: true, tokenCount: MAX_SUMMARY_TOKENS, limit: MAX_SUMMARY_TOKENS });
});

test('validateContextSummary rejects a summary above the limit and says by how much', () => {
  const result = validateContextSummary(words(MAX_SUMMARY_TOKENS + 1));
  assert.strictEqual(result.valid, false);
  const message = `Context summary exceeds ${MAX_SUMMARY_TOKENS} token limit (actual: ${MAX_SUMMARY_TOKENS + 1} tokens)`;
  assert.strictEqual(result.error, message);
});

test('validateContextSummary takes another limit, and ignores one that is not a number', () => {
  assert.strictEqual(validateContextSummary('one two three', 2).valid, false);
  assert.strictEqual(validateContextSummary('one two three', 3).limit, 3);
  for (const limit of [null, 'many', Number.NaN, {}, Symbol('limit'), 10n]) {
    assert.strictEqual(validateContextSummary('one', limit).limit, MAX_SUMMARY_TOKENS);
  }
});
