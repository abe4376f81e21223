import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import { countTokens } from './tokens.js';
import { truncateSummary } from './truncate.js';

describe('a summary that is too long', () => {
  const table: readonly (readonly [text: string, words: number, cut: string])[] = [
    ['One two. Three four. Five six.', 5, 'One two. Three four.'],
    ['One two. Three four. Five six.', 6, 'One two. Three four. Five six.'],
    ['One two! Three (four?) Five', 4, 'One two! Three (four?)'],
    ['Use it, e.g. here. Then go.', 4, 'Use it, e.g. here.'],
    ['Use it, e.g. here and there. Then go.', 4, 'Use it, e.g. here'],
    ['Version 1.2.3 is out now. Then go.', 5, 'Version 1.2.3 is out now.'],
    ['- one two\n- three four\n- five six', 6, '- one two\n- three four'],
    ['one two three four', 3, 'one two three'],
    ['  One two. Three.  ', 2, '  One two.'],
    ['First line\n\nSecond line goes on', 4, 'First line'],
    ['一句话。 第二句。 第三句', 2, '一句话。 第二句。'],
    ['word', 0, ''],
  ];
  for (const [text, words, cut] of table) {
    test(`${JSON.stringify(text)} in ${words} words is ${JSON.stringify(cut)}`, () => {
      assert.equal(truncateSummary(text, words).text, cut);
    });
  }

  test('is cut to a beginning of itself that keeps to both limits, and one that fits stays as it is', (t) => {
    tellSeed(t);
    const piece = fc.constantFrom(
      'word',
      'e.g.',
      'end.',
      'Why?',
      '\n',
      '\n\n',
      '- ',
      'ü',
      '漢字。',
      '🙂',
      ' ',
      '"so."',
      '…',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.nat(30),
        fc.integer({ min: 1, max: 200 }),
        (pieces, words, bytes) => {
          const text = pieces.join(' ');
          const { text: cut, isTruncated, before, after } = truncateSummary(text, words, bytes);
          assert.ok(text.startsWith(cut));
          assert.ok(countTokens(cut) <= words && Buffer.byteLength(cut) <= bytes);
          assert.deepEqual([before, after], [countTokens(text), countTokens(cut)]);
          if (!isTruncated) assert.equal(cut, text);
          assert.equal(truncateSummary(cut, words, bytes).text, cut);
        },
      ),
      { seed, numRuns: sized(300, 5_000) },
    );
  });

  test('of one endless word is cut by bytes, between characters', () => {
    const { text } = truncateSummary('ü'.repeat(100), 500, 51);
    assert.equal(text, 'ü'.repeat(25));
  });
});
