import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { splitCommand } from './split-command.js';

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['npm test', ['npm', 'test']],
  ['  npm \t run  lint ', ['npm', 'run', 'lint']],
  ["grep 'two words' file", ['grep', 'two words', 'file']],
  ['node -e "console.log(\\"a\\")"', ['node', '-e', 'console.log("a")']],
  ['echo a\\ b', ['echo', 'a b']],
  ["echo ''", ['echo', '']],
  ['echo "" x', ['echo', '', 'x']],
  ['echo a"b"\'c\'d', ['echo', 'abcd']],
  ["echo '$HOME' '*' ';'", ['echo', '$HOME', '*', ';']],
  ['echo "a\\b"', ['echo', 'a\\b']],
  ['echo a#b a~b', ['echo', 'a#b', 'a~b']],
  ['npm \\\n test', ['npm', 'test']],
  ['env A=1 x', ['env', 'A=1', 'x']],
  ['', []],
];

for (const [text, words] of cases) {
  test(`${JSON.stringify(text)} has the words ${JSON.stringify(words)}`, () => {
    assert.deepEqual(splitCommand(text), { words });
  });
}

const shell: readonly (readonly [string, string])[] = [
  ['a && b', '&'],
  ['a | b', '|'],
  ['a > b', '>'],
  ['echo $HOME', '$'],
  ['echo "$HOME"', '$'],
  ['echo `id`', '`'],
  ['ls *.ts', '*'],
  ['a; b', ';'],
  ['(a)', '('],
  ['ls ~', '~'],
  ['a # remark', '#'],
  ['a\nb', 'a new line'],
  ['CI=1 npm test', 'CI='],
];

for (const [text, part] of shell) {
  test(`${JSON.stringify(text)} needs a shell for ${part}`, () => {
    assert.deepEqual(splitCommand(text), { needsShell: part });
  });
}

test('a quote that is never closed is told', () => {
  assert.deepEqual(splitCommand("echo 'a"), { unclosed: "'" });
  assert.deepEqual(splitCommand('echo "a\\"'), { unclosed: '"' });
});

test('words are those that a shell hands to the program', { skip: process.platform === 'win32' && 'no sh' }, () => {
  const piece = fc.constantFrom('a', 'b c', '\\', '"', "'", ' ', '\t', 'é', '=', '-', '#x', '\\"', "\\'", '""', "''");
  const lines = fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }), 150).map((parts) => parts.join(''));
  for (const line of lines) {
    const split = splitCommand(`x ${line}`);
    if (!('words' in split)) continue;
    if (line.endsWith('\\')) continue; // a shell waits for the next line
    const script = `f() { for one in "$@"; do printf '%s\\0' "$one"; done; }; f x ${line}`;
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    assert.deepEqual([...split.words, ''], stdout.split('\0'), line);
  }
});
