import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../../test/support/temp.js';
import { isPawlError } from '../../../rules/errors.js';
import { commandKey } from '../../../rules/names.js';
import { Log } from './log.js';
import { type FullRecord, type StepRecord, encodeRecord, recordVersion } from './record.js';
import { rotate } from './segments.js';

const key = commandKey('implement', 'auth');
const at = '2026-01-01T00:00:00.000Z';
let ids = 0;

function first(n: number): FullRecord {
  const id = String(++ids);
  return {
    k: 'full',
    v: recordVersion,
    r: 1,
    p: '',
    t: at,
    id,
    by: 'test',
    w: 1,
    e: ['saved'],
    key: 'command:implement/auth',
    s: { n },
    n: 8,
    seg: 1,
  };
}

function next(log: Log, n: number): StepRecord {
  const { chain } = log;
  if (chain === null) throw new Error('no chain');
  return {
    k: 'step',
    v: recordVersion,
    r: chain.revision + 1,
    p: chain.head,
    t: at,
    id: String(++ids),
    by: 'test',
    w: 1,
    e: ['saved'],
    d: { '=': { '/n': n } },
  };
}

function begun(): { folder: string; log: Log } {
  const folder = tempFolder();
  const log = new Log(folder, 'implement-auth');
  log.refresh();
  assert.equal(log.append(first(1)), true);
  log.sync();
  return { folder, log };
}

function opened(folder: string): Log {
  const log = new Log(folder, 'implement-auth');
  log.refresh();
  return log;
}

function turn(log: Log): void {
  rotate(log, key, { at, id: 'turn' });
  log.refresh();
}

describe('a log', () => {
  test('a record counts when its predecessor is the newest where it landed', () => {
    const { folder, log } = begun();
    const other = opened(folder);
    assert.equal(other.append(next(other, 2)), true);
    assert.equal(log.append(next(log, 3)), false);
    assert.deepEqual(log.chain?.state, { n: 2 });
    assert.equal(log.chain?.damage, null);
  });

  test('of two first records the second is overtaken', () => {
    const folder = tempFolder();
    const [one, two] = [opened(folder), opened(folder)];
    assert.equal(one.append(first(1)), true);
    assert.equal(two.append(first(2)), false);
    assert.deepEqual(opened(folder).chain?.state, { n: 1 });
  });

  test('a writer that slept while the log was sealed notices that its record is void', () => {
    const { folder, log } = begun();
    const late = opened(folder);
    const record = next(late, 2);
    turn(log);
    assert.equal(late.append(record), false);
    late.refresh();
    assert.equal(late.chain?.revision, 1);
    assert.equal(late.append(next(late, 3)), true);
    assert.deepEqual(opened(folder).chain?.state, { n: 3 });
  });

  test('a writer that slept over several segments notices that its record is void', () => {
    const { folder, log } = begun();
    turn(log);
    const late = opened(folder);
    const record = next(late, 9);
    for (let n = 2; n < 5; n++) {
      assert.equal(log.append(next(log, n)), true);
      turn(log);
    }
    assert.equal(late.append(record), false);
    assert.deepEqual(opened(folder).chain?.state, { n: 4 });
  });

  test('a writer that saw no log, slept, and comes back after packing cannot begin it again', () => {
    const folder = tempFolder();
    const late = opened(folder);
    assert.equal(late.state, 'absent');
    const log = opened(folder);
    assert.equal(log.append(first(1)), true);
    turn(log);
    assert.equal(late.append(first(9)), false);
    assert.deepEqual(opened(folder).chain?.state, { n: 1 });
  });

  test('a torn line before a record does not swallow it', () => {
    const { folder, log } = begun();
    const { bytes } = encodeRecord(next(log, 7));
    fs.appendFileSync(log.file, bytes.subarray(0, bytes.length - 5));
    const other = opened(folder);
    assert.equal(other.append(next(other, 2)), true);
    assert.deepEqual(opened(folder).chain?.state, { n: 2 });
    log.refresh();
    assert.deepEqual(log.chain?.state, { n: 2 });
    assert.equal(log.chain?.damage, null);
  });

  test('a line that is still growing is read once it is whole', () => {
    const { folder, log } = begun();
    const { bytes } = encodeRecord(next(log, 2));
    const reader = opened(folder);
    fs.appendFileSync(log.file, bytes.subarray(0, 20));
    reader.refresh();
    assert.equal(reader.chain?.revision, 1);
    fs.appendFileSync(log.file, bytes.subarray(20));
    reader.refresh();
    assert.deepEqual(reader.chain?.state, { n: 2 });
  });

  test('a record that is overwritten by another writer in the moment it lands does not count', (t) => {
    const { log } = begun();
    const write = fs.writeSync.bind(fs);
    const garble = ((fd: number, bytes: Buffer): number => {
      const spoilt = Buffer.from(bytes);
      spoilt.fill(0x78, 10, 30);
      write(fd, spoilt);
      return bytes.length;
    }) as typeof fs.writeSync;
    t.mock.method(fs, 'writeSync', garble);
    assert.equal(log.append(next(log, 2)), false);
    assert.equal(log.chain?.revision, 1);
  });

  test('a whole record on a predecessor that is not here proves damage', () => {
    const { folder, log } = begun();
    for (let n = 2; n <= 5; n++) log.append(next(log, n));
    const bytes = fs.readFileSync(log.file);
    const third = bytes.indexOf('"/n":3');
    bytes[third + 5] = 0x39;
    fs.writeFileSync(log.file, bytes);
    const after = opened(folder);
    assert.equal(after.chain?.revision, 2);
    assert.match(after.chain?.damage ?? '', /revision 4 stands on a record that is missing or damaged/);
    assert.equal(after.chain?.highest, 5);
  });

  test('an overtaken record does not take the place of the damaged one that won', () => {
    const { folder, log } = begun();
    const late = opened(folder);
    const lost = next(late, 9);
    assert.equal(log.append(next(log, 2)), true);
    assert.equal(late.append(lost), false);
    log.refresh();
    assert.equal(log.append(next(log, 3)), true);
    const bytes = fs.readFileSync(log.file);
    const winner = bytes.indexOf('"/n":2');
    bytes[winner + 5] = 0x37;
    fs.writeFileSync(log.file, bytes);
    const after = opened(folder);
    assert.match(after.chain?.damage ?? '', /revision 3 stands on a record that is missing or damaged/);
  });

  test('a log that was cut while it was open is damage', () => {
    const { log } = begun();
    for (let n = 2; n <= 5; n++) log.append(next(log, n));
    fs.truncateSync(log.file, fs.statSync(log.file).size - 50);
    log.refresh();
    assert.match(log.chain?.damage ?? '', /ended at revision 5 a moment ago/);
  });

  test('a pointer to the current segment that cannot be read is no absent checkpoint', () => {
    const { folder, log } = begun();
    turn(log);
    const pointer = path.join(folder, 'implement-auth.log');
    const bytes = fs.readFileSync(pointer);
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    fs.writeFileSync(pointer, bytes);
    const after = new Log(folder, 'implement-auth');
    let state: string;
    try {
      after.refresh();
      state = after.state;
    } catch (error) {
      assert.ok(isPawlError(error, 'damaged'));
      state = 'damaged';
    }
    assert.notEqual(state, 'absent');
  });

  test('a missing segment is no absent checkpoint', () => {
    const { folder, log } = begun();
    turn(log);
    log.close();
    fs.rmSync(path.join(folder, 'implement-auth+2.log'));
    const { state, segment, illness } = opened(folder);
    assert.deepEqual([state, segment, illness], ['unintelligible', 2, 'implement-auth+2.log is missing']);
  });

  test('a missing pointer is no absent checkpoint: the current segment is found without it', () => {
    const { folder, log } = begun();
    turn(log);
    log.close();
    fs.rmSync(path.join(folder, 'implement-auth.log'));
    const after = opened(folder);
    assert.equal(after.segment, 2);
    assert.deepEqual(after.chain?.state, { n: 1 });
    after.close();
  });

  test('a segment whose beginning was cut off by a crash is begun by the next writer', () => {
    const { folder, log } = begun();
    const { chain } = log;
    assert.ok(chain !== null);
    log.append({ k: 'seal', v: recordVersion, r: 1, p: chain.head, t: at, id: 'x', n: 2 });
    log.close();
    for (const leftover of [null, '', '\n{"k":"full","v":1,']) {
      if (leftover !== null) fs.writeFileSync(path.join(folder, 'implement-auth+2.log'), leftover);
      const after = opened(folder);
      assert.deepEqual(after.chain?.state, { n: 1 }, `leftover ${JSON.stringify(leftover)}`);
      after.close();
    }
  });
});
