// The table and what follows from it, with the two-word commands that later ones will bring.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { parseCall } from './call.js';
import { completionScript } from './completion.js';
import { commandHelp, overviewHelp } from './help.js';
import { didYouMean, nearest } from '../../rules/near.js';
import type { CommandRow } from './row.js';
import { findRow, table } from './table.js';

const rows: readonly CommandRow[] = [
  {
    name: 'workflow start',
    summary: 'Begin one',
    file: 'workflow',
    positionals: [{ name: 'TYPE', description: 'Its type' }],
  },
  { name: 'workflow fail', summary: 'Let one fail', file: 'workflow' },
  {
    name: 'phase',
    summary: "Update a run's phase",
    file: 'phase',
    positionals: [
      { name: 'REF', description: 'Which run' },
      { name: 'PHASE', description: 'Which phase' },
      { name: 'STATUS', description: 'Its status', choices: ['complete', 'failed'] },
    ],
    options: {
      summary: { type: 'string', value: 'TEXT', description: 'What was done' },
      created: { type: 'string', multiple: true, value: 'FILE', description: 'A new file' },
      quiet: { type: 'boolean', short: 'q', description: 'Say nothing' },
    },
  },
];
const phase = rows[2] ?? { name: '', summary: '', file: '' };

test('every row has its file, its own name, and a summary of one line', () => {
  assert.equal(new Set(table.map((row) => row.name)).size, table.length);
  for (const row of table) {
    assert.ok(fs.existsSync(`src/surfaces/cli/commands/${row.file}.ts`), row.file);
    assert.ok(row.summary.length <= 60 && !row.summary.endsWith('.'), row.summary);
  }
});

test('two words name a subcommand, the rest are its arguments', () => {
  assert.equal(findRow(['workflow', 'start', 'x'], rows)?.row.name, 'workflow start');
  assert.equal(findRow(['phase', 'workflow'], rows)?.taken, 1);
  assert.equal(findRow(['workflow'], rows), null);
});

test('arguments are parsed by the row', () => {
  const args = parseCall(phase, ['r', '--created', 'a', '-q', 'p', '--created=-b', 'failed', '--summary', '- done']);
  assert.deepEqual(args.positionals, ['r', 'p', 'failed']);
  assert.deepEqual(args.texts('created'), ['a', '-b']);
  assert.equal(args.text('summary'), '- done');
  assert.deepEqual([args.flag('quiet'), args.flag('json')], [true, false]);
});

test('what stands behind -- is an argument', () => {
  assert.deepEqual(parseCall(phase, ['--', 'r', '--quiet', 'failed']).positionals, ['r', '--quiet', 'failed']);
});

test('arguments that do not fit are bad usage', () => {
  for (const args of [
    [],
    ['r', 'p'],
    ['r', 'p', 'done'],
    ['r', 'p', 'failed', 'x'],
    ['r', 'p', 'failed', '--summary'],
  ]) {
    assert.throws(() => parseCall(phase, args), { code: 'bad-usage' }, args.join(' '));
  }
});

test('help shows arguments, choices and what may be repeated', () => {
  const page = { width: 80, paint: (_: unknown, text: string) => text };
  const help = commandHelp(phase, page);
  assert.match(help, /^pawl phase REF PHASE STATUS \[options\]\n/);
  assert.match(help, /STATUS {2}Its status \(complete, failed\)/);
  assert.match(help, /--created FILE {2}A new file; may be repeated/);
  assert.match(help, /-q, --quiet/);
  assert.match(overviewHelp(rows, page), /workflow start {2}Begin one/);
});

/** What bash offers for a command line; its last word is the one being completed. */
function offers(...words: readonly string[]): string {
  const script = `${completionScript('bash', rows)}\nCOMP_WORDS=(pawl "$@"); COMP_CWORD=$#; _pawl; echo "\${COMPREPLY[*]}"`;
  return spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' }).stdout.trim();
}

test('bash completes subcommands', () => {
  assert.equal(offers(''), 'workflow phase');
  assert.equal(offers('workflow', ''), 'start fail');
  assert.equal(offers('workflow', 'start', '--h'), '--help');
  assert.equal(offers('phase', '-'), '--summary --created --quiet -q --json --help -h --version');
});

test('near misses are found, far ones are not', () => {
  assert.deepEqual(nearest('stauts', ['status', 'start', 'store']), ['status', 'start']);
  assert.equal(didYouMean('comp', ['completion', 'demo']), 'did you mean completion?');
  assert.equal(didYouMean('xyz', ['completion', 'demo']), undefined);
});
