// `pawl completion SHELL`: prints a completion script.

import type { Answer, Call } from '../call.js';
import { completionScript } from '../manual/completion.js';
import { shells } from '../rows/setup.js';
import { sections } from '../table.js';

/**
 * Prints the completion script of a shell.
 * @param call which shell
 * @returns the script
 */
export async function run(call: Call): Promise<Answer> {
  const shell = shells.find((one) => one === call.positionals[0]) ?? 'bash';
  const script = completionScript(shell, sections);
  call.out.line(script.trimEnd());
  return { json: { shell, script } };
}
