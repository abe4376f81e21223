import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { limits } from './json.js';
import { durationText, isSlipOf, nearNames, shorten, stripInvisible, timeOf } from './text.js';
import { countTokens, truncateSummary, validateContextSummary } from './tokens.js';

test('near names are what someone may have meant, the nearest first', () => {
  const statuses = ['pending', 'in_progress', 'complete', 'failed', 'skipped'];
  const rows: [typed: string, names: string[], ...near: string[]][] = [
    ['completed', statuses, 'complete'],
    ['In-Progress', statuses, 'in_progress'],
    ['fialed', statuses, 'failed'],
    ['xyz', statuses],
    ['imp', ['simple', 'ship', 'implement', 'import', 'impede'], 'implement', 'import', 'impede'],
    ['desing', ['resign', 'designs', 'design'], 'design', 'resign', 'designs'],
  ];
  for (const [typed, names, ...near] of rows) assert.deepEqual(nearNames(typed, names), near, typed);
});

test('a slip is one or two letters off; numbers and short names are names of their own', () => {
  const rows: [typed: string, name: string, isSlip: boolean][] = [
    ['apii', 'api', true],
    ['Unit_Tests', 'unit-tests', true],
    ['desing', 'design', true],
    ['api', 'app', false],
    ['api-tests', 'api', false],
    ['phase-2', 'phase-1', false],
    ['implement/auht', 'implement/auth', true],
    ['api', 'api', false],
  ];
  for (const [typed, name, isSlip] of rows) assert.equal(isSlipOf(typed, name), isSlip, typed);
});

test('nothing that a terminal obeys or a reader cannot see stays', () => {
  const rows: [string, string][] = [
    ['a\tb\r\n\u001b[31mred\u001b[0m\u009b1m\0 \u001b]8;;//evil\u0007link\u001b]8;;\u001b\\', 'a\tb\nred1m link'],
    ['a\u202eb\u2066c\u200bd\ufeffe\u00adf\u2028\ufff9g\u{e0041}h\ufe0f', 'abcdefgh'],
    ['half \ud83d, whole 😀 é 日本', 'half , whole 😀 é 日本'],
  ];
  for (const [text, plain] of rows) assert.equal(stripInvisible(text), plain);
  const odd = fc.array(fc.constantFrom('\u001b', '[', ']', '\u0007', '\\', '0m', 'x', '\u200b', '\ud800', '\n'));
  fc.assert(fc.property(odd, (parts) => assert.match(stripInvisible(parts.join('')), /^[[\]\\0mx\n]*$/)));
});

test('a time without a zone is UTC', () => {
  process.env['TZ'] = 'Asia/Tokyo';
  const ends = ['T10:30', ' 10:30', 'T10:30:00', 'T10:30Z', ' 10:30:00.000Z', 'T12:30:00+02:00', 'T12:30:00+0200'];
  for (const end of ends) assert.equal(timeOf(`2026-01-29${end}`), Date.UTC(2026, 0, 29, 10, 30), end);
  assert.deepEqual(['2026-01-29', 'yesterday', '10:30'].map(timeOf), [Date.UTC(2026, 0, 29), Number.NaN, Number.NaN]);
});

test('durations are in words', () => {
  const minutes = [-5, 0.9, 1, 59.9, 60, 47 * 60, 48 * 60, 24 * 60 * 9.9].map((count) => durationText(count * 60_000));
  const short = 'less than a minute';
  assert.deepEqual(minutes, [short, short, '1 minute', '59 minutes', '1 hour', '47 hours', '2 days', '9 days']);
});

test('tokens are words, and a summary is checked whatever it and the limit are', () => {
  const given = ['hello world', '  multiple   spaces  ', 'a\u00a0b\nc', '', null, undefined, 12345, ['a b', 'c']];
  assert.deepEqual(given.map(countTokens), [2, 2, 3, 0, 0, 0, 1, 2]);
  const text = 'word '.repeat(501);
  const error = 'Context summary exceeds 500 token limit (actual: 501 tokens)';
  assert.deepEqual(validateContextSummary(text), { valid: false, tokenCount: 501, limit: 500, error });
  assert.deepEqual(validateContextSummary(text.slice(5)), { valid: true, tokenCount: 500, limit: 500 });
  for (const odd of [null, '5', Number.NaN, {}, 5n, Symbol('x'), Object.create(null), { toString: assert.fail }])
    assert.deepEqual(validateContextSummary(odd, odd as number).limit, 500);
});

test('a cut text ends with a whole character, a truncated summary with a whole sentence or word', () => {
  assert.deepEqual([shorten('abc', 3), shorten('ab cd', 4), shorten('a😀😀', 3)], ['abc', 'ab…', 'a…']);
  const rows: [string, number, string][] = [
    ['one\ntwo\nthree', 2, 'one\ntwo'],
    ['Yes it is. No it', 4, 'Yes it is.'],
    ['Hm. This one goes on and on', 5, 'Hm. This one goes on'],
    ['one two', 0, ''],
  ];
  for (const [text, limit, cut] of rows) assert.equal(truncateSummary(text, limit), cut);
  const words = fc.array(fc.constantFrom('a', 'bc. ', ' ', '\n', '😀', '日本。', 'x'.repeat(20_000)));
  const check = (parts: string[], limit: number): void => {
    const [text, cut] = [parts.join(''), truncateSummary(parts.join(''), limit)];
    assert.ok(text.startsWith(cut) && cut.isWellFormed() && Buffer.byteLength(cut) <= limits.summaryBytes);
    assert.ok(validateContextSummary(cut, limit).valid);
  };
  fc.assert(fc.property(words, fc.double({ min: 0, max: 12, noNaN: true }), check));
});
