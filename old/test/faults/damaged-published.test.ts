// Every prefix and every flipped bit of a published file: the right revision, an edit that loses nothing, or a clean refusal.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { families } from '../../src/service/families.js';
import type { Stored } from '../../src/store/store.js';
import { filesBelow, openStore, places, restore, type Snapshot, snapshot } from '../support/checkpoints.js';
import { fastFolder, flipped } from '../support/fast-folder.js';
import { type Golden, goldens } from '../support/golden.js';
import { full, randomFrom, sized, tellSeed } from '../support/sizes.js';

/** A project that holds the golden file as its only revision. */
async function withGolden({ key, bytes, doc, file }: Golden): Promise<Snapshot> {
  const root = fastFolder();
  const store = openStore(root);
  await store.put(key, {
    state: doc,
    expect: 0,
    actor: 'test',
    event: { name: 'saved' },
    at: '2026-01-29T11:45:00.000Z',
  });
  await store.close();
  assert.deepEqual(fs.readFileSync(path.join(root, file)), bytes, 'stored as the seed prints it');
  return snapshot(root);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** What the damaged bytes are, as far as anyone can tell. */
function kindOf({ key }: Golden, bytes: Buffer): 'blank' | 'checkpoint' | 'garbage' {
  if (bytes.every((byte) => byte === 0)) return 'blank';
  return families[key.family].recognises(parse(bytes)) ? 'checkpoint' : 'garbage';
}

function asides(root: string): Buffer[] {
  const folder = path.join(root, places.aside);
  return filesBelow(folder).map((file) => fs.readFileSync(path.join(folder, file)));
}

async function verifyWithLog(golden: Golden, root: string, bytes: Buffer): Promise<void> {
  const { key, doc } = golden;
  const store = openStore(root);
  const read = await store.get(key);
  assert.ok(read !== null, 'absent');
  assert.deepEqual((await store.revision(key, 1))?.state, doc, 'revision 1 changed');
  const kind = kindOf(golden, bytes);
  if (kind === 'checkpoint' && !bytes.equals(golden.bytes)) {
    assert.ok(read.revision === 2 || JSON.stringify(parse(bytes)) === JSON.stringify(doc), `revision ${read.revision}`);
    assert.deepEqual(read.state, parse(bytes));
  } else {
    assert.equal(read.revision, 1);
    assert.deepEqual(read.state, doc);
  }
  if (kind === 'garbage')
    assert.ok(
      asides(root).some((kept) => kept.equals(bytes)),
      'the bytes are not kept aside',
    );
  const again: Stored | null = await store.get(key);
  assert.equal(again?.revision, read.revision, 'taken in twice');
  await store.close();
}

async function verifyForeign(golden: Golden, root: string, bytes: Buffer): Promise<void> {
  const { key, doc, file } = golden;
  const store = openStore(root);
  const put = { state: doc, expect: 0, actor: 'test', event: { name: 'saved' }, at: '2026-01-29T11:45:00.000Z' };
  if (kindOf(golden, bytes) === 'checkpoint') {
    const read = await store.get(key);
    assert.equal(read?.revision, 1);
    assert.deepEqual(read?.state, parse(bytes));
    assert.equal((await store.put(key, put)).ok, false);
  } else {
    assert.equal(store.getSync(key), null);
    await assert.rejects(store.get(key), (error) => isPawlError(error, 'corrupt'));
    await assert.rejects(store.put(key, put), (error) => isPawlError(error, 'corrupt'));
  }
  assert.deepEqual(fs.readFileSync(path.join(root, file)), bytes, 'the file was touched');
  await store.close();
}

async function sweep(t: TestContext, golden: Golden, hasLog: boolean): Promise<void> {
  tellSeed(t);
  const random = randomFrom();
  const files = hasLog ? await withGolden(golden) : new Map<string, Buffer>();
  const root = fastFolder();
  const { bytes, file } = golden;
  const bits = full
    ? Array.from({ length: bytes.length * 8 }, (_, n) => n)
    : Array.from({ length: 250 }, () => random.int(bytes.length * 8));
  const cases = [
    ...bits.map((bit) => [`bit ${bit}`, flipped(bytes, bit)] as const),
    ...Array.from(
      { length: Math.ceil(bytes.length / sized(5, 1)) },
      (_, n) => [`prefix of ${n * sized(5, 1)}`, bytes.subarray(0, n * sized(5, 1))] as const,
    ),
    ['zeroes', Buffer.alloc(bytes.length)] as const,
  ];
  for (const [name, damaged] of cases) {
    restore(root, new Map([...files, [file, damaged]]));
    try {
      await (hasLog ? verifyWithLog(golden, root, damaged) : verifyForeign(golden, root, damaged));
    } catch (error) {
      assert.fail(`${name}: ${isPawlError(error) ? `${error.code}: ` : ''}${(error as Error).message}`);
    }
  }
  t.diagnostic(`${cases.length} damaged files`);
}

describe('a damaged published file', () => {
  for (const golden of goldens) {
    test(`of the ${golden.key.family} family: nothing is lost, garbage is kept aside`, async (t) =>
      sweep(t, golden, true));
    test(`of the ${golden.key.family} family without a log: taken as it is, or left alone`, async (t) =>
      sweep(t, golden, false));
  }
});
