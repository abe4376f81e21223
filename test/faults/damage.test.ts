// Damaged logs and checkpoint files, planted links, hostile names: the right revision or a clean refusal.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/base/json.js';
import { type Key, commandKey, fileStem, keyText, pipelineKey, workflowKey } from '../../src/base/names.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import { nodeFiles } from '../../src/store/file/files.js';
import type { Stored } from '../../src/store/store.js';
import { isFull, prepared, randomFrom, run, sized, tempFolder } from '../support/programs.js';
import { answer, fileOf, key, logOf, nextPut, openStore, save } from '../support/runs.js';

const files = { ...nodeFiles, sleep: () => {}, sync: () => {} }; // nobody edits, and nothing is cut off here
const revisions = 70; // full states are in 1, 32 and 64
const golden = prepared(revisions, true);
const [log, file] = [fs.readFileSync(logOf(golden)), fs.readFileSync(fileOf(golden))];
const { changes } = openStore(golden).changes(null);
const saved = changes.map(({ state }) => state); // the first one is revision 1

/** Opens a store over a log and a file; null for no file. */
function opened(root: string, logBytes: Buffer, fileBytes: Buffer | null, notices: string[] = []): FileStore {
  fs.writeFileSync(logOf(root), logBytes);
  fs.rmSync(fileOf(root), { force: true });
  if (fileBytes !== null) fs.writeFileSync(fileOf(root), fileBytes);
  return openStore(root, notices, { files });
}

const timeless = (state: JsonObject | undefined): JsonObject => ({ ...state, updated_at: null });

/** A folder with a run, and copies of some bytes with one bit turned over. */
function* flips(t: TestContext, bytes: Buffer, count: number): Iterable<{ root: string; bit: number; copy: Buffer }> {
  const [random, root] = [randomFrom(t), prepared(1, true)];
  for (let n = 0; n < count; n++) {
    const [bit, copy] = [random(bytes.length * 8), Buffer.from(bytes)];
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield { root, bit, copy };
  }
}

/** Saves once more on what was read, and reads it back. */
function saveOn(root: string, newest: Stored | null): string {
  const said = answer(() => assert.ok(openStore(root, [], { files }).put(key, nextPut(newest, 'later', 1)).ok));
  if (said === 'yes') assert.equal(openStore(root, [], { files }).get(key)?.op, 'later-1');
  return said;
}

test('after every prefix of a log the last whole record is the newest revision, and saving goes on', () => {
  const root = prepared(1, true);
  const short = log.subarray(0, log.indexOf('\n{"id"', log.indexOf('"revision":34,')));
  const ends = [...short.toString().matchAll(/\n(\{"id".*\})/g)].map((match) => match.index + match[0].length);
  assert.equal(ends.length, 34);
  for (let length = 0; length <= short.length; length++) {
    const whole = ends.filter((end) => end <= length).length;
    if (whole > 2 && whole < 30 && !isFull) continue; // records 3 to 30 are all alike
    const prefix = short.subarray(0, length);
    const store = opened(root, prefix, null);
    assert.equal(store.history(key, { limit: 1 })[0]?.revision ?? 0, whole, `after ${length} bytes`);
    if (length % sized(29, 7) !== 0 && length < short.length - 20) continue;
    const now = store.get(key);
    assert.deepEqual(now?.state, saved[whole - 1], `after ${length} bytes`);
    assert.equal(saveOn(root, now), 'yes');
    // The checkpoint file has what the log lost.
    assert.deepEqual(timeless(opened(root, prefix, file).get(key)?.state), timeless(saved.at(-1)));
  }
});

test(`${sized(150, 700)} flipped bits in a log: right revisions or a clean refusal`, (t) => {
  const lastFull = log.lastIndexOf('\n{"id"', log.indexOf('"revision":64,'));
  for (const { root, bit, copy } of flips(t, log, sized(150, 700))) {
    const notices: string[] = [];
    const store = opened(root, copy, file, notices);
    for (const one of [1, 31, 32, 33, 64, revisions - 1, 1 + (bit % revisions)])
      assert.deepEqual(store.revision(key, one)?.state ?? saved[one - 1], saved[one - 1], `bit ${bit}`);
    const now = store.get(key);
    assert.deepEqual(timeless(now?.state), timeless(saved.at(-1)), `bit ${bit}`);
    notices.length = 0;
    const history = store.history(key);
    const said = saveOn(root, now);
    assert.match(said, /^(?:yes|damaged)$/);
    if (bit >> 3 >= lastFull) continue;
    assert.equal(said, 'yes', `damage at bit ${bit}, before the last full state, stops a save`);
    assert.deepEqual([now?.revision, history[0]?.revision], [revisions, revisions]);
    assert.equal(notices.join().startsWith('damaged'), history.length < revisions, `bit ${bit}: ${notices.join()}`);
  }
});

test(`${sized(150, 300)} flipped bits in a checkpoint file: an edit or a notice, and every revision stays`, (t) => {
  for (const { root, bit, copy } of flips(t, file, sized(150, 300))) {
    const notices: string[] = [];
    const store = opened(root, log, copy, notices);
    const now = store.get(key);
    if (now?.revision === revisions) assert.deepEqual(now.state, saved.at(-1), `bit ${bit}`);
    else assert.match(notices.join(), /^(?:edited|conflict): /, `bit ${bit}: nobody was told of an edit`);
    assert.deepEqual(store.revision(key, revisions)?.state, saved.at(-1));
    const isNewer = notices.some((one) => one.startsWith('newer-version')); // a bit of "version": 1
    assert.equal(saveOn(root, now), isNewer ? 'newer-version' : 'yes');
  }
});

test('a published revision whose record is damaged stops saves, and is read from the file', () => {
  const root = prepared(1, true);
  const broken = Buffer.from(log.toString().replace('"revision":70,', '"revision":7x,'));
  assert.deepEqual(opened(root, broken, file).get(key)?.state, saved.at(-1));
  assert.equal(saveOn(root, openStore(root).get(key)), 'damaged');
});

/** Every place below .claude where a cloned repository could plant a link. */
const places = `state state/.gitignore state/implement-auth.json state/.pawl state/.pawl/.gitignore state/.pawl/logs
  state/.pawl/logs/command.implement-auth.jsonl state/.pawl/values state/.pawl/tmp state/.pawl/quarantine skills
  skills/build-pipeline skills/build-pipeline/checkpoints checkpoints checkpoints/failed`;

for (const place of places.split(/\s+/)) {
  test(`a link planted at .claude/${place} is not followed`, () => {
    for (const isDangling of [false, true]) {
      const [root, outside] = [tempFolder(), tempFolder()];
      const [link, target] = [path.join(root, '.claude', place), path.join(outside, 'target')];
      if (!isDangling && /\.json|\.git/.test(place)) fs.writeFileSync(target, '{"state": {}, "mine": 1}');
      else if (!isDangling) fs.mkdirSync(target);
      fs.mkdirSync(path.dirname(link), { recursive: true });
      fs.symlinkSync(target, link);
      const look = (): unknown => run('find', [outside, '-printf', '%p %s %T@\n']);
      const was = look();
      const said = answer(() => assert.equal(save(openStore(root), 'a').state['mine'], undefined));
      if (!place.endsWith('.gitignore') || said !== 'yes') assert.equal(said, 'unsafe-path');
      assert.deepEqual(look(), was, 'something outside was changed');
    }
  });
}

test('hostile names never leave their folder, and two names never share a file', (t) => {
  const random = randomFrom(t);
  const parts = '.. ../ / \\ a A 1 - _ . ~ \u0000 é e\u0301 con checkpoint __proto__ _20260101_000000 '.split(' ');
  const word = (): string => parts[random(parts.length)] ?? '';
  const name = (): string => (word() + word() + word() + word()).repeat(random(30) === 0 ? 80 : 1);
  const [keys, stems] = [new Map<string, Key>(), new Map<string, string>()];
  for (let n = 0; n < sized(50_000, 200_000); n++) {
    answer(() => {
      const made = n % 3 === 0 ? commandKey(name(), name()) : n % 3 === 1 ? pipelineKey(name()) : workflowKey(name());
      const [text, stem] = [keyText(made), `${made.family}/${fileStem(made)}`];
      assert.match(stem, /^\w+\/(?!\.*$)[A-Za-z0-9_.~-]{1,210}$/);
      assert.equal(stems.get(stem) ?? text, text, `two names share ${stem}`);
      stems.set(stem, text);
      keys.set(text, made);
    });
  }
  const root = tempFolder(true);
  const store = openStore(path.join(root, 'project'), [], { files });
  const chosen = [...keys].slice(0, sized(300, 2_000));
  for (const [mark, one] of chosen) {
    const names = 'id' in one ? { prd: one.id, checkpoint_id: one.id } : one;
    const state = { ...names, status: 'failed', state: {}, workstreams: {}, mark };
    store.put(one, { expect: 0, state, at: '', actor: 'a', event: { name: 'x' } });
  }
  for (const [mark, one] of chosen) assert.equal(store.get(one)?.state['mark'], mark);
  assert.deepEqual([...fs.readdirSync(root), ...fs.readdirSync(`${root}/project`)], ['project', '.claude']);
  const listed = store.list().map((one) => `${keyText(one.key)} ${String(one.state['mark'])}`);
  assert.deepEqual(listed.sort(), chosen.map(([mark]) => `${mark} ${mark}`).sort());
});
