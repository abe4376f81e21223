// `pawl init` with broken files, links, folders that cannot be written, and kills.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { missing, notRoot } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, node, program, put, tempRepository, textOf } from './program.js';
import { claudeOnly, everything, init, snapshot } from './setup.js';

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

  const whole = ['.claude', '.claude/config'];
  for (const link of [...whole, '.claude/settings.json', '.claude/sub-agents', '.gitignore']) {
    const isWhole = whole.includes(link);
    test(`a symbolic link at ${link} is refused, and ${isWhole ? 'nothing is written' : 'the rest is set up'}`, () => {
      const root = tempRepository();
      const target = tempFolder();
      const isFile = path.extname(link) !== '' && link !== '.claude';
      const aim = isFile || link === '.gitignore' ? path.join(target, 'aim') : target;
      if (aim !== target) fs.writeFileSync(aim, '{}');
      fs.mkdirSync(path.dirname(path.join(root, link)), { recursive: true });
      fs.symlinkSync(aim, path.join(root, link));
      const ended = init(root, '--yes', '--json');
      assert.equal(ended.code, 1, ended.out);
      if (isWhole) assert.equal(JSON.parse(ended.out).error.code, 'unsafe-path');
      else {
        const { steps } = documentOf(ended);
        assert.match(
          JSON.stringify(steps),
          new RegExp(`"path":"${link}[^"]*","action":"stuck","why":"[^"]*symbolic link`),
        );
        assert.ok(fs.existsSync(path.join(root, '.claude/scripts/hooks/pawl-hook.cjs')));
        assert.equal(init(root, '--uninstall', '--yes').code, 1);
      }
      assert.deepEqual(fs.readdirSync(target), aim === target ? [] : ['aim']);
      if (aim !== target) assert.equal(textOf(aim), '{}');
    });
  }

  test('settings behind a link get no hooks, which is told; --uninstall takes back the rest, and says what stays', () => {
    const root = tempRepository();
    const aim = path.join(tempFolder(), 'settings.json');
    fs.writeFileSync(aim, '{}\n');
    fs.mkdirSync(path.join(root, '.claude'));
    fs.symlinkSync(aim, path.join(root, '.claude/settings.json'));
    const begun = init(root, '--yes').out.replace(/\s+/g, ' ');
    assert.doesNotMatch(begun, /start Claude Code here/);
    assert.match(begun, /Next: see to \.claude\/settings\.json, as said above/);
    init(root, '--uninstall', '--yes');
    assert.deepEqual(Object.keys(snapshot(root)), ['.claude/settings.json'], 'nothing there calls them');

    init(root, '--yes');
    fs.writeFileSync(
      aim,
      '{"hooks": {"Stop": [{"hooks": [{"command": "node .claude/scripts/hooks/pawl-hook.cjs"}]}]}}',
    );
    const undone = init(root, '--uninstall', '--yes').out.replace(/\s+/g, ' ');
    assert.match(undone, /pawl-hook\.cjs is still called by \.claude\/settings\.json and is kept as it is/);
    assert.deepEqual(Object.keys(snapshot(root)), ['.claude/scripts/hooks/pawl-hook.cjs', '.claude/settings.json']);
    const again = init(root, '--uninstall', '--yes').out;
    assert.match(again, /Nothing was taken back:/);
    assert.doesNotMatch(again, /own is left/);
  });

  test('a document that is no UTF-8 stays as it is, and the rest is set up', () => {
    const root = tempRepository();
    const file = path.join(root, '.claude/sub-agents/protocols/handoff.md');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]));
    assert.equal(init(root, '--dry-run').code, 1);
    assert.equal(init(root, '--yes').code, 1);
    assert.ok(fs.existsSync(path.join(root, '.claude/scripts/hooks/pawl-hook.cjs')));
    assert.equal(fs.readFileSync(file).length, 5);
  });

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
