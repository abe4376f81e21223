// The revisions of one checkpoint: all of 1,000, and the last 20 of many.
import { openProject } from '../../dist/index.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const ref = { command: 'implement', feature: 'bench' };
const name = 'implement/bench';

async function projectWith(revisions) {
  const root = makeRepository();
  const project = await openProject({ root, publish: 'soon', actor: 'bench' });
  await project.commands.save(ref, makeCheckpoint(2_000));
  for (let done = 1; done < revisions; ) {
    const batch = Math.min(200, revisions - done);
    const save = (_, i) => project.commands.phase(ref, 'open', { status: 'in_progress', step: done + i });
    await Promise.all(Array.from({ length: batch }, save));
    done += batch;
  }
  return { root, project };
}

export async function run({ rounds, quick, peers }) {
  const counts = quick ? [100, 1_000] : [100, 1_000, 10_000];
  const opened = new Map();
  for (const count of counts) opened.set(count, await projectWith(count));
  const results = [];
  const { root, project } = opened.get(1_000);
  const others = (await peers?.historySubjects(root, await project.history(name), makeCheckpoint(2_000))) ?? [];
  const all = { name: 'pawl, 1,000 revisions', run: () => project.history(name) };
  const again = {
    name: 'pawl, 1,000 revisions, opened anew',
    run: async () => {
      const fresh = await openProject({ root, actor: 'bench' });
      await fresh.history(name);
      await fresh.close();
    },
  };
  const times = await measure([all, again, ...others], { rounds: Math.min(rounds, 41), warmUp: 20 });
  const against = others[0]?.name;
  results.push(report('History', times, against === undefined ? {} : { against, ours: all.name, target: 0.4 }));
  for (const { close } of others) close();
  const last = counts.map((count) => ({
    name: `pawl, the last 20 of ${count}`,
    run: () => opened.get(count).project.history(name, { limit: 20 }),
  }));
  const [first, end] = [last[0].name, last.at(-1).name];
  const few = await measure(last, { rounds, warmUp: 50 });
  results.push(report('The last revisions, by count', few, { against: first, ours: end, target: 1.3 }));
  for (const one of opened.values()) await one.project.close();
  return results;
}
