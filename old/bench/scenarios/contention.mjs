// Several processes on one checkpoint: what is acknowledged is counted, and looked for afterwards.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openProject } from '../../dist/index.mjs';
import * as silent from '../../dist/silent.mjs';
import { makeRepository } from '../space.mjs';

const worker = fileURLToPath(new URL('../contention-worker.mjs', import.meta.url));
const seed = createRequire(import.meta.url)('../seed-algorithm.cjs');

async function race(kind, processes, updates) {
  const root = makeRepository();
  const children = Array.from({ length: processes }, (_, n) => {
    const child = spawn(process.execPath, [worker, kind, root, String(n), String(updates)], {
      env: { ...process.env, GIT_ROOT: root },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    return {
      child,
      ready: new Promise((resolve) => child.stdout.once('data', resolve)),
      done: new Promise((resolve) => child.once('close', () => resolve(output))),
    };
  });
  await Promise.all(children.map((one) => one.ready));
  const start = performance.now();
  for (const { child } of children) child.stdin.end('go');
  const outputs = await Promise.all(children.map((one) => one.done));
  const seconds = (performance.now() - start) / 1000;
  const acknowledged = outputs.reduce((sum, text) => sum + Number(/acknowledged (\d+)/.exec(text)?.[1] ?? 0), 0);
  process.env.GIT_ROOT = root;
  let revisions = null;
  if (kind === 'pawl') {
    const project = await openProject({ root });
    revisions = (await project.history('implement/race')).length;
    await project.close();
  }
  let state = null;
  try {
    if (kind === 'pawl' || kind === 'seed')
      state = kind === 'pawl' ? silent.loadCheckpoint('implement', 'race') : seed.load(root, 'implement', 'race');
  } catch {
    // Torn: nothing can be read at all.
  }
  delete process.env.GIT_ROOT;
  const tasks = Object.keys(state?.phases?.open?.tasks ?? {}).length;
  return {
    kind,
    processes,
    acknowledged,
    revisions,
    tasks,
    wanted: processes,
    perSecond: acknowledged / seconds,
  };
}

const names = {
  pawl: 'pawl/silent',
  seed: "the seeds' algorithm",
  bare: 'a log that only looks, appends, looks, syncs',
  sqlite: 'better-sqlite3 WAL FULL, events',
};

export async function run({ quick, peers }) {
  const results = [];
  console.log('\nProcesses on one checkpoint (acknowledged, last task of each process found again, per second)');
  for (const processes of quick ? [8] : [1, 8, 32, 64]) {
    const rows = {};
    for (const kind of ['pawl', 'seed', 'bare', ...(peers === null ? [] : ['sqlite'])]) {
      const row = await race(kind, processes, Math.max(30, Math.floor(2_000 / processes)));
      rows[kind] = row;
      const kept = kind === 'pawl' || kind === 'seed' ? `${row.tasks} of ${row.wanted} tasks` : 'not read';
      const revisions = row.revisions === null ? '' : `, ${row.revisions} revisions`;
      console.log(
        `  ${`${processes} × ${names[kind]}`.padEnd(50)} ${row.acknowledged} acknowledged${revisions}, ${kept}, ${row.perSecond.toFixed(0)}/s`,
      );
    }
    const ratio = rows.sqlite === undefined ? null : rows.sqlite.perSecond / rows.pawl.perSecond;
    if (ratio !== null)
      console.log(
        `  SQLite takes ${(1 / ratio).toFixed(2)} times as long for an update (target 2.2), and ${(rows.bare.perSecond / rows.sqlite.perSecond).toFixed(2)} times as long as the bare log`,
      );
    results.push({
      title: `${processes} processes on one checkpoint, against SQLite`,
      rows: Object.values(rows),
      ratio,
      target: ratio === null || processes === 1 || processes === 32 ? null : 1 / 2.2,
    });
  }
  return results;
}
