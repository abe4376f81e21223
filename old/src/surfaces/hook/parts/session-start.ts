// The part of the hook that answers SessionStart.

import { sessionStart } from '../handlers/session-start.js';
import { answerEvent, type HookProgram } from '../hook.js';

/**
 * Answers the event on stdin.
 * @param program how it was called
 */
export function main(program: HookProgram): void {
  answerEvent({ SessionStart: sessionStart }, program);
}
