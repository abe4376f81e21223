// Folding and replaying records that were made by hand.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../../test/support/temp.js';
import { beginChain, extendChain } from './chain.js';
import { replay } from './replay.js';
import { judge } from '../publish/judge.js';
import { packName } from '../../../disk/layout.js';
import { Log } from './log.js';
import { unpackState } from './pack-codec.js';
import {
  type FullRecord,
  type LogRecord,
  type Read,
  type StepRecord,
  encodeRecord,
  readLines,
  recordVersion,
} from './record.js';

const at = '2026-01-01T00:00:00.000Z';

function read(record: LogRecord): Read {
  const line = readLines(encodeRecord(record).bytes)[0]?.record;
  assert.ok(line != null);
  return line;
}

function full(r: number, p: string, seg: number): Read {
  const base = { k: 'full', v: recordVersion, r, p, t: at, id: 'x', by: 'test', w: 1, e: ['test'] } as const;
  const record: FullRecord = { ...base, key: 'command:a', s: { n: r }, n: 7, seg };
  return read(record);
}

function step(r: number, p: string, d: StepRecord['d']): StepRecord {
  return { k: 'step', v: recordVersion, r, p, t: at, id: 'y', by: 'test', w: 1, e: ['test'], d };
}

function seal(r: number, p: string, n: number): Read {
  return read({ k: 'seal', v: recordVersion, r, p, t: at, id: 'x', n });
}

function never(): never {
  throw new Error('not asked');
}

describe('a log', () => {
  test('in which two processes began a segment, one of them late, is replayed without a hole', () => {
    const first = full(1, '', 1);
    const firstSeal = seal(1, first.h, 2);
    const second = full(1, firstSeal.h, 2);
    const secondSeal = seal(1, second.h, 3);
    const third = full(1, secondSeal.h, 3);
    const last = read(step(2, third.h, { '=': { '/n': 2 } }));
    const late = full(1, firstSeal.h, 2);
    const all = replay(
      [
        [first, firstSeal],
        [second, secondSeal, late],
        [third, last],
      ],
      unpackState,
    );
    assert.deepEqual(
      all.map((one) => [one.revision, one.state]),
      [
        [1, { n: 1 }],
        [2, { n: 2 }],
      ],
    );
  });

  test('that is read on by several markers knows the bytes of each, so that a published file is recognised', () => {
    const first = full(1, '', 1);
    assert.ok(first.k === 'full');
    const chain = beginChain(first, unpackState);
    const marks = ['one', 'two', 'three'].map((b): Read => {
      return read({ k: 'pub', v: recordVersion, r: 1, p: first.h, b, pl: 'live' });
    });
    extendChain(
      chain,
      marks.map((record) => ({ record, bytes: 10 })),
      unpackState,
    );
    const know = {
      parse: never,
      isNewest: () => false,
      isOlder: never,
      isYoungerThanLog: () => false,
      putBackAs: never,
      isFresh: () => false,
      isFromGit: () => false,
    };
    for (const hash of ['one', 'two']) {
      assert.deepEqual(judge(chain, { live: { bytes: Buffer.from('x'), hash }, failed: null }, know), {
        is: 'behind',
        isPutBack: true,
        isByHand: false,
      });
    }
  });

  test('that two processes began with the same line, one of them late, is read from the first of the two', () => {
    const began = { ...full(5, 'seal', 2) };
    const { h: _hash, ...line } = began;
    assert.ok(line.k === 'full');
    const six = read(step(6, began.h, { '=': { '/n': 6 } }));
    const marker: LogRecord = { k: 'pub', v: recordVersion, r: 5, p: began.h, b: 'x', pl: 'live' };
    const seven = step(7, six.h, { '=': { '/n': 7 } });
    const folder = tempFolder();
    const { h: _other, ...sixth } = six;
    // Behind the late beginning stands something that stands on its twin: it is no proof of anything.
    const records: readonly LogRecord[] = [line, sixth, line, marker, seven];
    fs.writeFileSync(path.join(folder, 'a.log'), Buffer.concat(records.map((record) => encodeRecord(record).bytes)));
    const log = new Log(folder, 'a');
    log.refresh();
    assert.equal(log.chain?.damage, null);
    assert.equal(log.chain?.revision, 7);
    log.close();
  });

  test('does not bring a segment back to life that others have filled and packed meanwhile', () => {
    const folder = tempFolder();
    const log = new Log(folder, 'a');
    log.refresh();
    const { h: _hash, ...record } = full(1, '', 1);
    assert.ok(log.append(record));
    fs.writeFileSync(path.join(folder, packName('a', 2)), '');
    assert.equal(log.moveTo(2), false);
    assert.deepEqual(fs.readdirSync(folder).sort(), ['a+2.log.br', 'a.log']);
    log.close();
  });
});
