// The gate of /ship. Only a plain yes allows shipping.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { plainWords } from '../read/words.js';
import { fitsCommand, gateAliases } from './fields.js';

/** A yes in words. */
const yes = new Set([
  'yes',
  'true',
  'allowed',
  'approved',
  'ship',
  'pass',
  'passed',
  'open',
  'go',
  'ship_allowed',
  'green',
]);

/** A no that gives no reason. */
const no =
  /^(?:no|false|closed|blocked|not allowed|denied|rejected|pending|fail(?:ed)?|0|-|none|n\/a|unknown|\?)?[.!]?$/i;
/** No blocker, in a word; and words that say the same at more length. */
const none = /^(?:none|no|nothing|null|nil|n\/a|false|-)?\.?$/i;
const nothing = /^(?:(?:none|no|nothing|null|nil|n\/a|-)(?: known| left| open| remaining| blockers?)*)?\.?$/i;

/**
 * Gives the gate its shape.
 * @param draft the document, its fields renamed
 */
export function repairGate(draft: Draft): void {
  const value = draft.get('gate');
  if (value === undefined) return;
  if (value === null || value === '') {
    draft.setAside(['gate'], 'there is no gate: the field is left out then');
    return;
  }
  if (!isJsonObject(value)) {
    const isReason = typeof value === 'string' && !isYes(value) && !no.test(value.trim());
    const blockers = Array.isArray(value) ? value.filter((text) => typeof text === 'string') : isReason ? [value] : [];
    const gate = { ship_allowed: isYes(value), blockers };
    draft.set(['gate'], gate, 'shape', 'a gate says whether shipping is allowed and what stands in the way');
  }
  renameFields(draft, ['gate'], gateAliases, fitsCommand);
  const allowed = draft.get('gate', 'ship_allowed');
  const why =
    allowed === undefined
      ? 'without a plain yes, shipping is not allowed'
      : 'ship_allowed is true or false; only a plain yes is true';
  if (typeof allowed !== 'boolean') draft.set(['gate', 'ship_allowed'], isYes(allowed), 'spelling', why);
  const blockers = draft.get('gate', 'blockers');
  const isList = Array.isArray(blockers) && blockers.every((text) => typeof text === 'string');
  if (!isList) draft.set(['gate', 'blockers'], textsIn(blockers), 'shape', 'blockers is a list of texts');
  if (isList && typeof allowed === 'boolean') return;
  // A yes beside something that stands in the way is no plain yes.
  const left = textsIn(draft.get('gate', 'blockers')).filter((text) => !nothing.test(text.trim()));
  if (left.length === 0 || draft.get('gate', 'ship_allowed') !== true) return;
  draft.set(['gate', 'ship_allowed'], false, 'conflict', 'there are blockers; what is in doubt is not allowed');
}

function isYes(value: Json | undefined): boolean {
  if (typeof value === 'boolean') return value;
  // A question, or a yes with a reservation, is no yes.
  if (typeof value !== 'string' || isDoubtful(value)) return false;
  return yes.has(plainWords(value)) || (readStatus(value) === 'complete' && plainWords(value).split('_').length === 1);
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return none.test(value.trim()) ? [] : [value];
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, said]) => blockerOf(name, said));
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Json) => {
    if (!isJsonObject(item)) return typeof item === 'string' ? [item] : [];
    const text = [item['message'], item['title'], item['description'], item['issue'], item['id']].find(
      (one) => typeof one === 'string',
    );
    return typeof text === 'string' ? [text] : ['(see pawl.repaired)'];
  });
}

/** `{"lint": "2 errors", "tests": "ok"}`: what is in order blocks nothing. */
function blockerOf(name: string, said: Json): string[] {
  if (typeof said !== 'string' || none.test(said.trim())) return [name];
  if (readStatus(said) === 'complete' || yes.has(plainWords(said))) return isDoubtful(said) ? [`${name}: ${said}`] : [];
  return [`${name}: ${said}`];
}
