// The example tests of seed 000, exactly as they stand, and the drop-ins' own tests, against dist/lib.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../support/programs.js';
import { lib } from './facade.js';

const seeds = path.resolve('../shared/seeds');

/** The JavaScript blocks under "Testing Strategy": the tests of the token counter, and those of the manager. */
function seedTests(): string[] {
  const file = fs.readdirSync(seeds).find((name) => name.startsWith('000_')) ?? '';
  const text = fs.readFileSync(path.join(seeds, file), 'utf8').split('## Testing Strategy')[1] ?? '';
  return [...text.matchAll(/```javascript\n(.*?)```/gs)].map(([, code = '']) => code);
}

function runTest(text: string): void {
  const folder = path.join(tempFolder(), '.claude/scripts/lib');
  fs.cpSync(lib, folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'one.test.cjs'), text);
  const { NODE_TEST_CONTEXT: _context, GIT_ROOT: _root, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', 'one.test.cjs'], { cwd: folder, env });
  assert.equal(status, 0, stdout.toString());
  assert.match(stdout.toString(), /^(?:#|ℹ) pass [1-9]\d*$/m);
}

for (const [index, name] of ['token-counter', 'checkpoint-manager'].entries()) {
  const copy = fs.readFileSync(`test/facade/seed-tests/${name}.test.cjs.txt`, 'utf8');
  test(`the seed's tests of ${name}.cjs pass as they stand`, () => runTest(copy));
  test(`the copy of the seed's tests of ${name}.cjs is verbatim`, { skip: !fs.existsSync(seeds) && 'no seeds' }, () =>
    assert.equal(seedTests()[index], copy),
  );
  const own = fs.readFileSync(path.join(lib, `${name}.test.cjs`), 'utf8');
  test(`the tests that come with ${name}.cjs pass`, () => runTest(own));
}
