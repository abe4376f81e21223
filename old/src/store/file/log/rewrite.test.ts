import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, test } from 'node:test';
import { isPawlError } from '../../../rules/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { families } from '../../../service/families.js';
import { commandKey } from '../../../rules/names.js';
import { commandDocument } from '../../../../test/support/documents.js';
import { tempFolder } from '../../../../test/support/temp.js';
import type { Revision } from '../../store.js';
import { FileStore } from '../file-store.js';

const key = commandKey('implement', 'auth');
const secret = 'TOPSECRET-4711';

function open(root: string, segmentBytes?: number): FileStore {
  return new FileStore({ root, views: families, ...(segmentBytes === undefined ? {} : { segmentBytes }) });
}

function stateOf(number: number, note: string): JsonObject {
  const at = new Date(Date.UTC(2026, 0, 5, 9, number)).toISOString();
  return commandDocument(at, {
    state: { current_phase: 'api', completed_phases: [], pending_phases: [] },
    phases: { api: { status: 'in_progress', started_at: at, updated_at: at } },
    note,
  });
}

async function save(store: FileStore, count: number, note: (number: number) => string): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const expect = store.getSync(key)?.revision ?? 0;
    const event = { name: 'saved', args: { note: note(number) } };
    const at = `2026-01-05T09:00:0${number % 10}.000Z`;
    const put = {
      state: stateOf(expect + 1, note(number)),
      expect,
      actor: `ana ${number}`,
      event,
      at,
      opId: `op ${expect + 1}`,
    };
    assert.ok((await store.put(key, put)).ok);
  }
}

/** Replaces the secret wherever it stands. */
function clean(value: JsonObject): JsonObject {
  const text: Json = JSON.parse(JSON.stringify(value).replaceAll(secret, 'gone'));
  assert.ok(isJsonObject(text));
  return text;
}

/** Files below a folder in which the secret can be found, packed ones included. */
function holding(root: string): string[] {
  return fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => fs.statSync(path.join(root, file)).isFile())
    .filter((file) => {
      const bytes = fs.readFileSync(path.join(root, file));
      const text = (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('latin1');
      return text.includes(secret);
    });
}

describe('rewriting a history', () => {
  for (const [name, segmentBytes] of [
    ['of one segment', undefined],
    ['of many segments', 2_000],
  ] as const) {
    test(`${name} leaves no trace of what is taken out, and everything else as it was`, async () => {
      const root = tempFolder();
      const store = open(root, segmentBytes);
      await save(store, 12, (number) => (number % 3 === 0 ? `key ${secret}` : `plain ${number}`));
      const newest = store.getSync(key);
      assert.ok(newest !== null && holding(root).length > 0);
      const put = {
        state: clean(newest.state),
        expect: 12,
        actor: 'doctor',
        event: { name: 'redacted' },
        at: newest.at,
      };
      await store.put(key, put);
      const before = await store.history(key);
      store.upkeep.rewrite(key, clean);
      assert.deepEqual(holding(root), []);
      const after = await store.history(key);
      const told = (one: Revision): unknown => [one.revision, one.place, one.at, one.actor, one.event.name];
      assert.deepEqual(after.map(told), before.map(told));
      for (const { revision } of after) {
        const expected = revision % 3 === 0 || revision === 13 ? 'key gone' : `plain ${revision}`;
        assert.equal((await store.revision(key, revision))?.state['note'], expected);
      }
      assert.equal((await store.findOp(key, 'op 5'))?.revision, 5);
      await save(store, 1, () => 'goes on');
      await store.close();
      const again = open(root);
      assert.equal(again.getSync(key)?.revision, 14);
      assert.equal((await again.history(key)).length, 14);
      assert.equal((await again.summaries()).length, 1);
      await again.close();
    });
  }

  test('that was cut off is noticed, and done again as a whole', async () => {
    const root = tempFolder();
    const store = open(root, 2_000);
    await save(store, 12, (number) => (number % 3 === 0 ? `key ${secret}` : `plain ${number}`));
    await save(store, 1, () => 'clean now');
    const folder = path.join(root, '.claude/state/.pawl/command');
    const packs = fs.readdirSync(folder).filter((name) => /\+(?!1\.)\d+\.log\.br$/.test(name));
    assert.equal(store.upkeep.inspect(key).isHalfRewritten, false);
    const kept = packs.map((name) => [path.join(folder, name), fs.readFileSync(path.join(folder, name))] as const);
    assert.ok(kept.length > 1);
    store.upkeep.rewrite(key, clean);
    assert.equal(store.upkeep.inspect(key).isHalfRewritten, false);
    const [file, bytes] = kept.at(-1) ?? ['', ''];
    fs.writeFileSync(file, bytes);
    await store.close();
    const again = open(root, 2_000);
    const before = await again.history(key);
    assert.equal(again.upkeep.inspect(key).isHalfRewritten, true);
    again.upkeep.rewrite(key, clean);
    assert.deepEqual([holding(root), again.upkeep.inspect(key).isHalfRewritten], [[], false]);
    assert.deepEqual(await again.history(key), before);
    await again.close();
  });

  test('is refused while the log is damaged', async () => {
    const root = tempFolder();
    const store = open(root);
    await save(store, 4, (number) => `plain ${number}`);
    const { file } = store.upkeep.inspect(key);
    await store.close();
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    fs.writeFileSync(file, lines.filter((line) => !line.includes('"r":2,')).join('\n'));
    const damaged = open(root);
    assert.match(damaged.upkeep.inspect(key).damage ?? '', /missing or damaged/);
    assert.throws(
      () => damaged.upkeep.rewrite(key, clean),
      (error) => isPawlError(error, 'damaged'),
    );
    await damaged.close();
  });
});

describe('looking at logs', () => {
  test('touches nothing, and tells revision, place and marker', async () => {
    const root = tempFolder();
    const store = open(root);
    assert.equal(store.upkeep.inspect(key).revision, 0);
    assert.deepEqual(fs.readdirSync(root), []);
    await save(store, 2, () => 'x');
    const { revision, place, marker, damage, published } = store.upkeep.inspect(key);
    assert.deepEqual([revision, place, marker?.r, damage], [2, 'live', 2, null]);
    assert.equal(published.live, store.pathOf(key));
    assert.deepEqual(
      [...store.upkeep.logs()].map((log) => [log.key, log.trouble]),
      [[key, null]],
    );
    await store.close();
  });

  test('tells a log of records that say nothing from one that a crash left empty', async () => {
    const root = tempFolder();
    const store = open(root);
    await save(store, 2, () => 'x');
    const { file } = store.upkeep.inspect(key);
    await store.close();
    const [, , second = ''] = fs.readFileSync(file, 'utf8').split('\n');
    fs.writeFileSync(file, `\n${second}`);
    fs.writeFileSync(path.join(path.dirname(file), 'design-checkpoint.log'), '\n{"k":"fu');
    const found = async (): Promise<ReadonlyMap<string, unknown>> => {
      const again = open(root);
      const logs = [...again.upkeep.logs()];
      await again.close();
      return new Map(logs.map((log) => [path.basename(log.file), [log.key, log.trouble]]));
    };
    // The catalogue knows whose it is.
    assert.deepEqual((await found()).get('implement-auth.log'), [key, null]);
    fs.rmSync(path.join(root, '.claude/state/.pawl/catalog.log'));
    const logs = await found();
    assert.deepEqual(logs.get('design-checkpoint.log'), [null, null]);
    assert.deepEqual(logs.get('implement-auth.log'), [null, 'damaged']);
  });
});

describe('adopting what a family does not recognise', () => {
  const text = '{"cmd":"implement","cmd":"build","steps":{}}';
  const file = (root: string): string => path.join(root, '.claude/state/implement-auth.json');
  const read = (bytes: Buffer): JsonObject | null => {
    const value: Json = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(value) ? value : null;
  };

  test('makes it revision 1, and keeps its bytes aside', async () => {
    const root = tempFolder();
    fs.mkdirSync(path.dirname(file(root)), { recursive: true });
    fs.writeFileSync(file(root), text);
    const store = open(root);
    assert.equal(store.getSync(key), null);
    const kept = store.upkeep.adopt(key, read);
    assert.equal(fs.readFileSync(kept ?? '', 'utf8'), text);
    assert.equal(fs.readFileSync(file(root), 'utf8'), text);
    const stored = store.getSync(key);
    assert.deepEqual([stored?.revision, stored?.event.name], [1, 'adopted']);
    assert.deepEqual(stored?.state, { cmd: 'build', steps: {} });
    assert.equal(store.upkeep.adopt(key, read), kept);
    assert.equal(store.getSync(key)?.revision, 1);
    await store.close();
  });

  test('takes it for an edit where a history is known', async () => {
    const root = tempFolder();
    const store = open(root);
    await save(store, 2, () => 'x');
    fs.writeFileSync(file(root), text);
    assert.equal(store.getSync(key)?.revision, 2);
    store.upkeep.adopt(key, read);
    const stored = store.getSync(key);
    assert.deepEqual([stored?.revision, stored?.event.name], [3, 'edited']);
    await store.close();
  });

  test('does nothing when it cannot be read', async () => {
    const root = tempFolder();
    const store = open(root);
    assert.equal(
      store.upkeep.adopt(key, () => null),
      null,
    );
    assert.equal(store.getSync(key), null);
    await store.close();
  });
});
