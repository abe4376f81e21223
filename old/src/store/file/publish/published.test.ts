import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../../test/support/temp.js';
import { checksum } from '../../../rules/checksum.js';
import { isPawlError } from '../../../rules/errors.js';
import { writeNewFile } from '../../../disk/files.js';
import { closeLooks, type Look, look, replacePublished } from './published.js';

function seen(file: string): Look {
  return look(file) ?? assert.fail('absent');
}

function setUp(text: string | null): { target: string; temp: string } {
  const folder = tempFolder();
  const [target, temp] = [path.join(folder, 'file.json'), path.join(folder, 'tmp')];
  fs.mkdirSync(temp);
  if (text !== null) fs.writeFileSync(target, text, { mode: 0o640 });
  return { target, temp };
}

describe('looking at a published file', () => {
  test('again and again, its checksum is always that of the bytes that stand there', () => {
    const { target } = setUp('one');
    for (const text of ['one', 'one', 'two', 'one', 'twos', '', 'one']) {
      fs.writeFileSync(target, text);
      const now = seen(target);
      closeLooks(now);
      assert.deepEqual([now.hash, now.bytes.toString()], [checksum(Buffer.from(text)), text]);
    }
  });
});

describe('replacing a published file', () => {
  test('puts the new bytes in its place, with the mode that it had, and leaves no temp file', () => {
    const { target, temp } = setUp('old');
    const before = seen(target);
    const { is } = replacePublished(target, Buffer.from('new'), before, temp);
    closeLooks(before);
    assert.equal(is, 'done');
    assert.equal(fs.readFileSync(target, 'utf8'), 'new');
    assert.equal(fs.statSync(target).mode & 0o777, 0o640);
    assert.deepEqual(fs.readdirSync(temp), []);
  });

  test('does nothing when another file stands there by now', () => {
    const { target, temp } = setUp('old');
    const before = seen(target);
    fs.writeFileSync(`${target}.other`, 'theirs');
    fs.renameSync(`${target}.other`, target);
    assert.deepEqual(replacePublished(target, Buffer.from('new'), before, temp), { is: 'changed' });
    closeLooks(before);
    assert.equal(fs.readFileSync(target, 'utf8'), 'theirs');
    assert.deepEqual(fs.readdirSync(temp), []);
  });

  test('does nothing when a file appeared, or went away', () => {
    const appeared = setUp('theirs');
    assert.equal(replacePublished(appeared.target, Buffer.from('new'), null, appeared.temp).is, 'changed');
    const gone = setUp('old');
    const before = seen(gone.target);
    fs.rmSync(gone.target);
    assert.equal(replacePublished(gone.target, Buffer.from('new'), before, gone.temp).is, 'changed');
    closeLooks(before);
    assert.equal(fs.existsSync(gone.target), false);
  });

  test('gives back what someone wrote into the file after it was looked at', () => {
    const { target, temp } = setUp('old');
    const before = seen(target);
    fs.writeFileSync(target, 'edited in place');
    const outcome = replacePublished(target, Buffer.from('new'), before, temp);
    closeLooks(before);
    assert.equal(outcome.is, 'overwrote');
    assert.equal(outcome.is === 'overwrote' && outcome.bytes.toString(), 'edited in place');
    assert.equal(fs.readFileSync(target, 'utf8'), 'new');
  });

  test('on another file system than the temp folder works all the same', (t) => {
    const { target, temp } = setUp('old');
    const rename = fs.renameSync.bind(fs);
    t.mock.method(fs, 'renameSync', (from: string, to: string) => {
      if (path.dirname(from) === temp) throw Object.assign(new Error('cross-device link'), { code: 'EXDEV' });
      rename(from, to);
    });
    const before = seen(target);
    assert.equal(replacePublished(target, Buffer.from('new'), before, temp).is, 'done');
    closeLooks(before);
    assert.equal(fs.readFileSync(target, 'utf8'), 'new');
    assert.deepEqual([fs.readdirSync(temp), fs.readdirSync(path.dirname(target)).sort()], [[], ['file.json', 'tmp']]);
  });

  test('that was written short, without an error, leaves the old file and no temp file', (t) => {
    const { target, temp } = setUp('old');
    const write = fs.writeSync.bind(fs) as (fd: number, bytes: Uint8Array) => number;
    const short = ((fd: number, bytes: Uint8Array): number => write(fd, bytes.subarray(0, 2))) as typeof fs.writeSync;
    t.mock.method(fs, 'writeSync', short);
    const before = seen(target);
    const replace = () => replacePublished(target, Buffer.from('new bytes'), before, temp);
    assert.throws(replace, (error) => isPawlError(error, 'disk-full'));
    closeLooks(before);
    assert.equal(fs.readFileSync(target, 'utf8'), 'old');
    assert.deepEqual(fs.readdirSync(temp), []);
  });

  test('whose bytes did not all arrive, though the system said so, leaves the old file', (t) => {
    const { target, temp } = setUp('old');
    const write = fs.writeSync.bind(fs) as (fd: number, bytes: Uint8Array) => number;
    const lying = ((fd: number, bytes: Uint8Array): number => {
      write(fd, bytes.subarray(0, 2));
      return bytes.length;
    }) as typeof fs.writeSync;
    t.mock.method(fs, 'writeSync', lying);
    const before = seen(target);
    const replace = () => replacePublished(target, Buffer.from('new bytes'), before, temp);
    assert.throws(replace, (error) => isPawlError(error, 'disk-full'));
    closeLooks(before);
    assert.equal(fs.readFileSync(target, 'utf8'), 'old');
  });
});

describe('a look', () => {
  test('at a link, a folder or an unreadable file is refused; absence is not an error', () => {
    const folder = tempFolder();
    assert.equal(look(path.join(folder, 'absent')), null);
    fs.symlinkSync('absent', path.join(folder, 'link'));
    assert.throws(
      () => look(path.join(folder, 'link')),
      (error) => isPawlError(error, 'unsafe-path'),
    );
    assert.throws(
      () => look(folder),
      (error) => isPawlError(error, 'unreadable'),
    );
    fs.writeFileSync(path.join(folder, 'file'), 'x');
    assert.throws(
      () => look(path.join(folder, 'file', 'below')),
      (error) => isPawlError(error, 'unreadable'),
    );
  });
});

describe('a new file', () => {
  test('is never written over another one, or through a link', () => {
    const folder = tempFolder();
    const [file, link, outside] = ['file', 'link', 'outside'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    fs.writeFileSync(file, 'theirs');
    fs.symlinkSync(outside, link);
    for (const taken of [file, link]) {
      assert.throws(() => writeNewFile(taken, Buffer.from('ours'), { mode: 0o600, sync: false }), isPawlError);
    }
    assert.equal(fs.readFileSync(file, 'utf8'), 'theirs');
    assert.equal(fs.existsSync(outside), false);
  });
});
