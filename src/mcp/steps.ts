// Steps that mean the same in every family: report on a phase, complete the run, add a note.

import { PawlError, badInput } from '../base/errors.js';
import { toJsonObject } from '../base/json.js';
import { type Key, keysOfRef, refOf } from '../base/names.js';
import { distance, oneLine, shorten } from '../base/text.js';
import type { PhaseStatus } from '../formats/command.js';
import type { Note } from '../formats/notes.js';
import type { PipelineEvent } from '../formats/pipeline-steps.js';
import type { WorkflowEvent } from '../formats/workflow.js';
import { type Change, change, openState, planChange } from '../runs/change.js';
import { commandChange } from '../runs/commands.js';
import { findRun } from '../runs/list.js';
import { pipelineChange } from '../runs/pipelines.js';
import { type Project, formats } from '../runs/project.js';
import { workflowChange } from '../runs/workflows.js';
import type { Stored } from '../store/store.js';

/** What is said about a phase, a workstream, or a workflow's numbered phase. */
export interface PhaseReport {
  readonly phase: string;
  readonly status: PhaseStatus;
  readonly summary?: string | undefined;
  readonly files_created?: readonly string[] | undefined;
  readonly files_modified?: readonly string[] | undefined;
  readonly error?: string | undefined;
  readonly tasks?: Readonly<Record<string, string>> | undefined;
  readonly is_new_phase?: boolean | undefined;
}

async function save<D extends object>(project: Project, step: Change<D>): Promise<Stored> {
  const stored = await change(project.store, step.key, planChange(step, project.context()));
  if (stored === null) throw new PawlError('not-found', `there is no run ${refOf(step.key)}`);
  return stored;
}

/** The run that a ref means; a command run that does not exist yet is begun by its first step. */
export async function runFor(project: Project, ref: string): Promise<Key> {
  const [first] = keysOfRef(ref);
  try {
    return await findRun(project, ref);
  } catch (error) {
    if (error instanceof PawlError && error.code === 'not-found' && first?.family === 'command') return first;
    throw error;
  }
}

export async function reportPhase(project: Project, key: Key, report: PhaseReport): Promise<Stored> {
  const { phase, status, summary, files_created, files_modified, error } = report;
  if (key.family === 'pipeline') return save(project, pipelineChange(key, pipelineEvent(report)));
  if (key.family === 'workflow') {
    const current = openState(await project.store.get(key));
    const isFailed = current?.['status'] === 'failed' || current?.['status'] === 'abandoned';
    if (isFailed && status === 'in_progress') await save(project, workflowChange(key, { type: 'retry' }));
    return save(project, workflowChange(key, workflowEvent(report)));
  }
  await refuseMisspelt(project, key, report);
  const tasks = Object.fromEntries(Object.entries(report.tasks ?? {}).map(([id, status]) => [id, { status }]));
  const given = {
    status,
    context_summary: summary,
    files_created,
    files_modified,
    error,
    tasks: report.tasks && tasks,
  };
  return save(project, commandChange(key, { type: 'phase', phase, data: toJsonObject('phase', given) }));
}

export function completeRun(project: Project, key: Key): Promise<Stored> {
  if (key.family === 'command') return save(project, commandChange(key, { type: 'complete' }));
  if (key.family === 'pipeline') return save(project, pipelineChange(key, { type: 'complete' }));
  return save(project, workflowChange(key, { type: 'finish' }));
}

export function noteRun(project: Project, key: Key, note: Note): Promise<Stored> {
  if (key.family === 'command') return save(project, commandChange(key, { type: 'note', ...note }));
  if (key.family === 'pipeline') return save(project, pipelineChange(key, { type: 'note', ...note }));
  return save(project, workflowChange(key, { type: 'note', ...note }));
}

export function failWorkflow(project: Project, key: Key, message: string, final: boolean): Promise<Stored> {
  if (key.family !== 'workflow') throw new PawlError('bad-usage', `${refOf(key)} is not a workflow`);
  return save(project, workflowChange(key, { type: 'fail', message, final }));
}

function pipelineEvent({ phase, status, error, files_created = [], files_modified = [] }: PhaseReport): PipelineEvent {
  if (status === 'in_progress') return { type: 'start', workstreams: [phase] };
  if (status === 'failed') return { type: 'fail', workstream: phase, message: error ?? 'no reason was given' };
  if (status === 'complete')
    return { type: 'done', workstream: phase, artifacts: [...files_created, ...files_modified] };
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

/** A new phase whose name is a letter or two away from a known one is probably a typing error. */
async function refuseMisspelt(project: Project, key: Key, { phase, is_new_phase }: PhaseReport): Promise<void> {
  const state = openState(await project.store.get(key));
  if (state === null || is_new_phase === true) return;
  const { units, isFinished } = formats[key.family].overview(state);
  const names = units.map(({ name }) => name);
  const near = names.find((name) => Math.min(name.length, phase.length) > 3 && distance(name, phase) <= 2);
  if (isFinished || names.includes(phase) || near === undefined) return;
  throw new PawlError('bad-input', `${refOf(key)} has no phase "${phase}". Did you mean "${near}"?`, {
    hint: 'Pass is_new_phase: true to add a phase of this name. Nothing was changed.',
  });
}

/** How a run stands, on one line. */
export function standing({ key, state, revision }: Stored): string {
  const { status, progress } = formats[key.family].overview(state);
  const { unit } = formats[key.family].resumePoint(state);
  const next = unit === null ? '' : `; continues with "${shorten(oneLine(unit), 60)}"`;
  return `${refOf(key)}: ${status}, ${progress.done} of ${progress.total} done${next} (revision ${revision})`;
}
