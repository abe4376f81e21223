// The part of the hook that answers events about tools. They come with every tool that the agent uses.

import { postToolUse } from '../handlers/post-tool-use.js';
import { preToolUse } from '../handlers/pre-tool-use.js';
import { answerEvent, type HookProgram } from '../hook.js';

/**
 * Answers the event on stdin.
 * @param program how it was called
 */
export function main(program: HookProgram): void {
  answerEvent({ PreToolUse: preToolUse, PostToolUse: postToolUse }, program);
}
