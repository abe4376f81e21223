// `pawl resume --json`, as agents and scripts ask: the decision, where a look at the run is enough for it.

import type { Decision } from '../../../service/resume/decision.js';
import { quickDecide } from '../../../service/resume/quick-decide.js';
import { ledWorkstream } from '../../../service/session/led-workstream.js';
import { answerCall } from '../answer-call.js';
import { exits } from '../exit-codes.js';
import { documentOf } from '../resume/document.js';
import { quickRoot } from './quick-root.js';

/**
 * Answers a call that wants nothing but the document.
 * @param args `--json`
 * @returns false when the decision takes more, or anything else was asked for
 */
export function answer(args: readonly string[]): boolean {
  if (args.length !== 1 || args[0] !== '--json') return false;
  const decision = decideNow();
  if (decision === null) return false;
  const exit = decision.verdict === 'resume' ? exits.ok : exits.blocked;
  void answerCall(true, async () => ({ json: documentOf(decision, null), exit }));
  return true;
}

function decideNow(): Decision | null {
  try {
    return ledWorkstream(process.env) !== null ? null : quickDecide(quickRoot(), Date.now());
  } catch {
    return null; // the command itself tells what is wrong
  }
}
