import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { harmlessLine, harmlessLines } from './harmless.js';
import { shellQuote } from './shell-quote.js';

describe('a harmless text', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['plain words stay', 'plain words stay'],
    ['größer 漢字 😀', 'größer 漢字 😀'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007after', 'after'],
    ['phase a\u001b]0;pwn is failed', 'phase a0;pwn is failed'],
    ['a\u009d0;pwn is failed\nand more\u0007', 'a0;pwn is failed and more'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u009b2Jgone', 'gone'],
    ['a\u202eb\u2066c\u200bd\ufeffe', 'abcde'],
    ['tag\u{e0041}\u{e0042}s', 'tags'],
    ['a\r\nb\tc\u2028d', 'a b c d'],
    ['half \ud800 one', 'half \ufffd one'],
  ];
  for (const [text, shown] of cases) {
    test(`${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`, () => {
      assert.equal(harmlessLine(text), shown);
    });
  }

  test('of several lines keeps them and nothing else that steers', () => {
    assert.equal(harmlessLines('a\n\u001b[1mb\r\nc\td'), 'a\nb\nc  d');
  });

  test('has no control or format character, whatever it was made from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(harmlessLine(text), /[\p{Cc}\p{Cf}]/u);
        assert.doesNotMatch(harmlessLines(text).replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe('a quoted word', () => {
  test('stays as it is when a shell takes it as one word', () => {
    for (const word of ['PRD-009', 'implement/auth', 'workflow:x_20260101_000000'])
      assert.equal(shellQuote(word), word);
  });

  test('is the same word for a real shell, and nothing in it is run', { skip: process.platform === 'win32' }, () => {
    const words = [
      "it's",
      '$(touch x)',
      '`id`',
      'a b',
      '',
      '\\',
      "'",
      '"; rm -rf "',
      'a\nb\tc',
      'x\u202ey',
      '!h',
      '-n',
    ];
    const { stdout, error } = spawnSync('bash', ['-c', `printf '%s\\0' ${words.map(shellQuote).join(' ')}`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' },
    });
    assert.equal(error, undefined);
    assert.deepEqual(stdout.split('\0').slice(0, -1), words);
    for (const word of words) assert.doesNotMatch(shellQuote(word), /[\p{Cc}\p{Cf}]/u);
  });
});
