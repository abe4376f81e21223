// Durable before yes, seen from outside (strace): the record is synced, and its folder when the log is new, before the answer.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { places, restore, snapshot } from '../support/checkpoints.js';
import { missing, runWorker } from '../support/programs.js';
import { beginMark, type Mode, setUp } from '../support/save-modes.js';
import { tempFolder } from '../support/temp.js';

/** The calls of one save in order, with paths from the root in place of descriptors; null when the test was skipped. */
async function callsOf(t: TestContext, mode: Mode): Promise<string[] | null> {
  const reason = missing('strace', ['-V']);
  if (reason !== null) {
    t.skip(reason);
    return null;
  }
  const origin = tempFolder();
  await setUp[mode].prepare(origin);
  const root = fs.realpathSync(tempFolder());
  restore(root, snapshot(origin));
  const out = path.join(tempFolder(), 'trace');
  const calls = 'trace=openat,write,writev,fdatasync,fsync,rename,link,unlink,access';
  const under = ['strace', '-f', '--seccomp-bpf', '-qq', '-y', '-s', '40', '-o', out, '-e', calls];
  const { stdout } = await runWorker('one-save', [root, mode], { under });
  assert.match(stdout, /^yes/);
  const text = fs.readFileSync(out, 'utf8').replaceAll(`${root}/`, '');
  const lines = text.slice(text.indexOf(beginMark)).split('\n');
  return lines.map((line) => line.replace(/^\d+ +/, ''));
}

function indexOf(lines: readonly string[], pattern: RegExp, from = 0): number {
  const found = lines.findIndex((line, index) => index >= from && pattern.test(line));
  assert.ok(found >= 0, `${pattern} not in\n${lines.join('\n')}`);
  return found;
}

const log = places.log.replaceAll('.', '\\.');
const folder = path.dirname(places.log).replaceAll('.', '\\.');

describe('a save that says yes', () => {
  for (const mode of ['update', 'soon'] as const) {
    test(`has synced its record before (${mode})`, async (t) => {
      const lines = await callsOf(t, mode);
      if (lines === null) return;
      const written = indexOf(lines, new RegExp(`^write\\(\\d+<${log}>`));
      const synced = indexOf(lines, new RegExp(`^fdatasync\\(\\d+<${log}>`), written);
      assert.ok(synced < indexOf(lines, /^writev\(1.*yes/));
    });
  }

  test('has synced the log of a file that was only found, and its folder', async (t) => {
    for (const mode of ['adopt', 'found'] as const) {
      const lines = await callsOf(t, mode);
      if (lines === null) return;
      const yes = indexOf(lines, /^writev\(1.*yes/);
      assert.ok(indexOf(lines, new RegExp(`^fdatasync\\(\\d+<${log}>`)) < yes, mode);
      assert.ok(indexOf(lines, new RegExp(`^fsync\\(\\d+<[^>]*${folder}>`)) < yes, mode);
    }
  });

  test('has synced the folder of a new log before', async (t) => {
    const lines = await callsOf(t, 'create');
    if (lines === null) return;
    const yes = indexOf(lines, /^writev\(1.*yes/);
    const written = indexOf(lines, new RegExp(`^write\\(\\d+<${log}>`));
    assert.ok(indexOf(lines, new RegExp(`^fdatasync\\(\\d+<${log}>`), written) < yes);
    assert.ok(indexOf(lines, new RegExp(`^fsync\\(\\d+<[^>]*${folder}>`), written) < yes);
    for (const made of ['.claude', '.claude/state', '.claude/state/.pawl']) {
      assert.ok(indexOf(lines, new RegExp(`^fsync\\(\\d+<(?:[^>]*/)?${made.replaceAll('.', '\\.')}>`)) < yes, made);
    }
  });

  test('replaces a packed segment only when its pack and its successor are on the disk', async (t) => {
    const lines = await callsOf(t, 'rotate');
    if (lines === null) return;
    const pointer = indexOf(lines, new RegExp(`^rename\\("[^"]*\\.tmp", "${log}"`));
    const next = log.replace('\\.log', '\\+2\\.log');
    const pack = log.replace('\\.log', '\\+1\\.log\\.br');
    const begun = indexOf(lines, new RegExp(`^fdatasync\\(\\d+<${next}>`));
    const entered = indexOf(lines, new RegExp(`^fsync\\(\\d+<[^>]*${folder}>`), begun);
    const packed = indexOf(lines, new RegExp(`^(?:rename|link)\\("[^"]*\\.tmp", "${pack}"`));
    assert.ok(begun < pointer && entered < pointer && packed < pointer);
    assert.ok(
      lines.slice(0, packed).some((line) => /^f(?:data)?sync\(\d+<[^>]*\.tmp>/.test(line)),
      'the pack was not synced',
    );
    assert.ok(
      indexOf(lines, new RegExp(`^fsync\\(\\d+<[^>]*${folder}>`), packed) < pointer,
      'the pack’s entry was not synced',
    );
  });

  test('has not removed or replaced the published file before its record was synced', async (t) => {
    for (const mode of ['update', 'archive'] as const) {
      const lines = await callsOf(t, mode);
      if (lines === null) return;
      const synced = indexOf(lines, new RegExp(`^fdatasync\\(\\d+<${log}>`));
      const touched = indexOf(
        lines,
        /^(?:rename\(.*|unlink\(")\.claude\/state\/implement-auth\.json"|^rename\(.*implement-auth\.json"/,
      );
      assert.ok(synced < touched, mode);
    }
  });
});
