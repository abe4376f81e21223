// What a build would do, without doing it.

import { planOf } from '../../../families/pipeline/index.js';
import type { Spec } from '../../../families/pipeline/spec/index.js';
import { commandLines } from '../../../rules/text/visible.js';
import type { Due } from '../../../service/build/due-events.js';
import type { WorkstreamCommand } from '../../../service/build/workstream-commands.js';
import type { Answer, Call } from '../call.js';
import { oneLine } from '../terminal/width.js';
import { phaseLine, staleLines } from './progress-lines.js';

/**
 * Shows what a build would run.
 * @param call the call
 * @param spec what would be built
 * @param commands how its workstreams are run
 * @param due what is due in the run that goes on; null when it begins from its spec
 * @param isKept whether results are kept that no longer hold
 * @returns the answer
 */
export function dryRun(
  call: Call,
  spec: Spec,
  commands: ReadonlyMap<string, WorkstreamCommand>,
  due: Due | null,
  isKept: boolean,
): Answer {
  const { out } = call;
  const completed = new Set(due?.doc.completed_workstreams ?? []);
  const passed = new Set(due?.doc.gates_passed ?? []);
  const uses = due === null ? null : (planOf(due.doc)?.uses ?? null);
  const isOpen = (gate: string, phase: number): boolean =>
    uses === null || uses.some((use) => use.gate === gate && use.phase === phase && !passed.has(use.label));
  for (const line of due === null ? [] : staleLines(due.stale, isKept)) out.line(line);
  const phases = spec.phases.map((phase) => {
    out.line(out.paint('bold', phaseLine(phase.number, spec.phases.length, phase.name, phase.workstreams.length)));
    const workstreams = phase.workstreams.map((id) => {
      const { text = '', shell = false } = commands.get(id)?.command ?? {};
      const isDone = completed.has(id);
      if (isDone) out.line(oneLine(`  ${id}  done already`));
      else for (const line of commandLines({ text, shell }, oneLine(`  ${id}  `))) out.line(line);
      return { id, command: text, shell, done: isDone };
    });
    const gates = phase.gates
      .filter((id) => isOpen(id, phase.number))
      .map((id) => {
        const gate = spec.gates.find((one) => one.id === id);
        const own = gate?.commands ?? [];
        if (own.length === 0) out.line(oneLine(`  gate ${id}  a person decides`));
        for (const line of own.flatMap((one) => commandLines(one, oneLine(`  gate ${id}  `)))) out.line(line);
        return { id, commands: own.map(({ text }) => text) };
      });
    return { number: phase.number, name: phase.name, sequential: phase.sequential, workstreams, gates };
  });
  out.line('Nothing was run or written.');
  return { json: { ok: true, dry_run: true, prd: spec.id, phases } };
}
