// The hook script: it finds pawl as a dev dependency, on the PATH or in the plugin, and never fails the agent.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../support/programs.js';
import { type Call, installLocally, pawl, program, repository, runNode, write } from './projects.js';

const hook = '.claude/hooks/pawl-hook.cjs';
let sessions = 0;
const start = (): string =>
  JSON.stringify({ session_id: `s${++sessions}`, hook_event_name: 'SessionStart', source: 'startup' });

/** A project with hooks and a run in progress, which a brief would name. */
function project(): string {
  const root = repository();
  pawl(root, 'init');
  fs.rmSync(path.join(root, '.claude/state/.pawl/program')); // as on another machine
  pawl(root, 'phase', 'implement/auth', 'api', 'in_progress');
  return root;
}

function fire(root: string, args: readonly string[], { env = {}, input = start() }: Call = {}): string {
  const { status, stdout, stderr } = runNode(root, [hook, ...args], {
    input,
    env: { CLAUDE_PROJECT_DIR: root, ...env },
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

/** A folder for the PATH whose `pawl` is a link to the program, or a script of a package manager. */
function folderWithPawl(script?: string): string {
  const folder = tempFolder();
  if (script === undefined) fs.symlinkSync(program, path.join(folder, 'pawl'));
  else write(folder, { pawl: script });
  return folder;
}

test('pawl in node_modules, also above the project', () => {
  const root = project();
  assert.match(fire(root, ['hook', 'SessionStart']), /systemMessage/);
  installLocally(root);
  assert.match(fire(root, ['hook', 'SessionStart']), /implement\/auth/);
  assert.match(
    fire(root, ['statusline'], { input: JSON.stringify({ cwd: root }) }),
    /^pawl: implement\/auth · api · 0\/1/,
  );
});

test('pawl on the PATH: a link, or the script that npm or pnpm puts there', () => {
  const root = project();
  const up = path.relative(tempFolder(), program); // all temporary folders lie side by side
  for (const folder of [
    folderWithPawl(),
    folderWithPawl(`#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/${up}" "$@"\n`),
  ]) {
    const PATH = `${folder}:${path.dirname(process.execPath)}:/usr/bin:/bin`;
    assert.match(fire(root, ['hook', 'SessionStart'], { env: { PATH } }), /implement\/auth/);
  }
});

test('the hooks of a project find the pawl that set it up, on that machine', () => {
  const root = project();
  pawl(root, 'init');
  assert.match(fire(root, ['hook', 'SessionStart']), /implement\/auth/);
});

test('without pawl there is one message when a session starts, and silence otherwise', () => {
  const root = project();
  const answer = JSON.parse(fire(root, ['hook', 'SessionStart']));
  assert.deepEqual(Object.keys(answer), ['systemMessage']);
  assert.match(answer.systemMessage, /run its `init` here once more/);
  for (const event of ['UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'])
    assert.equal(fire(root, ['hook', event], { input: 'x'.repeat(300_000) }), '');
  assert.equal(fire(root, ['statusline']), '');
  const { status, stderr } = runNode(root, [hook, 'list']);
  assert.deepEqual([status, /was not found/.test(stderr)], [127, true]);
});

test('a pawl that cannot be started never fails a hook', () => {
  const root = project();
  for (const [text, said] of [
    ['syntax error', /cannot be started/],
    ["throw new Error('boom')", /boom/],
    ['process.exit(3)', /^$/],
  ] as const) {
    write(root, {
      'node_modules/pawl/package.json': '{ "bin": { "pawl": "x.cjs" } }',
      'node_modules/pawl/x.cjs': text,
    });
    assert.match(fire(root, ['hook', 'SessionStart']), said);
  }
});

test("with Claude Code's plugin alone, its own hooks answer, and the status line works", () => {
  const root = project();
  const home = tempFolder();
  const plugin = path.join(home, '.claude/plugins/cache/pawl/pawl/0.1.0');
  fs.cpSync('plugin', plugin, { recursive: true });
  const installed = { version: 2, plugins: { 'pawl@pawl': [{ scope: 'user', installPath: plugin }] } };
  write(home, { '.claude/plugins/installed_plugins.json': JSON.stringify(installed) });
  const env = { HOME: home };
  assert.equal(fire(root, ['hook', 'SessionStart'], { env }), '');
  assert.match(fire(root, ['statusline'], { env, input: JSON.stringify({ cwd: root }) }), /implement\/auth/);

  const own = [path.join(plugin, 'hooks/pawl-hook.cjs'), 'hook', 'SessionStart'];
  const call = { input: start(), env: { ...env, CLAUDE_PROJECT_DIR: root } };
  assert.match(runNode(root, own, call).stdout, /implement\/auth/);
  fs.rmSync(path.join(plugin, 'dist'), { recursive: true });
  assert.match(runNode(root, own, call).stdout, /was not found/);
  assert.equal(fire(root, ['hook', 'SessionStart'], { env }), ''); // one message is enough
});

test('what the status line says', () => {
  const root = repository();
  const line = (input: string): string => runNode(root, [program, 'statusline'], { input }).stdout.trim();
  assert.equal(line('{}'), 'pawl: nothing recorded yet');
  assert.equal(line('not JSON'), 'pawl: nothing recorded yet');
  pawl(root, 'phase', 'implement/auth', 'api', 'in_progress');
  assert.match(
    line(JSON.stringify({ workspace: { project_dir: root } })),
    /^pawl: implement\/auth · api · 0\/1 · just now$/,
  );
  pawl(root, 'phase', 'design/shop', 'research', 'in_progress');
  const bound =
    '{"session":"s1","file":"f"}\n{"e":"bind","key":"command:implement/auth","at":"2026-01-01T00:00:00Z"}\n';
  write(root, { '.claude/state/.pawl/sessions/s1.jsonl': bound });
  assert.match(line('{"session_id":"s1"}'), /implement\/auth/);
  assert.match(line('{"session_id":"s2"}'), /design\/shop/);
});
