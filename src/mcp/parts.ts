// What the tools take from parts that have their own folders: the resume decision, the brief, decisions of all runs.

import { pawl } from '../base/command-line.js';
import { PawlError, isPawlError } from '../base/errors.js';
import { isObject } from '../base/json.js';
import { type Key, refOf } from '../base/names.js';
import { briefOf } from '../resume/brief.js';
import { change, planChange } from '../runs/change.js';
import { findRun, listRuns } from '../runs/list.js';
import { type Project, formats } from '../runs/project.js';
import { type WorkflowStart, workflowStart } from '../runs/workflows.js';
import type { Stored } from '../store/store.js';

/** One run that could be continued. */
export interface Resumable {
  readonly action: string;
  readonly ref: string;
  readonly reasons: readonly string[];
  readonly unit: string | null;
  readonly command: string | null;
}

/** The resume decision about a run, or about every unfinished one. */
export async function resumable(project: Project, ref?: string): Promise<readonly Resumable[]> {
  const keys = ref === undefined ? await unfinished(project) : [await findRun(project, ref)];
  const all = await Promise.all(keys.map((key) => project.store.get(key)));
  return all
    .filter((stored) => stored !== null)
    .map(({ key, state }) => {
      const { unit } = formats[key.family].resumePoint(state);
      const isOver = formats[key.family].overview(state).isFinished;
      const command = key.family === 'command' && unit !== null ? pawl`phase ${refOf(key)} ${unit} in_progress` : null;
      return { ref: refOf(key), action: isOver ? 'nothing' : 'resume', reasons: [], unit, command };
    });
}

/** The brief about a run, or about the newest unfinished one; null when there is none. */
export async function briefFor(project: Project, ref?: string): Promise<string | null> {
  const key = ref === undefined ? (await unfinished(project))[0] : await findRun(project, ref);
  const stored = key === undefined ? null : await project.store.get(key);
  return stored === null ? null : briefOf(stored.key, formats[stored.key.family], stored.state, project.now());
}

async function unfinished(project: Project): Promise<readonly Key[]> {
  return (await listRuns(project)).filter((run) => !run.isFinished && run.problem === undefined).map(({ key }) => key);
}

export interface Reason {
  readonly ref: string;
  readonly kind: 'decision' | 'rejection';
  readonly text: string;
  readonly at: string | null;
}

/** Decisions and rejections of all runs, also archived ones, that have every word of a text. */
export async function searchReasons(project: Project, text: string): Promise<readonly Reason[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (await project.store.list({ all: true })).flatMap(({ key, state }) => {
    const notes = isObject(state['pawl']) ? state['pawl'] : {};
    const textsOf = (kind: Reason['kind'], list: unknown): Reason[] =>
      (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
        const said = isObject(one) && typeof one['text'] === 'string' ? one['text'] : null;
        if (said === null || !words.every((word) => said.toLowerCase().includes(word))) return [];
        const at = isObject(one) && typeof one['at'] === 'string' ? one['at'] : null;
        return [{ ref: refOf(key), kind, text: said, at }];
      });
    return textsOf('decision', notes['decisions']).concat(textsOf('rejection', notes['rejected']));
  });
  return found.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
}

/** Starts a workflow; another one that began within the same second moves it to the next. */
export async function startWorkflow(project: Project, start: WorkflowStart): Promise<Stored> {
  for (let second = 0; second < 60; second++) {
    const step = workflowStart(start, new Date(project.now().getTime() + second * 1000));
    try {
      const stored = await change(project.store, step.key, planChange(step, project.context()));
      if (stored !== null) return stored;
    } catch (error) {
      if (!isPawlError(error, 'conflict') || error.data['taken'] !== true) throw error;
    }
  }
  throw new PawlError('busy', 'others start workflows of this name every second', { hint: 'Try again.' });
}
