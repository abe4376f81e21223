import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp.js';
import { missingFrom, storedPath } from './stored-path.js';

const root = fs.realpathSync(tempFolder());
fs.mkdirSync(path.join(root, 'src/sub'), { recursive: true });
fs.writeFileSync(path.join(root, 'src/here.ts'), '');
fs.writeFileSync(path.join(root, 'top.ts'), '');

const cases: readonly (readonly [typed: string, cwd: string, stored: string])[] = [
  ['src/here.ts', '.', 'src/here.ts'],
  ['./src/here.ts', '.', 'src/here.ts'],
  ['here.ts', 'src', 'src/here.ts'],
  ['../here.ts', 'src/sub', 'src/here.ts'],
  ['../../top.ts', 'src/sub', 'top.ts'],
  ['top.ts', 'src', 'top.ts'],
  ['src/new.ts', 'src', 'src/new.ts'],
  ['src/../new.ts', '.', 'new.ts'],
  [path.join(root, 'src/new.ts'), 'src', 'src/new.ts'],
];
for (const [typed, cwd, stored] of cases) {
  test(`${typed.replace(root, '/root')} in ${cwd} is ${stored} from the root`, () => {
    assert.equal(storedPath(root, typed, path.join(root, cwd)), stored);
  });
}

test('a path outside of the project stays as it is', () => {
  const outside = path.join(path.dirname(root), 'elsewhere.ts');
  assert.equal(storedPath(root, outside, root), outside);
});

test('an absolute path that leads into the project by a link is stored from the root', () => {
  const link = path.join(tempFolder(), 'link');
  fs.symlinkSync(root, link);
  assert.equal(storedPath(root, path.join(link, 'src/here.ts'), root), 'src/here.ts');
  assert.equal(storedPath(root, path.join(link, 'src/new.ts'), root), 'src/new.ts');
});

test('files that are not there are found', () => {
  assert.deepEqual(missingFrom(root, ['src/here.ts', 'src/gone.ts', path.join(root, 'top.ts')]), ['src/gone.ts']);
});
