// Workstreams that a file calls blocked: they are pending, and `pawl.blocked` says why, so that resume asks. Blocked is not failed.

import { isJsonObject } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { reasonIn } from './status-words.js';
import type { Evidence } from './weigh.js';

/**
 * Notes what is in the way of workstreams that are not done.
 * @param draft the document, its lists and its status repaired
 * @param evidence what is said about its workstreams
 */
export function noteBlocked(draft: Draft, { blocked, failed }: Evidence): void {
  const told = draft.get('pawl', 'blocked');
  const known = isJsonObject(told) ? told : {};
  const pending = new Set([draft.get('pending_workstreams')].flat());
  const found = [...blocked].filter(([id]) => pending.has(id) && !failed.has(id) && !Object.hasOwn(known, id));
  if (found.length === 0) return;
  const reason = reasonIn(draft) ?? 'its file calls it blocked';
  const all = { ...known, ...Object.fromEntries(found.map(([id, fault]) => [id, fault ?? reason])) };
  if (draft.get('pawl') === undefined) draft.root['pawl'] = {};
  draft.set(['pawl', 'blocked'], all, 'inferred', 'blocked is not failed: it is pending, and resume asks about it');
}
