// Whether steps can be taken on a pipeline document at all: drifted ones are mended first.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { isTextList } from '../../rules/json/read-member.js';
import { gateLists, unitLists } from './lists.js';

/**
 * Tells whether a step could trip over a document; file lists, which can be long, are not looked through.
 * @param raw the document, of any shape
 * @returns false when its lists or maps have other types than the format says
 */
export function hasWorkableLists(raw: unknown): boolean {
  return (
    isJsonObject(raw) &&
    typeof raw.prd === 'string' &&
    [...unitLists, ...gateLists].every((key) => isTextList(raw[key])) &&
    isJsonObject(raw.artifacts) &&
    typeof raw.current_phase === 'number' &&
    [raw.error, raw.adversarial_review, raw.pawl].every((part) => part === undefined || isJsonObject(part)) &&
    [raw.eslint_fixes, raw.cleanup_done, raw.key_fixes].every((part) => part === undefined || Array.isArray(part)) &&
    (!isJsonObject(raw.pawl) || isSoundPawl(raw.pawl))
  );
}

function isSoundPawl({ errors, waivers, approvals, accepted, evidence }: JsonObject): boolean {
  const areLists = [errors, waivers, approvals, accepted].every((part) => part === undefined || Array.isArray(part));
  return areLists && (evidence === undefined || (isJsonObject(evidence) && Object.values(evidence).every(isWitnessed)));
}

function isWitnessed(map: Json): boolean {
  const entries = isJsonObject(map) ? Object.values(map) : [null];
  return entries.every((one) => isJsonObject(one) && typeof one.seq === 'number' && Array.isArray(one.files));
}
