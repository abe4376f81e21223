// `pawl doctor`: every problem with its place and its fix.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Finding } from '../../src/doctor/examine.js';
import { git, installLocally, pawl, program, read, repository, runNode, write } from './projects.js';

interface Answer {
  readonly status: number | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly problems: readonly Finding[];
}

function doctor(root: string, env: NodeJS.ProcessEnv = {}): Answer {
  const { status, stdout, stderr } = runNode(root, [program, 'doctor', '--json'], { env });
  assert.equal(stderr, '');
  return { status, ...JSON.parse(stdout) };
}

/** A project where everything is fine. */
function healthy(): string {
  const root = repository({ '.gitignore': 'node_modules\n' });
  pawl(root, 'init');
  installLocally(root);
  pawl(root, 'phase', 'implement/auth', 'api', 'in_progress');
  return root;
}

/** Breaks a healthy project; gives the one problem that doctor finds. */
function problemOf(breakIt: (root: string) => void): Finding {
  const root = healthy();
  breakIt(root);
  const { status, problems } = doctor(root);
  assert.deepEqual([status, problems.length], [1, 1], JSON.stringify(problems));
  const text = runNode(root, [program, 'doctor']).stdout;
  assert.match(text, /^1 problem:$/m);
  return problems[0] ?? assert.fail();
}

const state = '.claude/state/implement-auth.json';
const log = '.claude/state/.pawl/logs/command.implement-auth.jsonl';

test('nothing to complain about', () => {
  const { status, facts, problems } = doctor(healthy());
  assert.deepEqual([status, problems], [0, []]);
  assert.equal(facts['Runs'], '1, 1 unfinished');
  assert.match(facts['Hooks'] ?? '', /pawl-hook\.cjs/);
  assert.match(facts['Recording'] ?? '', /no hook event yet/);
});

const table: Readonly<Record<string, [(root: string) => void, Partial<Record<keyof Finding, RegExp>>]>> = {
  'a corrupt checkpoint file': [
    (root) => write(root, { [state]: '{ "command": ' }),
    { where: /implement-auth\.json$/, message: /not a checkpoint/, fix: /restore implement\/auth 1/ },
  ],
  'a value that does not fit': [
    (root) => write(root, { [state]: read(root, state).replace('in_progress', 'almost') }),
    { where: /implement-auth\.json$/, path: /^\/phases\/api\/status$/, message: /almost|must be/ },
  ],
  'a newer format': [
    (root) =>
      write(root, { '.claude/state/design-x.json': '{"command":"design","feature":"x","version":2,"phases":{}}' }),
    { where: /design-x\.json/, message: /newer version/, fix: /Update pawl/ },
  ],
  'a damaged log': [
    (root) => {
      for (let n = 0; n < 3; n++)
        pawl(root, 'phase', 'implement/auth', 'api', 'in_progress', '--summary', `number ${n}`);
      const lines = read(root, log).split('\n');
      const at = lines.findIndex((line) => line.includes('number 0'));
      lines[at] = 'x'.repeat(lines[at]?.length ?? 0);
      write(root, { [log]: lines.join('\n') });
    },
    { where: /implement\/auth/, message: /command\.implement-auth\.jsonl/ },
  ],
  'a secret at rest': [
    (root) => {
      const doc = JSON.parse(read(root, state));
      write(root, { [state]: JSON.stringify({ ...doc, note: `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}` }) });
    },
    { message: /looks like a secret/, fix: /--purge/ },
  ],
  'checkpoints in git': [
    (root) => git(root, 'add', '--force', state),
    { where: /^\.claude\/state$/, message: /1 file is tracked by git/, fix: /git rm -r --cached/ },
  ],
  'an integrations.json that is not JSON': [
    (root) => write(root, { '.claude/config/integrations.json': '{ "linear": }' }),
    { where: /integrations\.json/, message: /not valid JSON/ },
  ],
  'a setting that does not exist': [
    (root) => write(root, { '.claude/config/pawl.json': '{ "colour": true }' }),
    { where: /^\.claude\/config\/pawl\.json$/, message: /colour is not a setting/ },
  ],
  'settings that are not JSON': [
    (root) => write(root, { '.claude/settings.local.json': '{' }),
    { where: /settings\.local\.json$/, message: /cannot be used/ },
  ],
  'a missing hook': [
    (root) =>
      write(root, { '.claude/settings.json': read(root, '.claude/settings.json').replace('"PreCompact"', '"Other"') }),
    { message: /hook of PreCompact is missing/, fix: /init/ },
  ],
  'a missing hook script': [
    (root) => fs.rmSync(path.join(root, '.claude/hooks/pawl-hook.cjs')),
    { message: /it is missing/ },
  ],
  'hooks that are turned off': [
    (root) => write(root, { '.claude/settings.local.json': '{ "disableAllHooks": true }' }),
    { message: /disableAllHooks/ },
  ],
  'hooks that do not find pawl': [
    (root) => {
      for (const gone of ['node_modules', '.claude/state/.pawl/program'])
        fs.rmSync(path.join(root, gone), { recursive: true });
    },
    { where: /pawl-hook/, message: /does not find pawl/, fix: /init/ },
  ],
  'a hook that failed': [
    (root) => {
      const lines = [
        '{"session":"s1","file":"f"}',
        JSON.stringify({ e: 'trouble', text: 'no space', at: new Date().toISOString() }),
      ];
      write(root, { '.claude/state/.pawl/sessions/s1.jsonl': `${lines.join('\n')}\n` });
    },
    { where: /session s1/, message: /a hook failed .* ago: no space/ },
  ],
};

for (const [name, [breakIt, expected]] of Object.entries(table)) {
  test(name, () => {
    const found = problemOf(breakIt);
    for (const [member, pattern] of Object.entries(expected)) {
      assert.match(String({ ...found }[member as keyof Finding]), pattern);
    }
  });
}

test('without hooks it says so; when recording is off that is fine, and so are hooks of a plugin', () => {
  const root = repository();
  assert.match(doctor(root).problems[0]?.message ?? '', /no hooks are installed/);
  const off = doctor(root, { PAWL_CAPTURE: '0' });
  assert.deepEqual([off.status, off.facts['Recording']], [0, 'off, set by the environment']);
  write(root, { '.claude/settings.local.json': '{ "enabledPlugins": { "pawl@pawl": true } }' });
  assert.deepEqual([doctor(root).status, doctor(root).facts['Hooks']], [0, 'Claude Code (plugin)']);
  pawl(root, 'init', '--codex');
  assert.match(doctor(root).facts['Hooks'] ?? '', /type \/hooks in Codex/);
});

test('the last hook event', () => {
  const root = healthy();
  const at = new Date(Date.now() - 5 * 60_000).toISOString();
  write(root, {
    '.claude/state/.pawl/sessions/s1.jsonl': `{"session":"s1","file":"f"}\n${JSON.stringify({ e: 'interrupt', at })}\n`,
  });
  assert.equal(doctor(root).facts['Recording'], 'last hook event 5 minutes ago');
});
