import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { ensureDir, readFile, writeFile } from './utils-core.js';

const helpers = { ensureDir, readFile, writeFile };

/** What callers without types hand over. */
const odd: readonly unknown[] = [
  'a\0b',
  `/${'n'.repeat(300)}`,
  `${process.execPath}/x`,
  5,
  null,
  Symbol('x'),
  {
    toString(): string {
      throw new Error('no text');
    },
  },
];

function call(name: keyof typeof helpers, ...args: readonly unknown[]): unknown {
  const made: unknown = Reflect.apply(helpers[name], undefined, [...args]);
  return made;
}

describe('the helpers of utils.cjs', () => {
  test('answer for a failure and throw nothing, whatever they are given', () => {
    for (const one of odd) {
      assert.equal(call('readFile', one), null);
      assert.equal(call('writeFile', one, 'text'), false);
      if (one !== odd[1]) assert.equal(call('ensureDir', one), false);
      assert.equal(call('writeFile', path.join(tempFolder(), 'x'), typeof one === 'symbol' ? one : Symbol('y')), false);
    }
  });

  test('read no open file, whose number is no path: whoever is at its other end may never write', () => {
    const file = path.join(tempFolder(), 'open');
    fs.writeFileSync(file, 'not asked for');
    const fd = fs.openSync(file, 'r');
    assert.equal(call('readFile', fd), null);
    fs.closeSync(fd);
  });

  test('write every name that can be written, and leave nothing beside it', () => {
    const folder = tempFolder();
    const file = path.join(folder, 'v'.repeat(250));
    assert.equal(helpers.writeFile(file, 'z'), true);
    assert.equal(helpers.readFile(file), 'z');
    assert.equal(helpers.writeFile(folder, 'z'), false);
    assert.deepEqual(fs.readdirSync(folder), [path.basename(file)]);
  });
});
