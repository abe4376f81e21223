// A workflow of five durable phases through the TypeScript API, against five bare syncs, and against DBOS where it can be
// installed.
import fs from 'node:fs';
import path from 'node:path';
import { openProject } from '../../dist/index.mjs';
import { measure, report } from '../measure.mjs';
import { makeRepository } from '../space.mjs';

const phases = ['plan', 'research', 'implement', 'test', 'report'];
const result = (phase) => ({ phase, ok: true, files: ['src/a.ts', 'src/b.ts'], note: 'x'.repeat(80) });

function fiveSyncs(folder) {
  const log = fs.openSync(path.join(folder, 'bare.log'), 'a');
  const line = Buffer.alloc(300, 'x');
  return () => {
    for (let n = 0; n < phases.length; n++) {
      fs.writeSync(log, line);
      fs.fdatasyncSync(log);
    }
  };
}

async function runPhases(run) {
  for (const phase of phases) await run.phase(phase, async () => result(phase));
}

export async function run({ rounds, peers }) {
  const project = await openProject({ root: makeRepository(), publish: 'soon', actor: 'bench' });
  // A project of its own each time: ids name the second of their start, and the next free one is looked for.
  const open = (name) =>
    project.workflow('orchestrate', { project: `bench_${name}`, description: 'Five phases', phases });
  let opened = null;
  const bare = { name: 'five appends, each with fdatasync', run: fiveSyncs(makeRepository()) };
  const ours = {
    name: 'pawl: five phases of an open run',
    before: async (round) => {
      await opened?.finish();
      opened = await open(round);
    },
    run: () => runPhases(opened),
  };
  const whole = {
    name: 'pawl: the same, with its beginning and its end',
    run: async (round) => {
      const one = await open(`whole${round}`);
      await runPhases(one);
      await one.finish();
    },
  };
  const others = (await peers?.workflowSubjects?.(phases, result)) ?? [];
  const times = await measure([bare, ours, whole, ...others], { rounds, warmUp: 100 });
  await opened?.finish();
  await project.close();
  const title = 'A workflow of five durable phases';
  const results = [report(title, times, { against: bare.name, ours: ours.name, target: 2 })];
  for (const { name } of others) {
    const pair = new Map([...times].filter(([one]) => one === name || one === whole.name));
    results.push(report(`The same against ${name}`, pair, { against: name, ours: whole.name, target: 0.25 }));
  }
  for (const other of others) await other.close?.();
  return results;
}
