import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { type Cut, cutArgs } from './argv.js';

const known: ReadonlyMap<string, Cut> = new Map([
  ['json', { takesValue: false, short: 'j' }],
  ['root', { takesValue: true, short: 'C' }],
  ['all', { takesValue: false }],
]);
const options = {
  json: { type: 'boolean', short: 'j' },
  root: { type: 'string', short: 'C' },
  all: { type: 'boolean' },
} as const;

/** What Node's own parser says, in our words. */
function asNodeDoes(args: readonly string[]): readonly unknown[] {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  return tokens.flatMap((token): readonly object[] => {
    if (token.kind === 'positional') return [{ kind: 'argument', value: token.value }];
    if (token.kind !== 'option') return [{ kind: 'end' }];
    const { name, rawName: typed, value, inlineValue } = token;
    return [{ kind: 'option', name, typed, value, isInline: inlineValue === true }];
  });
}

test('a command line is cut as parseArgs of Node cuts it', () => {
  const lines = [
    ['status', '--json', '-C', 'x', '--root=y', '--', '--all', '-j'],
    ['-jC', 'x', '-jCx', '-C=x', '-', '--root', '--json', '--root'],
    ['--no=1', '--all=1', '--x', 'y', '-xj'],
  ];
  for (const line of lines) assert.deepEqual(cutArgs(line, known), asNodeDoes(line), line.join(' '));
});

test('whatever the words are', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '--',
      '-',
      '--json',
      '--root',
      '-C',
      '-jC',
      '-Cx',
      '--root=',
      '--all=1',
      'x',
      '',
      '-j',
      '--q',
      '-q',
    ),
    fc.string({ maxLength: 4 }).filter((text) => !/^-[^-]*=/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (line) => {
      assert.deepEqual(cutArgs(line, known), asNodeDoes(line));
    }),
  );
});
