// The person at gates: confirms commands and approves what is manual; on a terminal only.

import { commandLines } from '../../../rules/text/visible.js';
import type { Approve } from '../../../service/gates/run-gate.js';
import type { Confirm } from '../../../service/gates/confirm-commands.js';
import type { Call } from '../call.js';
import { canAsk, choose, confirm } from '../terminal/ask.js';
import { oneLine } from '../terminal/width.js';

const maxShown = 100;

/**
 * Makes the person who confirms commands.
 * @param call the call
 * @returns someone to ask; undefined where there is no terminal
 */
export function confirmerAt({ out }: Call): Confirm | undefined {
  if (!canAsk(out)) return undefined;
  return async (what, commands) => {
    out.line(
      `${oneLine(what)} runs ${commands.length === 1 ? 'a command that nobody has' : 'commands that nobody has'} confirmed here:`,
    );
    for (const line of commands.flatMap((one) => commandLines(one, '  '))) out.line(line);
    return confirm(commands.length === 1 ? 'Run it, now and later?' : 'Run them, now and later?', false);
  };
}

/**
 * Makes the person who approves manual gates.
 * @param call the call
 * @returns someone to ask; undefined where there is no terminal
 */
export function approverAt({ out }: Call): Approve | undefined {
  if (!canAsk(out)) return undefined;
  return async ({ gate, uses, files }) => {
    out.line(
      oneLine(
        `Gate ${gate.id}${gate.title === null ? '' : `: ${gate.title}`} (${uses.map(({ label }) => label).join(', ')})`,
      ),
    );
    for (const one of gate.criteria) out.line(`  ${oneLine(one)}`);
    const third = gate.approval ?? 'inspect';
    for (;;) {
      const key = await choose(`Does it pass? [y/n/${third}]:`, `yn${third.charAt(0)}`, undefined, [
        'yes',
        'no',
        third,
      ]);
      if (key === 'y' || key === 'n') return { answer: key === 'y' ? 'yes' : 'no' };
      if (third === 'edit') out.line('Edit what has to be changed, then answer. The files that it is about:');
      if (files.length === 0) out.line('  It is about no files.');
      for (const file of files.slice(0, maxShown)) out.line(`  ${oneLine(file)}`);
      if (files.length > maxShown) out.line(`  … and ${files.length - maxShown} more`);
    }
  };
}
