// `build`: runs the workstreams and gates of a spec.

import os from 'node:os';
import { approve, unapproved } from '../build/approved.js';
import { gateIn, passGate } from '../build/gates.js';
import { Processes } from '../build/process.js';
import { Build, type Built, type Progress, commandsOf } from '../build/runner.js';
import { executors, workOf, worksOf } from '../build/work.js';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Key, pipelineKey, refOf } from '../base/names.js';
import { counted } from '../base/text.js';
import { type PipelineDocument, alreadyComplete, pipelineDisplay, pipelineResume } from '../formats/pipeline.js';
import type { Spec } from '../formats/spec.js';
import { type Decision, decide } from '../resume/decision.js';
import { type Facts, factsOf } from '../resume/facts.js';
import { change, planChange } from '../runs/change.js';
import {
  type Holder,
  type Lease,
  holderOf,
  isGone,
  releaseLease,
  renewLease,
  renewMs,
  takeLease,
} from '../runs/lease.js';
import { pipelineChange, pipelineStart } from '../runs/pipelines.js';
import type { Project } from '../runs/project.js';
import { loadSpec } from '../runs/specs.js';
import { type Output, type Surroundings, command, toNumber } from './command.js';
import { columns, indent, plain, statusMark, style } from './view.js';
import { bind, inOne, write } from './write.js';

type Around = Omit<Surroundings, 'project'>;

export const yesOption = {
  short: 'y',
  about: 'Approve the commands of the spec, and do again what is stale, without asking',
};

const build = command({
  name: 'build',
  group: 'write',
  about: 'Run the workstreams and gates of a spec',
  details:
    'Workstreams run phase by phase, in parallel where dependencies allow it, each by its own command or by an executor,\n' +
    'which gets PAWL_RUN, PAWL_WORKSTREAM and PAWL_PROMPT_FILE in its environment. What a command leaves running is ended\n' +
    'with it. Ctrl-C pauses. Exits with 0 when everything is complete, 1 when something failed, and 6 when a gate is\n' +
    'blocked or waits for a person.',
  args: [{ name: 'SPEC', about: 'The file of a spec, or the id of a pipeline: PRD-009', complete: 'file' }],
  options: {
    resume: { about: 'Continue a build that was killed, paused or failed' },
    parallel: { value: 'N', about: 'How many commands run at once (default 3)' },
    executor: {
      value: 'NAME',
      about: `Who does workstreams without a command: ${Object.keys(executors).join(', ')}, or any command line`,
    },
    'take-over': { about: 'Also when another build works on it now; that one stops' },
    yes: yesOption,
    'dry-run': { about: 'Only show what would run' },
  },
  examples: ['build docs/PRD-009.md', 'build PRD-009 --resume', 'build PRD-009 --executor claude --parallel 2'],
  async run({ args: [name = ''], values, project: open, ...around }) {
    const project = open();
    const { file, spec } = await loadSpec(project, name);
    const key = pipelineKey(spec.prd);
    const facts = await factsOf(project, key);
    const parallel = toNumber('--parallel', values.parallel ?? '3', 1);
    const { executor } = values;
    const isThere = facts.stored !== null && facts.place === 'live'; // an archived run can be begun again
    const state = facts.run.family === 'pipeline' && isThere ? facts.run.doc : null;
    if (values['dry-run'] === true) return dryRun(project, around, { key, spec, doc: state, executor });
    refuseWrongStart(facts, state, values.resume === true);
    const isOpen = (id: string): boolean => state?.completed_workstreams.includes(id) !== true;
    worksOf(spec, Object.keys(spec.workstreams).filter(isOpen), executor);
    const isYes = values.yes === true;
    await confirmCommands(project, around, refOf(key), commandsOf(spec, state, executor), isYes);
    const redo = values.resume === true ? await confirmResume({ project, facts, spec, isYes, around }) : [];
    return runLeased({ project, key, spec, around }, values['take-over'] === true, async (start) => {
      if (state === null) await begin(project, around.env, key, spec, file);
      else await bind(project, around.env, key);
      if (redo.length > 0) await redoUnits(project, key, spec, redo);
      return start({ parallel, executor });
    });
  },
});

export const buildCommands = [build];

/** A run is begun once; after that only `--resume` continues it. */
function refuseWrongStart({ ref, trouble, overview }: Facts, doc: PipelineDocument | null, isResume: boolean): void {
  if (trouble !== null) throw new PawlError('not-allowed', `${ref} cannot be built: ${trouble.message}`);
  if (doc === null && isResume)
    throw new PawlError('not-found', `there is no build of ${ref} to resume`, {
      hint: `\`${pawl`build ${ref}`}\` begins it.`,
    });
  if (doc === null) return;
  if (overview.isFinished) throw alreadyComplete(ref);
  const isBegun = doc.status !== 'initialized';
  if (isBegun && !isResume)
    throw new PawlError('needs-person', `${ref} is unfinished`, {
      hint: `\`${pawl`build ${ref} --resume`}\` continues it.`,
    });
}

/** Shows the commands that the user has not approved yet, and asks about them. */
export async function confirmCommands(
  project: Project,
  { env, isInteractive, ask, print }: Around,
  ref: string,
  commands: readonly string[],
  isYes: boolean,
): Promise<void> {
  const fresh = unapproved(project.root, env, commands);
  if (fresh.length === 0) return;
  const [these, them] = fresh.length === 1 ? ['command', 'it'] : ['commands', 'them'];
  const shown = indent(fresh.map((line) => plain(line, 2000)).join('\n'));
  const wish = `${plain(ref)} wants to run ${fresh.length} ${these} that you have not approved yet`;
  if (!isYes && !isInteractive)
    throw new PawlError('needs-person', `${wish}:\n${shown}`, {
      hint: `Run it in a terminal to be asked, or add --yes to approve ${them}.`,
      data: { commands: fresh },
    });
  if (!isYes) {
    print(`${wish}:\n${shown}\n`);
    if (!isAgreed(await ask(`Allow ${them}? [y/N]`))) throw new PawlError('needs-person', `${wish}. Nothing was run.`);
  }
  try {
    approve(project.root, env, fresh);
  } catch (error) {
    project.notify(`the approval could not be stored: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isAgreed(answer: string): boolean {
  return /^y(?:es)?$/i.test(answer);
}

/** Shows how the run stands, and asks a person where there is a reason to. Gives the units to do again. */
async function confirmResume({
  project,
  facts,
  spec,
  isYes,
  around: { isInteractive, isJson, ask, print },
}: {
  readonly project: Project;
  readonly facts: Facts;
  readonly spec: Spec;
  readonly isYes: boolean;
  readonly around: Around;
}): Promise<readonly string[]> {
  const { ref, run } = facts;
  const decision: Decision = decide(facts, project.now(), true);
  if (decision.action === 'blocked') throw new PawlError('not-allowed', `${ref}: ${decision.reasons.join('; ')}`);
  const reasons = decision.reasons.map((reason) => `- ${plain(reason, 300)}\n`).join('');
  if (!isJson && run.family === 'pipeline') print(`${pipelineDisplay(run.doc, spec)}\n\n${reasons}`);
  const { redo } = decision;
  if (isYes || (!isInteractive && redo.length === 0)) return redo;
  if (!isInteractive)
    throw new PawlError('needs-person', `${ref}: ${decision.reasons.join('; ')}`, {
      hint: `\`${pawl`build ${ref} --resume --yes`}\` does ${redo.join(', ')} again; \`${pawl`pipeline done ${ref} ${redo[0] ?? ''}`}\` says that it is still right.`,
      data: { redo },
    });
  if (redo.length > 0) return isAgreed(await ask(`Do ${redo.join(', ')} again? [y/N]`)) ? redo : [];
  if (decision.action === 'ask' && !/^(?:y(?:es)?)?$/i.test(await ask('Continue? [Y/n]')))
    throw new PawlError('needs-person', `${ref} was not continued`);
  return [];
}

async function begin(project: Project, env: NodeJS.ProcessEnv, key: Key, spec: Spec, file: string): Promise<void> {
  const step = inOne(pipelineStart(key, spec), [pipelineChange(key, { type: 'note', spec: file })]);
  await write(project, env, key, planChange(step, project.context()));
}

async function redoUnits(project: Project, key: Key, spec: Spec, workstreams: readonly string[]): Promise<void> {
  const redo = pipelineChange(key, { type: 'redo', workstreams }, spec);
  const pause = pipelineChange(key, { type: 'pause' }, spec);
  const decide: typeof redo.decide = (doc, now) =>
    redo.decide(doc?.in_progress_workstreams.length === 0 ? doc : pause.decide(doc, now), now);
  await change(project.store, key, planChange({ ...redo, decide }, project.context()));
}

interface Site {
  readonly project: Project;
  readonly key: Key;
  readonly spec: Spec;
  readonly around: Around;
}

type Start = (options: { readonly parallel: number; readonly executor: string | undefined }) => Promise<Output>;

/** Holds the lease while a build runs; whoever takes it over ends this one. */
async function runLeased(site: Site, takeOver: boolean, work: (start: Start) => Promise<Output>): Promise<Output> {
  const { project, key, spec, around } = site;
  const { store } = project;
  const other = takeOver ? await holderOf(store, key) : null;
  let lease: Lease | null = await takeLease(store, key, project.context().actor, takeOver);
  if (other !== null) await untilGone(other);
  const processes = new Processes();
  let running: Build | null = null;
  const renew = async (): Promise<void> => {
    lease = lease === null ? null : await renewLease(store, lease);
    const hint = `\`${pawl`show ${refOf(key)}`}\` shows how far it is.`;
    if (lease === null) running?.stop(new PawlError('locked', `another build took over ${refOf(key)}`, { hint }));
  };
  const timer = setInterval(() => void renew().catch((error: unknown) => running?.stop(error)), renewMs);
  const stop = (): void => running?.stop();
  for (const name of endSignals) process.on(name, stop);
  try {
    return await work(async (options) => {
      const { env, isInteractive, isJson, print } = around;
      const onProgress = (progress: Progress): void => (isJson ? undefined : print(`${progressText(progress)}\n`));
      const approve = isInteractive ? askApproval(site) : undefined;
      running = new Build({ project, key, spec, env, processes }, { ...options, onProgress, approve });
      return resultOf(key, spec, await running.run());
    });
  } finally {
    clearInterval(timer);
    for (const name of endSignals) process.off(name, stop);
    processes.close();
    if (lease !== null) await releaseLease(store, lease);
  }
}

/** A build that was taken over ends its children first: nothing runs twice at the same time. */
async function untilGone(holder: Holder): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end && !isGone(holder); )
    await new Promise((resolve) => setTimeout(resolve, 100));
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** `12:40:03 WS1 complete (12 s)` */
function progressText({ unit, what, message, seconds, output }: Progress): string {
  const time = style('dim', new Date().toTimeString().slice(0, 8));
  const colour = { failed: 'red', blocked: 'yellow', stopped: 'yellow', complete: 'green', passed: 'green' } as const;
  const words = what === 'started' ? what : style(colour[what], what);
  const took = seconds === undefined ? '' : ` (${seconds < 10 ? seconds : Math.round(seconds)} s)`;
  const why = message ? `: ${plain(message, 300)}` : '';
  const where = (what === 'failed' || what === 'blocked') && output !== undefined ? `\n  Output: ${output}` : '';
  return `${time} ${plain(unit)} ${words}${took}${why}${where}`;
}

/** At a terminal, a gate that waits for a person is asked about in the middle of the build. */
function askApproval({ project, key, spec, around }: Site): (gate: string, label: string) => Promise<boolean> {
  const asked = new Set<string>();
  return async (gate, label) => {
    if (asked.has(label)) return false;
    asked.add(label);
    const { criteria, isManual } = gateIn(spec, gate);
    const question = `Gate ${plain(label)} needs your approval${criteria === null ? '' : `: ${plain(criteria, 500)}`}`;
    if (!isAgreed(await around.ask(`${question} [y/N]`))) return false;
    await passGate(project, key, spec, label, { type: isManual ? 'approval' : 'claim' });
    return true;
  };
}

/** What came of a build, and how it continues. */
function resultOf(key: Key, spec: Spec, { doc, blocked, waiting, isStopped }: Built): Output {
  const ref = refOf(key);
  const resume = pawl`build ${ref} --resume`;
  const json = {
    ok: doc.status === 'complete',
    ref,
    status: doc.status,
    completed: doc.completed_workstreams,
    pending: doc.pending_workstreams,
    gates_passed: doc.gates_passed,
    error: doc.error ?? null,
    blocked: Object.fromEntries(blocked),
    waiting: waiting.map(({ label }) => label),
    command: doc.status === 'complete' ? null : resume,
  };
  if (doc.status === 'complete') {
    const parts = [counted(doc.completed_workstreams.length, 'workstream'), counted(doc.gates_passed.length, 'gate')];
    return { text: style('green', `${plain(ref)} complete: ${parts.join(', ')}`), json };
  }
  const lines = [
    ...(doc.error == null
      ? []
      : [style('red', `${plain(ref)} failed: ${plain(doc.error.workstream)}: ${plain(doc.error.message, 400)}`)]),
    ...[...blocked].map(([label, why]) => style('yellow', `Gate ${plain(label)} is blocked: ${plain(why, 300)}`)),
    ...waiting.map(({ gate, label }) => waitingText(ref, spec, gate, label)),
  ];
  const state = isStopped ? 'paused' : doc.error == null ? 'waits' : 'failed';
  const after = { paused: 'continues it', waits: 'continues after that', failed: 'continues after the fix' }[state];
  const text = [...(isStopped ? [`${plain(ref)} paused`] : []), ...lines, `\`${resume}\` ${after}.`].join('\n');
  const exitCode = isStopped ? 128 + os.constants.signals.SIGINT : doc.error == null ? 6 : 1;
  return { text, json, exitCode };
}

function waitingText(ref: string, spec: Spec, gate: string, label: string): string {
  const { criteria, isManual } = gateIn(spec, gate);
  const about = criteria === null ? '' : `: ${plain(criteria, 300)}`;
  if (isManual) return `Gate ${plain(label)} needs your approval${about}\n\`${pawl`gate approve ${ref} ${label}`}\``;
  return `Gate ${plain(label)} has no command${about}\n\`${pawl`gate pass ${ref} ${label}`}\` records that it passed.`;
}

interface Planned {
  readonly key: Key;
  readonly spec: Spec;
  readonly doc: PipelineDocument | null;
  readonly executor: string | undefined;
}

function dryRun(project: Project, { env }: Around, { key, spec, doc, executor }: Planned): Output {
  const isDone = (id: string): boolean => doc?.completed_workstreams.includes(id) === true;
  const phases = spec.phases.map(({ name, workstreams, gates }, index) => {
    const units = workstreams.map((id) => {
      const stream = spec.workstreams[id];
      const work = stream === undefined ? null : workOf(stream, executor);
      return { id, name: stream?.name ?? '', command: work?.command ?? null, isDone: isDone(id) };
    });
    return { phase: index + 1, name, workstreams: units, gates };
  });
  const start = doc === null ? 1 : pipelineResume(doc, spec).phase;
  const text = phases.map(({ phase, name, workstreams, gates: own }) => {
    const rows = workstreams.map(({ id, name: title, command, isDone: done }) => [
      `${statusMark(done ? 'complete' : 'pending')} ${plain(id, 40)}`,
      plain(title, 60),
      command === null ? style('yellow', 'nothing says how: --executor') : plain(command, 120),
    ]);
    const checks = own.map((gate) => `gate ${plain(gate)}`);
    return [style('bold', `Phase ${phase}: ${plain(name)}`), indent(columns(rows)), indent(checks.join('\n'))];
  });
  const fresh = unapproved(project.root, env, commandsOf(spec, doc, executor));
  const last = [
    start === null
      ? `${plain(refOf(key))} is complete.`
      : `It would ${doc === null ? 'begin' : 'continue'} with phase ${start}.`,
    ...(fresh.length === 0 ? [] : [`${counted(fresh.length, 'command')} of the spec would have to be approved.`]),
  ];
  return {
    text: [...text.flat(), ...last].filter((line) => line !== '').join('\n'),
    json: { ok: true, ref: refOf(key), phases, gates: spec.gates, starts_with: start, unapproved: fresh },
  };
}
