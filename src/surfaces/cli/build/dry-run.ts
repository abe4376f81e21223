// What a build would do, without doing it.

import type { Spec } from '../../../families/pipeline/spec/index.js';
import type { WorkstreamCommand } from '../../../service/build/workstream-commands.js';
import type { Answer, Call } from '../call.js';
import { oneLine } from '../terminal/width.js';
import { phaseLine } from './progress-lines.js';

/**
 * Shows what a build would run.
 * @param call the call
 * @param spec what would be built
 * @param commands how its workstreams are run
 * @param completed the workstreams that are done already
 * @returns the answer
 */
export function dryRun(
  call: Call,
  spec: Spec,
  commands: ReadonlyMap<string, WorkstreamCommand>,
  completed: ReadonlySet<string>,
): Answer {
  const { out } = call;
  const phases = spec.phases.map((phase) => {
    out.line(out.paint('bold', phaseLine(phase.number, spec.phases.length, phase.name, phase.workstreams.length)));
    const workstreams = phase.workstreams.map((id) => {
      const text = commands.get(id)?.command.text ?? '';
      const isDone = completed.has(id);
      out.line(oneLine(isDone ? `  ${id}  done already` : `  ${id}  $ ${text}`));
      return { id, command: text, done: isDone };
    });
    const gates = phase.gates.map((id) => {
      const gate = spec.gates.find((one) => one.id === id);
      const texts = gate?.commands.map(({ text }) => text) ?? [];
      out.line(oneLine(`  gate ${id}  ${texts.length === 0 ? 'a person decides' : `$ ${texts.join('; ')}`}`));
      return { id, commands: texts };
    });
    return { number: phase.number, name: phase.name, sequential: phase.sequential, workstreams, gates };
  });
  out.line('Nothing was run or written.');
  return { json: { ok: true, dry_run: true, prd: spec.id, phases } };
}
