// The ship gate with real repositories, git's own hook, and the payloads of real agents.
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesIn, git, installLocally, pawl, program, read, repository, runNode, write } from '../agents/projects.js';
import { lacks, tempFolder } from '../support/programs.js';

const payloads = '../shared/payloads';
const skip = fs.existsSync(payloads) ? false : 'the recorded payloads are not here';

/** A project with the gate's hook, pawl in node_modules, and a remote to push to. */
function shipped(...parts: readonly string[]): string {
  const root = repository({ 'a.txt': 'one\n', '.gitignore': 'node_modules\n' });
  installLocally(root);
  git(root, 'branch', '-M', 'main');
  git(root, 'init', '--quiet', '--bare', `${root}/.git/remote`);
  git(root, 'remote', 'add', 'origin', `${root}/.git/remote`);
  for (const part of parts) pawl(root, 'init', '--yes', '--with', part);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--allow-empty', '--message', 'set up');
  return root;
}

function push(root: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('git', ['push', '--quiet', 'origin', ...args], { cwd: root, encoding: 'utf8' });
}

const check = (root: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
  runNode(root, [program, 'gate', 'check', 'ship', ...args]);
const stateOf = (root: string, ...args: readonly string[]): string =>
  JSON.parse(check(root, '--json', ...args).stdout).state;

/** Answers a hook as the agent would get it. */
function hook(root: string, event: string, payload: object, env: NodeJS.ProcessEnv = {}): string {
  const input = JSON.stringify({ session_id: 's', cwd: root, hook_event_name: event, ...payload });
  const { status, stdout } = runNode(root, [program, 'hook', event], { input, env });
  assert.equal(status, 0);
  return stdout.trim();
}
const recorded = (file: string, root: string): object =>
  JSON.parse(fs.readFileSync(path.join(payloads, file), 'utf8').replaceAll('"/repo', `"${root}`));
const bash = (command: string): object => ({ tool_name: 'Bash', tool_input: { command } });

test('a push needs a review of exactly what is pushed', () => {
  const root = shipped('pre-push');
  const refused = push(root, 'main');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /refs\/heads\/main is blocked\. No review is recorded\./);
  write(root, { 'a.txt': 'two\n', 'new.txt': 'new\n' });
  assert.match(pawl(root, 'gate', 'set', 'ship', '--allow'), /allowed for this content, tree \w{8} \(.*agent/);
  assert.equal(push(root, 'main').status, 1, 'what was reviewed is not committed yet');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'two');
  assert.deepEqual([stateOf(root), stateOf(root, '--commit', 'HEAD~1')], ['allowed', 'other-content']);
  assert.equal(push(root, 'main').status, 0);
  assert.equal(push(root, 'main', 'refs/notes/pawl-ship').status, 0, 'notes ship nothing');
  const worktree = path.join(tempFolder(), 'linked'); // no state and no node_modules, but the same notes and hooks
  git(root, 'worktree', 'add', '--quiet', '-b', 'linked', worktree);
  assert.equal(push(worktree, 'linked').status, 0);
  write(root, { 'a.txt': 'three\n' });
  git(root, 'commit', '--quiet', '--all', '--message', 'three');
  assert.match(push(root, 'main').stderr, /by an agent \(.*\) in ship is about other content/);
  pawl(root, 'gate', 'set', 'ship/auth', '--block', '--blocker', '2 tests fail', '--note', 'see CI');
  assert.match(push(root, 'main').stderr, /1 blocker: 2 tests fail \(see CI\)/);
  assert.match(pawl(root, 'show', 'ship/auth'), /Gate ship: blocked by an agent \(.*\), 1 blocker: 2 tests fail/);
  const { status, stdout } = check(root);
  assert.deepEqual([status, /2 tests fail/.test(stdout)], [6, true]);
  assert.equal(push(root, '--delete', 'main').status, 0, 'removing a branch ships nothing');
});

test('the verdict survives the next phase of ship, is not offered as work, and a broken one blocks', () => {
  const root = shipped();
  pawl(root, 'phase', 'ship', 'push', 'complete');
  pawl(root, 'complete', 'ship');
  pawl(root, 'gate', 'set', 'ship', '--allow');
  git(root, 'update-ref', '-d', 'refs/notes/pawl-ship');
  assert.match(pawl(root, 'resume', '--json'), /"nothing"/);
  pawl(root, 'phase', 'ship', 'pre-flight', 'in_progress');
  assert.equal(stateOf(root), 'allowed');
  write(root, { '.claude/state/review-checkpoint.json': '{ "phases": {}, "gate": { "ship_allowed": true } }' });
  assert.equal(stateOf(root), 'unreadable');
});

test('a verdict travels to a clone as a git note', () => {
  const root = shipped();
  pawl(root, 'gate', 'set', 'ship', '--allow');
  pawl(root, 'gate', 'set', 'ship/auth', '--allow');
  git(root, 'push', '--quiet', 'origin', 'main', 'refs/notes/pawl-ship');
  const clone = path.join(tempFolder(), 'clone');
  git(root, 'clone', '--quiet', '--branch', 'main', `${root}/.git/remote`, clone);
  assert.equal(stateOf(clone), 'no-review');
  git(clone, 'fetch', '--quiet', 'origin', 'refs/notes/pawl-ship:refs/notes/pawl-ship');
  assert.match(check(clone).stdout, /by an agent \(.*\) in the git note of ship allows it/);
  write(clone, { 'a.txt': 'other\n' });
  assert.equal(check(clone).status, 6);
});

test('checkpoints are not content, also where they are committed', () => {
  const root = shipped();
  write(root, { '.claude/checkpoints/x.json': '{}' });
  git(root, 'add', '--force', '.claude/checkpoints/x.json');
  pawl(root, 'gate', 'set', 'ship', '--allow');
  write(root, { '.claude/checkpoints/x.json': '{"a":1}' });
  git(root, 'commit', '--quiet', '--all', '--message', 'a checkpoint');
  write(root, { '.claude/checkpoints/x.json': '{"a":2}', '.claude/checkpoints/y.json': '{}' });
  assert.deepEqual([stateOf(root), stateOf(root, '--commit', 'HEAD')], ['allowed', 'allowed']);
});

test('/ship and git push are refused to agents while the gate is on, and only then', { skip }, () => {
  const root = shipped();
  const lines = fs.readFileSync(path.join(payloads, 'sessions/claude-e-blocked-ship.jsonl'), 'utf8').trim().split('\n');
  const { in: prompt } = JSON.parse(lines[1]?.replaceAll('"/repo', `"${root}`) ?? '');
  const pushes = ['claude/18-pre-tool-use-bash-git-push.json', 'codex/09-pre-tool-use-bash-git-push.json'];
  const answers = (): string[] => [
    hook(root, 'UserPromptSubmit', prompt),
    ...pushes.map((file) => hook(root, 'PreToolUse', recorded(file, root))),
  ];
  assert.deepEqual(answers(), ['', '', '']);
  write(root, { '.claude/config/pawl.json': '{ "ship": { "gate": true } }' });
  const [block = '', ...denied] = answers().map((text) => JSON.parse(text));
  assert.deepEqual(Object.keys(block), ['decision', 'reason']);
  assert.match(`${block.decision}: ${block.reason}`, /^block: \/ship is blocked\. No review.*\/review/);
  for (const { hookSpecificOutput: output } of denied) {
    assert.deepEqual(Object.keys(output), ['hookEventName', 'permissionDecision', 'permissionDecisionReason']);
    assert.match(`${output.permissionDecision}: ${output.permissionDecisionReason}`, /^deny: .*No review/);
  }
  for (const prompt of ['/pawl:ship', '$ship it']) assert.match(hook(root, 'UserPromptSubmit', { prompt }), /block/);
  for (const prompt of ['/shipping', 'please /ship']) assert.equal(hook(root, 'UserPromptSubmit', { prompt }), '');
  for (const command of ['git status', 'git stash push', 'npm run push'])
    assert.equal(hook(root, 'PreToolUse', bash(command)), '');
  pawl(root, 'gate', 'set', 'ship', '--allow');
  // HEAD lacks the configuration that was reviewed with the rest.
  assert.match(hook(root, 'PreToolUse', bash('git push')), /deny/);
  assert.equal(hook(root, 'PreToolUse', bash('git add -A && git commit -m x && git push')), '');
  assert.doesNotMatch(hook(root, 'UserPromptSubmit', { prompt: '/ship' }), /block/);
  write(root, { 'own.json': '{ "ship": { "gate": false } }', 'b.txt': '' });
  const off = { PAWL_CONFIG: path.join(root, 'own.json') };
  assert.equal(hook(root, 'PreToolUse', bash('git push'), off), '');
});

test('a person is known by the terminal, and only a person overrules', { skip: lacks('script') }, () => {
  const root = shipped();
  const inTerminal = (...args: readonly string[]): string => {
    const line = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
    const env = { PATH: process.env['PATH'], HOME: root, USER: 'ada' };
    return spawnSync('script', ['-qec', line, '/dev/null'], { cwd: root, env, encoding: 'utf8' }).stdout;
  };
  const asAgent = (...args: readonly string[]): number | null =>
    runNode(root, [program, 'gate', 'set', ...args]).status;
  assert.match(inTerminal('gate', 'set', 'ship', '--block', '--blocker', 'ugly'), /Shipping blocked/);
  assert.equal(asAgent('ship', '--allow'), 6);
  assert.equal(asAgent('ship/other', '--allow', '--blocker', 'x', '--note', 'y'), 6);
  inTerminal('gate', 'set', 'ship', '--allow', '--blocker', 'ugly', '--note', 'only a demo');
  assert.match(check(root).stdout, /by ada in ship allows it despite 1 blocker: ugly \(only a demo\)/);
  write(root, { 'b.txt': '', '.claude/config/pawl.json': '{ "ship": { "person_required": true } }' });
  assert.equal(asAgent('ship', '--allow'), 6);
});

test('the pre-push hook keeps the hook that was there, and uninstall restores it', () => {
  const own = '#!/bin/sh\nwhile read -r local rest; do echo "own $local $1" >&2; done\n';
  const root = shipped();
  git(root, 'config', 'core.hooksPath', '.githooks');
  write(root, { '.githooks/pre-push': own });
  assert.match(pawl(root, 'init', '--with', 'pre-push'), /keep +\.githooks\/pre-push +it is not executable/);
  fs.chmodSync(path.join(root, '.githooks/pre-push'), 0o755);
  assert.match(pawl(root, 'init', '--with', 'pre-push'), /The ship gate is on/);
  const installed = read(root, '.githooks/pre-push');
  pawl(root, 'init', '--with', 'pre-push');
  assert.equal(read(root, '.githooks/pre-push'), installed);
  assert.doesNotMatch(push(root, 'main').stderr, /own/);
  pawl(root, 'gate', 'set', 'ship', '--allow', '--commit', 'HEAD');
  assert.match(push(root, 'main').stderr, /own refs\/heads\/main origin/);
  pawl(root, 'init', '--uninstall');
  assert.equal(read(root, '.githooks/pre-push'), own);
  git(root, 'config', 'core.hooksPath', tempFolder());
  assert.match(runNode(root, [program, 'init', '--with', 'pre-push']).stderr, /shared with others/);
});

test("the seeds' hook asks the same, and uses getStateDir of utils.cjs", () => {
  const root = shipped('ship');
  const file = '.claude/hooks/user-prompt-ship.cjs';
  assert.match(read(root, file), /const \{ getStateDir \} = require\('..\/scripts\/lib\/utils.cjs'\)/);
  const ask = (prompt: string): string => {
    const { status, stdout } = runNode(root, [file], { input: JSON.stringify({ prompt }) });
    assert.equal(status, 0);
    return stdout;
  };
  assert.match(JSON.parse(ask('/ship')).reason, /Shipping is blocked\. No review/);
  assert.match(hook(root, 'UserPromptSubmit', { prompt: '/ship' }), /block/, 'its presence turns the gate on');
  assert.equal(ask('hello'), '');
  pawl(root, 'gate', 'set', 'ship', '--allow');
  assert.equal(ask('/ship'), '');
  pawl(root, 'init', '--uninstall');
  assert.deepEqual(
    filesIn(root).filter((name) => name.startsWith('.claude/')),
    [],
  );
});
