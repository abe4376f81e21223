// Splits a command line into words by POSIX quoting, or says what in it only a shell can do. Runs nothing.

/** A command line in words; or what of it needs a shell; or the quote that is never closed. */
export type SplitCommand =
  | { readonly words: readonly string[] }
  | { readonly needsShell: string }
  | { readonly unclosed: '"' | "'" };

/** What means something to a shell where it is not quoted. */
const operators = /[|&;<>()$`*?[\]{}!\n]/;
/** What means something to a shell only where a word begins. */
const atStart = /[~#]/;

/**
 * Splits a command line.
 * @param text e.g. `npm run test -- --grep "two words"`
 * @returns its words, as a shell would hand them to the program
 */
export function splitCommand(text: string): SplitCommand {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at);
    if (one === ' ' || one === '\t' || one === '\r') {
      if (word !== null) words.push(word);
      word = null;
    } else if (one === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return { unclosed: "'" };
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (one === '"') {
      const quoted = readDoubleQuoted(text, at + 1);
      if (!('value' in quoted)) return quoted;
      word = (word ?? '') + quoted.value;
      at = quoted.end;
    } else if (one === '\\' && at + 1 < text.length) {
      at++;
      // A backslash before the end of a line goes on with the next one.
      if (text.charAt(at) !== '\n') word = (word ?? '') + text.charAt(at);
    } else if (operators.test(one) || (word === null && atStart.test(one))) {
      return { needsShell: one === '\n' ? 'a new line' : one };
    } else word = (word ?? '') + one;
  }
  if (word !== null) words.push(word);
  const [first = ''] = words;
  return /^[A-Za-z_]\w*=/.test(first) ? { needsShell: `${first.slice(0, first.indexOf('='))}=` } : { words };
}

function readDoubleQuoted(
  text: string,
  start: number,
): { readonly value: string; readonly end: number } | Exclude<SplitCommand, { readonly words: readonly string[] }> {
  let value = '';
  for (let at = start; at < text.length; at++) {
    const one = text.charAt(at);
    if (one === '"') return { value, end: at };
    if (one === '$' || one === '`') return { needsShell: one };
    const next = text.charAt(at + 1);
    if (one === '\\' && /["\\$`\n]/.test(next)) {
      value += next === '\n' ? '' : next;
      at++;
    } else value += one;
  }
  return { unclosed: '"' };
}
