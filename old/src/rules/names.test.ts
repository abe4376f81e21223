import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPawlError } from './errors.js';
import {
  checkName,
  commandKey,
  keyOfStem,
  keysOfRef,
  keyText,
  parseKey,
  pipelineKey,
  refOf,
  stemsOf,
  workflowKey,
  type Key,
} from './names.js';

describe('file names', () => {
  const seeds: readonly [Key, string][] = [
    [commandKey('design'), 'design-checkpoint'],
    [commandKey('implement', 'auth-system'), 'implement-auth-system'],
    [commandKey('start', 'v1.2_x'), 'start-v1.2_x'],
    [pipelineKey('PRD-009'), 'PRD-009'],
    [workflowKey('orchestrate_auth_system_20251003_184530'), 'orchestrate_auth_system_20251003_184530'],
  ];
  for (const [key, stem] of seeds) {
    test(`${keyText(key)} keeps the seeds' file name ${stem}.json`, () => {
      assert.equal(stemsOf(key)[0], stem);
      assert.deepEqual(keyOfStem(key.family, stem), key);
    });
  }

  const encoded: readonly [string, Key, RegExp][] = [
    ['a branch', commandKey('start', 'feature/BAS-6'), /^start-feature-bas-6~[0-9a-f]{16}$/],
    ['spaces', commandKey('start', 'two words'), /^start-two-words~[0-9a-f]{16}$/],
    ['the feature checkpoint', commandKey('design', 'checkpoint'), /^design-checkpoint~[0-9a-f]{16}$/],
    ['the feature Checkpoint', commandKey('design', 'Checkpoint'), /^design-checkpoint~[0-9a-f]{16}$/],
    ['a command with a hyphen', commandKey('a-b', 'c'), /^a-b~[0-9a-f]{16}-c$/],
    ['an over-long name', commandKey('start', 'x'.repeat(150)), /^start-x{40}~[0-9a-f]{16}$/],
    ['other scripts', commandKey('start', '日本語'), /^start-~[0-9a-f]{16}$/],
    ['a name that Windows reserves', pipelineKey('CON'), /^con~[0-9a-f]{16}$/],
    ['a hidden file', pipelineKey('.git'), /^git~[0-9a-f]{16}$/],
    ['a way out', pipelineKey('../../etc/passwd'), /^etc-passwd~[0-9a-f]{16}$/],
  ];
  for (const [what, key, pattern] of encoded) {
    test(`${what} becomes slug and hash`, () => {
      const [stem = ''] = stemsOf(key);
      assert.match(stem, pattern);
      const named = key.family === 'command' ? { command: key.command, feature: key.feature } : { id: key.id };
      assert.deepEqual(keyOfStem(key.family, stem, named), key);
      assert.equal(keyOfStem(key.family, stem), null);
    });
  }

  test('a second stem differs from the first of the same name in another case', () => {
    assert.notEqual(stemsOf(pipelineKey('PRD-009'))[1], stemsOf(pipelineKey('prd-009'))[1]);
    assert.notEqual(stemsOf(commandKey('design', 'A'))[1], stemsOf(commandKey('design', 'a'))[1]);
    assert.notEqual(stemsOf(commandKey('Design'))[1], stemsOf(commandKey('design'))[1]);
  });

  test('keys that differ only in the case of the command have a stem to step aside to, also with an encoded feature', () => {
    const [lower, upper] = [stemsOf(commandKey('design', 'x y')), stemsOf(commandKey('Design', 'x y'))];
    const shared = lower.filter((stem) => upper.map((other) => other.toLowerCase()).includes(stem.toLowerCase()));
    assert.ok(lower.length > shared.length && upper.length > shared.length, `${lower.join(' ')} / ${upper.join(' ')}`);
  });

  test('a file that no key can have is nobody’s', () => {
    const strays: readonly ['command' | 'pipeline' | 'workflow', string][] = [
      ['command', 'settings'],
      ['command', '-checkpoint'],
      ['command', ''],
      ['command', 'a b-c'],
      ['command', 'design-checkpoint~0123456789abcdef'],
      ['pipeline', 'a b'],
      ['pipeline', ''],
      ['pipeline', '..'],
      ['workflow', 'x~0123456789abcdef'],
      ['command', '__proto__-checkpoint'],
      ['pipeline', '__proto__'],
    ];
    for (const [family, stem] of strays) assert.equal(keyOfStem(family, stem), null, `${family} ${stem}`);
  });
});

describe('names', () => {
  test('what cannot be a name is refused with a reason', () => {
    const bad = [
      '',
      ' ',
      '\t\n',
      '.',
      '..',
      '...',
      'a\0b',
      '\ud800',
      'x\udc00',
      'x'.repeat(201),
      '__proto__',
      'constructor',
      'prototype',
    ];
    for (const name of [...bad, null, undefined, 7, {}, [], Symbol('x'), () => 'x', 10n]) {
      assert.throws(
        () => checkName('feature', name),
        (error) => isPawlError(error, 'bad-name'),
        String(name).slice(0, 20),
      );
    }
  });

  test('a feature may be as long as a branch: it becomes slug and hash, and no two share a file', () => {
    const [one, other] = ['a', 'b'].map((end) => commandKey('implement', `team/${'feature-'.repeat(60)}${end}`));
    assert.ok(one !== undefined && other !== undefined);
    const stems = [...stemsOf(one), ...stemsOf(other)];
    assert.match(stems[0] ?? '', /^implement-[a-z-]{1,40}~[0-9a-f]{16}$/);
    assert.equal(
      stems.some((stem) => stem.length > 100),
      false,
    );
    assert.equal(
      stemsOf(one).some((stem) => stemsOf(other).includes(stem)),
      false,
    );
    assert.deepEqual(parseKey(keyText(one)), one);
    assert.throws(
      () => commandKey('implement', 'x'.repeat(4_097)),
      (error) => isPawlError(error, 'bad-name'),
    );
  });

  test('a command is a plain name', () => {
    for (const bad of ['a/b', 'a b', 'ä', 'a\nb', 'a:b', 'x'.repeat(101), '-', '~']) {
      if (bad === '-') assert.equal(commandKey(bad).family, 'command');
      else
        assert.throws(
          () => commandKey(bad),
          (error) => isPawlError(error, 'bad-name'),
          bad,
        );
    }
  });

  test('a key’s text reads back as the key', () => {
    const keys = [
      commandKey('design'),
      commandKey('design', 'a/b/c'),
      commandKey('design', 'x:y'),
      pipelineKey('a/b'),
      pipelineKey('x:y'),
      workflowKey('w_20250101_000000'),
      commandKey('design', ' spaced '),
    ];
    for (const key of keys) assert.deepEqual(parseKey(keyText(key)), key);
    assert.equal(new Set(keys.map(keyText)).size, keys.length);
    assert.equal(parseKey('elsewhere:x'), null);
  });

  test('a ref means the likeliest key first; a prefix settles it', () => {
    assert.deepEqual(keysOfRef('implement'), [commandKey('implement'), pipelineKey('implement')]);
    assert.deepEqual(keysOfRef('implement/auth'), [commandKey('implement', 'auth')]);
    assert.deepEqual(keysOfRef('PRD-009')[0], pipelineKey('PRD-009'));
    assert.deepEqual(keysOfRef('orchestrate_x_20251003_184530')[0], workflowKey('orchestrate_x_20251003_184530'));
    assert.deepEqual(keysOfRef('command:PRD-009'), [commandKey('PRD-009')]);
    assert.equal(refOf(commandKey('implement', 'auth')), 'implement/auth');
  });
});
