import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { answerOf, hook, hookFile, recorded } from '../support/hooks.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, git, pawl, tempRepository } from './program.js';
import { commit, reviewed } from './reviewed.js';

/** A repository whose HEAD was reviewed and is being shipped, beside a branch that nobody has seen. */
function shipping(): string {
  const root = reviewed();
  const begun = hook('UserPromptSubmit', recorded('claude/user-prompt-submit-ship', root, 's'), root);
  assert.match(begun.context, /^Run: ship/m);
  return root;
}

/** What the gate says to a command; empty when it passes. */
function asked(root: string, command: string | readonly string[]): string {
  const input = recorded('claude/pre-tool-use-push', root, 's', { tool_input: { command } });
  const { answer, code } = hook('PreToolUse', input, root);
  assert.equal(code, 0);
  return String(answer['reason'] ?? '');
}

describe('a push while a ship run is open', () => {
  test('is judged by what it sends, not by what is checked out', () => {
    const root = shipping();
    const current = git(root, 'branch', '--show-current').trim();
    for (const passes of [
      'git push',
      'git push -u origin HEAD',
      `git push origin ${current}:release`,
      'git push origin :old',
      'git push origin --delete old',
      'git push origin refs/notes/pawl',
      'cd . && git push 2>&1 | tail -3',
    ]) {
      assert.equal(asked(root, passes), '', passes);
    }
    for (const blocked of [
      'git push origin evil',
      'git push origin evil:main',
      'git push origin HEAD evil',
      'git push --all',
      'git push --mirror origin',
      "git push origin 'refs/heads/*:refs/heads/*'",
      'git push origin nobody',
      'git checkout evil && git push',
      ['git', 'push', 'origin', 'evil'],
    ]) {
      assert.match(asked(root, blocked), /ship gate/, String(blocked));
    }
    assert.match(asked(root, 'git push origin "$BRANCH"'), /cannot tell what this would push.*its name written out/);
    assert.match(asked(root, 'git push origin evil'), /Asked about evil/);
    git(root, 'config', 'push.default', 'matching');
    assert.match(asked(root, 'git push'), /ship gate/);
  });

  test('that is handed on to something else is judged all the same', () => {
    const root = shipping();
    assert.equal(asked(root, 'sudo -n git push'), '');
    for (const blocked of [
      "flock /tmp/l -c 'git push origin evil'",
      "printf 'git push origin evil\\n' | sh",
      'sudo -n git push origin evil',
      "echo 'git push origin evil' | at now",
      "tmux send-keys 'git push origin evil' Enter",
      "expect -c 'spawn git push origin evil'",
      "vim -c '!git push origin evil' -c q",
      "GIT_EDITOR='git push origin evil' git commit --amend",
      "git -c core.editor='git push origin evil;' commit",
      "git filter-branch --msg-filter 'git push origin evil'",
    ]) {
      assert.match(asked(root, blocked), /ship gate/, blocked);
    }
  });

  test('from a repository that has nothing to do with the project passes, and from another clone of it does not', () => {
    const root = shipping();
    const at = (name: string): string => path.join(fs.realpathSync(tempFolder()), name);
    const [other, copy, origin] = [at('other'), at('copy'), at('origin')];
    git(root, 'init', '--quiet', '--bare', origin);
    git(root, 'remote', 'add', 'origin', origin);
    git(root, 'init', '--quiet', other);
    git(other, 'remote', 'add', 'origin', at('elsewhere'));
    git(root, 'clone', '--quiet', root, copy);
    git(root, 'worktree', 'add', '--quiet', at('tree'), 'evil');
    for (const passes of [
      `git -C ${other} push origin main:x`,
      `cd ${other} && git push`,
      `cd ${other} && git add --all && git commit -m "x y" && git push -u origin HEAD`,
    ]) {
      assert.equal(asked(root, passes), '', passes);
    }
    for (const blocked of [
      `git -C ${copy} push origin evil`,
      `cd ${copy} && git push origin evil`,
      `cd ${other}; git push origin evil`,
      `(cd ${other}) && git push origin evil`,
      `cd ${other} && cd ${root} && git push origin evil`,
      `cd ${other} && git -C ${root} push origin evil`,
      `cd ${other} && git --git-dir=${root}/.git push origin evil`,
      `git -C ${other} push ${origin} evil`,
      `git -C . push origin evil`,
      `cd ${other} && GIT_DIR=${root}/.git git push origin evil`,
      `cd $HOME && git push origin evil`,
      `cd ${other} && git remote set-url origin ${origin} && git push origin evil`,
    ]) {
      assert.match(asked(root, blocked), /ship gate/, blocked);
    }
    git(other, 'config', 'branch.main.remote', origin);
    assert.match(asked(root, `git -C ${other} push origin evil`), /ship gate/, 'its branch leads here');
    git(other, 'config', '--unset', 'branch.main.remote');
    git(other, 'config', `url.${origin}.insteadOf`, 'far:away');
    git(other, 'remote', 'add', 'ours', 'far:away');
    assert.match(asked(root, `git -C ${other} push ours evil`), /ship gate/, 'its remote leads here');
  });

  test('by an alias is judged by what that stands for', () => {
    const root = shipping();
    for (const [name, text] of [
      ['pu', 'push origin HEAD'],
      ['bad', 'push origin evil'],
      ['worse', '!f() { git push "$@"; }; f'],
      ['co', 'checkout'],
      ['st', 'status'],
    ] as const) {
      git(root, 'config', `alias.${name}`, text);
    }
    for (const passes of ['git pu', 'git st', 'git unknown']) assert.equal(asked(root, passes), '', passes);
    for (const blocked of ['git bad', 'git pu evil', 'git worse', 'git co evil && git push']) {
      assert.match(asked(root, blocked), /ship gate/, blocked);
    }
  });

  test('with all tags is judged by those that are on no shipped branch', () => {
    const root = shipping();
    git(root, 'tag', 'old', 'HEAD~1');
    assert.equal(asked(root, 'git push --tags'), '');
    git(root, 'checkout', '--quiet', 'evil');
    commit(root, 'c.txt', 'worse');
    git(root, 'tag', 'worse');
    git(root, 'checkout', '--quiet', '-');
    assert.match(asked(root, 'git push --tags'), /Asked about refs\/tags\/worse/);
  });

  test('behind a commit on the same line, or from another worktree, is judged by what it will send', () => {
    const root = shipping();
    fs.writeFileSync(path.join(root, 'c.txt'), 'c');
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
    const current = git(root, 'branch', '--show-current').trim();
    assert.equal(asked(root, `git add -A && git commit -m x && git push origin ${current}`), '');
    assert.match(asked(root, 'git commit -am x && git push'), /ship gate blocks.*second call/);
    assert.match(asked(root, 'sed -i s/c/d/ c.txt && git commit -am x && git push'), /sed on the same line/);
    commit(root, 'c.txt', 'c');
    const tree = path.join(fs.realpathSync(tempFolder()), 'tree');
    git(root, 'worktree', 'add', '--quiet', tree, 'evil');
    assert.match(asked(root, `cd ${tree} && git push origin HEAD`), /Asked about HEAD in /);
    const input = recorded('claude/pre-tool-use-push', root, 's', {
      cwd: tree,
      tool_input: { command: 'git push origin HEAD' },
    });
    const { answer } = hook('PreToolUse', input, root, { CLAUDE_PROJECT_DIR: root });
    assert.match(String(answer['reason']), /ship gate blocks/);
  });

  test('is blocked behind text of any length', () => {
    const root = shipping();
    commit(root, 'c.txt', 'c');
    assert.match(asked(root, `cat > x <<'EOF'\n${'x'.repeat(100_000)}\nEOF\ngit push`), /ship gate blocks/);
  });

  test('is blocked when the run cannot be read: a pipe, a folder, or torn', (t) => {
    if (process.platform === 'win32') return t.skip('needs a named pipe');
    const root = shipping();
    const state = path.join(root, '.claude/state');
    const name = fs.readdirSync(state).find((one) => /^ship.*auth.*\.json$/.test(one)) ?? '';
    const file = path.join(state, name);
    const places = [
      () => spawnSync('mkfifo', [file]),
      () => fs.mkdirSync(file),
      () => fs.writeFileSync(file, '{"command": "ship", "ga'),
    ];
    for (const place of places) {
      fs.rmSync(file, { recursive: true });
      place();
      for (const _ of ['first', 'again']) assert.match(asked(root, 'git push'), /ship gate/, String(place));
    }
  });

  test('is blocked when the hook is given half of it, and so is /ship', () => {
    const root = shipping();
    const push = recorded('claude/pre-tool-use-push', root, 's');
    for (const cut of [push.slice(0, push.indexOf('push') + 4), 'git push']) {
      assert.equal(hook('PreToolUse', cut, root).answer['decision'], 'block', cut);
    }
    for (const cut of ['{"prompt":"/ship', '/ship', '$ship auth', '{"command_name":"pawl:ship", "command_args":']) {
      assert.equal(hook('UserPromptSubmit', cut, root).answer['decision'], 'block', cut);
    }
    for (const other of ['{"prompt":"hello', '{"prompt":"the ship']) {
      assert.deepEqual(hook('UserPromptSubmit', other, root).answer, {}, other);
    }
  });

  test('is blocked when the hook is given nothing that can be read, and so is a prompt', () => {
    const root = shipping();
    for (const event of ['PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion']) {
      for (const nothing of ['', '{', 'null']) {
        const { answer } = hook(event, nothing, root);
        assert.match(String(answer['reason']), /no JSON.*so it blocks/, `${event} ${nothing}`);
      }
    }
    assert.match(pawl(['status'], root).out, /hooks had trouble.*no JSON/);
    assert.match(pawl(['doctor'], root).out, /hooks had trouble/);
    // Where no push is held to the gate, nothing is denied.
    assert.deepEqual(hook('PreToolUse', '', tempRepository()).answer, {});
  });

  test('is judged when the agent is slow to say what it is, and so is /ship', (t) => {
    if (process.platform === 'win32') return t.skip('needs a shell');
    const root = shipping();
    commit(root, 'more.txt', 'not reviewed');
    for (const [event, name] of [
      ['PreToolUse', 'claude/pre-tool-use-push'],
      ['UserPromptSubmit', 'claude/user-prompt-submit-ship'],
    ] as const) {
      fs.writeFileSync(path.join(root, '.claude/payload'), recorded(name, root, 's'));
      const script = `{ sleep 1.5; cat .claude/payload; } | "${process.execPath}" "${hookFile}" ${event}`;
      const { stdout } = spawnSync('sh', ['-c', script], { cwd: root, env: cleanEnv(), encoding: 'utf8' });
      assert.match(String(answerOf(stdout)['reason']), /the ship gate blocks/, event);
    }
  });

  test('is blocked when there is more than the hook reads, and so is a prompt', () => {
    const root = shipping();
    const command = `cat > big.txt <<EOF\n${'x y z\n'.repeat(3_000_000)}EOF\ngit push`;
    const pushed = recorded('claude/pre-tool-use-push', root, 's', { tool_input: { command } });
    assert.match(String(hook('PreToolUse', pushed, root).answer['reason']), /did not come to its end.*so it blocks/);
    const typed = recorded('claude/user-prompt-submit', root, 's', { prompt: `hello ${'x y z '.repeat(3_000_000)}` });
    assert.equal(hook('UserPromptSubmit', typed, root).answer['decision'], 'block');
  });

  test('and /ship are blocked where the project that the agent names is gone, and told why', () => {
    const root = shipping();
    const gone = path.join(tempFolder(), 'gone');
    const { answer } = hook('UserPromptSubmit', recorded('claude/user-prompt-submit-ship', root, 's'), root, {
      CLAUDE_PROJECT_DIR: gone,
    });
    assert.equal(answer['decision'], 'block');
    assert.match(String(answer['reason']), /there is no folder .*gone/);
  });

  test('is blocked where the folder of the hook is gone, and so is /ship', (t) => {
    if (process.platform === 'win32') return t.skip('a current folder cannot be removed there');
    const root = shipping();
    commit(root, 'c.txt', 'c');
    const gone = path.join(root, 'gone');
    const lost = (event: string, input: string, env: Readonly<Record<string, string>>): string => {
      fs.mkdirSync(gone);
      const command = 'cd gone && rmdir ../gone && exec "$0" "$@"';
      const args = ['-c', command, process.execPath, hookFile, event];
      const { stdout } = spawnSync('sh', args, { cwd: root, env: cleanEnv(env), input, encoding: 'utf8' });
      return String(answerOf(stdout)['reason'] ?? '');
    };
    const nowhere = path.join(root, 'nowhere');
    const push = (cwd: string): string => recorded('claude/pre-tool-use-push', root, 's', { cwd });
    const ship = (cwd: string): string => recorded('claude/user-prompt-submit-ship', root, 's', { cwd });
    for (const [cwd, env] of [
      [root, {}],
      [root, { CLAUDE_PROJECT_DIR: root }],
      [nowhere, { CLAUDE_PROJECT_DIR: root }],
    ] as const) {
      assert.match(lost('PreToolUse', push(cwd), env), /ship gate blocks/);
      assert.match(lost('UserPromptSubmit', ship(cwd), env), /blocked|ship gate blocks/);
    }
    assert.match(lost('PreToolUse', push(nowhere), {}), /cannot tell whether this may be pushed.*folder/);
    assert.match(lost('UserPromptSubmit', ship(nowhere), {}), /cannot tell whether this may be shipped.*folder/);
    const harmless = recorded('claude/pre-tool-use-push', root, 's', { cwd: nowhere, tool_input: { command: 'ls' } });
    assert.equal(lost('PreToolUse', harmless, {}), '');
  });
});
