// Steps that mean the same in every family: report on a phase, complete the run, add a note.

import { pawl } from '../base/command-line.js';
import { PawlError, badInput, isPawlError } from '../base/errors.js';
import { toJsonObject } from '../base/json.js';
import { type Key, keysOfRef, refOf } from '../base/names.js';
import { isSlipOf, oneLine, shorten } from '../base/text.js';
import type { CommandEvent, PhaseStatus } from '../formats/command.js';
import type { Note } from '../formats/notes.js';
import type { PipelineEvent } from '../formats/pipeline-steps.js';
import type { WorkflowEvent } from '../formats/workflow.js';
import { planFor } from '../resume/facts.js';
import { type Change, change, openState, planChange } from '../runs/change.js';
import { commandChange } from '../runs/commands.js';
import { findRun } from '../runs/list.js';
import { pipelineChange } from '../runs/pipelines.js';
import { type Project, formats } from '../runs/project.js';
import { workflowChange } from '../runs/workflows.js';
import type { Stored } from '../store/store.js';
import type { Answer } from './answer.js';

/** What is said about a phase, a workstream, or a workflow's numbered phase. */
export interface PhaseReport {
  readonly phase: string;
  readonly status: PhaseStatus;
  readonly summary?: string | undefined;
  readonly files_created?: readonly string[] | undefined;
  readonly files_modified?: readonly string[] | undefined;
  readonly error?: string | undefined;
  readonly tasks?: Readonly<Record<string, string>> | undefined;
  readonly next?: string | undefined;
  readonly is_new?: boolean | undefined;
}

/** Makes the steps in one revision; the history names the first. */
async function save<D extends object>(project: Project, steps: readonly Change<D>[]): Promise<Stored> {
  const [first, ...more] = steps;
  if (first === undefined) throw new PawlError('internal', 'there is nothing to save');
  const decide: Change<D>['decide'] = (doc, now) =>
    more.reduce((at, step) => step.decide(at, now) ?? at, first.decide(doc, now));
  const plan = await planFor(project, first.key);
  const stored = await change(project.store, first.key, planChange({ ...first, plan, decide }, project.context()));
  if (stored === null) throw new PawlError('not-found', `there is no run ${refOf(first.key)}`);
  return stored;
}

/** The run that a ref means; a command run that does not exist yet is begun by its first step. */
export async function runFor(project: Project, ref: string, isNew = false): Promise<Key> {
  try {
    return await findRun(project, ref);
  } catch (error) {
    const [key] = keysOfRef(ref);
    if (!isPawlError(error, 'not-found') || key?.family !== 'command') throw error;
    const refs = (await project.store.list({ family: 'command' })).map((one) => refOf(one.key));
    const near = isNew ? undefined : refs.find((one) => isSlipOf(refOf(key), one));
    if (near === undefined) return key;
    throw new PawlError('not-found', `there is no run ${ref}. Did you mean ${near}?`, { hint: isMeant });
  }
}

const isMeant = 'Pass is_new: true if the name is meant. Nothing was changed.';

export async function reportPhase(project: Project, key: Key, report: PhaseReport): Promise<Stored> {
  const current = await project.store.get(key);
  const note = report.next === undefined ? [] : [{ type: 'note', next: report.next } as const];
  switch (key.family) {
    case 'pipeline':
      return save(
        project,
        [pipelineEvent(report), ...note].map((event) => pipelineChange(key, event)),
      );
    case 'workflow': {
      const isStopped = current?.state['status'] === 'failed' || current?.state['status'] === 'abandoned';
      const retry = isStopped && report.status === 'in_progress' ? [{ type: 'retry' } as const] : [];
      const events = [...retry, workflowEvent(report), ...note];
      return save(
        project,
        events.map((event) => workflowChange(key, event)),
      );
    }
    default:
      if (report.is_new !== true) refuseSurprise(current, report.phase);
      return save(
        project,
        [commandEvent(report), ...note].map((event) => commandChange(key, event)),
      );
  }
}

export function completeRun(project: Project, key: Key): Promise<Stored> {
  if (key.family === 'command') return save(project, [commandChange(key, { type: 'complete' })]);
  if (key.family === 'pipeline') return save(project, [pipelineChange(key, { type: 'complete' })]);
  return save(project, [workflowChange(key, { type: 'finish' })]);
}

export function noteRun(project: Project, key: Key, note: Note): Promise<Stored> {
  const event = { type: 'note', ...note } as const;
  if (key.family === 'command') return save(project, [commandChange(key, event)]);
  if (key.family === 'pipeline') return save(project, [pipelineChange(key, event)]);
  return save(project, [workflowChange(key, event)]);
}

export function failWorkflow(project: Project, key: Key, message: string, final: boolean): Promise<Stored> {
  if (key.family !== 'workflow') throw new PawlError('bad-usage', `${refOf(key)} is not a workflow`);
  return save(project, [workflowChange(key, { type: 'fail', message, final })]);
}

function commandEvent(report: PhaseReport): CommandEvent {
  const { phase, status, summary: context_summary, files_created, files_modified, error, tasks } = report;
  const given = { status, context_summary, files_created, files_modified, error };
  const byId = Object.fromEntries(Object.entries(tasks ?? {}).map(([id, status]) => [id, { status }]));
  return { type: 'phase', phase, data: toJsonObject('phase', tasks === undefined ? given : { ...given, tasks: byId }) };
}

function pipelineEvent(report: PhaseReport): PipelineEvent {
  const { phase, status, error, summary, files_created = [], files_modified = [] } = report;
  if (status === 'in_progress') return { type: 'start', workstreams: [phase] };
  if (status === 'failed') return { type: 'fail', workstream: phase, message: error ?? 'no reason was given' };
  if (status === 'complete')
    return { type: 'done', workstream: phase, artifacts: [...files_created, ...files_modified], summary };
  throw unfit(status, 'workstream');
}

function workflowEvent(report: PhaseReport): WorkflowEvent {
  const { status, error, summary, files_created: created, files_modified: modified } = report;
  const phase = Number(/^\D*(\d+)/.exec(report.phase)?.[1] ?? Number.NaN);
  if (Number.isNaN(phase))
    throw badInput('update_phase', [{ path: '/phase', message: `"${report.phase}" is not the number of a phase` }]);
  if (status === 'failed') return { type: 'fail', message: error ?? summary ?? 'no reason was given' };
  const event = { phase, summary, created, modified };
  if (status === 'complete') return { type: 'advance', ...event };
  if (status === 'in_progress') return { type: 'progress', ...event };
  throw unfit(status, "workflow's phase");
}

function unfit(status: string, what: string): PawlError {
  const fix = 'use one of: in_progress, complete, failed';
  return badInput('update_phase', [{ path: '/status', message: `a ${what} cannot be ${status}`, fix }]);
}

/** A file that a person removed may mean "stop", and a name that is close to a known one is probably a typing error. */
function refuseSurprise(current: Stored | null, phase: string): void {
  if (current === null) return;
  const { key, place, event, revision } = current;
  if (place === 'removed' && event.name === 'removed')
    throw new PawlError('needs-person', `the checkpoint file of ${refOf(key)} was removed by hand`, {
      hint: `Ask the user. \`${pawl`restore ${refOf(key)} ${Math.max(1, revision - 1)}`}\` brings the run back.`,
    });
  const { units, isFinished } = formats[key.family].overview(openState(current) ?? {});
  const near = units.find(({ name }) => isSlipOf(phase, name))?.name;
  if (near === undefined || isFinished || units.some(({ name }) => name === phase)) return;
  throw new PawlError('bad-input', `${refOf(key)} has no phase "${phase}". Did you mean "${near}"?`, { hint: isMeant });
}

/** How a run stands, on one line. */
function standing({ key, state, revision }: Stored): string {
  const { status, progress } = formats[key.family].overview(state);
  const { unit } = formats[key.family].resumePoint(state);
  const next = unit === null ? '' : `; continues with "${shorten(oneLine(unit), 60)}"`;
  return `${refOf(key)}: ${status}, ${progress.done} of ${progress.total} done${next} (revision ${revision})`;
}

/** What a tool answers that has changed a run. */
export function saved(stored: Stored): Answer {
  return { text: standing(stored), wrote: stored.key };
}
