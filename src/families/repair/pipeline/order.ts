// Where a workstream belongs among others, when it comes into a list from elsewhere.

/**
 * Puts workstreams among others: by the order that is known, else by the numbers of their ids, else in front.
 * @param list a list in the order of its file
 * @param coming what comes into it
 * @param known the workstreams in the order of the plan or of the file
 * @returns the list with all of them
 */
export function insertInOrder(list: readonly string[], coming: readonly string[], known: readonly string[]): string[] {
  const places = new Map(known.map((name, index) => [name, index] as const));
  const result = [...list];
  const unplaced: string[] = [];
  for (const name of coming) {
    const comparisons = result.map((other) => compare(name, other, places));
    const at = comparisons.findIndex((order) => order !== null && order < 0);
    if (at >= 0) result.splice(at, 0, name);
    else if (result.length === 0 || comparisons.some((order) => order !== null)) result.push(name);
    else unplaced.push(name);
  }
  return [...unplaced, ...result];
}

function compare(one: string, other: string, places: ReadonlyMap<string, number>): number | null {
  const [first, second] = [places.get(one), places.get(other)];
  if (first !== undefined && second !== undefined) return first - second;
  const [a, b] = [numbered(one), numbered(other)];
  if (a === null || b === null || a.prefix !== b.prefix) return null;
  return a.number - b.number || (a.rest < b.rest ? -1 : 1);
}

function numbered(name: string): { readonly prefix: string; readonly number: number; readonly rest: string } | null {
  const [, prefix, digits, rest] = /^([^\d]{0,40})(\d{1,6})([a-z]?)$/i.exec(name) ?? [];
  if (prefix === undefined || digits === undefined || rest === undefined) return null;
  return { prefix: prefix.toLowerCase(), number: Number(digits), rest };
}
