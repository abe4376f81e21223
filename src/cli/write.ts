// Commands that write: `phase`.

import { PawlError } from '../base/errors.js';
import { toJsonObject } from '../base/json.js';
import { keysOfRef, refOf } from '../base/names.js';
import { change, planChange } from '../runs/change.js';
import { commandChange } from '../runs/commands.js';
import { command } from './command.js';
import { ref } from './see.js';

export const phase = command({
  name: 'phase',
  group: 'write',
  about: 'Record the status of a phase',
  args: [
    ref,
    { name: 'PHASE', about: 'The name of the phase' },
    { name: 'STATUS', about: 'pending, in_progress, complete, failed or skipped' },
  ],
  options: {
    summary: { value: 'TEXT', short: 's', about: 'What the next session should know (at most 500 words)' },
    created: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file that was created' },
    modified: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file that was changed' },
    error: { value: 'TEXT', about: 'Why it failed' },
  },
  async run({ args: [name = '', unit = '', status = ''], values, project: open }) {
    const key = keysOfRef(name).find((one) => one.family === 'command');
    if (key?.family !== 'command') throw new PawlError('bad-name', `${name} is not the name of a command run`);
    const { summary, error, created, modified } = values;
    const given = { status, context_summary: summary, error, files_created: created, files_modified: modified };
    const data = toJsonObject('phase', given);
    const project = open();
    const plan = planChange(commandChange(key, { type: 'phase', phase: unit, data }), project.context());
    const stored = await change(project.store, key, plan);
    const said = status === 'in_progress' ? 'started' : status;
    return { text: `${unit} ${said}`, json: { ok: true, ref: refOf(key), phase: unit, status, rev: stored?.rev } };
  },
});
