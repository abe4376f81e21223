// The whole of `pawl init`: from nothing and back, with a person's own files, in the middle of a kill.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { initParts } from '../../src/surfaces/cli/rows/setup.js';
import { missing, notRoot } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, git, node, pawl, program, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

/** A home of its own: which agents are found is up to the test. */
const home = tempFolder();
const claudeOnly = { HOME: home, PATH: path.dirname(process.execPath), CLAUDECODE: '1' };

function init(root: string, ...args: readonly string[]): ReturnType<typeof pawl> {
  return pawl(['init', ...args], root, claudeOnly);
}

/** Gives `action path` of each step of a JSON answer. */
function actions(root: string, ...args: readonly string[]): readonly string[] {
  const { steps } = documentOf(init(root, '--json', ...args));
  assert.ok(Array.isArray(steps));
  return steps.map((step) => `${step.action} ${step.path}`);
}

/** All files below a folder with their texts, but for git's. */
function snapshot(root: string): Record<string, string> {
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.git/') && file !== '.git')
    .filter((file) => fs.statSync(path.join(root, file)).isFile());
  return Object.fromEntries(files.sort().map((file) => [file, textOf(root, file)]));
}

function put(root: string, file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

const everything = [
  '.claude/scripts/lib/checkpoint-manager.cjs',
  '.claude/scripts/lib/token-counter.cjs',
  '.claude/scripts/lib/utils.cjs',
  '.claude/utils/save-checkpoint.sh',
  '.claude/utils/load-checkpoint.sh',
  '.claude/utils/list-checkpoints.sh',
  '.claude/utils/cleanup-checkpoints.sh',
  '.claude/protocols/checkpoint-schema.md',
  '.claude/sub-agents/protocols/handoff.md',
  '.claude/checkpoints/README.md',
  '.claude/config/integrations.json',
  '.claude/scripts/hooks/user-prompt-ship.cjs',
  '.claude/scripts/hooks/pawl-hook.cjs',
  '.claude/scripts/hooks/pawl-statusline.sh',
  '.claude/settings.json',
  '.gitignore',
  '.claude/config/pawl-init.json',
];

describe('pawl init in a fresh repository', () => {
  test('writes everything, a second run finds nothing to do, and --uninstall leaves no trace', () => {
    const root = tempRepository();
    assert.deepEqual(
      actions(root, '--yes'),
      everything.map((file) => `create ${file}`),
    );
    const written = snapshot(root);
    assert.deepEqual(Object.keys(written).sort(), [...everything].sort());
    assert.match(init(root).out, /Everything is in place; nothing to do/);
    assert.deepEqual(
      actions(root, '--yes').filter((step) => !step.startsWith('keep ')),
      [],
    );
    assert.deepEqual(snapshot(root), written);
    assert.equal(init(root, '--uninstall', '--yes').code, 0);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
    assert.match(init(root, '--uninstall', '--yes').out, /Nothing of pawl's own is left/);
  });

  test('needs no --yes, as nothing of a person is touched', () => {
    const root = tempRepository();
    assert.equal(init(root).code, 0);
    assert.deepEqual(Object.keys(snapshot(root)).sort(), [...everything].sort());
  });

  test('--dry-run shows the plan and writes nothing', () => {
    const root = tempRepository();
    const { out } = init(root, '--dry-run');
    for (const file of everything) assert.ok(out.includes(`  ${file} `), file);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('is set up part by part to the same result, and taken out part by part', () => {
    const [whole, parts] = [tempRepository(), tempRepository()];
    init(whole, '--yes', ...initParts.flatMap((part) => ['--only', part]));
    for (const part of initParts.toReversed()) assert.equal(init(parts, '--only', part, '--yes').code, 0, part);
    const [expected, found] = [snapshot(whole), snapshot(parts)];
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    for (const file of ['.claude/settings.json', '.codex/hooks.json']) {
      assert.deepEqual(JSON.parse(found[file] ?? ''), JSON.parse(expected[file] ?? ''));
    }
    assert.match(init(parts).out, /nothing to do/);
    for (const part of initParts) assert.equal(init(parts, '--only', part, '--uninstall', '--yes').code, 0, part);
    assert.deepEqual(Object.keys(snapshot(parts)), ['.claude/config/pawl-init.json', '.gitignore']);
    init(parts, '--uninstall', '--yes');
    assert.deepEqual(fs.readdirSync(parts), ['.git']);
  });

  test('the scripts of another part stay when one is taken out that shares them', () => {
    const root = tempRepository();
    init(root, '--only', 'hooks', '--only', 'codex', '--yes');
    init(root, '--only', 'codex', '--uninstall', '--yes');
    assert.equal(fs.existsSync(path.join(root, '.codex')), false);
    assert.ok(fs.existsSync(path.join(root, '.claude/scripts/hooks/pawl-hook.cjs')));
    assert.match(textOf(root, '.claude/settings.json'), /pawl-hook\.cjs/);
  });

  test('works outside git and in a linked worktree, whose checkout stays as it is', () => {
    const outside = fs.realpathSync(tempFolder());
    assert.match(init(outside, '--yes').out, /no git repository/);
    assert.deepEqual(Object.keys(snapshot(outside)).sort(), [...everything].sort());
    const root = tempRepository();
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'worktree', 'add', '--quiet', '-b', 'side', linked);
    init(linked, '--yes');
    assert.deepEqual(Object.keys(snapshot(linked)).sort(), [...everything].sort());
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });
});

describe('pawl init looks for agents', () => {
  const detected = (root: string, env: Readonly<Record<string, string>>): unknown => {
    const { found, parts } = documentOf(
      pawl(['init', '--dry-run', '--json'], root, { ...claudeOnly, CLAUDECODE: '', ...env }),
    );
    assert.ok(Array.isArray(parts));
    return { found, forAgents: parts.filter((part) => ['hooks', 'statusline', 'codex'].includes(String(part))) };
  };

  test('and sets up hooks for those that are used here', () => {
    const root = tempRepository();
    const none = { git: true, claude: false, codex: false, pawl: false };
    assert.deepEqual(detected(root, {}), { found: none, forAgents: ['hooks', 'statusline'] });
    fs.mkdirSync(path.join(root, '.codex'));
    assert.deepEqual(detected(root, {}), { found: { ...none, codex: true }, forAgents: ['codex'] });
    fs.mkdirSync(path.join(root, '.claude'));
    const both = { found: { ...none, claude: true, codex: true }, forAgents: ['hooks', 'statusline', 'codex'] };
    assert.deepEqual(detected(root, {}), both);
  });

  test('and says when the hooks would not find pawl', () => {
    const root = tempRepository();
    const said = (): string => init(root, '--dry-run').out.replace(/\s+/g, ' ');
    assert.match(said(), /The hooks need pawl in the project or in PATH.*npm install --save-dev pawl/);
    fs.mkdirSync(path.join(root, 'node_modules/pawl'), { recursive: true });
    assert.doesNotMatch(said(), /need pawl/);
  });

  test('in the home folder and in PATH too', () => {
    const bin = tempFolder();
    fs.writeFileSync(path.join(bin, 'codex'), '');
    const ownHome = tempFolder();
    fs.mkdirSync(path.join(ownHome, '.claude'));
    assert.deepEqual(detected(tempRepository(), { HOME: ownHome, PATH: `${bin}:${path.dirname(process.execPath)}` }), {
      found: { git: true, claude: true, codex: true, pawl: false },
      forAgents: ['hooks', 'statusline', 'codex'],
    });
  });
});

describe("a person's own files", () => {
  const settings = {
    model: 'opus',
    permissions: { allow: ['Bash(npm test)'] },
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
  };
  const own: Readonly<Record<string, string>> = {
    '.claude/settings.json': `${JSON.stringify(settings, null, 4)}\n`,
    '.claude/config/integrations.json': '{ "linear": { "enabled": false } }\n',
    '.claude/sub-agents/protocols/handoff.md': '# Handoff\n\n## Context Summary Guidelines\n\nShort.\n',
    '.claude/checkpoints/README.md': '# Mine\n',
    '.gitignore': 'node_modules/\n',
  };

  function furnished(eol = '\n'): string {
    const root = tempRepository();
    for (const [file, text] of Object.entries(own)) put(root, file, text.replaceAll('\n', eol));
    return root;
  }

  test('are left alone without consent, and the answer says how to give it', () => {
    const root = furnished();
    const words = init(root).out.replace(/\s+/g, ' ');
    for (const [file, text] of Object.entries(own)) if (file !== '.gitignore') assert.equal(textOf(root, file), text);
    assert.match(
      words,
      /\.claude\/settings\.json is yours and was left alone\. To have it extended, run: pawl init --yes/,
    );
    assert.match(words, /integrations\.json was not written by pawl and is kept as it is/);
  });

  for (const eol of ['\n', '\r\n']) {
    const kind = eol === '\n' ? 'LF' : 'CRLF';
    test(`with ${kind} are extended with --yes, and --uninstall gives them back as they were`, () => {
      const root = furnished(eol);
      const before = snapshot(root);
      assert.equal(init(root, '--yes').code, 0);
      const merged = JSON.parse(textOf(root, '.claude/settings.json'));
      assert.equal(merged.model, 'opus');
      assert.deepEqual(merged.permissions, settings.permissions);
      assert.equal(merged.hooks.Stop.length, 2);
      assert.match(textOf(root, '.claude/sub-agents/protocols/handoff.md'), /^## Enforcement/m);
      for (const file of ['.claude/settings.json', '.claude/sub-agents/protocols/handoff.md', '.gitignore']) {
        assert.equal(/(?<!\r)\n/.test(textOf(root, file)), eol === '\n', file);
      }
      assert.match(textOf(root, '.claude/settings.json'), /^ {4}"model"/m);
      assert.match(init(root, '--yes').out, /nothing to do/);
      init(root, '--uninstall', '--yes');
      const left = snapshot(root);
      assert.deepEqual(JSON.parse(left['.claude/settings.json'] ?? ''), settings);
      for (const file of Object.keys(before)) assert.equal(left[file], before[file], file);
      assert.deepEqual(Object.keys(left), Object.keys(before));
    });
  }

  test('and later edits by people stay when pawl goes', () => {
    const root = tempRepository();
    init(root, '--yes');
    const edit = (file: string, from: string | RegExp, to: string): void =>
      put(root, file, textOf(root, file).replace(from, to));
    edit('.claude/config/integrations.json', 'Basecamp', 'Ours');
    edit('.claude/protocols/checkpoint-schema.md', '# Checkpoint schema', '# Our checkpoint schema');
    edit('.claude/settings.json', '{', '{\n  "model": "opus",');
    edit('.gitignore', /$/, 'dist/\n');
    init(root, '--uninstall', '--yes');
    assert.deepEqual(Object.keys(snapshot(root)), [
      '.claude/config/integrations.json',
      '.claude/protocols/checkpoint-schema.md',
      '.claude/settings.json',
      '.gitignore',
    ]);
    assert.deepEqual(JSON.parse(textOf(root, '.claude/settings.json')), { model: 'opus' });
    assert.equal(textOf(root, '.gitignore'), 'dist/\n');
  });

  test('that equal those of pawl are not taken for its own', () => {
    const root = tempRepository();
    put(root, '.claude/config/integrations.json', textOf('templates/integrations.json'));
    put(root, '.gitignore', '.claude/state/\n.claude/checkpoints/\n');
    init(root, '--yes');
    init(root, '--uninstall', '--yes');
    assert.deepEqual(Object.keys(snapshot(root)), ['.claude/config/integrations.json', '.gitignore']);
    assert.equal(textOf(root, '.gitignore'), '.claude/state/\n.claude/checkpoints/\n');
  });

  test('entries in .gitignore stay as long as there are runs', () => {
    const root = tempRepository();
    init(root, '--yes');
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    init(root, '--uninstall', '--yes');
    assert.equal(textOf(root, '.gitignore'), '.claude/state/\n');
    assert.ok(fs.existsSync(path.join(root, '.claude/state/implement-auth.json')));
  });

  test('a hook and a status line that a person changed or wrote are theirs', () => {
    const root = tempRepository();
    put(root, '.claude/settings.json', '{ "statusLine": { "type": "command", "command": "date" } }\n');
    init(root, '--yes');
    const text = textOf(root, '.claude/settings.json').replace(/("SessionEnd"[\s\S]*?"timeout": )10/, '$120');
    put(root, '.claude/settings.json', text);
    const { out } = init(root, '--yes');
    assert.match(out, /differs +\.claude\/settings\.json +hooks\.SessionEnd, statusLine are your own, and kept/);
    assert.equal(textOf(root, '.claude/settings.json'), text);
    init(root, '--uninstall', '--yes');
    const left = JSON.parse(textOf(root, '.claude/settings.json'));
    assert.deepEqual(Object.keys(left), ['statusLine', 'hooks']);
    assert.deepEqual(Object.keys(left.hooks), ['SessionEnd']);
    assert.equal(left.statusLine.command, 'date');
  });

  test('settings that switch the plugin on get no hooks beside it', () => {
    const root = tempRepository();
    put(root, '.claude/settings.json', '{ "enabledPlugins": { "pawl@pawl": true } }\n');
    init(root, '--yes');
    assert.deepEqual(Object.keys(JSON.parse(textOf(root, '.claude/settings.json'))), ['enabledPlugins', 'statusLine']);
  });
});

describe('files in the way', () => {
  const cases: readonly (readonly [name: string, text: string, says: RegExp])[] = [
    ['broken JSON', '{ "model": ', /is not valid JSON \(.*\); correct it and run `pawl init` again/],
    ['a list', '[]', /holds no JSON object/],
    ['hooks that are a list', '{ "hooks": [] }', /cannot be extended: hooks is no object/],
    ['an event that is a text', '{ "hooks": { "Stop": "x" } }', /cannot be extended: hooks\.Stop is no list/],
  ];
  for (const [name, text, says] of cases) {
    test(`settings with ${name} stay as they are; everything else is set up, and the exit code is 1`, () => {
      const root = tempRepository();
      put(root, '.claude/settings.json', text);
      const ended = init(root, '--yes');
      assert.equal(ended.code, 1);
      assert.match(ended.out.replace(/\s+/g, ' '), says);
      assert.doesNotMatch(ended.out + ended.err, /\n\s+at /);
      assert.equal(textOf(root, '.claude/settings.json'), text);
      assert.deepEqual(Object.keys(snapshot(root)).sort(), [...everything].sort());
      const answer = documentOf(init(root, '--yes', '--json'));
      assert.equal(answer['ok'], false);
      const undone = init(root, '--uninstall', '--yes');
      assert.equal(undone.code, name.startsWith('hooks') || name.startsWith('an event') ? 0 : 1);
      assert.deepEqual(Object.keys(snapshot(root)), ['.claude/settings.json']);
    });
  }

  for (const link of ['.claude', '.claude/config', '.claude/settings.json', '.claude/sub-agents', '.gitignore']) {
    test(`a symbolic link at ${link} is refused, and nothing is written`, () => {
      const root = tempRepository();
      const target = tempFolder();
      const isFile = path.extname(link) !== '' && link !== '.claude';
      const aim = isFile || link === '.gitignore' ? path.join(target, 'aim') : target;
      if (aim !== target) fs.writeFileSync(aim, '{}');
      fs.mkdirSync(path.dirname(path.join(root, link)), { recursive: true });
      fs.symlinkSync(aim, path.join(root, link));
      const ended = init(root, '--yes', '--json');
      assert.equal(ended.code, 1, ended.out);
      assert.equal(JSON.parse(ended.out).error.code, 'unsafe-path');
      assert.deepEqual(fs.readdirSync(target), aim === target ? [] : ['aim']);
      if (aim !== target) assert.equal(textOf(aim), '{}');
    });
  }

  test('a file that remembers nonsense, or more than init knows, does no harm', () => {
    const root = tempRepository();
    put(root, 'src/keep.txt', 'mine\n');
    put(
      root,
      '.claude/config/pawl-init.json',
      '{ "files": { "src/keep.txt": { "checksum": "x" }, "../out": 1, ".gitignore": [] } }',
    );
    assert.equal(init(root, '--yes').code, 0);
    assert.equal(init(root, '--uninstall', '--yes').code, 0);
    assert.equal(textOf(root, 'src/keep.txt'), 'mine\n');
    put(root, '.claude/config/pawl-init.json', 'not json');
    assert.equal(init(root, '--yes').code, 0);
    assert.match(init(root).out, /nothing to do/);
  });

  test('a folder that cannot be written is told in one line', {
    skip: notRoot() ?? missing('setpriv') ?? false,
  }, () => {
    const root = tempRepository();
    fs.chmodSync(root, 0o755);
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, program, 'init', '--yes'];
    const ended = node(
      [
        '-e',
        `process.exitCode = require('child_process').spawnSync('setpriv', ${JSON.stringify(nobody)}, { stdio: 'inherit' }).status`,
      ],
      root,
    );
    assert.equal(ended.code, 5, ended.err);
    assert.match(ended.err, /^pawl: cannot make .*: EACCES\n {6}Check the permissions/);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });
});

describe('pawl init on a terminal', { skip: noTerminal }, () => {
  test('asks once for all, and once more for each file of a person', async () => {
    const root = tempRepository();
    put(root, '.claude/settings.json', '{}\n');
    const seen = await pawlInTerminal(
      ['init'],
      [
        ['Do this', 'y\r'],
        ['Add pawl', 'n\r'],
      ],
      root,
      claudeOnly,
    );
    assert.equal(seen.code, 0, seen.screen);
    assert.equal(textOf(root, '.claude/settings.json'), '{}\n');
    assert.ok(fs.existsSync(path.join(root, '.claude/scripts/hooks/pawl-hook.cjs')));
    const again = await pawlInTerminal(['init'], [['Add pawl', 'y\r']], root, claudeOnly);
    assert.equal(again.code, 0, again.screen);
    assert.match(textOf(root, '.claude/settings.json'), /pawl-hook\.cjs/);
  });

  test('asks before it takes anything out', async () => {
    const root = tempRepository();
    init(root, '--yes');
    const before = snapshot(root);
    const seen = await pawlInTerminal(['init', '--uninstall'], [['Do this', 'n\r']], root, claudeOnly);
    assert.equal(seen.code, 0, seen.screen);
    assert.deepEqual(snapshot(root), before);
  });
});

describe('pawl init that is killed', () => {
  const noStrace = missing('strace', ['-V']) ?? false;

  /** Kills it at the Nth rename or removal of a file. */
  async function killed(
    root: string,
    call: 'rename' | 'unlink',
    at: number,
    ...args: readonly string[]
  ): Promise<boolean> {
    const child = spawn(
      'strace',
      ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${at}`].concat([
        process.execPath,
        program,
        'init',
        '--yes',
        ...args,
      ]),
      { cwd: root, env: cleanEnv(claudeOnly), stdio: 'ignore' },
    );
    const [code, signal]: unknown[] = await once(child, 'close');
    return signal === 'SIGKILL' || code === 137;
  }

  test('is completed by the next run, and taken out as a whole', { skip: noStrace }, async () => {
    const whole = tempRepository();
    put(whole, '.claude/settings.json', '{}\n');
    init(whole, '--yes');
    const expected = snapshot(whole);
    let kills = 0;
    for (let at = 1; at <= everything.length + 2; at += 3) {
      const root = tempRepository();
      put(root, '.claude/settings.json', '{}\n');
      if (await killed(root, 'rename', at)) kills += 1;
      assert.equal(init(root, '--yes').code, 0);
      assert.deepEqual(snapshot(root), expected);
      if (await killed(root, 'unlink', at, '--uninstall')) kills += 1;
      assert.equal(init(root, '--uninstall', '--yes').code, 0);
      assert.deepEqual(snapshot(root), { '.claude/settings.json': '{}\n' });
    }
    assert.ok(kills >= 6, `${kills} kills`);
  });
});
