// Shows a command exactly as it is run: what a terminal would obey, hide or fold away is written out. Pure.

let made: RegExp | undefined;

/** All that is drawn as nothing, or steers what is drawn; spaces that only look like one. Made when it is needed. */
function unseen(): RegExp {
  made ??=
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu;
  return made;
}

const plain = /^[ -~]*$/;
const short: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\u001b': '\\e' };

function written(one: string): string {
  return short[one] ?? `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Shows a command line by line.
 * @param text the command
 * @returns its lines; what cannot be seen is written as `\t`, `\e` or `\u{202e}`
 */
export function visibleLines(text: string): readonly string[] {
  return text.split('\n').map((line) => (plain.test(line) ? line : line.replace(unseen(), written)));
}

/**
 * Shows a command in one line.
 * @param text the command
 * @returns the same as `visibleLines`, with ` ⏎ ` where a line ends
 */
export function visibleLine(text: string): string {
  return visibleLines(text).join(' ⏎ ');
}

/**
 * Shows a command to someone who decides whether it is run: nothing in it can look like another one.
 * @param command the command
 * @param command.text its text
 * @param command.shell whether a shell runs it
 * @param before what stands before it, e.g. `WS1  `
 * @returns the lines; those after the first begin with a bar below the command
 */
export function commandLines(
  { text, shell }: { readonly text: string; readonly shell: boolean },
  before = '',
): readonly string[] {
  const [first = '', ...others] = visibleLines(text);
  const more = others.map((line) => `${' '.repeat(before.length)}│ ${line}`);
  const lines = [`${before}$ ${first}`, ...more];
  return shell ? [...lines.slice(0, -1), `${lines.at(-1) ?? ''}  ${shellNote(text)}`] : lines;
}

/**
 * Shows a command in one line, for tables and drawings.
 * @param command the command
 * @param command.text its text
 * @param command.shell whether a shell runs it
 * @returns e.g. `$ a | b  (in a shell)`
 */
export function visibleCommand({ text, shell }: { readonly text: string; readonly shell: boolean }): string {
  return `$ ${visibleLine(text)}${shell ? `  ${shellNote(text)}` : ''}`;
}

/** A script of several lines is run by `sh -e`; one line is run as it is. */
function shellNote(text: string): string {
  return text.includes('\n') ? '(in a shell that ends at the first failure)' : '(in a shell)';
}
