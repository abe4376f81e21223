// Leases between real processes: killed holders, races, damaged files, links.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { pipelineKey, commandKey } from '../../src/rules/names.js';
import { maxSilenceMs } from '../../src/service/lease/lease.js';
import {
  beatLease,
  currentOwner,
  leaseOf,
  leasesOf,
  type Owner,
  releaseAll,
  releaseLease,
  takeLease,
} from '../../src/service/lease/leases.js';
import { freshMs } from '../../src/service/lease/fresh.js';
import { ancestorsOf, type ProcessMark } from '../../src/service/lease/processes.js';
import { noteAgentSession } from '../../src/service/session/agent-session.js';
import { noteWork } from '../../src/service/lease/note-work.js';
import { workerFile } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';

const key = pipelineKey('PRD-009');
const folder = '.claude/state/.pawl/leases';
const session = (name: string): Owner => ({ id: `session ${name}`, process: null, ancestors: [] });
const [ana, ben] = [session('ana'), session('ben')];

function benchAt(root: string, now: () => number = Date.now): { readonly root: string; readonly clock: () => number } {
  return { root, clock: now };
}

/** A process that takes the lease as a session, and stays. */
function start(root: string, name: string): ChildProcessByStdio<null, Readable, null> {
  const args = [workerFile('hold-lease'), root, name];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function answerOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const [said]: unknown[] = await once(child.stdout, 'data');
  return String(said).trim();
}

async function holder(root: string): Promise<ChildProcess> {
  const child = start(root, 'agent');
  assert.equal(await answerOf(child), 'taken');
  return child;
}

function onlyFile(root: string): string {
  const [name = '', ...more] = fs.readdirSync(path.join(root, folder));
  assert.deepEqual(more, []);
  return path.join(root, folder, name);
}

describe('a lease', () => {
  test('is free, then mine, and someone else’s for others; looking leaves no trace', () => {
    const bench = benchAt(tempFolder());
    assert.equal(leaseOf(bench, key, ana).state, 'free');
    assert.deepEqual(fs.readdirSync(bench.root), []);
    assert.ok(takeLease(bench, key, ana).ok);
    assert.equal(leaseOf(bench, key, ana).state, 'mine');
    assert.equal(leaseOf(bench, key, ben).state, 'live');
    assert.equal(leasesOf(bench, ben).of(commandKey('implement')).state, 'free');
    const refused = takeLease(bench, key, ben);
    assert.ok(!refused.ok && refused.held.lease?.owner === ana.id);
    assert.equal(fs.statSync(onlyFile(bench.root)).mode & 0o777, 0o600);
  });

  test('several short calls of one owner are one holder, since the first of them', () => {
    let now = Date.now();
    const bench = benchAt(tempFolder(), () => now);
    const first = takeLease(bench, key, ana);
    now += 60_000;
    const second = takeLease(bench, key, { ...ana });
    assert.ok(first.ok && second.ok);
    assert.equal(second.lease.since, first.lease.since);
    assert.notEqual(second.lease.beat, first.lease.beat);
  });

  test('lives on its heartbeat, and is taken over after half an hour of silence', () => {
    let now = Date.now();
    const bench = benchAt(tempFolder(), () => now);
    takeLease(bench, key, ana);
    now += maxSilenceMs - 1;
    assert.ok(beatLease(bench, key, ana));
    now += maxSilenceMs - 1;
    assert.equal(takeLease(bench, key, ben).ok, false);
    now += 2;
    const taken = takeLease(bench, key, ben);
    assert.ok(taken.ok && taken.from?.owner === ana.id);
    assert.equal(beatLease(bench, key, ana), false);
    assert.equal(leaseOf(bench, key, ben).state, 'mine');
  });

  test('can be given back by its owner only, one or all', () => {
    const bench = benchAt(tempFolder());
    const other = commandKey('implement', 'auth');
    for (const one of [key, other]) takeLease(bench, one, ana);
    assert.equal(releaseLease(bench, key, ben), false);
    assert.ok(releaseLease(bench, key, ana));
    assert.equal(leaseOf(bench, key, ben).state, 'free');
    assert.deepEqual(releaseAll(bench, ben), []);
    assert.deepEqual(releaseAll(bench, ana), ['command:implement/auth']);
    assert.ok(takeLease(bench, other, ben).ok);
  });

  test('is taken with a step of work, given back with the last, and never takes the step itself down', () => {
    const bench = benchAt(tempFolder());
    assert.equal(noteWork(bench, key, 'remark', ana)?.state, 'free');
    assert.equal(noteWork(bench, key, 'step', ana)?.state, 'mine');
    assert.equal(noteWork(bench, key, 'step', ben)?.state, 'live');
    assert.equal(noteWork(bench, key, 'remark', ben)?.state, 'live');
    assert.equal(noteWork(bench, key, 'end', ben)?.state, 'live');
    assert.equal(noteWork(bench, key, 'end', ana)?.state, 'free');
    assert.equal(noteWork(benchAt('/dev/null/nowhere'), key, 'step', ana), null);
  });

  test('is renewed by work, but not with each step', () => {
    const root = tempFolder();
    const from = Date.now();
    const beatAfter = (ms: number): number => {
      const bench = benchAt(root, () => from + ms);
      assert.equal(noteWork(bench, key, 'step')?.state, 'mine');
      return Date.parse(leaseOf(bench, key).lease?.beat ?? '') - from;
    };
    assert.equal(beatAfter(0), 0);
    assert.equal(beatAfter(freshMs - 1), 0);
    assert.equal(beatAfter(freshMs), freshMs);
    onlyFile(root);
  });

  test('of a session whose process is gone is renewed by its next step, not minutes later', () => {
    const bench = benchAt(tempFolder());
    const { pid, status } = spawnSync(process.execPath, ['-e', '0']);
    assert.equal(status, 0);
    const before: Owner = { id: 'session s1', process: { pid, started: '1' }, ancestors: [] };
    const after: Owner = { id: 'session s1', process: { pid: process.pid, started: null }, ancestors: [] };
    assert.ok(takeLease(bench, key, before).ok);
    assert.equal(leaseOf(bench, key, ben).state, 'expired');
    assert.equal(noteWork(bench, key, 'step', after)?.lease?.pid, process.pid);
    assert.equal(leaseOf(bench, key, ben).state, 'live');
    onlyFile(bench.root);
  });

  test('of a named session outlives a program between its agent and pawl, and ends with an agent that hooks know', () => {
    const bench = benchAt(tempFolder());
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    const gone = { pid, started: '1' };
    const named: Owner = { id: 'session s1', process: gone, ancestors: [gone], isUnsure: true };
    assert.ok(takeLease(bench, key, named).ok);
    assert.equal(leaseOf(bench, key, ben).state, 'live', 'it may have been make, or a script');
    noteAgentSession(bench.root, { ...named, isUnsure: undefined });
    assert.equal(leaseOf(bench, key, ben).state, 'expired', 'it was the agent');
  });

  test('of a session keeps a living process above the call, and takes the one that its hooks know', () => {
    const bench = benchAt(tempFolder());
    const [agent, shell] = ancestorsOf(process.pid);
    assert.ok(agent !== undefined && shell !== undefined);
    const between = { pid: 2 ** 22 + 1, started: '1' };
    const by = (process: ProcessMark, isUnsure?: boolean): number | null | undefined => {
      const taken = takeLease(bench, key, { id: 'session s1', process, ancestors: [between, agent, shell], isUnsure });
      return taken.ok ? taken.lease.pid : undefined;
    };
    assert.equal(by(shell), shell.pid);
    assert.equal(by(between, true), shell.pid);
    noteAgentSession(bench.root, { id: 'session s1', process: agent, ancestors: [] });
    assert.equal(by(between, true), agent.pid);
    assert.equal(leaseOf(bench, key, ben).lease?.unsure, undefined);
  });

  test('that was shown a moment ago in another container is not taken for one’s own', () => {
    const bench = benchAt(tempFolder());
    assert.ok(takeLease(bench, key).ok);
    const file = onlyFile(bench.root);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"pid_space": .*/, '"pid_space": "pid:[1]",'));
    assert.notEqual(noteWork(bench, key, 'step')?.lease?.pid_space, 'pid:[1]');
  });

  test('of someone at work is taken over only when a person has decided so', () => {
    const bench = benchAt(tempFolder());
    takeLease(bench, key, ana);
    assert.equal(takeLease(bench, key, ben).ok, false);
    assert.ok(takeLease(bench, key, ben, { steal: true }).ok);
    assert.equal(leaseOf(bench, key, ana).state, 'live');
    onlyFile(bench.root);
  });
});

describe('a holder that is killed', () => {
  test('holds no longer, at once', async () => {
    const bench = benchAt(tempFolder());
    const child = await holder(bench.root);
    const view = leaseOf(bench, key, ana);
    assert.equal(view.state, 'live');
    assert.ok(view.reason?.startsWith(`held by session agent (process ${child.pid}) since `), view.reason ?? '');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(leaseOf(bench, key, ana).state, 'expired');
    assert.ok(takeLease(bench, key, ana).ok);
  });

  test('does not live on in another process with its id', async () => {
    const bench = benchAt(tempFolder());
    const child = await holder(bench.root);
    try {
      const file = onlyFile(bench.root);
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"started": "\d+"/, '"started": "1"'));
      assert.equal(leaseOf(bench, key, ana).state, process.platform === 'linux' ? 'expired' : 'live');
    } finally {
      child.kill('SIGKILL');
    }
  });
});

test('of many processes that take a free lease, or that of one that was killed, exactly one gets it', async () => {
  const root = tempFolder();
  for (let round = 0; round < 3; round++) {
    const racers = Array.from({ length: 6 }, (_, n) => start(root, `${round}-${n}`));
    const said = await Promise.all(racers.map(answerOf));
    assert.deepEqual(said.toSorted(), ['held', 'held', 'held', 'held', 'held', 'taken']);
    for (const racer of racers) racer.kill('SIGKILL');
    await Promise.all(racers.map((racer) => once(racer, 'exit')));
  }
});

test('a process that slept through two take-overs does not get the number that was freed meanwhile', () => {
  const bench = benchAt(tempFolder());
  for (const owner of [ana, ben, session('cy')]) takeLease(bench, key, owner, { steal: true });
  const newest = onlyFile(bench.root);
  const older = newest.replace(/\.3\.json$/, '.2.json');
  fs.copyFileSync(newest, older); // what the sleeper would write
  assert.equal(leaseOf(bench, key, session('cy')).state, 'mine');
  takeLease(bench, key, ana, { steal: true });
  assert.equal(fs.existsSync(older), false);
});

describe('a lease that cannot be understood', () => {
  test('counts as someone’s, and says why; half an hour later it counts no more', () => {
    let now = Date.now();
    const bench = benchAt(tempFolder(), () => now);
    takeLease(bench, key, ana);
    for (const text of ['', '{', '[]', '{"v":2}']) {
      fs.writeFileSync(onlyFile(bench.root), text);
      now = Date.now();
      const view = leaseOf(bench, key, ana);
      assert.equal(view.state, 'live', text);
      assert.match(
        view.reason ?? '',
        /^held by someone whose lease .+ cannot be understood; that counts until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
      );
      assert.equal(takeLease(bench, key, ana).ok, false);
      now += maxSilenceMs + 60_000;
      assert.equal(leaseOf(bench, key, ana).state, 'expired', text);
    }
    assert.ok(takeLease(bench, key, ana).ok);
  });

  test('or is a link, is neither followed nor replaced', () => {
    const bench = benchAt(tempFolder());
    takeLease(bench, key, ana);
    const file = onlyFile(bench.root);
    const target = path.join(bench.root, 'elsewhere.json');
    fs.renameSync(file, target);
    const before = fs.readFileSync(target, 'utf8');
    fs.symlinkSync(target, file);
    assert.equal(leaseOf(bench, key, ana).state, 'live');
    assert.equal(takeLease(bench, key, ana).ok, false);
    assert.equal(fs.readFileSync(target, 'utf8'), before);
  });

  test('stands in a linked folder: that is refused', () => {
    const root = tempFolder();
    fs.mkdirSync(path.join(root, '.claude/state/.pawl'), { recursive: true });
    fs.symlinkSync(tempFolder(), path.join(root, folder));
    assert.throws(() => takeLease(benchAt(root), key, ana), { code: 'unsafe-path' });
  });
});

test('the owner of a real call is found, and is alive', () => {
  const owner = currentOwner({});
  assert.match(owner.id, /^process /);
  assert.ok(owner.process === null || owner.process.pid > 0);
});
