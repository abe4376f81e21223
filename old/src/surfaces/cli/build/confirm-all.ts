// The commands of a spec, shown before anything runs, and confirmed once.

import type { Spec, SpecCommand } from '../../../families/pipeline/spec/index.js';
import { PawlError } from '../../../rules/errors.js';
import { commandLines } from '../../../rules/text/visible.js';
import { rememberConfirmed, unconfirmed } from '../../../service/gates/confirmations.js';
import type { WorkstreamCommand } from '../../../service/build/workstream-commands.js';
import type { Call } from '../call.js';
import { counted } from '../../../rules/text/plural.js';
import { canAsk, confirm } from '../terminal/ask.js';
import { oneLine } from '../terminal/width.js';

/** A command, and whose it is. */
interface Named {
  readonly of: string;
  readonly command: Pick<SpecCommand, 'text' | 'shell'>;
}

function commandsIn(spec: Spec, commands: ReadonlyMap<string, WorkstreamCommand>): readonly Named[] {
  const work = spec.workstreams.flatMap(({ id }) => {
    const how = commands.get(id);
    return how?.isFromSpec === true ? [{ of: id, command: how.command }] : [];
  });
  const gates = spec.gates.flatMap((gate) => gate.commands.map((command) => ({ of: `gate ${gate.id}`, command })));
  return [...work, ...gates];
}

/**
 * Makes sure that a person has seen every command that a spec brings.
 * @param call the call
 * @param root the project's root
 * @param spec the spec
 * @param commands how its workstreams are run
 * @param isYes whether all questions are answered with yes: then they are only shown
 */
export async function confirmAll(
  call: Call,
  root: string,
  spec: Spec,
  commands: ReadonlyMap<string, WorkstreamCommand>,
  isYes: boolean,
): Promise<void> {
  const all = commandsIn(spec, commands);
  if (all.length === 0) return;
  const open = new Set(
    unconfirmed(
      root,
      all.map(({ command }) => command),
    ),
  );
  const asked = all.filter(({ command }) => open.has(command));
  if (asked.length === 0) return;
  const lines = asked.flatMap(({ of, command }) => commandLines(command, oneLine(`${of}  `)));
  if (!isYes && !canAsk(call.out)) throw nobodyConfirmed(spec, asked, lines);
  call.out.line(`${spec.id} brings ${counted(asked.length, 'command')} that nobody has confirmed here:`);
  for (const line of lines) call.out.line(`  ${line}`);
  if (isYes) return;
  if (!(await confirm('Run them, now and later?', false))) throw nobodyConfirmed(spec, asked, []);
  rememberConfirmed(root, [...open], Date.now());
}

function nobodyConfirmed(spec: Spec, asked: readonly Named[], lines: readonly string[]): PawlError {
  const shown = lines.length === 0 ? '' : `:\n  ${lines.join('\n  ')}`;
  const message = `${spec.id} was not built: nobody has confirmed ${counted(asked.length, 'command')} of its spec${shown}`;
  return new PawlError('needs-person', message, {
    hint: 'Build it on a terminal to confirm them once, or with --yes if you know what they do.',
    data: { commands: asked.map(({ of, command: { text, shell } }) => ({ of, text, shell })) },
  });
}
