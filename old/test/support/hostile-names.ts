// Names that break naive programs, and keys made of them.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isPawlError } from '../../src/rules/errors.js';
import { commandKey, type Key, pipelineKey, workflowKey } from '../../src/rules/names.js';

/** Names that break naive programs, and pieces to build more of them. */
export const hostileNames = [
  '../x',
  '..\\x',
  '/etc/passwd',
  'C:\\x',
  'a/../../b',
  './a',
  'a//b',
  '~',
  '~root',
  '$HOME',
  '`id`',
  '$(id)',
  ';rm -rf',
  '|',
  '&',
  '*',
  '?',
  '"',
  "'",
  '-rf',
  '--help',
  ' ',
  '\t',
  '\n',
  'a\nb',
  'a\rb',
  '\u001b[31m',
  '\u202e',
  '\ufeff',
  '\u0000',
  'a\u0000b',
  'CON',
  'nul',
  'com1',
  'LPT9.txt',
  'aux.',
  '.',
  '..',
  '...',
  '.git',
  '.pawl',
  'checkpoint',
  'Checkpoint',
  'CHECKPOINT',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'é',
  'e\u0301',
  'ß',
  'SS',
  'ı',
  'I',
  'İ',
  '日本語',
  '🦀',
  '👨‍👩‍👧',
  '\ud800',
  '\udc00',
  'a'.repeat(99),
  'a'.repeat(101),
  'a'.repeat(200),
  'a'.repeat(201),
  'a+2',
  'x.log',
  'x.log.br',
  'x.tmp',
  'a~0123456789abcdef',
  'a-checkpoint',
  'checkpoint-a',
  '%2e%2e%2f',
  '..%2f',
  'a:b',
  'a?b#c',
  'file.json',
  'x.',
  'x ',
];
const piece = fc.oneof(
  fc.constantFrom(...hostileNames, '-', '_', '.', '~', '+', 'a', 'A', 'b', '0'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const name = fc.oneof(
  fc.constantFrom(...hostileNames),
  fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
);
const command = fc.oneof(
  fc.constantFrom('design', 'Design', 'a', 'A', 'a-b', 'a.b', 'a_b', '-', 'implement'),
  fc.stringMatching(/^[A-Za-z0-9._-]{1,6}$/),
);

/** A key, or null for names that are refused; any other error is a failure. */
function keyOf(make: () => Key): Key | null {
  try {
    return make();
  } catch (error) {
    assert.ok(isPawlError(error, 'bad-name'), String(error));
    return null;
  }
}

/** Any key, or null for names that are refused. */
export const anyKey: fc.Arbitrary<Key | null> = fc.oneof(
  fc.tuple(command, fc.option(name)).map(([one, feature]) => keyOf(() => commandKey(one, feature))),
  name.map((id) => keyOf(() => pipelineKey(id))),
  name.map((id) => keyOf(() => workflowKey(id))),
  name.map((one) => keyOf(() => commandKey(one))),
);
