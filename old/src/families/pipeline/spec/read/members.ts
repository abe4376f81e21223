// The members of a map under whatever name they were given. `dependsOn`, `depends-on` and `Depends On` are one name; a
// misspelt one is told, so that no dependency is lost quietly.

import { distance } from '../../../../rules/near.js';
import type { Findings } from '../source/findings.js';
import { type Entry, isEmptyNode, type MapNode } from '../source/tree.js';

/** For each member its names without case and signs, the preferred one first. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** The members of one map. */
export interface Members<Name extends string> {
  /** Every entry that means this member, the preferred name first; empty values are none. */
  all(name: Name): readonly Entry[];
  /** The entry that counts for a member of one value. */
  first(name: Name): Entry | undefined;
  /** What has no meaning here. */
  readonly others: readonly Entry[];
}

/** A shorter key stands near too many words to be called a mistake. */
const shortestTypo = 6;
const longWord = 9;

/** The tables of names are few and fixed; each is taken apart once. */
const spellings = new WeakMap<Names, ReadonlySet<string>>();

function spellingsOf(names: Names): ReadonlySet<string> {
  const known = spellings.get(names) ?? new Set(Object.values(names).flat());
  spellings.set(names, known);
  return known;
}

function squeeze(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Sorts the members of a map by what they mean.
 * @param node the map
 * @param names the names that mean something here
 * @param findings takes misspelt ones
 * @returns the members
 */
export function membersOf<Name extends string>(
  node: MapNode,
  names: Readonly<Record<Name, readonly string[]>>,
  findings: Findings,
): Members<Name> {
  const found = new Map<string, Entry>();
  const others: Entry[] = [];
  const known = spellingsOf(names);
  for (const entry of node.entries) {
    const name = squeeze(entry.key.text);
    if (known.has(name)) found.set(name, found.get(name) ?? entry);
    else {
      others.push(entry);
      tellTypo(entry, name, names, findings);
    }
  }
  const all = (name: Name): readonly Entry[] =>
    names[name].flatMap((spelling) => {
      const entry = found.get(spelling);
      return entry === undefined || isEmptyNode(entry.value) ? [] : [entry];
    });
  return { all, first: (name) => all(name)[0], others };
}

function tellTypo({ key }: Entry, name: string, names: Names, findings: Findings): void {
  if (name.length < shortestTypo) return;
  const limit = name.length < longWord ? 1 : 2;
  const meant = Object.entries(names).find(([, spellings]) =>
    spellings.some((one) => Math.abs(one.length - name.length) <= limit && distance(one, name) <= limit),
  );
  if (meant === undefined) return;
  findings.problem(key, `${key.text} is not known; ${meant[0]} is near`, `write ${meant[0]}, or choose another name`);
}
