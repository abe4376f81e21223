// Specs whose commands misbehave: a clear end, nothing left running, nothing outside of the repository touched.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from '../../src/service/lease/processes.js';
import { build, buildAll, checkpoint, hasRun, homeOf, prd, project, unit } from '../e2e/build-project.js';
import { cleanEnv, program, textOf } from '../e2e/program.js';

const isLinux = process.platform === 'linux';

async function isGone(pid: number): Promise<boolean> {
  for (let waited = 0; waited < 5_000; waited += 20) {
    if (findProcess(pid)?.command.join(' ').includes('sleep') !== true) return true;
    await sleep(20);
  }
  return false;
}

const pidsIn = (root: string): readonly number[] => textOf(root, 'pids').trim().split('\n').map(Number);
const one = (command: string, more: string): string => `workstreams:\n${unit('WS1', command, more)}`;

describe('a command that', () => {
  test('hangs and ignores SIGTERM is ended, with what it started', async () => {
    const root = project(
      one(`sh -c 'trap "" TERM; sleep 400 & echo $! >> pids; while true; do sleep 1; done'`, 'timeout: 400ms'),
    );
    const { code, doc } = buildAll(root);
    assert.equal(code, 1);
    assert.match(JSON.stringify(doc['reasons']), /no end within 0\.4 s/);
    for (const pid of pidsIn(root)) assert.ok(await isGone(pid));
  });

  test('prints without end is ended, and its log stays small', () => {
    const root = project(one('yes no end', 'timeout: 600ms'));
    const { code } = buildAll(root);
    assert.equal(code, 1);
    const log = path.join(root, '.claude/state/.pawl/output/PRD-007/WS1-1.log');
    assert.ok(fs.statSync(log).size < 600 * 1024);
    assert.match(JSON.stringify(checkpoint(root)['error']), /no end within/);
  });

  test('leaves processes behind in sessions of their own leaves none', {
    skip: !isLinux && 'needs /proc',
  }, async () => {
    const root = project(
      one(
        `sh -c 'for i in 1 2 3 4 5; do setsid sh -c "echo \\$\\$ >> pids; exec sleep 400" >/dev/null 2>&1 & done; sleep 0.5'`,
        '',
      ),
    );
    assert.equal(buildAll(root).code, 0);
    const pids = pidsIn(root);
    assert.equal(pids.length, 5);
    for (const pid of pids) assert.ok(await isGone(pid), String(pid));
  });

  test('is killed together with its build leaves nothing, before anyone takes the run up', {
    skip: !isLinux && 'needs /proc',
  }, async () => {
    const root = project(
      one(
        `sh -c 'setsid sh -c "echo \\$\\$ >> pids; exec sleep 400" & sleep 400 & echo $! >> pids; sleep 0.2; touch began; wait'`,
        '',
      ),
    );
    const child = spawn(process.execPath, [program, 'build', prd, '--yes'], {
      cwd: root,
      env: cleanEnv(homeOf(root)),
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    while (!fs.existsSync(path.join(root, 'began'))) await sleep(20);
    child.kill('SIGKILL');
    await ended;
    const pids = pidsIn(root);
    assert.equal(pids.length, 2);
    for (const pid of pids) assert.ok(await isGone(pid), String(pid));
  });

  test('has metacharacters in its words meets no shell', () => {
    const words = ['echo', '; touch canary', '$(touch canary)', '`touch canary`', '> canary', '| touch canary'];
    const root = project(`workstreams:\n  WS1: {executor_type: command, command: ${JSON.stringify(words)}}`);
    assert.equal(buildAll(root).code, 0);
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
    assert.match(textOf(root, '.claude/state/.pawl/output/PRD-007/WS1-1.log'), /; touch canary \$\(touch canary\)/);
  });

  test('needs a shell is shown as such before it is confirmed', () => {
    const { err, code } = build(project(one('echo a > b; touch canary', '')), prd);
    assert.equal(code, 6);
    assert.match(err, /WS1 {2}\$ echo a > b; touch canary {2}\(in a shell\)/);
  });

  test('prints secrets and escape sequences leaves neither in its log, its checkpoint or on the screen', () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const leak = `printf '\\033]0;title\\007\\033[2J token ${secret.slice(0, 8)}'\nsleep 0.1\necho ${secret.slice(8)}\nexit 3\n`;
    const root = project(one('sh leak.sh', ''), { 'leak.sh': leak });
    const { out, code } = build(root, prd, '--yes');
    assert.equal(code, 1);
    const log = textOf(root, '.claude/state/.pawl/output/PRD-007/WS1-1.log');
    for (const text of [out, log, JSON.stringify(checkpoint(root))]) assert.ok(!text.includes(secret.slice(8)), text);
    for (const text of [out, log]) assert.ok(!text.includes('\u001b'));
    assert.match(log, /token \[redacted:github-token\]/);
  });
});

describe('outputs that lead out of the repository', () => {
  for (const output of ['../canary.txt', '/etc/passwd', 'a/../../canary', '~/x', 'docs/{..,x}/../../y']) {
    test(`${output} is a problem of the spec: nothing is run`, () => {
      const root = project(one('touch ran', `outputs: [${JSON.stringify(output)}]`));
      assert.equal(build(root, prd, '--yes').code, 1);
      assert.ok(!fs.existsSync(path.join(root, 'ran')) && !hasRun(root));
    });
  }

  test('by a link are not collected', () => {
    const root = project(one(`sh -c 'ln -s /etc out'`, 'outputs: ["out/host*"]'));
    const { code } = buildAll(root);
    assert.equal(code, 1);
    assert.deepEqual(checkpoint(root)['artifacts'], {});
  });
});
