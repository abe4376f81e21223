// The end of an agent's session: what it touched is stored, what it held is given back, and old traces go.

import { saveTouched } from '../journal/store-touched.js';
import { releaseAll } from '../lease/leases.js';
import { boundRun, sweepSessions } from '../session/binding.js';
import { leaveCleared } from '../session/cleared.js';
import { sweepMarks } from './once.js';
import type { SessionScene } from './session-scene.js';

/**
 * Ends a session. It may come back: what it worked on is still remembered.
 * @param scene the store, and whose session it is
 * @param isCleared whether its agent goes on under another id
 */
export async function endSession(scene: SessionScene, isCleared: boolean): Promise<void> {
  const { bench, owner, session, parentPid } = scene;
  const key = boundRun(bench.root, session);
  releaseAll(bench, owner);
  if (isCleared && session !== null) leaveCleared(bench, session, parentPid);
  if (key !== null) await saveTouched(bench, key);
  sweepMarks(bench.root, bench.clock());
  sweepSessions(bench.root, bench.clock());
}
