// Commands that record progress: `phase`, `complete`, `note`, `save`.

import { pawl } from '../base/command-line.js';
import { PawlError, badInput, isPawlError } from '../base/errors.js';
import { isObject, parseJson, toJsonObject } from '../base/json.js';
import { type Key, keyText, keysOfRef, refOf } from '../base/names.js';
import { isSlipOf } from '../base/text.js';
import type { CommandEvent } from '../formats/command.js';
import type { Note } from '../formats/notes.js';
import { type Change, type Plan, change, openState, planChange } from '../runs/change.js';
import { commandChange } from '../runs/commands.js';
import { noteWrite } from '../runs/fold.js';
import { statusWord } from '../runs/history.js';
import { findRun } from '../runs/list.js';
import { pipelineChange } from '../runs/pipelines.js';
import { type Project, formats } from '../runs/project.js';
import { originOf, planSave } from '../runs/save.js';
import { workflowChange } from '../runs/workflows.js';
import type { Stored } from '../store/store.js';
import { type Choices, type Option, badUsage, command, readGiven } from './command.js';
import { ref } from './see.js';
import { plain, style } from './view.js';

/** Changes a run, and binds the agent's session that calls to it. */
export async function write(project: Project, env: NodeJS.ProcessEnv, key: Key, plan: Plan): Promise<Stored> {
  const stored = await change(project.store, key, plan);
  if (stored === null) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
  await bind(project, env, key);
  return stored;
}

/** The write is stored: a session that cannot be bound does not undo it. */
export async function bind(project: Project, env: NodeJS.ProcessEnv, key: Key): Promise<void> {
  try {
    await noteWrite(project, env, key);
  } catch (error) {
    project.notify(`the session could not be bound to ${refOf(key)}: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Several steps in one revision; the history names the first. */
function inOne<D extends object>(first: Change<D>, more: readonly Change<D>[]): Change<D> {
  return {
    ...first,
    decide: (doc, now) => more.reduce((at, step) => step.decide(at, now) ?? at, first.decide(doc, now)),
  };
}

/** The run that a write is about. One that does not exist yet is begun, unless its name looks like a slip of another's. */
async function runToWrite(project: Project, name: string, isNew: boolean, canBegin = true): Promise<Key> {
  try {
    return await findRun(project, name);
  } catch (error) {
    if (!isPawlError(error, 'not-found') || (!canBegin && !isNew)) throw error;
  }
  const [key] = keysOfRef(name);
  if (key === undefined) throw new PawlError('bad-name', `${name} is not the name of a run`);
  if (isNew) return key;
  const refs = (await project.store.list({ family: key.family })).map((one) => refOf(one.key));
  const slip = refs.find((one) => isSlipOfRef(refOf(key), one));
  if (slip === undefined) return key;
  throw new PawlError('not-found', `there is no run ${name}. Did you mean ${slip}?`, {
    hint: '--new begins a new run with that name. Nothing was changed.',
  });
}

/** `implement/ui` and `implement/api` differ in a whole word, however long the rest is. */
function isSlipOfRef(typed: string, ref: string): boolean {
  const [a, b] = [typed.split('/'), ref.split('/')];
  return a.length === b.length && a.every((part, n) => part === b[n] || isSlipOf(part, b[n] ?? ''));
}

/** A file that a person removed may mean "stop": a phase does not silently begin the run again. */
function refuseRemoved(current: Stored | null): void {
  if (current === null || current.place !== 'removed' || current.event.name !== 'removed') return;
  const ref = refOf(current.key);
  throw new PawlError('needs-person', `the checkpoint file of ${ref} was removed by hand`, {
    hint: `\`${pawl`restore ${ref} ${Math.max(1, current.revision - 1)}`}\` brings the run back, --new begins a new one.`,
  });
}

function refuseSlip(current: Stored | null, unit: string): void {
  const state = openState(current);
  if (current === null || state === null) return;
  const { units, isFinished } = formats[current.key.family].overview(state);
  if (isFinished || units.some(({ name }) => name === unit)) return;
  const near = units.find(({ name }) => isSlipOf(unit, name))?.name;
  if (near === undefined) return;
  throw new PawlError('bad-usage', `${refOf(current.key)} has no phase ${unit}. Did you mean ${near}?`, {
    hint: '--new adds a phase with that name. Nothing was changed.',
  });
}

export const phaseStatuses: Choices = {
  of: ['pending', 'in_progress', 'complete', 'failed', 'skipped'],
  noun: 'status',
  meant: Object.fromEntries(
    Object.entries({
      complete: 'done completed finished finish ok success passed',
      in_progress: 'started start running begin begun doing wip active working progress',
      failed: 'fail error errored broken failure',
      skipped: 'skip ignored',
      pending: 'todo open waiting planned',
    }).flatMap(([status, words]) => words.split(' ').map((word) => [word, status])),
  ),
};

const isNewOption = {
  about: 'Begin a new run or phase although the name is close to an existing one',
} satisfies Option;

/** What every phase of every family can report. */
export const reportOptions = {
  summary: { value: 'TEXT', short: 's', about: 'What the next session should know (at most 500 words)' },
  created: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file that was created' },
  modified: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file that was changed' },
} as const satisfies Readonly<Record<string, Option>>;

const phase = command({
  name: 'phase',
  group: 'write',
  about: 'Record the status of a phase',
  details: 'Begins the run when there is none, and a new run when the last one is complete.',
  args: [
    ref,
    { name: 'PHASE', about: 'The name of the phase' },
    { name: 'STATUS', about: 'Its status', choices: phaseStatuses },
  ],
  options: {
    ...reportOptions,
    error: { value: 'TEXT', about: 'Why it failed' },
    task: { value: 'ID=STATUS', isMultiple: true, about: 'The status of a task of this phase' },
    next: { value: 'TEXT', about: 'What is to be done next' },
    new: isNewOption,
  },
  examples: [
    'phase implement/auth api in_progress',
    'phase implement/auth api complete -s "POST /login works" --created src/login.ts',
    'phase implement/auth ui failed --error "boom in test.js:12"',
  ],
  async run({ args: [name = '', unit = '', status = ''], values, project: open, env }) {
    const { summary, error, created, modified, task = [], next } = values;
    if (error !== undefined && status !== 'failed') throw badUsage(phase, '--error goes with the status failed');
    const project = open();
    const key = await runToWrite(project, name, values.new === true);
    if (key.family !== 'command') throw notACommand(key);
    const given = { status, context_summary: summary, error, files_created: created, files_modified: modified };
    const tasks = task.length === 0 ? {} : { tasks: Object.fromEntries(task.map(toTask)) };
    const events: CommandEvent[] = [
      { type: 'phase', phase: unit, data: toJsonObject('phase', { ...given, ...tasks }) },
    ];
    if (next !== undefined) events.push({ type: 'note', next: orNull(next) });
    const [first, ...more] = events.map((event) => commandChange(key, event));
    if (first === undefined) throw badUsage(phase, 'PHASE is missing');
    const plan = planChange(inOne(first, more), project.context());
    let before: Stored | null = null;
    const stored = await write(project, env, key, (current) => {
      if (values.new !== true) refuseRemoved(current);
      if (values.new !== true) refuseSlip(current, unit);
      before = current;
      return plan(current);
    });
    const said = `${plain(unit)} ${statusWord(status)}${error === undefined ? '' : `: ${plain(error)}`}`;
    return {
      text: [status === 'failed' ? style('red', said) : said, ...afterPhase(stored, isOver(before))].join('\n'),
      json: { ok: true, ref: refOf(key), phase: unit, status, revision: stored.revision, rev: stored.rev },
    };
  },
});

/** True where the next phase begins a new run: there is none, or it is complete or without a file. */
function isOver(current: Stored | null): boolean {
  const state = openState(current);
  return current === null || state === null || formats[current.key.family].overview(state).isFinished;
}

/** One more line where there is something to say: a new run, or no phase left. */
function afterPhase({ key, state }: Stored, isNew: boolean): string[] {
  const ref = refOf(key);
  if (isNew) return [`${plain(ref)} is a new run.`];
  const { units } = formats[key.family].overview(state);
  const isLeft = units.some(({ status }) => status !== 'complete' && status !== 'skipped');
  return isLeft ? [] : [`No phase is open. If the work is done, \`${pawl`complete ${ref}`}\` ends the run.`];
}

function toTask(text: string): [string, { status: string }] {
  const [, id = '', status = ''] = /^(.+)=([^=]*)$/s.exec(text) ?? [];
  if (id !== '' && status !== '') return [id, { status }];
  throw new PawlError('bad-usage', `--task must be ID=STATUS, found "${text}"`, {
    hint: 'Write e.g. --task T1=complete.',
  });
}

function notACommand(key: Key): PawlError {
  const ref = refOf(key);
  const hint =
    key.family === 'workflow'
      ? `\`${pawl`workflow advance ${ref}`}\` completes its current phase.`
      : `\`${pawl`pipeline done ${ref} WS1`}\` completes a workstream of it.`;
  return new PawlError('bad-usage', `${ref} is a ${key.family}; phases of commands have names`, { hint });
}

const complete = command({
  name: 'complete',
  group: 'write',
  about: 'End a run as complete',
  args: [ref],
  options: {},
  async run({ args: [name = ''], project: open, env }) {
    const project = open();
    const key = await findRun(project, name);
    let was = false;
    const plan = completePlan(project, key);
    const stored = await write(project, env, key, (current) => {
      const state = openState(current);
      was = state !== null && formats[key.family].overview(state).isFinished;
      return was ? null : plan(current);
    });
    const { units } = formats[key.family].overview(stored.state);
    const left = units
      .filter(({ status }) => status !== 'complete' && status !== 'skipped')
      .map(({ name }) => plain(name));
    const ref = plain(refOf(key));
    const text = was ? `${ref} was already complete` : `${ref} complete`;
    return {
      text: left.length === 0 || was ? text : `${text}; not done: ${left.join(', ')}`,
      json: { ok: true, ref: refOf(key), already: was, not_done: left, revision: stored.revision, rev: stored.rev },
    };
  },
});

function completePlan(project: Project, key: Key): Plan {
  const context = project.context();
  if (key.family === 'command') return planChange(commandChange(key, { type: 'complete' }), context);
  if (key.family === 'pipeline') return planChange(pipelineChange(key, { type: 'complete' }), context);
  return planChange(workflowChange(key, { type: 'finish' }), context);
}

function notesPlan(project: Project, key: Key, [first = {}, ...more]: readonly Note[]): Plan {
  const plan = <D extends object>(toStep: (note: Note) => Change<D>): Plan =>
    planChange(inOne(toStep(first), more.map(toStep)), project.context());
  if (key.family === 'command') return plan((note) => commandChange(key, { type: 'note', ...note }));
  if (key.family === 'pipeline') return plan((note) => pipelineChange(key, { type: 'note', ...note }));
  return plan((note) => workflowChange(key, { type: 'note', ...note }));
}

/** An empty text removes what was there. */
function orNull(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}

const note = command({
  name: 'note',
  group: 'write',
  about: 'Record the goal, the next action, a decision, or an idea that was rejected',
  args: [ref],
  options: {
    next: { value: 'TEXT', about: 'What is to be done next; an empty text removes it' },
    decision: { value: 'TEXT', isMultiple: true, about: 'What was decided, and why' },
    reject: { value: 'TEXT', isMultiple: true, about: 'An idea that was rejected, so that nobody revives it' },
    goal: { value: 'TEXT', about: 'What the run is for' },
    branch: { value: 'NAME', about: 'The git branch that the run belongs to' },
    new: isNewOption,
  },
  examples: ['note implement/auth --next "write POST /login"', 'note implement/auth --decision "Sessions: simpler"'],
  async run({ args: [name = ''], values, project: open, env }) {
    const { next, decision = [], reject = [], goal, branch } = values;
    const single = { next: orNull(next), goal: orNull(goal), branch: orNull(branch) };
    const empty = [...decision, ...reject].some((text) => text.trim() === '');
    const said = [
      ...Object.entries({ 'next action': next, goal, branch }).flatMap(([what, text]) =>
        text === undefined ? [] : [what],
      ),
      ...decision.map(() => 'decision'),
      ...reject.map(() => 'rejection'),
    ];
    if (said.length === 0 || empty) throw badUsage(note, empty ? 'the text is empty' : 'there is nothing to note');
    const notes = [
      single,
      ...decision.map((text) => ({ decision: text })),
      ...reject.map((text) => ({ reject: text })),
    ];
    const project = open();
    const key = await runToWrite(project, name, values.new === true, false);
    const plan = notesPlan(project, key, notes);
    const stored = await write(project, env, key, (current) => {
      if (values.new !== true) refuseRemoved(current);
      return plan(current);
    });
    const text = `${plain(refOf(key))}: ${[...new Set(said)].join(', ')} recorded`;
    return {
      text: stored.revision === 1 ? `${text} (new run)` : text,
      json: { ok: true, ref: refOf(key), revision: stored.revision, rev: stored.rev },
    };
  },
});

const save = command({
  name: 'save',
  group: 'write',
  about: 'Save a whole document from a file or from standard input',
  details:
    'The document is merged onto the newest revision: its member pawl.rev says which revision it was changed from. ' +
    'Where someone else changed the same value since then, nothing is saved.',
  args: [ref, { name: 'FILE', about: 'A JSON file; - is standard input', isOptional: true, complete: 'file' }],
  options: {},
  examples: ['save implement/auth changed.json', 'save PRD-009 -'],
  async run({ args: [name = '', file], project: open, env, input }) {
    const text = await readGiven(file, input);
    if (text.trim() === '') throw badUsage(save, 'there is nothing to save');
    const parsed = parseJson(text);
    if ('reason' in parsed)
      throw badInput(file ?? 'standard input', [{ path: '', message: `is not JSON: ${parsed.reason}` }]);
    const project = open();
    const key = await runToWrite(project, name, true);
    const given = toJsonObject(keyText(key), parsed.value);
    const format = formats[key.family];
    if (!isObject(given) || !format.isCheckpoint(given))
      throw badInput(refOf(key), [{ path: '', message: `is not a checkpoint of a ${key.family}` }]);
    const number = originOf(given);
    const origin = number === null ? null : await project.store.revision(key, number);
    const stored = await write(project, env, key, planSave({ key, format, given }, origin, project.context()));
    return {
      text: `${plain(refOf(key))} saved (revision ${stored.revision})`,
      json: { ok: true, ref: refOf(key), revision: stored.revision, rev: stored.rev },
    };
  },
});

export const writeCommands = [phase, complete, note, save];
