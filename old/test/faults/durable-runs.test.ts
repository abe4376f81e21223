// Programs of durable phases as real processes: killed in the middle, started again, started twice.

import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { families } from '../../src/service/families.js';
import { openFileStore } from '../../src/service/open.js';
import type { Stored } from '../../src/store/store.js';
import { type Ended, missing, runWorker, workerFile } from '../support/programs.js';
import { randomFrom, sized, tellSeed } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

const phases = ['p1', 'p2', 'p3', 'p4', 'p5'];

interface Report extends Ended {
  /** The phases that were worked on, with the attempt. */
  readonly ran: readonly string[];
  /** What each phase gave. */
  readonly gave: ReadonlyMap<string, string>;
  readonly last: string;
}

async function run(root: string, plan: object, onStart?: (child: ChildProcess) => void): Promise<Report> {
  const options = onStart === undefined ? {} : { onStart };
  const ended = await runWorker('durable-run', [root, JSON.stringify({ family: 'workflow', ...plan })], options);
  assert.equal(ended.stderr, '');
  const lines = ended.stdout.trimEnd().split('\n');
  return {
    ...ended,
    ran: lines.filter((line) => line.startsWith('run ')).map((line) => line.slice(4)),
    gave: new Map(
      lines.filter((line) => line.startsWith('done ')).map((line) => [line.slice(5, 7), line.slice(8)] as const),
    ),
    last: lines.at(-1) ?? '',
  };
}

async function storedRuns(root: string): Promise<readonly Stored[]> {
  const store = openFileStore(root, families);
  const found = await store.list({ places: ['live', 'failed', 'archived', 'removed'] });
  await store.close();
  return found;
}

/** Every earlier result is given again. */
function assertSame(before: Report, after: Report): void {
  for (const [name, made] of before.gave) assert.equal(after.gave.get(name), made, name);
}

for (const family of ['workflow', 'command'] as const) {
  describe(`a ${family} of a program that is killed`, () => {
    for (const [index, dieIn] of phases.entries()) {
      test(`in the middle of phase ${index + 1} goes on with it, and earlier phases give the same results`, async () => {
        const root = tempFolder();
        const killed = await run(root, { family, dieIn });
        assert.deepEqual([killed.signal, killed.ran.length], ['SIGKILL', index + 1]);
        const again = await run(root, { family });
        assert.deepEqual(
          again.ran,
          phases.slice(index).map((name) => `${name} 1`),
        );
        assertSame(killed, again);
        assert.match(again.last, family === 'workflow' ? /^finished archived / : /^finished live /);
        const [stored, ...more] = await storedRuns(root);
        assert.deepEqual([more.length, stored?.notices], [0, []]);
      });
    }
  });
}

test('a finished workflow has no published file, and its last state is in the archive', async () => {
  const root = tempFolder();
  const { gave } = await run(root, { publish: 'now' });
  assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints')), []);
  const [stored] = await storedRuns(root);
  const results: Readonly<Record<string, { readonly made: number }>> = JSON.parse(
    JSON.stringify(stored?.state['workflow_state']),
  ).phase_results;
  assert.deepEqual([stored?.place, stored?.state['status']], ['archived', 'complete']);
  for (const name of phases) assert.equal(String(results[name]?.made), gave.get(name));
});

describe('attempts that failed', () => {
  test('are remembered by the process that comes after a kill', async () => {
    const root = tempFolder();
    const plan = { failIn: 'p3', failUpTo: 3, attempts: 4 };
    const killed = await run(root, { ...plan, dieAt: 3 });
    assert.deepEqual(killed.ran, ['p1 1', 'p2 1', 'p3 1', 'p3 2', 'p3 3']);
    const again = await run(root, plan);
    assert.deepEqual(again.ran, ['p3 3', 'p3 4', 'p4 1', 'p5 1']);
    assertSame(killed, again);
  });

  test('up to the last one put the file into failed/, with the error', async () => {
    const root = tempFolder();
    const plan = { failIn: 'p2', failUpTo: 9, attempts: 3 };
    await run(root, { ...plan, dieAt: 2 });
    const { ran, last, code } = await run(root, plan);
    assert.deepEqual([ran, last, code], [['p2 2', 'p2 3'], 'error other attempt 3 failed', 1]);
    const [name = ''] = fs.readdirSync(path.join(root, '.claude/checkpoints/failed'));
    const { status, last_error } = JSON.parse(
      fs.readFileSync(path.join(root, '.claude/checkpoints/failed', name), 'utf8'),
    );
    assert.deepEqual([status, last_error.message, last_error.attempts], ['failed', 'p2: attempt 3 failed', 3]);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints')), ['failed']);
  });
});

for (const parallel of [false, true]) {
  test(`${parallel ? 'phases beside each other' : 'phases one by one'}, killed at random moments, lose nothing that was given, and do nothing twice`, async (t) => {
    tellSeed(t);
    const random = randomFrom();
    for (let round = 0; round < sized(3, 40); round++) {
      const root = tempFolder();
      const given = new Map<string, string>();
      const publish = random.pick(['now', 'soon'] as const);
      // It may be over although nobody could say so any more.
      for (let isOver = false; !isOver; ) {
        const killAfter = random.int(260);
        const before = new Map(given);
        const report = await run(root, { publish, workMs: 15, parallel }, (child) => {
          // From its first word on: a program that only starts would be killed for ever on a slow machine.
          child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfter));
        });
        for (const [name, made] of before) {
          assert.equal(report.gave.get(name) ?? made, made, name);
          assert.ok(!report.ran.some((one) => one.startsWith(name)), `${name} was done again`);
        }
        for (const [name, made] of report.gave) given.set(name, made);
        const [stored] = await storedRuns(root);
        assert.ok(stored !== undefined);
        assert.deepEqual(families.workflow.check(stored.state), []);
        isOver = stored.place === 'archived';
      }
      assert.equal((await storedRuns(root)).length, 1);
    }
  });
}

describe('two programs with the same work', () => {
  test('are not both at it: the second is told who has the run, and goes on when that one is killed', async () => {
    const root = tempFolder();
    const waitFor = path.join(root, 'go');
    let first: ChildProcess | undefined;
    let second: Promise<Report> | undefined;
    const killed = await run(root, { waitIn: 'p2', waitFor }, (child) => {
      first = child;
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.toString().includes('run p2')) return;
        second = run(root, {});
        void second.then(() => child.kill('SIGKILL'));
      });
    });
    const told = await second;
    assert.equal(killed.signal, 'SIGKILL');
    assert.match(told?.last ?? '', /^error held orchestrate_auth_\S+ is held by process \d+ since /);
    assert.ok(told?.last.includes(`process ${first?.pid} `));
    assert.deepEqual(told?.ran, []);
    assert.deepEqual((await run(root, {})).ran, ['p2 1', 'p3 1', 'p4 1', 'p5 1']);
  });

  test('that start in the same moment begin one run', async () => {
    const root = tempFolder();
    const reports = await Promise.all(Array.from({ length: sized(4, 12) }, () => run(root, { workMs: 250 })));
    const ran = reports.flatMap((report) => report.ran);
    assert.deepEqual(
      [...ran].sort(),
      phases.map((name) => `${name} 1`),
    );
    for (const { last } of reports) assert.match(last, /^(?:finished archived|error held) /);
    assert.equal((await storedRuns(root)).length, 1);
  });
});

/** Counts the syncs of each phase in one run of the program. */
function syncsOf(): ReadonlyMap<string, number> {
  const trace = path.join(tempFolder(), 'trace');
  const strace = ['-f', '-qq', '-o', trace, '-e', 'trace=fdatasync,fsync,write'];
  const args = [workerFile('durable-run'), tempFolder(), JSON.stringify({ family: 'workflow' })];
  assert.equal(spawnSync('strace', [...strace, process.execPath, ...args]).status, 0);
  const lines = fs.readFileSync(trace, 'utf8').split('\n');
  const at = (text: string): number => lines.findIndex((line) => line.includes(`write(1, "${text}`));
  const isSync = (line: string): boolean => /\bf(?:data)?sync\(/.test(line);
  return new Map(
    phases.map((name) => [name, lines.slice(at(`run ${name}`), at(`done ${name}`)).filter(isSync).length] as const),
  );
}

test('each phase is one sync', { skip: missing('strace', ['-V']) ?? false }, () => {
  // On a slow machine the file that follows within 50 ms may be written during a phase: then another run tells.
  const seen = Array.from({ length: 4 }, syncsOf);
  for (const name of phases) assert.equal(Math.min(...seen.map((syncs) => syncs.get(name) ?? 0)), 1, name);
});
