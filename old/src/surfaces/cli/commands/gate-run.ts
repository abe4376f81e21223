// `pawl gate run`: runs gates and records what they found.

import { pawlLine } from '../../../service/pawl-line.js';
import { planOf } from '../../../families/pipeline/index.js';
import { PawlError } from '../../../rules/errors.js';
import { refOf } from '../../../rules/names.js';
import { commandLines } from '../../../rules/text/visible.js';
import { completeAnswer } from '../complete-error.js';
import { staleRemarks } from '../../../service/pipeline/stale-remarks.js';
import { nextGate, type WantedGate } from '../../../service/gates/next-gate.js';
import { type GateResult, runGate } from '../../../service/gates/run-gate.js';
import { takeInterrupts } from '../build/interrupts.js';
import { approverAt, confirmerAt } from '../gate/ask-person.js';
import { withPipeline } from '../gate/pipeline-named.js';
import { type NamedPipeline, specOfRun } from '../../../service/gates/spec-of-run.js';
import { answerResult, documentOfResult, exitOf } from '../gate/show-result.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { Stop } from '../stop.js';
import { oneLine } from '../terminal/width.js';

const interruptedExit = 130;

interface Ran {
  readonly result: GateResult;
  /** About what was stored. */
  readonly document: object;
}

async function runOne(call: Call, named: NamedPipeline, wanted: WantedGate): Promise<Ran> {
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
    return { result, document: answerResult(out, named, result) };
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
    const isOver = named.stored.state['status'] === 'complete';
    if (isOver && gate === undefined && (await nextGate(named.bench, named.key)) === null) {
      throw await completeAnswer(call, named.bench, named.stored);
    }
    const results: Ran[] = [];
    const ran = new Set<string>();
    for (;;) {
      const wanted =
        gate === undefined
          ? await nextGate(named.bench, named.key, ran)
          : results.length > 0
            ? null
            : { gate, phase: call.number('phase') };
      if (wanted === null) break;
      const one = await runOne(call, named, wanted);
      const { result } = one;
      results.push(one);
      for (const use of result.uses) ran.add(use);
      ran.add(`${wanted.phase ?? ''} ${wanted.gate}`);
      if (exitOf(result) !== exits.ok) break;
    }
    const last = results.at(-1);
    if (last === undefined) return nothingDue(call, named);
    const after = last.result.saved?.document;
    const stale = after === undefined ? [] : await staleRemarks(named.bench, named.key, after);
    for (const remark of stale) out.note(oneLine(remark));
    if (after?.status === 'complete' && stale.length === 0) out.line(`${refOf(named.key)} is complete.`);
    const exit = exitOf(last.result);
    const gates = results.map(({ result }) => documentOfResult(result));
    return { json: { ...last.document, ok: exit === exits.ok, gates, remarks: stale }, exit };
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
  out.line('No gate is due: each has passed, or waits for work that is not done yet.');
  return { json: { ok: true, ref: refOf(key), status: state['status'] ?? null, gates: [] } };
}
