// Commands of pipelines, step by step: `pipeline init`, `start`, `done`, `fail`, `pause`, `review`, `note`, `complete`.
// Each works with and without a spec.

import { pawl } from '../base/command-line.js';
import { PawlError, isPawlError } from '../base/errors.js';
import { type Key, pipelineKey, refOf } from '../base/names.js';
import { type PipelinePlan, pipelineFormat, pipelineResume } from '../formats/pipeline.js';
import type { PipelineEvent } from '../formats/pipeline-steps.js';
import { planChange } from '../runs/change.js';
import { filesMatching, isGlob } from '../runs/globs.js';
import { refuseWhileBuilt } from '../runs/lease.js';
import { findRun, readRun } from '../runs/list.js';
import { pipelineChange, pipelineStart } from '../runs/pipelines.js';
import type { Project } from '../runs/project.js';
import { loadSpec, specOfRun } from '../runs/specs.js';
import type { Stored } from '../store/store.js';
import { type Argument, type Output, type Surroundings, badUsage, command, toNumber } from './command.js';
import { plain, style } from './view.js';
import { inOne, orNull, reportOptions, write } from './write.js';

const id: Argument = { name: 'ID', about: 'A pipeline: PRD-009', complete: 'ref' };
const workstream: Argument = { name: 'WS', about: 'A workstream: WS1' };

interface Run {
  readonly project: Project;
  readonly key: Key;
  readonly ref: string;
  readonly env: NodeJS.ProcessEnv;
}

async function openRun({ project: open, env }: Surroundings, name: string): Promise<Run> {
  const project = open();
  const own = pipelineKey(name.replace(/^pipeline:/, ''));
  const key = (await project.store.get(own)) === null ? await findRun(project, name) : own;
  if (key.family === 'pipeline') return { project, key, ref: refOf(key), env };
  throw new PawlError('bad-usage', `${refOf(key)} is a ${key.family}, not a pipeline`, {
    hint: `\`${pawl`list --family pipeline`}\` shows all pipelines.`,
  });
}

/** The plan of a run. Work that is reported counts although the spec cannot be read; work is not started then. */
async function planOf({ project, key }: Run, isNeeded = false): Promise<PipelinePlan | undefined> {
  try {
    const { doc } = pipelineFormat.decode((await readRun(project, key)).state);
    return (await specOfRun(project, doc))?.spec;
  } catch (error) {
    if (isNeeded || !isPawlError(error)) throw error;
    project.notify(`the spec was not used: ${error.message}`);
    return undefined;
  }
}

/** Stores what happened, in one revision, and says what comes next. */
async function record(
  { project, key, env }: Run,
  text: string,
  [first, ...more]: readonly [PipelineEvent, ...PipelineEvent[]],
  plan?: PipelinePlan,
): Promise<Output> {
  // The build itself reports what it runs; an agent inside it may, too.
  if (first.type !== 'note' && env['PAWL_RUN'] !== refOf(key)) await refuseWhileBuilt(project.store, key);
  const change = inOne(
    pipelineChange(key, first, plan),
    more.map((event) => pipelineChange(key, event, plan)),
  );
  return answer(await write(project, env, key, planChange(change, project.context())), text, plan);
}

function answer({ key, state, revision, rev }: Stored, text: string, plan?: PipelinePlan): Output {
  const { doc } = pipelineFormat.decode(state);
  const { unit, phase } = pipelineResume(doc, plan);
  const { current_phase, status } = doc;
  const isWaiting = status === 'paused' || status === 'initialized';
  const more = isWaiting && unit !== null ? [`Next: ${plain(unit)}`] : [];
  const end = status === 'complete' ? [`${plain(refOf(key))} complete`] : more;
  return {
    text: [...new Set([text, ...end])].join('\n'),
    json: { ok: true, ref: refOf(key), status, current_phase, next: unit, phase, revision, rev },
  };
}

const init = command({
  name: 'pipeline init',
  group: 'write',
  about: 'Begin a pipeline, from a spec or from names',
  args: [
    { name: 'SPEC', about: 'A spec: its file or id. With --workstream, the id of the pipeline', complete: 'file' },
  ],
  options: {
    title: { value: 'TEXT', about: 'What is built; from the spec by default' },
    workstream: { value: 'ID', isMultiple: true, about: 'A workstream, in order (without a spec)' },
    gate: { value: 'ID', isMultiple: true, about: 'A gate that must pass (without a spec)' },
  },
  examples: [
    'pipeline init docs/EXECUTION-SPEC-PRD-009.md',
    'pipeline init PRD-009 --title "Cashier Workflows" --workstream WS1 --workstream WS2 --gate lint',
  ],
  async run({ args: [name = ''], values: { title, workstream: named = [], gate: gates = [] }, project: open, env }) {
    const project = open();
    const ids = [...new Set(named.flatMap((one) => one.split(',')))];
    if (ids.length === 0 && gates.length > 0) throw badUsage(init, '--gate goes with --workstream');
    const loaded = ids.length > 0 ? null : await loadSpec(project, name);
    const workstreams = Object.fromEntries(ids.map((one) => [one, {}]));
    const phases = [{ name: 'Phase 1', workstreams: ids, gates }];
    const plan: PipelinePlan = loaded?.spec ?? { prd: name, prd_title: name, workstreams, phases };
    const key = pipelineKey(plan.prd);
    const begin = pipelineStart(key, { ...plan, prd_title: title ?? plan.prd_title });
    const noted = loaded === null ? [] : [pipelineChange(key, { type: 'note', spec: loaded.file })];
    const stored = await write(project, env, key, planChange(inOne(begin, noted), project.context()));
    return answer(stored, `${plain(plan.prd)} begun with ${listed(Object.keys(plan.workstreams))}`, plan);
  },
});

function listed(ids: readonly string[]): string {
  return ids.map((one) => plain(one)).join(', ');
}

const start = command({
  name: 'pipeline start',
  group: 'write',
  about: 'Start workstreams',
  details: 'With a spec, refused while dependencies, earlier phases or their gates are open.',
  args: [id, { ...workstream, isRest: true }],
  options: {},
  examples: ['pipeline start PRD-009 WS1', 'pipeline start PRD-009 WS2 WS3'],
  async run({ args: [name = '', ...workstreams], ...around }) {
    const run = await openRun(around, name);
    const text = `${listed(workstreams)} started`;
    return record(run, text, [{ type: 'start', workstreams }], await planOf(run, true));
  },
});

const redo = command({
  name: 'pipeline redo',
  group: 'write',
  about: 'Make completed workstreams pending, to do them again',
  details: 'Gates that cover them are due again. Their files stay as they are.',
  args: [id, { ...workstream, isRest: true }],
  options: {},
  examples: ['pipeline redo PRD-009 WS1'],
  async run({ args: [name = '', ...workstreams], ...around }) {
    const run = await openRun(around, name);
    const text = `${listed(workstreams)} to be done again`;
    return record(run, text, [{ type: 'redo', workstreams }], await planOf(run));
  },
});

const done = command({
  name: 'pipeline done',
  group: 'write',
  about: 'Record that a workstream is complete',
  details:
    'Without --artifact, its files are the outputs of the spec that exist. Globs become the files that they match.',
  args: [id, workstream],
  options: {
    artifact: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file that it made, or a glob' },
    summary: reportOptions.summary,
    next: { value: 'TEXT', about: 'What is to be done next' },
  },
  examples: ['pipeline done PRD-009 WS1 --artifact migration.sql --artifact dtos.ts -s "The tables exist"'],
  async run({ args: [name = '', unit = ''], values: { artifact, summary, next }, ...around }) {
    const run = await openRun(around, name);
    const plan = await planOf(run);
    const { root } = run.project;
    const outputs = Object.entries(plan?.workstreams ?? {}).find(([one]) => one === unit)?.[1].outputs ?? [];
    const artifacts = artifact?.flatMap((one) => expand(root, one)) ?? filesMatching(root, outputs);
    const note = next === undefined ? [] : [{ type: 'note', next: orNull(next) } as const];
    const event = { type: 'done', workstream: unit, artifacts, summary } as const;
    return record(run, `${plain(unit)} complete`, [event, ...note], plan);
  },
});

/** A glob that matches nothing stays as it is: somebody said so. */
function expand(root: string, artifact: string): readonly string[] {
  const files = isGlob(artifact) ? filesMatching(root, [artifact]) : [];
  return files.length === 0 ? [artifact] : files;
}

const fail = command({
  name: 'pipeline fail',
  group: 'write',
  about: 'Record that a workstream failed',
  args: [id, workstream],
  options: {
    error: { value: 'TEXT', isRequired: true, about: 'What went wrong' },
    file: { value: 'FILE', complete: 'file', about: 'Where it went wrong' },
    line: { value: 'N', about: 'The line in that file' },
  },
  examples: ['pipeline fail PRD-009 WS3 --error "no player_id" --file services/player/index.ts --line 45'],
  async run({ args: [name = '', unit = ''], values: { error: message = '', file, line: at }, ...around }) {
    const line = at === undefined ? undefined : toNumber('--line', at, 1);
    const place = file === undefined ? '' : ` in ${[file, ...(at === undefined ? [] : [at])].join(':')}`;
    const text = style('red', `${plain(unit)} failed: ${plain(`${message}${place}`)}`);
    return record(await openRun(around, name), text, [{ type: 'fail', workstream: unit, message, file, line }]);
  },
});

const pause = command({
  name: 'pipeline pause',
  group: 'write',
  about: 'Pause a pipeline; what is in progress returns to pending',
  args: [id],
  options: {},
  async run({ args: [name = ''], ...around }) {
    const run = await openRun(around, name);
    return record(run, `${plain(run.ref)} paused. \`${pawl`resume ${run.ref}`}\` continues it.`, [{ type: 'pause' }]);
  },
});

const verdicts = ['ship', 'ship_with_gates', 'do_not_ship', 'overridden'] as const;

const review = command({
  name: 'pipeline review',
  group: 'write',
  about: 'Record the verdict of the adversarial review',
  details: 'At most two reviews; do_not_ship blocks the start until a second review or an override with a reason.',
  args: [id],
  options: {
    verdict: {
      value: 'VERDICT',
      isRequired: true,
      choices: { of: verdicts, noun: 'verdict' },
      about: 'What the reviewer says',
    },
    p0: { value: 'N', about: 'The number of P0 findings' },
    p1: { value: 'N', about: 'The number of P1 findings' },
    findings: { value: 'FILE', complete: 'file', about: 'The report' },
    'override-reason': { value: 'TEXT', about: 'Why the review is overridden' },
  },
  examples: [
    'pipeline review PRD-009 --verdict ship_with_gates --p0 0 --p1 2 --findings docs/review.md',
    'pipeline review PRD-009 --verdict overridden --override-reason "The finding is out of scope"',
  ],
  async run({ args: [name = ''], values, ...around }) {
    const { p0, p1, findings: findings_path, 'override-reason': override_reason } = values;
    const verdict = verdicts.find((one) => one === values.verdict) ?? 'do_not_ship';
    if (verdict === 'overridden' ? !override_reason?.trim() : p0 === undefined || p1 === undefined)
      throw badUsage(review, `${verdict === 'overridden' ? '--override-reason' : '--p0 or --p1'} is missing`);
    const p0_count = p0 === undefined ? undefined : toNumber('--p0', p0);
    const p1_count = p1 === undefined ? undefined : toNumber('--p1', p1);
    const run = await openRun(around, name);
    const event = { type: 'review', verdict, p0_count, p1_count, findings_path, override_reason } as const;
    return record(run, `Review of ${plain(run.ref)}: ${verdict.replaceAll('_', ' ')}`, [event]);
  },
});

const note = command({
  name: 'pipeline note',
  group: 'write',
  about: 'Record fixes, clean-up, a decision, the next action, or the file of the spec',
  args: [id],
  options: {
    'eslint-fix': { value: 'FILE=CHANGE', isMultiple: true, about: 'A lint error that was fixed' },
    'key-fix': { value: 'FILE=CHANGE', isMultiple: true, about: 'Another fix worth knowing' },
    cleanup: { value: 'TEXT', isMultiple: true, about: 'What was cleaned up' },
    decision: { value: 'TEXT', about: 'What was decided, and why' },
    reject: { value: 'TEXT', about: 'An idea that was rejected, so that nobody revives it' },
    next: { value: 'TEXT', about: 'What is to be done next; an empty text removes it' },
    spec: { value: 'FILE', complete: 'file', about: 'The spec that it follows' },
  },
  examples: ['pipeline note PRD-009 --key-fix "services/player/index.ts=player_id added to the DTO"'],
  async run({ args: [name = ''], values, ...around }) {
    const { cleanup, decision, reject, next, spec: file } = values;
    if (Object.keys(values).length === 0) throw badUsage(note, 'there is nothing to note');
    const run = await openRun(around, name);
    const loaded = file === undefined ? undefined : await loadSpec(run.project, file);
    if (loaded !== undefined && loaded.spec.prd !== run.ref)
      throw new PawlError('not-allowed', `${loaded.file} is the spec of ${loaded.spec.prd}, not of ${run.ref}`);
    const fixes = {
      eslint_fixes: values['eslint-fix']?.map((one) => toFix('--eslint-fix', one)),
      key_fixes: values['key-fix']?.map((one) => toFix('--key-fix', one)),
      cleanup_done: cleanup === undefined ? undefined : [...cleanup],
    };
    const event = { type: 'note', ...fixes, decision, reject, next: orNull(next), spec: loaded?.file } as const;
    return record(run, `${plain(run.ref)}: noted`, [event]);
  },
});

function toFix(option: string, text: string): { file: string; change: string } {
  const [, file = '', change = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (file !== '') return { file, change };
  throw new PawlError('bad-usage', `${option} must be FILE=CHANGE, found "${text}"`, {
    hint: `Write e.g. ${option} "src/a.ts=unused import removed".`,
  });
}

const complete = command({
  name: 'pipeline complete',
  group: 'write',
  about: 'End a pipeline as complete; refused while work or gates are left',
  args: [id],
  options: {},
  async run({ args: [name = ''], ...around }) {
    const run = await openRun(around, name);
    return record(run, `${plain(run.ref)} complete`, [{ type: 'complete' }], await planOf(run));
  },
});

export const pipelineCommands = [init, start, redo, done, fail, pause, review, note, complete];
