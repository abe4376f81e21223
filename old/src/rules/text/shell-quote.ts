// Words of a shell: for command lines that are shown to be run, and for scripts.

/**
 * Quotes a word for a POSIX shell where that is needed.
 * @param word any text
 * @returns the word as it can be typed; control characters, which could steer a terminal, are written out
 */
export function shellQuote(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  if (!/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(word)) return singleQuoted(word);
  const escaped = word.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `$'${escaped}'`;
}

/**
 * Writes words as a command line that can be typed.
 * @param words any texts
 * @returns the line
 */
export function shellWords(words: readonly string[]): string {
  return words.map(shellQuote).join(' ');
}

/**
 * Quotes a text for a script that a shell reads, whatever is in it; bash, zsh and fish agree about it.
 * @param text any text
 * @returns the text in single quotes
 */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
