// Each shell is asked what it offers, if it is there. The scripts come from example rows of every shape.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { exampleSections } from '../../../../test/support/example-rows.js';
import { tempFolder } from '../../../../test/support/temp.js';
import { completionScript } from './completion.js';

type Ask = (...words: readonly string[]) => readonly string[];

/** Names of runs as a hostile clone may have them; which family was asked for stands in one of them. */
const fake = {
  sh: `pawl() { if [[ $1 == __refs ]]; then printf '%s\\n' "implement/$2" 'implement/a b' 'implement/$(touch owned)'; fi; }`,
  fish: `function pawl; if test "$argv[1]" = __refs; printf '%s\\n' "implement/$argv[2]" 'implement/a b' 'implement/$(touch owned)'; end; end`,
};

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** A folder with a file and a folder in it, to be completed to. */
function place(): string {
  const folder = tempFolder();
  fs.writeFileSync(path.join(folder, 'a file.md'), '');
  fs.mkdirSync(path.join(folder, 'folder'));
  return folder;
}

/** Words as readline cuts them: `--option=value` is three of them. */
const cutAtEquals = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => (/^--[a-z]+=/.test(word) ? word.split(/(=)/).filter((part) => part !== '') : [word]));

const askBash: Ask = (...words) => {
  const script = `${fake.sh}\n${completionScript('bash', exampleSections)}\nCOMP_WORDS=(pawl "$@"); COMP_CWORD=$#; _pawl; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync('bash', ['-c', script, 'bash', ...cutAtEquals(words)], { encoding: 'utf8', cwd: place() });
  assert.equal(run.stderr, '');
  return lines(run.stdout);
};

/** fish tells by itself what it would offer. */
const askFish: Ask = (...words) => {
  const folder = place();
  fs.writeFileSync(path.join(folder, '.pawl.fish'), completionScript('fish', exampleSections));
  const line = `pawl ${words.join(' ')}`.replaceAll("'", "\\'");
  const home = tempFolder();
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, TERM: 'dumb' };
  const run = spawnSync('fish', ['-N', '-c', `${fake.fish}; source .pawl.fish; complete -C '${line}'`], {
    encoding: 'utf8',
    cwd: folder,
    env,
  });
  assert.equal(run.stderr, '');
  return lines(run.stdout).map((one) => (one.split('\t')[0] ?? '').replace(/^--[a-z]+=/, ''));
};

/** In zsh the functions that would show offers are replaced by ones that print them. */
const askZsh: Ask = (...words) => {
  const script = `
    ${fake.sh}
    compdef() { :; }
    compadd() { local name=\${@[-1]}; print -rl -- \${(P)name}; }
    compset() { :; }
    _files() { if [[ $1 == -/ ]]; then print -l *(/); else print -l *; fi; }
    _describe() { local name=\${@[-1]}; local one; for one in \${(P)name}; do print -r -- \${one%%:*}; done; }
    ${completionScript('zsh', exampleSections)}
    words=(pawl "$@"); CURRENT=$#words
    _pawl`;
  const run = spawnSync('zsh', ['-f', '-c', script, 'zsh', ...words], { encoding: 'utf8', cwd: place() });
  assert.equal(run.stderr, '');
  const typed = (words.at(-1) ?? '').replace(/^--[a-z]+=/, '');
  return lines(run.stdout).filter((one) => one.startsWith(typed));
};

const shells: readonly (readonly [name: 'bash' | 'zsh' | 'fish', ask: Ask])[] = [
  ['bash', askBash],
  ['zsh', askZsh],
  ['fish', askFish],
];

for (const [name, ask] of shells) {
  const skip = spawnSync(name, ['-c', 'true']).status === 0 ? false : `needs ${name}`;
  const sorted = (...words: readonly string[]): readonly string[] => [...ask(...words)].sort();

  describe(`${name} completes`, { skip }, () => {
    test('commands and subcommands', () => {
      assert.deepEqual(sorted(''), ['doctor', 'help', 'phase', 'status', 'workflow']);
      assert.deepEqual(sorted('ph'), ['phase']);
      assert.deepEqual(sorted('workflow', ''), ['fail', 'start']);
      assert.deepEqual(sorted('workflow', 'st'), ['start']);
    });

    test('what help can be asked about, at both levels', () => {
      assert.deepEqual(sorted('help', 'do'), ['doctor']);
      assert.deepEqual(sorted('help', 'workflow', ''), ['fail', 'start']);
    });

    test('arguments by their place, whatever options stand between them', () => {
      assert.deepEqual(sorted('workflow', 'start', ''), ['migrate', 'orchestrate']);
      assert.deepEqual(sorted('phase', 'r', 'p', ''), ['complete', 'failed']);
      assert.deepEqual(sorted('phase', '--summary', 'x', 'r', '-q', '--created=f', 'p', 'f'), ['failed']);
      assert.deepEqual(sorted('phase', '--', 'r', 'p', 'c'), ['complete']);
      assert.deepEqual(sorted('phase', 'r', ''), [], 'no files where none is meant');
      assert.deepEqual(sorted('phase', 'r', 'p', 'failed', ''), []);
    });

    test('options, of the command and of all', () => {
      assert.deepEqual(sorted('phase', '--s'), ['--summary']);
      assert.ok(ask('workflow', 'start', '--').includes('--description'));
      assert.ok(ask('workflow', 'fail', '--').includes('--json'));
      assert.ok(ask('--').includes('--root'));
      assert.equal(ask('workflow', 'fail', '--').includes('--description'), false);
    });

    test('a command behind a global option with a value', () => {
      assert.deepEqual(sorted('-C', 'x', 'ph'), ['phase']);
      assert.deepEqual(sorted('--root=x', 'workflow', 'f'), ['fail']);
    });

    test('names of runs, quoted and never expanded', () => {
      const found = sorted('phase', 'impl').map((one) => one.replaceAll(/[\\']/g, ''));
      assert.deepEqual(found, ['implement/$(touch owned)', 'implement/a b', 'implement/command']);
      assert.deepEqual(sorted('phase', 'x'), []);
    });

    test('values and paths, also behind an equals sign', () => {
      assert.deepEqual(sorted('phase', '--created', 'a'), ['a file.md']);
      assert.deepEqual(sorted('phase', '--created=a'), ['a file.md']);
      assert.deepEqual(
        ask('-C', 'f').map((one) => one.replace(/\/$/, '')),
        ['folder'],
      );
      assert.deepEqual(sorted('doctor', 'x', 'y', 'a').length, 1, 'the last argument takes many');
      assert.deepEqual(sorted('phase', '--summary', ''), [], 'a text is not completed');
    });
  });
}
