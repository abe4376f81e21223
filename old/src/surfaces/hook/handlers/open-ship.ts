// `/ship`, however it is called: its run is opened only if the gate lets it pass.

import type { HookAnswer } from '../answer.js';
import { type Payload, whyUnread } from '../payload.js';
import { gateLimitMs, type HookScene } from '../scene.js';

/**
 * Opens or continues the run of `ship`.
 * @param payload the event
 * @param scene its circumstances
 * @returns the run's brief; a refusal when the gate blocks, or cannot tell
 */
export function openShip(payload: Payload, scene: HookScene): HookAnswer {
  try {
    if (payload.broken !== null) throw new Error(whyUnread(payload));
    return scene.slow('open-run', gateLimitMs);
  } catch (error) {
    scene.onTrouble(error);
    const why = error instanceof Error ? error.message : String(error);
    return {
      is: 'block',
      reason: `pawl: the ship gate cannot tell whether this may be shipped (${why}), so it blocks.`,
    };
  }
}
