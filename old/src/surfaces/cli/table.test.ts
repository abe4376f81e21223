// The table itself, and how calls are parsed by it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { parseCall } from './call.js';
import { phase, rows } from '../../../test/support/example-rows.js';
import { globalOptions } from './row.js';
import { findRow, groupOf, groupSummary, sections, table } from './table.js';

test('every row has its file, its own name, a summary of one line, and examples of itself', () => {
  assert.equal(new Set(table.map((row) => row.name)).size, table.length);
  for (const row of table) {
    assert.ok(fs.existsSync(`src/surfaces/cli/commands/${row.file}.ts`), row.file);
    assert.ok(row.summary.length <= 60 && !row.summary.endsWith('.'), row.summary);
    assert.ok(row.examples.length > 0, `${row.name} has an example`);
    for (const [line] of row.examples) assert.ok(line.includes(`pawl ${row.name}`), line);
  }
});

test('the examples are calls that the table takes', () => {
  for (const row of table) {
    for (const [line] of row.examples) {
      const call = line.slice(line.indexOf(`pawl ${row.name}`) + 5).replace(/ [<>|].*$/, '');
      const words = call.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^["']|["']$/g, '')) ?? [];
      assert.doesNotThrow(() => parseCall(row, words.slice(row.name.split(' ').length)), line);
    }
  }
});

test('no row takes an option, or a letter, that every command has; only the last argument takes many', () => {
  const letters = new Set(Object.values(globalOptions).map(({ short }) => short));
  for (const row of table) {
    const shorts = Object.values(row.options ?? {}).flatMap(({ short }) => (short === undefined ? [] : [short]));
    assert.deepEqual(
      Object.keys(row.options ?? {}).filter((name) => Object.hasOwn(globalOptions, name)),
      [],
      row.name,
    );
    assert.deepEqual(
      shorts.filter((short, at) => letters.has(short) || shorts.indexOf(short) !== at),
      [],
      row.name,
    );
    assert.ok(
      (row.positionals ?? []).slice(0, -1).every((one) => one.many !== true),
      row.name,
    );
  }
});

test('every argument that names a run is completed to runs', () => {
  for (const row of table) {
    for (const { name, refs } of row.positionals ?? []) if (name === 'REF') assert.ok(refs !== undefined, row.name);
  }
});

test('every group of two-word commands says what it is about', () => {
  for (const row of table) {
    const [first = '', second] = row.name.split(' ');
    const isTold = sections.some(({ groups = {} }) => Object.hasOwn(groups, first)) || findRow([first])?.taken === 1;
    if (second !== undefined) assert.ok(isTold, `${first} has a summary`);
  }
  assert.equal(groupSummary('workflow', [{ title: '', rows, groups: { workflow: 'Runs' } }]), 'Runs');
});

test('two words name a subcommand, the rest are its arguments', () => {
  assert.equal(findRow(['workflow', 'start', 'x'], rows)?.row.name, 'workflow start');
  assert.equal(findRow(['phase', 'workflow'], rows)?.taken, 1);
  assert.equal(findRow(['workflow'], rows), null);
  assert.equal(groupOf('workflow', rows).length, 2);
});

test('arguments are parsed by the row', () => {
  const line = ['r', '--created', 'a', '-q', 'p', '--created=-b', 'failed', '--summary', '- done', '--expect', '7'];
  const args = parseCall(phase, line);
  assert.deepEqual(args.positionals, ['r', 'p', 'failed']);
  assert.deepEqual(args.texts('created'), ['a', '-b']);
  assert.equal(args.text('summary'), '- done');
  assert.deepEqual([args.number('expect'), args.number('other')], [7, undefined]);
  assert.deepEqual([args.flag('quiet'), args.flag('json')], [true, false]);
});

test('a lone dash is a value: stdin', () => {
  assert.equal(parseCall(phase, ['r', 'p', 'failed', '--summary', '-']).text('summary'), '-');
});

test('what stands behind -- is an argument', () => {
  assert.deepEqual(parseCall(phase, ['--', 'r', '--quiet', 'failed']).positionals, ['r', '--quiet', 'failed']);
});

test('arguments that do not fit are bad usage, and the message says which', () => {
  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /needs REF/],
    [['r', 'p'], /needs STATUS/],
    [['r', 'p', 'done'], /STATUS cannot be "done"/],
    [['r', 'p', 'failed', 'x'], /does not take "x"/],
    [['r', 'p', 'failed', '--summary'], /--summary needs a value/],
    [['r', 'p', 'failed', '--expect', 'x'], /--expect cannot be "x"/],
    [['r', 'p', 'failed', '--expect', '0'], /--expect cannot be "0"/],
    [['r', 'p', 'failed', '--expect=-1'], /--expect cannot be "-1"/],
    [['r', 'p', 'failed', '--expect', '1.5'], /--expect cannot be "1.5"/],
  ];
  for (const [args, message] of wrong) {
    assert.throws(() => parseCall(phase, args), { code: 'bad-usage', message }, args.join(' '));
  }
});

test('an option that is required is missed, but not by --help', () => {
  const start = findRow(['workflow', 'start'], rows)?.row;
  assert.ok(start !== undefined);
  assert.throws(() => parseCall(start, ['orchestrate']), { message: /needs --description TEXT/ });
  assert.equal(parseCall(start, ['--help']).flag('help'), true);
});
