// Opening a project: root, HEAD, configuration; and leases.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { isPawlError } from '../../src/base/errors.js';
import { commandKey } from '../../src/base/names.js';
import { loadConfig } from '../../src/runs/config.js';
import { projectRoot, readBranch, readHead } from '../../src/runs/git.js';
import { holderOf, releaseLease, renewLease, takeLease } from '../../src/runs/lease.js';
import { MemoryStore } from '../../src/store/memory.js';
import { toAsync } from '../../src/store/store.js';

const folders: string[] = [];
function tempFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-project-')));
  folders.push(folder);
  return folder;
}
after(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function repository(): string {
  const root = tempFolder();
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'one');
  return root;
}

test('HEAD and branch are what git says: branch, packed refs, detached, worktree, submodule-like .git file', () => {
  const root = repository();
  const agrees = (folder: string): void => assert.equal(readHead(folder), git(folder, 'rev-parse', 'HEAD'));
  agrees(root);
  assert.equal(readBranch(root), 'main');
  git(root, 'checkout', '-q', '-b', 'feature/deep/er');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'two');
  agrees(root);
  assert.equal(readBranch(root), 'feature/deep/er');
  git(root, 'pack-refs', '--all');
  agrees(root);
  const worktree = path.join(tempFolder(), 'tree');
  git(root, 'worktree', 'add', '-q', worktree, 'main');
  agrees(worktree);
  assert.equal(readBranch(worktree), 'main');
  git(root, 'checkout', '-q', '--detach');
  agrees(root);
  assert.equal(readBranch(root), null);
  const empty = tempFolder();
  git(empty, 'init', '-q');
  assert.equal(readHead(empty), null);
  assert.equal(readHead(tempFolder()), null);
});

test('the root: GIT_ROOT, else the git root, else where state is kept, else the folder itself', () => {
  const root = repository();
  const inner = path.join(root, 'a/b');
  fs.mkdirSync(inner, { recursive: true });
  assert.equal(projectRoot(inner, {}), root);
  assert.equal(projectRoot(inner, { GIT_ROOT: '/elsewhere' }), path.resolve('/elsewhere'));
  const plain = tempFolder();
  fs.mkdirSync(path.join(plain, 'c'));
  assert.equal(projectRoot(path.join(plain, 'c'), {}), path.join(plain, 'c'));
  fs.mkdirSync(path.join(plain, '.claude/state/.pawl'), { recursive: true });
  assert.equal(projectRoot(path.join(plain, 'c'), {}), plain);
});

test('configuration: later sources win, a repository can only narrow, mistakes are named and ignored', () => {
  const root = tempFolder();
  const user = path.join(tempFolder(), 'config.json');
  const write = (file: string, value: unknown): void => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  };
  const repositoryFile = path.join(root, '.claude/config/pawl.json');
  const load = (env: NodeJS.ProcessEnv = {}): ReturnType<typeof loadConfig> =>
    loadConfig(root, { PAWL_CONFIG: user, ...env });
  assert.deepEqual([load().capture, load().maxAgeDays, load().problems], [true, 7, []]);

  write(repositoryFile, { capture: false, clean: { max_age_days: 3 }, pipeline: { id_pattern: 'ADR-\\d+' } });
  assert.deepEqual([load().capture, load().maxAgeDays, load().pipelineId.test('ADR-12')], [false, 3, true]);
  assert.equal(load().all.find(({ name }) => name === 'capture')?.source, 'repository');

  write(user, { capture: true, brief: false });
  assert.deepEqual([load().capture, load().brief], [true, false]);
  assert.equal(load({ PAWL_CAPTURE: '0' }).capture, false);

  write(repositoryFile, {
    brief: true,
    clean: { max_age_days: 'week' },
    colour: 'red',
    pipeline: { id_pattern: '(a+)+' },
  });
  const { problems, maxAgeDays } = load();
  assert.equal(maxAgeDays, 7);
  assert.deepEqual(
    problems.map((problem) => problem.replace(`${repositoryFile}: `, '').split(' ')[0]),
    ['brief', 'clean.max_age_days', 'colour', 'pipeline.id_pattern'],
  );
  write(repositoryFile, '{ "capture": ');
  assert.equal(load().problems.length, 1);
});

test('a lease refuses others by name until it is released, taken over or expired', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const store = toAsync(new MemoryStore({ now: () => now }));
  const key = commandKey('implement', 'auth');
  const first = await takeLease(store, key, 'one');
  await assert.rejects(
    takeLease(store, key, 'two'),
    (error) => isPawlError(error, 'locked') && error.message.includes('one'),
  );
  assert.equal((await holderOf(store, key))?.actor, 'one');
  const renewed = await renewLease(store, first);
  assert.ok(renewed !== null);
  const second = await takeLease(store, key, 'two', true);
  assert.equal(await renewLease(store, renewed), null, 'the first holder learns that it was taken over');
  await releaseLease(store, second);
  assert.equal(await holderOf(store, key), null);
  await takeLease(store, key, 'three');
  now = new Date('2026-01-01T00:05:00Z');
  await takeLease(store, key, 'four');
});
