// `pawl statusline` as agents call it: it needs nothing but a place to write to.

import { answerCall } from '../answer-call.js';
import { lineNow } from '../commands/statusline.js';
import { write } from '../terminal/output.js';

/**
 * Prints the line.
 * @param args nothing
 * @returns false when anything else was asked for
 */
export function answer(args: readonly string[]): boolean {
  if (args.length > 0) return false;
  void answerCall(false, async () => {
    const line = await lineNow();
    if (line !== '') write(1, `${line}\n`);
    return null;
  });
  return true;
}
