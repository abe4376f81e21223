import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { sweepTempFiles } from './sweep.js';
import { tempName, tempOwner } from '../../disk/temp-name.js';

const folder = '.claude/state/.pawl/tmp';
/** A process that is gone. */
const gone = spawnSync(process.execPath, ['-e', '']).pid;

function nameOf(pid: number): string {
  return `${pid.toString(16).padStart(8, '0')}-0001-0badcafe.tmp`;
}

function place(root: string, file: string, ageMs: number): string {
  const target = path.join(root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, 'x');
  const at = (Date.now() - ageMs) / 1000;
  fs.utimesSync(target, at, at);
  return target;
}

const [minute, day] = [60_000, 24 * 60 * 60_000];

describe('the sweep', () => {
  test('takes away what is old and whose process is gone, in every folder where temp files are made', () => {
    const root = tempFolder();
    const folders = [folder, '.claude/state/.pawl/command', '.claude/state', '.claude/checkpoints'];
    const old = folders.map((one) => place(root, `${one}/${nameOf(gone)}`, 2 * minute));
    assert.deepEqual(sweepTempFiles(root, minute).sort(), old.sort());
    assert.ok(old.every((file) => !fs.existsSync(file)));
  });

  test('takes away the turn of a writer that was killed', () => {
    const root = tempFolder();
    const turn = place(root, `${folder}/0123456789abcdef.turn`, 2 * minute);
    place(root, `${folder}/fedcba9876543210.turn`, 0);
    assert.deepEqual(sweepTempFiles(root, minute), [turn]);
  });

  test('leaves what is young, what a living process made, and what is not pawl’s', () => {
    const root = tempFolder();
    const kept = [
      place(root, `${folder}/${nameOf(gone)}`, minute / 2),
      place(root, `${folder}/${nameOf(process.ppid)}`, 2 * minute),
      place(root, `${folder}/${nameOf(process.pid)}`, 2 * minute),
      place(root, `${folder}/notes.tmp`, 9 * day),
      place(root, '.claude/state/mine.tmp', 9 * day),
      place(root, `elsewhere/${nameOf(gone)}`, 9 * day),
    ];
    assert.deepEqual(sweepTempFiles(root, minute), []);
    assert.ok(kept.every((file) => fs.existsSync(file)));
  });

  test('takes away what is older than a day, whoever has that process id now', () => {
    const root = tempFolder();
    place(root, `${folder}/${nameOf(process.ppid)}`, 2 * day);
    assert.equal(sweepTempFiles(root, minute).length, 1);
  });

  test('follows no link out of the project', () => {
    for (const level of [
      folder,
      '.claude/state/.pawl',
      '.claude/state/.pawl/command',
      '.claude/checkpoints',
      '.claude',
    ]) {
      const [root, outside] = [tempFolder(), tempFolder()];
      const below = level === '.claude' ? 'state/.pawl/tmp/' : level.endsWith('.pawl') ? 'tmp/' : '';
      const file = place(outside, `${below}${nameOf(gone)}`, 9 * day);
      fs.mkdirSync(path.join(root, path.dirname(level)), { recursive: true });
      fs.symlinkSync(outside, path.join(root, level));
      try {
        sweepTempFiles(root, minute);
      } catch {
        // Refusing is fine, too.
      }
      assert.ok(fs.existsSync(file), level);
    }
  });

  test('knows the names that temp files get, and no others', () => {
    const names = Array.from({ length: 1_000 }, tempName);
    assert.equal(new Set(names).size, 1_000);
    assert.equal(new Set(names.map((name) => name.length)).size, 1);
    assert.ok(names.every((name) => tempOwner(name) === process.pid));
    for (const other of ['x.tmp', '0000000g-0001-00000000.tmp', '00000001-0001-00000000.tmp.json', ''])
      assert.equal(tempOwner(other), null);
  });
});
