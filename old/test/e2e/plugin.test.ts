// The plugin's tree, and the hook that it and `pawl init` start.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { claudeEvents, claudeMembers, codexEvents, codexMembers } from '../../src/surfaces/cli/init/agent-hooks.js';
import { tempFolder } from '../support/temp.js';
import { json, payload, start } from './agent.js';
import { cleanEnv, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';

describe('the plugin', () => {
  test('is started after tools only whose files it can note', () => {
    const { hooks } = json('plugin/hooks/hooks.json');
    assert.match(
      JSON.stringify(hooks),
      /"PostToolUse":\[\{"matcher":"Write\|Edit\|MultiEdit\|NotebookEdit\|TaskUpdate"/,
    );
    assert.equal(claudeEvents['PostToolUse'], 'Write|Edit|MultiEdit|NotebookEdit|TaskUpdate');
    assert.equal(codexEvents['PostToolUse'], 'apply_patch');
  });

  test('is asked about whatever runs a command: each of these tools can push', () => {
    assert.equal(claudeEvents['PreToolUse'], 'Bash|PowerShell|Monitor|Skill|SlashCommand');
  });

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
      /f=\\"[^"]*pawl-hook\.cjs\\"; \[ ! -f \\"\$f\\" \] \|\| node \\"\$f\\"/g,
      'node \\"${PLUGIN_ROOT}/scripts/hook.cjs\\"',
    );
    assert.deepEqual(json('plugin/hooks/codex-hooks.json'), { hooks: JSON.parse(expected) });
    for (const event of Object.keys(codexEvents)) assert.ok(Object.hasOwn(claudeEvents, event), event);
    const missing = Object.keys(claudeEvents).filter((event) => !Object.hasOwn(codexEvents, event));
    assert.deepEqual(missing, ['UserPromptExpansion', 'TaskCreated', 'TaskCompleted'], 'Codex has no such events');
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

  test('finds a program that PATH has only a script for, and never itself', {
    skip: process.platform === 'win32',
  }, () => {
    const alone = path.join(tempFolder(), 'plugin');
    fs.cpSync('plugin', alone, { recursive: true, filter: (file) => !file.includes('node_modules') });
    const bin = tempFolder();
    const shim = (line: string): void =>
      fs.writeFileSync(path.join(bin, 'pawl'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    const root = tempRepository();
    const folders = [path.join(alone, 'bin'), bin, path.dirname(process.execPath), '/usr/bin', '/bin'];
    const env = { PATH: folders.join(':'), CLAUDE_PROJECT_DIR: root };
    const call = (...args: readonly string[]): Ended =>
      start(path.join(alone, 'scripts/pawl.cjs'), args, '', root, env);
    assert.equal(call('status').code, 127);
    shim(`exec node '${program}' "$@"`);
    const saved = call('phase', 'implement/a b', 'api', 'complete', '--summary', "it's $HOME");
    assert.equal(saved.code, 0, saved.err);
    assert.match(saved.out, /implement\/a b: a new run/);
    assert.equal(call('show', 'none').code, 3);
    shim('exit 1');
    assert.equal(call('status').code, 1);
  });

  test('without a build does nothing rather than failing the agent', () => {
    const alone = tempFolder();
    fs.cpSync('plugin/scripts', path.join(alone, 'scripts'), { recursive: true });
    const ended = start(path.join(alone, 'scripts/hook.cjs'), ['SessionStart'], '{}', alone);
    assert.deepEqual(ended, { code: 0, out: '', err: '' });
  });

  test('brings a status line, which is silent where pawl is missing', () => {
    const { statusLine } = json('plugin/settings.json');
    const file = /"\$\{CLAUDE_PLUGIN_ROOT\}\/(.+)"/.exec(JSON.parse(JSON.stringify(statusLine)).command)?.[1] ?? '';
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    const event = payload(root, {});
    const { out } = start(path.resolve('plugin', file), [], event, root);
    assert.match(out, /implement\/auth · implementation/);
    const alone = path.join(tempFolder(), 'plugin');
    fs.cpSync('plugin/scripts', path.join(alone, 'scripts'), { recursive: true });
    const env = { PATH: path.dirname(process.execPath) };
    assert.deepEqual(start(path.join(alone, file), [], event, root, env), { code: 0, out: '', err: '' });
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

  test('never fails Codex: in a folder without git it answers, and where it is missing nothing happens', {
    skip: process.platform === 'win32',
  }, () => {
    const root = tempFolder();
    fs.mkdirSync(path.join(root, '.codex'));
    pawl(['init', '--yes'], root);
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    const command = /"command": "(f=.* SessionStart)"/.exec(textOf(path.join(root, '.codex/hooks.json')))?.[1] ?? '';
    const input = JSON.stringify(payload(root, { hook_event_name: 'SessionStart', source: 'startup' }));
    const call = (cwd: string): Ended => {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', JSON.parse(`"${command}"`)], {
        cwd,
        input,
        encoding: 'utf8',
        env: cleanEnv(),
      });
      return { code: status, out: stdout, err: stderr };
    };
    install(root);
    const here = call(root);
    assert.deepEqual([here.code, here.err], [0, '']);
    assert.match(here.out, /implement\/auth/);
    assert.deepEqual(call(tempFolder()), { code: 0, out: '', err: '' });
  });

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

  test('asks the program where PATH has only a script that starts it', { skip: process.platform === 'win32' }, () => {
    const root = project();
    const bin = tempFolder();
    const shim = (line: string): void =>
      fs.writeFileSync(path.join(bin, 'pawl'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${bare.PATH}:/usr/bin:/bin` };
    shim(`exec node '${program}' "$@"`);
    assert.match(sessionStart(root, env).out, /implement\/auth/);
    const ship = (): Ended => {
      const input = payload(root, { hook_event_name: 'UserPromptSubmit', prompt: '/ship auth' });
      return start(path.join(root, script), ['UserPromptSubmit'], input, root, { CLAUDE_PROJECT_DIR: root, ...env });
    };
    assert.match(ship().out, /"block"/);
    shim('exit 127');
    assert.deepEqual(sessionStart(root, env), { code: 0, out: '', err: '' });
    assert.match(ship().err, /\/ship is blocked/);
  });

  test('is told about by doctor when it finds no pawl', () => {
    const root = project();
    const said = (env: Readonly<Record<string, string>>): Ended => pawl(['doctor'], root, env);
    const dead = said(bare);
    assert.equal(dead.code, 1);
    assert.match(dead.out.replace(/\s+/g, ' '), /pawl-hook\.cjs.*finds pawl neither in the project nor in PATH/);
    install(root);
    assert.doesNotMatch(said(bare).out, /neither in the project/);
  });

  test('holds pushes back where pawl is not installed while a ship run may be open', {
    skip: process.platform === 'win32',
  }, () => {
    const root = project();
    const asked = (command: string, more: Readonly<Record<string, string>> = {}): Ended => {
      const input = { tool_name: 'Bash', tool_input: { command }, session_id: 's', cwd: root };
      return start(path.join(root, script), ['PreToolUse'], input, root, {
        CLAUDE_PROJECT_DIR: root,
        ...bare,
        ...more,
      });
    };
    const push = 'git push origin HEAD';
    const isDenied = (said: Ended): boolean => /"permissionDecision":"deny".*pawl is not installed/.test(said.out);
    const silent = { code: 0, out: '', err: '' };
    pawl(['gate', 'set', 'ship/x', '--block', 'tests fail'], root);
    assert.deepEqual(asked(push), silent, 'a verdict is no run');
    assert.ok(isDenied(asked(push, { PAWL_GATE_PUSH: 'always' })));
    pawl(['phase', 'ship/x', 'pre-flight', 'in_progress'], root);
    assert.ok(isDenied(asked(push)));
    assert.deepEqual(asked('npm test'), silent);
    assert.deepEqual(asked(push, { PAWL_OFF: 'hooks' }), silent);
    const bin = tempFolder();
    fs.writeFileSync(path.join(bin, 'pawl'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
    assert.ok(isDenied(asked(push, { PATH: `${bin}:${bare.PATH}:/usr/bin:/bin` })), 'a script that starts nothing');
    pawl(['complete', 'ship/x'], root);
    assert.deepEqual(asked(push), silent);
    fs.writeFileSync(path.join(root, '.claude/state/ship-y.json'), '{');
    assert.ok(isDenied(asked(push)), 'what cannot be read may be one');
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
