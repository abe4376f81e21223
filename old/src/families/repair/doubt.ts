// What a file says against going on, where the format has no place for it: `pawl.doubt`. Resume asks about it until the next step.

import type { Json, JsonObject } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import type { Draft } from './draft.js';

/**
 * Notes what a file says against its run.
 * @param draft the document, its times repaired
 * @param doubt the words
 * @param time the member that says when the run last changed
 * @param why why it stands there
 */
export function noteDoubt(draft: Draft, doubt: string, time: 'updated_at' | 'timestamp', why: string): void {
  const at = draft.get(time);
  if (typeof at !== 'string' || notedDoubt(draft.root) === doubt) return;
  if (draft.get('pawl') === undefined) draft.root['pawl'] = {};
  draft.set(['pawl', 'doubt'], { text: doubt, at }, 'inferred', `${why}; resume asks about it first`);
}

/**
 * Finds what a repair noted against a run.
 * @param document the document
 * @returns the words; undefined when there are none
 */
export function notedDoubt({ pawl }: JsonObject): Json | undefined {
  return memberIn(pawl, 'doubt', 'text');
}
