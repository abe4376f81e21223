// Questions in a real pseudo-terminal: letters, Ctrl-C, Ctrl-D, and nobody there.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';
import { tempFolder } from '../support/temp.js';
import { node } from './program.js';
import { inTerminal, noTerminal } from './terminal.js';

/** A program that asks for one of r, s, v and d, twice. */
async function asking(): Promise<{ readonly file: string; readonly folder: string }> {
  const folder = tempFolder();
  const file = path.join(folder, 'asking.cjs');
  const contents = `
    import { canAsk, choose } from './src/surfaces/cli/terminal/ask.ts';
    import { openOutput } from './src/surfaces/cli/terminal/output.ts';
    async function main() {
      if (!canAsk(openOutput(false))) return console.log('nobody there');
      const first = await choose('Choice [r/s/v/d]:', 'rsvd');
      const second = await choose('Again [r/S]:', 'rs', 's');
      console.log('chosen ' + first + second);
    }
    main().catch((error) => { console.log(error.message); process.exitCode = error.exit; });`;
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: file,
    logLevel: 'silent',
  });
  assert.ok(fs.existsSync(file));
  return { file, folder };
}

describe('a choice', { skip: noTerminal }, () => {
  test('is one letter and the return key; a word that holds one is asked for again', async () => {
    const { file, folder } = await asking();
    const seen = await inTerminal(
      [file],
      [
        ['Choice', 'yes\r'],
        ['Please answer r, s, v or d', '\r'],
        ['Please answer r, s, v or d', 'V\r'],
        ['Again', '\r'],
      ],
      folder,
    );
    assert.equal(seen.code, 0, seen.screen);
    assert.match(seen.screen, /chosen vs/);
  });

  for (const [keys, code, says] of [
    ['\u0003', 130, 'interrupted'],
    ['\u0004', 6, 'not answered'],
  ] as const) {
    test(`ends with ${code} at ${JSON.stringify(keys)}, also when it is the second one`, async () => {
      const { file, folder } = await asking();
      const first = await inTerminal([file], [['Choice', keys]], folder);
      assert.equal(first.code, code, first.screen);
      assert.ok(first.screen.includes(says), first.screen);
      const second = await inTerminal(
        [file],
        [
          ['Choice', 'd\r'],
          ['Again', keys],
        ],
        folder,
      );
      assert.equal(second.code, code, second.screen);
    });
  }
});

test('without a terminal nothing is asked and nothing waits', async () => {
  const { file, folder } = await asking();
  assert.deepEqual(node([file], folder), { code: 0, out: 'nobody there\n', err: '' });
});
