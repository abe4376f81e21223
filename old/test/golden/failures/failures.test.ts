// What tools print when something fails: kept outputs, and outputs of tools that are there.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isJsonObject } from '../../../src/rules/json/json.js';
import { readFailure } from '../../../src/rules/failure/read-failure.js';
import { cleanEnv } from '../../e2e/program.js';
import { tempFolder } from '../../support/temp.js';

const folder = 'test/golden/failures';
const expected: unknown = JSON.parse(fs.readFileSync(`${folder}/expected.json`, 'utf8'));
const files = new Set(
  Object.values(isJsonObject(expected) ? expected : {}).flatMap((one) =>
    isJsonObject(one) && typeof one['file'] === 'string' ? [one['file']] : [],
  ),
);

/** Only these are files of the project, wherever their root is. */
const locate = (printed: string): string | null => {
  const way = printed.replace('/ROOT/', '').replace(/^\.\//, '');
  return files.has(way) || ['src/a.js', 'src/a.ts', 'tools/run.py'].includes(way) ? way : null;
};

describe('kept outputs', () => {
  for (const [name, failure] of Object.entries(isJsonObject(expected) ? expected : {})) {
    test(`the file and line of ${name} are found`, () => {
      assert.deepEqual(readFailure(fs.readFileSync(`${folder}/${name}.txt`, 'utf8'), locate), failure);
    });
  }

  const mentions: readonly (readonly [string, string])[] = [
    ['ERROR in src/b.js:33:4', 'ERROR in src/b.js:33:4'],
    ['error: src/b.js:33: bad', 'error: src/b.js:33: bad'],
    ['12:30:45 something bad at src/b.js:33', '12:30:45 something bad at src/b.js:33'],
    ['no price (src/b.js:33)', 'no price (src/b.js:33)'],
    ['✗ src/b.js:33:1', 'failed at src/b.js:33'],
    ['  ✘ [ERROR] "src/b.js:33": no such name', '✘ [ERROR] "src/b.js:33": no such name'],
    ['warning: old at src/a.js:1\nserver at localhost:80\nfatal in file:///ROOT/src/b.js:33', 'fatal in file:///ROOT/src/b.js:33'],
  ];
  for (const [printed, message] of mentions) {
    test(`a place is found anywhere in a line: ${JSON.stringify(printed)}`, () => {
      assert.deepEqual(readFailure(printed, locate), { message, file: 'src/b.js', line: 33 });
    });
  }

  test('every kept output has an expectation', () => {
    const kept = fs.readdirSync(folder).filter((file) => file.endsWith('.txt'));
    assert.deepEqual(kept.map((file) => file.slice(0, -4)).sort(), Object.keys(isJsonObject(expected) ? expected : {}).sort());
  });
});

describe('tools that are there', () => {
  const run = (args: readonly string[], root: string): string => {
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env: cleanEnv(), encoding: 'utf8' });
    return stdout + stderr;
  };
  const inRoot = (root: string) => (printed: string): string | null => {
    const way = path.relative(root, path.resolve(root, printed));
    return !way.startsWith('..') && fs.existsSync(path.join(root, way)) ? way : null;
  };

  test('tsc, plain and pretty', () => {
    const root = fs.realpathSync(tempFolder());
    fs.writeFileSync(path.join(root, 'a.ts'), 'export {};\nconst a: number = "one";\n');
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    for (const more of [[], ['--pretty']]) {
      const failure = readFailure(run([tsc, '--noEmit', ...more, 'a.ts'], root), inRoot(root));
      assert.deepEqual([failure?.file, failure?.line], ['a.ts', 2]);
      assert.match(failure?.message ?? '', /^TS2322: Type 'string' is not assignable/);
    }
  });

  test('node:test, as tap and as spec, names the innermost test that failed and where it did', () => {
    const root = fs.realpathSync(tempFolder());
    const source = `import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
describe('group', () => {
  test('fine', () => {});
  test('one is two', () => {
    assert.equal(1, 2);
  });
});
`;
    fs.writeFileSync(path.join(root, 'a.test.mjs'), source);
    for (const reporter of ['tap', 'spec']) {
      const failure = readFailure(run(['--test', `--test-reporter=${reporter}`, 'a.test.mjs'], root), inRoot(root));
      assert.deepEqual([failure?.file, failure?.line], ['a.test.mjs', 6], reporter);
      assert.match(failure?.message ?? '', /^one is two: .*(?:strictly equal|AssertionError)/, reporter);
    }
  });

  test('node:test, as tap and as spec, with an error that another file throws, or cannot be read', () => {
    const root = fs.realpathSync(tempFolder());
    const put = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
    put('lib.mjs', 'export function add(a) {\n  if (a > 1)\n    throw new Error("x y");\n}\n');
    put('bad.mjs', 'export const x = 1;\n\nconst = 3;\n');
    const head = "import test from 'node:test';\n";
    put('a.test.mjs', `${head}import { add } from './lib.mjs';\ntest('throws', () => {\n  add(2);\n});\n`);
    put('b.test.mjs', `${head}import './bad.mjs';\ntest('never', () => {});\n`);
    for (const reporter of ['tap', 'spec']) {
      const of = (file: string): unknown =>
        readFailure(run(['--test', `--test-reporter=${reporter}`, file], root), inRoot(root));
      const message = reporter === 'tap' ? 'throws: x y' : 'throws: Error: x y';
      assert.deepEqual(of('a.test.mjs'), { file: 'lib.mjs', line: 3, message }, reporter);
      assert.deepEqual(
        of('b.test.mjs'),
        { file: 'bad.mjs', line: 3, message: "SyntaxError: Unexpected token '='" },
        reporter,
      );
    }
  });

  test('an uncaught error of node', () => {
    const root = fs.realpathSync(tempFolder());
    fs.writeFileSync(path.join(root, 'a.mjs'), '\n\nthrow new Error("no luck");\n');
    const failure = readFailure(run(['a.mjs'], root), inRoot(root));
    assert.deepEqual(failure, { file: 'a.mjs', line: 3, message: 'Error: no luck' });
  });
});

test('nothing said gives null, words without a place give the words, and long ones are cut', () => {
  assert.equal(readFailure('', locate), null);
  assert.equal(readFailure('\n \n---\n', locate), null);
  assert.deepEqual(readFailure('starting\nERROR: the stack is down\nbye', locate), { message: 'ERROR: the stack is down' });
  assert.ok((readFailure(`error ${'x'.repeat(10_000)}`, locate)?.message.length ?? 0) <= 500);
});

test('any text is read, quickly, and only files that are known are named', () => {
  const pieces = fc.constantFrom('src/a.ts', ':', '3', '(', ')', ' error ', 'TS1', '\n', '● ', 'not ok 1', '/etc/passwd', '../', ' ', 'E ', '::');
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 200 }), (parts) => {
      const failure = readFailure(parts.join(''), locate);
      if (failure?.file !== undefined) assert.notEqual(locate(failure.file), null);
    }),
  );
  const hostile = ['a:'.repeat(50_000), `${' '.repeat(100_000)}x`, '('.repeat(100_000), 'at '.repeat(40_000)];
  for (const text of hostile) assert.doesNotThrow(() => readFailure(text, () => null));
});
