// Commands of pipelines, step by step: `pipeline init`, `start`, `done`, `fail`, `pause`, `review`, `note`, `complete`.
// Each works with and without a spec.

import { pawl } from '../base/command-line.js';
import { PawlError, isPawlError } from '../base/errors.js';
import { type Key, pipelineKey, refOf } from '../base/names.js';
import { type PipelineDocument, type PipelinePlan, pipelineFormat, pipelineResume } from '../formats/pipeline.js';
import type { NoteEvent, PipelineEvent } from '../formats/pipeline-steps.js';
import type { Change } from '../runs/change.js';
import { planChange } from '../runs/change.js';
import { filesMatching, isGlob } from '../runs/globs.js';
import { findRun, readRun } from '../runs/list.js';
import { pipelineChange, pipelineStart } from '../runs/pipelines.js';
import type { Project } from '../runs/project.js';
import { loadSpec, specOfRun } from '../runs/specs.js';
import type { Stored } from '../store/store.js';
import { type Argument, type Choices, type Output, badUsage, command, toNumber } from './command.js';
import { plain, style } from './view.js';
import { inOne, orNull, reportOptions, write } from './write.js';

const pipelineId: Argument = { name: 'ID', about: 'A pipeline: PRD-009', complete: 'ref' };
const workstream: Argument = { name: 'WS', about: 'A workstream: WS1' };

async function keyOf(project: Project, name: string): Promise<Key> {
  const key = await findRun(project, name.includes(':') ? name : `pipeline:${name}`);
  if (key.family === 'pipeline') return key;
  throw new PawlError('bad-usage', `${refOf(key)} is a ${key.family}, not a pipeline`);
}

/** The plan of a run. Work that is reported counts although the spec cannot be read; work is not started then. */
async function planOf(project: Project, key: Key, isNeeded: boolean): Promise<PipelinePlan | undefined> {
  try {
    const { doc } = pipelineFormat.decode((await readRun(project, key)).state);
    return (await specOfRun(project, doc))?.spec;
  } catch (error) {
    if (isNeeded || !isPawlError(error)) throw error;
    project.notify(`the spec was not used: ${error.message}`);
    return undefined;
  }
}

type Env = NodeJS.ProcessEnv;

async function apply(project: Project, env: Env, steps: readonly Change<PipelineDocument>[]): Promise<Stored> {
  const [first, ...more] = steps;
  if (first === undefined) throw new PawlError('internal', 'there is nothing to save');
  return write(project, env, first.key, planChange(inOne(first, more), project.context()));
}

/** What was done, and what comes next. */
function answer(stored: Stored, text: string, plan?: PipelinePlan): Output {
  const { doc } = pipelineFormat.decode(stored.state);
  const { unit, phase } = pipelineResume(doc, plan);
  const ref = refOf(stored.key);
  const { current_phase, status, in_progress_workstreams: running } = doc;
  const isNext = unit !== null && !running.includes(unit) && (status === 'paused' || status === 'initialized');
  const next = isNext ? `\nNext: ${plain(unit)}` : status === 'complete' ? `\n${plain(ref)} complete` : '';
  return {
    text: `${text}${next}`,
    json: { ok: true, ref, status, current_phase, next: unit, phase, revision: stored.revision, rev: stored.rev },
  };
}

const init = command({
  name: 'pipeline init',
  group: 'write',
  about: 'Begin a pipeline, from a spec or from names',
  args: [
    { name: 'SPEC|ID', about: 'A spec: its file or id. With --workstream, the id of the pipeline', complete: 'file' },
  ],
  options: {
    title: { value: 'TEXT', about: 'What is built (without a spec)' },
    workstream: { value: 'ID', isMultiple: true, about: 'A workstream, in order (without a spec)' },
    gate: { value: 'ID', isMultiple: true, about: 'A gate that must pass (without a spec)' },
  },
  examples: [
    'pipeline init docs/EXECUTION-SPEC-PRD-009.md',
    'pipeline init PRD-009 --title "Cashier Workflows" --workstream WS1 --workstream WS2 --gate lint',
  ],
  async run({ args: [name = ''], values: { title, workstream: named = [], gate = [] }, project: open, env }) {
    const project = open();
    const ids = named.flatMap((one) => one.split(','));
    if (ids.length === 0 && gate.length > 0) throw badUsage(init, '--gate goes with --workstream');
    const { spec, file } = ids.length > 0 ? { spec: looseplan(name, title, ids, gate) } : await loadSpec(project, name);
    const plan = title === undefined ? spec : { ...spec, prd_title: title };
    const key = pipelineKey(plan.prd);
    const noted = file === undefined ? [] : [pipelineChange(key, { type: 'note', spec: file })];
    const stored = await apply(project, env, [pipelineStart(key, plan), ...noted]);
    return answer(
      stored,
      `${plain(plan.prd)} initialized with ${Object.keys(plan.workstreams)
        .map((id) => plain(id))
        .join(', ')}`,
      plan,
    );
  },
});

/** A plan that only names the work: everything can start at once. */
function looseplan(
  prd: string,
  title = prd,
  ids: readonly string[],
  gates: readonly string[],
): PipelinePlan & { file?: undefined } {
  const workstreams = Object.fromEntries(ids.map((id) => [id, {}]));
  return { prd, prd_title: title, workstreams, phases: [{ name: 'Phase 1', workstreams: [...new Set(ids)], gates }] };
}

const start = command({
  name: 'pipeline start',
  group: 'write',
  about: 'Start workstreams',
  details: 'With a spec, refused while dependencies, earlier phases or their gates are open.',
  args: [pipelineId, { ...workstream, isRest: true }],
  options: {},
  examples: ['pipeline start PRD-009 WS1', 'pipeline start PRD-009 WS2 WS3'],
  async run({ args: [name = '', ...workstreams], project: open, env }) {
    const project = open();
    const key = await keyOf(project, name);
    const plan = await planOf(project, key, true);
    const stored = await apply(project, env, [pipelineChange(key, { type: 'start', workstreams }, plan)]);
    return answer(stored, `${workstreams.map((id) => plain(id)).join(', ')} started`, plan);
  },
});

const done = command({
  name: 'pipeline done',
  group: 'write',
  about: 'Record that a workstream is complete',
  details:
    'Without --artifact, the outputs in the spec that exist are its files. Globs become the files that they match.',
  args: [pipelineId, workstream],
  options: {
    artifact: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file that it made, or a glob' },
    summary: reportOptions.summary,
    next: { value: 'TEXT', about: 'What is to be done next' },
  },
  examples: ['pipeline done PRD-009 WS1 --artifact migration.sql --artifact dtos.ts -s "The tables exist"'],
  async run({ args: [name = '', id = ''], values: { artifact, summary, next }, project: open, env }) {
    const project = open();
    const key = await keyOf(project, name);
    const plan = await planOf(project, key, false);
    const outputs =
      plan !== undefined && Object.hasOwn(plan.workstreams, id) ? plan.workstreams[id]?.outputs : undefined;
    const artifacts =
      artifact?.flatMap((one) => expand(project.root, one)) ?? filesMatching(project.root, outputs ?? []);
    const events: PipelineEvent[] = [{ type: 'done', workstream: id, artifacts, summary }];
    if (next !== undefined) events.push({ type: 'note', next: orNull(next) });
    const stored = await apply(
      project,
      env,
      events.map((event) => pipelineChange(key, event, plan)),
    );
    return answer(stored, `${plain(id)} complete`, plan);
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
  args: [pipelineId, workstream],
  options: {
    error: { value: 'TEXT', isRequired: true, about: 'What went wrong' },
    file: { value: 'FILE', complete: 'file', about: 'Where it went wrong' },
    line: { value: 'N', about: 'The line in that file' },
  },
  examples: ['pipeline fail PRD-009 WS3 --error "no player_id" --file services/player/index.ts --line 45'],
  async run({ args: [name = '', id = ''], values: { error: message = '', file, line }, project: open, env }) {
    const project = open();
    const key = await keyOf(project, name);
    const at = line === undefined ? undefined : toNumber('--line', line, 1);
    const event = { type: 'fail', workstream: id, message, file, line: at } as const;
    const stored = await apply(project, env, [pipelineChange(key, event)]);
    const place = file === undefined ? '' : ` (${file}${at === undefined ? '' : `:${at}`})`;
    return answer(stored, style('red', `${plain(id)} failed: ${plain(message)}${plain(place)}`));
  },
});

const pause = command({
  name: 'pipeline pause',
  group: 'write',
  about: 'Pause a pipeline; what is in progress returns to pending',
  args: [pipelineId],
  options: {},
  async run({ args: [name = ''], project: open, env }) {
    const project = open();
    const key = await keyOf(project, name);
    const stored = await apply(project, env, [pipelineChange(key, { type: 'pause' })]);
    const ref = refOf(key);
    return answer(stored, `${plain(ref)} paused. \`${pawl`resume ${ref}`}\` continues it.`);
  },
});

const verdicts = ['ship', 'ship_with_gates', 'do_not_ship', 'overridden'] as const;
const verdictChoices: Choices = { of: verdicts, noun: 'verdict' };

const review = command({
  name: 'pipeline review',
  group: 'write',
  about: 'Record the verdict of the adversarial review',
  details: 'At most two reviews; do_not_ship blocks the start until a second review or an override with a reason.',
  args: [pipelineId],
  options: {
    verdict: { value: 'VERDICT', isRequired: true, choices: verdictChoices, about: 'What the reviewer says' },
    p0: { value: 'N', about: 'The number of P0 findings' },
    p1: { value: 'N', about: 'The number of P1 findings' },
    findings: { value: 'FILE', complete: 'file', about: 'The report' },
    'override-reason': { value: 'TEXT', about: 'Why the review is overridden' },
  },
  examples: [
    'pipeline review PRD-009 --verdict ship_with_gates --p0 0 --p1 2 --findings docs/review.md',
    'pipeline review PRD-009 --verdict overridden --override-reason "The finding is out of scope"',
  ],
  async run({ args: [name = ''], values, project: open, env }) {
    const { p0, p1, findings: findings_path, 'override-reason': override_reason } = values;
    const verdict = verdicts.find((one) => one === values.verdict) ?? 'do_not_ship';
    if (verdict !== 'overridden' && (p0 === undefined || p1 === undefined))
      throw badUsage(review, '--p0 and --p1 say how many findings there are; 0 is a number, too');
    if (verdict === 'overridden' && (override_reason ?? '').trim() === '')
      throw badUsage(review, '--override-reason is missing');
    const counts = {
      ...(p0 === undefined ? {} : { p0_count: toNumber('--p0', p0) }),
      ...(p1 === undefined ? {} : { p1_count: toNumber('--p1', p1) }),
    };
    const project = open();
    const key = await keyOf(project, name);
    const event = { type: 'review', verdict, findings_path, override_reason, ...counts } as const;
    const stored = await apply(project, env, [pipelineChange(key, event)]);
    const { attempt } = pipelineFormat.decode(stored.state).doc.adversarial_review ?? {};
    return answer(stored, `Review ${attempt} of ${plain(refOf(key))}: ${verdict.replaceAll('_', ' ')}`);
  },
});

const note = command({
  name: 'pipeline note',
  group: 'write',
  about: 'Record fixes, clean-up, decisions, the next action, or the file of the spec',
  args: [pipelineId],
  options: {
    'eslint-fix': { value: 'FILE=CHANGE', isMultiple: true, about: 'A lint error that was fixed' },
    'key-fix': { value: 'FILE=CHANGE', isMultiple: true, about: 'Another fix worth knowing' },
    cleanup: { value: 'TEXT', isMultiple: true, about: 'What was cleaned up' },
    decision: { value: 'TEXT', isMultiple: true, about: 'What was decided, and why' },
    reject: { value: 'TEXT', isMultiple: true, about: 'An idea that was rejected, so that nobody revives it' },
    next: { value: 'TEXT', about: 'What is to be done next; an empty text removes it' },
    goal: { value: 'TEXT', about: 'What the run is for' },
    branch: { value: 'NAME', about: 'The git branch that the run belongs to' },
    spec: { value: 'FILE', complete: 'file', about: 'The spec that it follows' },
  },
  examples: ['pipeline note PRD-009 --key-fix "services/player/index.ts=player_id added to the DTO"'],
  async run({ args: [name = ''], values, project: open, env }) {
    const {
      'eslint-fix': eslint,
      'key-fix': key,
      cleanup,
      decision = [],
      reject = [],
      next,
      goal,
      branch,
      spec,
    } = values;
    if (Object.keys(values).length === 0) throw badUsage(note, 'there is nothing to note');
    const project = open();
    const run = await keyOf(project, name);
    const loaded = spec === undefined ? undefined : await loadSpec(project, spec);
    if (loaded !== undefined && loaded.spec.prd !== refOf(run))
      throw new PawlError('not-allowed', `${loaded.file} is the spec of ${loaded.spec.prd}, not of ${refOf(run)}`);
    const fields: NoteEvent = {
      type: 'note',
      eslint_fixes: eslint?.map((one) => toFix('--eslint-fix', one)),
      key_fixes: key?.map((one) => toFix('--key-fix', one)),
      cleanup_done: cleanup === undefined ? undefined : [...cleanup],
      next: orNull(next),
      goal: orNull(goal),
      branch: orNull(branch),
      spec: loaded?.file,
    };
    const texts: readonly NoteEvent[] = [
      ...decision.map((text): NoteEvent => ({ type: 'note', decision: text })),
      ...reject.map((text): NoteEvent => ({ type: 'note', reject: text })),
    ];
    const stored = await apply(
      project,
      env,
      [fields, ...texts].map((event) => pipelineChange(run, event)),
    );
    return answer(stored, `${plain(refOf(run))}: noted`);
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
  args: [pipelineId],
  options: {},
  async run({ args: [name = ''], project: open, env }) {
    const project = open();
    const key = await keyOf(project, name);
    const plan = await planOf(project, key, false);
    const stored = await apply(project, env, [pipelineChange(key, { type: 'complete' }, plan)]);
    return { ...answer(stored, ''), text: `${plain(refOf(key))} complete` };
  },
});

export const pipelineCommands = [init, start, done, fail, pause, review, note, complete];
