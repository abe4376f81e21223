// The silent facade's updatePhase against the seeds' algorithm as written.
import { createRequire } from 'node:module';
import * as silent from '../../dist/silent.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const seed = createRequire(import.meta.url)('../seed-algorithm.cjs');

export async function run({ rounds }) {
  const ourRoot = makeRepository();
  const seedRoot = makeRepository();
  process.env.GIT_ROOT = ourRoot;
  silent.saveCheckpoint('implement', makeCheckpoint(2_000), 'bench');
  seed.save(seedRoot, 'implement', makeCheckpoint(2_000), 'bench');
  const subjects = [
    {
      name: "the seeds' algorithm (not durable)",
      run: (round) => seed.updatePhase(seedRoot, 'implement', 'open', { status: 'in_progress', step: round }, 'bench'),
    },
    {
      name: 'pawl/silent updatePhase (durable, published)',
      run: (round) => {
        if (!silent.updatePhase('implement', 'open', { status: 'in_progress', step: round }, 'bench'))
          throw new Error('not saved');
      },
    },
  ];
  const times = await measure(subjects, { rounds, warmUp: 50 });
  delete process.env.GIT_ROOT;
  return [
    report("updatePhase against the seeds' algorithm, warm, 2 KB", times, {
      against: subjects[0].name,
      ours: subjects[1].name,
      target: 1,
    }),
  ];
}
