// The items of a map or a list, each with its id: workstreams, gates and phases come in all these forms.

import { type Findings, type Spot } from '../source/findings.js';
import { isEmptyNode, type MapNode, type ScalarNode, type SpecNode } from '../source/tree.js';
import { kindName, type Named, spotOf } from './values.js';

/** One item. */
export interface Item {
  /** Null for an item of a list that names none. */
  readonly id: Named | null;
  /** What is said about it: a map, a text, or nothing. */
  readonly value: MapNode | ScalarNode | null;
  readonly spot: Spot;
}

/**
 * Takes a map or a list apart.
 * @param node `{WS1: {…}}`, `[{id: WS1, …}]`, `[{WS1: {…}}]`, `[WS1]`, `['WS1: Title']`, or `WS1, WS2`
 * @param idKeys under which keys an item of a list may say its id
 * @param findings takes what is no item
 * @returns the items in order
 */
export function itemsOf(node: SpecNode, idKeys: readonly string[], findings: Findings): readonly Item[] {
  if (node.kind === 'map') return node.entries.flatMap(({ key, value }) => item(key, value, findings));
  if (node.kind === 'list') return node.items.flatMap((one) => listItem(one, idKeys, findings));
  return isEmptyNode(node) ? [] : textItems(node);
}

function item(key: ScalarNode, value: SpecNode, findings: Findings): readonly Item[] {
  const id = { ...spotOf(key), path: value.path, text: key.text.trim() };
  if (value.kind !== 'list') return [{ id, value: isEmptyNode(value) ? null : value, spot: id }];
  findings.problem(value, `${key.text} is a list, not a map`, 'write its members as "name: value", without dashes');
  return [];
}

function listItem(node: SpecNode, idKeys: readonly string[], findings: Findings): readonly Item[] {
  if (node.kind === 'scalar') return isEmptyNode(node) ? [] : [titled(node)];
  if (node.kind === 'list') {
    findings.problem(node, `this is ${kindName(node)}, not a map`, 'write one item for each');
    return [];
  }
  for (const wanted of idKeys) {
    const value = node.entries.find(({ key }) => key.text.toLowerCase() === wanted)?.value;
    if (value?.kind === 'scalar' && !isEmptyNode(value)) {
      return [{ id: { ...spotOf(value), text: value.text.trim() }, value: node, spot: spotOf(node) }];
    }
  }
  const [only] = node.entries;
  if (node.entries.length === 1 && only !== undefined) return item(only.key, only.value, findings);
  return [{ id: null, value: node, spot: spotOf(node) }];
}

/** `WS1: Database Layer` in quotes is an id and its title. */
function titled(node: ScalarNode): Item {
  const [, id, title] = /^([^\s:]+)(?::\s+|\s+[-–—]\s+)(.+)$/s.exec(node.text.trim()) ?? [];
  const spot = spotOf(node);
  if (id === undefined || title === undefined) return { id: { ...spot, text: node.text.trim() }, value: null, spot };
  return { id: { ...spot, text: id }, value: { ...node, value: title, text: title }, spot };
}

function textItems(node: ScalarNode): readonly Item[] {
  const spot = spotOf(node);
  const ids = node.text.split(/[\s,;]+/).filter((text) => text !== '');
  return ids.map((text) => ({ id: { ...spot, text }, value: null, spot }));
}
