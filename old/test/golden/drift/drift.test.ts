// Drifted files, written after the catalogue of how real files drift: each becomes valid, or a person is asked.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { countLeaves, missingLeaves } from '../../../src/families/repair/leaves.js';
import { detectFamily, repair, type RepairResult } from '../../../src/families/repair/index.js';
import { findRepeatedKeys } from '../../../src/rules/json/repeated-keys.js';
import type { Json } from '../../../src/rules/json/json.js';
import { type FamilyName, keyOfStem } from '../../../src/rules/names.js';
import { families } from '../../../src/service/families.js';
import { lacks, unexplained } from './changes.js';

const folder = path.join(process.cwd(), 'test/golden/drift');
const homes: Readonly<Record<FamilyName, string>> = {
  command: '.claude/state',
  pipeline: '.claude/skills/build-pipeline/checkpoints',
  workflow: '.claude/checkpoints',
};
const modifiedAt = '2026-02-01T00:00:00.000Z';

type Expected = { readonly valid: Json } | { readonly undecided: readonly string[] };
const expectations = JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Record<string, Expected>;

interface Case {
  readonly name: string;
  readonly family: FamilyName;
  readonly stem: string;
  readonly text: string;
  readonly document: Json;
  readonly expected: Expected | undefined;
}

const cases: readonly Case[] = Object.keys(homes).flatMap((family) =>
  fs.readdirSync(path.join(folder, family)).map((file) => {
    const text = fs.readFileSync(path.join(folder, family, file), 'utf8');
    const stem = file.replace(/\.json$/, '');
    const name = `${family}/${stem}`;
    return { name, family: family as FamilyName, stem, text, document: JSON.parse(text), expected: expectations[name] };
  }),
);

function run({ family, stem, text, document }: Case): RepairResult {
  return repair(family, keyOfStem(family, stem), document, { modifiedAt, repeated: findRepeatedKeys(text) });
}

describe('drifted files', () => {
  test('there are at least 80, each with its expectation', () => {
    assert.ok(cases.length >= 80, `${cases.length} files`);
    assert.deepEqual(cases.map(({ name }) => name).sort(), Object.keys(expectations).sort());
  });

  for (const one of cases) {
    test(`${one.name} becomes valid, or says what a person must decide`, () => {
      const frozen = JSON.stringify(one.document);
      const result = run(one);
      assert.equal(JSON.stringify(one.document), frozen, 'the original was changed');
      const { expected } = one;
      if (expected !== undefined && 'undecided' in expected) {
        assert.deepEqual([...new Set(result.undecided.map(({ code }) => code))], expected.undecided);
        assert.ok(result.undecided.every(({ message }) => message.length > 10));
        assert.equal(result.document, one.document);
        assert.deepEqual(result.items, []);
        return;
      }
      assert.deepEqual(result.undecided, []);
      assert.deepEqual(families[one.family].check(result.document), []);
      assert.ok(families[one.family].recognises(result.document));
      assert.deepEqual(lacks(result.document, expected?.valid ?? {}), []);
    });

    test(`${one.name} loses no value, and every change is told`, () => {
      const { document, items } = run(one);
      const leaves = countLeaves(one.document);
      for (const { values } of findRepeatedKeys(one.text)) countLeaves(values.slice(0, -1), leaves);
      assert.deepEqual(missingLeaves(leaves, document), []);
      const before = Array.isArray(one.document) && one.document.length === 1 ? (one.document[0] as Json) : one.document;
      const told = items.map((item) => ({ ...item, path: item.path.replace(/^\/0(?=\/|$)/, '') }));
      assert.deepEqual(unexplained(before, document, before === one.document ? items : told), []);
      assert.ok(items.every(({ why }) => why !== ''));
    });

    test(`${one.name} is repaired once and for all`, () => {
      const first = run(one);
      const again = repair(one.family, keyOfStem(one.family, one.stem), first.document, { modifiedAt });
      if (first.undecided.length > 0) return;
      assert.equal(again.document, first.document);
      assert.deepEqual([again.items, again.undecided], [[], []]);
      assert.deepEqual(run(one), first, 'two runs differ');
    });

    test(`${one.name} is known for what it is`, () => {
      const detected = detectFamily(`${homes[one.family]}/${one.stem}.json`, one.document);
      const isNone = expectedCodes(one).includes('not-a-checkpoint');
      assert.equal(detected.family, isNone ? null : one.family, detected.why);
    });
  }
});

function expectedCodes({ expected }: Case): readonly string[] {
  return expected !== undefined && 'undecided' in expected ? expected.undecided : [];
}
