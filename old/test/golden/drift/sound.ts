// What every repair must keep, whatever it is given.
import assert from 'node:assert/strict';
import { repair } from '../../../src/families/repair/index.js';
import { countLeaves, missingLeaves } from '../../../src/families/repair/leaves.js';
import type { Json } from '../../../src/rules/json/json.js';
import type { FamilyName } from '../../../src/rules/names.js';
import { families } from '../../../src/service/families.js';
import { unexplained } from './changes.js';

/** What the tests tell about files. */
export const facts = { modifiedAt: '2026-02-01T00:00:00.000Z' };

/**
 * Repairs a document and holds the result against all that is promised.
 * @param family its family
 * @param document any JSON
 * @returns which of the two ends it came to
 */
export function assertSound(family: FamilyName, document: Json): 'valid' | 'undecided' {
  const result = repair(family, null, document, facts);
  if (result.undecided.length > 0) {
    assert.equal(result.document, document);
    assert.deepEqual(result.items, []);
    assert.ok(
      result.undecided.every(({ message, code }) => message !== '' && code !== 'internal'),
      JSON.stringify(result.undecided),
    );
    return 'undecided';
  }
  assert.deepEqual(families[family].check(result.document), []);
  assert.deepEqual(missingLeaves(countLeaves(document), result.document), []);
  const again = repair(family, null, result.document, facts);
  assert.equal(again.document, result.document);
  assert.deepEqual([again.items, again.undecided], [[], []]);
  const only = Array.isArray(document) && document.length === 1 ? (document[0] as Json) : document;
  const items =
    only === document ? result.items : result.items.map((item) => ({ ...item, path: item.path.replace(/^\/0/, '') }));
  assert.deepEqual(unexplained(only, result.document, items), []);
  return 'valid';
}
