// How cost grows with the number of revisions and with the size of the state. History must cost nothing.
import { openProject } from '../../dist/index.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const ref = { command: 'implement', feature: 'bench' };

async function projectWith({ bytes, revisions }) {
  const root = makeRepository();
  const project = await openProject({ root, publish: 'soon', actor: 'bench' });
  await project.commands.save(ref, makeCheckpoint(bytes));
  for (let done = 1; done < revisions; ) {
    const batch = Math.min(200, revisions - done);
    await Promise.all(
      Array.from({ length: batch }, (_, i) =>
        project.commands.phase(ref, 'open', { status: 'in_progress', step: done + i }),
      ),
    );
    done += batch;
  }
  await project.close();
  return root;
}

async function compare(title, cases, label, rounds, target) {
  const subjects = { save: [], load: [], cold: [] };
  const opened = [];
  for (const one of cases) {
    const root = await projectWith(one);
    const project = await openProject({ root, publish: 'soon', actor: 'bench' });
    opened.push(project);
    let n = 0;
    subjects.save.push({
      name: label(one),
      run: () => project.commands.phase(ref, 'open', { status: 'in_progress', step: n++ }),
    });
    subjects.load.push({ name: label(one), run: () => project.commands.resumePoint(ref) });
    subjects.cold.push({
      name: label(one),
      run: async () => {
        const fresh = await openProject({ root, publish: 'soon' });
        await fresh.commands.load(ref);
        await fresh.close();
      },
    });
  }
  const results = [];
  for (const [what, list] of Object.entries(subjects)) {
    const times = await measure(list, { rounds, warmUp: what === 'cold' ? 20 : 200 });
    const [first, last] = [list[0].name, list.at(-1).name];
    results.push(
      report(`${title}: ${what}`, times, { against: first, ours: last, ...(target === undefined ? {} : { target }) }),
    );
  }
  for (const project of opened) await project.close();
  return results;
}

export async function run({ rounds, quick }) {
  const revisions = quick ? [1, 100, 1_000] : [1, 100, 1_000, 10_000];
  const sizes = quick ? [1_000, 50_000] : [1_000, 10_000, 100_000, 1_000_000];
  return [
    ...(await compare(
      'Revisions, 2 KB',
      revisions.map((n) => ({ bytes: 2_000, revisions: n })),
      (c) => `${c.revisions} revisions`,
      rounds,
      1.3,
    )),
    ...(await compare(
      'Size of the state, 10 revisions',
      sizes.map((bytes) => ({ bytes, revisions: 10 })),
      (c) => `${c.bytes / 1000} KB`,
      rounds,
    )),
  ];
}
