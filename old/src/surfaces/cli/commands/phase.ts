// `pawl phase`: updates a phase of a slash command's run. Hooks call it: only the command family is loaded.

import { badUsage, type Problem } from '../../../rules/errors.js';
import { commandFamily, type PhaseData } from '../../../families/command/index.js';
import { checkNamedPhase } from '../../../families/command/check.js';
import { mergePhase } from '../../../families/command/merge-phase.js';
import { phaseStatuses } from '../../../families/command/phases.js';
import { forAnyDocument } from '../../../service/documents.js';
import { reportPhase } from '../../../service/report-phase.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { attempt, wrongCall } from '../call-problems.js';
import { findRoot } from '../root.js';
import { inputOf } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';
import { codeOf } from '../write/code.js';
import { storedPath } from '../../../service/stored-path.js';
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

/** An error says why something failed; an empty one, e.g. of an empty log, says nothing. */
function errorIn(call: Call): string | undefined {
  const error = inputOf(call, 'error');
  if (error === undefined || error.trim() === '') return undefined;
  if (call.positionals[2] !== 'complete') return error;
  throw badUsage('--error does not go with complete', 'Write failed instead of complete, or leave --error out.');
}

/** Reads what was done; what is wrong with it is noted. */
function dataOf(call: Call, root: string, problems: Problem[]): PhaseData {
  const summary = attempt(problems, '--summary', () => inputOf(call, 'summary'));
  const error = attempt(problems, '--error', () => errorIn(call));
  const task = call.text('current-task');
  const filesOf = (name: string): readonly string[] =>
    call.texts(name).flatMap((file) => attempt(problems, `--${name}`, () => storedPath(root, file)) ?? []);
  const [created, modified] = [filesOf('created'), filesOf('modified')];
  const tasks = call.texts('task').flatMap((typed) => {
    const read = attempt(problems, '--task', () => readTask(typed));
    return read === undefined ? [] : [read];
  });
  return {
    status: phaseStatuses.find((one) => one === call.positionals[2]),
    ...(summary === undefined ? {} : { context_summary: summary }),
    ...(error === undefined ? {} : { error }),
    ...(created.length === 0 ? {} : { files_created: created }),
    ...(modified.length === 0 ? {} : { files_modified: modified }),
    ...(tasks.length === 0 ? {} : { tasks: Object.fromEntries(tasks) }),
    ...(task === undefined ? {} : { current_task: task === '' ? null : task }),
  };
}

/** What the phase itself would be refused for, told together with what is wrong with the call. */
function phaseProblems(call: Call, data: PhaseData): readonly Problem[] {
  const { current_task: _task, ...rest } = data;
  return checkNamedPhase(call.positionals[1] ?? '', mergePhase(undefined, rest, new Date(0).toISOString()));
}

/**
 * Finds everything that is wrong with a call.
 * @param call the call, as far as its arguments fit
 * @returns the problems that its arguments do not tell by themselves
 */
export function check(call: Call): readonly Problem[] {
  const problems: Problem[] = [];
  const [ref, phase] = call.positionals;
  if (ref !== undefined) attempt(problems, 'REF', () => commandRef(ref));
  const data = dataOf(call, findRoot(call), problems);
  return phase === undefined ? problems : [...problems, ...phaseProblems(call, data)];
}

/**
 * Updates a phase, and begins the run when there is none or it is complete.
 * @param call run, phase, status and what was done
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const [ref = '', phase = ''] = call.positionals;
  const problems: Problem[] = [];
  const key = attempt(problems, 'REF', () => commandRef(ref));
  return withBench(call, { command: forAnyDocument(commandFamily) }, async (bench) => {
    const data = dataOf(call, bench.root, problems);
    const next = attempt(problems, '--next', () => inputOf(call, 'next'));
    if (key === undefined || problems.length > 0) {
      throw wrongCall(call.row.name, [...problems, ...phaseProblems(call, data)]);
    }
    const report = { phase, data, next };
    const { saved, what, told, remarks } = await reportPhase(bench, key, report, writeOptionsOf(call));
    for (const remark of remarks) call.out.note(oneLine(remark));
    const code = await codeOf(call, bench, key, saved);
    const more = { ...told, ...code.more };
    return { ...answerSaved(call, bench, key, saved, { what, more }), ...code.exit };
  });
}
