// Commands of workflows: `workflow start`, `advance`, `fail`, `finish`.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Key, refOf } from '../base/names.js';
import { type WorkflowEvent, workflowFormat } from '../formats/workflow.js';
import { planChange } from '../runs/change.js';
import { findRun } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { startWorkflow, unfinishedLike, workflowChange } from '../runs/workflows.js';
import type { Stored } from '../store/store.js';
import { type Argument, command, toNumber } from './command.js';
import { plain, style } from './view.js';
import { bind, reportOptions, write } from './write.js';

const workflowRef: Argument = {
  name: 'REF',
  about: 'A workflow: its id, or orchestrate/auth_system for the newest of that type and project',
  complete: 'ref',
};

const start = command({
  name: 'workflow start',
  group: 'write',
  about: 'Start a workflow of numbered phases',
  details: 'Refused while a workflow of the same type and project, or with the same description, is unfinished.',
  args: [
    { name: 'TYPE', about: 'e.g. orchestrate, test-all' },
    { name: 'PROJECT', about: 'What it works on, e.g. auth_system' },
  ],
  options: {
    description: { value: 'TEXT', isRequired: true, about: 'What the workflow is for' },
    phases: { value: 'N', about: 'The number of phases; 0 when it is not known (default)' },
    'phase-name': { value: 'NAME', isMultiple: true, about: 'The name of a phase, in order' },
    new: { about: 'Start it although another one is unfinished' },
  },
  examples: ['workflow start orchestrate auth_system --description "Implement authentication" --phases 5'],
  async run({ args: [type = '', name = ''], values, project: open, env }) {
    const project = open();
    const totalPhases = toNumber('--phases', values.phases ?? '0');
    const begin = { type, project: name, description: values.description ?? '', totalPhases };
    const [unfinished] = values.new === true ? [] : await unfinishedLike(project, begin);
    if (unfinished !== undefined) throw unfinishedError(unfinished);
    const stored = await startWorkflow(project, { ...begin, phaseNames: values['phase-name'] });
    await bind(project, env, stored.key);
    const ref = refOf(stored.key);
    return { text: `${plain(ref)} started`, json: answer(stored) };
  },
});

function unfinishedError(key: Key): PawlError {
  const ref = refOf(key);
  return new PawlError('needs-person', `${ref} is unfinished`, {
    hint: `\`${pawl`resume ${ref}`}\` continues it; --new starts another one beside it.`,
    data: { ref },
  });
}

function answer({ key, state, revision, rev }: Stored): object {
  const { status, progress, current } = workflowFormat.overview(state);
  return { ok: true, ref: refOf(key), status, progress, current, revision, rev };
}

async function apply(project: Project, env: NodeJS.ProcessEnv, name: string, event: WorkflowEvent): Promise<Stored> {
  const key = await findRun(project, name);
  if (key.family !== 'workflow') {
    const hint = `\`${pawl`list --family workflow`}\` shows all workflows.`;
    throw new PawlError('bad-usage', `${refOf(key)} is a ${key.family}, not a workflow`, { hint });
  }
  return write(project, env, key, planChange(workflowChange(key, event), project.context()));
}

const advance = command({
  name: 'workflow advance',
  group: 'write',
  about: 'Complete the current phase of a workflow',
  args: [workflowRef],
  options: { phase: { value: 'N', about: 'Another phase than the current one' }, ...reportOptions },
  examples: ['workflow advance orchestrate/auth_system -s "The tables exist"'],
  async run({ args: [name = ''], values: { phase, summary, created, modified }, project: open, env }) {
    const number = phase === undefined ? undefined : toNumber('--phase', phase, 1);
    const event = { type: 'advance', phase: number, summary, created, modified } as const;
    const stored = await apply(open(), env, name, event);
    const { progress, current } = workflowFormat.overview(stored.state);
    const ref = refOf(stored.key);
    const next = current === null ? `\`${pawl`workflow finish ${ref}`}\` ends it.` : `Next: ${plain(current)}`;
    return { text: `${progress.done} of ${progress.total} phases complete. ${next}`, json: answer(stored) };
  },
});

const fail = command({
  name: 'workflow fail',
  group: 'write',
  about: 'Record that a workflow failed',
  args: [workflowRef],
  options: {
    error: { value: 'TEXT', isRequired: true, about: 'What went wrong' },
    final: { about: 'Nothing more can be done: its file moves to failed/' },
  },
  async run({ args: [name = ''], values, project: open, env }) {
    const message = values.error ?? '';
    const stored = await apply(open(), env, name, { type: 'fail', message, final: values.final === true });
    return { text: style('red', `${plain(refOf(stored.key))} failed: ${plain(message)}`), json: answer(stored) };
  },
});

const finish = command({
  name: 'workflow finish',
  group: 'write',
  about: 'End a workflow as complete; its file goes away, its history stays',
  args: [workflowRef],
  options: {},
  async run({ args: [name = ''], project: open, env }) {
    const stored = await apply(open(), env, name, { type: 'finish' });
    return { text: `${plain(refOf(stored.key))} complete`, json: answer(stored) };
  },
});

export const workflowCommands = [start, advance, fail, finish];
