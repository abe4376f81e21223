import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ansiPaint, wantsColour } from './colour.js';
import { progressBar, tableLines, wrap } from './layout.js';
import { cut, oneLine, pad, widthOf } from './width.js';

test('a text is measured as a terminal draws it', () => {
  const widths: readonly (readonly [text: string, width: number])[] = [
    ['', 0],
    ['plain', 5],
    ['größe', 5],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['✅', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['✓ …', 3],
    ['\u001b[31mred\u001b[39m', 3],
    ['\u001b[31m日\u001b[39m', 2],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 4],
  ];
  for (const [text, width] of widths) assert.equal(widthOf(text), width, JSON.stringify(text));
});

test('a text is cut and filled to its columns, never into half a character', () => {
  assert.equal(cut('abcdef', 6), 'abcdef');
  assert.equal(cut('abcdef', 4), 'abc…');
  assert.equal(cut('日本語', 4), '日…');
  assert.equal(cut('日本語', 5), '日本…');
  assert.equal(cut('abc', 0), '');
  assert.equal(pad('日', 4), '日  ');
  assert.equal(pad('7', 3, 'right'), '  7');
  assert.equal(pad(ansiPaint('red', 'x'), 3), `${ansiPaint('red', 'x')}  `);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const shown = oneLine(text);
      assert.ok(widthOf(cut(shown, width)) <= width);
      assert.equal(widthOf(pad(cut(shown, width), width)), width);
    }),
  );
});

test('characters are whole wherever they stand in a long text', () => {
  for (let before = 250; before < 260; before++) {
    const text = `${'日'.repeat(before)}${'👩‍👩‍👧'.repeat(300)}e\u0301`;
    assert.equal(widthOf(text), 2 * before + 600 + 1);
    assert.equal(cut(text, 2 * before + 5), `${'日'.repeat(before)}${'👩‍👩‍👧'.repeat(2)}…`);
  }
});

// Cut in one piece, this takes a quarter of an hour.
test('one word of a million characters is measured and cut at once', { timeout: 60_000 }, () => {
  for (const one of ['x', '日']) {
    const text = one.repeat(1_000_000);
    assert.equal(widthOf(text), widthOf(one) * 1_000_000);
    assert.equal(widthOf(cut(text, 81)), 81);
    assert.deepEqual(wrap(text, 80), [text]);
  }
});

test('stored text reaches the terminal without escapes, line ends and turned directions', () => {
  assert.equal(oneLine('a\u001b[2Jb\u001b]0;title\u0007c\r\nd\u202ee\u0000'), 'abc de');
  assert.equal(oneLine('a\u200bb\u2028c\u2029d\ufeff'), 'ab c d');
  assert.equal(oneLine('half \ud800'), 'half \ufffd');
  assert.equal(oneLine('a\tb\n\nc'), 'a  b c');
});

test('an escape that does not end hides nothing of the line', () => {
  assert.equal(oneLine('db \u001b]0;x FAILED do not ship'), 'db 0;x FAILED do not ship');
  assert.equal(oneLine('db \u001bP1;x FAILED'), 'db 1;x FAILED');
});

test('what is drawn as nothing does not reach the terminal, and spaces do', () => {
  assert.equal(oneLine('a\u061cb\u00adc\u115fd\u{e0041}e\u034ff'), 'abcdef');
  assert.equal(oneLine('  "größe":  日'), '  "größe":  日');
});

test('wrapped lines are as long as allowed', () => {
  assert.deepEqual(wrap('one two  three\nfour', 9), ['one two', 'three', 'four']);
  assert.deepEqual(wrap('日本 語 x', 5), ['日本', '語 x']);
  assert.deepEqual(wrap('incomprehensible x', 5), ['incomprehensible', 'x']);
  assert.deepEqual(wrap('  ', 5), []);
});

const columns = [{ title: 'REF' }, { title: 'TITLE', shrinks: true }, { title: 'AGE', align: 'right' as const }];
const cells = [
  ['implement/auth', '認証システムを作る', '3 min'],
  ['PRD-009', 'Cashier Workflows\u001b[2J', '12 days'],
];

test('a table is aligned, whatever is in its cells', () => {
  assert.deepEqual(tableLines(columns, cells, Infinity), [
    'REF             TITLE                   AGE',
    'implement/auth  認証システムを作る    3 min',
    'PRD-009         Cashier Workflows   12 days',
  ]);
});

test('a table fits its width: the column that may shrink is cut', () => {
  const lines = tableLines(columns, cells, 36);
  assert.deepEqual(lines, [
    'REF             TITLE            AGE',
    'implement/auth  認証システ…    3 min',
    'PRD-009         Cashier Wo…  12 days',
  ]);
  assert.ok(lines.every((line) => widthOf(line) <= 36));
});

test('a table without titles has none, and colours do not disturb it', () => {
  const lines = tableLines([{ paint: (cell) => ansiPaint('red', cell) }, {}], [['a', 'b'], ['ccc']], 80);
  assert.deepEqual(lines, [`${ansiPaint('red', 'a')}    b`, ansiPaint('red', 'ccc')]);
});

test('a bar is full only at the end and empty only at the beginning', () => {
  assert.equal(progressBar(3, 6, 6), '███░░░ 3/6');
  assert.equal(progressBar(0, 6, 6), '░░░░░░ 0/6');
  assert.equal(progressBar(6, 6, 6), '██████ 6/6');
  assert.equal(progressBar(1, 1000, 6), '█░░░░░ 1/1000');
  assert.equal(progressBar(999, 1000, 6), '█████░ 999/1000');
  assert.equal(progressBar(7, 6, 6), '██████ 7/6');
  assert.equal(progressBar(2, 0), '2');
});

test('colours are wanted on a terminal; the environment has the last word', () => {
  const cases: readonly (readonly [isTerminal: boolean, env: NodeJS.ProcessEnv, wanted: boolean])[] = [
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ];
  for (const [isTerminal, env, wanted] of cases) {
    assert.equal(wantsColour(isTerminal, env), wanted, JSON.stringify([isTerminal, env]));
  }
});
