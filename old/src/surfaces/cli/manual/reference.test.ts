import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { exampleSections } from '../../../../test/support/example-rows.js';
import { exitMeanings, exits } from '../exit-codes.js';
import { sections, table } from '../table.js';
import { referencePage } from './reference.js';

test('docs/reference/cli.md is what the table says; if not, run: node scripts/reference.mjs', () => {
  assert.equal(fs.readFileSync('docs/reference/cli.md', 'utf8'), referencePage(sections));
});

test('the page has every command with its options, arguments and examples, and no hidden option', () => {
  const page = referencePage(sections);
  for (const row of table) {
    assert.equal(page.includes(`### pawl ${row.name}\n`), row.hidden !== true, row.name);
    if (row.hidden === true) continue;
    for (const [line] of row.examples) assert.ok(page.includes(`${line}\n`), line);
    for (const [name, { hidden }] of Object.entries(row.options ?? {})) {
      assert.equal(page.includes(`\`--${name}`), hidden !== true, name);
    }
  }
  const example = referencePage(exampleSections);
  assert.match(example, /\| `STATUS` \| Its status \(complete, failed\) \|/);
  assert.match(example, /\| `--expect N` \| The revision that is expected \|/);
  assert.match(example, /`@FILE` for the content of a file/);
  assert.match(example, /\| `-q`, `--quiet` \| Say nothing \|/);
});

test('every exit code has a meaning', () => {
  assert.deepEqual(Object.keys(exitMeanings), [...Object.values(exits).map(String), '130']);
});
