// Loading by name against bare read + parse + HEAD files, warm.
import fs from 'node:fs';
import path from 'node:path';
import { openProject } from '../../dist/index.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const ref = { command: 'implement', feature: 'bench' };
const times20 = 20; // one load is too short for the clock

export async function run({ rounds }) {
  const root = makeRepository();
  const project = await openProject({ root, actor: 'bench' });
  await project.commands.save(ref, makeCheckpoint(2_000));
  const file = path.join(root, '.claude/state/implement-bench.json');
  const head = fs.readFileSync(path.join(root, '.git/HEAD'), 'utf8').slice(5).trim();
  const bare = {
    name: 'read + parse + HEAD files',
    run: () => {
      for (let i = 0; i < times20; i++) {
        JSON.parse(fs.readFileSync(file, 'utf8'));
        fs.readFileSync(path.join(root, '.git/HEAD'), 'utf8');
        fs.readFileSync(path.join(root, '.git', head), 'utf8');
      }
    },
  };
  const ours = {
    name: 'pawl: resume point by name',
    run: async () => {
      for (let i = 0; i < times20; i++) await project.commands.resumePoint(ref);
    },
  };
  const result = report('Load by name, warm, 2 KB (20 loads)', await measure([bare, ours], { rounds }), {
    against: bare.name,
    ours: ours.name,
    target: 1.2,
  });
  await project.close();
  return [result];
}
