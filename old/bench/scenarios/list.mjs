// Lists of many checkpoints against reading the folder, and against SQLite with a covering index.
import fs from 'node:fs';
import path from 'node:path';
import { openProject } from '../../dist/index.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const state = (root) => path.join(root, '.claude/state');

/** Files as another tool would have written them; all but a few are finished. */
function fill(root, count) {
  fs.mkdirSync(state(root), { recursive: true });
  const document = makeCheckpoint(2_000);
  for (let n = 0; n < count; n++) {
    const time = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const one = { ...document, command: 'implement', feature: `f${n}`, version: 1, started_at: time, updated_at: time };
    if (n % 1_000 !== 7) one.completed_at = time;
    fs.writeFileSync(path.join(state(root), `implement-f${n}.json`), `${JSON.stringify(one, null, 2)}\n`);
  }
}

function bareSubjects(root) {
  const folder = state(root);
  const names = () => fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  return {
    stats: {
      name: 'readdir + stat each',
      run: () => names().map((name) => fs.statSync(path.join(folder, name)).mtimeMs),
    },
    parse: {
      name: 'readdir + read + parse each',
      run: () => names().map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).updated_at),
    },
  };
}

export async function run({ rounds, quick, peers }) {
  const results = [];
  const counts = quick ? [100, 2_000] : [100, 1_000, 10_000];
  const opened = [];
  for (const count of counts) {
    const root = makeRepository();
    fill(root, count);
    const project = await openProject({ root, actor: 'bench' });
    await project.list({ all: true }); // takes the files in, once
    await project.list({ all: true });
    const bare = bareSubjects(root);
    const exact = { name: 'pawl, all, every file looked at', run: () => project.list({ all: true, exact: true }) };
    const all = { name: 'pawl, all, from the catalogue', run: () => project.list({ all: true }) };
    const others = peers?.listSubjects(root, await project.list({ all: true })) ?? [];
    const times = await measure([bare.stats, bare.parse, exact, all, ...others], {
      rounds: Math.min(rounds, count >= 10_000 ? 15 : 41),
      warmUp: Math.max(5, 30_000 / count),
    });
    results.push(report(`List of ${count}`, times, { against: bare.stats.name, ours: exact.name, target: 1.35 }));
    for (const { name, close } of others) {
      const both = new Map([all.name, name].map((one) => [one, times.get(one)]));
      // Of a hundred, every file is looked at.
      const target = count > 100 ? { target: 0.5 } : {};
      results.push(report(`List of ${count} against ${name}`, both, { against: name, ours: all.name, ...target }));
      close();
    }
    opened.push({ count, project });
  }
  const few = opened.map(({ count, project }) => ({
    name: `pawl, newest 50 of ${count}`,
    run: () => project.list({ limit: 50 }),
  }));
  const open = opened.map(({ count, project }) => ({
    name: `pawl, unfinished of ${count}`,
    run: () => project.list({ unfinished: true }),
  }));
  const [against, ours] = [few[0].name, few.at(-1).name];
  const newest = await measure([...few, ...open], { rounds });
  results.push(report('The newest 50 and the unfinished, by count', newest, { against, ours, target: 1.3 }));
  for (const { project } of opened) await project.close();
  return results;
}
