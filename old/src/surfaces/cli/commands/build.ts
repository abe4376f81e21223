// `pawl build`: runs a spec to its end, or as far as it goes.

import path from 'node:path';
import type { PipelineCheckpoint } from '../../../families/pipeline/index.js';
import { PawlError } from '../../../rules/errors.js';
import { pipelineKey } from '../../../rules/names.js';
import { listed } from '../../../rules/text/listed.js';
import { gateRunner } from '../../../service/build/build-gate.js';
import { type Due, dueEvents } from '../../../service/build/due-events.js';
import { type BuildReport, runBuild } from '../../../service/build/run-build.js';
import { type MissingExecutor, workstreamCommands } from '../../../service/build/workstream-commands.js';
import { loadConfig } from '../../../service/config/load.js';
import { repositoryFile, userFile } from '../../../service/config/files.js';
import type { ConfigProblem } from '../../../service/config/merge.js';
import { asDocument } from '../../../service/documents.js';
import { families } from '../../../service/families.js';
import { currentOwner } from '../../../service/lease/leases.js';
import type { Workbench } from '../../../service/workbench.js';
import type { ReadSpec } from '../../../service/spec/index.js';
import { approverAt, personAt } from '../build/approvals.js';
import { beginningOf } from '../build/beginning.js';
import { confirmAll } from '../build/confirm-all.js';
import { dryRun } from '../build/dry-run.js';
import { findRun, type FoundStart, readSpecOf, type Scene } from '../build/find-run.js';
import { takeInterrupts } from '../build/interrupts.js';
import { keepComplete } from '../build/keep-complete.js';
import { Progress } from '../build/progress.js';
import { staleLines } from '../build/progress-lines.js';
import { summarise } from '../build/summary.js';
import { wishesOf } from '../build/wish.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';

function noExecutors(id: string, missing: readonly MissingExecutor[], root: string): PawlError {
  const lines = missing.map(({ executor, workstreams }) => {
    const who = executor === null ? 'no executor and no command' : `executor ${JSON.stringify(executor)}`;
    return `${who}: ${listed(workstreams, 10)}`;
  });
  // What is written wrongly has to be mended first.
  const keys = new Set([
    'executors',
    ...['*', ...missing.map(({ executor }) => executor)].map((one) => `executors.${one}`),
  ]);
  const flaws = loadConfig(root).problems.filter(
    ({ key, source }) => keys.has(key) || (key === '' && source === 'user'),
  );
  const told = flaws.map(flawInWords);
  return new PawlError(
    'needs-person',
    `${id} was not built: nothing says how to run\n  ${[...lines, ...told].join('\n  ')}`,
    {
      hint:
        `Name a command for each in your own configuration (${userFile(process.env) ?? 'pawl/config.json'}), e.g. ` +
        '{"executors": {"backend-agent": {"command": ["claude", "-p"]}}}; "*" stands for every other one.',
      data: { missing },
    },
  );
}

/** Whoever reads it has to find the file. */
function flawInWords({ source, key, message }: ConfigProblem): string {
  if (source === 'repository') return `${repositoryFile}: ${key} ${message}`;
  if (key === '') return `your configuration was not used: ${userFile(process.env) ?? 'pawl/config.json'} ${message}`;
  return `your configuration: ${key} ${message}`;
}

function needExecutors({ bench }: Scene, { spec }: ReadSpec, missing: readonly MissingExecutor[]): void {
  if (missing.length > 0) throw noExecutors(spec.id, missing, bench.root);
}

async function build(scene: Scene, start: FoundStart, read: ReadSpec, begin: boolean): Promise<BuildReport> {
  const { call, bench, owner, wishes } = scene;
  const { spec, source } = read;
  const { commands } = commandsOf(scene, read);
  const progress = new Progress(call.out, spec);
  const interrupts = takeInterrupts(
    () => progress.remark('Pausing: what runs is asked to end. Ctrl-C again stops it at once.'),
    () => progress.remark('Stopping what runs, at once.'),
  );
  try {
    progress.open();
    return await runBuild({
      bench,
      key: start.key,
      spec,
      source,
      owner,
      commands,
      begin,
      accept: wishes.accept,
      limits: {
        parallel: wishes.parallel,
        sequential: new Set(spec.phases.filter((one) => one.sequential).map((one) => one.number)),
        approvals: !wishes.isYes,
      },
      stop: interrupts.stop,
      kill: interrupts.kill,
      watch: progress,
      person: personAt(call, { spec, file: path.join(bench.root, source.path), progress }),
      gates: (one) => gateRunner(one, { yes: wishes.isYes, approve: approverAt(call, spec.id, progress) }),
      onReplan: (change) => progress.say(`! ${source.path} has changed and is taken over: ${change}`),
      onStale: (stale, isKept) => {
        for (const line of staleLines(stale, isKept)) progress.say(line);
      },
    });
  } finally {
    progress.close();
    interrupts.release();
  }
}

function commandsOf({ bench, wishes }: Scene, { spec }: ReadSpec): ReturnType<typeof workstreamCommands> {
  return workstreamCommands(spec, loadConfig(bench.root).values.executors, wishes.timeoutMs);
}

async function proceed(scene: Scene): Promise<Answer> {
  const { call, bench, owner, wishes } = scene;
  const begun = performance.now();
  const kept = await keepComplete(scene);
  if (kept !== null) return kept;
  let { start, read } = await findRun(scene);
  let begin: boolean | null = null;
  for (;;) {
    const { commands, missing } = commandsOf(scene, read);
    if (wishes.isDryRun) {
      const due = wishes.isFresh ? null : await dueIn(scene, start, read);
      needExecutors(scene, read, stillOpen(missing, due));
      return dryRun(call, read.spec, commands, due, wishes.accept !== undefined);
    }
    const way = begin === null ? await beginningOf(call, bench, owner, start, wishes) : { begin };
    if ('answer' in way) return way.answer;
    const mayBeDone = missing.length > 0 && !way.begin;
    needExecutors(scene, read, mayBeDone ? stillOpen(missing, await dueIn(scene, start, read)) : missing);
    if (way.begin) tellGates(call, read);
    await confirmAll(call, bench.root, read.spec, commands, wishes.isYes);
    const report = await build(scene, start, read, way.begin);
    if (report.end.is !== 'again') return summarise(call, read.spec, report, performance.now() - begun);
    // The spec was edited before anything ran: what it says now counts.
    read = await readSpecOf(scene, path.join(bench.root, read.source.path), null);
    start = { is: 'start', key: pipelineKey(read.spec.id) };
    begin = true;
  }
}

/** A gate that is for a person, or must pass although its spec says otherwise, is told before --yes answers for it. */
function tellGates({ out }: Call, { source, warnings }: ReadSpec): void {
  const told = warnings.filter(({ message }) => message.startsWith('gate '));
  for (const { line, message } of told) out.note(`${source.path}:${line}: ${message}`);
}

/** What is due in the run that goes on; null when there is none. */
async function dueIn(
  { bench, wishes: { accept } }: Scene,
  { is, key }: FoundStart,
  read: ReadSpec,
): Promise<Due | null> {
  const stored = is === 'start' ? null : await bench.store.get(key);
  return stored === null ? null : dueEvents({ bench, ...read, accept }, asDocument<PipelineCheckpoint>(stored.state));
}

/** What is done needs nobody any more. */
function stillOpen(missing: readonly MissingExecutor[], due: Due | null): readonly MissingExecutor[] {
  const done = new Set(due?.doc.completed_workstreams ?? []);
  return missing
    .map((one) => ({ ...one, workstreams: one.workstreams.filter((id) => !done.has(id)) }))
    .filter(({ workstreams }) => workstreams.length > 0);
}

/**
 * Builds a spec.
 * @param call which spec, and how
 * @returns what came of it
 */
export async function run(call: Call): Promise<Answer> {
  const work = (bench: Workbench): Promise<Answer> =>
    proceed({ call, bench, owner: currentOwner(), wishes: wishesOf(call) });
  return withBench(call, families, work, { publish: 'soon', sweep: true });
}
