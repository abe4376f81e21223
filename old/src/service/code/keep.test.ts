import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { cleanEnv, git, tempRepository } from '../../../test/e2e/program.js';
import { began, benchAt, commitAll, filesIn, key, refused, stateOf, write } from '../../../test/support/code.js';
import { tempFolder } from '../../../test/support/temp.js';
import { collectCode } from './collect.js';
import { keepCode } from './keep.js';
import { listCode } from './list.js';
import { restoreCode } from './restore.js';
import { codeRef, readRepository } from './repository.js';

describe('keeping code', () => {
  test('a snapshot holds changed, staged, new, removed and renamed files, and leaves all of the user’s as it was', async () => {
    const root = tempRepository();
    write(root, {
      'a.txt': 'a',
      'gone.txt': 'x',
      'old name.txt': 'same',
      'sub/b.txt': 'b',
      '.gitignore': 'ignored/\n',
    });
    commitAll(root);
    write(root, {
      'a.txt': 'changed',
      'staged.txt': 'first',
      'ignored/secret': 's',
      'ünï cödé\n.txt': 'u',
      '-dash': 'd',
    });
    git(root, 'add', '--', 'staged.txt');
    write(root, { 'staged.txt': 'second', 'intent.txt': 'i' });
    git(root, 'add', '--intent-to-add', '--', 'intent.txt');
    fs.rmSync(path.join(root, 'gone.txt'));
    git(root, 'mv', 'old name.txt', 'new name.txt');
    fs.symlinkSync('a.txt', path.join(root, 'link'));
    const before = stateOf(root);

    const kept = await keepCode(benchAt(root), key, 3);

    assert.deepEqual(stateOf(root), before);
    assert.deepEqual(filesIn(root, kept.commit).sort(), [
      '-dash',
      '.gitignore',
      'a.txt',
      'intent.txt',
      'link',
      'new name.txt',
      'staged.txt',
      'sub/b.txt',
      'ünï cödé\n.txt',
    ]);
    assert.equal(git(root, 'show', `${kept.commit}:staged.txt`), 'second');
    assert.equal(git(root, 'show', `${kept.commit}:a.txt`), 'changed');
    assert.equal(kept.parent, git(root, 'rev-parse', 'HEAD').trim());
    assert.deepEqual(
      { ...kept, commit: '', parent: '' },
      {
        ref: codeRef(await readRepository(root), key, 3),
        key: 'command:implement/auth',
        revision: 3,
        commit: '',
        parent: '',
        at: '2026-01-05T09:00:00.000Z',
        savedAt: null,
        isOrphan: false,
        leftOut: [],
      },
    );
  });

  test('the stash stays, and hooks of the user are not run', async () => {
    const root = tempRepository();
    write(root, { 'a.txt': 'a' });
    commitAll(root);
    write(root, { 'a.txt': 'stashed' });
    git(root, 'stash');
    const canary = path.join(root, '.git/canary');
    for (const hook of [
      'reference-transaction',
      'post-index-change',
      'pre-commit',
      'post-commit',
      'post-checkout',
      'fsmonitor',
    ]) {
      fs.writeFileSync(path.join(root, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> '${canary}'\n`, {
        mode: 0o755,
      });
    }
    git(root, 'config', 'core.fsmonitor', path.join(root, '.git/hooks/fsmonitor'));
    write(root, { 'a.txt': 'now' });
    fs.rmSync(canary, { force: true });

    const bench = benchAt(root);
    const { commit } = await keepCode(bench, key, 1);
    await restoreCode(bench, key, 1, { branch: 'back', worktree: path.join(tempFolder(), 'tree') });

    assert.equal(fs.existsSync(canary), false);
    assert.equal(git(root, 'show', `${commit}:a.txt`), 'now');
    assert.equal(git(root, 'show', 'stash@{0}:a.txt'), 'stashed');
  });

  test('it works on a branch without commits, with no name configured and inside a hook of another repository', async () => {
    const root = fs.realpathSync(tempFolder());
    git(root, 'init', '--quiet');
    const other = tempRepository();
    write(root, { 'a.txt': 'a' });
    const steering = {
      GIT_DIR: path.join(other, '.git'),
      GIT_INDEX_FILE: path.join(other, 'idx'),
      HOME: tempFolder(),
      GIT_CONFIG_NOSYSTEM: '1',
    };
    const saved = { ...process.env };
    Object.assign(process.env, steering);
    try {
      const kept = await keepCode(benchAt(root), key, 1);
      assert.equal(kept.parent, null);
      assert.deepEqual(filesIn(root, kept.commit), ['a.txt']);
      assert.equal(
        git(root, 'log', '-1', '--format=%an <%ae> %ct', kept.commit),
        `pawl <pawl@localhost> ${began / 1000}\n`,
      );
      await assert.rejects(
        restoreCode(benchAt(root), key, 1, { branch: git(root, 'symbolic-ref', '--short', 'HEAD').trim() }),
        refused('not-allowed', /already/),
      );
    } finally {
      process.env = saved;
    }
    assert.deepEqual(await listCode(benchAt(other)), []);
  });

  test('it works in an empty repository, on a detached HEAD, in a linked worktree and below the top', async () => {
    const root = tempRepository();
    assert.deepEqual(filesIn(root, (await keepCode(benchAt(root), key, 1)).commit), []);
    write(root, { 'a.txt': 'a', 'deep/down/b.txt': 'b' });
    commitAll(root);
    git(root, 'checkout', '--quiet', '--detach');
    write(root, { 'a.txt': 'detached' });
    assert.equal(git(root, 'show', `${(await keepCode(benchAt(root), key, 2)).commit}:a.txt`), 'detached');
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'worktree', 'add', '--quiet', '-b', 'side', linked, 'HEAD');
    write(linked, { 'a.txt': 'linked', 'new.txt': 'n' });
    const before = [stateOf(root), stateOf(linked)];
    const kept = await keepCode(benchAt(path.join(linked, 'deep')), key, 3);
    assert.deepEqual([stateOf(root), stateOf(linked)], before);
    assert.deepEqual(filesIn(root, kept.commit), ['a.txt', 'deep/down/b.txt', 'new.txt']);
    const revisions = async (folder: string): Promise<number[]> =>
      (await listCode(benchAt(folder), key)).map((one) => one.revision);
    assert.deepEqual(await revisions(root), [1, 2]);
    assert.deepEqual(await revisions(path.join(linked, 'deep')), [3]);
  });

  test('runs of the same name in several worktrees keep code of their own', async () => {
    const root = tempRepository();
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'worktree', 'add', '--quiet', linked);
    write(root, { 'a.txt': 'main' });
    write(linked, { 'a.txt': 'linked' });
    const [one, other] = [await keepCode(benchAt(root), key, 1), await keepCode(benchAt(linked), key, 1)];
    assert.notEqual(one.ref, other.ref);
    assert.deepEqual(
      (await listCode(benchAt(root))).map(({ ref }) => ref),
      [one.ref],
    );
    assert.deepEqual(
      (await collectCode(benchAt(linked), () => true)).map(({ ref }) => ref),
      [other.ref],
    );
    await keepCode(benchAt(linked), key, 2);
    git(root, 'worktree', 'remove', '--force', linked);
    assert.deepEqual((await listCode(benchAt(root))).filter(({ isOrphan }) => isOrphan).length, 1);
    assert.deepEqual(
      (await listCode(benchAt(root), key)).map(({ ref }) => ref),
      [one.ref],
    );
  });

  test('submodules and repositories inside stay what they are, and what is not kept of them is told', async () => {
    const library = tempRepository();
    write(library, { 'lib.txt': 'l' });
    commitAll(library);
    const root = tempRepository();
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
    commitAll(root);
    write(root, { 'sub/lib.txt': 'dirty', 'own.txt': 'o', 'inner/x.txt': 'x' });
    git(path.join(root, 'inner'), 'init', '--quiet');
    const before = stateOf(root);
    const kept = await keepCode(benchAt(root), key, 1);
    assert.deepEqual(stateOf(root), before);
    assert.deepEqual(kept.leftOut, [
      'sub (what is uncommitted inside the submodule)',
      'inner/ (a repository of its own)',
    ]);
    assert.deepEqual(filesIn(root, kept.commit), ['.gitmodules', 'own.txt', 'sub']);
    git(path.join(root, 'sub'), 'commit', '--quiet', '--all', '--message', 'on');
    const moved = await keepCode(benchAt(root), key, 2);
    assert.match(
      git(root, 'ls-tree', moved.commit, 'sub'),
      new RegExp(git(path.join(root, 'sub'), 'rev-parse', 'HEAD').trim()),
    );
  });

  test('files that changed places with folders and links, and files in conflict, are kept as they stand', async () => {
    const root = tempRepository();
    write(root, { file: 'f', 'folder/in': 'i', 'linked/in': 'l', both: 'base', target: 't' });
    commitAll(root);
    git(root, 'branch', 'theirs');
    write(root, { both: 'ours' });
    commitAll(root);
    git(root, 'checkout', '--quiet', 'theirs');
    write(root, { both: 'theirs' });
    commitAll(root);
    assert.throws(() => execFileSync('git', ['merge', '-'], { cwd: root, env: cleanEnv(), stdio: 'ignore' }));
    for (const name of ['file', 'folder', 'linked']) fs.rmSync(path.join(root, name), { recursive: true });
    write(root, { 'file/now': 'folder', folder: 'file' });
    fs.symlinkSync('file', path.join(root, 'linked'));
    const before = stateOf(root);
    const { commit } = await keepCode(benchAt(root), key, 1);
    assert.deepEqual(stateOf(root), before);
    assert.deepEqual(filesIn(root, commit), ['both', 'file/now', 'folder', 'linked', 'target']);
    assert.match(git(root, 'show', `${commit}:both`), /<<<<<<< /);
  });

  test('pawl’s own state is left out, also where git does not ignore it', async () => {
    const root = tempRepository();
    write(root, {
      '.claude/state/.pawl/x.log': 'l',
      '.claude/state/implement-auth.json': '{}',
      '.claude/checkpoints/w.json': '{}',
      'a.txt': 'a',
    });
    assert.deepEqual(filesIn(root, (await keepCode(benchAt(root), key, 1)).commit), ['a.txt']);
  });

  test('a file that was changed in the moment it was staged is not taken for unchanged', async () => {
    const root = tempRepository();
    for (let round = 0; round < 5; round++) {
      write(root, { 'a.txt': `aaa${round}` });
      git(root, 'add', '--', 'a.txt');
      write(root, { 'a.txt': `bbb${round}` });
      assert.equal(git(root, 'show', `${(await keepCode(benchAt(root), key, round + 1)).commit}:a.txt`), `bbb${round}`);
    }
  });

  test('more than the limit is refused with the largest file named, and nothing is stored', async () => {
    const root = tempRepository();
    write(root, { 'small.txt': 'x', 'large.bin': 'x'.repeat(3 * 1024 * 1024) });
    const before = git(root, 'count-objects');
    await assert.rejects(
      keepCode(benchAt(root), key, 1, { maxBytes: 1024 * 1024 }),
      refused('too-large', /3\.0 MiB.*at most 1\.0 MiB.*largest is large\.bin with 3\.0 MiB/),
    );
    assert.equal(git(root, 'count-objects'), before);
    commitAll(root);
    await keepCode(benchAt(root), key, 1, { maxBytes: 1024 * 1024 });
  });

  test('the same code for the same revision is the same snapshot; other code does not lose the first', async () => {
    const root = tempRepository();
    write(root, { 'a.txt': 'one' });
    const first = await keepCode(benchAt(root), key, 1);
    assert.equal((await keepCode(benchAt(root, began + 5_000), key, 1)).commit, first.commit);
    write(root, { 'a.txt': 'two' });
    const second = await keepCode(benchAt(root), key, 1);
    assert.equal(git(root, 'show', `${second.commit}:a.txt`), 'two');
    assert.equal(git(root, 'merge-base', first.commit, second.commit).trim(), first.commit);
  });

  test('outside a repository it is refused, and there is nothing to list or collect', async () => {
    const bench = benchAt(tempFolder());
    await assert.rejects(keepCode(bench, key, 1), refused('not-allowed', /in no git repository/));
    assert.deepEqual(await listCode(bench), []);
    assert.deepEqual(await collectCode(bench, () => true), []);
  });

  test('a file that cannot be read is git’s to refuse, in its words', {
    skip: process.getuid?.() === 0 && 'root reads everything',
  }, async () => {
    const root = tempRepository();
    write(root, { 'a.txt': 'a' });
    fs.chmodSync(path.join(root, 'a.txt'), 0);
    await assert.rejects(keepCode(benchAt(root), key, 1), refused('git-failed', /a\.txt/));
  });
});
