import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { KeptOutput } from './kept-output.js';

function keep(
  chunks: readonly string[],
  sizes = { headChars: 400, tailChars: 300 },
): { log: string; kept: KeptOutput } {
  let log = '';
  const kept = new KeptOutput((text) => (log += text), sizes);
  for (const chunk of chunks) kept.push('out', Buffer.from(chunk));
  kept.end();
  return { log, kept };
}

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');
const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

describe('the output of a child', () => {
  test('is kept as it came while it fits', () => {
    assert.equal(keep(['one\ntw', 'o\nthree']).log, 'one\ntwo\nthree\n');
  });

  test('keeps its beginning and its end, in whole lines, and says how much is left out', () => {
    const whole = numbered(1000);
    const { log } = keep([whole]);
    assert.match(log, /^line 0\nline 1\n/);
    assert.match(log, /\nline 998\nline 999\n$/);
    const leftOut = Number(/\[pawl: (\d+) characters left out here\]/.exec(log)?.[1]);
    const kept = log.replace(/\[pawl: .*\]\n/, '');
    assert.equal(kept.length + leftOut, whole.length);
    assert.ok(kept.length <= 700 && kept.split('\n').every((line) => line === '' || /^line \d+$/.test(line)));
  });

  test('comes to the same whatever pieces it comes in', () => {
    const whole = numbered(300);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 20 }), (cuts) => {
        const chunks: string[] = [];
        let at = 0;
        for (const cut of cuts) chunks.push(whole.slice(at, (at += cut)));
        chunks.push(whole.slice(at));
        const { log } = keep(chunks);
        const leftOut = Number(/\[pawl: (\d+) characters left out here\]/.exec(log)?.[1]);
        assert.equal(log.replace(/\[pawl: .*\]\n/, '').length + leftOut, whole.length);
        assert.match(log, /\nline 299\n$/);
      }),
    );
  });

  test('has no secret in it, also one that came in two pieces, in the beginning, the end and the last line', () => {
    const { log, kept } = keep([
      `token ${secret.slice(0, 9)}`,
      `${secret.slice(9)}\n`,
      numbered(500),
      `end ${secret}\n`,
    ]);
    assert.ok(!log.includes(secret.slice(4)));
    assert.match(log, /^token \[redacted:/);
    assert.match(log, /end \[redacted:[\w-]+\]\n$/);
    assert.match(kept.lastLine(), /^end \[redacted:/);
    assert.match(kept.tail(40), /end \[redacted:/);
  });

  test('has no secret in it that escape sequences cut in pieces', () => {
    const hidden = `${secret.slice(0, 9)}\u001b[0m${secret.slice(9)}`;
    const { log, kept } = keep([`token ${hidden}\n`, numbered(500), `end ${hidden}\n`]);
    for (const text of [log, kept.lastLine(), kept.tail(60)]) {
      assert.ok(!text.includes(secret.slice(9)), text);
    }
  });

  test('has no private key in it, though that comes line by line', () => {
    const body = Array.from(
      { length: 12 },
      (_, at) => `${String.fromCharCode(65 + at)}${'bC3dE5fG'.repeat(7)}1234567\n`,
    );
    const key = ['-----BEGIN RSA PRIVATE KEY-----\n', ...body, '-----END RSA PRIVATE KEY-----\n'];
    const { log } = keep(['before\n', ...key, 'after\n'], { headChars: 4000, tailChars: 300 });
    assert.equal(log, 'before\n[redacted:private-key]\nafter\n');
    const cut = keep(key.slice(0, 5), { headChars: 4000, tailChars: 300 });
    assert.ok(!cut.log.includes('bC3dE5fG'));
  });

  test('takes little memory, however much it is, with and without line ends', () => {
    const sizes = { headChars: 1000, tailChars: 1000 };
    for (const chunk of ['y\n'.repeat(32 * 1024), 'y'.repeat(64 * 1024)]) {
      const { log, kept } = keep(
        Array.from({ length: 500 }, () => chunk),
        sizes,
      );
      assert.equal(kept.bytes, 500 * 64 * 1024);
      assert.ok(log.length < 100_000, String(log.length));
    }
  });

  test('that is no text does no harm', () => {
    let log = '';
    const kept = new KeptOutput((text) => (log += text));
    kept.push('out', Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3]));
    kept.push('err', Buffer.from('beside\n'));
    kept.end();
    assert.match(log, /beside\n/);
  });
});
