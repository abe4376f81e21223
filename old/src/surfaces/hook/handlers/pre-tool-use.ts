// PreToolUse: `git push` is refused while a ship run is open and its gate blocks; everywhere only where that is configured. The
// skill `ship` is held to the gate as the prompt is.

import { mayBeGuarded } from '../../../service/ship/push-guard.js';
import { pushesWithGit } from '../../../rules/text/git-push.js';
import { openShip } from './open-ship.js';
import { type HookAnswer, nothing } from '../answer.js';
import { calledSkill, type Payload, scriptOf, whyUnread } from '../payload.js';
import { gateLimitMs, type HookScene } from '../scene.js';

/**
 * Answers PreToolUse.
 * @param payload the event
 * @param scene its circumstances
 * @returns a refusal when the gate blocks, or cannot tell; nothing for all other tools and commands
 */
export function preToolUse(payload: Payload, scene: HookScene): HookAnswer {
  if (/^\/(?:pawl:)?ship\s/i.test(calledSkill(payload))) return openShip(payload, scene);
  const script = scriptOf(payload);
  // What cannot be read may be a push.
  const isBroken = payload.broken !== null;
  if (!isBroken && (script === '' || !pushesWithGit(script))) return nothing;
  try {
    // The other process looks again where this look cannot tell.
    if (!mayBeGuarded(scene.root, scene.env)) return nothing;
    if (isBroken) throw new Error(whyUnread(payload));
    return scene.slow('check-push', gateLimitMs);
  } catch (error) {
    scene.onTrouble(error);
    const why = error instanceof Error ? error.message : String(error);
    return {
      is: 'block',
      reason: `pawl: the ship gate cannot tell whether this may be pushed (${why}), so it blocks.`,
    };
  }
}
