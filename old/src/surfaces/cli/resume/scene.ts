// One call of `pawl resume`: what was decided, about which run, for whom.

import type { Key } from '../../../rules/names.js';
import type { Owner } from '../../../service/lease/leases.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Stored } from '../../../store/store.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { commandLine } from '../view/command-line.js';
import { documentOf } from './document.js';
import { showOthers, showReasons } from './show.js';

export interface Scene {
  readonly call: Call;
  readonly bench: Workbench;
  readonly owner: Owner;
  readonly decision: Decision;
  readonly key: Key;
  /** The run; null when it cannot be read. */
  readonly stored: Stored | null;
  /** The time, ISO 8601. */
  readonly now: string;
}

/**
 * Ends a call in which someone else has to decide.
 * @param scene the call
 * @param about the lines that say which run it is
 * @returns the answer, with exit code 6
 */
export function undecided({ call, decision, now }: Scene, about: readonly string[]): Answer {
  const { out } = call;
  for (const line of about) out.line(line);
  showReasons(out, decision);
  out.line();
  const { options, next_command, verdict } = decision;
  // Only `pawl resume` takes a choice; a build asks.
  const isResume = next_command?.includes(' resume ') === true;
  const own = isResume ? ' or with' : `; or ${commandLine(call, 'resume', decision.ref ?? '')}`;
  const choices = verdict === 'ask' ? `, on a terminal${own} --choice ${options.join('|')}` : '';
  if (next_command !== null) out.line(`${verdict === 'ask' ? 'A person decides' : 'Next'}: ${next_command}${choices}`);
  showOthers(out, decision.others, now);
  return { json: documentOf(decision, null), exit: exits.blocked };
}
