// Reads values in the forms that people write them: one text for a list, objects for names, `10m` for a time.

import type { Findings, Spot } from '../source/findings.js';
import { type Entry, isEmptyNode, type MapNode, type ScalarNode, type SpecNode } from '../source/tree.js';

/** A text with its place. */
export interface Named extends Spot {
  readonly text: string;
}

/** What people write where there is nothing. */
const nothing = /^(?:none|null|nil|n\/a|nothing|-|–|—|\[\]|~)?$/i;

/**
 * Reads a text.
 * @param entry the member; undefined when it is absent
 * @param findings takes a value that is no text
 * @returns the text without spaces around it; null when there is none
 */
export function readText(entry: Entry | undefined, findings: Findings): string | null {
  if (entry === undefined) return null;
  const { key, value } = entry;
  if (value.kind === 'scalar') return value.text.trim();
  findings.problem(value, `${key.text} is ${kindName(value)}, not a text`, 'write one text');
  return null;
}

/**
 * Reads `true` or `false`, also as `yes` and `no`.
 * @param entry the member; undefined when it is absent
 * @param findings takes any other value
 * @returns the value; null when it is absent
 */
export function readFlag(entry: Entry | undefined, findings: Findings): boolean | null {
  if (entry === undefined) return null;
  const text = entry.value.kind === 'scalar' ? entry.value.text.trim().toLowerCase() : '';
  if (['true', 'yes', 'on'].includes(text)) return true;
  if (['false', 'no', 'off'].includes(text)) return false;
  findings.problem(entry.value, `${entry.key.text} is neither true nor false`, 'write true or false');
  return null;
}

/** How the texts of a list are told apart when they stand in one text. */
type Split = (text: string) => readonly string[];

/** Ids have no spaces, names of gates may; paths may have commas in braces; sentences are left alone. */
export const splits = {
  ids: (text) => text.split(/[\s,;]+/),
  names: (text) => text.split(/[,;\n]+/),
  lines: (text) => text.split('\n'),
  paths: splitPaths,
} as const satisfies Readonly<Record<string, Split>>;

function splitPaths(text: string): readonly string[] {
  const paths: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at);
    depth = Math.max(0, depth + (one === '{' ? 1 : one === '}' ? -1 : 0));
    if (one !== '\n' && (one !== ',' || depth > 0)) continue;
    paths.push(text.slice(start, at));
    start = at + 1;
  }
  return [...paths, text.slice(start)];
}

/**
 * Reads a list of texts: a list, one text, a map whose keys or lists they are, or objects that name them.
 * @param entries the members that make up the list together
 * @param split how texts are told apart in one text
 * @param findings takes values that name nothing
 * @returns the texts, without repetitions
 */
export function readList(entries: readonly Entry[], split: Split, findings: Findings): readonly Named[] {
  const found = entries.flatMap(({ value }) => listIn(value, split, findings));
  const seen = new Set<string>();
  return found.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function listIn(node: SpecNode, split: Split, findings: Findings): readonly Named[] {
  if (node.kind === 'scalar') {
    if (nothing.test(node.text.trim())) return [];
    const texts = split(node.text).map((text) => text.trim());
    const { path, line, column } = node;
    return texts.filter((text) => text !== '').map((text) => ({ path, line, column, text }));
  }
  if (node.kind === 'map') return node.entries.flatMap(({ key, value }) => memberIn(key, value, split, findings));
  return node.items.flatMap((item) => {
    if (item.kind !== 'map') return listIn(item, item.kind === 'scalar' ? splits.lines : split, findings);
    const name = nameIn(item);
    if (name !== null) return [{ ...spotOf(name), text: name.text.trim() }];
    findings.problem(item, 'this names nothing', 'write a text in its place');
    return [];
  });
}

/** `{create: [a, b]}` groups the texts; `{a: why}` explains them. */
function memberIn(key: ScalarNode, value: SpecNode, split: Split, findings: Findings): readonly Named[] {
  return value.kind === 'list' ? listIn(value, split, findings) : [{ ...spotOf(key), text: key.text.trim() }];
}

/** The text that an object stands for: `{id: WS1}`, `{path: src/a.ts, description: …}`, `{WS1: …}`. */
function nameIn(node: MapNode): ScalarNode | null {
  for (const wanted of ['id', 'path', 'file', 'glob', 'gate', 'workstream', 'ws', 'name']) {
    const value = node.entries.find(({ key }) => key.text.toLowerCase() === wanted)?.value;
    if (value?.kind === 'scalar' && !isEmptyNode(value)) return value;
  }
  const [only] = node.entries;
  return node.entries.length === 1 && only !== undefined ? only.key : null;
}

/**
 * Gives the place of something.
 * @param spot anything that has a place
 * @returns the place alone
 */
export function spotOf({ path, line, column }: Spot): Spot {
  return { path, line, column };
}

/**
 * Names a kind of value in a message.
 * @param node the value
 * @returns e.g. `a list`
 */
export function kindName(node: SpecNode): string {
  if (node.kind === 'scalar') return node.value === null ? 'empty' : JSON.stringify(node.text.slice(0, 60));
  return node.kind === 'list' ? 'a list' : 'a map';
}
