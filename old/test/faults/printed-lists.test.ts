// Lists that are printed from kept rows say what the checkpoints say, whatever happened to either. They are kept for catalogues
// of some length only, so that there are hundreds of runs here.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { commandKey, type Key, keyText, type Place, workflowKey } from '../../src/rules/names.js';
import { sleepSync } from '../../src/disk/files.js';
import { glanceAtRuns } from '../../src/service/glance.js';
import { openWorkbench } from '../../src/service/open-workbench.js';
import { printRuns } from '../../src/service/print-runs.js';
import { listRuns } from '../../src/service/runs.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import { openStore, timeOf } from '../support/checkpoints.js';
import { fastFolder } from '../support/fast-folder.js';
import { goldens } from '../support/golden.js';
import { randomFrom, sized, tellSeed } from '../support/sizes.js';

const count = 260;
const now = Date.UTC(2026, 0, 20);
const rowsFile = '.claude/state/.pawl/catalog.rows';
const catalogFile = '.claude/state/.pawl/catalog.log';
/** Longer than the tick of any clock that folders are stamped with. */
const tickMs = 12;

const commandDoc = goldens.find(({ key }) => key.family === 'command')?.doc ?? {};
const workflowDoc = goldens.find(({ key }) => key.family === 'workflow')?.doc ?? {};

function documentOf(key: Key, n: number, finished: boolean): JsonObject {
  const updated_at = timeOf(n);
  if (key.family !== 'command') {
    const id = key.id;
    return { ...workflowDoc, checkpoint_id: id, status: finished ? 'complete' : 'in_progress', updated_at };
  }
  const { completed_at: _completed, ...rest } = commandDoc;
  const names = { command: key.command, feature: key.feature };
  return { ...rest, ...names, updated_at, ...(finished ? { completed_at: '2027-01-01T00:00:00.000Z' } : {}) };
}

async function put(store: FileStore, key: Key, n: number, finished: boolean, place: Place = 'live'): Promise<void> {
  const before = await store.get(key);
  const state = documentOf(key, n, finished);
  const event = { name: 'x' };
  assert.ok(
    (await store.put(key, { state, place, expect: before?.revision ?? 0, actor: 'test', event, at: timeOf(n) })).ok,
  );
}

/** A project with finished runs, one that is not, and a tidied catalogue. */
async function filled(): Promise<{ readonly root: string; readonly store: FileStore }> {
  const root = fastFolder();
  const store = openStore(root, { publish: 'soon' });
  for (let n = 0; n < count; n++) await put(store, commandKey('implement', `f${n}`), n, n !== 7);
  await store.summaries({ exact: true });
  return { root, store };
}

/** What `pawl list --all --limit 0 --json` would print: from the rows, or null when the store has to be asked. */
function printed(root: string, all = true): unknown[] | null {
  const pieces = printRuns(root, all, now);
  if (pieces === null) return null;
  const parsed: unknown = JSON.parse(`[${Buffer.concat(pieces).toString('utf8').trim().slice(0, -1)}]`);
  return Array.isArray(parsed) ? parsed : null;
}

async function listed(root: string, exact: boolean, all = true): Promise<readonly unknown[]> {
  const bench = openWorkbench({ root, clock: () => now });
  const runs = await listRuns(bench, { all, exact });
  await bench.store.close();
  return runs;
}

const fileOf = (root: string, key: Key): string =>
  path.join(root, '.claude/state', key.family === 'command' ? `implement-${key.feature}.json` : '');

describe('rows that were kept', () => {
  test('are printed as the checkpoints would be listed, after anything', async (t) => {
    tellSeed(t);
    const random = randomFrom();
    const opened = await filled();
    let { root, store } = opened;
    let fromRows = 0;
    const anyKey = (): Key =>
      random.int(5) === 0
        ? workflowKey(`orchestrate_p${random.int(6)}_20260101_000000`)
        : commandKey('implement', `f${random.int(count + 5)}`);
    const steps: readonly ((n: number) => void | Promise<void>)[] = [
      (n) => put(store, anyKey(), n, random.int(2) === 0),
      (n) => put(store, anyKey(), random.int(n), random.int(2) === 0),
      async (n) => {
        const key = workflowKey(`orchestrate_p${random.int(6)}_20260101_000000`);
        await put(store, key, n, random.int(2) === 0, random.pick(['live', 'failed', 'archived', 'removed'] as const));
      },
      async () => {
        await store.purge(anyKey());
      },
      () => fs.rmSync(fileOf(root, commandKey('implement', `f${random.int(count)}`)), { force: true }),
      (n) => {
        const key = commandKey('implement', `f${random.int(count + 5)}`);
        fs.writeFileSync(`${fileOf(root, key)}.new`, JSON.stringify(documentOf(key, n, random.int(2) === 0)));
        fs.renameSync(`${fileOf(root, key)}.new`, fileOf(root, key));
      },
      () => fs.rmSync(path.join(root, rowsFile), { force: true }),
      () => {
        if (!fs.existsSync(path.join(root, rowsFile))) return;
        const bytes = fs.readFileSync(path.join(root, rowsFile));
        fs.writeFileSync(
          path.join(root, rowsFile),
          random.pick([bytes.subarray(0, bytes.length / 2), bytes.fill(0, 900, 950)]),
        );
      },
      async () => {
        await store.close();
        fs.renameSync(root, `${root}-`);
        root = `${root}-`;
        store = openStore(root, { publish: 'soon' });
      },
    ];
    for (let n = count; n < count + sized(40, 400); n++) {
      sleepSync(tickMs);
      await random.pick(steps)(n);
      store.flush();
      if (printed(root) === null) await listed(root, false); // which tells the catalogue
      const found = printed(root);
      if (found !== null) fromRows++;
      assert.deepEqual(found ?? (await listed(root, false)), await listed(root, true));
      const live = printed(root, false);
      assert.deepEqual(live ?? (await listed(root, false, false)), await listed(root, true, false));
    }
    assert.ok(fromRows > 10, `${fromRows} lists came from rows`);
    await store.close();
    fs.renameSync(root, opened.root);
  });

  test('are not taken for those of a catalogue that was tidied since', async () => {
    const { root, store } = await filled();
    assert.equal(printed(root)?.length, count);
    const rows = fs.readFileSync(path.join(root, rowsFile));
    await store.purge(commandKey('implement', 'f11'));
    await store.summaries({ exact: true });
    fs.writeFileSync(path.join(root, rowsFile), rows);
    assert.equal(printed(root)?.length, count - 1);
    await store.close();
  });

  test('hold nothing of a run that was purged', async () => {
    const { root, store } = await filled();
    const key = commandKey('implement', 'f11');
    assert.equal(printed(root)?.length, count);
    assert.ok(fs.readFileSync(path.join(root, rowsFile), 'utf8').includes('implement/f11"'));
    await store.purge(key);
    for (const name of fs.readdirSync(path.join(root, '.claude/state/.pawl'), { recursive: true, encoding: 'utf8' })) {
      const file = path.join(root, '.claude/state/.pawl', name);
      if (fs.statSync(file).isFile()) assert.ok(!fs.readFileSync(file, 'utf8').includes('implement/f11"'), name);
    }
    await store.close();
  });
});

describe('what a list believes', () => {
  const edit = (file: string): void => {
    const doc: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    assert.ok(isJsonObject(doc));
    fs.writeFileSync(file, JSON.stringify({ ...doc, note: 'by hand' }));
  };

  test('is the catalogue about old finished runs, until a list looks at every file', async () => {
    const { root, store } = await filled();
    const key = commandKey('implement', 'f3');
    edit(fileOf(root, key));
    const revision = async (exact: boolean): Promise<number | undefined> =>
      (await store.summaries({ exact })).find((one) => keyText(one.key) === keyText(key))?.revision;
    assert.equal(await revision(false), 1);
    assert.equal(printed(root)?.length, count);
    assert.equal(await revision(true), 2);
    assert.equal(await revision(false), 2);
    assert.deepEqual(printed(root), await listed(root, true));
    await store.close();
  });

  test('is no line about an unfinished run or one of the newest 100 whose file was edited in place', async () => {
    for (const feature of ['f7', `f${count - 1}`, `f${count - 99}`]) {
      const { root, store } = await filled();
      assert.notEqual(printed(root), null);
      edit(fileOf(root, commandKey('implement', feature)));
      assert.equal(printed(root), null, feature);
      assert.equal(glanceAtRuns(root, { all: true }, now), null, feature);
      const found = (await store.summaries()).find(({ key }) => keyText(key) === `command:implement/${feature}`);
      assert.equal(found?.revision, 2, feature);
      await store.close();
    }
  });

  test('is no line about a folder whose time was set back after a file was replaced', async () => {
    const { root, store } = await filled();
    const folder = path.join(root, '.claude/state');
    const key = commandKey('implement', 'f3');
    const setBack = (): void => fs.utimesSync(folder, 1_700_000_000, 1_700_000_000);
    setBack();
    await store.summaries({ exact: true });
    assert.equal(printed(root)?.length, count);
    sleepSync(tickMs);
    fs.writeFileSync(`${fileOf(root, key)}.new`, JSON.stringify({ ...documentOf(key, 3, true), note: 'restored' }));
    fs.renameSync(`${fileOf(root, key)}.new`, fileOf(root, key));
    setBack();
    assert.equal(printed(root), null);
    const found = (await store.summaries()).find((one) => keyText(one.key) === keyText(key));
    assert.equal(found?.revision, 2);
    await store.close();
  });

  test('is not what a process read before others put runs away', async () => {
    const { root, store } = await filled();
    const other = openStore(root);
    const newest = async (): Promise<string[]> => (await store.summaries({ limit: 3 })).map(({ key }) => keyText(key));
    const expected = (...back: number[]): string[] => back.map((n) => `command:implement/f${count - n}`);
    assert.deepEqual(await newest(), expected(1, 2, 3));
    for (let gone = 1; gone <= 120; gone++) {
      await put(other, commandKey('implement', `f${count - gone}`), count - gone, true, 'removed');
      if (gone % 40 === 0) assert.deepEqual(await newest(), expected(gone + 1, gone + 2, gone + 3));
    }
    await other.close();
    await store.close();
  });

  test('is tidied by a glance when much was appended, and says the same then', async () => {
    const { root, store } = await filled();
    const catalog = path.join(root, catalogFile);
    const last = fs.readFileSync(catalog, 'utf8').split('\n').at(-1) ?? '';
    for (let n = 0; n < 10; n++) fs.appendFileSync(catalog, `\n${last}`.repeat(100));
    const before = fs.statSync(catalog).size;
    const runs = glanceAtRuns(root, { unfinished: true }, now);
    assert.equal(runs?.length, 1);
    assert.ok(fs.statSync(catalog).size < before / 2);
    assert.deepEqual(glanceAtRuns(root, { unfinished: true }, now), runs);
    assert.deepEqual(printed(root), await listed(root, true));
    await store.close();
  });
});
