// Where a string in JSON text ends.

/**
 * Finds the place behind a string's closing quote: one with an even number of backslashes before it.
 * @param text JSON text
 * @param start where the string's opening quote stands
 * @returns the place; the text's length when the string does not end
 */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0) {
    let before = end - 1;
    while (text.charCodeAt(before) === 0x5c) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
