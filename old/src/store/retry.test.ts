import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPawlError } from '../rules/errors.js';
import { commandKey } from '../rules/names.js';
import { Retry } from './retry.js';

const isBusy = (error: unknown): boolean => isPawlError(error, 'busy');

test('a writer whose time is up gives up, but not before it has tried a few times', () => {
  const retry = new Retry(commandKey('implement'), { deadlineMs: -1 });
  for (let tries = 0; tries < 20; tries++) assert.doesNotThrow(() => (tries % 2 === 0 ? retry.wait() : retry.lost()));
  assert.throws(() => retry.wait(), isBusy);
  assert.throws(() => retry.lost(), isBusy);
});

test('a writer that keeps losing queues, and never waits in step with the others', () => {
  const retry = new Retry(commandKey('implement'), {});
  assert.deepEqual([retry.lost(), retry.lost(), retry.lost()], [false, false, true]);
  const waits = Array.from({ length: 50 }, () => retry.wait());
  assert.ok(waits.every((ms) => ms > 0 && ms <= 18));
  assert.ok(new Set(waits).size > 40);
});
