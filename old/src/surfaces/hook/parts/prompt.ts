// The part of the hook that answers prompts.

import { userPrompt } from '../handlers/user-prompt.js';
import { answerEvent, type HookProgram } from '../hook.js';

/**
 * Answers the event on stdin.
 * @param program how it was called
 */
export function main(program: HookProgram): void {
  answerEvent({ UserPromptSubmit: userPrompt, UserPromptExpansion: userPrompt }, program);
}
