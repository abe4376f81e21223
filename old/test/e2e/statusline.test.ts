// The status line, as Claude Code asks for it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { json, start } from './agent.js';
import { cleanEnv, type Ended, pawl, program, tempRepository } from './program.js';

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
