import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { wayInside } from './inside.js';

test('what is below a folder is inside, also where a name begins with two dots', () => {
  const root = path.resolve('project');
  assert.equal(wayInside(root, root), '');
  assert.equal(wayInside(root, path.join(root, 'src', 'a.ts')), path.join('src', 'a.ts'));
  assert.equal(wayInside(root, path.join(root, '..name', 'a.ts')), path.join('..name', 'a.ts'));
  assert.equal(wayInside(root, path.dirname(root)), null);
  assert.equal(wayInside(root, path.join(root, '..', 'other')), null);
});
