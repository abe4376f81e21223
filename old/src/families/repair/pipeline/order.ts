// Where a workstream belongs among others, when it comes into a list from elsewhere.

/** What a name is compared by; only those of one group have an order. */
interface Rank {
  readonly group: string;
  readonly number: number;
}

/**
 * Puts workstreams among others: by the order that is known, else by the numbers of their ids, else in front.
 * @param list a list in the order of its file
 * @param coming what comes into it
 * @param known the workstreams in the order of the plan or of the file
 * @returns the list with all of them
 */
export function insertInOrder(list: readonly string[], coming: readonly string[], known: readonly string[]): string[] {
  const places = new Map(known.map((name, index) => [name, index] as const));
  const highest = highestUpTo(list, places);
  const ranked = coming.map((name) => ({ name, rank: rankOf(name, places) }));
  const isPlaced = ({ rank }: { readonly rank: Rank | null }): boolean => rank !== null && highest.has(rank.group);
  const inserted = new Map<number, { readonly name: string; readonly rank: Rank | null }[]>();
  for (const one of ranked.filter(isPlaced)) {
    const at = firstAbove(highest.get(one.rank?.group ?? '') ?? [], one.rank?.number ?? 0);
    const before = inserted.get(at);
    if (before === undefined) inserted.set(at, [one]);
    else before.push(one);
  }
  const at = (index: number): string[] => sorted(inserted.get(index) ?? []);
  const others = sorted(ranked.filter((one) => !isPlaced(one)));
  return [...others, ...list.flatMap((name, index) => [...at(index), name]), ...at(list.length)];
}

/** For each group, the highest number that the list has had at each of its places. */
function highestUpTo(list: readonly string[], places: ReadonlyMap<string, number>): ReadonlyMap<string, number[]> {
  const ranks = list.map((name) => rankOf(name, places));
  const groups = new Set(ranks.flatMap((rank) => (rank === null ? [] : [rank.group])));
  // More groups than these are no ids, but names with numbers in them.
  return new Map(
    [...groups].slice(0, 8).map((group) => {
      let highest = -1;
      return [group, ranks.map((rank) => (highest = rank?.group === group ? Math.max(highest, rank.number) : highest))];
    }),
  );
}

function firstAbove(highest: readonly number[], number: number): number {
  let [low, high] = [0, highest.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((highest[middle] ?? Infinity) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sorted(ones: readonly { readonly name: string; readonly rank: Rank | null }[]): string[] {
  const isOneGroup = new Set(ones.map(({ rank }) => rank?.group)).size === 1;
  const inOrder = isOneGroup ? ones.toSorted((a, b) => (a.rank?.number ?? 0) - (b.rank?.number ?? 0)) : ones;
  return inOrder.map(({ name }) => name);
}

function rankOf(name: string, places: ReadonlyMap<string, number>): Rank | null {
  const place = places.get(name);
  if (place !== undefined) return { group: '', number: place };
  const [, prefix, digits, rest] = /^([^\d]{1,40})(\d{1,6})([a-z]?)$/i.exec(name) ?? [];
  if (prefix === undefined || digits === undefined || rest === undefined) return null;
  const letter = rest === '' ? 0 : rest.toLowerCase().charCodeAt(0) - 96;
  return { group: prefix.toLowerCase(), number: Number(digits) * 27 + letter };
}
