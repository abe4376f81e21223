// Commands behind the shell utilities in .claude/utils: `workflow save`, `workflow load`, `workflow list`.

import path from 'node:path';
import { PawlError } from '../base/errors.js';
import { isObject, parseJson, renderJson } from '../base/json.js';
import { type Key, refOf, workflowKey } from '../base/names.js';
import { withRev } from '../formats/notes.js';
import { projectName, workflowFormat, workflowFromState, workflowId } from '../formats/workflow.js';
import { change, planChange } from '../runs/change.js';
import { listRuns } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { type Argument, type Command, command } from './command.js';
import { ageText, columns, plain, statusText } from './view.js';

const type: Argument = { name: 'TYPE', about: 'e.g. orchestrate, implement, test-all' };

/** The unfinished workflows of a type and project, the last changed first. */
async function unfinished(project: Project, type: string, name?: string): Promise<readonly Key[]> {
  const begin = name === undefined ? `${type}_` : `${type}_${projectName(name)}_`;
  const runs = await listRuns(project, { family: 'workflow' });
  const open = runs.filter(
    ({ isFinished, place, problem }) => !isFinished && place === 'live' && problem === undefined,
  );
  const isOf = (ref: string): boolean => {
    const rest = ref.startsWith(begin) ? ref.slice(begin.length) : '';
    return name === undefined ? rest !== '' : /^\d{8}_\d{6}$/.test(rest);
  };
  return open.filter(({ ref }) => isOf(ref)).map(({ key }) => key);
}

const save = command({
  name: 'workflow save',
  group: 'write',
  about: 'Save the state of a workflow that it keeps in its own form, and print the path of its checkpoint',
  args: [type, { name: 'STATE', about: 'The state as JSON; "-" reads it from standard input' }],
  options: {},
  isInternal: true,
  async run({ args: [type = '', given = ''], project: open, input }) {
    const parsed = parseJson(given === '-' ? await input() : given);
    if ('reason' in parsed || !isObject(parsed.value))
      throw new PawlError('bad-input', `the state is not a JSON object: ${'reason' in parsed ? parsed.reason : given}`);
    const state = parsed.value;
    const project = open();
    const now = project.now().toISOString();
    const name = [state['project_name'], state['workflow_description'], type].find((one) => typeof one === 'string');
    const [known] = await unfinished(project, type, name);
    const key = known ?? workflowKey(workflowId(type, name ?? type, now));
    const plan = planChange(
      {
        key,
        format: workflowFormat,
        event: { name: 'save' },
        place: state['status'] === 'complete' ? 'archived' : state['status'] === 'abandoned' ? 'failed' : undefined,
        decide: (doc, at) => workflowFromState(type, name ?? null, state, at, doc ?? undefined),
      },
      project.context(),
    );
    const stored = await change(project.store, key, plan);
    const run = (await listRuns(project, { family: 'workflow' })).find(({ ref }) => ref === refOf(key));
    const file = run?.path ?? null;
    const text =
      file === null ? 'The workflow is complete; its checkpoint file was removed.' : path.relative(project.root, file);
    return { text, json: { ok: true, ref: refOf(key), path: file, rev: stored?.rev } };
  },
});

const load = command({
  name: 'workflow load',
  group: 'see',
  about: 'Print the newest unfinished checkpoint of a workflow',
  args: [type, { name: 'PROJECT', about: 'The name of its project', isOptional: true }],
  options: {},
  isInternal: true,
  async run({ args: [type = '', name], project: open }) {
    const project = open();
    const [key] = await unfinished(project, type, name);
    const stored = key === undefined ? null : await project.store.get(key);
    const what = name === undefined ? type : `${type} ${name}`;
    if (stored === null) throw new PawlError('not-found', `there is no unfinished workflow ${what}`);
    const doc = withRev(stored.state, stored.rev);
    return { text: renderJson(doc).trimEnd(), json: doc };
  },
});

const list = command({
  name: 'workflow list',
  group: 'see',
  about: 'List the checkpoints of workflows',
  args: [{ ...type, isOptional: true }],
  options: {},
  isInternal: true,
  async run({ args: [type], project: open }) {
    const project = open();
    const all = await listRuns(project, { family: 'workflow' });
    const runs = all.filter(({ ref }) => type === undefined || ref.startsWith(`${type}_`));
    const rows = runs.map(({ ref, status, progress: { done, total }, updatedAt, title }) => {
      return [ref, statusText(status), `${done}/${total}`, ageText(updatedAt, project.now()), plain(title, 60)];
    });
    return {
      text: rows.length === 0 ? 'There are no checkpoints of workflows.' : columns(rows),
      json: { ok: true, runs },
    };
  },
});

export const utilityCommands: readonly Command[] = [save, load, list];
