// UserPromptSubmit and UserPromptExpansion: one of the commands was typed. Anything else is none of pawl's business.

import { typedCommand } from '../typed-command.js';
import { type HookAnswer, nothing } from '../answer.js';
import type { Payload } from '../payload.js';
import type { HookScene } from '../scene.js';
import { openShip } from './open-ship.js';

/** What cannot be read may be a /ship, unless it is seen to be another prompt. */
const otherPrompt = /"prompt"\s*:\s*"[^]/;
const shipInText = /[/$](?:[\w.-]+:)?ship\b|"command_?name"\s*:\s*"(?:[\w.-]+:)?ship\b/i;

/**
 * Answers a prompt: opens or continues the run of a command. `/ship` passes only if its gate does.
 * @param payload the event
 * @param scene its circumstances
 * @returns the run's brief; a refusal when the gate blocks, or cannot tell
 */
export function userPrompt(payload: Payload, scene: HookScene): HookAnswer {
  const typed = typedCommand(payload);
  const { broken, isCut } = payload;
  const isBroken = broken !== null && (isCut || shipInText.test(broken) || !otherPrompt.test(broken));
  if (typed === null && !isBroken) return nothing;
  if (typed !== null && typed.command !== 'ship') return scene.slow('open-run');
  return openShip(payload, scene);
}
