// What the gates of a run say: a closed ship gate, gates of a pipeline that are still to pass. Pure.

import { blockedWork, heldGates } from '../../families/pipeline/held-gates.js';
import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { memberIn, textsOf } from '../../rules/json/read-member.js';

/**
 * Sums the gates of a run up.
 * @param doc its document
 * @returns e.g. `pending test-pass`, `passed type-check`
 */
export function gatesOf(doc: JsonObject): readonly string[] {
  return [
    shipGate(doc['gate'], doc['pawl']),
    ...[...blockedWork(doc), ...heldGates(doc)].map(({ text }) => text),
    listed('pending', doc['gates_pending']),
    listed('passed', doc['gates_passed']),
  ].filter((text) => text !== '');
}

function shipGate(gate: Json | undefined, pawl: Json | undefined): string {
  if (!isJsonObject(gate) || typeof gate['ship_allowed'] !== 'boolean') return '';
  // Whether that is still the content is not looked at here: it takes git.
  if (gate['ship_allowed']) return `ship was allowed for what was reviewed${at(gate)}, and for nothing else`;
  const ship = memberIn(pawl, 'ship');
  const isForced = isJsonObject(ship) && isJsonObject(ship['forced']) && ship['head_commit'] === gate['head_commit'];
  if (isForced) return 'ship is forced for one content';
  const blockers = textsOf(gate['blockers']);
  return blockers.length === 0 ? 'ship is blocked' : `ship is blocked: ${blockers.join('; ')}`;
}

function at({ head_commit: commit }: JsonObject): string {
  return typeof commit === 'string' ? ` at ${commit.slice(0, 7)}` : '';
}

function listed(word: string, value: Json | undefined): string {
  const ids = textsOf(value);
  return ids.length === 0 ? '' : `${word} ${ids.join(', ')}`;
}
