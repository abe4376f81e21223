// Readers for the output of test runners.

import { nodeTestReaders } from './node-readers.js';
import type { Finding, Reader } from './readers.js';

/** jest: `● suite › name`, the message, and below it a stack. */
function* jest(lines: readonly string[]): Iterable<Finding> {
  for (const [index, line] of lines.entries()) {
    const [, name] = /^\s*● (.{1,500})$/.exec(line) ?? [];
    if (name === undefined) continue;
    const block = lines.slice(index + 1, index + 80);
    const next = block.findIndex((one) => /^\s*● /.test(one));
    const own = next < 0 ? block : block.slice(0, next);
    const message = own.find((one) => one.trim() !== '')?.trim() ?? '';
    for (const one of own) {
      const [, file, at] = /^\s+at (?:.{0,200}\()?([^()\s]{1,500}):(\d{1,9}):\d{1,9}\)?$/.exec(one) ?? [];
      if (file !== undefined) yield { file, line: Number(at), message: message === '' ? name : `${name}: ${message}` };
    }
  }
}

/** vitest: `FAIL  a.test.ts > suite > name`, the error, and ` ❯ a.test.ts:5:20`. */
function* vitest(lines: readonly string[]): Iterable<Finding> {
  for (const [index, line] of lines.entries()) {
    const [, , name] = /^\s*FAIL\s+(\S{1,500}) > (.{1,500})$/.exec(line) ?? [];
    if (name === undefined) continue;
    const block = lines.slice(index + 1, index + 40);
    const message = block.find((one) => one.trim() !== '')?.trim() ?? '';
    for (const one of block) {
      const [, file, at] = /^\s*❯ (?:\S+ )?([^\s:]{1,500}):(\d{1,9}):\d{1,9}$/.exec(one) ?? [];
      if (file !== undefined) yield { file, line: Number(at), message: message === '' ? name : `${name}: ${message}` };
    }
  }
}

/** pytest: `E       assert 1 == 2`, then `test_a.py:5: AssertionError`. */
function* pytest(lines: readonly string[]): Iterable<Finding> {
  let said = '';
  for (const line of lines) {
    const [, error] = /^E\s+(\S.*)$/.exec(line) ?? [];
    if (error !== undefined && said === '') said = error;
    const [, file, at, kind = ''] = /^(\S{1,500}\.pyi?):(\d{1,9}): (\w*)$/.exec(line) ?? [];
    if (file === undefined) continue;
    yield { file, line: Number(at), message: said === '' ? kind : said };
    said = '';
  }
}

/** go test: `--- FAIL: TestX`, `    a_test.go:12: got 1`; the file is meant from its package, which a later line names. */
function* go(lines: readonly string[]): Iterable<Finding> {
  const packages = lines.flatMap((line) => {
    const [, name] = /^(?:FAIL|---|ok|\?|#)\s+([\w.~-]+(?:\/[\w.~-]+)+)\b/.exec(line) ?? [];
    return name === undefined ? [] : [name];
  });
  const folders = [
    ...new Set(packages.flatMap((name) => name.split('/').map((_, index, all) => all.slice(index).join('/')))),
  ];
  let test = '';
  for (const line of lines) {
    const [, name] = /^\s*--- FAIL: (\S+)/.exec(line) ?? [];
    if (name !== undefined) test = name;
    const [, file, at, said = ''] =
      /^\s*(?:vet: )?(?:\.\/)?([^\s:]{1,500}\.go):(\d{1,9})(?::\d{1,9})?:? ?(.*)$/.exec(line) ?? [];
    if (file === undefined) continue;
    const message = said.replace(/^\+0x[0-9a-f]+$/, '');
    yield { file, line: Number(at), message: test === '' ? message : `${test}: ${message}`, folders };
  }
}

/** All readers of test runners. */
export const testReaders: readonly Reader[] = [...nodeTestReaders, vitest, jest, pytest, go];
