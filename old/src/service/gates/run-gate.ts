// Runs a gate of a pipeline and records what came of it: the command is shown and confirmed before, a manual gate is put
// to a person, and the evidence goes into the checkpoint with the verdict.

import { pawlLine } from '../pawl-line.js';
import {
  alreadyComplete,
  gateUses,
  type GateUse,
  type PipelineCheckpoint,
  type PipelineEvent,
  planOf,
} from '../../families/pipeline/index.js';
import type { Spec, SpecGate } from '../../families/pipeline/spec/types.js';
import { badInput, isPawlError, PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import { listed } from '../../rules/text/listed.js';
import type { Saved } from '../checkpoint.js';
import { asDocument, asState } from '../documents.js';
import { planPipeline } from '../plans/pipeline.js';
import { withPlan } from '../pipeline/with-plan.js';
import type { ChildRoll } from '../process/child-roll.js';
import { personOf } from '../person-of.js';
import { readNewest, type Workbench, write } from '../workbench.js';
import { type Confirm, confirmCommands } from './confirm-commands.js';
import { GateCoverage } from './gate-findings.js';
import { type GateLine, gateStates } from './gate-states.js';
import { type CommandsEnd, runCommands } from './run-commands.js';

/** Unless the spec says otherwise. */
export const defaultGateTimeoutMs = 10 * 60 * 1000;

/** What a person is asked at a manual gate. */
export interface ApprovalQuestion {
  readonly gate: SpecGate;
  readonly uses: readonly GateUse[];
  /** The files that it is about. */
  readonly files: readonly string[];
}

/** A person looks at a manual gate and says yes or no. */
export type Approve = (
  question: ApprovalQuestion,
) => Promise<{ readonly answer: 'yes' | 'no'; readonly note?: string }>;

/** How a gate is run. */
export interface GateRequest {
  readonly spec: Spec;
  /** Its id, or one of its uses, e.g. `type-check (WS2)`. */
  readonly gate: string;
  /** From 1; the first phase that still needs it unless given. */
  readonly phase?: number | undefined;
  /** `--yes`: commands run and manual gates pass without a question. */
  readonly yes?: boolean | undefined;
  readonly confirm?: Confirm | undefined;
  readonly approve?: Approve | undefined;
  /** Who approves; the actor unless given. */
  readonly by?: string | undefined;
  /** The children of a run that is under way. */
  readonly roll?: ChildRoll | undefined;
  readonly stop?: AbortSignal | undefined;
  readonly kill?: AbortSignal | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
  /** Told when the command begins. */
  readonly onStart?: ((gate: SpecGate) => void) | undefined;
}

/** `stopped`: ended by the caller; recorded, as blocked, only where it had changed files by then. */
export type GateOutcome = 'pass' | 'fail' | 'blocked' | 'approved' | 'declined' | 'stopped';

/** What came of a gate's run. */
export interface GateResult {
  readonly gate: string;
  readonly verdict: GateOutcome;
  /** Its uses, e.g. `type-check (WS2)`. */
  readonly uses: readonly string[];
  readonly reason: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly exit_code: number | null;
  readonly duration_ms: number;
  /** The end of its output. */
  readonly output: string;
  /** Where its output is kept. */
  readonly log: string | null;
  /** How many files the result is about. */
  readonly covered: number;
  /** Files that it covers and that changed while it ran. */
  readonly changed_meanwhile: readonly string[];
  /** What was stored; null when nothing was. */
  readonly saved: Saved<PipelineCheckpoint> | null;
}

/**
 * Runs a gate and records the result.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param request the gate, and who answers for it
 * @returns what came of it; throws `not-allowed` when it cannot be run yet, and `needs-person` when nobody answers
 */
export async function runGate(bench: Workbench, key: Key, request: GateRequest): Promise<GateResult> {
  const { state } = await withPlan(bench, await readNewest(bench.store, key));
  const doc = asDocument<PipelineCheckpoint>(state);
  const uses = readyUses(doc, request);
  if (doc.status === 'complete') await needStale(bench, doc, uses);
  const gate = gateIn(request.spec, uses);
  const coverage = await GateCoverage.open(bench, state, gate, uses);
  const target =
    planOf(doc) === null ? { gate: request.gate, phase: request.phase } : { gate: gate.id, phase: uses[0]?.phase };
  const save = (event: PipelineEvent): Promise<Saved<PipelineCheckpoint>> => {
    const moved = coverage.moved();
    return write(bench, key, (before, now, current) => {
      const at = moved.reduce(
        (found, one) => (found === null ? found : planPipeline(key, one)(found, now, current).state),
        before,
      );
      return planPipeline(key, event)(at, now, current);
    });
  };
  if (gate.kind === 'manual') {
    const { answer, note } = await askPerson(key, gate, uses, coverage, request);
    const by = request.by ?? personOf(bench.actor);
    const evidence = coverage.findings({ by });
    const told = note === undefined ? {} : { note };
    const saved = await save({ type: 'approve', ...target, answer, by, ...told, evidence });
    const verdict = answer === 'yes' ? 'approved' : 'declined';
    const about = resultOf(gate, uses, coverage, verdict, `${by} said ${answer}`);
    return { ...about, changed_meanwhile: coverage.changedMeanwhile(), saved };
  }
  await confirmCommands(bench, `gate ${gate.id}`, gate.commands, request);
  request.onStart?.(gate);
  const timeoutMs = gate.timeout_ms ?? defaultGateTimeoutMs;
  const end = await runCommands(bench.root, key, gate, { ...request, timeoutMs });
  const about = resultOf(gate, uses, coverage, end.verdict, end.reason, end);
  const evidence = coverage.findings(
    {
      commands: gate.commands.map(({ text }) => text),
      ...(end.exitCode === null ? {} : { exit_code: end.exitCode }),
      duration_ms: end.durationMs,
      output: end.output,
      ...(end.verdict === 'pass' ? {} : { reason: end.reason }),
    },
    end.verdict === 'fail' ? `${end.failure?.file ?? ''}\n${end.output}` : '',
  );
  // What a gate has mended before it was stopped is its doing all the same.
  const changed = coverage.changedMeanwhile();
  if (end.verdict === 'stopped' && changed.length === 0) return about;
  const saved = await save(eventFor(target, end, evidence)).catch((error: unknown) => {
    throw isPawlError(error, 'not-allowed') ? notRecorded(error, gate, end) : error;
  });
  return { ...about, changed_meanwhile: changed, saved };
}

/** Finds the uses that can be run now; a gate runs once for its phase. */
function readyUses(doc: PipelineCheckpoint, { gate, phase }: GateRequest): readonly GateUse[] {
  const found = gateUses(doc, { gate, phase });
  const [first] = found;
  // One use may be named; all that the phase has of the gate are meant.
  const isPlanned = first !== undefined && planOf(doc) !== null;
  const uses = isPlanned ? gateUses(doc, { gate: first.gate, phase: first.phase }) : found;
  const open = [...new Set(uses.flatMap(({ covers }) => covers))].filter(
    (id) => !doc.completed_workstreams.includes(id),
  );
  const running = doc.in_progress_workstreams;
  if (open.length > 0 || running.length > 0) {
    const why = open.length > 0 ? `${thatAre(open)} not complete` : `${thatAre(running)} still in progress`;
    const hint = 'A gate is run when the work that it is about is done and nothing else runs.';
    throw new PawlError('not-allowed', `gate ${first?.gate ?? gate} cannot be run yet: ${why}`, { hint });
  }
  return uses;
}

/** In a run that is complete only a gate is run again that no longer holds, or did not see all that it covers. */
async function needStale(bench: Workbench, doc: PipelineCheckpoint, uses: readonly GateUse[]): Promise<void> {
  const states = await gateStates(bench, asState(doc));
  const isOpen = ({ use, state, changed_later: files }: GateLine): boolean =>
    uses.some(({ label }) => label === use) && (state === 'stale' || files.length > 0);
  if (!states.some(isOpen)) throw alreadyComplete(doc.prd);
}

function thatAre(ids: readonly string[]): string {
  return `${listed(ids, 10)} ${ids.length === 1 ? 'is' : 'are'}`;
}

function gateIn(spec: Spec, uses: readonly GateUse[]): SpecGate {
  const id = uses[0]?.gate ?? '';
  const gate = spec.gates.find((one) => one.id === id);
  if (gate !== undefined) return gate;
  const fix = `the spec has: ${spec.gates.map((one) => one.id).join(', ') || 'none'}`;
  throw badInput(spec.id, [{ path: '/gate', message: `the spec no longer declares the gate ${id}`, fix }]);
}

async function askPerson(
  key: Key,
  gate: SpecGate,
  uses: readonly GateUse[],
  coverage: GateCoverage,
  request: GateRequest,
): ReturnType<Approve> {
  if (request.yes === true) return { answer: 'yes', note: 'answered by --yes' };
  if (request.approve !== undefined) return request.approve({ gate, uses, files: coverage.paths });
  throw new PawlError('needs-person', `gate ${gate.id} of ${refOf(key)} waits for a person`, {
    hint: `A person looks at it on a terminal: \`${pawlLine('gate approve', key, gate.id)}\`.`,
  });
}

/** Someone began work while the gate ran: its failure would stop that. */
function notRecorded(error: PawlError, { id }: SpecGate, { verdict, log }: CommandsEnd): PawlError {
  const kept = log === null ? '' : `; what it printed is kept in ${log}`;
  return new PawlError('not-allowed', `gate ${id} ended (${verdict}), and that was not recorded: ${error.message}`, {
    hint: `Run it again when nothing else runs${kept}.`,
    data: error.data,
    cause: error,
  });
}

function resultOf(
  gate: SpecGate,
  uses: readonly GateUse[],
  coverage: GateCoverage,
  verdict: GateOutcome,
  reason: string,
  end?: CommandsEnd,
): GateResult {
  return {
    gate: gate.id,
    verdict,
    uses: uses.map(({ label }) => label),
    reason: end?.failure?.message ?? reason,
    file: end?.failure?.file ?? null,
    line: end?.failure?.line ?? null,
    exit_code: end?.exitCode ?? null,
    duration_ms: end?.durationMs ?? 0,
    output: end?.output ?? '',
    log: end?.log ?? null,
    covered: coverage.paths.length,
    changed_meanwhile: [],
    saved: null,
  };
}

function eventFor(
  target: { readonly gate: string; readonly phase: number | undefined },
  { verdict, failure, reason }: CommandsEnd,
  evidence: NonNullable<Extract<PipelineEvent, { type: 'pass_gate' }>['evidence']>,
): PipelineEvent {
  if (verdict === 'pass') return { type: 'pass_gate', ...target, evidence };
  if (verdict === 'blocked' || verdict === 'stopped') return { type: 'block_gate', ...target, evidence };
  const place = failure === null ? {} : { file: failure.file, line: failure.line };
  return { type: 'fail_gate', ...target, message: failure?.message ?? reason, ...place, evidence };
}
