// One reader for the output of each kind of tool; the more certain ones first. Each tries every line it understands.

import { nodeReaders } from './node-readers.js';
import { testReaders } from './test-readers.js';

/** A failure as a tool printed it. */
export interface Finding {
  readonly message: string;
  /** As printed: absolute, or relative to wherever the tool ran. */
  readonly file: string;
  readonly line: number;
  /** Folders that the file may be meant from. */
  readonly folders?: readonly string[];
}

export type Reader = (lines: readonly string[]) => Iterable<Finding>;

/** `src/a.ts(3,5): error TS2322: …`, and with --pretty `src/a.ts:3:5 - error TS2322: …` */
function* tsc(lines: readonly string[]): Iterable<Finding> {
  for (const line of lines) {
    const [, file, at, message] =
      /^(.{1,500}?)\((\d{1,9}),\d{1,9}\): error (TS\d{1,6}: .*)$/.exec(line) ??
      /^(.{1,500}?):(\d{1,9}):\d{1,9} - error (TS\d{1,6}: .*)$/.exec(line) ??
      [];
    if (file !== undefined) yield { file, line: Number(at), message: message ?? '' };
  }
}

/** A path alone, and below it `  3:5  error  'x' is not defined  no-undef`; warnings fail nothing. */
function* eslintStylish(lines: readonly string[]): Iterable<Finding> {
  let file = '';
  for (const line of lines) {
    const [, at, message] = /^\s+(\d{1,9}):\d{1,9}\s+(?:✖\s+)?error\s+(.*)$/.exec(line) ?? [];
    if (at !== undefined && file !== '')
      yield { file, line: Number(at), message: (message ?? '').replace(/\s{2,}/g, ' ') };
    else if (/^\S/.test(line)) file = line.trim();
  }
}

/** `/x/a.js:3:5: 'x' is not defined. [Error/no-undef]`, `/x/a.js: line 3, col 5, Error - 'x' is not defined.` */
function* eslintLines(lines: readonly string[]): Iterable<Finding> {
  for (const line of lines) {
    const [, file, at, message] =
      /^(.{1,500}?):(\d{1,9}):\d{1,9}: (.*\[Error\/[^\]]*\])$/.exec(line) ??
      /^(.{1,500}?): line (\d{1,9}), col \d{1,9}, Error - (.*)$/.exec(line) ??
      [];
    if (file !== undefined) yield { file, line: Number(at), message: message ?? '' };
  }
}

/** `error[E0308]: mismatched types`, then ` --> src/main.rs:3:5` */
function* rust(lines: readonly string[]): Iterable<Finding> {
  let message = '';
  for (const line of lines) {
    const [, said] = /^(error(?:\[E\d+\])?: .*)$/.exec(line) ?? [];
    if (said !== undefined) message = said;
    const [, file, at] =
      /^\s*--> (.{1,500}?):(\d{1,9}):\d{1,9}$/.exec(line) ??
      /panicked at (\S{1,500}?):(\d{1,9}):\d{1,9}:?$/.exec(line) ??
      [];
    if (file !== undefined) yield { file, line: Number(at), message: message || line.trim() };
  }
}

/** `File "a.py", line 3, in f`: the innermost one of the project counts, with the last line's words. */
function* python(lines: readonly string[]): Iterable<Finding> {
  const places: { file: string; line: number }[] = [];
  let message = '';
  for (const line of lines) {
    const [, file, at] = /^\s*File "([^"]{1,500})", line (\d{1,9})/.exec(line) ?? [];
    if (file !== undefined) places.push({ file, line: Number(at) });
    else if (places.length > 0 && /^[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt)\b/.test(line)) message = line;
  }
  for (const place of places.toReversed()) yield { ...place, message };
}

/** `[ERROR] /x/A.java:[3,5] cannot find symbol` */
function* maven(lines: readonly string[]): Iterable<Finding> {
  for (const line of lines) {
    const [, file, at, message] = /^\[ERROR\] (.{1,500}?):\[(\d{1,9}),\d{1,9}\] (.*)$/.exec(line) ?? [];
    if (file !== undefined) yield { file, line: Number(at), message: message ?? '' };
  }
}

/** `a.c:6:10: error: 'x' undeclared`, as gcc, clang and many others print it; warnings may stand before. */
function* compilers(lines: readonly string[]): Iterable<Finding> {
  for (const line of lines) {
    const [, file, at, message] =
      /^([^\s:][^:]{0,500}):(\d{1,9})(?::\d{1,9})?: ((?:fatal |internal )?error\b.*)$/i.exec(line) ?? [];
    if (file !== undefined) yield { file, line: Number(at), message: message ?? '' };
  }
}

/** What is not what made a command fail, as long as there is anything else. */
const isRemark = ({ message }: Finding): boolean => /^(?:\w+ )?(?:warning|note|remark|info)\b/i.test(message);

function* generic(lines: readonly string[]): Iterable<Finding> {
  const all = [...places(lines)];
  yield* all.filter((one) => !isRemark(one));
  yield* all.filter(isRemark);
}

/** `path:3`, `path:3:5`, `path:3: message`, also in brackets of a stack. */
function* places(lines: readonly string[]): Iterable<Finding> {
  for (const line of lines) {
    const [, file, at, rest = ''] =
      /^\s*(?:at\s+.{0,200}?\(|at\s+|[>❯✖✗✘×●-]\s*)?((?:[A-Za-z]:[\\/]|file:\/\/)?[^\s:()'"<>|]{1,500}):(\d{1,9})(?::\d{1,9})?\b(.*)$/.exec(
        line,
      ) ?? [];
    if (file === undefined || Number(at) === 0) continue;
    yield { file, line: Number(at), message: rest.replace(/^[\s:)\]–-]+/, '').trim() };
  }
}

/** `bad at path:3`, `ERROR in path:3:5`, `(path:3)`: a place anywhere in a line, told whole; errors before other lines. */
function* mentions(lines: readonly string[]): Iterable<Finding> {
  const all = [...mentionsIn(lines)];
  const isError = ({ message }: Finding): boolean => /error|fail|fatal|panic|exception/i.test(message);
  yield* all.filter(isError);
  yield* all.filter((one) => !isError(one) && !/\b(?:warning|note|info)\b/i.test(one.message));
}

function* mentionsIn(lines: readonly string[]): Iterable<Finding> {
  const place = /(?<=^|[\s('"`[=,])((?:[A-Za-z]:[\\/]|file:\/\/)?[^\s:()'"`<>|[\]=,]{1,500}):(\d{1,9})\b/g;
  for (const line of lines) {
    for (const [, file = '', at] of line.matchAll(place)) {
      if (Number(at) > 0) yield { file, line: Number(at), message: line.trim() };
    }
  }
}

/** All readers, the most certain first. */
export const readers: readonly Reader[] = [
  tsc,
  eslintStylish,
  eslintLines,
  ...testReaders,
  rust,
  python,
  maven,
  ...nodeReaders,
  compilers,
  generic,
  mentions,
];
