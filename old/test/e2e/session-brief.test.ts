// What a session is told when it begins: the same as `pawl brief` says, however it begins and whatever is checked out.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { hook, recorded } from '../support/hooks.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, git, pawl, tempRepository, textOf } from './program.js';

const sources = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
let sessions = 0;

function run(root: string, ...args: readonly string[]): string {
  const ended = pawl(args, root);
  assert.equal(ended.code, 0, ended.out + ended.err);
  return ended.out;
}

/** What a new session is told; marks and holders apart, which differ from call to call. */
function told(root: string, source: (typeof sources)[number]): string {
  sessions += 1;
  return withoutMarks(
    hook('SessionStart', recorded(`claude/session-start-${source}`, root, `new${sessions}`), root).context,
  );
}

function withoutMarks(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{16}/g, '')
    .replaceAll(/, (?:changed|saved) .*$/gm, '')
    .replaceAll(/^Someone else.*\n/gm, '')
    .trim();
}

function commitAll(root: string): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'work');
}

describe('a session that begins', () => {
  test('is told that a person decides first, whatever began it', () => {
    const failed = tempRepository();
    run(failed, 'phase', 'implement/auth', 'validation', 'failed', '--error', '3 tests fail');
    const gone = tempRepository();
    fs.writeFileSync(path.join(gone, 'a.ts'), 'a');
    run(gone, 'phase', 'implement/auth', 'implementation', 'complete', '--created', 'a.ts');
    run(gone, 'phase', 'implement/auth', 'validation', 'in_progress');
    fs.rmSync(path.join(gone, 'a.ts'));
    for (const root of [failed, gone]) {
      const brief = withoutMarks(pawl(['brief'], root).out);
      assert.match(brief, /^A person decides first: /m);
      for (const source of sources) assert.equal(told(root, source), brief, source);
    }
  });

  test('is told of a run that was archived unfinished, and of a file that another tool wrote, as `pawl brief` says', () => {
    const archived = tempRepository();
    run(archived, 'phase', 'implement/auth', 'validation', 'in_progress');
    run(archived, 'archive', 'implement/auth');
    const drifted = tempRepository();
    const doc = { command: 'implement', feature: 'auth', phases: { validation: { status: 'in_progress' } }, state: {} };
    fs.mkdirSync(path.join(drifted, '.claude/state'), { recursive: true });
    fs.writeFileSync(path.join(drifted, '.claude/state/implement-auth.json'), JSON.stringify(doc, null, 2));
    for (const root of [archived, drifted]) {
      const brief = withoutMarks(pawl(['brief'], root).out);
      assert.match(brief, /^A person decides first: /m);
      for (const source of ['startup', 'startup', 'compact'] as const) assert.equal(told(root, source), brief, source);
    }
  });

  test('is told of a run that came with a clone that a person decides first, each time', () => {
    const origin = tempRepository();
    run(origin, 'phase', 'implement/auth', 'implementation', 'in_progress');
    git(origin, 'add', '--force', '.claude/state/implement-auth.json');
    git(origin, 'commit', '--quiet', '--message', 'state');
    const root = path.join(fs.realpathSync(tempFolder()), 'clone');
    git(origin, 'clone', '--quiet', origin, root);
    for (const source of ['startup', 'startup', 'resume'] as const) {
      assert.match(told(root, source), /^A person decides first: it came with the repository/m);
    }
  });
});

describe('a run whose files are on another branch', () => {
  test('is not done again: the brief names the branch, and what is done stays done', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, '.gitignore'), '.claude/\n');
    commitAll(root);
    const main = git(root, 'branch', '--show-current').trim();
    git(root, 'switch', '--quiet', '--create', 'feature/auth');
    fs.writeFileSync(path.join(root, 'auth.ts'), 'a');
    run(root, 'phase', 'implement/auth', 'implementation', 'complete', '--created', 'auth.ts');
    commitAll(root);
    run(root, 'phase', 'implement/auth', 'validation', 'in_progress');
    git(root, 'switch', '--quiet', main);
    const decision = documentOf(pawl(['resume', '--json'], root));
    assert.equal(decision['verdict'], 'ask');
    assert.deepEqual(decision['redo'], []);
    assert.equal(decision['from'], 'validation');
    for (const source of sources) {
      const brief = told(root, source);
      assert.match(brief, /^Done, do not redo: implementation \(1 file\)$/m);
      assert.match(brief, new RegExp(`^Branch: it was saved on feature/auth, and you are on ${main}$`, 'm'));
      assert.match(brief, /^A person decides first: .*auth\.ts/m);
      assert.doesNotMatch(brief, /Redo first/);
    }
    git(root, 'switch', '--quiet', 'feature/auth');
    assert.equal(documentOf(pawl(['resume', '--json'], root))['verdict'], 'resume');
    assert.doesNotMatch(told(root, 'startup'), /^(?:Branch|A person)/m);
    git(root, 'rm', '--quiet', 'auth.ts');
    git(root, 'commit', '--quiet', '--message', 'gone for good');
    git(root, 'switch', '--quiet', main);
    assert.deepEqual(documentOf(pawl(['resume', '--json'], root))['redo'], ['implementation']);
  });
});

describe('a session that enters a worktree', () => {
  /** A session that was begun in a project and works in a linked worktree of it, as its hooks and its shell do. */
  function inWorktree(place: (root: string) => string): {
    root: string;
    worktree: string;
    calls: (cwd: string, ...args: readonly string[]) => string;
    exported: Readonly<Record<string, string>>;
  } {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, '.gitignore'), '.claude/\n');
    commitAll(root);
    const worktree = place(root);
    git(root, 'worktree', 'add', '--quiet', '-b', 'feat', worktree);
    const env = path.join(tempFolder(), 'env.sh');
    const start = recorded('claude/session-start-startup', root, 's');
    hook('SessionStart', start, root, { CLAUDE_ENV_FILE: env, CLAUDE_PROJECT_DIR: root });
    const exported: Readonly<Record<string, string>> = Object.fromEntries(
      textOf(env)
        .trimEnd()
        .split('\n')
        .map((line) => line.replace('export ', '').split('=')),
    );
    const calls = (cwd: string, ...args: readonly string[]): string => {
      const ended = pawl(args, cwd, exported);
      assert.equal(ended.code, 0, ended.out + ended.err);
      return ended.out;
    };
    return { root, worktree, calls, exported };
  }

  for (const [where, place] of [
    ['inside', (root: string) => path.join(root, '.claude/worktrees/feat')],
    ['outside', () => path.join(fs.realpathSync(tempFolder()), 'feat')],
  ] as const) {
    test(`${where} of the project keeps one state: what its shell says is where its hooks look`, () => {
      const { root, worktree, calls } = inWorktree(place);
      const typed = recorded('claude/user-prompt-submit', worktree, 's', { prompt: '/implement pay' });
      hook('UserPromptSubmit', typed, worktree, { CLAUDE_PROJECT_DIR: root });
      calls(worktree, 'note', 'implement/pay', '--reject', 'stripe');
      fs.mkdirSync(path.join(worktree, 'src'));
      fs.writeFileSync(path.join(worktree, 'src/pay.ts'), 'x');
      fs.writeFileSync(path.join(worktree, 'src/named.ts'), 'x');
      const written = { tool_input: { file_path: path.join(worktree, 'src/pay.ts'), content: 'x' } };
      const wrote = recorded('claude/post-tool-use-write', worktree, 's', written);
      hook('PostToolUse', wrote, worktree, { CLAUDE_PROJECT_DIR: root });
      calls(worktree, 'phase', 'implement/pay', 'implementation', 'complete', '--created', 'src/named.ts');
      calls(worktree, 'phase', 'implement/pay', 'validation', 'in_progress');
      assert.ok(!fs.existsSync(path.join(worktree, '.claude/state')));
      const brief = calls(worktree, 'brief');
      assert.match(brief, /^Done, do not redo: implementation \(2 files\)$/m);
      assert.doesNotMatch(brief, /^(?:Branch|Redo first|A person)/m);
      assert.equal(JSON.parse(calls(worktree, 'status', '--json'))['runs']?.[0]?.ref, 'implement/pay');
      for (const source of ['startup', 'compact'] as const) {
        const later = told(root, source);
        assert.match(later, /^Done, do not redo: implementation \(2 files\)$/m);
        assert.match(later, /^Rejected, do not revive: stripe$/m);
        assert.match(later, /^Branch: it was saved on feat, and you are on /m);
        assert.match(later, /^Files: .*src\/pay\.ts/m);
        assert.doesNotMatch(later, /worktrees/);
      }
      hook('SessionEnd', recorded('claude/session-end', root, 's'), root, { CLAUDE_PROJECT_DIR: root });
      git(worktree, 'add', 'src');
      git(worktree, 'commit', '--quiet', '--message', 'pay');
      git(root, 'worktree', 'remove', '--force', worktree);
      assert.match(told(root, 'startup'), /^A person decides first: it was saved on feat.*src\/pay\.ts/m);
      git(root, 'merge', '--quiet', 'feat');
      assert.doesNotMatch(told(root, 'startup'), /^(?:A person|Redo)/m);
    });
  }

  test('ships what is there: its gate, its resume and its prompt are about the files of the worktree', () => {
    const { root, worktree, calls, exported } = inWorktree((from) => `${from}-wt`);
    const typed = (cwd: string): string => {
      const input = recorded('claude/user-prompt-submit', cwd, 's', { prompt: '/ship pay' });
      return String(hook('UserPromptSubmit', input, cwd, { CLAUDE_PROJECT_DIR: root }).answer['reason'] ?? '');
    };
    const decided = (cwd: string, ...args: readonly string[]): unknown =>
      documentOf(pawl(['resume', 'ship/pay', '--json', ...args], cwd, exported))['verdict'];
    fs.writeFileSync(path.join(worktree, 'new.ts'), 'nobody has seen it');
    pawl(['gate', 'set', 'ship', '--allow'], root);
    assert.match(typed(worktree), /ship gate blocks.*not the content/);
    calls(root, 'phase', 'ship/pay', 'pre-flight', 'in_progress');
    assert.equal(decided(worktree), 'blocked');
    assert.equal(decided(worktree, '--root', root), 'resume');
    pawl(['gate', 'set', 'ship', '--block', 'main broken'], root);
    pawl(['gate', 'set', 'ship/pay', '--block', 'main is broken'], root);
    calls(worktree, 'gate', 'set', 'ship/pay', '--allow');
    assert.equal(typed(worktree), '');
    assert.equal(decided(worktree), 'resume');
    commitAll(worktree);
    calls(worktree, 'phase', 'ship/pay', 'commit', 'complete');
    assert.equal(decided(worktree), 'resume');
    assert.match(typed(root), /main broken/);
    assert.equal(decided(root), 'blocked');
  });

  test('leaves a worktree alone in which it has no run, and what is about the files of one', () => {
    const { root, worktree, calls } = inWorktree((from) => `${from}-wt`);
    calls(worktree, 'phase', 'design/own', 'research', 'in_progress');
    assert.ok(fs.existsSync(path.join(worktree, '.claude/state/design-own.json')));
    calls(root, 'phase', 'implement/pay', 'implementation', 'in_progress');
    calls(worktree, 'note', 'implement/pay', '--reject', 'stripe');
    assert.match(textOf(path.join(root, '.claude/state/implement-pay.json')), /stripe/);
    calls(worktree, 'gate', 'set', 'ship/pay', '--allow');
    assert.ok(fs.existsSync(path.join(worktree, '.claude/state/ship-pay.json')));
    assert.match(calls(worktree, 'brief', '--root', worktree), /^Run: design\/own/m);
    assert.match(pawl(['brief'], worktree).out, /^Run: design\/own/m, 'a person without the session');
  });
});

describe('a project without `pawl init`', () => {
  test('keeps running work out of commits, and what a person tracks all the same stays tracked', () => {
    const root = tempRepository();
    run(root, 'phase', 'implement/auth', 'implementation', 'in_progress');
    run(root, 'workflow', 'start', 'orchestrate', 'auth', '--description', 'Auth', '--phases', '3');
    git(root, 'add', '--all');
    assert.equal(git(root, 'status', '--porcelain'), '');
    fs.rmSync(path.join(root, '.claude/state/.gitignore'));
    run(root, 'phase', 'design/auth', 'research', 'in_progress');
    assert.match(git(root, 'status', '--porcelain', '--untracked-files'), /design-auth\.json/);
  });
});
