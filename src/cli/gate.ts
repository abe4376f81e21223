// Commands of gates: `gate run`, `pass`, `approve`, `waive`, `status`.

import {
  type GateOutcome,
  type GateState,
  type Site,
  gateIn,
  passGate,
  readPipeline,
  runGate,
  specToApprove,
  specToWaive,
  standingsOf,
  usesToRun,
} from '../build/gates.js';
import { Processes } from '../build/process.js';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Key, refOf } from '../base/names.js';
import { type PipelineDocument, alreadyComplete, dueGates, gateOf } from '../formats/pipeline.js';
import type { Spec } from '../formats/spec.js';
import { refuseWhileBuilt } from '../runs/lease.js';
import { findRun } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { loadSpec, specOfRun } from '../runs/specs.js';
import { confirmCommands, yesOption } from './build.js';
import { type Argument, type Output, command } from './command.js';
import { columns, plain, statusMark, style } from './view.js';
import { bind } from './write.js';

const pipelineRef: Argument = { name: 'ID', about: 'A pipeline, e.g. PRD-009', complete: 'ref' };
const gateName: Argument = { name: 'GATE', about: 'A gate: lint, or "lint (WS2)" for one of its uses' };

interface Found {
  readonly project: Project;
  readonly key: Key;
  readonly ref: string;
  readonly doc: PipelineDocument;
}

async function findPipeline(project: Project, name: string): Promise<Found> {
  const key = await findRun(project, name);
  const ref = refOf(key);
  if (key.family !== 'pipeline') throw new PawlError('bad-usage', `${ref} is a ${key.family}, not a pipeline`);
  return { project, key, ref, doc: await readPipeline(project, key) };
}

/** The spec of a pipeline; undefined when it has none. */
async function specOf({ project, doc }: Found): Promise<Spec | undefined> {
  return (await specOfRun(project, doc))?.spec;
}

const run = command({
  name: 'gate run',
  group: 'write',
  about: 'Run the command of a gate and record the result; without a gate, of every gate that is due',
  details:
    'A gate that passed can be run again. Exits with 0 when all passed, 1 when one failed, and 6 when one is blocked:\n' +
    'its command was not found, or said by its exit code (75, or one of gates.blocked_codes) that it could not run.',
  args: [pipelineRef, { ...gateName, isOptional: true }],
  options: { yes: { ...yesOption, about: 'Approve the command of the spec without asking' } },
  examples: ['gate run PRD-009', 'gate run PRD-009 lint'],
  async run({ args: [name = '', named], values, project: open, ...around }) {
    const found = await findPipeline(open(), name);
    const { project, key, ref, doc } = found;
    const { spec } = await loadSpec(project, doc.pawl?.spec ?? ref);
    if (doc.status === 'complete') throw alreadyComplete(ref);
    const due = named === undefined ? dueGates(doc, spec) : usesToRun(doc, spec, named);
    const uses = due.filter(({ gate }) => isRun(spec, gate));
    const other = due.find(({ gate }) => !isRun(spec, gate));
    if (named !== undefined && other !== undefined) throw withoutCommand(ref, spec, other.gate);
    if (uses.length === 0) return { text: 'No gate with a command is due.', json: { ok: true, ref, gates: [] } };
    const gates = [...new Set(uses.map(({ gate }) => gate))];
    const lines = gates.flatMap((gate) => gateIn(spec, gate).command ?? []);
    await confirmCommands(project, around, ref, lines, values.yes === true);
    await refuseWhileBuilt(project.store, key);
    const processes = new Processes();
    const site: Site = { project, key, spec, env: around.env, processes };
    const stop = (): void => processes.stop();
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const outcomes: { readonly gate: string; readonly outcome: GateOutcome }[] = [];
    try {
      for (const gate of gates) {
        const own = uses.filter((use) => use.gate === gate);
        outcomes.push({
          gate: own.length === 1 ? (own[0]?.label ?? gate) : gate,
          outcome: await runGate(site, gate, own),
        });
        if (outcomes.at(-1)?.outcome.result === 'stopped') break;
      }
    } finally {
      processes.close();
      process.off('SIGINT', stop).off('SIGTERM', stop);
    }
    return resultOf(ref, outcomes);
  },
});

function isRun(spec: Spec, gate: string): boolean {
  const { command: line, isManual } = gateIn(spec, gate);
  return line !== null && !isManual;
}

function withoutCommand(ref: string, spec: Spec, gate: string): PawlError {
  const line = gateIn(spec, gate).isManual ? pawl`gate approve ${ref} ${gate}` : pawl`gate pass ${ref} ${gate}`;
  return new PawlError('not-allowed', `gate ${gate} has no command to run`, { hint: `\`${line}\` lets it pass.` });
}

function resultOf(ref: string, all: readonly { readonly gate: string; readonly outcome: GateOutcome }[]): Output {
  const has = (result: string): boolean => all.some(({ outcome }) => outcome.result === result);
  const exitCode = has('stopped') ? 130 : has('failed') ? 1 : has('blocked') ? 6 : 0;
  const text = all.map(({ gate, outcome: { result, message, output, seconds } }) => {
    const line = `Gate ${plain(gate)} ${result === 'blocked' ? 'is blocked' : result} (${seconds} s)`;
    if (result === 'passed') return style('green', line);
    return `${style(result === 'failed' ? 'red' : 'yellow', `${line}: ${plain(message, 400)}`)}\n  Output: ${output}`;
  });
  const gates = all.map(({ gate, outcome }) => ({ gate, ...outcome }));
  return { text: text.join('\n'), json: { ok: exitCode === 0, ref, gates }, exitCode };
}

const pass = command({
  name: 'gate pass',
  group: 'write',
  about: 'Record that a gate without a command passed: a claim',
  args: [pipelineRef, gateName],
  options: {},
  async run({ args: [name = '', gate = ''], project: open, env }) {
    const found = await findPipeline(open(), name);
    const spec = await specOf(found);
    const { command: line, isManual } = spec === undefined ? noGate : gateIn(spec, gateOf(gate));
    if (isManual)
      throw new PawlError('not-allowed', `gate ${gate} needs a person's approval`, {
        hint: `\`${pawl`gate approve ${found.ref} ${gate}`}\` approves it.`,
      });
    if (line !== null)
      throw new PawlError('not-allowed', `gate ${gate} has a command: \`${line}\``, {
        hint: `\`${pawl`gate run ${found.ref} ${gate}`}\` runs it.`,
      });
    const labels = await passGate(found.project, found.key, spec, gate, { type: 'claim' });
    await bind(found.project, env, found.key);
    return passed(found, labels, gate, 'passed (claimed)');
  },
});

const approve = command({
  name: 'gate approve',
  group: 'write',
  about: 'Approve a manual gate; only a person can',
  args: [pipelineRef, gateName],
  options: {},
  async run({ args: [name = '', gate = ''], project: open, env, isInteractive }) {
    const found = await findPipeline(open(), name);
    const spec = await specToApprove(found.project, found.key, gate);
    needPerson(found, gate, 'approval', isInteractive);
    const labels = await passGate(found.project, found.key, spec, gate, { type: 'approval' });
    await bind(found.project, env, found.key);
    return passed(found, labels, gate, 'approved');
  },
});

const waive = command({
  name: 'gate waive',
  group: 'write',
  about: 'Let work continue although a gate has not passed; only a person can',
  args: [pipelineRef, gateName],
  options: {
    reason: { value: 'TEXT', isRequired: true, about: 'Why it may be waived' },
    issue: { value: 'ID', isRequired: true, about: 'The issue in which it is dealt with' },
  },
  examples: ['gate waive PRD-009 lint --reason "Generated code" --issue ISS-12'],
  async run({ args: [name = '', gate = ''], values: { reason = '', issue = '' }, project: open, env, isInteractive }) {
    if (reason.trim() === '' || issue.trim() === '')
      throw new PawlError('bad-usage', 'a waiver needs a reason and an issue');
    const found = await findPipeline(open(), name);
    const spec = await specToWaive(found.project, found.key, gate);
    needPerson(found, gate, 'waiver', isInteractive);
    const labels = await passGate(found.project, found.key, spec, gate, { type: 'waiver', reason, issue });
    await bind(found.project, env, found.key);
    return passed(found, labels, gate, `waived: ${plain(reason)} (${plain(issue)})`);
  },
});

/** A terminal and no agent's session, unless the user's own configuration says otherwise. */
function needPerson({ project, ref }: Found, gate: string, what: string, isInteractive: boolean): void {
  if (isInteractive || project.config.approveWithoutTerminal) return;
  throw new PawlError('needs-person', `the ${what} of gate ${gate} of ${ref} needs a person at a terminal`, {
    hint: `Ask the user to run it. \`gates.approve_without_terminal\` in the user's own configuration allows it here.`,
  });
}

function passed({ ref }: Found, labels: readonly string[], gate: string, how: string): Output {
  const named =
    labels.length === 0
      ? `Gate ${plain(gate)} had passed before`
      : `Gate ${labels.map((one) => plain(one)).join(', ')} ${how}`;
  return { text: named, json: { ok: true, ref, gates: labels } };
}

const status = command({
  name: 'gate status',
  group: 'see',
  about: 'Show the gates of a pipeline, and how each is known to have passed',
  args: [pipelineRef],
  options: {},
  async run({ args: [name = ''], project: open }) {
    const found = await findPipeline(open(), name);
    const { doc, ref } = found;
    const spec = await specOf(found);
    const gates = standingsOf(doc, spec);
    const rows = gates.map(({ gate, state, how }) => [
      `${statusMark(marks[state])} ${plain(gate, 60)}`,
      state,
      plain(how, 120),
    ]);
    return { text: rows.length === 0 ? `${plain(ref)} has no gates.` : columns(rows), json: { ok: true, ref, gates } };
  },
});

const marks: Readonly<Record<GateState, string>> = {
  passed: 'complete',
  failed: 'failed',
  blocked: 'blocked',
  due: 'in_progress',
  waiting: 'pending',
};

const noGate = { command: null, criteria: null, isManual: false };

export const gateCommands = [run, pass, approve, waive, status];
