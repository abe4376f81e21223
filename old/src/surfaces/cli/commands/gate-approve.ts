// `pawl gate approve`: a person says whether a manual gate passes.

import { pawlLine } from '../../../service/pawl-line.js';
import { dueGates } from '../../../families/pipeline/index.js';
import { badUsage, PawlError } from '../../../rules/errors.js';
import { refOf } from '../../../rules/names.js';
import { type Approve, runGate } from '../../../service/gates/run-gate.js';
import { approverAt } from '../gate/ask-person.js';
import { withPipeline } from '../gate/pipeline-named.js';
import { specOfRun } from '../../../service/gates/spec-of-run.js';
import { answerResult, documentOfResult, exitOf } from '../gate/show-result.js';
import type { Answer, Call } from '../call.js';
import { staleRemarks } from '../../../service/pipeline/stale-remarks.js';
import { inputOf } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';

/** The answer of the call, or someone to ask. */
function answerOf(call: Call): Approve | undefined {
  const note = inputOf(call, 'note');
  const told = note === undefined ? {} : { note };
  if (call.flag('yes')) return async () => ({ answer: 'yes', ...told });
  if (call.flag('no')) return async () => ({ answer: 'no', ...told });
  const ask = approverAt(call);
  return ask === undefined ? undefined : async (question) => ({ ...told, ...(await ask(question)) });
}

/**
 * Approves or declines a manual gate.
 * @param call the pipeline, the gate and the answer
 * @returns what was recorded
 */
export async function run(call: Call): Promise<Answer> {
  if (call.flag('yes') && call.flag('no')) throw badUsage('--yes and --no exclude each other', 'Give one answer.');
  return withPipeline(call, async (named) => {
    const { spec } = specOfRun(named);
    const manual = new Set(spec.gates.filter(({ kind }) => kind === 'manual').map(({ id }) => id));
    const due = dueGates(named.stored.state).find(({ gate: id }) => manual.has(id));
    const gate = call.positionals[1] ?? due?.gate;
    if (gate === undefined) {
      throw new PawlError('not-allowed', `no manual gate of ${refOf(named.key)} is due`, {
        hint: `Look at its gates: \`${pawlLine('gate status', named.key)}\`.`,
      });
    }
    const id = gate.replace(/ \(.*\)$/, '');
    const own = spec.gates.find((one) => one.id === id);
    if (own !== undefined && !manual.has(id)) {
      const waive = own.never_waivable ? '' : ' Or waive it, with a reason and an issue.';
      throw new PawlError('not-allowed', `gate ${id} has a command: it passes when that does, not by approval`, {
        hint: `Run it: \`${pawlLine('gate run', named.key, id)}\`.${waive}`,
      });
    }
    const phase = call.number('phase') ?? (call.positionals[1] === undefined ? due?.phase : undefined);
    const result = await runGate(named.bench, named.key, {
      spec,
      gate,
      phase,
      approve: answerOf(call),
      by: call.text('by'),
    });
    const document = answerResult(call.out, named, result);
    const after = result.saved?.document;
    const remarks = after === undefined ? [] : await staleRemarks(named.bench, named.key, after);
    for (const remark of remarks) call.out.note(oneLine(remark));
    return { json: { ...document, ok: true, ...documentOfResult(result), remarks }, exit: exitOf(result) };
  });
}
