// YAML as a tree in which everything knows its place. Aliases share the node that they name, so that a small text stays a
// small tree.

import type { Json } from '../../../../rules/json/json.js';
import type { Spot } from './findings.js';

export interface ScalarNode extends Spot {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** As it was written, without quotes: `009` stays `009`. */
  readonly text: string;
}

export interface ListNode extends Spot {
  readonly kind: 'list';
  readonly items: readonly SpecNode[];
}

/** A member of a map. */
export interface Entry {
  /** The key with its own place. */
  readonly key: ScalarNode;
  readonly value: SpecNode;
}

export interface MapNode extends Spot {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
}

export type SpecNode = ScalarNode | ListNode | MapNode;

/**
 * Tells whether a value was left out: `null`, `~`, nothing, or the empty text.
 * @param node any node
 * @returns true when there is nothing
 */
export function isEmptyNode(node: SpecNode): boolean {
  return node.kind === 'scalar' && (node.value === null || node.text.trim() === '');
}

/**
 * Turns a tree into plain JSON.
 * @param node any node
 * @returns its value; numbers that JSON does not know become texts
 */
export function jsonOf(node: SpecNode): Json {
  if (node.kind === 'list') return node.items.map(jsonOf);
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, jsonOf(value)]));
  return typeof node.value === 'number' && !Number.isFinite(node.value) ? node.text : node.value;
}
