// The runner's own cost: 200 workstreams of `true` against spawning the same processes bare with the same parallelism, a
// cold process each; and what a spec of 1,000 workstreams costs to check and to plan.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { measure, report } from '../measure.mjs';
import { makeRepository } from '../space.mjs';

const program = path.resolve('dist/cli/pawl.cjs');
const count = 200;
const parallel = 4;

/** Phases of workstreams that do nothing. */
function specOf(id, units, perPhase) {
  const ids = Array.from({ length: units }, (_, n) => `WS${n + 1}`);
  const streams = ids.map((one) => `  ${one}: {name: Unit ${one}, executor_type: command, command: "true"}`);
  const phases = [];
  for (let at = 0; at < units; at += perPhase)
    phases.push(`  - {name: P${at}, parallel: [${ids.slice(at, at + perPhase).join(', ')}]}`);
  return `---\nprd: ${id}\nprd_title: Nothing, often\nworkstreams:\n${streams.join('\n')}\nexecution_phases:\n${phases.join('\n')}\n---\n`;
}

/** Spawns the same processes as the runner does, and waits for each. */
function bareScript(root, file = path.join(root, 'bare.cjs')) {
  const lines = [
    `const { spawn } = require('node:child_process');`,
    `let left = ${count};`,
    `const next = () => {`,
    `  if (left-- <= 0) return;`,
    `  const child = spawn('true', [], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });`,
    `  child.stdout.resume(); child.stderr.resume();`,
    `  child.on('close', next);`,
    `};`,
    `for (let n = 0; n < ${parallel}; n++) next();`,
  ];
  fs.writeFileSync(file, lines.join('\n'));
  return file;
}

function start(cwd, args) {
  const { status, stderr, stdout } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, HOME: cwd },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr} ${stdout}`);
  return stdout;
}

export async function run({ rounds, quick }) {
  const root = makeRepository();
  fs.mkdirSync(path.join(root, 'docs'));
  fs.writeFileSync(path.join(root, 'docs/PRD-200.md'), specOf('PRD-200', count, 50));
  fs.writeFileSync(path.join(root, 'docs/PRD-999.md'), specOf('PRD-999', 1000, 10));
  fs.writeFileSync(path.join(root, 'docs/PRD-100.md'), specOf('PRD-100', 100, 10));
  const bare = `spawn ${count} processes, ${parallel} at once`;
  const ours = `pawl build, ${count} workstreams`;
  const file = bareScript(root);
  const build = ['build', 'PRD-200', '--fresh', '--yes', '--parallel', String(parallel), '--json'];
  const times = await measure(
    [
      { name: bare, run: () => start(root, [file]) },
      { name: ours, run: () => start(root, [program, ...build]) },
    ],
    { rounds: quick ? 7 : Math.max(21, Math.min(rounds, 41)), warmUp: 2 },
  );
  const first = report('Runner: workstreams of `true`', times, { against: bare, ours, target: 1.3 });
  const small = 'check and plan 100 workstreams';
  const large = 'check and plan 1,000 workstreams';
  const plan = (id) => start(root, [program, 'build', id, '--dry-run', '--json']);
  const plans = await measure(
    [
      { name: small, run: () => plan('PRD-100') },
      { name: large, run: () => plan('PRD-999') },
    ],
    { rounds: quick ? 7 : 21, warmUp: 2 },
  );
  const second = report('Runner: a large spec', plans, { against: small, ours: large });
  for (const id of ['PRD-100', 'PRD-999']) console.log(`  memory of ${id}: ${peakOf(root, id)} MB`);
  return [first, second];
}

function peakOf(root, id) {
  const code = `process.argv.splice(1, 1, ${JSON.stringify(program)}, 'build', '${id}', '--dry-run', '--json'); process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS)); require(${JSON.stringify(program)});`;
  const file = path.join(root, 'peak.cjs');
  fs.writeFileSync(file, code);
  const { stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
  return Math.round(Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024);
}
