// Makes sure that a person has seen a command of a spec before pawl runs it. For gates and workstreams alike.

import type { SpecCommand } from '../../families/pipeline/spec/types.js';
import { PawlError } from '../../rules/errors.js';
import { visibleLine } from '../../rules/text/visible.js';
import type { Workbench } from '../workbench.js';
import { rememberConfirmed, unconfirmed } from './confirmations.js';

/** A person is shown what is about to run, and says whether it may. */
export type Confirm = (what: string, commands: readonly SpecCommand[]) => Promise<boolean>;

/** Who answers for commands. */
export interface ConfirmAnswers {
  /** `--yes`: no question is asked. */
  readonly yes?: boolean | undefined;
  readonly confirm?: Confirm | undefined;
}

/**
 * Makes sure that a person has confirmed commands: once for each, unless all questions are answered with yes.
 * @param bench the project
 * @param what whose commands they are, e.g. `gate lint`, `WS2`
 * @param commands the commands
 * @param answers who answers; throws `needs-person` when nobody does, or when the answer is no
 * @param answers.yes whether no question is asked
 * @param answers.confirm asks
 */
export async function confirmCommands(
  bench: Pick<Workbench, 'root' | 'clock'>,
  what: string,
  commands: readonly SpecCommand[],
  answers: ConfirmAnswers,
): Promise<void> {
  const open = answers.yes === true ? [] : unconfirmed(bench.root, commands);
  if (open.length === 0) return;
  const isConfirmed = answers.confirm === undefined ? null : await answers.confirm(what, open);
  if (isConfirmed === true) {
    rememberConfirmed(bench.root, open, bench.clock());
    return;
  }
  const shown = open.map(({ text, shell }) => `${shell ? 'in a shell: ' : ''}${visibleLine(text)}`).join('; ');
  const message = isConfirmed === null ? 'nobody has confirmed its command' : 'its command was not confirmed';
  throw new PawlError('needs-person', `${what} was not run: ${message} (${shown})`, {
    hint: 'A person runs it on a terminal and confirms the command once; --yes is for those who know what it does, as in CI.',
    data: { commands: open.map(({ text, shell }) => ({ text, shell })) },
  });
}
