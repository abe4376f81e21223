import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingToResume, type Decision } from '../../../service/resume/decision.js';
import { documentOf } from './document.js';

const other: Decision['others'][number] = {
  ref: 'implement/x',
  title: 'x',
  family: 'command',
  status: 'in_progress',
  progress: { done: 0, total: 1 },
  updated_at: null,
};

test('the document of a decision names fifty other runs, and says how many it left off', () => {
  const many = { ...nothingToResume, others: Array.from({ length: 2_000 }, () => other) };
  const document: { others?: unknown; others_left_off?: unknown } = documentOf(many, null);
  assert.ok(Array.isArray(document.others));
  assert.deepEqual([document.others.length, document.others_left_off], [50, 1_950]);
  assert.equal('others_left_off' in documentOf({ ...many, others: [other] }, null), false);
});
