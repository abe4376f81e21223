// A kill, or an error, at each system call of a save (strace): the old or the new revision, whole; no false yes, no false no.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import {
  key,
  openStore,
  places,
  putOf,
  type Snapshot,
  restore,
  snapshot,
  stateOf,
  tasksIn,
} from '../support/checkpoints.js';
import { type Ended, inParallel, missing, runWorker } from '../support/programs.js';
import { beginMark, endMark, type Mode, setUp } from '../support/save-modes.js';
import { full, randomFrom, sized, tellSeed } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';

const errors: Readonly<Record<string, readonly string[]>> = {
  openat: ['EIO', 'ENOSPC', 'EACCES', 'EMFILE', 'EROFS'],
  write: ['EIO', 'ENOSPC', 'EDQUOT', 'EFBIG'],
  pwrite64: ['EIO', 'ENOSPC', 'EDQUOT', 'EFBIG'],
  fdatasync: ['EIO', 'ENOSPC'],
  fsync: ['EIO', 'ENOSPC', 'EINVAL'],
  rename: ['EIO', 'EACCES', 'EPERM', 'EXDEV', 'ENOSPC'],
  unlink: ['EIO', 'EACCES', 'EPERM'],
  mkdir: ['EIO', 'EACCES', 'ENOSPC'],
  statx: ['EIO', 'EACCES'],
  pread64: ['EIO'],
  read: ['EIO'],
  close: ['EIO'],
  getdents64: ['EIO'],
};
const calls = Object.keys(errors);
const trace = `trace=${[...calls, 'access', 'faccessat', 'faccessat2'].join(',')}`;

interface Cell {
  readonly mode: Mode;
  readonly call: string;
  /** Which of the process's calls of that name, from 1. */
  readonly when: number;
  readonly fault: string;
}

function strace(out: string, cell: Cell | null): readonly string[] {
  // With --seccomp-bpf, which is faster, no signal arrives.
  const fast = cell?.fault === 'KILL' ? [] : ['--seccomp-bpf'];
  const what = cell?.fault === 'KILL' ? 'signal=KILL' : `error=${cell?.fault}`;
  const inject = cell === null ? [] : ['-e', `inject=${cell.call}:${what}:when=${cell.when}`];
  return ['strace', '-f', ...fast, '-qq', '-o', out, '-e', trace, ...inject];
}

/** How Node wakes its own loop up: where that fails, it ends itself, and nothing of it is about the save. */
const wakeUp = '"\\1\\0\\0\\0\\0\\0\\0\\0", 8)';

/** Lists every call between the marks, as cells for each fault. */
async function cellsOf(mode: Mode, prepared: Snapshot, t: TestContext): Promise<Cell[]> {
  const root = tempFolder();
  restore(root, prepared);
  const out = path.join(tempFolder(), 'trace');
  const { stdout } = await runWorker('one-save', [root, mode], { under: strace(out, null) });
  assert.equal(stdout, `yes ${setUp[mode].expect + 1}\n`);
  const lines = fs.readFileSync(out, 'utf8').split('\n');
  const main = /^\d+/.exec(lines[0] ?? '')?.[0];
  const counts = new Map<string, number>();
  const cells: Cell[] = [];
  let inside = false;
  for (const line of lines) {
    const [, pid, call = ''] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (pid !== main) continue;
    if (line.includes(beginMark)) inside = true;
    if (line.includes(endMark)) inside = false;
    const when = (counts.get(call) ?? 0) + 1;
    counts.set(call, when);
    if (!inside || !calls.includes(call) || line.includes(wakeUp)) continue;
    for (const fault of ['KILL', ...(errors[call] ?? [])]) cells.push({ mode, call, when, fault });
  }
  t.diagnostic(`${mode}: ${cells.filter((cell) => cell.fault === 'KILL').length} calls, ${cells.length} cells`);
  return cells;
}

/** Safety: what is there now is old or new and whole, and it is what the worker said. */
async function verify(root: string, { mode, fault }: Cell, { stdout, stderr }: Ended): Promise<void> {
  const { expect, place } = setUp[mode];
  const published = path.join(root, places.published);
  if (fs.existsSync(published)) JSON.parse(fs.readFileSync(published, 'utf8'));
  const [said = ''] = stdout.split('\n');
  if (fault !== 'KILL') assert.match(said, /^(?:yes|no|raw) /, stderr.slice(0, 300));

  const store = openStore(root);
  const newest = await store.get(key);
  const revision = newest?.revision ?? 0;
  const isExpected = (code: string): boolean => ['adopted', 'rolled-forward', 'put-back'].includes(code);
  assert.deepEqual(newest?.notices.filter(({ code }) => !isExpected(code)) ?? [], []);
  assert.ok(revision === expect || revision === expect + 1, `revision ${revision} after ${expect}`);
  if (revision > 0) assert.deepEqual(newest?.state, stateOf(revision));
  if (said.startsWith('yes')) assert.equal(said, `yes ${revision}`, 'a false yes');
  else if (/^(?:no|raw) /.test(said) && said !== 'no unclear') assert.equal(revision, expect, `a false no: ${said}`);
  const history = (await store.history(key)).map((one) => one.revision);
  assert.deepEqual(
    history,
    Array.from({ length: revision }, (_, n) => revision - n),
  );

  // Liveness: the same op again, then another save, as if nothing had been.
  const again = await store.put(key, putOf(expect + 1, { expect: revision, place, opId: `op-${expect + 1}` }));
  assert.ok(again.ok);
  assert.equal(again.duplicate, revision === expect + 1);
  const last = await store.put(key, putOf(expect + 2));
  assert.ok(last.ok);
  assert.deepEqual(tasksIn(JSON.parse(fs.readFileSync(published, 'utf8'))), tasksIn(stateOf(expect + 2)));
  await store.close();
  assert.doesNotMatch(stdout, /^raw/m, 'an error without a code');
}

const modes = Object.keys(setUp) as Mode[];
const perMode = sized(10, 0);

describe('a fault at each system call of a save', () => {
  for (const mode of modes) {
    test(`${mode}: old or new, whole, and no false answer`, async (t) => {
      const reason = missing('strace', ['-V']);
      if (reason !== null) return t.skip(reason);
      tellSeed(t);
      const random = randomFrom();
      const origin = tempFolder();
      await setUp[mode].prepare(origin);
      const prepared = snapshot(origin);
      const all = await cellsOf(mode, prepared, t);
      const chosen = full ? all : Array.from({ length: perMode }, () => random.pick(all));
      const failures: string[] = [];
      let met = 0;
      await inParallel(chosen, 2, async (cell) => {
        const root = tempFolder();
        restore(root, prepared);
        const out = path.join(root, 'trace');
        const ended = await runWorker('one-save', [root, mode], { under: strace(out, cell) });
        // Now and then Node makes a call more or less, and the fault comes before or after the save: that says nothing.
        const [start = '', rest] = fs.readFileSync(out, 'utf8').split(beginMark);
        const [save = '', after = ''] = rest?.split(endMark) ?? [];
        if (rest === undefined || start.includes('INJECTED') || after.includes('INJECTED')) return;
        if (save.split('\n').some((line) => line.includes('INJECTED') && line.includes(wakeUp))) return;
        if (ended.signal === 'SIGKILL' || save.includes('INJECTED')) met++;
        try {
          await verify(root, cell, ended);
        } catch (error) {
          failures.push(
            `${cell.call} ${cell.when} ${cell.fault}: ${(error as Error).message.split('\n').slice(0, 12).join(' ')}`,
          );
        }
      });
      assert.deepEqual(failures, []);
      t.diagnostic(`${met} of ${chosen.length} faults were met`);
      assert.ok(met >= chosen.length * 0.7, `only ${met} of ${chosen.length} faults were met`);
    });
  }
});
