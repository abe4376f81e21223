// Lists from the catalogue say what the checkpoints themselves say, whatever happened to either.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../../src/rules/errors.js';
import type { JsonObject } from '../../src/rules/json/json.js';
import {
  commandKey,
  type FamilyName,
  type Key,
  keyText,
  pipelineKey,
  type Place,
  workflowKey,
} from '../../src/rules/names.js';
import { families } from '../../src/service/families.js';
import { glanceAtRuns } from '../../src/service/glance.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import type { Store, SummaryFilter } from '../../src/store/store.js';
import { openStore, timeOf } from '../support/checkpoints.js';
import { fastFolder } from '../support/fast-folder.js';
import { goldens } from '../support/golden.js';
import { seed, sized, tellSeed } from '../support/sizes.js';

const everyPlace: readonly Place[] = ['live', 'failed', 'archived', 'removed'];
const keys: readonly Key[] = [
  commandKey('implement', 'auth'),
  commandKey('implement', 'Auth'),
  commandKey('design', 'a b/c'),
  pipelineKey('PRD-009'),
  workflowKey('orchestrate_x_20260101_000000'),
  workflowKey('orchestrate_y_20260101_000000'),
];
const filters: readonly SummaryFilter[] = [
  {},
  { places: everyPlace },
  { unfinished: true },
  { limit: 2 },
  { limit: 1, places: everyPlace },
  { family: 'command', limit: 2 },
  { status: 'in_progress', limit: 3 },
  { exact: true },
];

function goldenOf(family: FamilyName): JsonObject {
  const golden = goldens.find((one) => one.key.family === family);
  assert.ok(golden !== undefined);
  return golden.doc;
}

/** Later than any phase of the golden file was changed: what is changed after its completion goes on. */
const afterAll = '2027-01-01T00:00:00.000Z';

function documentOf(key: Key, n: number, finished: boolean): JsonObject {
  const doc = goldenOf(key.family);
  if (key.family === 'command') {
    const { completed_at: _completed, ...rest } = doc;
    const names = { command: key.command, feature: key.feature };
    return { ...rest, ...names, updated_at: timeOf(n), ...(finished ? { completed_at: afterAll } : {}) };
  }
  const status = finished ? 'complete' : 'in_progress';
  return key.family === 'pipeline'
    ? { ...doc, prd: key.id, status, timestamp: timeOf(n) }
    : { ...doc, checkpoint_id: key.id, status, updated_at: timeOf(n) };
}

/** What a list must say: taken from the checkpoints themselves. */
async function expected(store: Store, filter: SummaryFilter): Promise<unknown[]> {
  return (await store.list(filter))
    .map(({ key, revision, place, state }) => ({
      key,
      revision,
      place,
      overview: families[key.family].overview(state),
    }))
    .filter(({ overview }) => filter.status === undefined || overview.status === filter.status)
    .filter(({ overview }) => filter.unfinished !== true || !overview.finished)
    .sort((a, b) => {
      const [left, right] = [a.overview.updated_at ?? '', b.overview.updated_at ?? ''];
      return left === right ? (keyText(a.key) < keyText(b.key) ? -1 : 1) : left < right ? 1 : -1;
    })
    .slice(0, filter.limit);
}

async function compare(root: string, first = 0, watcher?: FileStore): Promise<void> {
  // Any of them may be the first that meets what happened.
  for (const filter of [...filters.slice(first), ...filters.slice(0, first)]) {
    // The list of the catalogue first: reading the checkpoints would take edits in, and tell it.
    const [store, other] = [watcher ?? openStore(root), openStore(root)];
    const found = (await store.summaries(filter)).map(({ path: _path, ...rest }) => rest);
    assert.deepEqual(found, await expected(other, filter), JSON.stringify(filter));
    if (store !== watcher) await store.close();
    await other.close();
  }
}

/** A new process asks for the newest; the checkpoints themselves are listed by another. */
async function compareNewest(root: string): Promise<void> {
  for (const limit of [1, 7, 40]) {
    const [store, other] = [openStore(root), openStore(root)];
    const found = (await store.summaries({ limit })).map(({ path: _path, ...rest }) => rest);
    assert.deepEqual(found, await expected(other, { limit }), `the newest ${limit}`);
    await store.close();
    await other.close();
  }
}

const op = fc.record({
  do: fc.constantFrom('put', 'put', 'put', 'edit', 'replace', 'remove', 'foreign', 'purge', 'tear', 'lose', 'list'),
  key: fc.nat(keys.length - 1),
  finished: fc.boolean(),
  place: fc.constantFrom<Place>('live', 'live', 'live', 'archived', 'failed'),
});

type Step = typeof op extends fc.Arbitrary<infer Value> ? Value : never;

/** A file that another tool made, and whose name differs from a run's only in capitals: nothing is begun beside it. */
async function isMisnamed(store: FileStore, key: Key): Promise<boolean> {
  try {
    await store.get(key);
    return false;
  } catch (error) {
    assert.ok(isPawlError(error, 'unreadable'), String(error));
    return true;
  }
}

async function apply(root: string, store: FileStore, step: Step, n: number): Promise<void> {
  const key = keys[step.key] ?? keys[0];
  assert.ok(key !== undefined);
  const catalog = path.join(root, '.claude/state/.pawl/catalog.log');
  const file = store.pathOf(key) ?? '';
  const bytes = `${JSON.stringify(documentOf(key, n, step.finished), null, 1)}\n`;
  if (['put', 'edit'].includes(step.do) && (await isMisnamed(store, key))) return;
  switch (step.do) {
    case 'put': {
      const before = await store.get(key);
      const place = key.family === 'workflow' ? step.place : 'live';
      const put = {
        state: documentOf(key, n, step.finished),
        place,
        actor: 'test',
        event: { name: 'x' },
        at: timeOf(n),
      };
      assert.ok((await store.put(key, { ...put, expect: before?.revision ?? 0 })).ok);
      break;
    }
    case 'edit':
      // In place: the folder does not tell, and only files that are shown are looked at. So the edit leaves the run where it
      // stands in every list.
      if (fs.existsSync(file)) {
        const state = (await store.get(key))?.state ?? {};
        fs.writeFileSync(file, `${JSON.stringify({ ...state, note: `n${n}` }, null, 1)}\n`);
      }
      break;
    case 'replace':
    case 'foreign':
      if (fs.existsSync(file) === (step.do === 'replace')) {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(`${file}.new`, bytes);
        fs.renameSync(`${file}.new`, file);
      }
      break;
    case 'remove':
      fs.rmSync(file, { force: true });
      break;
    case 'purge':
      await store.purge(key);
      break;
    case 'tear':
      if (fs.existsSync(catalog)) fs.appendFileSync(catalog, '\n{"k":"command:implement/au');
      break;
    case 'lose':
      fs.rmSync(catalog, { force: true });
      break;
    default:
      await store.summaries({ limit: 3 });
  }
}

describe('the catalogue', () => {
  test('answers every list as the checkpoints themselves would', async (t) => {
    tellSeed(t);
    await fc.assert(
      fc.asyncProperty(
        fc.array(op, { minLength: 1, maxLength: 14 }),
        fc.nat(filters.length - 1),
        async (steps, first) => {
          const root = fastFolder();
          const store = openStore(root);
          for (const [index, step] of steps.entries()) await apply(root, store, step, index + 1);
          await store.close();
          await compare(root, first);
        },
      ),
      { seed, numRuns: sized(60, 2_000) },
    );
  });

  test('answers a process that lists again and again as it answers a new one', async (t) => {
    tellSeed(t);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(op, fc.nat(filters.length - 1)), { minLength: 2, maxLength: 8 }),
        async (steps) => {
          const root = fastFolder();
          const [store, watcher] = [openStore(root), openStore(root)];
          for (const [index, [step, first]] of steps.entries()) {
            await apply(root, store, step, index + 1);
            await compare(root, first, watcher);
          }
          await store.close();
          await watcher.close();
        },
      ),
      { seed, numRuns: sized(20, 400) },
    );
  });

  test('is no reason to fail: damaged, empty, unreadable or a folder, it only costs time', async () => {
    const root = fastFolder();
    const store = openStore(root);
    for (const [n, key] of keys.entries()) {
      const put = { state: documentOf(key, n, false), expect: 0, actor: 'test', event: { name: 'x' }, at: timeOf(n) };
      assert.ok((await store.put(key, put)).ok);
    }
    await store.close();
    const catalog = path.join(root, '.claude/state/.pawl/catalog.log');
    for (const spoil of [
      () => fs.writeFileSync(catalog, ''),
      () => fs.writeFileSync(catalog, Buffer.alloc(3_000, 0xff)),
      () => fs.writeFileSync(catalog, '{"v":2,"open":99999999,"d":{}}\n[]\nnull\n{"k":1}\n'),
      () =>
        fs.writeFileSync(
          catalog,
          `{"k":"command:implement/auth","o":{"finished":false},"r":9,"pl":"live","b":0,"d":0}`,
        ),
      () => fs.rmSync(catalog),
      () => {
        fs.rmSync(catalog, { force: true });
        fs.mkdirSync(catalog);
      },
    ]) {
      spoil();
      await compare(root);
    }
  });

  test('is not believed when it was cut short or overwritten after it was tidied', async () => {
    const root = fastFolder();
    const store = openStore(root, { publish: 'soon' });
    for (let n = 0; n < 30; n++) {
      const key = commandKey('implement', `f${n}`);
      const put = {
        state: documentOf(key, n, n % 2 === 0),
        expect: 0,
        actor: 'test',
        event: { name: 'x' },
        at: timeOf(n),
      };
      assert.ok((await store.put(key, put)).ok);
    }
    await store.summaries(); // tidies
    await store.close();
    const catalog = path.join(root, '.claude/state/.pawl/catalog.log');
    const bytes = fs.readFileSync(catalog);
    for (const at of [1_000, 2_500, Math.floor(bytes.length / 2), bytes.length - 600]) {
      for (const damaged of [bytes.subarray(0, at), Buffer.from(bytes).fill(0, at, at + 500)]) {
        fs.writeFileSync(catalog, damaged);
        const glanced = glanceAtRuns(root, { unfinished: true }, Date.now());
        assert.ok(
          glanced === null || glanced.length === 15,
          `${damaged.length} of ${bytes.length}: ${glanced?.length}`,
        );
        const anew = openStore(root);
        assert.equal((await anew.summaries({ unfinished: true })).length, 15);
        assert.equal((await anew.summaries()).length, 30);
        await anew.close();
      }
    }
  });

  test('believes no line about a run whose log has grown since: its writer was killed before it published', async () => {
    const [root, elsewhere] = [fastFolder(), fastFolder()];
    const [key] = keys;
    assert.ok(key !== undefined);
    const save = async (where: string, n: number): Promise<void> => {
      const store = openStore(where);
      const state = documentOf(key, n, false);
      const put = { state, expect: n - 1, actor: 'test', event: { name: 'x' }, at: timeOf(n) };
      assert.ok((await store.put(key, put)).ok);
      await store.close();
    };
    const revision = (): number | undefined => glanceAtRuns(root, { unfinished: true }, 0)?.[0]?.revision;
    await save(root, 1);
    await compare(root);
    assert.equal(revision(), 1);
    fs.cpSync(root, elsewhere, { recursive: true });
    await save(elsewhere, 2);
    const log = '.claude/state/.pawl/command/implement-auth.log';
    const [whole, ours] = [fs.readFileSync(path.join(elsewhere, log)), fs.readFileSync(path.join(root, log))];
    const end = whole.indexOf('\n', ours.length + 1); // the revision, without the marker
    fs.appendFileSync(path.join(root, log), whole.subarray(ours.length, end));
    assert.equal(revision(), undefined);
    await compare(root);
    assert.equal(revision(), 2);
  });

  test('notices an edit in place that keeps size and time of the file', async () => {
    const root = fastFolder();
    const key = commandKey('implement', 'auth');
    const file = path.join(root, '.claude/state/implement-auth.json');
    const list = async (filter: SummaryFilter): Promise<number | undefined> => {
      const store = openStore(root);
      const [first] = await store.summaries(filter);
      await store.close();
      return first?.revision;
    };
    const store = openStore(root);
    const state = { ...documentOf(key, 1, false), note: 'before' };
    await store.put(key, { state, expect: 0, actor: 'test', event: { name: 'x' }, at: timeOf(1) });
    await store.close();
    for (const [edits, filter] of ([{}, { exact: true }] as const).entries()) {
      fs.utimesSync(file, 1_000, 1_000);
      assert.equal(await list({}), edits + 1);
      const { ctimeMs } = fs.statSync(file);
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"note": "......"/, `"note": "edit ${edits}"`));
      do fs.utimesSync(file, 1_000, 1_000);
      while (fs.statSync(file).ctimeMs === ctimeMs);
      assert.equal(await list(filter), edits + 2);
    }
  });

  test('does not hide a checkpoint whose file has a name that none can have: every list tells of it', async () => {
    const root = fastFolder();
    const folder = path.join(root, '.claude/skills/build-pipeline/checkpoints');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'PRD 014.json'), JSON.stringify(goldenOf('pipeline')));
    fs.writeFileSync(path.join(folder, 'other tool.json'), '{"hello":1}');
    for (let look = 0; look < 3; look++) {
      assert.equal(glanceAtRuns(root, { unfinished: true }, 0), null);
      const told: string[] = [];
      const store = openStore(root, { onNotice: ({ message }) => told.push(message) });
      assert.deepEqual(await (look === 2 ? store.list() : store.summaries({ unfinished: true })), []);
      await store.close();
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /PRD 014\.json has a name under which pawl keeps no history/);
    }
  });

  test('keeps no line about a checkpoint that was purged', async () => {
    const root = fastFolder();
    const store = openStore(root);
    for (const key of keys.slice(0, 2)) {
      const put = { state: documentOf(key, 1, false), expect: 0, actor: 'test', event: { name: 'x' }, at: timeOf(1) };
      assert.ok((await store.put(key, put)).ok);
    }
    await store.purge(commandKey('implement', 'auth'));
    const text = fs.readFileSync(path.join(root, '.claude/state/.pawl/catalog.log'), 'utf8');
    assert.ok(!text.includes('implement/auth'));
    assert.ok(text.includes('implement/Auth'));
    await store.close();
  });

  test('finds the one unfinished run among thousands of finished ones, and the newest of them, without reading all', async () => {
    const root = fastFolder();
    const store = openStore(root, { publish: 'soon' });
    const count = sized(400, 3_000);
    for (let n = 0; n < count; n++) {
      const key = commandKey('implement', `f${n}`);
      const put = { state: documentOf(key, n, n !== 7), expect: 0, actor: 'test', event: { name: 'x' }, at: timeOf(n) };
      await store.put(key, put);
    }
    await store.summaries(); // looks at all, and tidies
    const unfinished = await store.summaries({ unfinished: true });
    assert.deepEqual(
      unfinished.map(({ key }) => keyText(key)),
      ['command:implement/f7'],
    );
    const newest = await store.summaries({ limit: 5 });
    assert.deepEqual(
      newest.map(({ key }) => keyText(key)),
      [1, 2, 3, 4, 5].map((back) => `command:implement/f${count - back}`),
    );
    await store.close();
  });

  test('finds the newest among hundreds of unfinished ones without reading all, whatever was saved since', async () => {
    const root = fastFolder();
    const store = openStore(root, { publish: 'soon' });
    const save = async (n: number, at: number, expect: number, finished: boolean): Promise<void> => {
      const key = commandKey('implement', `f${n}`);
      const put = { state: documentOf(key, at, finished), expect, actor: 'test', event: { name: 'x' }, at: timeOf(at) };
      assert.ok((await store.put(key, put)).ok);
    };
    for (let n = 0; n < 600; n++) await save(n, n, 0, n % 3 === 0);
    await store.summaries(); // looks at all, and tidies
    await compareNewest(root);
    await save(11, 1_000, 1, false); // an old one goes on,
    await save(12, 1_001, 1, false); // one begins again,
    await save(599, 1_002, 1, true); // and a new one ends
    store.flush();
    await compareNewest(root);
    for (const n of [595, 596, 598]) fs.rmSync(path.join(root, `.claude/state/implement-f${n}.json`));
    await compareNewest(root);
    await store.close();
  });

  test('finds runs in use behind hundreds of archived ones, and what was put away unfinished, at its end', async () => {
    const root = fastFolder();
    const store = openStore(root, { publish: 'soon' });
    const add = async (key: Key, n: number, finished: boolean, place: Place): Promise<void> => {
      const put = { state: documentOf(key, n, finished), place, expect: 0, actor: 'test', event: { name: 'x' } };
      assert.ok((await store.put(key, { ...put, at: timeOf(n) })).ok);
    };
    for (let n = 0; n < 5; n++) await add(commandKey('implement', `f${n}`), n, true, 'live');
    for (let n = 5; n < 300; n++) {
      const id = `orchestrate_p${n}_20260101_000000`;
      await add(workflowKey(id), n, n !== 7, 'archived');
    }
    await store.summaries(); // looks at all, and tidies
    for (const filter of [
      { limit: 3 },
      { unfinished: true, places: ['live', 'failed', 'archived'] as const },
      { unfinished: true, places: everyPlace },
      { limit: 4, places: everyPlace },
    ]) {
      const found = (await store.summaries(filter)).map(({ path: _path, ...rest }) => rest);
      assert.deepEqual(found, await expected(store, filter), JSON.stringify(filter));
    }
    await store.close();
  });
});
