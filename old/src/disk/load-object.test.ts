import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { loadObject } from './load-object.js';

test('a JSON object is loaded; what is none, too large, a link or a folder is not known', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-load-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const good = file('good', '{"a":1}');
  assert.deepEqual(loadObject(good), { a: 1 });
  assert.deepEqual(loadObject(file('mark', '\uFEFF{"a":1}')), { a: 1 });
  assert.equal(loadObject(good, 6), null);
  assert.equal(loadObject(file('list', '[1]')), null);
  assert.equal(loadObject(file('half', '{"a":')), null);
  assert.equal(loadObject(folder), null);
  assert.equal(loadObject(path.join(folder, 'none')), null);
  if (process.platform === 'win32') return;
  fs.symlinkSync(good, path.join(folder, 'link'));
  assert.equal(loadObject(path.join(folder, 'link')), null);
});
