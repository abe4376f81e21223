// Reads the gates that phases and workstreams name, also where they are defined on the spot.

import type { Findings, Spot } from '../source/findings.js';
import { type Entry, isEmptyNode, type SpecNode } from '../source/tree.js';
import type { DraftGate } from './draft.js';
import { gateIdKeys, gateOf } from './gates.js';
import { itemsOf } from './items.js';
import { type Named, readList, splits } from './values.js';

/**
 * Reads the gates that a phase or workstream names; definitions that stand there are taken as well.
 * @param entries the members that name gates
 * @param owner what names them, for a gate without an id
 * @param findings takes what is wrong with them
 * @returns the names, and the gates that are defined in place
 */
export function readNamedGates(
  entries: readonly Entry[],
  owner: Spot,
  findings: Findings,
): { readonly names: readonly Named[]; readonly defined: readonly DraftGate[] } {
  const inPlace = entries.filter(({ value }) => definesGate(value));
  const names = readList(
    entries.filter((entry) => !inPlace.includes(entry)),
    splits.names,
    findings,
  );
  const items = inPlace.flatMap(({ value }) =>
    value.kind === 'map' && isGateBody(value)
      ? itemsOf({ ...owner, kind: 'list', items: [value] }, gateIdKeys, findings)
      : itemsOf(value, gateIdKeys, findings),
  );
  const defined = items.flatMap((item) => (item.value === null ? [] : gateOf(item, findings)));
  const seen = new Set(names.map(({ text }) => text));
  const more = items.flatMap(({ id }) => (id === null || seen.has(id.text) ? [] : [id]));
  return { names: [...names, ...more], defined };
}

function definesGate(node: SpecNode): boolean {
  if (node.kind === 'map')
    return isGateBody(node) || node.entries.some(({ value }) => !isEmptyNode(value) && value.kind !== 'list');
  return (
    node.kind === 'list' &&
    node.items.some(
      (item) => item.kind === 'map' && (isGateBody(item) || item.entries.some(({ value }) => value.kind === 'map')),
    )
  );
}

function isGateBody(node: SpecNode): boolean {
  return (
    node.kind === 'map' &&
    node.entries.some(({ key }) => /^(?:command|commands|cmd|run|type|approval)$/i.test(key.text))
  );
}
