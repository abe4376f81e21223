// Commands that show: `show`, `brief`.

import { renderJson } from '../base/json.js';
import { refOf } from '../base/names.js';
import { withRev } from '../formats/notes.js';
import { briefOf } from '../resume/brief.js';
import { findRun } from '../runs/list.js';
import { formats } from '../runs/project.js';
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

export const brief = command({
  name: 'brief',
  group: 'resume',
  about: 'Print the brief that an agent would be given',
  args: [ref],
  options: {},
  async run({ args, project: open }) {
    const project = open();
    const key = await findRun(project, args[0] ?? '');
    const stored = await project.store.get(key);
    const text = stored === null ? '' : briefOf(key, formats[key.family], stored.state, project.now());
    return { text, json: { ok: true, ref: refOf(key), brief: text } };
  },
});
