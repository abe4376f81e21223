// The beginning of an agent's session, where a look at the catalogue is not enough: what it is told, and goes on with.

import { keyText, parseKey } from '../../rules/names.js';
import { leasesOf } from '../lease/leases.js';
import { noteWork } from '../lease/note-work.js';
import { decide, unfinishedRuns } from '../resume/decide.js';
import type { Decision } from '../resume/decision.js';
import { boundRun, tellOthers } from '../session/binding.js';
import { takeCleared } from '../session/cleared.js';
import { goOn } from '../session/go-on.js';
import type { SessionScene } from './session-scene.js';

/**
 * Begins a session: it goes on with its run where that is safe.
 * @param scene the store, and whose session it is
 * @param source how it began: startup, resume, clear, compact, fork
 * @returns the decision that it is told
 */
export async function beginSession(scene: SessionScene, source: string): Promise<Decision> {
  const { bench, owner, session, parentPid, maxAgeDays, reader } = scene;
  if (source === 'clear' && session !== null) takeCleared(bench, session, parentPid, owner);
  const bound = source === 'resume' ? boundRun(bench.root, session) : null;
  if (bound !== null) noteWork(bench, bound, 'remark', owner); // the process that its lease names may be gone
  const options = { owner, maxAgeDays, brief: { reader } };
  const decision = await decide(bench, options);
  const run = decision.id === null ? null : parseKey(decision.id);
  if (run === null) return decision;
  const others = (await unfinishedRuns(bench)).runs.filter(({ key }) => keyText(key) !== keyText(run));
  tellOthers(bench, session, [run, ...others.map(({ key }) => key)]);
  if (decision.verdict !== 'resume') return decision;
  const { state } = goOn(bench, { owner, source, leases: leasesOf(bench, owner) }, run, others);
  return state === 'live' ? decide(bench, options) : decision; // another session was faster
}
