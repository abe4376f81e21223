// Taking turns, with real processes that are gone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../test/support/temp.js';
import { Turn } from './turn.js';

function turnFile(): string {
  return path.join(tempFolder(), 'x.turn');
}

describe('a turn', () => {
  test('is had by one at a time, and free again once it is given back', () => {
    const file = turnFile();
    const [one, two] = [new Turn(file), new Turn(file)];
    assert.ok(one.take());
    assert.equal(two.take(), false);
    two.release();
    assert.equal(two.take(), false, 'who does not have it cannot give it back');
    one.release();
    assert.ok(two.take());
    two.release();
    assert.ok(!fs.existsSync(file));
  });

  test('of a process that is gone does not stop the others', () => {
    const file = turnFile();
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    fs.writeFileSync(file, String(pid));
    const past = new Date(Date.now() - 50);
    fs.utimesSync(file, past, past);
    const turn = new Turn(file);
    assert.equal(turn.take(), false);
    assert.ok(turn.take());
  });

  test('that is held far too long is taken for forgotten', () => {
    const file = turnFile();
    fs.writeFileSync(file, String(process.pid));
    const past = new Date(Date.now() - 5_000);
    fs.utimesSync(file, past, past);
    const turn = new Turn(file);
    assert.equal(turn.take(), false);
    assert.ok(turn.take());
  });

  test('that cannot be taken at all stops nobody', () => {
    assert.ok(new Turn(path.join(tempFolder(), 'no-folder', 'x.turn')).take());
  });

  test('is asked for only where others were met', () => {
    const turn = new Turn(turnFile());
    assert.ok(!turn.isNeeded);
    turn.queue();
    assert.ok(turn.isNeeded);
  });
});
