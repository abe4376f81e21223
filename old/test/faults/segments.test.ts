// Many processes seal, begin and pack segments of one log at the same time: no revision is lost from the history.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openProject } from '../../src/index.js';
import { isPawlError } from '../../src/rules/errors.js';
import { commandKey } from '../../src/rules/names.js';
import { pawl, tempRepository } from '../e2e/program.js';
import { fill, filesBelow, key, openStore, places, putOf, stateOf, statesOf, tasksIn } from '../support/checkpoints.js';
import { flipped } from '../support/fast-folder.js';
import { missing, runWorker, workerFile } from '../support/programs.js';
import { sized } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

/** Which file a descriptor stands for. */
const noProc = fs.existsSync('/proc/self/fd') ? false : 'there is no /proc here';

describe('segments', () => {
  const [writers, puts] = [sized(4, 8), sized(40, 250)];
  test(`${writers} processes × ${puts} puts with segments of 1,500 bytes: every revision is in the history`, async (t) => {
    const root = tempFolder();
    const names = Array.from({ length: writers }, (_, n) => `w${n}`);
    const run = (name: string) => runWorker('put-many', [name, 'f', '1500', `${puts}`], { env: { GIT_ROOT: root } });
    const ended = await Promise.all(names.map(run));
    assert.deepEqual([...new Set(ended.map((one) => one.stderr))], ['']);
    const store = openStore(root);
    const states = statesOf(store, commandKey('implement', 'f'));
    assert.equal(states.length, writers * puts);
    for (const [index, state] of states.entries())
      assert.equal(tasksIn(state).length, index + 1, `revision ${index + 1}`);
    const packs = filesBelow(path.join(root, places.own)).filter((file) => file.endsWith('.br'));
    assert.ok(packs.length > 2, 'nothing was packed');
    t.diagnostic(`${packs.length} segments were packed`);
    await store.close();
  });

  for (const [what, damage] of [
    ['missing', (file: string) => fs.rmSync(file)],
    ['cut off', (file: string) => fs.truncateSync(file, 40)],
    ['flipped', (file: string) => fs.writeFileSync(file, flipped(fs.readFileSync(file), 8 * 300))],
  ] as const) {
    test(`a packed segment that is ${what} is told by history and doctor, and hides no later revision`, async () => {
      const root = tempRepository();
      const store = openStore(root);
      await fill(store, 1, 60);
      store.pack(key);
      await store.put(key, putOf(61));
      await store.close();
      const healthy = pawl(['doctor', '--json'], root);
      assert.equal(healthy.code, 0, healthy.out);
      damage(path.join(root, places.log.replace('.log', '+1.log.br')));
      const doctor = pawl(['doctor'], root);
      assert.match(doctor.out, /its earlier revisions?\s[^]*cannot\s+be\s+read:\s+a\s+part/);
      const history = pawl(['history', 'implement/auth', '--limit', '100'], root);
      assert.match(history.err, /earlier revisions of implement\/auth cannot be read/);
      assert.match(history.out, /\b61\b/);
      assert.doesNotMatch(history.out, /^ *61 .*cannot be read/m);
      const shown = pawl(['show', 'implement/auth', '--revision', '59'], root);
      if (shown.code !== 0) assert.match(shown.err, /revision 59 of implement\/auth cannot be read/);
      const saved = pawl(['phase', 'implement/auth', 'work', 'complete'], root);
      assert.equal(saved.code, 0, saved.err);
      assert.doesNotMatch(pawl(['history', 'implement/auth'], root).out, /^ *6[12] .*cannot be read/m);
    });
  }

  test('a hole in the middle of a log is told by history and doctor, though the newest state does not stand on it', async () => {
    const root = tempRepository();
    const store = openStore(root);
    await fill(store, 1, 100);
    await store.close();
    const log = path.join(root, places.log);
    const bytes = fs.readFileSync(log);
    const middle = Math.floor(bytes.length / 2);
    fs.writeFileSync(log, bytes.fill(0, middle, middle + 1_000));
    assert.match(
      pawl(['doctor'], root).out.replace(/\s+/g, ' '),
      /its earlier revisions? \d.* cannot be read: a part of its log/,
    );
    assert.match(pawl(['history', 'implement/auth'], root).err, /earlier revisions of implement\/auth cannot be read/);
    const project = await openProject({ root });
    const answers = await Promise.all(
      Array.from({ length: 101 }, async (_, n) =>
        project.revision('implement/auth', n + 1).then(
          (found) => (found === null ? 'absent' : 'read'),
          (error: unknown) => (isPawlError(error, 'damaged') ? 'unreadable' : 'failed'),
        ),
      ),
    );
    await project.close();
    assert.deepEqual([...new Set(answers)], ['read', 'unreadable', 'absent']);
    assert.equal(answers.indexOf('absent'), 100);
  });

  test('every revision that cannot be read is counted, wherever a bit was flipped, and its file is named', async () => {
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 60);
    store.pack(key);
    for (let n = 61; n <= 120; n++) await store.put(key, putOf(n));
    await store.close();
    const log = path.join(root, places.log);
    const [pack, current] = [log.replace('.log', '+1.log.br'), log.replace('.log', '+2.log')];
    for (let part = 0; part < 24; part++) {
      const file = part < 4 ? pack : current;
      const whole = fs.readFileSync(file);
      fs.writeFileSync(file, flipped(whole, Math.floor((8 * whole.length * (part + 0.5)) / 24)));
      const reader = openStore(root);
      const { missing, damage } = reader.upkeep.inspect(key);
      const told = missing.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
      const readable = new Set((await reader.replay(key)).map(({ revision }) => revision));
      const unreadable = Array.from({ length: 120 }, (_, i) => i + 1).filter((one) => !readable.has(one));
      if (damage === null) assert.deepEqual(told, unreadable, `part ${part}`);
      for (const one of missing) assert.deepEqual(one.files, [file]);
      await reader.close();
      fs.writeFileSync(file, whole);
    }
  });

  test('a damaged pack is named, and the segment in use is to be left as it is', async () => {
    const root = tempRepository();
    const store = openStore(root);
    await fill(store, 1, 60);
    store.pack(key);
    await store.put(key, putOf(61));
    await store.close();
    const log = path.join(root, places.log);
    const pack = log.replace('.log', '+1.log.br');
    const whole = fs.readFileSync(pack);
    fs.writeFileSync(pack, flipped(whole, 8 * 300));
    const advice = pawl(['doctor'], root).out.replaceAll(/\s+/g, ' ');
    assert.match(advice, /If there is a copy of \S*implement-auth\+1\.log\.br, bring that back, and no other file\./);
    assert.match(advice, /Leave \S*implement-auth\+2\.log as it is/);
    fs.writeFileSync(pack, whole);
    assert.equal(pawl(['doctor'], root).code, 0);
  });

  test('a newest segment that is lost: the file is read, nothing is saved before doctor carries the log on from it', async () => {
    const root = tempRepository();
    const store = openStore(root);
    await fill(store, 1, 60);
    store.pack(key);
    await store.put(key, putOf(61));
    await store.close();
    fs.rmSync(path.join(root, places.log.replace('.log', '+2.log')));
    assert.match(pawl(['show', 'implement/auth'], root).out, /implement\/auth/);
    const refused = pawl(['phase', 'implement/auth', 'work', 'complete'], root);
    assert.deepEqual([refused.code, /implement-auth\+2\.log is missing/.test(refused.err)], [5, true]);
    assert.match(pawl(['doctor'], root).out, /its log is damaged: implement-auth\+2\.log is missing/);
    assert.equal(pawl(['doctor', '--fix'], root).code, 0);
    assert.equal(pawl(['phase', 'implement/auth', 'work', 'complete'], root).code, 0);
    const again = openStore(root);
    assert.deepEqual(
      (await again.history(key, { limit: 3 })).map(({ revision }) => revision),
      [63, 62, 60],
    );
    assert.equal(tasksIn((await again.get(key))?.state).length, 61);
    await again.close();
  });

  test('a segment that cannot be begun hides no revision from its own process', { skip: noProc }, async (t) => {
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 5);
    const write = fs.writeSync;
    const fail = t.mock.method(fs, 'writeSync', (fd: number, bytes: Buffer) => {
      if (!fs.readlinkSync(`/proc/self/fd/${fd}`).endsWith('+2.log')) return write(fd, bytes);
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    });
    assert.throws(() => store.pack(key));
    assert.throws(() => store.putSync(key, putOf(6)));
    assert.equal((await store.get(key))?.revision, 5);
    fail.mock.restore();
    assert.deepEqual((await store.get(key))?.state, stateOf(5));
    assert.ok((await store.put(key, putOf(6))).ok);
    const tasks = statesOf(store, key).map((state) => tasksIn(state).length);
    assert.deepEqual(tasks, [1, 2, 3, 4, 5, 6]);
    await store.close();
  });

  test('a process that is late with packing does not pack the pointer over the history', async (t) => {
    const reason = missing('strace', ['-V']);
    if (reason !== null) return t.skip(reason);
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 5);
    await store.close();
    // Frozen where it has looked for the first pack and is about to read the segment that it wants to pack.
    const log = path.join(root, places.log);
    const under = [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-o',
      '/dev/null',
      '-P',
      log,
      '-e',
      'trace=openat,read,statx',
      '-e',
      'inject=openat:delay_enter=1500000:when=2+',
    ];
    const slow = runWorker('pack', [root], { under });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await runWorker('pack', [root]);
    assert.equal((await slow).stderr, '');
    const after = openStore(root);
    assert.deepEqual(
      statesOf(after).map((state) => tasksIn(state).length),
      [1, 2, 3, 4, 5],
    );
    assert.equal((await after.get(key))?.revision, 5);
    await after.close();
    assert.ok(fs.existsSync(workerFile('pack')));
  });

  test('history that is read while others pack has no holes', async () => {
    const root = tempFolder();
    const [feature, count] = ['f', sized(120, 600)];
    const writing = runWorker('put-many', ['w', feature, '1500', `${count}`], { env: { GIT_ROOT: root } });
    let ended = false;
    const end = writing.then(() => (ended = true));
    const store = openStore(root, { segmentBytes: 1e9 });
    const of = commandKey('implement', feature);
    let longest = 0;
    // oxlint-disable-next-line no-unmodified-loop-condition -- set by the promise above
    while (!ended) {
      const revisions = (await store.history(of)).map((one) => one.revision);
      assert.deepEqual(
        revisions,
        Array.from({ length: revisions.length }, (_, n) => revisions.length - n),
      );
      assert.ok(revisions.length >= longest, `${revisions.length} revisions after ${longest}`);
      longest = revisions.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await end;
    assert.equal((await store.history(of)).length, count);
    await store.close();
  });
});
