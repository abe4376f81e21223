// `pawl gate run`: runs gates and records what they found.

import { pawlLine } from '../../../service/pawl-line.js';
import { dueGates, planOf } from '../../../families/pipeline/index.js';
import { PawlError } from '../../../rules/errors.js';
import { refOf } from '../../../rules/names.js';
import { commandLines } from '../../../rules/text/visible.js';
import { stalenessOf } from '../../../service/evidence/staleness.js';
import { type GateResult, runGate } from '../../../service/gates/run-gate.js';
import { noteWork } from '../../../service/lease/note-work.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { readNewest } from '../../../service/workbench.js';
import { takeInterrupts } from '../build/interrupts.js';
import { approverAt, confirmerAt } from '../gate/ask-person.js';
import { withPipeline } from '../gate/pipeline-named.js';
import { type NamedPipeline, specOfRun } from '../../../service/gates/spec-of-run.js';
import { documentOfResult, exitOf, showResult } from '../gate/show-result.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { Stop } from '../stop.js';
import { oneLine } from '../terminal/width.js';

const interruptedExit = 130;

interface Wanted {
  readonly gate: string;
  readonly phase: number | undefined;
}

/** What is named; else the first that is due, or whose result no longer holds though all that it is about does. */
async function nextGate({ bench, key }: NamedPipeline, ran: ReadonlySet<string>): Promise<Wanted | null> {
  const { state } = await withPlan(bench, await readNewest(bench.store, key));
  if (state['status'] === 'complete') return null;
  const due = dueGates(state).find(({ gate, phase }) => !ran.has(`${phase} ${gate}`));
  if (due !== undefined) return { gate: due.gate, phase: due.phase };
  const { results } = await stalenessOf(bench, state);
  const stale = results.filter(({ kind, isOwn }) => kind === 'gate' && isOwn).find(({ id }) => !ran.has(id));
  return stale === undefined ? null : { gate: stale.id, phase: undefined };
}

async function runOne(call: Call, named: NamedPipeline, wanted: Wanted): Promise<GateResult> {
  const { out } = call;
  const interrupts = takeInterrupts(() => out.status('stopping …'));
  try {
    const result = await runGate(named.bench, named.key, {
      spec: specOfRun(named).spec,
      ...wanted,
      yes: call.flag('yes'),
      confirm: confirmerAt(call),
      approve: call.flag('yes') ? undefined : approverAt(call),
      stop: interrupts.stop,
      kill: interrupts.kill,
      onStart: ({ id, commands }) => {
        for (const line of commands.flatMap((one) => commandLines(one))) out.line(line);
        out.status(`gate ${oneLine(id)} …`);
      },
      onLine: (line) => out.status(oneLine(line).slice(0, Math.max(20, out.columns - 1))),
    });
    out.status('');
    if (result.verdict === 'stopped') {
      const kept = result.saved === null ? 'nothing' : 'only what it had changed by then';
      throw new Stop(`interrupted; ${kept} was recorded`, { exit: interruptedExit });
    }
    showResult(out, result);
    noteWork(named.bench, named.key, result.saved?.document.status === 'complete' ? 'end' : 'step');
    return result;
  } finally {
    interrupts.release();
  }
}

/**
 * Runs gates.
 * @param call the pipeline, and which gate
 * @returns the results, in order
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const gate = call.positionals[1];
  return withPipeline(call, async (named) => {
    if (gate !== undefined) needGate(named, gate);
    const results: GateResult[] = [];
    const ran = new Set<string>();
    for (;;) {
      const wanted =
        gate === undefined
          ? await nextGate(named, ran)
          : results.length > 0
            ? null
            : { gate, phase: call.number('phase') };
      if (wanted === null) break;
      const result = await runOne(call, named, wanted);
      results.push(result);
      for (const use of result.uses) ran.add(use);
      ran.add(`${wanted.phase ?? ''} ${wanted.gate}`);
      if (exitOf(result) !== exits.ok) break;
    }
    const last = results.at(-1);
    if (last === undefined) return nothingDue(call, named);
    const status = last.saved?.document.status ?? null;
    if (status === 'complete') out.line(`${refOf(named.key)} is complete.`);
    return {
      json: { ok: exitOf(last) === exits.ok, ref: refOf(named.key), status, gates: results.map(documentOfResult) },
      exit: exitOf(last),
    };
  });
}

function needGate({ key, stored: { state } }: NamedPipeline, gate: string): void {
  const plan = planOf(state);
  if (plan === null || plan.uses.some((use) => use.gate === gate || use.label === gate)) return;
  throw new PawlError('not-found', `${refOf(key)} has no gate ${gate}; known: ${plan.gates.join(', ') || 'none'}`, {
    hint: `Look at its gates: \`${pawlLine('gate status', key)}\`.`,
  });
}

function nothingDue({ out }: Call, { key, stored: { state } }: NamedPipeline): Answer {
  if (state['status'] === 'complete') {
    throw new PawlError('already-complete', `${refOf(key)} already complete`, {
      hint: 'Nothing is left to do in it; update the roadmap.',
    });
  }
  out.line('No gate is due: each has passed, or waits for work that is not done yet.');
  return { json: { ok: true, ref: refOf(key), status: state['status'] ?? null, gates: [] } };
}
