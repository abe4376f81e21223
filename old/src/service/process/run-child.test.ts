import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tempFolder } from '../../../test/support/temp.js';
import { pipelineKey } from '../../rules/names.js';
import { splitCommand } from '../../rules/text/split-command.js';
import { ChildRoll } from './child-roll.js';
import { findProcesses } from './marked-processes.js';
import { openOutputLog } from './output-log.js';
import { type ChildEnd, type ChildRequest, runChild } from './run-child.js';

const key = pipelineKey('PRD-009');
const isLinux = process.platform === 'linux';

/** Runs a line: in words when it can be split, else in a shell. */
async function run(
  line: string,
  options: Partial<ChildRequest> = {},
  root = tempFolder(),
): Promise<ChildEnd & { readonly text: string }> {
  const split = splitCommand(line);
  const words = 'words' in split ? split.words : [];
  const command = { text: line, words, shell: words.length === 0 };
  const roll = ChildRoll.open(root, key);
  const log = openOutputLog(root, key, { unit: 'WS1', line: `$ ${line}` });
  const end = await runChild(roll, { command, cwd: root, timeoutMs: 20_000, graceMs: 300, log, ...options });
  await roll.endAll(0);
  roll.close();
  return { ...end, text: end.log === null ? '' : fs.readFileSync(path.join(root, end.log), 'utf8') };
}

/** A program on one line. */
const node = (code: string): string => `"${process.execPath}" -e "${code}"`;

async function isGone(pid: number): Promise<boolean> {
  for (let round = 0; round < 100; round++) {
    const stat = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    if (stat === '' || / [ZX] /.test(stat)) return true;
    await sleep(20);
  }
  return false;
}

describe('a child', () => {
  test('ends with its exit code, its output in a file that only its owner can read', async () => {
    const root = tempFolder();
    const end = await run(node("console.log('out'); console.error('err'); process.exit(3)"), {}, root);
    assert.deepEqual([end.kind, end.exitCode, end.signal, end.reason], ['exited', 3, null, 'exit code 3']);
    assert.match(end.tail, /out/);
    assert.match(end.tail, /err/);
    assert.equal(end.log, '.claude/state/.pawl/output/PRD-009/WS1-1.log');
    assert.match(end.text, /^\[pawl: \$ .*\]\n[^]*out\n[^]*\[pawl: exit code 3 after \d+\.\d s\]\n$/);
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(root, end.log ?? '')).mode & 0o777, 0o600);
    assert.equal((await run('false', {}, root)).log, '.claude/state/.pawl/output/PRD-009/WS1-2.log');
    assert.equal((await run('true', {}, root)).log, null, 'there is nothing to keep');
  });

  test('tells its last line while it runs, also when that follows another at once and nothing comes behind it', async () => {
    const told: string[] = [];
    const code = "console.log('one'); setTimeout(() => console.log('two'), 30); setTimeout(() => {}, 600)";
    await run(node(code), { onLine: (line) => told.push(line) });
    assert.equal(told.at(-1), 'two');
  });

  test('that a signal ended, that could not be started and that was never begun are told apart', async () => {
    const killed = await run(node("process.kill(process.pid, 'SIGSEGV')"));
    assert.deepEqual([killed.kind, killed.signal, killed.exitCode], ['signalled', 'SIGSEGV', null]);
    const missing = await run('no-such-program-of-pawl --help');
    assert.deepEqual([missing.kind, missing.exitCode], ['not-started', null]);
    assert.match(missing.reason, /could not be started: no-such-program-of-pawl is not there/);
    const root = tempFolder();
    fs.writeFileSync(path.join(root, 'plain.txt'), '');
    assert.match((await run('./plain.txt', {}, root)).reason, /plain\.txt may not be run/);
    assert.equal((await run('true', { stop: AbortSignal.abort() })).kind, 'stopped');
    assert.equal((await run('true', { cwd: path.join(root, 'gone') })).kind, 'not-started');
  });

  test('reads what it is given, and has the variables that it is given beside the user’s own', async () => {
    const code = "process.stdin.on('data', d => console.log(process.env.PAWL_WORKSTREAM, String(d), process.env.HOME))";
    const end = await run(node(code), { stdin: 'the brief', env: { PAWL_WORKSTREAM: 'WS7' } });
    assert.match(end.text, new RegExp(`WS7 the brief ${process.env['HOME'] ?? 'undefined'}`));
    // One that reads nothing is no failure, however long the text is.
    assert.equal((await run('true', { stdin: 'x'.repeat(5_000_000) })).exitCode, 0);
  });

  test('in words never meets a shell: metacharacters are only characters', async () => {
    const root = tempFolder();
    const hostile = ['; touch canary', '$(touch canary)', '`touch canary`', '| touch canary', '&& touch canary'];
    const command = {
      text: '',
      words: [process.execPath, '-e', 'console.log(process.argv[1])', ...hostile],
      shell: false,
    };
    const end = await run('', { command, cwd: root }, root);
    assert.match(end.text, /; touch canary/);
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
  });

  test('that takes too long is ended, with everything that it started', async () => {
    const root = tempFolder();
    const end = await run('sleep 300 & echo $! > pid; sleep 300', { timeoutMs: 300 }, root);
    assert.equal(end.kind, 'timed-out');
    assert.match(end.reason, /no end within 0\.3 s/);
    assert.ok(await isGone(Number(fs.readFileSync(path.join(root, 'pid'), 'utf8'))));
  });
});

describe('what a child starts', () => {
  const startSleeper = (how: string): string => `${how} & echo $! > pid; echo started`;
  const pidIn = (root: string): number => Number(fs.readFileSync(path.join(root, 'pid'), 'utf8'));

  test('goes with it: in the background, with its output open or not', async () => {
    for (const how of ['sleep 300', 'sleep 300 > /dev/null 2>&1']) {
      const root = tempFolder();
      const end = await run(startSleeper(how), {}, root);
      assert.deepEqual([end.kind, end.exitCode], ['exited', 0]);
      assert.ok(await isGone(pidIn(root)), how);
    }
  });

  test('goes with it though it ignores SIGTERM', async () => {
    const root = tempFolder();
    const line = "trap '' TERM; (trap '' TERM; echo $$ > pid; while true; do sleep 0.1; done)";
    const end = await run(line, { timeoutMs: 300, graceMs: 200 }, root);
    assert.equal(end.kind, 'timed-out');
    assert.ok(await isGone(pidIn(root)));
  });

  test('goes with the run though it began a session of its own', { skip: !isLinux && 'needs /proc' }, async () => {
    for (const how of [
      'setsid sleep 300',
      'setsid sh -c "setsid sleep 300 & echo \\$! > pid2; wait" > /dev/null 2>&1',
    ]) {
      const root = tempFolder();
      await run(`${startSleeper(how)}; sleep 0.3`, {}, root);
      for (const name of ['pid', 'pid2']) {
        const file = path.join(root, name);
        if (fs.existsSync(file)) assert.ok(await isGone(Number(fs.readFileSync(file, 'utf8'))), `${how}: ${name}`);
      }
    }
  });

  test('goes with it when it is stopped, though it cleared its environment', {
    skip: !isLinux && 'needs /proc',
  }, async () => {
    const root = tempFolder();
    const stop = new AbortController();
    const line = 'env -i setsid -w sh -c "echo \\$\\$ > pid; sleep 300"';
    const ended = run(line, { stop: stop.signal, graceMs: 100 }, root);
    while (!fs.existsSync(path.join(root, 'pid')) || fs.readFileSync(path.join(root, 'pid'), 'utf8') === '')
      await sleep(20);
    stop.abort();
    assert.equal((await ended).kind, 'stopped');
    assert.ok(await isGone(pidIn(root)));
  });

  test('that is killed at once is not asked first', async () => {
    const root = tempFolder();
    const kill = new AbortController();
    const line = "trap 'echo asked > asked' TERM; echo $$ > pid; while true; do sleep 0.05; done";
    const ended = run(line, { kill: kill.signal, graceMs: 10_000 }, root);
    while (!fs.existsSync(path.join(root, 'pid'))) await sleep(20);
    kill.abort();
    assert.equal((await ended).kind, 'stopped');
    assert.ok(!fs.existsSync(path.join(root, 'asked')));
  });

  test('leaves nothing that carries its mark', { skip: !isLinux && 'needs /proc' }, async () => {
    const root = tempFolder();
    const end = await run('for i in 1 2 3 4 5 6 7 8; do (setsid sleep 300 &) ; done; echo $PAWL_RUN', {}, root);
    const mark = /([0-9a-f]{16})\.1\n/.exec(end.text)?.[1] ?? assert.fail(end.text);
    assert.deepEqual(findProcesses({ groups: [], mark: `${mark}.` }), []);
  });
});

describe('a child that prints without end', () => {
  test('is ended by its time limit; its log keeps the beginning and the end of it', async () => {
    const end = await run('yes pawl', { timeoutMs: 500 });
    assert.equal(end.kind, 'timed-out');
    assert.ok(end.text.length < 600 * 1024, String(end.text.length));
    assert.match(end.text, /characters left out here/);
    assert.match(end.text, /\npawl\n\[pawl: ended by pawl: no end within 0\.5 s/);
  });
});
