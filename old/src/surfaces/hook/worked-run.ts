// The run that an event of a session's work belongs to.

import { type Key, parseKey } from '../../rules/names.js';
import { type Binding, boundRun, loadBinding } from '../../service/session/binding.js';
import type { Payload } from './payload.js';
import type { HookScene } from './scene.js';

/**
 * Loads what is remembered of an event's session.
 * @param payload the event
 * @param scene its circumstances
 * @returns null when it is bound to no run
 */
export function bindingOf({ session }: Payload, { root }: HookScene): Binding | null {
  const known = session === null ? null : loadBinding(root, session);
  return known === null || known.run === null ? null : known;
}

/**
 * Finds the run that the session works on. What it was only told of becomes its own with this, unless someone else has it.
 * @param payload the event
 * @param scene its circumstances
 * @param known what is remembered of the session
 * @returns its key; null when it works on none
 */
export function workedRun(payload: Payload, scene: HookScene, known = bindingOf(payload, scene)): Key | null {
  if (known?.isTold !== true) return known === null || known.run === null ? null : parseKey(known.run);
  scene.slow('claim');
  return boundRun(scene.root, known.session);
}
