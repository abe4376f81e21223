// Tools that record the work of slash commands, and notes on any run.

import * as v from 'valibot';
import type { PhaseData } from '../../../families/command/index.js';
import { phaseStatuses } from '../../../families/command/statuses.js';
import type { NoteTexts } from '../../../families/notes.js';
import { PawlError } from '../../../rules/errors.js';
import { completeRun, endedWords } from '../../../service/complete-run.js';
import { planNotes } from '../../../service/plans/notes.js';
import { readKey } from '../../../service/refs.js';
import { reportPhase } from '../../../service/report-phase.js';
import { write } from '../../../service/workbench.js';
import { storedPath } from '../../../service/stored-path.js';
import { commandRef } from '../../../service/typed-refs.js';
import * as f from '../fields.js';
import { answerSaved, writeOptions } from '../saved.js';
import { settles, tool, type ToolRow, writes } from '../tool.js';

const phase = tool({
  name: 'phase',
  title: 'Update a phase',
  description:
    'Records the state of a phase of a slash command (start, design, reconcile, research, implement, ship, review or your ' +
    'own) when it begins, ends or fails. The first call begins the run. Files and tasks are added to what is recorded.',
  hints: settles,
  input: {
    ref: f.ref,
    phase: f.text('The phase, as the command names it.', 'validation'),
    status: f.choice('Its status now.', phaseStatuses),
    summary: f.optional(
      f.anyText('What the next phase needs to know, at most 500 words.', 'The API is done; 14 tests pass.'),
    ),
    files_created: f.optional(f.texts('Files that the phase created, from the root of the project.', ['src/api.ts'])),
    files_modified: f.optional(f.texts('Files that it changed.', ['src/app.ts'])),
    error: f.optional(f.text('Why it failed.', 'two tests fail')),
    tasks: f.optional(
      v.pipe(
        v.record(v.string(), v.pipe(v.string(), v.nonEmpty())),
        v.description('Tasks and their status.'),
        v.examples([{ T001: 'done' }]),
      ),
    ),
    current_task: f.optional(f.anyText('The task being worked on; an empty text takes it away.', 'T002')),
    next_action: f.optional(f.anyText('What is to be done next; an empty text takes it away.', 'Write the tests.')),
    ...f.change,
  },
  output: {
    ...f.savedOutput,
    new_run: v.boolean(),
    missing_files: f.words,
    dropped_files: f.words,
    near: f.words,
  },
  run: async (args, scene) => {
    const key = commandRef(args.ref);
    return scene.withBench(async (bench) => {
      const report = { phase: args.phase, data: dataOf(args, bench.root), next: args.next_action };
      const { saved, what, told, remarks } = await reportPhase(bench, key, report, writeOptions(args));
      const { data, text } = answerSaved(scene, bench, key, saved, what);
      return { data: { ...data, ...told }, text: [...text, ...remarks.map(sentence)] };
    });
  },
});

const sentence = (remark: string): string => (remark.endsWith('?') ? remark : `${remark}.`);

interface PhaseArgs {
  readonly status: PhaseData['status'];
  readonly summary?: string | undefined;
  readonly error?: string | undefined;
  readonly files_created?: readonly string[] | undefined;
  readonly files_modified?: readonly string[] | undefined;
  readonly tasks?: Readonly<Record<string, string>> | undefined;
  readonly current_task?: string | undefined;
}

function dataOf(args: PhaseArgs, root: string): PhaseData {
  const { status, summary, error, files_created, files_modified, tasks, current_task: task } = args;
  const stored = (files: readonly string[]): readonly string[] => files.map((file) => storedPath(root, file, root));
  return {
    status,
    ...(summary === undefined ? {} : { context_summary: summary }),
    ...(error === undefined ? {} : { error }),
    ...(files_created === undefined ? {} : { files_created: stored(files_created) }),
    ...(files_modified === undefined ? {} : { files_modified: stored(files_modified) }),
    ...(tasks === undefined
      ? {}
      : { tasks: Object.fromEntries(Object.entries(tasks).map(([id, one]) => [id, { status: one }])) }),
    ...(task === undefined ? {} : { current_task: task === '' ? null : task }),
  };
}

const complete = tool({
  name: 'complete',
  title: 'Complete a run',
  description: 'Finishes the run of a slash command: what is in progress is complete, what is pending is skipped.',
  hints: settles,
  input: { ref: f.ref, ...f.change },
  output: { ...f.savedOutput, taken_as_done: f.words, skipped_phases: f.words, failed_phases: f.words },
  run: async (args, scene) => {
    const key = commandRef(args.ref);
    return scene.withBench(async (bench) => {
      const { saved, ended } = await completeRun(bench, key, writeOptions(args));
      const { data, text } = answerSaved(scene, bench, key, saved, 'the run is complete');
      return { data: { ...data, ...ended }, text: [...text, ...endedWords(ended)] };
    });
  },
});

const note = tool({
  name: 'note',
  title: 'Take notes',
  description:
    'Records what the next agent must know about a run of any kind: the next action, decisions, ideas that were rejected ' +
    '(so that nobody revives them), and what no longer holds.',
  hints: writes,
  input: {
    ref: f.ref,
    next_action: f.optional(f.anyText('What is to be done next; an empty text takes it away.', 'Write the tests.')),
    decisions: f.optional(f.texts('What was decided.', ['Sessions stay on the server.'])),
    rejected: f.optional(
      f.texts('What was tried or proposed, and dropped, with the reason.', ['JWT: cannot be revoked']),
    ),
    superseded: f.optional(f.texts('What no longer holds.', ['The plan of Monday.'])),
    ...f.change,
  },
  output: f.savedOutput,
  run: async (args, scene) =>
    scene.withBench(async (bench) => {
      const notes = notesOf(args);
      if (notes.length === 0) {
        const hint = 'Give next_action, decisions, rejected or superseded.';
        throw new PawlError('bad-usage', 'a note needs at least one text', { hint });
      }
      const key = await readKey(bench.store, args.ref, 'Begin the run first, e.g. with phase or workflow_start.');
      const saved = await write(bench, key, planNotes(key, notes, bench.root), writeOptions(args));
      const what = notes.length === 1 ? 'noted' : `${notes.length} notes taken`;
      return answerSaved(scene, bench, key, saved, what, { isRemark: true });
    }),
});

interface NoteArgs {
  readonly next_action?: string | undefined;
  readonly decisions?: readonly string[] | undefined;
  readonly rejected?: readonly string[] | undefined;
  readonly superseded?: readonly string[] | undefined;
}

/** Each text is a note of its own. */
function notesOf({
  next_action: next,
  decisions = [],
  rejected = [],
  superseded = [],
}: NoteArgs): readonly NoteTexts[] {
  return [
    ...(next === undefined ? [] : [{ next_action: next === '' ? null : next }]),
    ...decisions.map((decision) => ({ decision })),
    ...rejected.map((reject) => ({ reject })),
    ...superseded.map((supersede) => ({ supersede })),
  ];
}

export const writeTools: readonly ToolRow[] = [phase, complete, note];
