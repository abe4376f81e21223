// Whether a document that obeys the format says two things, or says in words what the format says elsewhere.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isDoubted } from './against.js';
import { claimsCompletion, isOpenBeside } from './completion.js';
import { notedDoubt } from '../doubt.js';
import { doubtOf } from './doubt.js';
import { namesOf, saysMore } from './meant-phase.js';

/**
 * Tells whether a valid document says two things about a phase or the run, or says more than names in its lists.
 * @param document the document
 * @returns true when a name stands in both lists, is completed and has another status itself, or has a remark; and when
 * the run says that it is finished in another way than the format
 */
export function contradictsItself(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  const { state, phases } = document;
  if (!isJsonObject(state) || !Array.isArray(state['completed_phases'])) return false;
  const doubt = doubtOf(document);
  if (doubt === null ? claimsCompletion(document) : doubt !== notedDoubt(document)) return true;
  const { completed_at: end } = document;
  if (typeof end === 'string' && isOpenBeside(document, end)) return true;
  if (isJsonObject(phases) && Object.keys(phases).some((name) => isDoubted(document, name))) return true;
  const names = namesOf(phases);
  const known = new Set(names);
  const entries = [state['completed_phases'], state['pending_phases'] ?? null, state['current_phase'] ?? null].flat();
  if (entries.some((entry) => saysMore(entry, names, known))) return true;
  const open = new Set<Json>(Array.isArray(state['pending_phases']) ? state['pending_phases'] : []);
  return state['completed_phases'].some((name: Json) => {
    const phase = typeof name === 'string' && isJsonObject(phases) && Object.hasOwn(phases, name) ? phases[name] : null;
    const status = isJsonObject(phase) ? phase['status'] : 'complete';
    return open.has(name) || name === state['current_phase'] || status !== 'complete';
  });
}
