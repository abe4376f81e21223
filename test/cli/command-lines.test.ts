// Every command line that pawl writes into a message is one that pawl takes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isPawlError } from '../../src/base/errors.js';
import { commands, findCommand } from '../../src/cli/table.js';
import { Repository } from '../support/cli.js';

/** First words of commands that are still to come; messages may name them already. */
const comingCommands = new Set('pipeline build gate'.split(' '));

const isKnown = (word: string): boolean => commands.some(({ name }) => name.split(' ')[0] === word);

/** A word that fits a hole of a template, by what is put in there. */
function sampleFor(hole: string): string {
  if (/revision|number|Math/i.test(hole)) return '3';
  if (/command|spec|near\b/.test(hole)) return 'status';
  return 'implement/auth';
}

interface Line {
  readonly file: string;
  readonly words: readonly string[];
}

/** The templates pawl`…` of all sources, their holes filled. */
function writtenLines(): readonly Line[] {
  const files = fs
    .readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file));
  return files.flatMap((file) => {
    const text = fs.readFileSync(path.join('src', file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    const templates = [...text.matchAll(/(?<=(?:[{(=?:,>]|return)\s*)pawl`((?:\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`])*)`/g)];
    return templates.map(([, line = '']) => {
      const filled = line.replace(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, hole: string) => sampleFor(hole));
      return { file, words: filled.split(' ').filter(Boolean) };
    });
  });
}

test('command lines in messages fit the table', () => {
  const lines = writtenLines();
  assert.ok(lines.length >= 30, `only ${lines.length} found`);
  for (const { file, words } of lines) {
    if (!isKnown(words[0] ?? '') && comingCommands.has(words[0] ?? '')) continue;
    try {
      const { command, words: rest } = findCommand(words);
      command.check(rest);
    } catch (error) {
      assert.fail(`${file}: pawl ${words.join(' ')}: ${isPawlError(error) ? error.message : String(error)}`);
    }
  }
});

test('examples in help fit the table', () => {
  for (const line of commands.flatMap(({ examples = [] }) => examples)) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const { command, words: rest } = findCommand(words.filter((word) => word !== '--json'));
    command.check(rest);
  }
});

test('command lines work as they are printed', () => {
  const repo = new Repository();
  const file = path.join(repo.root, '.claude/state/implement-it.s.json');
  repo.ok(['phase', "implement/it's", 'api', 'in_progress']); // a name that must be quoted
  repo.ok('phase implement/auth api in_progress');
  repo.ok('phase implement/auth api complete');
  const saying = [
    'status',
    'help',
    'stauts',
    'phase implement/auth',
    'show nothing',
    'help confict',
    'help not-found',
    'phase implement/auth api complete',
    'archive implement/auth',
    'show implement/auth',
    "delete implement/it's",
    "show implement/it's",
    "delete implement/it's --purge",
    'workflow start orchestrate auth --description x --phases 1',
    'workflow advance orchestrate/auth',
    'workflow finish orchestrate/auth',
    'workflow finish orchestrate/auth',
    'workflow finish implement/auth',
  ];
  assert.ok(!fs.existsSync(file));
  const ran = new Set<string>();
  for (const words of saying) {
    const { out, err } = repo.pawl(words);
    for (const [, line = ''] of (out + err).matchAll(/`(node [^`]+)`/g)) {
      const [, name = ''] = /pawl\.cjs (\S+)/.exec(line) ?? [];
      if (ran.has(line) || /\b(?:REF|COMMAND|CODE)\b/.test(line) || (comingCommands.has(name) && !isKnown(name)))
        continue;
      ran.add(line);
      const answer = repo.shell(line);
      const isFine = answer.code === 0 || (answer.code === 1 && name === 'doctor'); // it found something
      assert.ok(isFine, `${line}: ${answer.err}`);
    }
  }
  assert.ok(ran.size >= 10, [...ran].join('\n'));
});
