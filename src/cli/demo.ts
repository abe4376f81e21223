// `demo`: an agent is killed in the middle of its work, twice, and the next one knows where to continue. Everything is
// real: a git repository, the hooks that an agent calls, processes, kill -9. Only the agent itself is a sleeping process.

import { pawl } from '../base/command-line.js';
import { command } from './command.js';

export const demo = command({
  name: 'demo',
  group: 'agents',
  about: 'Show in a second what pawl does: an agent is killed, and the next one continues',
  args: [],
  options: {},
  needsProject: false,
  details: 'Works in a temporary folder, which is removed afterwards. Nothing of yours is touched.',
  async run({ isJson, print }) {
    const { Stage, sessionStory, workflowStory } = await import('./demo-story.js');
    const stage = new Stage(isJson ? () => {} : print);
    process.once('SIGINT', () => (stage.clear(), process.exit(130)));
    try {
      stage.say(
        'pawl keeps the work of coding agents from getting lost. Here an agent is killed twice; each time the next one',
        'learns where to continue. The hooks, the processes and the files are real; the folder is a temporary one.',
        '',
      );
      const brief = await sessionStory(stage);
      const resumed = await workflowStory(stage);
      stage.say('', `Next: \`${pawl`init`}\` in a repository of yours, then work as always.`);
      return { text: '', json: { ok: true, brief, resumed } };
    } finally {
      stage.clear();
    }
  },
});
