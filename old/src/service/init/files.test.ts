import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStateDir, compareVersions, hasStateDir, readHeader, removeStateDir, withHeader } from './files.js';
import { addIgnore } from './gitignore.js';
import { planIgnore, planIgnoreRemoval } from './ignore.js';
import type { Manifest } from './manifest.js';
import type { Planning } from './own-file.js';

test('a file knows its version and whether it was changed', () => {
  const text = withHeader("'use strict';\n", '1.2.3');
  assert.deepEqual(readHeader(text), { version: '1.2.3', isUnchanged: true });
  assert.deepEqual(readHeader(text.replaceAll('\n', '\r\n')), { version: '1.2.3', isUnchanged: true });
  assert.deepEqual(readHeader(`${text} `), { version: '1.2.3', isUnchanged: false });
  assert.deepEqual(readHeader(text.replace('use', 'usd')), { version: '1.2.3', isUnchanged: false });
});

test('a file without the header is not ours', () => {
  for (const text of [
    '',
    '\n',
    "'use strict';\n",
    '// pawl is nice\n',
    '\n// pawl 1.2.3 checksum 0000000000000000\n',
  ]) {
    assert.equal(readHeader(text), null, JSON.stringify(text));
  }
});

test('versions are compared by their numbers; a preview comes before its release', () => {
  const order = ['0.1.0', '0.2.0-alpha.2', '0.2.0-alpha.10', '0.2.0', '0.10.0', '1.0.0'];
  for (const [index, version] of order.entries()) {
    for (const [other, against] of order.entries()) {
      assert.equal(Math.sign(compareVersions(version, against)), Math.sign(index - other), `${version} ${against}`);
    }
  }
});

test('getStateDir is found in code, not in comments', () => {
  assert.equal(hasStateDir('function getStateDir() {}\nmodule.exports = { a, getStateDir };'), true);
  assert.equal(hasStateDir('module.exports = { a() { return {}; }, getStateDir() { return 1; } }'), true);
  assert.equal(hasStateDir('Object.assign(exports, { getStateDir: f })'), true);
  assert.equal(hasStateDir('exports.getStateDir = f; // yes'), true);
  assert.equal(hasStateDir('const url = "http://x"; exports.getStateDir = f;'), true);
  assert.equal(hasStateDir('// getStateDir\n/* getStateDir\n */ exports.a = 1;'), false);
  assert.equal(hasStateDir('exports.getStateDirectory = f;'), false);
  assert.equal(hasStateDir('function getStateDir() {}\nmodule.exports = {}'), false, 'nobody can call it');
});

test('what is added to a script can be taken out again; only a newline that was missing at its end stays', () => {
  for (const text of ['exports.a = 1;\n', 'exports.a = 1;', 'exports.a = 1;\r\n', '']) {
    assert.equal(removeStateDir(addStateDir(text))?.trimEnd(), text.trimEnd());
    assert.equal(hasStateDir(addStateDir(text)), true);
  }
  assert.equal(removeStateDir(addStateDir('a\n')), 'a\n');
  assert.equal(removeStateDir(addStateDir('a\n').replace('.claude', '.other')), null);
  assert.equal(removeStateDir('exports.a = 1;\n'), null);
});

test('an entry keeps the style of its file', () => {
  assert.equal(addIgnore(null, 'x/'), 'x/\n');
  assert.equal(addIgnore('a\r\nb', 'x/'), 'a\r\nb\r\nx/\r\n');
});

test('entries in .gitignore end their line, also where the last one had no end; they go without a trace', () => {
  const [state, other] = ['.claude/state/', '.claude/checkpoints/'];
  const planning = (text: string, manifest: Manifest = {}): Planning => ({
    version: '1.0.0',
    load: (file) => (file === '.gitignore' ? text : null),
    manifest,
  });
  for (const text of ['dist/', 'dist/\n', 'a\r\ndist/', 'a\r\n', '\n']) {
    const { after, record } = planIgnore([state, other], planning(text));
    assert.ok(after !== null && after.endsWith('\n'), JSON.stringify(after));
    assert.ok(record);
    const manifest = { '.gitignore': record };
    assert.equal(planIgnoreRemoval(planning(after, manifest), () => false).after, text);
    const later = planIgnoreRemoval(planning(`${after}later/\n`, manifest), () => false).after ?? '';
    assert.equal(later.replaceAll('\r', ''), `${text.trimEnd()}\nlater/\n`.replaceAll('\r', ''), JSON.stringify(text));
    const held = planIgnoreRemoval(planning(after, manifest), (folder) => folder === state);
    assert.match(held.after ?? '', /state\/\r?\n$/);
    const rest = { '.gitignore': held.record ?? record };
    assert.equal(planIgnoreRemoval(planning(held.after ?? '', rest), () => false).after, text);
  }
});
