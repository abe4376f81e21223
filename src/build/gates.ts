// Gates: pawl runs their commands and records what came of it; people approve and waive. A gate whose command could not
// run is blocked, which is not failed: nothing is known about the work.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Key, refOf } from '../base/names.js';
import { durationText, nearest, oneLine, shorten, stripInvisible } from '../base/text.js';
import {
  type GateUse,
  type PipelineDocument,
  dueGates,
  gateOf,
  gateUses,
  pipelineFormat,
} from '../formats/pipeline.js';
import type { RanCommand } from '../formats/evidence.js';
import type { PipelineEvent } from '../formats/pipeline-steps.js';
import type { Spec, SpecGate } from '../formats/spec.js';
import { type Change, change, openState, planChange } from '../runs/change.js';
import { fileState } from '../runs/evidence.js';
import { pipelineChange } from '../runs/pipelines.js';
import type { Project } from '../runs/project.js';
import { loadSpec, specOfRun } from '../runs/specs.js';
import type { Ended, Processes } from './process.js';
import { outputFile } from './work.js';

/** Where a build or a gate runs. */
export interface Site {
  readonly project: Project;
  readonly key: Key;
  readonly spec: Spec;
  readonly env: NodeJS.ProcessEnv;
  readonly processes: Processes;
}

export const defaultTimeoutMs = 30 * 60_000;

/** The newest document of a pipeline; it must be there. */
export async function readPipeline({ store }: Project, key: Key): Promise<PipelineDocument> {
  const state = openState(await store.get(key));
  if (state !== null) return pipelineFormat.decode(state).doc;
  const hint = `\`${pawl`build ${refOf(key)}`}\` begins it.`;
  throw new PawlError('not-found', `there is no pipeline ${refOf(key)}`, { hint });
}

let recorded: Promise<unknown> = Promise.resolve();

/** Records a step of a pipeline; steps of parallel work one after the other, since they would only overtake each other. */
export async function record(project: Project, step: Change<PipelineDocument>): Promise<void> {
  const own = recorded.then(() => change(project.store, step.key, planChange(step, project.context())));
  recorded = own.catch(() => {});
  await own;
}

/** An event together with what pawl ran; null forgets what it ran before. */
export function stepWith(
  { key, spec }: Pick<Site, 'key' | 'spec'>,
  event: PipelineEvent,
  ran: Readonly<Record<string, RanCommand | null>>,
): Change<PipelineDocument> {
  const step = pipelineChange(key, event, spec);
  return { ...step, decide: (doc, now) => withRan(step.decide(doc, now), ran) };
}

function withRan<D extends PipelineDocument | null>(doc: D, ran: Readonly<Record<string, RanCommand | null>>): D {
  if (doc === null) return doc;
  const { commands = {}, ...rest } = doc.pawl?.evidence ?? {};
  const next = Object.entries({ ...commands, ...ran }).flatMap(([about, one]) => (one === null ? [] : [[about, one]]));
  return { ...doc, pawl: { ...doc.pawl, evidence: { ...rest, commands: Object.fromEntries(next) } } };
}

/** The environment of what pawl runs: an agent's session that called pawl is not theirs. */
export function childEnv(env: NodeJS.ProcessEnv, key: Key, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PAWL_SESSION: _1, CODEX_THREAD_ID: _2, CLAUDE_CODE_SESSION_ID: _3, ...rest } = env;
  return { ...rest, PAWL_RUN: refOf(key), ...more };
}

export type GateResult = 'passed' | 'failed' | 'blocked' | 'stopped';

export interface GateOutcome {
  readonly result: GateResult;
  /** Why it did not pass. */
  readonly message: string;
  readonly output: string;
  readonly seconds: number;
}

/** Runs the command of a gate once for all the uses that are due, and records the result. */
export async function runGate(site: Site, gate: string, uses: readonly GateUse[]): Promise<GateOutcome> {
  const { project, key, spec, env, processes } = site;
  const { command, timeoutMs } = gateIn(spec, gate);
  const [first] = uses;
  if (command === null || first === undefined) throw new PawlError('internal', `gate ${gate} cannot be run`);
  const output = outputFile(key, `gate ${first.label}`);
  const limit = timeoutMs ?? defaultTimeoutMs;
  const job = { command, root: project.root, timeoutMs: limit, output };
  const ended = await processes.run({ ...job, env: childEnv(env, key, { PAWL_GATE: gate }) });
  const result = resultOf(ended, project.config.blockedCodes);
  const failure = failureOf(project.root, ended, limit);
  const outcome = { result, message: result === 'passed' ? '' : failure.message, output, seconds: ended.seconds };
  if (result === 'stopped') return outcome;
  const at = project.now().toISOString();
  for (const { label, covers } of result === 'failed' ? [first] : uses) {
    const { code: exit_code, seconds } = ended;
    const ran: RanCommand = { result, command, exit_code, seconds, output, covers: [...covers], at };
    if (result === 'passed') await record(project, stepWith(site, { type: 'gate', gate: label }, { [label]: ran }));
    else if (result === 'failed')
      await record(project, stepWith(site, { type: 'gate-failed', gate: label, ...failure }, { [label]: ran }));
    else await record(project, blockedStep(key, label, ran));
  }
  return outcome;
}

function resultOf({ code, how }: Ended, blockedCodes: readonly number[]): GateResult {
  if (how !== 'exited') return how === 'stopped' ? 'stopped' : 'failed';
  if (code === 0) return 'passed';
  return code !== null && blockedCodes.includes(code) ? 'blocked' : 'failed';
}

function blockedStep(key: Key, label: string, ran: RanCommand): Change<PipelineDocument> {
  const event = { name: 'gate-blocked', args: { gate: label } };
  return { key, format: pipelineFormat, event, decide: (doc) => withRan(doc, { [label]: ran }) };
}

/** What a command that did not succeed says, for the checkpoint's `error`: the last line that tells something, and its place. */
export function failureOf(
  root: string,
  { code, how, tail }: Ended,
  timeoutMs: number,
): { readonly message: string; readonly file?: string; readonly line?: number } {
  const lines = stripInvisible(tail)
    .split('\n')
    .map((line) => oneLine(line))
    .filter((line) => line !== '' && !/^npm (?:ERR!|error)/.test(line));
  const told = lines.findLast((line) => /\b(?:error|fail(?:ed|ure)?|fatal|exception|panic|not found)\b/i.test(line));
  const said = told ?? lines.at(-1) ?? '';
  const end = code === null ? 'ended by a signal' : `exit code ${code}`;
  const why = how === 'timed-out' ? `timed out after ${durationText(timeoutMs)}` : end;
  const message = shorten(said === '' ? why : `${why}: ${said}`, 400);
  const places = [...tail.matchAll(/((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.\w+)[:(](\d{1,7})\b/g)];
  const isFile = (file: string): boolean => ![null, 'absent'].includes(fileState(root, file));
  const [, file, line] = places.find(([, one = '']) => isFile(one)) ?? [];
  return file === undefined ? { message } : { message, file, line: Number(line) };
}

export function gateIn(spec: Spec, gate: string): SpecGate {
  const found = Object.hasOwn(spec.gates, gate) ? spec.gates[gate] : undefined;
  if (found !== undefined) return found;
  const near = nearest(gate, Object.keys(spec.gates));
  const hint =
    near === undefined ? `Its gates: ${Object.keys(spec.gates).join(', ') || 'none'}.` : `Did you mean ${near}?`;
  throw new PawlError('not-found', `${spec.prd} has no gate ${gate}`, { hint });
}

/** The uses of a gate to run now: those that are due, else those that have passed and can be checked again. */
export function usesToRun(doc: PipelineDocument, spec: Spec, named: string): readonly GateUse[] {
  gateIn(spec, gateOf(named));
  const isMeant = ({ gate, label }: GateUse): boolean => named === gate || named === label;
  const uses = gateUses(spec).filter(isMeant);
  const due = dueGates(doc, spec).filter(isMeant);
  const passed = uses.filter(({ label }) => doc.gates_passed.includes(label));
  if (due.length + passed.length > 0) return due.length > 0 ? due : passed;
  const open = [...new Set(uses.flatMap(({ covers }) => covers))].filter(
    (id) => !doc.completed_workstreams.includes(id),
  );
  throw new PawlError('not-allowed', `gate ${named} cannot run yet: ${open.join(', ')} must be complete first`);
}

/** How a person or an agent lets a gate pass without a command. */
export type Passing =
  | { readonly type: 'claim' }
  | { readonly type: 'approval' }
  | { readonly type: 'waiver'; readonly reason: string; readonly issue: string };

/** Passes a gate by somebody's word, and records whose. Without a spec every gate can pass like this. */
export async function passGate(
  project: Project,
  key: Key,
  spec: Spec | undefined,
  named: string,
  passing: Passing,
): Promise<readonly string[]> {
  const step = pipelineChange(key, { type: 'gate', gate: named }, spec);
  const by = project.context().actor;
  let labels: readonly string[] = [];
  await record(project, {
    ...step,
    event: { name: passing.type === 'claim' ? 'gate' : passing.type, args: { gate: named } },
    decide(doc, now) {
      const next = step.decide(doc, now);
      if (next === null) return null;
      labels = next.gates_passed.filter((label) => !(doc?.gates_passed ?? []).includes(label));
      const { type, ...said } = passing;
      const clear = withRan(next, Object.fromEntries(labels.map((label) => [label, null])));
      if (type === 'claim' || labels.length === 0) return labels.length === 0 ? doc : clear;
      const list = type === 'approval' ? 'approvals' : 'waivers';
      const added = labels.map((gate) => ({ gate, ...said, by, at: now }));
      return { ...clear, pawl: { ...clear.pawl, [list]: [...(clear.pawl?.[list] ?? []), ...added] } };
    },
  });
  return labels;
}

/** The spec under which a person may approve a gate; throws when the gate is not a manual one. */
export async function specToApprove(project: Project, key: Key, gate: string): Promise<Spec> {
  const ref = refOf(key);
  const { spec } = await loadSpec(project, (await readPipeline(project, key)).pawl?.spec ?? ref);
  const { isManual, command } = gateIn(spec, gateOf(gate));
  if (isManual) return spec;
  const hint =
    command === null
      ? `\`${pawl`gate pass ${ref} ${gate}`}\` records that it passed.`
      : `\`${pawl`gate run ${ref} ${gate}`}\` runs its command.`;
  throw new PawlError('not-allowed', `gate ${gate} is not a manual one`, { hint });
}

/** The spec under which a person may waive a gate; undefined where there is none. Throws when the spec forbids it. */
export async function specToWaive(project: Project, key: Key, gate: string): Promise<Spec | undefined> {
  const found = await specOfRun(project, await readPipeline(project, key));
  if (found !== null && !gateIn(found.spec, gateOf(gate)).canBeWaived)
    throw new PawlError('not-allowed', `gate ${gate} can never be waived: the spec says so`);
  return found?.spec;
}

export type GateState = 'passed' | 'failed' | 'blocked' | 'due' | 'waiting';

/** How one use of a gate stands. */
export interface Standing {
  readonly gate: string;
  readonly state: GateState;
  /** How it is known to have passed, or what it waits for. */
  readonly how: string;
}

/** How every use of every gate stands. */
export function standingsOf(doc: PipelineDocument, spec: Spec | undefined): readonly Standing[] {
  const labels =
    spec === undefined ? [...doc.gates_passed, ...doc.gates_pending] : gateUses(spec).map(({ label }) => label);
  return labels.map((label) => standingOf(doc, spec, label));
}

function standingOf(doc: PipelineDocument, spec: Spec | undefined, gate: string): Standing {
  const { evidence, approvals, waivers } = doc.pawl ?? {};
  const ran = evidence?.commands?.[gate];
  if (doc.gates_passed.includes(gate)) {
    const approval = approvals?.findLast((one) => one.gate === gate);
    const waiver = waivers?.findLast((one) => one.gate === gate);
    if (ran?.result === 'passed') return { gate, state: 'passed', how: `${ran.command} (exit code 0)` };
    if (waiver !== undefined)
      return { gate, state: 'passed', how: `waived by ${waiver.by ?? 'somebody'}: ${waiver.reason} (${waiver.issue})` };
    return {
      gate,
      state: 'passed',
      how: approval === undefined ? 'claimed' : `approved by ${approval.by ?? 'somebody'}`,
    };
  }
  const covers = spec === undefined ? [] : (gateUses(spec).find((one) => one.label === gate)?.covers ?? []);
  const open = covers.filter((id) => !doc.completed_workstreams.includes(id));
  if (open.length > 0) return { gate, state: 'waiting', how: `for ${open.join(', ')}` };
  if (ran !== undefined && ran.result !== 'passed')
    return { gate, state: ran.result, how: `exit code ${ran.exit_code}: ${ran.output}` };
  const { command: line, criteria, isManual } = spec === undefined ? noGate : gateIn(spec, gateOf(gate));
  const about = [isManual ? 'needs approval' : (line ?? 'has no command'), criteria ?? ''];
  return { gate, state: 'due', how: about.filter(Boolean).join(': ') };
}

const noGate = { command: null, criteria: null, isManual: false };
