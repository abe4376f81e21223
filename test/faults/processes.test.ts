// Many processes, kill -9, and writers that freeze: nothing acknowledged is lost or doubled, every answer is one's own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, isFull, prepared, randomFrom, sized, tempFolder } from '../support/programs.js';
import { falseAnswers, fileOf, key, ledger, openStore, own, readFile, save, saveLast } from '../support/runs.js';

for (const processes of isFull ? [8, 32] : [8]) {
  const to = isFull && processes === 8 ? 250 : 100;
  test(`${processes} processes save ${to} times each: all are kept once, and every answer is one's own`, async () => {
    const root = tempFolder();
    const names = Array.from({ length: processes }, (_, n) => `w${n}`);
    const workers = names.map((name) => new Worker('save', { root, name, to, waits: true }));
    for (const worker of workers) await worker.says('ready');
    for (const worker of workers) worker.go(); // all of them begin the run
    for (const worker of workers) await worker.ended;
    const answers = workers.flatMap(({ lines }) => lines.slice(1));
    assert.equal(falseAnswers(root, answers), '');
    assert.deepEqual([answers.length, ledger(root).length], [processes * to, processes * to]);
    for (const { stderr } of workers) assert.equal(stderr, ''); // nobody edited the file
  });
}

const kills = sized(60, 300);
test(`${kills} kills: every acknowledged save is there once, and the next save needs no repair`, async (t) => {
  const random = randomFrom(t);
  const answers = new Map(Array.from({ length: 4 }, () => [tempFolder(), [] as string[]]));
  let started = 0;
  /** One writer: killed again and again, it tries the save that was not acknowledged again, with the same op id. */
  const writer = async (name: string): Promise<void> => {
    const next = new Map<string, number>();
    while (started < kills) {
      const root = [...answers.keys()][Math.floor((started++ * 4) / kills)] ?? '';
      const from = next.get(root) ?? 1;
      const worker = new Worker('save', { root, name, from, to: 1e9 });
      if (random(4) > 0) await worker.says('['); // the others may die in their very first save
      await sleep(random(40) + (worker.lines.length > 0 ? 0 : 60));
      await worker.kill();
      next.set(root, from + worker.lines.length);
      answers.get(root)?.push(...worker.lines);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(writer));
  for (const [root, lines] of answers) {
    assert.equal(falseAnswers(root, lines), '');
    assert.deepEqual(saveLast(root), []);
  }
  t.diagnostic(`${[...answers.values()].flat().length} acknowledged`);
});

test('temporary files that a killed process left behind are removed by a later save', async () => {
  const root = prepared(1);
  const worker = new Worker('save', { root, name: 'a', freezeAt: 'rename' });
  await worker.says('frozen');
  await worker.kill();
  const folder = path.join(root, own, 'tmp');
  const [left = ''] = fs.readdirSync(folder);
  const longAgo = Date.now() / 1000 - 2 * 24 * 3600;
  fs.utimesSync(path.join(folder, left), longAgo, longAgo);
  saveLast(root);
  assert.deepEqual(fs.readdirSync(folder), []);
});

const calls = ['openAppend', 'append', 'sync', 'create', 'rename'] as const;
const edited = (root: string): string => JSON.stringify({ ...readFile(root), by_hand: true });

/** What others do while a writer is frozen; and what they do when it has gone on for a while. */
const meanwhile: Readonly<Record<string, (root: string) => (() => void) | void>> = {
  'others save': (root) => {
    for (let n = 1; n <= 3; n++) save(openStore(root), 'other', n);
  },
  'the run is purged and begun again': (root) => {
    assert.ok(openStore(root).purge(key));
    save(openStore(root), 'other');
  },
  'someone edits the file in place': (root) => fs.writeFileSync(fileOf(root), edited(root)),
  'someone empties the file and writes it again 50 ms later': (root) => {
    const text = edited(root);
    const fd = fs.openSync(fileOf(root), 'w');
    return () => void fs.writeSync(fd, text);
  },
  'someone replaces the file by an edited one': (root) => {
    fs.writeFileSync(`${fileOf(root)}~`, edited(root));
    fs.renameSync(`${fileOf(root)}~`, fileOf(root));
  },
};

for (const [what, act] of Object.entries(meanwhile)) {
  // Nobody can tell whether a rename replaces the file that was there an instant ago.
  for (const freezeAt of what.includes('replaces') ? calls.slice(0, 4) : calls) {
    test(`a writer is frozen before ${freezeAt} while ${what}: nothing is lost`, async () => {
      const root = prepared(2);
      const reusesInodes = what.includes('purged') && freezeAt === 'openAppend';
      const worker = new Worker('save', { root, name: 'frozen', freezeAt, reusesInodes });
      await worker.says('frozen');
      const finish = act(root);
      worker.go();
      await sleep(finish === undefined ? 0 : 50);
      finish?.();
      await worker.ended;
      const all = ledger(root);
      const isPurged = what.includes('purged') && /create|rename/.test(freezeAt); // it was saved before
      assert.equal(falseAnswers(root, isPurged ? [] : worker.lines.slice(1)), '');
      if (what.includes('save')) assert.equal(all.length, 6);
      if (what.includes('file')) assert.equal(all.at(-1)?.state['by_hand'], true, 'the edit is lost');
      saveLast(root);
    });
  }
}
