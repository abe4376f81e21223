// Commands that show: `show`.

import { renderJson } from '../base/json.js';
import { withRev } from '../formats/notes.js';
import { findRun } from '../runs/list.js';
import { type Argument, command } from './command.js';

export const ref: Argument = { name: 'REF', about: 'A run: implement/auth, PRD-009', complete: 'ref' };

export const show = command({
  name: 'show',
  group: 'see',
  about: 'Show a run',
  args: [ref],
  options: {},
  async run({ args, project: open }) {
    const project = open();
    const stored = await project.store.get(await findRun(project, args[0] ?? ''));
    const doc = stored === null ? {} : withRev(stored.state, stored.rev);
    return { text: renderJson(doc).trimEnd(), json: doc };
  },
});
