// The runner's own cost: 200 workstreams of `true` against spawning the same processes bare with the same parallelism. Once as
// whole processes, start and spec included, and once for the workstreams alone (what 200 cost more than 1). Then what a spec
// of 1,000 workstreams costs to check and to plan.
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
  for (let at = 0; at < units; at += perPhase) {
    phases.push(`  - {name: P${at}, parallel: [${ids.slice(at, at + perPhase).join(', ')}]}`);
  }
  const head = `---\nprd: ${id}\nprd_title: Nothing, often\nworkstreams:\n${streams.join('\n')}\n`;
  return `${head}execution_phases:\n${phases.join('\n')}\n---\n`;
}

/** Spawns the same processes as the runner does, and waits for each. */
const bareCode = `
const { spawn } = require('node:child_process');
let left = Number(process.argv[2]);
const next = () => {
  if (left-- <= 0) return;
  const child = spawn('true', [], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.stdout.resume();
  child.stderr.resume();
  child.on('close', next);
};
for (let n = 0; n < ${parallel}; n++) next();
`;

function start(cwd, args) {
  const env = { ...process.env, HOME: cwd };
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr} ${stdout}`);
  return stdout;
}

/** A folder without any trace of earlier builds, so that every round does the same work. */
function clear(root) {
  fs.rmSync(path.join(root, '.claude'), { recursive: true, force: true });
}

function peakOf(root, id) {
  const args = [program, 'build', id, '--dry-run', '--json'];
  const told = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS));`;
  const file = path.join(root, 'peak.cjs');
  fs.writeFileSync(
    file,
    `process.argv.splice(1, 1, ...${JSON.stringify(args)}); ${told} require(${JSON.stringify(program)});`,
  );
  const { stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
  return Math.round(Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024);
}

/** What the many cost more than the one, round by round. */
function marginal(times, many, one) {
  return times.get(many).map((took, round) => Math.max(0.001, took - times.get(one)[round]));
}

export async function run({ rounds, quick }) {
  const root = makeRepository();
  fs.mkdirSync(path.join(root, 'docs'));
  for (const [id, units, perPhase] of [
    ['PRD-200', count, 50],
    ['PRD-001', 1, 1],
    ['PRD-100', 100, 10],
    ['PRD-999', 1000, 10],
  ]) {
    fs.writeFileSync(path.join(root, `docs/${id}.md`), specOf(id, units, perPhase));
  }
  const file = path.join(root, 'bare.cjs');
  fs.writeFileSync(file, bareCode);
  const before = () => clear(root);
  const build = (id) => start(root, [program, 'build', id, '--yes', '--parallel', String(parallel), '--json']);
  const bare = `spawn ${count} processes, ${parallel} at once`;
  const ours = `pawl build, ${count} workstreams`;
  const times = await measure(
    [
      { name: bare, run: () => start(root, [file, String(count)]) },
      { name: ours, before, run: () => build('PRD-200') },
      { name: 'spawn 1', run: () => start(root, [file, '1']) },
      { name: 'pawl build, 1 workstream', before, run: () => build('PRD-001') },
    ],
    { rounds: quick ? 9 : Math.max(21, Math.min(rounds, 41)), warmUp: 2 },
  );
  const first = report('Runner: whole processes', times, { against: bare, ours, target: 1.3 });
  const alone = new Map([
    ['199 processes more', marginal(times, bare, 'spawn 1')],
    ['199 workstreams more', marginal(times, ours, 'pawl build, 1 workstream')],
  ]);
  const own = { against: '199 processes more', ours: '199 workstreams more', target: 1.3 };
  const second = report('Runner: the workstreams alone', alone, own);
  const small = 'check and plan 100 workstreams';
  const large = 'check and plan 1,000 workstreams';
  const plan = (id) => start(root, [program, 'build', id, '--dry-run', '--json']);
  const plans = await measure(
    [
      { name: small, run: () => plan('PRD-100') },
      { name: large, run: () => plan('PRD-999') },
    ],
    { rounds: quick ? 9 : 21, warmUp: 2 },
  );
  const third = report('Runner: a large spec', plans, { against: small, ours: large });
  for (const id of ['PRD-100', 'PRD-999']) console.log(`  memory of ${id}: ${peakOf(root, id)} MB`);
  return [first, second, third];
}
