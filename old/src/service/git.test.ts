import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { missing } from '../../test/support/programs.js';
import { tempFolder } from '../../test/support/temp.js';
import { isAsCommitted, isFromGit } from './git-files.js';
import { findGitRoot, projectRoot, readHead } from './git.js';

function git(cwd: string, ...args: readonly string[]): string {
  const config = ['user.name=t', 'user.email=t@example.com', 'commit.gpgsign=false', 'protocol.file.allow=always'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const options = config.flatMap((one) => ['-c', one]);
  return execFileSync('git', [...options, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
}

/** A repository with one commit, or null when the test was skipped. */
function repository(t: TestContext, ...options: readonly string[]): string | null {
  const reason = missing('git');
  if (reason !== null) {
    t.skip(reason);
    return null;
  }
  const root = fs.realpathSync(tempFolder());
  git(root, 'init', '-q', '-b', 'main', ...options);
  commit(root, 'first');
  return root;
}

function commit(root: string, text: string): string {
  fs.writeFileSync(path.join(root, 'file.txt'), text);
  git(root, 'add', '.');
  git(root, 'commit', '-qm', text);
  return git(root, 'rev-parse', 'HEAD');
}

/** Reads HEAD with no git to ask: it must come from the files. */
function fromFiles(root: string): string | null {
  const before = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    return readHead(root);
  } finally {
    process.env['PATH'] = before;
  }
}

describe('HEAD', () => {
  test('of a branch is read from the files', (t) => {
    const root = repository(t);
    if (root === null) return;
    assert.equal(fromFiles(root), git(root, 'rev-parse', 'HEAD'));
    git(root, 'switch', '-qc', 'feature/deep/BAS-6');
    const second = commit(root, 'second');
    assert.equal(fromFiles(root), second);
    fs.mkdirSync(path.join(root, 'deep'));
    assert.equal(fromFiles(path.join(root, 'deep')), second);
  });

  test('that is detached is read from the files', (t) => {
    const root = repository(t);
    if (root === null) return;
    const first = git(root, 'rev-parse', 'HEAD');
    commit(root, 'second');
    git(root, 'checkout', '-q', '--detach', first);
    assert.equal(fromFiles(root), first);
  });

  test('whose branch is packed is read from packed-refs, and a newer loose one wins', (t) => {
    const root = repository(t);
    if (root === null) return;
    git(root, 'branch', 'other/main');
    git(root, 'tag', '-a', 'v1', '-m', 'v1');
    git(root, 'pack-refs', '--all');
    assert.equal(fs.existsSync(path.join(root, '.git/refs/heads/main')), false);
    assert.equal(fromFiles(root), git(root, 'rev-parse', 'HEAD'));
    const second = commit(root, 'second');
    assert.equal(fromFiles(root), second);
  });

  test('that is a link to a branch which is packed is asked of git', { skip: process.platform === 'win32' }, (t) => {
    const root = repository(t);
    if (root === null) return;
    const commitId = git(root, 'rev-parse', 'HEAD');
    git(root, 'pack-refs', '--all');
    fs.rmSync(path.join(root, '.git/HEAD'));
    fs.symlinkSync('refs/heads/main', path.join(root, '.git/HEAD'));
    assert.equal(readHead(root), commitId);
  });

  test('of a linked worktree is its own, loose or packed', (t) => {
    const root = repository(t);
    if (root === null) return;
    const tree = path.join(fs.realpathSync(tempFolder()), 'tree');
    git(root, 'worktree', 'add', '-q', '-b', 'linked', tree);
    const second = commit(tree, 'in the worktree');
    assert.equal(fromFiles(tree), second);
    assert.notEqual(fromFiles(root), second);
    git(root, 'pack-refs', '--all');
    assert.equal(fromFiles(tree), second);
    assert.equal(findGitRoot(path.join(tree, '.')), tree);
    git(tree, 'checkout', '-q', '--detach');
    assert.equal(fromFiles(tree), second);
  });

  test('of a submodule is its own', (t) => {
    const [root, other] = [repository(t), repository(t)];
    if (root === null || other === null) return;
    const inside = commit(other, 'a commit of its own');
    git(root, 'submodule', 'add', '-q', other, 'sub');
    git(root, 'commit', '-qm', 'with a submodule');
    const sub = path.join(root, 'sub');
    assert.ok(fs.statSync(path.join(sub, '.git')).isFile());
    assert.equal(fromFiles(sub), inside);
    assert.equal(fromFiles(root), git(root, 'rev-parse', 'HEAD'));
    assert.equal(findGitRoot(sub), sub);
  });

  test('of a branch without commits is null', (t) => {
    const reason = missing('git');
    if (reason !== null) return t.skip(reason);
    const root = tempFolder();
    git(root, 'init', '-q', '-b', 'main');
    assert.equal(fromFiles(root), null);
    assert.equal(readHead(root), null);
  });

  test('of a repository with SHA-256 is read from the files', (t) => {
    const root = repository(t, '--object-format=sha256');
    if (root === null) return;
    assert.match(fromFiles(root) ?? '', /^[0-9a-f]{64}$/);
  });

  test('of a repository with reftable is asked of git', (t) => {
    const version = missing('git') === null ? execFileSync('git', ['--version']).toString().trim() : '';
    try {
      git(tempFolder(), 'init', '-q', '--ref-format=reftable');
    } catch {
      return t.skip(`${version || 'git'} knows no reftable`);
    }
    const root = repository(t, '--ref-format=reftable');
    if (root === null) return;
    assert.equal(readHead(root), git(root, 'rev-parse', 'HEAD'));
  });

  test('of a file layout like reftable’s is not taken from the files', (t) => {
    const root = repository(t);
    if (root === null) return;
    fs.writeFileSync(path.join(root, '.git/HEAD'), 'ref: refs/heads/.invalid\n');
    assert.equal(fromFiles(root), null);
  });

  test('outside any repository is null', () => {
    const folder = tempFolder();
    if (findGitRoot(folder) === null) assert.equal(readHead(folder), null);
  });

  test('of a hostile repository runs nothing and reads nothing else', () => {
    const root = tempFolder();
    fs.mkdirSync(path.join(root, '.git'));
    for (const head of [
      'ref: refs/../../../../etc/passwd',
      'ref: /etc/passwd',
      'ref: refs/heads/\0',
      '',
      'x'.repeat(100_000),
      'ref: refs/heads/main',
    ]) {
      fs.writeFileSync(path.join(root, '.git/HEAD'), head);
      const found = fromFiles(root);
      assert.ok(found === null, `${head.slice(0, 40)} gave ${found?.slice(0, 40)}`);
    }
    fs.mkdirSync(path.join(root, '.git/refs/heads'), { recursive: true });
    for (const text of ['ref: refs/heads/main', 'not a commit', 'abc123']) {
      fs.writeFileSync(path.join(root, '.git/refs/heads/main'), text);
      assert.equal(fromFiles(root), null, text);
    }
  });
});

describe('the project’s root', () => {
  test('is GIT_ROOT, else the git root of CLAUDE_PROJECT_DIR, else that of the current folder, else that folder', (t) => {
    const root = repository(t);
    if (root === null) return;
    const outside = fs.realpathSync(tempFolder());
    const deep = path.join(root, 'a', 'b');
    fs.mkdirSync(deep, { recursive: true });
    assert.equal(projectRoot({ GIT_ROOT: outside, CLAUDE_PROJECT_DIR: root }, deep), outside);
    assert.equal(projectRoot({ GIT_ROOT: '..' }, deep), path.join(root, 'a'));
    assert.equal(projectRoot({ CLAUDE_PROJECT_DIR: deep }, outside), root);
    assert.equal(projectRoot({}, deep), root);
    assert.equal(projectRoot({ GIT_ROOT: '', CLAUDE_PROJECT_DIR: '' }, deep), root);
    if (findGitRoot(outside) === null) {
      assert.equal(projectRoot({}, outside), outside);
      assert.equal(projectRoot({ CLAUDE_PROJECT_DIR: outside }, deep), outside);
    }
  });
});

describe('a file that git put there', () => {
  test('is known by HEAD’s version of it', (t) => {
    const root = repository(t);
    if (root === null) return;
    assert.equal(isFromGit(root, 'file.txt', Buffer.from('first')), true);
    assert.equal(isFromGit(root, 'file.txt', Buffer.from('edited')), false);
    assert.equal(isFromGit(root, 'untracked.txt', Buffer.from('first')), false);
    assert.equal(isFromGit(tempFolder(), 'file.txt', Buffer.from('first')), false);
  });

  test('or took away is known when only other branches have it', (t) => {
    const root = repository(t);
    if (root === null) return;
    git(root, 'switch', '-qc', 'other');
    fs.writeFileSync(path.join(root, 'there.txt'), 'x');
    commit(root, 'there');
    git(root, 'switch', '-q', 'main');
    assert.equal(isFromGit(root, 'there.txt', null), true);
    assert.equal(isFromGit(root, 'file.txt', null), false);
    assert.equal(isFromGit(root, 'never.txt', null), false);
  });
});

describe('a file that came with a commit', () => {
  const layouts: readonly (readonly [string, readonly (readonly string[])[]])[] = [
    ['an ordinary index', []],
    ['an index that shortens its paths', [['update-index', '--index-version', '4']]],
    ['a split index', [['update-index', '--split-index']]],
  ];
  for (const [name, commands] of layouts) {
    test(`is known with ${name}`, (t) => {
      const root = repository(t);
      if (root === null) return;
      fs.mkdirSync(path.join(root, 'a/b'), { recursive: true });
      for (const file of ['a/b/one.json', 'a/b/two.json']) fs.writeFileSync(path.join(root, file), file);
      commit(root, 'more');
      for (const args of commands) git(root, ...args);
      fs.writeFileSync(path.join(root, 'a/b/two.json'), 'changed');
      fs.writeFileSync(path.join(root, 'a/b/three.json'), 'new');
      assert.equal(isAsCommitted(root, 'a/b/one.json'), true);
      assert.equal(isAsCommitted(root, 'a/b/two.json'), false);
      assert.equal(isAsCommitted(root, 'a/b/three.json'), false);
      assert.equal(isAsCommitted(root, 'a/b/none.json'), false);
    });
  }

  test('is told from one that is not tracked without asking git', (t) => {
    const root = repository(t);
    if (root === null) return;
    fs.writeFileSync(path.join(root, 'new.json'), 'new');
    const { PATH } = process.env;
    process.env['PATH'] = '/nowhere';
    try {
      assert.equal(isAsCommitted(root, 'new.json'), false);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});
