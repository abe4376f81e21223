// Act 1: a slash command with three phases, killed in the second.

import { type Act, findOnly, saveUntilKilled } from './act.js';

const ref = { command: 'design', feature: 'auth-system' };
const summary = 'Sessions live in Redis; tokens rotate every hour.';

export const commandAct: Act = {
  name: 'command',
  title: 'a slash command, /design auth-system',
  opening: 'research done, planning begun',
  ending: 'planning, specs',
  expected: { from: 'planning', summary },

  async begin({ commands }, acknowledge) {
    acknowledge('research begun', await commands.phase(ref, 'research', { status: 'in_progress' }));
    const completed = {
      status: 'complete',
      context_summary: summary,
      files_created: ['specs/auth/research.md'],
    } as const;
    acknowledge('research completed', await commands.phase(ref, 'research', completed));
    acknowledge('planning begun', await commands.phase(ref, 'planning', { status: 'in_progress' }));
    await saveUntilKilled(acknowledge, (task) =>
      commands.phase(ref, 'planning', { tasks: { [task]: { status: 'complete' } }, current_task: task }),
    );
  },

  async find(project) {
    const found = await findOnly(project, 'command');
    const checkpoint = await project.commands.load(ref);
    const { unit, summary } = await project.commands.resumePoint(ref);
    const saves = Object.keys(checkpoint?.document.phases['planning']?.tasks ?? {});
    return { ref: found.ref, revision: found.revision, from: unit, summary, saves, display: '' };
  },

  async complete({ commands }) {
    await commands.phase(ref, 'planning', { status: 'complete', context_summary: 'Four steps, the store first.' });
    await commands.phase(ref, 'specs', { status: 'in_progress' });
    await commands.phase(ref, 'specs', { status: 'complete', files_created: ['specs/auth/design.md'] });
    await commands.complete(ref);
  },

  async verify(project) {
    const document = (await project.commands.load(ref))?.document;
    const completed = document?.state.completed_phases.join(', ');
    const problems = completed === 'research, planning, specs' ? [] : [`completed phases are ${completed}`];
    return document?.completed_at === undefined ? [...problems, 'it is not complete'] : problems;
  },
};
