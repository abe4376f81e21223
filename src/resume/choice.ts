// What a person's choice at the resume prompt does. History stays, whatever is chosen.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { renderJson } from '../base/json.js';
import { fileStem, refOf } from '../base/names.js';
import { stripInvisible } from '../base/text.js';
import { withRev } from '../formats/notes.js';
import {
  type PipelineDocument,
  alreadyComplete,
  emptyPipeline,
  gateOf,
  pipelineFormat,
  unitLists,
} from '../formats/pipeline.js';
import { newPipeline } from '../formats/pipeline-steps.js';
import { type WorkflowDocument, parseWorkflowId } from '../formats/workflow.js';
import { type Change, change, planChange } from '../runs/change.js';
import { remove } from '../runs/lifecycle.js';
import { pipelineChange } from '../runs/pipelines.js';
import type { Project } from '../runs/project.js';
import { workflowChange, workflowStart } from '../runs/workflows.js';
import { ownFolder, publishedFolder } from '../store/file/publish.js';
import { type Choice, type Decision, isStopped } from './decision.js';
import type { Facts } from './facts.js';

/** Throws when a decision does not offer a choice. */
export function checkChoice(facts: Facts, { action, choices, reasons }: Decision, choice: Choice): void {
  if (choices.includes(choice)) return;
  const { ref, run, holder } = facts;
  if (action === 'nothing' && run.family === 'pipeline') throw alreadyComplete(ref);
  const code = action === 'blocked' && holder !== null ? 'locked' : 'not-allowed';
  throw new PawlError(code, `${ref} cannot be ${verbs[choice]}: ${reasons.join('; ')}`);
}

const verbs: Readonly<Record<Choice, string>> = { r: 'resumed', s: 'started over', v: 'shown', d: 'deleted' };

/** Resumes: a workflow or pipeline that failed leaves that state; nothing else is changed. */
export async function resumeRun(project: Project, { key, run, place }: Facts): Promise<void> {
  if (run.family === 'workflow') {
    if (isStopped(run.doc, place)) await apply(project, workflowChange(key, { type: 'retry' }));
  } else if (run.family === 'pipeline' && run.doc.status === 'failed')
    await apply(project, pipelineChange(key, { type: 'resume' }));
}

async function apply<D extends object>(project: Project, step: Change<D>): Promise<void> {
  await change(project.store, step.key, planChange(step, project.context()));
}

/** What was put away, how it comes back, and how the work begins again; nulls where that does not apply. */
export interface PutAway {
  readonly restore: string | null;
  /** The run that begins again; null when its first step begins it. */
  readonly begun: string | null;
}

/** Starts over: the old state stays in the history, a workflow's also in `failed/`. */
export async function startFresh(project: Project, facts: Facts): Promise<PutAway> {
  const { key, ref, run, stored, trouble } = facts;
  const restore = restoreLine(facts);
  if (trouble !== null || stored === null || run.family === 'command')
    return { ...(await deleteRun(project, facts)), begun: null };
  if (run.family === 'pipeline') {
    await apply(project, {
      key,
      format: pipelineFormat,
      event: { name: 'restart' },
      decide: (doc, now) => (doc === null ? null : restarted(doc, facts, now)),
    });
    return { restore, begun: ref };
  }
  if (run.doc.status !== 'abandoned')
    await apply(project, workflowChange(key, { type: 'abandon', reason: 'started fresh' }));
  return { restore, begun: await startAgain(project, run.doc) };
}

/** The same workstreams and gates with nothing done. */
function restarted(doc: PipelineDocument, { plan }: Facts, now: string): PipelineDocument {
  const { branch, spec, goal } = doc.pawl ?? {};
  const kept = {
    ...(branch == null ? {} : { branch }),
    ...(spec == null ? {} : { spec }),
    ...(goal == null ? {} : { goal }),
  };
  const pawl = Object.keys(kept).length === 0 ? {} : { pawl: kept };
  if (plan !== null) return { ...newPipeline(plan, now), ...pawl };
  const pending_workstreams = [...new Set(unitLists.flatMap((list) => doc[list]))];
  const gates_pending = [...new Set([...doc.gates_passed, ...doc.gates_pending].map(gateOf))];
  return { ...emptyPipeline(doc.prd, doc.prd_title, now), pending_workstreams, gates_pending, ...pawl };
}

/** Ids have the time in seconds: the next free one is taken. */
async function startAgain(project: Project, doc: WorkflowDocument): Promise<string> {
  const { type = doc.workflow_type, project: name = '' } = parseWorkflowId(doc.checkpoint_id) ?? {};
  const names = Object.values(doc.pawl?.phases ?? {}).flatMap((phase) => (phase.name ? [phase.name] : []));
  const start = {
    type,
    project: doc.workflow_state.project_name ?? name,
    description: doc.workflow_description,
    totalPhases: doc.total_phases,
    phaseNames: names.length === doc.total_phases ? names : [],
  };
  for (let second = 0; ; second++) {
    const step = workflowStart(start, new Date(project.now().getTime() + second * 1000));
    try {
      await apply(project, step);
      return refOf(step.key);
    } catch (error) {
      if (!(error instanceof PawlError) || error.data['taken'] !== true || second >= 60) throw error;
    }
  }
}

/** Deletes the checkpoint file. One that cannot be read goes to quarantine, byte for byte. */
export async function deleteRun(project: Project, facts: Facts): Promise<PutAway> {
  const { key, trouble } = facts;
  if (trouble?.kind === 'corrupt' || trouble?.kind === 'newer') moveToQuarantine(project.root, facts);
  if ((await project.store.get(key)) !== null) await remove(project, key);
  return { restore: restoreLine(facts), begun: null };
}

function restoreLine({ ref, stored }: Facts): string | null {
  return stored === null || stored.revision === 0 ? null : pawl`restore ${ref} ${stored.revision}`;
}

function fileOf(root: string, { key, place }: Facts): string | null {
  const folder = publishedFolder(key.family, place);
  return folder === null ? null : path.join(root, folder, `${fileStem(key)}.json`);
}

function moveToQuarantine(root: string, facts: Facts): void {
  const file = fileOf(root, facts);
  if (file === null || !fs.existsSync(file)) return;
  const folder = path.join(root, ownFolder, 'quarantine');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.renameSync(file, path.join(folder, `${fileStem(facts.key)}.${checksum(fs.readFileSync(file))}.json`));
}

const maxShown = 100_000;

/** The checkpoint as it stands; the bytes of the file where it cannot be used. */
export function viewRun(project: Project, facts: Facts): string {
  const { trouble, stored } = facts;
  if (stored !== null && trouble?.kind !== 'corrupt') return renderJson(withRev(stored.state, stored.rev)).trimEnd();
  const file = fileOf(project.root, facts);
  const text = file !== null && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return stripInvisible(text.slice(0, maxShown)).trimEnd();
}
