// The plugin's tree, what `init` writes for agents, and the scripts that both start.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { claudeEvents, claudeMembers, codexEvents, codexMembers } from '../../src/surfaces/cli/init/agent-hooks.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';

const json = (file: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(textOf(file));
  assert.ok(isJsonObject(value));
  return { ...value };
};

/** Starts a script as an agent does, with its payload on stdin. */
function start(
  script: string,
  args: readonly string[],
  input: unknown,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    env: cleanEnv(env),
    input: typeof input === 'string' ? input : JSON.stringify(input),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, out: stdout, err: stderr };
}

let sessions = 0;
/** Each of a session of its own: the same event twice counts once. */
const payload = (cwd: string, more: Readonly<Record<string, string>>): unknown => ({
  session_id: `s${(sessions += 1)}`,
  transcript_path: '',
  cwd,
  ...more,
});

describe('the plugin', () => {
  test('has the version and the description of the package, in every manifest', () => {
    const { version, description } = json('package.json');
    for (const file of ['plugin/.claude-plugin/plugin.json', 'plugin/.codex-plugin/plugin.json']) {
      const manifest = json(file);
      assert.deepEqual(
        [manifest['name'], manifest['version'], manifest['description']],
        ['pawl', version, description],
      );
    }
  });

  test('is what both marketplaces offer', () => {
    assert.match(textOf('.claude-plugin/marketplace.json'), /"source": "\.\/plugin"/);
    assert.match(textOf('.agents/plugins/marketplace.json'), /"path": "\.\/plugin"/);
  });

  test('has hooks for the same events as init, each started without a shell', () => {
    const expected = JSON.stringify(claudeMembers.hooks).replaceAll(
      '${CLAUDE_PROJECT_DIR}/.claude/scripts/hooks/pawl-hook.cjs',
      '${CLAUDE_PLUGIN_ROOT}/scripts/hook.cjs',
    );
    assert.deepEqual(json('plugin/hooks/hooks.json'), { hooks: JSON.parse(expected) });
    assert.equal(Object.keys(claudeEvents).length, 13);
  });

  test('has hooks for the events that Codex knows', () => {
    const expected = JSON.stringify(codexMembers.hooks).replaceAll(
      '$(git rev-parse --show-toplevel)/.claude/scripts/hooks/pawl-hook.cjs',
      '${PLUGIN_ROOT}/scripts/hook.cjs',
    );
    assert.deepEqual(json('plugin/hooks/codex-hooks.json'), { hooks: JSON.parse(expected) });
    for (const event of Object.keys(codexEvents)) assert.ok(Object.hasOwn(claudeEvents, event), event);
  });

  test('that Codex reads points to files that are there', () => {
    const { skills, hooks, mcpServers } = json('plugin/.codex-plugin/plugin.json');
    for (const file of [skills, hooks, mcpServers])
      assert.ok(fs.existsSync(path.join('plugin', String(file))), String(file));
  });

  test('installed alone still has its hook, and says how to get the program', () => {
    const alone = path.join(tempFolder(), 'plugin');
    fs.cpSync('plugin', alone, { recursive: true, filter: (file) => !file.includes('node_modules') });
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    const env = { PATH: path.dirname(process.execPath), CLAUDE_PROJECT_DIR: root };
    const event = payload(root, { hook_event_name: 'SessionStart', source: 'startup' });
    const begun = start(path.join(alone, 'scripts/hook.cjs'), ['SessionStart'], event, root, env);
    assert.equal(begun.code, 0, begun.err);
    assert.match(begun.out, /implement\/auth/);
    const missing = start(path.join(alone, 'scripts/pawl.cjs'), ['status'], '', root, env);
    assert.equal(missing.code, 127);
    assert.match(missing.err, /^pawl is not installed\. Install it/);
    const modules = path.join(root, 'node_modules/pawl');
    fs.mkdirSync(path.dirname(modules));
    fs.symlinkSync(path.resolve('.'), modules);
    assert.match(start(path.join(alone, 'scripts/pawl.cjs'), ['status'], '', root, env).out, /implement\/auth/);
  });

  test('without a build does nothing rather than failing the agent', () => {
    const alone = tempFolder();
    fs.cpSync('plugin/scripts', path.join(alone, 'scripts'), { recursive: true });
    const ended = start(path.join(alone, 'scripts/hook.cjs'), ['SessionStart'], '{}', alone);
    assert.deepEqual(ended, { code: 0, out: '', err: '' });
  });

  test('puts the program into the shell of the agent', { skip: process.platform === 'win32' }, () => {
    const ended = spawnSync(path.resolve('plugin/bin/pawl'), ['--version'], { encoding: 'utf8', env: cleanEnv() });
    assert.equal(ended.stdout.trim(), String(json('package.json')['version']));
  });
});

describe('the hook that init writes', () => {
  const script = '.claude/scripts/hooks/pawl-hook.cjs';
  const bare = { PATH: path.dirname(process.execPath) };

  function project(): string {
    const root = tempRepository();
    pawl(['init', '--yes'], root);
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    return root;
  }

  function install(root: string): void {
    fs.mkdirSync(path.join(root, 'node_modules'));
    fs.symlinkSync(path.resolve('.'), path.join(root, 'node_modules/pawl'));
  }

  const sessionStart = (root: string, env: Readonly<Record<string, string>>): Ended =>
    start(
      path.join(root, script),
      ['SessionStart'],
      payload(root, { hook_event_name: 'SessionStart', source: 'startup' }),
      root,
      {
        CLAUDE_PROJECT_DIR: root,
        ...env,
      },
    );

  test('starts that of the project, of PATH, or of the checkout that a worktree belongs to', () => {
    const root = project();
    assert.deepEqual(sessionStart(root, bare), { code: 0, out: '', err: '' });
    const bin = tempFolder();
    fs.symlinkSync(program, path.join(bin, 'pawl'));
    assert.match(sessionStart(root, { PATH: `${bin}:${bare.PATH}` }).out, /implement\/auth/);
    install(root);
    assert.match(sessionStart(root, bare).out, /implement\/auth/);
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'add', '--all', ':!node_modules');
    git(root, 'commit', '--quiet', '--message', 'set up');
    git(root, 'worktree', 'add', '--quiet', '-b', 'side', linked);
    pawl(['phase', 'review/auth', 'analysis', 'in_progress'], linked);
    assert.match(sessionStart(linked, bare).out, /review\/auth/);
  });

  test('gates /ship also where pawl is not installed', () => {
    const root = project();
    const ask = (prompt: string): Ended =>
      start(
        path.join(root, script),
        ['UserPromptSubmit'],
        payload(root, { hook_event_name: 'UserPromptSubmit', prompt }),
        root,
        {
          CLAUDE_PROJECT_DIR: root,
          PATH: process.env['PATH'] ?? '',
        },
      );
    const blocked = ask('/ship auth');
    assert.equal(blocked.code, 2);
    assert.match(blocked.err, /\/ship is blocked/);
    assert.equal(ask('hello').code, 0);
  });
});

describe('user-prompt-ship.cjs', () => {
  const script = '.claude/scripts/hooks/user-prompt-ship.cjs';

  function project(...parts: readonly string[]): string {
    const root = tempRepository();
    assert.equal(pawl(['init', '--yes', ...parts.flatMap((part) => ['--only', part])], root).code, 0);
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message', 'set up');
    return root;
  }

  const ask = (root: string, input: unknown, env: Readonly<Record<string, string>> = {}): Ended =>
    start(path.join(root, script), [], input, root, env);

  test('blocks /ship in each of its forms, and nothing else', () => {
    const root = project('ship', 'lib');
    const blocked = [
      { prompt: '/ship' },
      { prompt: '  /ship auth' },
      { prompt: '/pawl:ship auth --now' },
      { command_name: 'ship', command_args: 'auth' },
      { command_name: '/pawl:ship' },
      { prompt: '/ship ../../etc' },
      { prompt: '/ship\nplease' },
      '{"prompt": "/ship',
      ''.padEnd(10, '\u0000/ship'),
    ];
    for (const input of blocked) {
      const ended = ask(root, input);
      assert.equal(ended.code, 2, JSON.stringify(input));
      assert.match(ended.err, /^\/ship is blocked/);
      assert.doesNotMatch(ended.err, /\n\s+at /);
    }
    for (const input of [
      { prompt: '/shipping' },
      { prompt: 'please /ship' },
      { prompt: '/review' },
      { command_name: 'review' },
      {},
      [],
      'null',
      '',
      'x',
    ]) {
      assert.deepEqual(ask(root, input), { code: 0, out: '', err: '' }, JSON.stringify(input));
    }
  });

  test('lets exactly the reviewed content pass, also as a commit of it', () => {
    const root = project('ship', 'lib');
    fs.writeFileSync(path.join(root, 'new.txt'), 'new\n');
    assert.equal(ask(root, { prompt: '/ship auth' }).code, 2);
    assert.equal(pawl(['gate', 'set', 'ship/auth', '--allow'], root).code, 0);
    assert.equal(ask(root, { prompt: '/ship auth' }).code, 0);
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message', 'ship it');
    assert.equal(ask(root, { prompt: '/ship auth' }).code, 0);
    fs.writeFileSync(path.join(root, 'new.txt'), 'other\n');
    assert.equal(ask(root, { prompt: '/ship auth' }).code, 2);
    pawl(['gate', 'set', 'ship/auth', '--block', 'no tests'], root);
    assert.match(ask(root, { prompt: '/ship auth' }).err, /no tests/);
  });

  test('uses getStateDir of the scripts beside it, and its own where that is missing or broken', () => {
    const root = project('ship', 'lib');
    const other = project('ship', 'lib');
    pawl(['gate', 'set', 'ship', '--allow'], other);
    const utils = path.join(root, '.claude/scripts/lib/utils.cjs');
    fs.writeFileSync(utils, `exports.getStateDir = () => ${JSON.stringify(path.join(other, '.claude/state'))};\n`);
    assert.equal(ask(root, { prompt: '/ship' }).code, 0);
    for (const text of ['throw new Error("broken");', 'module.exports = {};', null]) {
      if (text === null) fs.rmSync(utils);
      else fs.writeFileSync(utils, text);
      assert.equal(ask(root, { prompt: '/ship' }).code, 2, String(text));
    }
  });

  test('blocks where it cannot tell: outside git, without git, with a verdict that cannot be read', () => {
    const outside = fs.realpathSync(tempFolder());
    pawl(['init', '--yes', '--only', 'ship'], outside);
    assert.equal(ask(outside, { prompt: '/ship' }).code, 2);
    const root = project('ship');
    pawl(['gate', 'set', 'ship', '--allow'], root);
    assert.equal(ask(root, { prompt: '/ship' }).code, 0);
    assert.equal(ask(root, { prompt: '/ship' }, { PATH: '/nowhere' }).code, 2);
    fs.writeFileSync(path.join(root, '.claude/state/ship-checkpoint.json'), '{"command": "ship", ');
    assert.equal(ask(root, { prompt: '/ship' }).code, 2);
  });
});

describe('pawl statusline', () => {
  const line = (cwd: string, input: unknown, ...args: readonly string[]): Ended =>
    start(program, ['statusline', ...args], input, cwd);

  test('tells run, phase, progress and how many others there are', () => {
    const root = tempRepository();
    assert.deepEqual(line(root, {}), { code: 0, out: '', err: '' });
    pawl(['phase', 'implement/auth', 'implementation', 'complete'], root);
    pawl(['phase', 'implement/auth', 'validation', 'in_progress'], root);
    assert.equal(line(root, {}).out, 'pawl implement/auth · validation · 1/2\n');
    pawl(['phase', 'review', 'analysis', 'failed', '--error', 'x'], root);
    assert.match(line(root, {}).out, /^pawl review · .* · failed · \+1 more\n$/);
    const elsewhere = { cwd: '/', workspace: { project_dir: root } };
    assert.match(line(tempFolder(), elsewhere).out, /^pawl review/);
  });

  test('tells the run of this session first', () => {
    const root = tempRepository();
    for (const run of ['implement/auth', 'review']) {
      pawl(['phase', run, run === 'review' ? 'analysis' : 'implementation', 'in_progress'], root, {
        PAWL_SESSION: run,
      });
    }
    const [bound, other] = ['implement/auth', 'nobody'].map((session) => line(root, { session_id: session }).out);
    assert.match(other ?? '', /^pawl review/);
    assert.match(bound ?? '', /^pawl implement\/auth · implementation · 0\/2 · \+1 more\n$/);
  });

  test('never fails, whatever it is given, and shows no control characters', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', '\u001b[31mred\u202e', 'in_progress'], root);
    for (const input of [
      '',
      'nonsense',
      '[]',
      '{"cwd": 5}',
      '{"workspace": {"project_dir": "/nowhere"}}',
      '{"session_id": {}}',
    ]) {
      const ended = line(root, input);
      assert.equal(ended.code, 0, input);
      assert.equal(ended.err, '');
      // oxlint-disable-next-line no-control-regex -- that is what this is about
      assert.doesNotMatch(ended.out, /[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
    fs.writeFileSync(path.join(root, '.claude/state/ship-checkpoint.json'), '{');
    assert.equal(line(root, {}).code, 0);
    assert.equal(JSON.parse(line(root, {}, '--json').out).ok, true);
  });

  test('is what the script of init prints, wherever it is called', { skip: process.platform === 'win32' }, () => {
    const root = tempRepository();
    pawl(['init', '--yes'], root);
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    const { statusLine } = json(path.join(root, '.claude/settings.json'));
    assert.ok(isJsonObject(statusLine) && typeof statusLine['command'] === 'string');
    const run = (): string =>
      spawnSync('sh', ['-c', String(statusLine['command'])], {
        cwd: '/',
        env: cleanEnv({ CLAUDE_PROJECT_DIR: root }),
        input: '{}',
        encoding: 'utf8',
      }).stdout;
    assert.equal(run(), '');
    fs.mkdirSync(path.join(root, 'node_modules/.bin'), { recursive: true });
    fs.symlinkSync(program, path.join(root, 'node_modules/.bin/pawl'));
    assert.equal(run(), 'pawl implement/auth · implementation · 0/2\n');
  });
});
