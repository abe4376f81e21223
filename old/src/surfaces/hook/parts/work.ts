// The part of the hook that answers the other events of a session, and ignores those that nobody knows.

import { workHandlers } from '../handlers/work.js';
import { answerEvent, type HookProgram } from '../hook.js';

/**
 * Answers the event on stdin.
 * @param program how it was called
 */
export function main(program: HookProgram): void {
  answerEvent(workHandlers, program);
}
