// Readers for the output of test runners.

import type { Finding, Reader } from './readers.js';

/** TAP of node:test: `not ok 1 - name`, then YAML with `location` and `error`. The innermost failure counts. */
function* tap(lines: readonly string[]): Iterable<Finding> {
  for (const [index, line] of lines.entries()) {
    const [, name] = /^\s*not ok \d+(?: - (.*))?$/.exec(line) ?? [];
    if (name === undefined) continue;
    const block = lines.slice(index + 1, index + 60);
    const end = block.findIndex((one) => /^\s*\.\.\.\s*$/.test(one));
    const yaml = end < 0 ? block : block.slice(0, end);
    const [, file, at] = /location: ["']?(.{1,500}?):(\d{1,9}):\d{1,9}["']?\s*$/m.exec(yaml.join('\n')) ?? [];
    const isSuite = yaml.some((one) => /failureType: ["']?subtestsFailed/.test(one));
    if (file === undefined || isSuite) continue;
    const error = yamlText(yaml, 'error');
    yield { file, line: Number(at), message: error === '' ? name : `${name}: ${error}` };
  }
}

/** The value of a member, also one of several lines. */
function yamlText(yaml: readonly string[], member: string): string {
  const at = yaml.findIndex((line) => line.trimStart().startsWith(`${member}:`));
  const value = (yaml[at] ?? '')
    .trimStart()
    .slice(member.length + 1)
    .trim();
  if (!/^[|>][-+]?$/.test(value)) return value.replace(/^(['"])(.*)\1$/, '$2');
  const indent = (yaml[at + 1] ?? '').search(/\S/);
  const rest = yaml.slice(at + 1);
  const stop = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) < indent);
  return rest
    .slice(0, stop < 0 ? 5 : Math.min(stop, 5))
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

/** The list at the end of node:test's spec reporter: `test at a.test.js:3:1`, `✖ name (1ms)`, and the error. */
function* nodeSpec(lines: readonly string[]): Iterable<Finding> {
  for (const [index, line] of lines.entries()) {
    const [, file, at] = /^\s*test at (.{1,500}?):(\d{1,9}):\d{1,9}$/.exec(line) ?? [];
    if (file === undefined) continue;
    const [title = '', ...said] = lines.slice(index + 1, index + 8).map((one) => one.trim());
    const name = title.replace(/^[✖×]\s*/u, '').replace(/ \([\d.]+ms\)$/, '');
    const error = said.find((one) => one !== '') ?? '';
    yield { file, line: Number(at), message: error === '' ? name : `${name}: ${error}` };
  }
}

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
export const testReaders: readonly Reader[] = [tap, nodeSpec, vitest, jest, pytest, go];
