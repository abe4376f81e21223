// Every promise has a test that exists.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { requirements } from './index.js';

/** The texts in a source file that may be names of tests: whatever stands between quotes on one line. */
function quoted(file: string): string {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => /^\s*(?:(?:test|it|describe)\(|(['"`]).*\1[,:]|\[?\s*['"`])/.test(line)).join('\n');
}

/** Tells what is wrong with a citation, or null. */
function faultOf(citation: string): string | null {
  const [file = '', name = ''] = citation.split('#');
  if (name.trim() === '') return `${citation} names no test`;
  if (!fs.existsSync(file)) return `${file} does not exist`;
  return quoted(file).includes(name) ? null : `${file} has no test named … ${name} …`;
}

describe('requirements', () => {
  test('have ids of their own, in the form AREA-01 or STORE-S1, and are one sentence', () => {
    const ids = requirements.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id, text } of requirements) {
      assert.match(id, /^[A-Z]+-S?\d{1,2}$/);
      assert.match(text, /^\S[^\n]*[^.]\.$/, id);
    }
  });

  for (const { id, text, tests } of requirements) {
    test(`${id} is kept by a test: ${text}`, () => {
      assert.ok(tests.length > 0, `${id} is cited by no test`);
      assert.deepEqual(
        tests.map(faultOf).filter((fault) => fault !== null),
        [],
      );
    });
  }
});
