// A word of a command line that is shown to be run.

/**
 * Quotes a word for a POSIX shell where that is needed.
 * @param word any text
 * @returns the word as it can be typed
 */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
