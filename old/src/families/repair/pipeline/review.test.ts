// The verdict of a review: what is not plainly said, a person says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lacks } from '../../../../test/golden/drift/changes.js';
import { valid } from '../../../../test/golden/drift/pipelines.js';
import { repair } from '../index.js';

describe('reviews of drifted pipelines', () => {
  const verdicts: readonly (readonly [string, string | null])[] = [
    ['ship? no', null],
    ['ship?', null],
    ['ship it not', null],
    ['ship never', null],
    ['ship, maybe', null],
    ['do not ship', 'do_not_ship'],
    ['ship, no blockers', 'ship_with_gates'],
    ['Ship w/ gates (P1 fixed)', 'ship_with_gates'],
    ['ship it', 'ship'],
  ];
  for (const [said, verdict] of verdicts) {
    test(`the verdict ${said} is ${verdict ?? 'left to a person'}`, () => {
      const review = { verdict: said, p0_count: 0, p1_count: 0, attempt: 1 };
      const { document, undecided } = repair('pipeline', null, { ...valid, adversarial_review: review });
      if (verdict === null)
        assert.deepEqual(
          undecided.map(({ code }) => code),
          ['verdict'],
        );
      else assert.deepEqual(lacks(document, { adversarial_review: { verdict } }), []);
    });
  }
});
