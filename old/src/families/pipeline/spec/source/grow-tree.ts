// Makes the tree with places out of what the YAML library composed: repeated keys are told, aliases become shared nodes,
// merge keys (<<) are followed.

import { type Alias, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from 'yaml';
import { pointerStep } from '../../../../rules/json/json.js';
import { reservedNames } from '../../../../rules/limits.js';
import type { Findings, Spot } from './findings.js';
import type { Entry, MapNode, ScalarNode, SpecNode } from './tree.js';

/** How large a tree may be with its aliases written out; else nine lines could become a billion nodes. */
const maxNodes = 200_000;

/**
 * Grows the tree.
 * @param contents what the library composed
 * @param spotOf finds the place of an offset
 * @param findings takes what is wrong
 * @returns the tree; null when it cannot be used
 */
export function growTree(contents: ParsedNode, spotOf: (offset: number) => Spot, findings: Findings): SpecNode | null {
  return new Grower(spotOf, findings).grow(contents);
}

class Grower {
  readonly #spotOf: (offset: number) => Spot;
  readonly #findings: Findings;
  readonly #anchors = new Map<string, SpecNode>();
  /** How many nodes each node stands for. */
  readonly #sizes = new Map<SpecNode, number>();
  #isTooLarge = false;

  constructor(spotOf: (offset: number) => Spot, findings: Findings) {
    this.#spotOf = spotOf;
    this.#findings = findings;
  }

  grow(contents: ParsedNode): SpecNode | null {
    const tree = this.#node(contents, '');
    return this.#isTooLarge ? null : tree;
  }

  #node(node: ParsedNode | null, path: string): SpecNode {
    if (node === null) return this.#sized({ kind: 'scalar', value: null, text: '', ...this.#spotOf(0), path }, []);
    const spot = { ...this.#spotOf(node.range[0]), path };
    if (isAlias(node)) return this.#alias(node, spot);
    const grown = this.#content(node, spot);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, grown);
    return grown;
  }

  #content(node: Exclude<ParsedNode, Alias.Parsed>, spot: Spot): SpecNode {
    if (isScalar(node)) return this.#sized(scalarOf(node, spot), []);
    if (isSeq(node)) {
      const items = node.items.map((item, index) => this.#node(item, `${spot.path}/${index}`));
      return this.#sized({ kind: 'list', items, ...spot }, items);
    }
    return isMap(node) ? this.#map(node, spot) : this.#sized({ kind: 'list', items: [], ...spot }, []);
  }

  #map(node: YAMLMap.Parsed, spot: Spot): MapNode {
    const entries = new Map<string, Entry>();
    const merged: SpecNode[] = [];
    for (const { key: from, value } of node.items) {
      const keySpot = { ...this.#spotOf(from.range[0]), path: spot.path };
      if (!isScalar(from)) {
        this.#findings.problem(keySpot, 'a key must be a plain text', 'write a text in front of the ":"');
        continue;
      }
      const key = scalarOf(from, keySpot);
      const grown = this.#node(value, `${spot.path}/${pointerStep(key.text)}`);
      const first = entries.get(key.text);
      if (key.text === '<<' && grown.kind !== 'scalar') merged.push(grown);
      else if (first !== undefined) {
        const message = `${key.text} stands here twice, first in line ${first.key.line}`;
        this.#findings.problem(keySpot, message, 'keep one of them; under another key if both are meant');
      } else if (reservedNames.has(key.text)) {
        this.#findings.problem(keySpot, `${key.text} cannot be a key`, 'use another one');
      } else entries.set(key.text, { key, value: grown });
    }
    for (const base of merged.flatMap((one) => (one.kind === 'list' ? one.items : [one]))) {
      if (base.kind !== 'map') continue;
      for (const entry of base.entries) if (!entries.has(entry.key.text)) entries.set(entry.key.text, entry);
    }
    const all = [...entries.values()];
    return this.#sized(
      { kind: 'map', entries: all, ...spot },
      all.map(({ value }) => value),
    );
  }

  #alias(node: Alias, spot: Spot): SpecNode {
    const target = this.#anchors.get(node.source);
    if (target !== undefined) return target;
    const message = `*${node.source} names nothing that stands above it`;
    this.#findings.problem(spot, message, 'put the value in quotes if it begins with *, or write it out');
    return this.#sized({ kind: 'scalar', value: null, text: '', ...spot }, []);
  }

  /** Scalars count one, so that only what holds others has to be remembered. */
  #sized<T extends SpecNode>(node: T, children: readonly SpecNode[]): T {
    if (children.length === 0) return node;
    const size = children.reduce((sum, child) => sum + (this.#sizes.get(child) ?? 1), 1);
    if (size > maxNodes && !this.#isTooLarge) {
      this.#isTooLarge = true;
      const message = 'the aliases in it would make this too large';
      this.#findings.problem(node, message, 'write out what is meant, without aliases');
    }
    this.#sizes.set(node, size);
    return node;
  }
}

function scalarOf({ value, source = '' }: Scalar, spot: Spot): ScalarNode {
  if (typeof value === 'string') return { kind: 'scalar', value, text: value, ...spot };
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'scalar', value: isPlain ? value : source, text: source, ...spot };
}
