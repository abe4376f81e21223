// Commands that show: `show`, `brief`.

import { renderJson } from '../base/json.js';
import { refOf } from '../base/names.js';
import { withRev } from '../formats/notes.js';
import { briefOf } from '../resume/brief.js';
import { formats } from '../runs/project.js';
import { type Command, findRun, openHere, parse } from './command.js';

export const show: Command = {
  name: 'show',
  usage: 'show REF',
  about: 'Show the checkpoint of a run',
  async run(args) {
    const { positionals } = parse('show REF', args, {}, [1, 1]);
    const project = openHere();
    const stored = await project.store.get(await findRun(project, positionals[0] ?? ''));
    const doc = stored === null ? {} : withRev(stored.state, stored.rev);
    return { text: renderJson(doc).trimEnd(), json: doc };
  },
};

export const brief: Command = {
  name: 'brief',
  usage: 'brief REF',
  about: 'Print the brief that an agent would be given',
  async run(args) {
    const { positionals } = parse('brief REF', args, {}, [1, 1]);
    const project = openHere();
    const key = await findRun(project, positionals[0] ?? '');
    const stored = await project.store.get(key);
    const text = stored === null ? '' : briefOf(key, formats[key.family], stored.state, project.now());
    return { text, json: { ok: true, ref: refOf(key), brief: text } };
  },
};
