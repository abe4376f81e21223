// Readers for what Node prints: its test runner, and errors that nobody caught.

import type { Finding, Reader } from './readers.js';

const maxFrames = 12;

/** What the test runner says about a file that ended badly as a whole; why stands elsewhere. */
const isAboutFile = (error: string): boolean => /^'?test failed'?$/.test(error);

/** The lines of a stack that name files; those of Node itself say nothing about the project. */
function* framesIn(lines: readonly string[], message: string): Iterable<Finding> {
  let count = 0;
  for (const line of lines) {
    const [, file, at] =
      /^\s*(?:at )?(?:[^()]{0,200} )?\(?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]{1,500}?):(\d{1,9}):\d{1,9}\)?(?: \{)?$/.exec(
        line,
      ) ?? [];
    if (file === undefined) continue;
    yield { file, line: Number(at), message };
    if (++count === maxFrames) return;
  }
}

interface TapFailure extends Finding {
  readonly error: string;
  readonly stack: readonly string[];
}

/** TAP of node:test: `not ok 1 - name`, then YAML with `location`, `error` and `stack`. The innermost failure counts. */
function* tapFailures(lines: readonly string[]): Iterable<TapFailure> {
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
    const stackAt = yaml.findIndex((one) => /^\s*stack: /.test(one));
    const stack = stackAt < 0 ? [] : yaml.slice(stackAt + 1);
    yield { file, line: Number(at), message: error === '' ? name : `${name}: ${error}`, error, stack };
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

/** The list at the end of node:test's spec reporter: `test at a.test.js:3:1`, `✖ name (1ms)`, the error and its stack. */
function* specFailures(lines: readonly string[]): Iterable<TapFailure> {
  for (const [index, line] of lines.entries()) {
    const [, file, at] = /^\s*test at (.{1,500}?):(\d{1,9}):\d{1,9}$/.exec(line) ?? [];
    if (file === undefined) continue;
    const block = lines.slice(index + 1, index + 40);
    const next = block.findIndex((one) => /^\s*test at /.test(one));
    const [title = '', ...said] = (next < 0 ? block : block.slice(0, next)).map((one) => one.trim());
    const name = title.replace(/^[✖×]\s*/u, '').replace(/ \([\d.]+ms\)$/, '');
    const error = said.slice(0, 6).find((one) => one !== '') ?? '';
    yield { file, line: Number(at), message: error === '' ? name : `${name}: ${error}`, error, stack: said };
  }
}

/** A test that failed: where the error was thrown, else where the test stands. */
function* nodeTests(lines: readonly string[]): Iterable<Finding> {
  for (const failures of [tapFailures, specFailures]) {
    for (const { error, stack, ...place } of failures(lines)) {
      if (isAboutFile(error)) continue;
      yield* framesIn(stack, place.message);
      yield place;
    }
  }
}

/** Test files that could not be run, where nothing says more. */
function* nodeFiles(lines: readonly string[]): Iterable<Finding> {
  for (const failures of [tapFailures, specFailures]) {
    for (const { error, stack: _stack, ...place } of failures(lines)) if (isAboutFile(error)) yield place;
  }
}

const errorLine = /^\s*(?:Uncaught )?(?:\w{0,80}(?:Error|Exception)(?: \[\w{1,80}\])?: |\w{0,80}(?:Error|Exception)$)/;

/** `file:///x/lib.mjs:3`, the line of source, a caret, and `SyntaxError: …`; or an error with its stack. TAP puts `#` before. */
function* uncaught(printed: readonly string[]): Iterable<Finding> {
  const lines = printed.map((line) => line.replace(/^# ?/, ''));
  for (const [index, line] of lines.entries()) {
    const [, file, at] = /^(\S.{0,500}?):(\d{1,9})$/.exec(line) ?? [];
    const below = file === undefined ? [] : lines.slice(index + 1, index + 12);
    const caret = below.slice(0, 4).findIndex((one) => /^\s*\^+\s*$/.test(one));
    const message = caret < 0 ? undefined : below.slice(caret + 1).find((one) => errorLine.test(one));
    if (file !== undefined && message !== undefined) yield { file, line: Number(at), message: message.trim() };
  }
  for (const [index, line] of lines.entries()) {
    const isStack = errorLine.test(line) && /^\s+at /.test(lines[index + 1] ?? '');
    if (isStack) yield* framesIn(stackBelow(lines, index), line.trim());
  }
}

function stackBelow(lines: readonly string[], index: number): readonly string[] {
  const below = lines.slice(index + 1, index + 40);
  const end = below.findIndex((line) => !/^\s+at /.test(line));
  return end < 0 ? below : below.slice(0, end);
}

/** What the runner of tests says about tests. */
export const nodeTestReaders: readonly Reader[] = [nodeTests];

/** What Node says about itself; less certain, as tests may print errors that fail nothing. */
export const nodeReaders: readonly Reader[] = [uncaught, nodeFiles];
