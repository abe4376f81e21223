// Running a gate of a pipeline for a tool: commands are confirmed and manual gates approved by the person of the client.

import { pawlLine } from '../../service/pawl-line.js';
import * as v from 'valibot';
import { meanwhileInWords } from '../../families/pipeline/evidence/index.js';
import { checksumText } from '../../rules/checksum.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { commandLines } from '../../rules/text/visible.js';
import type { Approve, GateResult } from '../../service/gates/run-gate.js';
import type { Confirm } from '../../service/gates/confirm-commands.js';
import { staleRemarks } from '../../service/pipeline/stale-remarks.js';
import { withPlan } from '../../service/pipeline/with-plan.js';
import { readNewest, type Workbench } from '../../service/workbench.js';
import type { Stored } from '../../store/store.js';
import { pipelineRef } from '../../service/typed-refs.js';
import type { AskYes } from './decide/ask-within.js';
import * as f from './fields.js';
import { stepOutput, stepReply } from './pipeline-step.js';
import type { Scene } from './scene.js';
import type { Reply } from './tool.js';

/** A pipeline, and where it is kept. */
export interface NamedGates {
  readonly bench: Workbench;
  readonly key: Key;
  readonly stored: Stored;
}

/**
 * Runs work on the pipeline that a call names.
 * @param scene the project
 * @param typed its ref
 * @param work what is done
 * @returns what the work gives; throws `not-found` with what is near
 */
export async function withNamed<T>(scene: Scene, typed: string, work: (named: NamedGates) => Promise<T>): Promise<T> {
  return scene.withBench(async (bench) => {
    const key = await pipelineRef(bench, typed);
    return work({ bench, key, stored: await withPlan(bench, await readNewest(bench.store, key)) });
  });
}

/** What a tool that ran or asked for a gate answers. */
export const resultOutput = {
  ...stepOutput,
  gate: v.string(),
  verdict: v.picklist(['pass', 'fail', 'blocked', 'approved', 'declined', 'stopped']),
  uses: f.words,
  reason: v.string(),
  file: f.textOrNull,
  line: v.nullable(v.number()),
  exit_code: v.nullable(v.number()),
  duration_ms: v.number(),
  covered: v.number(),
  output: v.string(),
  log: f.textOrNull,
};

/** The person confirms commands: once for each, for exactly these words. */
function confirmer(key: Key, ask: AskYes | undefined): Confirm | undefined {
  if (ask === undefined) return undefined;
  return async (what, commands) => {
    const lines = commands.flatMap((one) => commandLines(one));
    return ask({
      key: `run ${refOf(key)} ${checksumText(lines.join('\n'))}`,
      message: [shown(`${what} of ${refOf(key)} runs what nobody has confirmed here:`), ...lines].join('\n'),
      yes: 'Run it, now and later',
    });
  };
}

function approver(
  key: Key,
  { revision }: Stored,
  note: string | undefined,
  ask: AskYes | undefined,
): Approve | undefined {
  if (ask === undefined) return undefined;
  return async ({ gate, files }) => {
    const isYes = await ask({
      key: `approve ${refOf(key)} ${gate.id} ${revision}`,
      message: [`Does gate ${gate.id} of ${refOf(key)} pass?`, ...gate.criteria, `It is about ${files.length} files.`]
        .map(shown)
        .join('\n'),
      yes: 'It passes',
      no: 'It does not pass; that is recorded',
    });
    return { answer: isYes ? 'yes' : 'no', ...(note === undefined ? {} : { note }) };
  };
}

/**
 * Makes a line fit to be shown to a person.
 * @param line any text
 * @returns one harmless line
 */
export function shown(line: string): string {
  return harmlessLine(line).slice(0, 400);
}

export interface GateArgs {
  readonly gate?: string | undefined;
  readonly phase?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Runs a gate, or puts a manual one to the person.
 * @param scene who
 * @param named the pipeline
 * @param args which gate
 * @param ask who is asked; undefined when nobody can be
 * @returns the reply; throws `needs-person` when nobody answers
 */
export async function runNamed(
  scene: Scene,
  named: NamedGates,
  args: GateArgs,
  ask: AskYes | undefined,
): Promise<Reply<GateDocument>> {
  const { bench, key, stored } = named;
  const { nextGate, runGate } = await import('../../service/gates/index.js');
  const wanted = args.gate === undefined ? await nextGate(bench, key) : { gate: args.gate, phase: undefined };
  if (wanted === null) {
    throw new PawlError('not-allowed', `no gate of ${refOf(key)} is due`, {
      hint: 'Each has passed, or waits for work that is not done. Call gate_status to see.',
    });
  }
  const { gate } = wanted;
  const { specOfRun } = await import('../../service/gates/spec-of-run.js');
  try {
    const result = await runGate(bench, key, {
      spec: specOfRun(named).spec,
      gate,
      phase: args.phase ?? wanted.phase,
      confirm: confirmer(key, ask),
      approve: approver(key, stored, args.note, ask),
      stop: scene.signal,
    });
    return await replyTo(scene, named, result);
  } catch (error) {
    if (!isPawlError(error, 'needs-person')) throw error;
    const hint =
      ask === undefined
        ? `This client cannot ask them. A person does it on a terminal: ${pawlLine('gate run', key, gate)}`
        : 'They were asked and did not say yes. Do not run it in another way; go on with what does not need it, or stop.';
    throw new PawlError(error.code, error.message, { hint, data: error.data });
  }
}

/** The answer about a gate. */
export type GateDocument = ReturnType<typeof stepReply>['data'] & Omit<GateResult, 'saved' | 'changed_meanwhile'>;

async function replyTo(scene: Scene, { bench, key }: NamedGates, result: GateResult): Promise<Reply<GateDocument>> {
  const { saved, changed_meanwhile: files, ...about } = result;
  if (saved === null) throw new PawlError('not-allowed', `gate ${about.gate} was stopped; nothing was recorded`);
  const place = about.file === null ? '' : ` (${about.file}${about.line === null ? '' : `:${about.line}`})`;
  const what = `gate ${about.uses.join(', ')}: ${about.verdict}, ${about.covered} files covered`;
  const odd = { missing_files: [], remarks: await staleRemarks(bench, key, saved.document) };
  const reply = stepReply(scene, bench, key, saved, { what, odd });
  const meanwhile =
    files.length === 0 ? [] : [`${shown(meanwhileInWords(files))}; that is what the result counts for.`];
  const tail = about.verdict === 'pass' ? [] : about.output.trimEnd().split('\n').slice(-30);
  return {
    data: { ...reply.data, ...about },
    text: [...reply.text, ...meanwhile, ...(about.reason === '' ? [] : [`${about.reason}${place}`]), ...tail],
    isRecorded: true,
  };
}
