// Several processes on one checkpoint: what is acknowledged is counted, and looked for afterwards.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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
  let state = null;
  try {
    state = kind === 'pawl' ? silent.loadCheckpoint('implement', 'race') : seed.load(root, 'implement', 'race');
  } catch {
    // Torn: nothing can be read at all.
  }
  delete process.env.GIT_ROOT;
  const kept = Object.keys(state?.phases?.open?.tasks ?? {}).length;
  return { kind, processes, acknowledged, kept, perSecond: acknowledged / seconds };
}

export async function run({ quick }) {
  const results = [];
  console.log('\nProcesses on one checkpoint (updates acknowledged, kept, per second)');
  for (const processes of quick ? [8] : [1, 8, 32, 64]) {
    for (const kind of ['pawl', 'seed']) {
      const result = await race(kind, processes, Math.max(20, Math.floor((kind === 'pawl' ? 800 : 400) / processes)));
      results.push(result);
      const name = kind === 'pawl' ? 'pawl/silent' : "the seeds' algorithm";
      console.log(
        `  ${`${processes} × ${name}`.padEnd(34)} ${result.acknowledged} acknowledged, ${result.kept} kept, ${result.perSecond.toFixed(0)}/s`,
      );
    }
  }
  return [{ title: 'Processes on one checkpoint', rows: results, ratio: null, target: null }];
}
