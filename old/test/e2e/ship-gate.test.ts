// The ship gate through the program, in real repositories: what passes is what was reviewed.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { checkShip } from '../../src/service/ship/check.js';
import { stateOf, write } from '../support/code.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, git, node, pawl, program, tempRepository, textOf } from './program.js';

/** A repository with a commit, and work on top of it. */
function worked(): string {
  const root = tempRepository();
  write(root, { '.gitignore': '.claude/\nsecret\n', 'a.txt': 'a' });
  commit(root);
  write(root, { 'a.txt': 'changed', 'b.txt': 'new', secret: 'never' });
  return root;
}

function commit(root: string, ...more: readonly string[]): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'work', ...more);
}

function set(root: string, ...args: readonly string[]): JsonObject {
  const ended = pawl(['gate', 'set', ...args, '--json'], root);
  assert.equal(ended.code, 0, ended.out + ended.err);
  return documentOf(ended);
}

/** The state that the gate answers, with its exit code. */
function ask(root: string, ...args: readonly string[]): string {
  const ended = pawl(['gate', 'check', ...(args.length === 0 ? ['ship'] : args), '--json'], root);
  const { state, allowed } = documentOf(ended);
  assert.equal(ended.code, allowed === true ? 0 : 6, ended.out);
  assert.equal(typeof state, 'string');
  return String(state);
}

const head = (root: string): string => ask(root, 'ship', '--commit', 'HEAD');
const checkpoint = (root: string, name = 'ship-checkpoint'): string => path.join(root, `.claude/state/${name}.json`);

function edit(root: string, change: (doc: JsonObject) => unknown, name?: string): void {
  const doc: unknown = JSON.parse(textOf(checkpoint(root, name)));
  assert.ok(isJsonObject(doc));
  fs.writeFileSync(checkpoint(root, name), JSON.stringify(change(doc)));
}

describe('what was reviewed', () => {
  test('passes as a commit that /ship makes of it, and nothing else does', () => {
    const root = worked();
    assert.equal(ask(root), 'no-review');
    set(root, 'ship', '--allow');
    assert.equal(ask(root), 'approved');
    assert.equal(head(root), 'other-content'); // not committed yet
    commit(root);
    assert.equal(head(root), 'approved');
    git(root, 'commit', '--quiet', '--amend', '--message', 'other words');
    assert.equal(head(root), 'approved');
    write(root, { 'c.txt': 'sneaked in' });
    assert.equal(ask(root), 'other-content');
    commit(root, '--amend');
    assert.equal(head(root), 'other-content');
    assert.match(pawl(['gate', 'check', 'ship', '--commit', 'HEAD'], root).out, /It differs in c\.txt\n/);
    git(root, 'reset', '--quiet', '--hard', 'HEAD@{1}');
    assert.deepEqual([ask(root), head(root)], ['approved', 'approved']);
  });

  test('does not pass in part: a new file that was not committed is missed, by name', () => {
    const root = worked();
    set(root, 'ship', '--allow');
    git(root, 'commit', '--quiet', '--all', '--message', 'without b.txt');
    assert.equal(head(root), 'other-content');
    assert.match(pawl(['gate', 'check', 'ship', '--commit', 'HEAD'], root).out, /It differs in b\.txt\n/);
  });

  test('passes after a rebase only as long as its content is the same; on another branch it is other content', () => {
    const root = worked();
    git(root, 'branch', 'trunk');
    git(root, 'checkout', '--quiet', '-b', 'feature');
    commit(root);
    set(root, 'ship', '--allow', '--commit', 'feature');
    git(root, 'checkout', '--quiet', 'trunk');
    assert.equal(head(root), 'other-content');
    git(root, 'commit', '--quiet', '--allow-empty', '--message', 'no change');
    git(root, 'rebase', '--quiet', 'trunk', 'feature');
    assert.equal(head(root), 'approved');
    git(root, 'checkout', '--quiet', 'trunk');
    write(root, { 'd.txt': 'theirs' });
    commit(root);
    git(root, 'rebase', '--quiet', 'trunk', 'feature');
    assert.equal(head(root), 'other-content');
  });

  test('is not changed by what pawl itself keeps, also where git tracks that', () => {
    const root = worked();
    write(root, { '.gitignore': 'secret\n' });
    assert.equal(pawl(['phase', 'ship', 'pre-flight', 'in_progress'], root).code, 0);
    git(root, 'add', '--force', '.claude/state/ship-checkpoint.json');
    commit(root);
    set(root, 'ship', '--allow');
    assert.match(git(root, 'status', '--porcelain'), /\.claude\/state/);
    assert.deepEqual([ask(root), head(root)], ['approved', 'approved']);
    commit(root);
    assert.equal(head(root), 'approved');
    write(root, { '.claude/other.json': '{}' });
    assert.equal(ask(root), 'other-content');
  });

  test('counts every file in the folders of pawl that is not its own, tracked or not', () => {
    const others = [
      '.claude/worktrees/evil.js',
      '.claude/state/evil.js',
      '.claude/state/tool.json',
      '.claude/state/.pawl/evil.js',
      '.claude/skills/build-pipeline/checkpoints/evil.js',
      '.claude/skills/build-pipeline/checkpoints/deep/PRD-009.json',
      '.claude/checkpoints/evil.sh',
      '.claude/checkpoints/failed/evil.js',
    ];
    for (const name of others) {
      const root = worked();
      set(root, 'ship', '--allow');
      write(root, { '.gitignore': 'secret\n', [name]: 'one' });
      fs.rmSync(path.join(root, '.claude/state/.gitignore'), { force: true });
      fs.rmSync(path.join(root, '.claude/state/.pawl/.gitignore'), { force: true });
      set(root, 'ship', '--allow');
      write(root, { [name]: 'two' });
      assert.equal(ask(root), 'other-content', name);
      commit(root);
      assert.equal(head(root), 'other-content', name);
      // What is reviewed with it passes, and what is recorded meanwhile leaves that as it is.
      set(root, 'ship', '--allow');
      assert.equal(pawl(['phase', 'ship', 'pre-flight', 'in_progress'], root).code, 0);
      pawl(['workflow', 'start', 'orchestrate', 'auth', '--description', 'Auth', '--phases', '3'], root);
      commit(root);
      assert.deepEqual([ask(root), head(root)], ['approved', 'approved'], name);
    }
    const root = worked();
    const own = '.claude/state/ship-auth.json';
    write(root, { '.gitignore': 'secret\n', [own]: '{}' });
    set(root, 'ship', '--allow');
    fs.chmodSync(path.join(root, own), 0o755);
    git(root, 'add', '--force', own);
    commit(root);
    assert.equal(head(root), 'other-content', 'what can be run');
  });

  test('is what git itself would commit, whatever was done to the files', () => {
    const root = tempRepository();
    git(root, 'config', 'core.autocrlf', 'true');
    const old = ['kept', 'gone', 'moved', 'staged', 'half', 'mode', 'linked'];
    write(root, {
      '.gitignore': '.claude/\n*.log\n',
      ...Object.fromEntries(old.map((name) => [`${name}.txt`, `${name}\n`])),
    });
    commit(root);
    fs.rmSync(path.join(root, 'gone.txt'));
    fs.renameSync(path.join(root, 'moved.txt'), path.join(root, 'moved to.txt'));
    write(root, {
      'staged.txt': 'staged\r\nmore\r\n',
      'half.txt': 'first',
      'noise.log': 'ignored',
      'a/b/c.txt': 'deep',
    });
    git(root, 'add', 'staged.txt', 'half.txt');
    write(root, { 'half.txt': 'then', 'crlf.txt': 'one\r\ntwo\r\n', 'intent.txt': 'to add', 'ü\n"name': 'odd' });
    git(root, 'add', '--intent-to-add', 'intent.txt');
    fs.chmodSync(path.join(root, 'mode.txt'), 0o755);
    fs.rmSync(path.join(root, 'linked.txt'));
    fs.symlinkSync('kept.txt', path.join(root, 'linked.txt'));
    if (process.platform === 'linux') fs.writeFileSync(Buffer.from(`${root}/latin-\xfc`, 'latin1'), 'bytes');
    assert.equal(pawl(['phase', 'ship', 'pre-flight', 'in_progress'], root).code, 0);
    const before = stateOf(root);
    const verdict = set(root, 'ship', '--allow')['verdict'];
    assert.deepEqual(stateOf(root), before);
    assert.equal(ask(root), 'approved');
    commit(root);
    assert.ok(isJsonObject(verdict));
    assert.equal(verdict['tree_sha'], git(root, 'rev-parse', 'HEAD^{tree}').trim());
    assert.deepEqual([ask(root), head(root)], ['approved', 'approved']);
  });

  test('does not count the worktrees that Claude Code makes inside of it, also where they are added with it', () => {
    const root = worked();
    write(root, { '.gitignore': '.claude/state/\n' });
    git(root, 'worktree', 'add', '--quiet', '.claude/worktrees/side', '-b', 'side');
    set(root, 'ship', '--allow');
    assert.equal(ask(root), 'approved');
    commit(root);
    assert.deepEqual([ask(root), head(root)], ['approved', 'approved']);
  });

  test('can be reviewed in the middle of a merge, as it is resolved so far', () => {
    const root = worked();
    commit(root);
    git(root, 'checkout', '--quiet', '-b', 'side', 'HEAD~1');
    write(root, { 'a.txt': 'theirs' });
    commit(root);
    assert.throws(() => git(root, 'merge', '--quiet', '@{-1}'));
    write(root, { 'a.txt': 'resolved' });
    set(root, 'ship', '--allow');
    assert.equal(ask(root), 'approved');
    commit(root);
    assert.equal(head(root), 'approved');
  });

  test('can be the content of a repository without a commit, and of a linked worktree', () => {
    const root = fs.realpathSync(tempFolder());
    git(root, 'init', '--quiet');
    write(root, { '.gitignore': '.claude/\n', 'a.txt': 'a' });
    set(root, 'ship', '--allow');
    assert.equal(ask(root), 'approved');
    commit(root);
    assert.equal(head(root), 'approved');
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'worktree', 'add', '--quiet', linked, '-b', 'side');
    assert.equal(ask(linked), 'no-review'); // its state is its own
    write(linked, { 'x.txt': 'x' });
    set(linked, 'ship', '--allow');
    commit(linked);
    assert.deepEqual([head(linked), ask(root)], ['approved', 'approved']);
  });

  test('is asked about without a trace: no object, no ref, and the index as it was', () => {
    const root = worked();
    set(root, 'ship', '--allow');
    write(root, { 'c.txt': 'never seen before' });
    const traces = (): unknown => [stateOf(root), git(root, 'count-objects', '-v'), git(root, 'for-each-ref')];
    const before = traces();
    assert.equal(ask(root), 'other-content');
    assert.deepEqual(traces(), before);
  });

  test('is the real object, not one that stands in for it', () => {
    const root = worked();
    commit(root);
    set(root, 'ship', '--allow', '--commit', 'HEAD');
    const reviewed = git(root, 'rev-parse', 'HEAD').trim();
    write(root, { 'c.txt': 'sneaked in' });
    commit(root);
    git(root, 'replace', 'HEAD', reviewed);
    assert.equal(head(root), 'other-content');
  });
});

describe('a verdict', () => {
  test('is never taken for granted: without --allow, --block or --force nothing is recorded', () => {
    const root = worked();
    for (const args of [
      ['ship'],
      ['ship', '--commit', 'HEAD'],
      ['ship', '--allow', '--block', 'x'],
      ['ship', '--force', ' '],
    ]) {
      assert.equal(pawl(['gate', 'set', ...args], root).code, 2, args.join(' '));
    }
    assert.ok(!fs.existsSync(checkpoint(root)));
    assert.equal(pawl(['gate', 'set', 'ship', '--note'], root).code, 3);
  });

  test('with blockers blocks, and lists them', () => {
    const root = worked();
    set(root, 'ship', '--block', '2 tests fail', 'no migration');
    assert.equal(ask(root), 'blockers');
    const { code, out } = pawl(['gate', 'check', 'ship'], root);
    assert.equal(code, 6);
    assert.match(out, /the review found 2 blockers.*\n {2}- 2 tests fail\n {2}- no migration\n/);
    set(root, 'ship', '--allow');
    assert.equal(ask(root), 'approved');
  });

  test('of a feature counts for it and for all, and not for another feature', () => {
    const root = worked();
    set(root, 'ship/auth', '--allow');
    assert.deepEqual(
      [ask(root, 'ship/auth'), ask(root), ask(root, 'ship/billing')],
      ['approved', 'approved', 'no-review'],
    );
    set(root, 'ship/billing', '--block', 'prices are wrong');
    assert.deepEqual(
      [ask(root, 'ship/auth'), ask(root), ask(root, 'ship/billing')],
      ['approved', 'blockers', 'blockers'],
    );
    set(root, 'ship/feature/BAS-6 ü', '--allow');
    assert.equal(ask(root, 'ship/feature/BAS-6 ü'), 'approved');
    set(root, 'ship', '--block', 'freeze');
    assert.equal(ask(root, 'ship/auth'), 'blockers'); // the one without a feature is about everything
  });

  test('that was edited by hand into nonsense blocks, and says what is wrong', () => {
    const table: readonly (readonly [change: (doc: JsonObject) => unknown, state: string, says: RegExp])[] = [
      [(doc) => ({ ...doc, gate: { blockers: [] } }), 'unreadable', /ship_allowed .* missing/],
      [(doc) => ({ ...doc, gate: 'yes' }), 'unreadable', /gate must be an object/],
      [(doc) => ({ ...doc, gate: { ship_allowed: 'true', blockers: [] } }), 'unreadable', /ship_allowed/],
      [(doc) => ({ ...doc, gate: undefined }), 'no-review', /no review/],
      [
        (doc) => ({ ...doc, gate: { ...(isJsonObject(doc['gate']) ? doc['gate'] : {}), blockers: ['x'] } }),
        'blockers',
        /- x/,
      ],
    ];
    for (const [change, state, says] of table) {
      const root = worked();
      set(root, 'ship', '--allow');
      edit(root, change);
      assert.equal(ask(root), state);
      assert.match(pawl(['gate', 'check', 'ship'], root).out, says);
    }
  });

  test('that is torn, a link or a folder blocks', () => {
    const root = worked();
    set(root, 'ship', '--allow');
    const good = textOf(checkpoint(root));
    fs.writeFileSync(checkpoint(root), good.slice(0, 40));
    assert.equal(ask(root), 'unreadable');
    fs.rmSync(checkpoint(root));
    fs.writeFileSync(path.join(root, 'elsewhere.json'), good);
    fs.symlinkSync(path.join(root, 'elsewhere.json'), checkpoint(root));
    assert.equal(ask(root, 'ship'), 'unreadable');
    fs.rmSync(checkpoint(root));
    fs.mkdirSync(checkpoint(root));
    assert.equal(ask(root, 'ship'), 'unreadable');
  });

  test('in the seeds’ form, with a commit only, counts for the content of that commit', () => {
    const root = worked();
    commit(root);
    const { pawl: _pawl, ...seed } = JSON.parse(textOf(checkpoint(seeded(root))));
    fs.writeFileSync(checkpoint(root), JSON.stringify(seed));
    assert.deepEqual([ask(root), head(root)], ['approved', 'approved']);
    git(root, 'commit', '--quiet', '--amend', '--message', 'same content');
    assert.equal(head(root), 'approved');
    write(root, { 'a.txt': 'more' });
    assert.equal(ask(root), 'other-content');
    edit(root, (doc) => ({ ...doc, gate: { ship_allowed: true, blockers: [] } }));
    assert.equal(ask(root), 'other-content');
  });

  test('can be forced for one content, on the record, and the review stays as it was', () => {
    const root = worked();
    set(root, 'ship', '--block', '2 tests fail');
    set(root, 'ship', '--force', 'hot fix, tests follow');
    assert.equal(ask(root), 'forced');
    const { out } = pawl(['gate', 'check', 'ship'], root);
    assert.match(out, /forced by .*: hot fix, tests follow\n {2}- 2 tests fail/);
    assert.match(pawl(['history', 'ship'], root).out, /forced open for one content: hot fix, tests follow/);
    assert.match(pawl(['why', 'ship'], root).out, /forced open for one content: hot fix/);
    assert.match(pawl(['show', 'ship'], root).out, /forced +hot fix, tests follow/);
    assert.doesNotMatch(pawl(['status'], root).out, /gate is closed/);
    const gate: unknown = JSON.parse(textOf(checkpoint(root))).gate;
    assert.ok(isJsonObject(gate));
    assert.deepEqual([gate['ship_allowed'], gate['blockers']], [false, ['2 tests fail']]);
    write(root, { 'a.txt': 'more' });
    assert.equal(ask(root), 'other-content');
  });
});

/** Allows what HEAD has. */
function seeded(root: string): string {
  set(root, 'ship', '--allow', '--commit', 'HEAD');
  return root;
}

function clone(root: string): string {
  const copy = path.join(fs.realpathSync(tempFolder()), 'clone');
  git(root, 'clone', '--quiet', root, copy);
  return copy;
}

describe('a clone', () => {
  test('has no verdict of its own, and reads the one in the note that it fetches', () => {
    const root = worked();
    set(root, 'ship', '--allow', '--note');
    commit(root);
    const copy = clone(root);
    assert.equal(head(copy), 'no-review');
    const note = (): string => ask(copy, 'ship', '--commit', 'HEAD', '--note');
    assert.equal(note(), 'no-review');
    git(copy, 'fetch', '--quiet', 'origin', 'refs/notes/pawl:refs/notes/pawl');
    assert.equal(note(), 'approved');
    assert.equal(ask(copy, 'ship', '--commit', 'HEAD~1', '--note'), 'no-review');
    set(root, 'ship', '--block', 'second thoughts', '--note');
    git(copy, 'fetch', '--quiet', 'origin', '+refs/notes/pawl:refs/notes/pawl');
    assert.equal(note(), 'blockers');
    git(copy, 'notes', '--ref=refs/notes/pawl', 'add', '--force', '-m', 'looks good', 'HEAD^{tree}');
    assert.equal(note(), 'unreadable');
  });

  test('reads the verdicts of all features on one content: none replaces another, and one that blocks blocks', () => {
    const root = worked();
    const file = path.join(tempFolder(), 'verdict.json');
    commit(root);
    const travels = ['--note', '--export', file];
    set(root, 'ship/auth', '--block', 'SQL injection', ...travels);
    const single = textOf(file);
    assert.match(single, /^\{\n {2}"pawl": "ship-verdict",\n {2}"version": 1,/, 'as it always was');
    set(root, 'ship/ui', '--allow', ...travels);
    const copy = clone(root);
    git(copy, 'fetch', '--quiet', 'origin', 'refs/notes/pawl:refs/notes/pawl');
    const said = (...names: readonly string[]): readonly (readonly string[])[] =>
      names.map((name) =>
        [['--note'], ['--from', file]].map((source) => ask(copy, name, '--commit', 'HEAD', ...source)),
      );
    assert.deepEqual(said('ship', 'ship/auth', 'ship/ui', 'ship/other'), [
      ['blockers', 'blockers'],
      ['blockers', 'blockers'],
      ['approved', 'approved'],
      ['no-review', 'no-review'],
    ]);
    set(root, 'ship/auth', '--allow', ...travels);
    git(copy, 'fetch', '--quiet', 'origin', '+refs/notes/pawl:refs/notes/pawl');
    assert.deepEqual(said('ship', 'ship/auth'), [
      ['approved', 'approved'],
      ['approved', 'approved'],
    ]);
    fs.writeFileSync(file, single);
    assert.deepEqual(ask(copy, 'ship', '--commit', 'HEAD', '--from', file), 'blockers');
    git(root, 'notes', '--ref=refs/notes/pawl', 'add', '--force', '-m', 'looks good', 'HEAD^{tree}');
    const refused = pawl(['gate', 'set', 'ship/ui', '--note'], root);
    assert.deepEqual([refused.code, /cannot be read/.test(refused.err)], [1, true]);
    assert.equal(git(root, 'notes', '--ref=refs/notes/pawl', 'show', 'HEAD^{tree}').trim(), 'looks good');
    assert.deepEqual(git(root, 'for-each-ref', '--format=%(refname)', 'refs/notes').trim(), 'refs/notes/pawl');
  });

  test('loses no verdict of those that are noted at the same moment', async () => {
    const root = worked();
    commit(root);
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) set(root, `ship/${name}`, '--block', name);
    await Promise.all(
      names.map(
        (name) =>
          new Promise((resolve) => {
            execFile(
              process.execPath,
              [program, 'gate', 'set', `ship/${name}`, '--note'],
              { cwd: root, env: cleanEnv() },
              resolve,
            );
          }),
      ),
    );
    for (const name of names) assert.equal(ask(root, `ship/${name}`, '--commit', 'HEAD', '--note'), 'blockers');
  });

  test('reads the one in an exported file, which counts for its content only', () => {
    const root = worked();
    const file = path.join(tempFolder(), 'verdict.json');
    commit(root);
    set(root, 'ship', '--allow');
    set(root, 'ship', '--export', file); // the verdict that is there
    const copy = clone(root);
    const from = (name = file): string => ask(copy, 'ship', '--commit', 'HEAD', '--from', name);
    assert.equal(from(), 'approved');
    assert.equal(from(`${file}.absent`), 'unreadable');
    for (const text of ['', 'true', '{"ship_allowed":true}', textOf(file).replace('"version": 1', '"version": 2')]) {
      fs.writeFileSync(`${file}.bad`, text);
      assert.equal(from(`${file}.bad`), 'unreadable', text);
    }
    write(copy, { 'a.txt': 'more' });
    commit(copy);
    assert.equal(from(), 'other-content');
  });

  test('is never undone by its own export: a file within the content is refused, an ignored one is not', () => {
    const root = worked();
    commit(root);
    const refused = pawl(['gate', 'set', 'ship', '--allow', '--export', path.join(root, 'v.json')], root);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /part of what was reviewed/);
    assert.equal(ask(root, 'ship'), 'no-review');
    fs.appendFileSync(path.join(root, '.git/info/exclude'), 'v.json\n');
    set(root, 'ship', '--allow', '--export', path.join(root, 'v.json'));
    assert.equal(ask(root, 'ship'), 'approved');
  });

  test('does not wait for a verdict from a pipe that nobody writes to', (t) => {
    if (process.platform === 'win32') return t.skip('needs a named pipe');
    const root = worked();
    commit(root);
    const pipe = path.join(tempFolder(), 'pipe');
    spawnSync('mkfifo', [pipe]);
    assert.equal(ask(root, 'ship', '--commit', 'HEAD', '--from', pipe), 'unreadable');
    const { out } = pawl(['gate', 'check', 'ship', '--from', pipe], root);
    assert.match(out, /Name a verdict that `pawl gate set` exported or noted/);
    assert.doesNotMatch(out, /doctor/, 'it knows nothing of that file');
  });
});

describe('a push', () => {
  /** A repository whose pre-push hook asks the gate, and the bare one that it pushes to. */
  function hooked(...options: readonly string[]): {
    readonly root: string;
    readonly push: (...args: readonly string[]) => boolean;
  } {
    const root = worked();
    commit(root);
    const bare = path.join(fs.realpathSync(tempFolder()), 'bare.git');
    git(root, 'init', '--quiet', '--bare', bare);
    git(root, 'remote', 'add', 'origin', bare);
    const call = [process.execPath, program, 'gate', 'check', 'ship', '--pre-push', ...options];
    const hook = `#!/bin/sh\nexec ${call.map((word) => `'${word}'`).join(' ')}\n`;
    fs.writeFileSync(path.join(root, '.git/hooks/pre-push'), hook, { mode: 0o755 });
    const push = (...args: readonly string[]): boolean =>
      spawnSync('git', ['push', '--quiet', 'origin', ...args], { cwd: root, env: cleanEnv() }).status === 0;
    return { root, push };
  }

  test('is stopped by the hook until its content was reviewed', () => {
    const { root, push } = hooked();
    assert.equal(push('HEAD:main'), false);
    seeded(root);
    assert.equal(push('HEAD:main'), true);
    write(root, { 'a.txt': 'more' });
    commit(root);
    assert.equal(push('HEAD:main'), false);
    assert.equal(push('HEAD~1:refs/heads/side', 'HEAD:main'), false); // one of two
    assert.equal(push('HEAD~1:refs/heads/side'), true);
    git(root, 'tag', '--annotate', '-m', 'v1', 'v1', 'HEAD~1');
    assert.equal(push('v1'), true);
    git(root, 'tag', '--annotate', '-m', 'v2', 'v2', 'HEAD');
    assert.equal(push('v2'), false);
    assert.equal(push('--delete', 'side'), true);
    set(root, 'ship', '--allow', '--note');
    assert.equal(push('refs/notes/pawl'), true);
    assert.equal(push('HEAD:main'), true);
  });

  test('from a linked worktree is held to the verdict that was recorded there', () => {
    const { root } = hooked();
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'worktree', 'add', '--quiet', linked, '-b', 'side');
    const push = (): number | null =>
      spawnSync('git', ['push', '--quiet', 'origin', 'side'], { cwd: linked, env: cleanEnv() }).status;
    seeded(root);
    write(linked, { 'x.txt': 'x' });
    commit(linked);
    assert.notEqual(push(), 0);
    seeded(linked);
    assert.equal(push(), 0);
  });

  test('elsewhere is free when only some branches are meant', () => {
    const { push } = hooked('--only', 'main', 'release/*');
    assert.equal(push('HEAD:refs/heads/wip'), true);
    assert.equal(push('HEAD:refs/heads/release/1'), false);
    assert.equal(push('HEAD:main'), false);
  });

  test('is not waved through by input that is not git’s', () => {
    const root = worked();
    const check = spawnSync(process.execPath, [program, 'gate', 'check', 'ship', '--pre-push', '--json'], {
      cwd: root,
      env: cleanEnv(),
      input: 'HEAD\n',
      encoding: 'utf8',
    });
    assert.equal(check.status, 1);
  });
});

describe('what cannot be told', () => {
  test('blocks: no repository, no git, a commit that is not there', () => {
    assert.equal(ask(fs.realpathSync(tempFolder())), 'unknown');
    const root = worked();
    set(root, 'ship', '--allow');
    const without = node([program, 'gate', 'check', 'ship', '--json'], root, { PATH: tempFolder() });
    assert.deepEqual([without.code, documentOf(without)['state']], [6, 'unknown']);
    assert.equal(ask(root, 'ship', '--commit', 'f'.repeat(40)), 'unknown');
    assert.equal(ask(root, 'ship', '--commit', 'no-such-branch'), 'unknown');
  });

  test('includes everything that is no name of a commit; nothing of it is run', () => {
    const root = worked();
    commit(root);
    seeded(root);
    const canary = path.join(root, 'canary');
    for (const hostile of [
      `--output=${canary}`,
      `$(touch ${canary})`,
      'HEAD~1..HEAD',
      '^HEAD',
      'HEAD:a.txt',
      ':/work',
      'HEAD\n--all',
      '',
    ]) {
      assert.equal(ask(root, 'ship', `--commit=${hostile}`), 'unknown', hostile);
    }
    assert.ok(!fs.existsSync(canary));
  });

  test('includes what takes too long; then it says to commit first', () => {
    const { allowed, state, fix } = checkShip(worked(), { timeoutMs: 1 });
    assert.deepEqual([allowed, state], [false, 'unknown']);
    assert.match(String(fix), /^Commit what was reviewed/);
  });

  test('another gate than ship is a wrong call', () => {
    const root = worked();
    for (const name of ['lint', 'review/auth', 'shipping']) {
      assert.equal(pawl(['gate', 'check', name], root).code, 2);
      assert.equal(pawl(['gate', 'set', name, '--allow'], root).code, 2);
    }
  });
});
