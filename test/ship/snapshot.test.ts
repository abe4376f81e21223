// Code that is kept with --code: git and the files stay as they are, byte by byte.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { git, pawl, program, read, repository, runNode, write } from '../agents/projects.js';

/** A repository with everything that git tells apart: staged, changed, deleted, untracked, ignored, large, odd names. */
function busy(): string {
  const root = repository({ 'a.txt': 'one\n', 'gone.txt': 'x\n', dir: 'a file\n', '.gitignore': '.claude/\n*.log\n' });
  write(root, { 'staged.txt': 'staged\n' });
  git(root, 'add', 'staged.txt');
  fs.rmSync(path.join(root, 'dir'));
  fs.rmSync(path.join(root, 'gone.txt'));
  write(root, { 'a.txt': 'two\n', 'dir/now.txt': 'a folder\n', 'ü n.txt': 'odd\n', 'x.log': 'ignored\n' });
  fs.writeFileSync(path.join(root, 'large.bin'), Buffer.alloc(6 * 1024 * 1024));
  return root;
}

test('a snapshot has every file but ignored and large ones, and leaves index and files alone', () => {
  const root = busy();
  const state = (): string => git(root, 'status', '--porcelain') + read(root, '.git/index').length;
  pawl(root, 'phase', 'implement/auth', 'api', 'in_progress');
  const [before, index] = [state(), fs.readFileSync(path.join(root, '.git/index'))];
  const said = pawl(root, 'phase', 'implement/auth', 'api', 'complete', '--code');
  assert.match(said, /kept as refs\/pawl\/command\/implement-auth\/2; left out, larger than 5 MB: large\.bin/);
  assert.deepEqual(fs.readFileSync(path.join(root, '.git/index')), index);
  assert.equal(state(), before);
  const files = git(
    root,
    '-c',
    'core.quotePath=false',
    'ls-tree',
    '-r',
    '--name-only',
    'refs/pawl/command/implement-auth/2',
  );
  assert.deepEqual(files.trim().split('\n'), ['.gitignore', 'a.txt', 'dir/now.txt', 'staged.txt', 'ü n.txt']);
  assert.equal(git(root, 'show', 'refs/pawl/command/implement-auth/2:a.txt'), 'two\n');
});

test('a change in the moment of `git add` is seen, although size and time are those of the index', () => {
  const root = repository({ 'a.txt': 'one\n' });
  git(root, 'config', 'core.trustctime', 'false');
  const set = (...files: readonly string[]): void => {
    for (const file of files) fs.utimesSync(path.join(root, file), 1_700_000_000, 1_700_000_000);
  };
  set('a.txt');
  git(root, 'add', 'a.txt');
  write(root, { 'a.txt': 'two\n' });
  set('a.txt', '.git/index');
  pawl(root, 'phase', 'implement', 'api', 'in_progress', '--code');
  assert.equal(git(root, 'show', 'refs/pawl/command/implement-checkpoint/1:a.txt'), 'two\n');
});

test('diff compares the code of two revisions, restore says how git brings it back', () => {
  const root = busy();
  pawl(root, 'phase', 'implement', 'api', 'in_progress', '--code');
  write(root, { 'a.txt': 'three\n' });
  pawl(root, 'note', 'implement', '--code');
  assert.match(pawl(root, 'diff', 'implement', '--code'), /revision 1 to revision 2\n a\.txt \| 2 [+-]+\n/);
  const { files } = JSON.parse(pawl(root, 'diff', 'implement', '1', '2', '--code', '--json'));
  assert.deepEqual(files, [{ status: 'M', path: 'a.txt' }]);
  assert.match(runNode(root, [program, 'diff', 'implement', '7', '--code']).stderr, /Revisions with code: 1, 2/);
  write(root, { 'a.txt': 'four\n', 'later.txt': '' });
  const [, command = ''] = /`(git [^`]+)`/.exec(pawl(root, 'restore', 'implement', '1', '--code')) ?? [];
  assert.equal(read(root, 'a.txt'), 'four\n');
  for (const line of command.split(' && ')) git(root, ...line.split(' ').slice(1));
  assert.deepEqual([read(root, 'a.txt'), fs.existsSync(path.join(root, 'later.txt'))], ['two\n', false]);
  assert.equal(git(root, 'show', 'stash@{0}:a.txt'), 'four\n');
  pawl(root, 'delete', 'implement', '--purge', '--yes');
  assert.equal(git(root, 'for-each-ref', 'refs/pawl'), '');
});
