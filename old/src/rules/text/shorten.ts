// Cuts texts that are too long for where they are shown.

/**
 * Cuts a text. No character is cut in half.
 * @param text the text
 * @param most how many UTF-16 units it may have
 * @returns the text itself when it fits; else its beginning, and `…`
 */
export function shorten(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
