// Near misses of names, for "did you mean …?". Pure; knows neither checkpoints nor commands.

/** Counts the single-letter edits between two words; swapped neighbours count once. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

const minContained = 3;
const maxNames = 3;

/** How far two words are apart, or Infinity when that is too far to be a slip. */
function farness(typed: string, name: string): number {
  if (name.startsWith(typed) && typed.length > 1) return 0;
  const [short, long] = typed.length < name.length ? [typed, name] : [name, typed];
  if (short.length >= minContained && long.includes(short)) return 1;
  const limit = Math.max(1, Math.floor((typed.length + 1) / 3));
  if (long.length - short.length > limit) return Infinity;
  const far = distance(typed, name);
  return far <= limit ? far : Infinity;
}

/**
 * Finds the names that someone may have meant, whatever their case: beginnings, parts and slips of the pen.
 * @param typed what was written
 * @param names what there is
 * @returns at most three, the nearest first
 */
export function nearest(typed: string, names: readonly string[]): readonly string[] {
  const word = typed.toLowerCase();
  return names
    .map((name) => ({ name, far: farness(word, name.toLowerCase()) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far)
    .slice(0, maxNames)
    .map(({ name }) => name);
}

/**
 * Asks whether a near name was meant.
 * @param typed what was written
 * @param names what there is
 * @returns e.g. `Did you mean implement/auth?`, or null when nothing is near
 */
export function didYouMean(typed: string, names: readonly string[]): string | null {
  const found = nearest(typed, names);
  return found.length === 0 ? null : `Did you mean ${found.join(' or ')}?`;
}
