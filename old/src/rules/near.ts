// Near misses of names, for "did you mean …?". Pure; knows neither checkpoints nor commands.

/**
 * Counts the single-letter edits between two words; swapped neighbours count once.
 * @param a one word
 * @param b the other
 * @returns how many edits make one of the other
 */
export function distance(a: string, b: string): number {
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

/** Nobody means a name that is this much longer than what was typed; it also bounds the work on hostile input. */
const longestWord = 200;
/** A shorter word stands in too many others. */
const shortestPart = 3;

/**
 * Finds the names that someone may have meant.
 * @param word what was typed
 * @param candidates what there is
 * @param max how many are given at most
 * @returns those that begin with the word, contain it or stand in it, or differ in a third of its letters; the nearest
 * first
 */
export function nearest(word: string, candidates: readonly string[], max = 3): string[] {
  if (word.length < 2 || word.length > longestWord) return []; // one letter is near to all others
  const typed = word.toLowerCase();
  const limit = Math.max(1, Math.floor((typed.length + 1) / 3));
  return candidates
    .map((name) => ({ name, far: farness(typed, name.toLowerCase(), limit) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
    .slice(0, max)
    .map(({ name }) => name);
}

function farness(typed: string, name: string, limit: number): number {
  if (name.startsWith(typed) && typed.length > 1) return 0;
  const [short, long] = typed.length < name.length ? [typed, name] : [name, typed];
  if (short.length >= shortestPart && long.includes(short)) return 1;
  return long.length - short.length > limit ? limit + 1 : distance(typed, name);
}

/**
 * Asks whether a near name was meant.
 * @param word what was typed
 * @param candidates what there is
 * @returns e.g. `did you mean init?`, or undefined when nothing is near
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const found = nearest(word, candidates);
  return found.length === 0 ? undefined : `did you mean ${found.join(' or ')}?`;
}

/** A name so short differs from many others by a letter or two. */
const shortest = 4;

/**
 * Tells whether a new name looks like a slip of the fingers for one that there is: a letter or two, or only the case. Other
 * numbers are other names.
 * @param typed the new name
 * @param name the one that there is
 * @returns true when the other one may have been meant
 */
export function isSlip(typed: string, name: string): boolean {
  if (typed === name || typed.length > longestWord || name.length > longestWord) return false;
  const [a, b] = [typed.toLowerCase(), name.toLowerCase()];
  if (a.replace(/\D+/g, ' ').trim() !== b.replace(/\D+/g, ' ').trim()) return false;
  const letters = Math.min(a.length, b.length);
  const limit = letters < shortest ? 0 : letters < 2 * shortest ? 1 : 2;
  return Math.abs(a.length - b.length) <= limit && distance(a, b) <= limit;
}
