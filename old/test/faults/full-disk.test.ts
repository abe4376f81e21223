// A full disk, a quota, a read-only folder: a clear no, the old revision intact and readable, and all well when it is over.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import { glanceAtRuns } from '../../src/service/glance.js';
import { loadCheckpoint, updatePhase } from '../../src/silent.js';
import {
  fill,
  key,
  openStore,
  places,
  putOf,
  readFresh,
  restore,
  snapshot,
  stateOf,
  tasksIn,
  timeOf,
} from '../support/checkpoints.js';
import { pawl } from '../e2e/program.js';
import { catchStderr } from '../support/facade.js';
import { fillUp, mountMemory } from '../support/mount.js';
import { missing, notRoot, runWorker, workerFile } from '../support/programs.js';
import { sized } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

describe('a full disk', () => {
  const levels = sized(24, 128);
  for (const bytes of [300, 3_000, 14_000]) {
    test(`at ${levels} levels before a save of ${bytes} bytes: old or new, whole, and all well when space returns`, async (t) => {
      const root = mountMemory(t, 'size=128k');
      if (root === null) return;
      const ballast = path.join(root, 'ballast');
      const before = openStore(root);
      await fill(before, 1, 3);
      await before.close();
      const files = snapshot(root);
      const codes = new Set<string>();
      for (let level = 0; level < levels; level++) {
        restore(root, files);
        let revision = 3;
        fillUp(ballast, Math.floor((level * 48_000) / levels));
        const notices: string[] = [];
        const store = openStore(root, { onNotice: (notice) => notices.push(notice.code) });
        let said = 'yes';
        try {
          // Large enough to be cut in the middle.
          const state = { ...stateOf(revision + 1), ballast: 'x'.repeat(bytes) };
          assert.ok((await store.put(key, putOf(revision + 1, { state }))).ok);
        } catch (error) {
          assert.ok(isPawlError(error), String(error));
          said = error.code;
        }
        codes.add(said === 'yes' && notices.length > 0 ? `yes, ${notices.join()}` : said);
        await store.close();
        const now = await readFresh(() => openStore(root));
        assert.equal(now?.revision, said === 'yes' ? revision + 1 : revision, `level ${level}: ${said}`);
        assert.equal(tasksIn(now?.state).length, now?.revision);
        const published = path.join(root, places.published);
        JSON.parse(fs.readFileSync(published, 'utf8'));
        revision = now?.revision ?? 0;

        fs.rmSync(ballast);
        const after = openStore(root);
        assert.ok((await after.put(key, putOf(revision + 1))).ok, 'space is back');
        revision++;
        assert.deepEqual(JSON.parse(fs.readFileSync(published, 'utf8')), stateOf(revision));
        await after.close();
      }
      t.diagnostic([...codes].join(' · '));
      // A small record may always find room in the last page of the log.
      if (bytes >= 3_000) assert.ok(codes.has('disk-full'));
      assert.ok(
        [...codes].every((code) => code === 'disk-full' || code.startsWith('yes')),
        [...codes].join(),
      );
    });
  }

  test('the facade says false and one line, and the checkpoint can still be loaded', (t) => {
    const root = mountMemory(t, 'size=64k');
    if (root === null) return;
    const env = process.env['GIT_ROOT'];
    process.env['GIT_ROOT'] = root;
    t.after(() => (env === undefined ? delete process.env['GIT_ROOT'] : (process.env['GIT_ROOT'] = env)));
    assert.equal(updatePhase('implement', 'design', { status: 'in_progress' }), true);
    const ballast = path.join(root, 'ballast');
    fillUp(ballast, 0);
    const stderr = catchStderr(t);
    const data = { status: 'complete' as const, note: 'x'.repeat(5_000) };
    assert.equal(updatePhase('implement', 'design', data), false);
    const lines = stderr.take();
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /disk is full/);
    assert.equal(loadCheckpoint('implement')?.phases['design']?.status, 'in_progress');
    fs.rmSync(ballast);
    assert.equal(updatePhase('implement', 'design', data), true);
    assert.equal(loadCheckpoint('implement')?.phases['design']?.status, 'complete');
  });

  test('what cannot be published is told once for a run, without paths of temporary files', (t) => {
    const root = mountMemory(t, 'size=400k');
    if (root === null) return;
    assert.equal(pawl(['phase', 'implement/a', 'api', 'in_progress'], root).code, 0);
    fillUp(path.join(root, 'ballast'), 0);
    const told = /^pawl: implement\/a is saved, but its file is not up to date: the disk is full$/gm;
    const saved = pawl(['phase', 'implement/a', 'api', 'complete'], root);
    assert.equal(saved.code, 0, saved.err);
    assert.equal(saved.err.match(told)?.length, 1, saved.err);
    const { code, err } = pawl(['workflow', 'start', 'a', 'b', '--description', 'x', '--phases', '2'], root);
    assert.equal(code, 5);
    assert.ok((err.match(told)?.length ?? 0) <= 1, err);
    assert.doesNotMatch(err, /\.tmp/);
  });

  for (const isOver of [false, true]) {
    const kind = isOver ? 'that was complete' : 'in progress';
    test(`what was saved in the last free bytes is what lists show of a run ${kind}`, async (t) => {
      const root = mountMemory(t, 'size=256k');
      if (root === null) return;
      const before = openStore(root);
      await fill(before, 1, 3);
      const { completed_at: _none, ...open } = stateOf(4);
      const state = isOver ? { ...open, completed_at: timeOf(4) } : open;
      assert.ok((await before.put(key, putOf(4, { state }))).ok);
      await before.summaries({ exact: true });
      await before.close();
      const ballast = path.join(root, 'ballast');
      fillUp(ballast, 0);
      const codes: string[] = [];
      const store = openStore(root, { onNotice: ({ code }) => codes.push(code) });
      assert.ok((await store.put(key, putOf(5))).ok);
      await store.close();
      assert.deepEqual([...new Set(codes)], ['unpublished']);
      const revisions = async (): Promise<readonly number[]> => {
        const again = openStore(root);
        const found = (await again.summaries({ unfinished: true })).map(({ revision }) => revision);
        await again.close();
        return [...found, ...(glanceAtRuns(root, { unfinished: true }, 0) ?? []).map(({ revision }) => revision)];
      };
      assert.deepEqual(new Set(await revisions()), new Set([5]));
      fs.rmSync(ballast);
      assert.deepEqual(await revisions(), [5, 5]);
    });
  }

  test('without a free inode: a first save is refused, and works when there is one', async (t) => {
    const root = mountMemory(t, 'size=1m,nr_inodes=4');
    if (root === null) return;
    const store = openStore(root);
    await assert.rejects(store.put(key, putOf(1)), (error) => isPawlError(error, 'disk-full'));
    execFileSync('mount', ['-o', 'remount,nr_inodes=100', root]);
    assert.ok((await store.put(key, putOf(1))).ok);
    await store.close();
  });

  test('a file system that became read-only can still be read; writing says no', async (t) => {
    const root = mountMemory(t, 'size=1m');
    if (root === null) return;
    const store = openStore(root);
    await fill(store, 1, 2);
    await store.close();
    execFileSync('mount', ['-o', 'remount,ro', root]);
    const after = openStore(root);
    assert.deepEqual((await after.get(key))?.state, stateOf(2));
    await assert.rejects(after.put(key, putOf(3)), (error) => isPawlError(error, 'store-unavailable'));
    execFileSync('mount', ['-o', 'remount,rw', root]);
    await after.close();
    const again = openStore(root);
    assert.ok((await again.put(key, putOf(3))).ok);
    await again.close();
  });

  test('a limit on the size of files is a full disk', async (t) => {
    const reason = missing('prlimit');
    if (reason !== null) return t.skip(reason);
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 5);
    await store.close();
    const limit = fs.statSync(path.join(root, places.log)).size + 40;
    const under = ['prlimit', `--fsize=${limit}`];
    const { stdout } = await runWorker('one-save', [root, 'update'], { under });
    assert.equal(stdout, 'no disk-full\n');
    assert.equal((await readFresh(() => openStore(root)))?.revision, 5);
    assert.equal((await runWorker('one-save', [root, 'update'])).stdout, 'yes 6\n');
  });
});

describe('a folder that may not be written', () => {
  test('can be read; saving says no clearly, and nothing is started over it', async (t) => {
    const reason = notRoot() ?? missing('setpriv');
    if (reason !== null) return t.skip(reason);
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 2);
    await store.close();
    // Readable for all, writable for none but root; the worker programs too.
    execFileSync('chmod', ['-R', 'a+rX', root, path.dirname(path.dirname(path.dirname(workerFile('x'))))]);
    const under = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const { stdout } = await runWorker('read-and-save', [root], { under });
    assert.deepEqual(JSON.parse(stdout), { revision: 2, save: 'store-unavailable' });

    fs.chmodSync(path.join(root, places.own), 0o700);
    const hidden = await runWorker('read-and-save', [root], { under });
    const answer = JSON.parse(hidden.stdout) as { revision: unknown; save: string };
    assert.match(String(answer.revision), /unreadable|2/);
    assert.match(answer.save, /unreadable|store-unavailable/);
    assert.equal((await readFresh(() => openStore(root)))?.revision, 2);
  });
});

describe('too many open files', () => {
  test('while reading never starts over good work', async (t) => {
    const reason = missing('strace', ['-V']);
    if (reason !== null) return t.skip(reason);
    const root = tempFolder();
    const store = openStore(root);
    await fill(store, 1, 5);
    await store.close();
    for (const error of ['EMFILE', 'EACCES', 'EIO', 'ENFILE']) {
      for (const file of [places.log, places.published]) {
        const inject = ['-P', path.join(root, file), '-e', 'trace=openat', '-e', `inject=openat:error=${error}`];
        const under = ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', ...inject];
        const { stdout, stderr } = await runWorker(
          'update-phase',
          ['work', '{"status":"failed"}', 'implement', 'auth'],
          { under, env: { GIT_ROOT: root } },
        );
        assert.match(stdout, /^(?:true|false)\n$/);
        assert.ok(stderr.split('\n').length <= 2, stderr);
        const now = await readFresh(() => openStore(root));
        assert.equal(tasksIn(now?.state).length, 5, `${error} on ${file}: ${stdout}`);
      }
    }
  });
});
