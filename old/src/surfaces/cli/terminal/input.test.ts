import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { buildSync } from 'esbuild';
import { phase } from '../../../../test/support/example-rows.js';
import { tempFolder } from '../../../../test/support/temp.js';
import { limits } from '../../../rules/limits.js';
import { parseCall } from '../call.js';
import { inputOf, resolveText } from './input.js';

const stdin = (text: string | Buffer): { readonly readStdin: () => Buffer } => ({ readStdin: () => Buffer.from(text) });

test('a text is taken as it stands, from a file, or from stdin', () => {
  const cwd = tempFolder();
  fs.writeFileSync(path.join(cwd, 'notes.md'), '\ufeffone\ntwo\n');
  assert.equal(resolveText('plain'), 'plain');
  assert.equal(resolveText(''), '');
  assert.equal(resolveText('- a list', stdin('no')), '- a list');
  assert.equal(resolveText('@notes.md', { cwd }), 'one\ntwo');
  assert.equal(resolveText(`@${path.join(cwd, 'notes.md')}`), 'one\ntwo');
  assert.equal(resolveText('-', stdin('from stdin\r\n')), 'from stdin');
  assert.equal(resolveText('@@mention'), '@mention');
});

test('an option is resolved by its name', () => {
  const args = parseCall(phase, ['r', 'p', 'failed', '--summary', '-']);
  assert.equal(inputOf(args, 'summary', stdin('text')), 'text');
  assert.equal(inputOf(args, 'created', stdin('text')), undefined);
  assert.throws(() => inputOf(args, 'summary', stdin('')), { code: 'bad-input', message: /stdin is empty/ });
});

test('a file that is not there is a wrong call; one that cannot be read, or is no text, says why', () => {
  const cwd = tempFolder();
  fs.writeFileSync(path.join(cwd, 'bytes'), Buffer.from([0xff, 0xfe]));
  fs.writeFileSync(path.join(cwd, 'large'), '');
  fs.truncateSync(path.join(cwd, 'large'), limits.maxBytes + 1);
  assert.throws(() => resolveText('@none', { cwd }), { code: 'bad-usage', message: 'there is no file none' });
  assert.throws(() => resolveText('@.', { cwd }), { code: 'unreadable', message: 'cannot read .: it is a folder' });
  assert.throws(() => resolveText('@bytes', { cwd }), { code: 'bad-input', message: 'bytes is not UTF-8 text' });
  assert.throws(() => resolveText('@large', { cwd }), { code: 'too-large' });
  assert.throws(() => resolveText('-', stdin(Buffer.from([0xff]))), { code: 'bad-input' });
});

test('a long text is read to its end', () => {
  const cwd = tempFolder();
  fs.writeFileSync(path.join(cwd, 'long'), 'x'.repeat(200_000));
  assert.equal(resolveText('@long', { cwd }).length, 200_000);
});

test('stdin comes slowly, once', () => {
  const file = path.join(tempFolder(), 'reader.cjs');
  buildSync({
    stdin: {
      contents: `import { resolveText } from './src/surfaces/cli/terminal/input.ts';
        console.log(resolveText('-').length);
        try { resolveText('-') } catch (error) { console.log(error.code) }`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    outfile: file,
    logLevel: 'silent',
  });
  const slow = '{ printf a; sleep 0.1; head -c 100000 /dev/zero; sleep 0.1; printf b; } | "$1" "$2"';
  const run = spawnSync('sh', ['-c', slow, 'sh', process.execPath, file], { encoding: 'utf8' });
  assert.equal(run.stdout, '100002\nbad-usage\n', run.stderr);
});
