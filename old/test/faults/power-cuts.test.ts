// Power cuts: the file system is shut down under the writer and mounted again. Every acknowledged update is there.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandKey } from '../../src/rules/names.js';
import { openStore, statesOf, tasksIn } from '../support/checkpoints.js';
import { missing, notRoot, runWorker } from '../support/programs.js';
import { randomFrom, sized, tellSeed } from '../support/sizes.js';

/** Waits for a line, then ends the life of a file system: what is not on the disk is lost (EXT4_IOC_SHUTDOWN, no flush). */
const cutter = `
import fcntl, os, struct, sys
print('ready', flush=True)
sys.stdin.readline()
fcntl.ioctl(os.open(sys.argv[1], 0), 0x8004587d, struct.pack('I', 2))
`;

/** Runs a worker and cuts its power some time after its first answer. Gives what it had acknowledged before the cut. */
async function cutOff(worker: string, args: readonly string[], root: string, afterMs: number): Promise<string[]> {
  const knife = spawn('python3', ['-c', cutter, root], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(knife.stdout, 'data');
  const closed = once(knife, 'close');
  let [seen, before] = ['', ''];
  let timer: NodeJS.Timeout | undefined;
  const { stderr } = await runWorker(worker, args, {
    env: { GIT_ROOT: root },
    onStart: (child) => {
      const end = (): void => {
        // A sync that is under way while the cut is made may be answered wrongly by the kernel: only what came before counts.
        before = seen;
        knife.stdin.end('cut\n');
        knife.once('close', () => child.kill('SIGKILL'));
      };
      child.stdout?.once('data', () => (timer = setTimeout(end, afterMs)));
      child.stdout?.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    },
  });
  // A worker that came to its end before the cut: then the cut comes now.
  clearTimeout(timer);
  if (!knife.stdin.writableEnded) {
    before = seen;
    knife.stdin.end('cut\n');
  }
  await closed;
  assert.notEqual(before, '', `nothing was acknowledged: ${stderr}`);
  return before.split('\n').slice(0, -1);
}

interface Disk {
  readonly folder: string;
  readonly image: string;
}

/** A disk of its own, or null when the test was skipped. */
function disk(t: TestContext): Disk | null {
  const reason = notRoot() ?? missing('mkfs.ext4', ['-V']) ?? missing('python3');
  if (reason !== null) {
    t.skip(reason);
    return null;
  }
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-disk-'));
  const [folder, image] = [path.join(base, 'disk'), path.join(base, 'image')];
  fs.mkdirSync(folder);
  fs.writeFileSync(image, '');
  fs.truncateSync(image, 48 * 1024 * 1024);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  t.after(() => {
    spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
    fs.rmSync(base, { recursive: true });
  });
  if (spawnSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' }).status !== 0) {
    t.skip('loop devices cannot be mounted here');
    return null;
  }
  return { folder, image };
}

/**
 * Mounts the disk again. A process with mounts of its own, as other tests start, may still have the one that was cut: the
 * kernel gives that one again then, which answers nothing but errors, until the process is gone.
 */
async function mountAgain({ folder, image }: Disk): Promise<void> {
  for (let tries = 1; ; tries++) {
    execFileSync('umount', [folder]);
    execFileSync('mount', ['-o', 'loop', image, folder]);
    try {
      fs.writeFileSync(path.join(folder, 'answers'), '');
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}

describe('power cuts', () => {
  const cuts = sized(6, 250);
  test(`after ${cuts} cuts every acknowledged update is there, and the next save works`, async (t) => {
    const own = disk(t);
    if (own === null) return;
    tellSeed(t);
    const random = randomFrom();
    const root = own.folder;
    let total = 0;
    for (let n = 0; n < cuts; n++) {
      // A checkpoint of its own for every third cut: so its creation, too, is cut.
      const feature = `f${Math.floor(n / 3)}`;
      const small = n % 2 === 1;
      const args = small ? [`c${n}`, feature, '1500'] : [`c${n}`, '100000', '20', 'implement', feature];
      const acknowledged = await cutOff(small ? 'put-many' : 'update-many', args, root, random.int(60));
      total += acknowledged.length;
      await mountAgain(own);
      const file = path.join(root, `.claude/state/implement-${feature}.json`);
      // A machine takes longer to start again: nobody who was writing the file is there any more.
      if (fs.existsSync(file)) fs.utimesSync(file, Date.now() / 1000 - 10, Date.now() / 1000 - 10);
      const store = openStore(root);
      const key = commandKey('implement', feature);
      const now = await store.get(key);
      const found = new Set(tasksIn(now?.state));
      for (const task of acknowledged) assert.ok(found.has(task), `cut ${n}: ${task} was acknowledged and is lost`);
      assert.equal(statesOf(store, key).length, now?.revision);
      assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), now?.state);
      await store.close();
      const next = await runWorker('update-many', [`after${n}`, '1', '20', 'implement', feature], {
        env: { GIT_ROOT: root },
      });
      assert.deepEqual([next.stdout, next.stderr], [`after${n}-0\n`, '']);
    }
    t.diagnostic(`${cuts} cuts, ${total} acknowledged`);
  });
});
