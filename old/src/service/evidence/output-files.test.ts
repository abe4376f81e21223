import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { outputFiles } from './output-files.js';

test('a file with a newline in its name is one of its folder, by any pattern', {
  skip: process.platform === 'win32',
}, () => {
  const root = fs.realpathSync(tempFolder());
  fs.mkdirSync(path.join(root, 'out'));
  fs.writeFileSync(path.join(root, 'out/a\nb.txt'), '');
  for (const pattern of ['out/', 'out', 'out/**', 'out/*', '**/*.txt', 'out/a\nb.txt']) {
    assert.deepEqual(outputFiles(root, [pattern], null), ['out/a\nb.txt'], pattern);
  }
});
