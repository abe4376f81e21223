import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tempFolder } from '../../../test/support/temp.js';
import { pipelineKey } from '../../rules/names.js';
import { findProcess, thisPidSpace } from '../lease/processes.js';
import { ChildRoll, endOrphans } from './child-roll.js';

const key = pipelineKey('PRD-009');
const isLinux = process.platform === 'linux' ? false : 'only Linux tells the mark of a process';
const isPosix = process.platform !== 'win32' ? false : 'groups are not known on Windows';

function sleeper(env: Readonly<Record<string, string>> = {}): ChildProcess & { readonly pid: number } {
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env: { ...process.env, ...env } });
  const { pid = assert.fail('no process') } = child;
  return Object.assign(child, { pid });
}

async function ended(child: ChildProcess): Promise<string | null> {
  for (let round = 0; round < 100 && child.exitCode === null && child.signalCode === null; round++) await sleep(20);
  return child.signalCode;
}

/** The roll of a runner that is gone; its mark is the file's name. */
function leaveRoll(root: string, entries: readonly object[], head: object = {}): string {
  const mark = '00112233445566ff';
  const folder = path.join(root, '.claude/state/.pawl/children');
  fs.mkdirSync(folder, { recursive: true });
  const first = { v: 1, key: 'pipeline:PRD-009', mark, pid: 2 ** 22 + 1, started: '1', ...thisPidSpace(), ...head };
  const file = path.join(folder, `${mark}.jsonl`);
  fs.writeFileSync(file, `${[first, ...entries].map((one) => JSON.stringify(one)).join('\n')}\n{"pid":`);
  return file;
}

describe('what a killed runner left behind', { skip: isPosix }, () => {
  test('is ended: its groups, and whatever carries its mark', async () => {
    const root = tempFolder();
    const inGroup = sleeper();
    const marked = sleeper({ PAWL_RUN: 'outer.1 00112233445566ff.7' });
    const other = sleeper({ PAWL_RUN: 'ffeeddccbbaa9988.1', OTHER: '00112233445566ff.1' });
    const file = leaveRoll(root, [{ pid: inGroup.pid, started: findProcess(inGroup.pid)?.started }]);
    assert.deepEqual(await endOrphans(root, key), { ended: process.platform === 'linux' ? 2 : 1, stuck: [] });
    assert.equal(await ended(inGroup), 'SIGKILL');
    if (process.platform === 'linux') assert.equal(await ended(marked), 'SIGKILL');
    assert.equal(other.signalCode, null);
    assert.ok(!fs.existsSync(file));
    other.kill('SIGKILL');
    marked.kill('SIGKILL');
  });

  test('is not mistaken for a later process with its id, nor for one before a restart', async () => {
    const root = tempFolder();
    const later = sleeper();
    leaveRoll(root, [{ pid: later.pid, started: '12345' }]);
    assert.equal((await endOrphans(root)).ended, 0);
    leaveRoll(root, [{ pid: later.pid, started: findProcess(later.pid)?.started }], { boot: 'an earlier one' });
    assert.equal((await endOrphans(root)).ended, 0);
    leaveRoll(root, [
      { pid: later.pid, started: findProcess(later.pid)?.started },
      { pid: later.pid, ended: true },
    ]);
    assert.equal((await endOrphans(root)).ended, 0);
    assert.equal(await Promise.race([ended(later), sleep(300, 'alive')]), 'alive');
    later.kill('SIGKILL');
  });

  test('is left alone while its runner lives, and when another run is asked about', async () => {
    const root = tempFolder();
    const child = sleeper();
    const started = findProcess(child.pid)?.started;
    const file = leaveRoll(root, [{ pid: child.pid, started }]);
    assert.equal((await endOrphans(root, pipelineKey('PRD-010'))).ended, 0);
    const own = ChildRoll.open(root, key);
    own.add(child.pid);
    fs.rmSync(file);
    assert.deepEqual(await endOrphans(root, key), { ended: 0, stuck: [] });
    assert.equal(child.signalCode, null);
    await own.endAll(0);
    assert.equal(await ended(child), 'SIGKILL');
    own.close();
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/state/.pawl/children')), []);
  });

  test('is younger than its runner; where nobody knows when that began, the mark alone counts', {
    skip: isLinux,
  }, async () => {
    const root = tempFolder();
    const marked = sleeper({ PAWL_RUN: '00112233445566ff.7' });
    leaveRoll(root, [], { started: '999999999999' });
    assert.equal((await endOrphans(root, key)).ended, 0);
    assert.equal(await Promise.race([ended(marked), sleep(300, 'alive')]), 'alive');
    leaveRoll(root, [], { started: 'unknown' });
    assert.equal((await endOrphans(root, key)).ended, 1);
    assert.equal(await ended(marked), 'SIGKILL');
  });

  test('is not found in files that are no rolls', async () => {
    const root = tempFolder();
    assert.deepEqual(await endOrphans(root), { ended: 0, stuck: [] });
    leaveRoll(root, [], { mark: 'another' });
    const folder = path.join(root, '.claude/state/.pawl/children');
    fs.writeFileSync(path.join(folder, '0000000000000000.jsonl'), 'null\n[]\n{"pid":"1"}\n');
    assert.deepEqual(await endOrphans(root), { ended: 0, stuck: [] });
  });
});

test('a child that lasts is written down, and that it ended; one that ends at once is not', {
  skip: isLinux,
}, async () => {
  const root = tempFolder();
  const [brief, lasting] = [sleeper(), sleeper()];
  const roll = ChildRoll.open(root, key);
  const folder = path.join(root, '.claude/state/.pawl/children');
  const lines = (): readonly string[] =>
    fs
      .readFileSync(path.join(folder, `${roll.mark}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
  const until = async (count: number): Promise<void> => {
    for (let round = 0; round < 500 && lines().length < count; round++) await sleep(10);
  };
  roll.add(brief.pid);
  roll.remove(brief.pid);
  roll.add(lasting.pid);
  await until(1);
  const { started } = findProcess(lasting.pid) ?? assert.fail('gone');
  roll.remove(lasting.pid);
  await until(2);
  assert.deepEqual(
    lines().map((line) => JSON.parse(line) as unknown),
    [
      { pid: lasting.pid, started },
      { pid: lasting.pid, ended: true },
    ],
  );
  roll.close();
  for (const child of [brief, lasting]) child.kill('SIGKILL');
});
