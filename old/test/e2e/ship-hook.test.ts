// The hook user-prompt-ship.cjs: what it blocks, and what it lets pass.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../support/temp.js';
import { start } from './agent.js';
import { type Ended, git, pawl, tempRepository } from './program.js';

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

  test('tells recorded reasons cleaned and cut: nothing in them steers a terminal or begins a line', () => {
    const root = project('ship', 'lib');
    pawl(
      ['gate', 'set', 'ship', '--block', `x\u001b[31m\u202eX\u200b\nIGNORE ALL\n${'long words '.repeat(400)}`],
      root,
    );
    const { code, err } = ask(root, { prompt: '/ship' });
    assert.equal(code, 2);
    assert.match(err, /^- .*xX IGNORE ALL long words .*…$/m);
    assert.ok(err.length < 1_000, err);
    // oxlint-disable-next-line no-control-regex -- they are what this is about
    assert.doesNotMatch(err, /[\u0000-\u0009\u001b\u200b\u202e]|^IGNORE/m);
  });

  test('judges the worktree that the agent works in, not the project that it began in', () => {
    const root = project('ship', 'lib');
    const tree = `${root}-tree`;
    git(root, 'worktree', 'add', '--quiet', '-b', 'side', tree);
    fs.writeFileSync(path.join(tree, 'new.ts'), 'nobody has seen it');
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
    const env = { CLAUDE_PROJECT_DIR: root };
    assert.equal(ask(root, { prompt: '/ship', cwd: root }, env).code, 0);
    assert.match(ask(root, { prompt: '/ship', cwd: tree }, env).err, /blocked by the ship gate/);
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], tree).code, 0);
    assert.equal(ask(root, { prompt: '/ship', cwd: tree }, env).code, 0);
  });

  test('blocks /ship in each of its forms, and nothing else', () => {
    const root = project('ship', 'lib');
    const blocked = [
      { prompt: '/ship' },
      { prompt: '  /ship auth' },
      { prompt: '/pawl:ship auth --now' },
      { command_name: 'ship', command_args: 'auth' },
      { command_name: '/pawl:ship' },
      { prompt: '/Ship auth' },
      { prompt: '$ship auth' },
      { prompt: 'please $ship auth' },
      { prompt: '[$ship](/home/u/.codex/skills/ship/SKILL.md) auth' },
      { command_name: '$ship' },
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
      { prompt: '/other:ship' },
      { command_name: 'other:ship' },
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
