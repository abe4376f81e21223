// Runs one workstream: its command under supervision, and then a look at what it was to make.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import type { Spec, SpecWorkstream } from '../../families/pipeline/spec/index.js';
import type { Key } from '../../rules/names.js';
import { type Failure, readFailure } from '../../rules/failure/read-failure.js';
import { listed } from '../../rules/text/listed.js';
import { outputFiles } from '../evidence/output-files.js';
import { locateIn } from '../gates/run-commands.js';
import { type ChildEnd, runChild } from '../process/run-child.js';
import type { ChildRoll } from '../process/child-roll.js';
import { openOutputLog } from '../process/output-log.js';
import { workstreamBrief } from './workstream-brief.js';
import { fillWords, type WorkstreamCommand } from './workstream-commands.js';

/** What a build's workstreams have in common. */
export interface WorkScene {
  readonly root: string;
  readonly key: Key;
  readonly spec: Spec;
  readonly specPath: string;
  readonly roll: ChildRoll;
  /** What children say when they call pawl. */
  readonly session: string;
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
}

/** How a workstream ended: `blocked` when it could not be run at all, which is no failure of the work. */
export type WorkOutcome = 'done' | 'failed' | 'blocked' | 'stopped';

/** One attempt of a workstream. */
export interface Ran {
  readonly workstream: string;
  readonly outcome: WorkOutcome;
  /** From 1. */
  readonly attempt: number;
  readonly duration_ms: number;
  /** In words, e.g. `exit code 1`; null when all is well. */
  readonly reason: string | null;
  /** Where its output is kept, from the root; null when it said nothing. */
  readonly log: string | null;
  /** The end of its output. */
  readonly tail: string;
  /** What failed by its own words, and where, when that can be told. */
  readonly failure: Failure | null;
}

/** So much of the end of its output is read for file and line. */
const readChars = 200_000;

/**
 * Runs a workstream to its end.
 * @param scene the build
 * @param one the workstream
 * @param how its command, and which attempt this is
 * @param doc the run as it is
 * @param onLine told now and then what it printed last
 * @returns how it ended; never throws for what it does
 */
export async function runWorkstream(
  scene: WorkScene,
  one: SpecWorkstream,
  how: WorkstreamCommand & { readonly attempt: number },
  doc: PipelineCheckpoint,
  onLine: (line: string) => void,
): Promise<Ran> {
  const { root, key, spec, roll, stop, kill } = scene;
  const needsBrief = how.readsBrief || how.command.words.some((word) => word.includes('{brief}'));
  const brief = needsBrief ? workstreamBrief(spec, one, doc, scene.specPath) : '';
  const words = how.isFromSpec
    ? how.command.words
    : fillWords(how.command.words, { brief, workstream: one.id, prd: spec.id });
  const { attempt } = how;
  const log = openOutputLog(root, key, { unit: one.id, line: `${one.id}: $ ${how.command.text}`, attempt });
  const end = await runChild(roll, {
    command: { ...how.command, words },
    cwd: root,
    env: { ...how.env, ...variables(scene, one, attempt) },
    ...(how.readsBrief ? { stdin: brief } : {}),
    timeoutMs: how.timeoutMs,
    log,
    stop,
    kill,
    onLine,
  });
  const { outcome, reason } = judge(scene, one, end);
  const { durationMs: duration_ms, tail } = end;
  const hasFailed = outcome === 'failed' && end.exitCode !== 0;
  const failure = hasFailed ? readFailure(log.output.tail(readChars), locateIn(root)) : null;
  return { workstream: one.id, outcome, attempt, duration_ms, reason, log: end.log, tail, failure };
}

function variables(
  { root, spec, specPath, session }: WorkScene,
  one: SpecWorkstream,
  attempt: number,
): Readonly<Record<string, string>> {
  return {
    PAWL_PRD: spec.id,
    PAWL_WORKSTREAM: one.id,
    PAWL_TITLE: one.title,
    PAWL_PHASE: String(one.phase),
    PAWL_ATTEMPT: String(attempt),
    PAWL_SPEC: specPath,
    PAWL_OUTPUTS: one.outputs.join('\n'),
    PAWL_SESSION: session,
    GIT_ROOT: root,
  };
}

function judge(
  { root, specPath }: WorkScene,
  { outputs }: SpecWorkstream,
  { kind, exitCode, reason }: ChildEnd,
): Pick<Ran, 'outcome' | 'reason'> {
  if (kind === 'not-started') return { outcome: 'blocked', reason };
  if (kind === 'stopped') return { outcome: 'stopped', reason };
  if (kind !== 'exited' || exitCode !== 0) return { outcome: 'failed', reason };
  const missing = outputs.filter((pattern) => outputFiles(root, [pattern], specPath).length === 0);
  if (missing.length === 0) return { outcome: 'done', reason: null };
  return { outcome: 'failed', reason: `it ended well, but its outputs are missing: ${listed(missing, 5)}` };
}
