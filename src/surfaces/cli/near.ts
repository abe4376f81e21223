// Near misses of names, for "did you mean …?".

/** Counts the single-letter edits between two words; swapped neighbours count once. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

/**
 * Finds the names that someone may have meant.
 * @param typed what was typed
 * @param names what there is
 * @returns at most three, the nearest first
 */
export function nearest(typed: string, names: readonly string[]): readonly string[] {
  const word = typed.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  return names
    .map((name) => ({ name, far: name.startsWith(word) && word.length > 1 ? 0 : distance(word, name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/**
 * Asks whether a near name was meant.
 * @param typed what was typed
 * @param names what there is
 * @returns e.g. `did you mean init?`, or undefined when nothing is near
 */
export function didYouMean(typed: string, names: readonly string[]): string | undefined {
  const found = nearest(typed, names);
  return found.length === 0 ? undefined : `did you mean ${found.join(' or ')}?`;
}
