// `pawl phase`: updates a phase of a slash command's run. Hooks call it: only the command family is loaded.

import { badUsage } from '../../../rules/errors.js';
import {
  commandFamily,
  type CommandEvent,
  type CommandCheckpoint,
  type PhaseData,
} from '../../../families/command/index.js';
import { phaseStatuses } from '../../../families/command/phases.js';
import { forAnyDocument } from '../../../service/documents.js';
import { writeWithTouched } from '../../../service/journal/store-touched.js';
import { planCommand } from '../../../service/plans/command.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { inputOf } from '../terminal/input.js';
import { codeOf } from '../write/code.js';
import { missingFrom, storedPath } from '../../../service/stored-path.js';
import { commandRef } from '../../../service/typed-refs.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

/** Reads `ID=STATUS`. */
function readTask(typed: string): readonly [id: string, task: { readonly status: string }] {
  const [, id, status] = /^([^=]+)=(.+)$/s.exec(typed) ?? [];
  if (id === undefined || status === undefined) {
    throw badUsage(`--task cannot be ${JSON.stringify(typed)}`, 'Write the id and the status, e.g. --task T001=done.');
  }
  return [id.trim(), { status: status.trim() }];
}

function dataOf(call: Call, root: string): PhaseData {
  const summary = inputOf(call, 'summary');
  const error = inputOf(call, 'error');
  const task = call.text('current-task');
  const [created, modified] = ['created', 'modified'].map((name) =>
    call.texts(name).map((file) => storedPath(root, file)),
  );
  const tasks = call.texts('task').map(readTask);
  return {
    status: phaseStatuses.find((one) => one === call.positionals[2]),
    ...(summary === undefined ? {} : { context_summary: summary }),
    ...(error === undefined ? {} : { error }),
    ...(created === undefined || created.length === 0 ? {} : { files_created: created }),
    ...(modified === undefined || modified.length === 0 ? {} : { files_modified: modified }),
    ...(tasks.length === 0 ? {} : { tasks: Object.fromEntries(tasks) }),
    ...(task === undefined ? {} : { current_task: task === '' ? null : task }),
  };
}

/**
 * Updates a phase, and begins the run when there is none or it is complete.
 * @param call run, phase, status and what was done
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const [ref = '', phase = '', status = ''] = call.positionals;
  const key = commandRef(ref);
  const { command, feature } = key;
  return withBench(call, { command: forAnyDocument(commandFamily) }, async (bench) => {
    const data = dataOf(call, bench.root);
    const next = inputOf(call, 'next');
    const action = next === '' ? null : next;
    const also: CommandEvent[] = next === undefined ? [] : [{ type: 'note', next_action: action, phase }];
    const event = { type: 'phase', command, feature, phase, data, head_commit: bench.head() } as const;
    const plan = planCommand(key, { ...event, typical_phases: true, new_run: true }, ...also);
    const saved = await writeWithTouched<CommandCheckpoint>(bench, key, plan, {
      ...writeOptionsOf(call),
      otherwise: phase,
    });
    const began = saved.document.started_at === saved.document.updated_at;
    const missing = missingFrom(bench.root, [...(data.files_created ?? []), ...(data.files_modified ?? [])]);
    for (const file of missing) call.out.note(`${file} is recorded, although no such file is there`);
    const more = { new_run: began, missing_files: missing, ...(await codeOf(call, bench, key, saved)) };
    const what = `${began ? 'a new run, ' : ''}phase ${phase} is ${status}`;
    return answerSaved(call, bench, key, saved, { what, more });
  });
}
