// The one function that writes pawl command lines: in hints, briefs, errors and answers.

let program = (): string => 'pawl';

/** Sets how the reader of this process's output can call pawl, e.g. `npx --no-install pawl`. Asked once, when needed. */
export function setProgram(find: () => string): void {
  let found: string | undefined;
  program = () => (found ??= find());
}

/** Writes a command line that works as printed: `` pawl`restore ${ref} 3` ``. Words that are put in are quoted for the shell. */
export function pawl(parts: TemplateStringsArray, ...words: readonly (string | number)[]): string {
  const line = parts.map((part, index) => `${part}${index < words.length ? quote(String(words[index])) : ''}`).join('');
  return `${program()} ${line}`.trimEnd();
}

/** The same for a line that needs no quoting, e.g. an example. */
export function pawlLine(line: string): string {
  return `${program()} ${line}`;
}

/** Quotes a word for a POSIX shell where that is needed. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
