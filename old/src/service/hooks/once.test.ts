import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { ownFolder } from '../../disk/layout.js';
import { isFirstOfWays } from './once.js';

test('an event that comes by two ways is answered by one of them, and each time that it is repeated', () => {
  const root = tempFolder();
  const now = Date.now();
  const isAnswered = (way: string, at: number): boolean => isFirstOfWays(root, 'SessionStart\ns', way, at, 60_000);
  assert.ok(isAnswered('plugin', now) && isAnswered('settings', now), 'where nothing is kept no mark is made');
  fs.mkdirSync(path.join(root, ownFolder), { recursive: true });
  for (const at of [now, now + 100]) {
    assert.ok(isAnswered('plugin', at));
    assert.ok(!isAnswered('settings', at));
  }
  assert.ok(!isAnswered('settings', now + 50_000), 'also when the time falls into another slot');
  assert.ok(isAnswered('settings', now + 200_000), 'much later it may come the other way');
});
