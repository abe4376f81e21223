// Commands that write: `phase`.

import { PawlError } from '../base/errors.js';
import { toJsonObject } from '../base/json.js';
import { keysOfRef, refOf } from '../base/names.js';
import { applyCommand, commandFormat, newCommand } from '../formats/command.js';
import { change, planChange } from '../runs/change.js';
import { type Command, openHere, parse } from './command.js';

const usage = 'phase REF PHASE STATUS [--summary TEXT] [--created FILE]… [--modified FILE]… [--error TEXT]';

export const phase: Command = {
  name: 'phase',
  usage,
  about: 'Record the status of a phase',
  async run(args) {
    const list = { type: 'string', multiple: true } as const;
    const text = { type: 'string' } as const;
    const options = { summary: text, error: text, created: list, modified: list };
    const { values, positionals } = parse(usage, args, options, [3, 3]);
    const [ref = '', name = '', status = ''] = positionals;
    const key = keysOfRef(ref).find((one) => one.family === 'command');
    if (key?.family !== 'command') throw new PawlError('bad-name', `${ref} is not the name of a command run`);
    const { summary, error, created, modified } = values;
    const data = toJsonObject('phase', {
      status,
      context_summary: summary,
      error,
      files_created: created,
      files_modified: modified,
    });
    const project = openHere();
    const plan = planChange(
      {
        key,
        format: commandFormat,
        event: { name: 'phase', args: { phase: name, status } },
        decide: (doc, now) =>
          applyCommand(doc ?? newCommand(key.command, key.feature, now), { type: 'phase', phase: name, data }, now),
      },
      project.context(),
    );
    const stored = await change(project.store, key, plan);
    const said = status === 'in_progress' ? 'started' : status;
    return { text: `${name} ${said}`, json: { ok: true, ref: refOf(key), phase: name, status, rev: stored?.rev } };
  },
};
