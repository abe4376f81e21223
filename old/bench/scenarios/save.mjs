// A durable save against the bare system calls that it cannot do without, and against the peers.
import fs from 'node:fs';
import path from 'node:path';
import { openProject } from '../../dist/index.mjs';
import { bareLog } from '../bare-log.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const ref = { command: 'implement', feature: 'bench' };

function bareSubjects(folder, bytes) {
  const log = fs.openSync(path.join(folder, 'bare.log'), 'a');
  const line = Buffer.alloc(300, 'x');
  const document = Buffer.alloc(bytes, 'x');
  const store = bareLog(path.join(folder, 'least.log'), 'bench');
  return {
    append: {
      name: 'append + fdatasync',
      run: () => {
        fs.writeSync(log, line);
        fs.fdatasyncSync(log);
      },
    },
    least: {
      name: 'a log that only looks, appends, looks, syncs',
      run: (round) => store({ phase: 'open', status: 'in_progress', step: round, pad: 'x'.repeat(150) }),
    },
    durableFile: {
      name: 'temp + fsync + rename + fsync folder',
      run: (round) => {
        const temp = path.join(folder, `t${round}`);
        const fd = fs.openSync(temp, 'wx');
        fs.writeSync(fd, document);
        fs.fsyncSync(fd);
        fs.closeSync(fd);
        fs.renameSync(temp, path.join(folder, 'document.json'));
        const dir = fs.openSync(folder, 'r');
        fs.fsyncSync(dir);
        fs.closeSync(dir);
      },
    },
  };
}

async function projectSubject(name, bytes, publish) {
  const root = makeRepository();
  const project = await openProject({ root, publish, actor: 'bench' });
  await project.commands.save(ref, makeCheckpoint(bytes));
  let n = 0;
  return {
    project,
    subject: { name, run: () => project.commands.phase(ref, 'open', { status: 'in_progress', step: n++ }) },
  };
}

export async function run({ rounds, peers }) {
  const results = [];
  const folder = makeRepository();
  const bare = bareSubjects(folder, 2_300);
  const soon = await projectSubject('pawl, file published within 50 ms', 2_000, 'soon');
  const now = await projectSubject('pawl, file published before returning', 2_000, 'now');
  const big = await projectSubject('pawl, 50 KB, published within 50 ms', 50_000, 'soon');
  const others = peers === null ? [] : await peers.saveSubjects(makeRepository(), makeCheckpoint(2_000));
  const times = await measure(
    [bare.append, bare.least, bare.durableFile, soon.subject, now.subject, big.subject, ...others],
    {
      rounds,
      warmUp: 2_000,
    },
  );
  results.push(
    report(
      'Durable update, warm, 2 KB',
      pick(times, [bare.append.name, bare.least.name, soon.subject.name, ...others.map((o) => o.name)]),
      { against: bare.append.name, ours: soon.subject.name, target: 1.2 },
    ),
  );
  results.push(
    report('The same with 50 KB of state', pick(times, [soon.subject.name, big.subject.name]), {
      against: soon.subject.name,
      ours: big.subject.name,
      target: 1.3,
    }),
  );
  results.push(
    report(
      'Durable save, published before returning, with history',
      pick(times, [bare.durableFile.name, now.subject.name, ...others.map((o) => o.name)]),
      { against: bare.durableFile.name, ours: now.subject.name, target: 0.85 },
    ),
  );
  for (const { project } of [soon, now, big]) await project.close();
  return results;
}

function pick(times, names) {
  return new Map([...times].filter(([name]) => names.includes(name)));
}
