import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonObject, toJsonObject } from '../base/json.js';
import { commandFormat as format, newCommand } from './command.js';
import { reconcile } from './reconcile.js';

const docOf = (statuses: JsonObject, more: object = {}): JsonObject => {
  const phases = Object.fromEntries(Object.entries(statuses).map(([name, status]) => [name, { status }]));
  return format.settle(toJsonObject('doc', { ...newCommand('work', null, '2026-01-29T10:00:00Z'), phases, ...more }));
};

test('a document is merged onto the newest revision per phase, and what a save sets itself never conflicts', () => {
  const base = docOf({ a: 'in_progress', b: 'pending' });
  const given = docOf({ a: 'complete', b: 'pending', c: 'pending' }, { updated_at: 'given' });
  const stamps = { updated_at: 'newest', head_commit: 'newest' };
  const newest = docOf({ a: 'in_progress', b: 'complete' }, stamps);
  const { state, conflicts } = reconcile(format, given, base, newest);
  assert.deepEqual([state['state'], conflicts], [docOf({ b: 'complete', a: 'complete', c: 'pending' })['state'], []]);
  assert.deepEqual(reconcile(format, docOf({ b: 'failed' }), base, newest).conflicts, ['/phases/b/status']);
  const unknown = reconcile(format, docOf({ b: 'failed' }, stamps), null, newest);
  assert.deepEqual(unknown.state, docOf({ a: 'in_progress', b: 'failed' }, stamps));
});
