// `config`: each setting with its value and where it comes from.

import { repositoryConfigFile, userConfigFile } from '../runs/config.js';
import { command } from './command.js';
import { columns, plain, style } from './view.js';

export const config = command({
  name: 'config',
  group: 'agents',
  about: 'Show every setting, its value and where it comes from',
  details: `Later ones win: defaults, ${repositoryConfigFile} (which may only narrow), your own file, the environment.`,
  args: [],
  options: {},
  async run({ project: open, env }) {
    const { config } = open();
    const rows = config.all.map(({ name, value, source, about }) => [
      style('bold', name),
      plain(JSON.stringify(value)),
      source,
      style('dim', about),
    ]);
    const files = { repository: repositoryConfigFile, user: userConfigFile(env) };
    const text = [
      columns(rows),
      ...config.problems.map((problem) => style('red', `Ignored: ${plain(problem, 300)}`)),
      style('dim', `Files: ${files.repository} (repository), ${plain(files.user)} (yours)`),
    ];
    return { text: text.join('\n'), json: { ok: true, settings: config.all, problems: config.problems, files } };
  },
});
