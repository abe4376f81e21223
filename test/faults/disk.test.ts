// Full disks, read-only folders, failing calls and power cuts: a yes is kept, a no changed nothing, `unclear` is either.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, lacks, lacksTracing, mount, prepared, randomFrom } from '../support/programs.js';
import { run, sized, tempFolder, trace } from '../support/programs.js';
import { answer, answerOf, falseAnswers, fileOf, key, ledger, logOf, openStore, own } from '../support/runs.js';
import { save, saveLast } from '../support/runs.js';

const traced = { skip: lacksTracing() };

const trySave = (root: string, ballast = ''): string => answer(() => save(openStore(root), 'a', 1, { ballast }));

function fillUpTo(leave: number, file: string): void {
  const { bavail, bsize } = fs.statfsSync(path.dirname(file));
  fs.writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
}

for (const bytes of [300, 9_000, 14_000]) {
  const revisions = bytes === 9_000 ? 0 : 3;
  test(`${bytes} bytes on a nearly full disk after ${revisions} saves: old or new, and fine later`, (t) => {
    const disk = mount(t, '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs');
    if (disk === null) return;
    const ballast = path.join(disk, 'ballast');
    const told = new Set<string>();
    for (let leave = 0; leave <= 64 * 1024; leave += sized(4096, 1024)) {
      const root: string = fs.mkdtempSync(path.join(disk, 'r'));
      for (let n = 1; n <= revisions; n++) save(openStore(root), 'first', n);
      fillUpTo(leave, ballast);
      const said = trySave(root, 'x'.repeat(bytes));
      told.add(said);
      openStore(root).get(key); // a full disk can be read
      if (fs.existsSync(fileOf(root))) JSON.parse(fs.readFileSync(fileOf(root), 'utf8'));
      fs.rmSync(ballast);
      assert.equal(ledger(root).length, revisions + (said === 'yes' ? 1 : 0), `${leave} bytes were left: ${said}`);
      saveLast(root);
      assert.equal(fs.readFileSync(path.join(root, '.claude/state/.gitignore'), 'utf8'), '*\n');
      fs.rmSync(root, { recursive: true });
    }
    assert.deepEqual([...told].sort(), bytes > 300 ? ['disk-full', 'yes'] : ['yes']);
  });
}

test('the rest of a record that did not fit lands behind another record and spoils nothing', traced, async (t) => {
  const root = mount(t, '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs');
  if (root === null) return;
  save(openStore(root), 'first');
  const { size } = fs.statSync(logOf(root));
  const worker = new Worker('save', { root, name: 'a', bytes: 40_000, waits: true });
  await worker.says('ready');
  fillUpTo(8_192, path.join(root, 'ballast'));
  // Node itself writes the rest of a short write, in a second call.
  const ended = trace(worker, '-P', logOf(root), '-e', 'inject=write:delay_enter=2s:when=2');
  while (fs.statSync(logOf(root)).size === size && worker.child.exitCode === null) await sleep(10);
  fs.rmSync(path.join(root, 'ballast'));
  const other = new Worker('save', { root, name: 'b', freezeAt: 'rename' });
  await other.says('frozen'); // its record is the last one in the log
  await ended;
  assert.equal(worker.lines.at(-1), 'no unclear');
  other.go();
  await other.ended;
  assert.equal(falseAnswers(root, other.lines.slice(1)), '');
  save(openStore(root), 'a');
  assert.equal(ledger(root).length, 3);
});

test('a read-only disk can be read, and refuses every save', (t) => {
  const disk = mount(t, '-t', 'tmpfs', 'tmpfs');
  if (disk === null) return;
  const [used, fresh] = [path.join(disk, 'used'), path.join(disk, 'fresh')];
  for (const folder of [used, fresh]) fs.mkdirSync(folder);
  save(openStore(used), 'first');
  run('mount', ['-o', 'remount,ro', disk]);
  assert.deepEqual([openStore(used).get(key)?.revision, openStore(used).list().length], [1, 1]);
  assert.equal(openStore(fresh).get(key), null);
  assert.deepEqual([trySave(used), trySave(fresh)], ['store-unavailable', 'store-unavailable']);
});

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
test('what another user may not read is never a fresh start', { skip: lacks('root', 'setpriv') }, async (t) => {
  const root = prepared(3);
  const { status } = spawnSync('setpriv', [...nobody.slice(1), 'test', '-r', 'src']);
  if (status !== 0) return t.skip('another user cannot read the tests here');
  fs.chmodSync(root, 0o777);
  for (const mode of [0o700, 0o777]) {
    fs.chmodSync(path.join(root, own), mode);
    fs.chmodSync(logOf(root), mode === 0o700 ? 0o600 : 0);
    const worker = new Worker('save', { root, name: 'a' }, nobody);
    await worker.ended;
    assert.deepEqual(worker.lines, ['no unreadable']);
  }
  assert.equal(ledger(root).length, 3);
});

/** The calls that a save makes in its folder before it answers; Node itself wakes its threads by calls of its own. */
async function callsOf(root: string, name: string, calls: string): Promise<readonly string[]> {
  const lines = await trace(new Worker('save', { root, name, waits: true }), '-e', `trace=writev,${calls}`);
  const last = lines.findIndex((line) => line.startsWith('writev'));
  return lines.slice(0, last).filter((line) => line.includes(root) && !line.includes('(deleted)'));
}

test('a first save syncs the log and its folder before it says yes, a later one only the log', traced, async () => {
  const root = tempFolder();
  for (const name of ['a', 'b']) {
    const calls = await callsOf(root, name, 'fsync,fdatasync');
    const syncs = calls.map((line) => /^(\w+)\(.*[/-]([^/-]+)>\) += 0/.exec(line)?.slice(1).join(' '));
    const ofLog = syncs.filter((sync) => /auth\.jsonl|logs/.test(sync ?? '')); // new folders are synced before
    assert.equal(ofLog.join(), name === 'a' ? 'fdatasync auth.jsonl,fsync logs' : 'fdatasync auth.jsonl');
  }
});

for (const [fault, ...expected] of [
  ['fdatasync:error=EIO', 'no unclear', 'no unclear'], // this process writes no more
  ['write:error=EIO', 'no unclear', 'yes'],
  ['write:error=ENOSPC', 'no disk-full', 'yes'],
  ['write:error=EDQUOT', 'no disk-full', 'yes'],
  ['write:retval=20', 'no unclear', 'yes'], // twenty bytes get lost
  ['pread64:error=EIO', 'no unreadable', 'yes'],
  ['rename:error=EPERM', 'yes', 'yes'],
] as const) {
  test(`two saves, the first with ${fault}, are answered ${expected.join(', ')}`, traced, async () => {
    const root = prepared(3);
    const worker = new Worker('save', { root, name: 'a', to: 2, waits: true });
    const only = fault.startsWith('rename') ? [] : ['-P', logOf(root), '-P', fileOf(root)];
    await trace(worker, ...only, '-e', `inject=${fault}:when=1`);
    const answers = worker.lines.slice(1).map((line) => line.replace(/^\[.*/, 'yes'));
    assert.deepEqual(answers, expected);
    assert.equal(worker.stderr.startsWith('unpublished: saved'), fault.startsWith('rename'), worker.stderr);
    for (const n of [1, 2]) save(openStore(root), 'a', n); // the same op ids again
    assert.equal(ledger(root).length, 5);
  });
}

const names = `openat,write,rename,mkdir,pread64,statx,fdatasync,fsync,close,unlink`;

for (const revisions of [0, 3, 31]) {
  const count = sized(8, 20);
  test(`${count} faults at calls of save ${revisions + 1}: no false yes or no, nothing torn`, traced, async (t) => {
    const random = randomFrom(t);
    const origin = prepared(revisions);
    const [paths, seen] = [new Set<string>(), new Map<string, number>()];
    const cells = (await callsOf(origin, 'a', names)).flatMap((line) => {
      const [call = ''] = line.split('(');
      for (const [, one = ''] of line.matchAll(/[<"](\/[^>"]+)/g)) paths.add(path.relative(origin, one));
      const when = (seen.get(call) ?? 0) + 1;
      seen.set(call, when);
      const error = /openat|write|rename|mkdir/.test(call) ? 'error=ENOSPC' : 'error=EACCES';
      return ['signal=KILL', 'error=EIO', error].map((kind) => `inject=${call}:${kind}:when=${when}`);
    });
    for (let n = 0; n < count; n++) {
      const cell = cells[random(cells.length)] ?? '';
      t.diagnostic(`${cell}, one of ${cells.length}`);
      const root = prepared(revisions);
      const worker = new Worker('save', { root, name: 'a', waits: true });
      const only = [...paths].flatMap((one) => ['-P', path.join(root, one)]);
      const calls = await trace(worker, ...only, '-e', `trace=${names}`, '-e', cell);
      const said = worker.lines[1] ?? 'killed';
      assert.match(calls.join(), cell.includes('KILL') ? /killed by SIGKILL/ : /INJECTED/, cell);
      assert.ok(!said.startsWith('raw'), `${cell}: ${said}`);
      const stored = ledger(root).find(({ op }) => op === 'a-1');
      if (said.startsWith('[')) assert.equal(said, stored && answerOf(stored), `${cell}: a false yes`);
      else if (!/killed|unclear/.test(said)) assert.equal(stored, undefined, `${cell}: a false ${said}`);
      save(openStore(root), 'a'); // the same op id again
      saveLast(root);
      assert.equal(ledger(root).length, revisions + 2, cell);
    }
  });
}

/** Waits for a line, then ends the life of a file system without a flush (EXT4_IOC_SHUTDOWN). */
const cutter = `import fcntl, os, struct, sys
folder = os.open(sys.argv[1], 0)
print('ready', flush=True)
sys.stdin.readline()
fcntl.ioctl(folder, 0x8004587d, struct.pack('I', 2))`;
const withDisks = { skip: lacks('mkfs.ext4', 'python3') };

test(`${sized(3, 20)} power cuts: every acknowledged save is there, and the next one works`, withDisks, async (t) => {
  const random = randomFrom(t);
  const image = path.join(tempFolder(), 'image');
  run('sh', ['-c', 'truncate -s 32M "$0" && mkfs.ext4 -q -F "$0"', image]);
  const disk = mount(t, '-o', 'loop', image);
  if (disk === null) return;
  for (let n = 0; n < sized(3, 20); n++) {
    const root = path.join(disk, `r${Math.floor(n / 3)}`); // every third cut may meet a run's very first save
    const knife = spawn('python3', ['-c', cutter, disk], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(knife.stdout, 'data');
    const worker = new Worker('save', { root, name: `c${n}`, to: 1e9 });
    await worker.says('[');
    await sleep(random(60));
    // A sync that is under way during the cut may be answered wrongly by the kernel: only what came before counts.
    const acknowledged = [...worker.lines];
    knife.stdin.end('cut\n');
    await once(knife, 'close');
    await worker.kill();
    run('sh', ['-c', 'umount "$1" && mount -o loop "$0" "$1"', image, disk]);
    const notices: string[] = [];
    assert.equal(falseAnswers(root, acknowledged, notices), '', `cut ${n}`);
    assert.deepEqual(notices, []);
    save(openStore(root), `after${n}`);
    t.diagnostic(`cut ${n}: ${acknowledged.length} acknowledged, ${ledger(root).length} stored`);
  }
});
