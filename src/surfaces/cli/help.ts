// Help, written from the command table to the width of the terminal.

import type { Output } from './output.js';
import { type CommandRow, globalOptions, type OptionRow, usageOf } from './row.js';

type Paint = Output['paint'];

/** How help looks. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/**
 * Breaks a text into lines.
 * @param text the text
 * @param width the longest line; a longer word stands alone
 * @returns the lines
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Two columns; the right one is wrapped, and goes below where the terminal is too narrow for two. */
function columns(rows: readonly (readonly [string, string])[], page: Page): readonly string[] {
  const left = Math.max(0, ...rows.map(([term]) => term.length));
  const isNarrow = page.width - left - 4 < 24;
  const indent = isNarrow ? 6 : left + 4;
  return rows.flatMap(([term, text]) => {
    const [first = '', ...rest] = wrap(text, page.width - indent);
    const head = `  ${page.paint('cyan', term)}`;
    const tail = rest.map((line) => `${' '.repeat(indent)}${line}`);
    if (isNarrow) return [head, `${' '.repeat(indent)}${first}`, ...tail];
    return [`${head}${' '.repeat(left - term.length)}  ${first}`, ...tail];
  });
}

function optionRows(options: Readonly<Record<string, OptionRow>>): (readonly [string, string])[] {
  return Object.entries(options)
    .filter(([, option]) => option.hidden !== true)
    .map(([name, option]) => {
      const short = option.short === undefined ? '    ' : `-${option.short}, `;
      const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : '';
      const choices = option.choices === undefined ? '' : ` (${option.choices.join(', ')})`;
      const many = option.multiple === true ? '; may be repeated' : '';
      return [`${short}--${name}${value}`, `${option.description}${choices}${many}`] as const;
    });
}

function section(title: string, lines: readonly string[], page: Page): readonly string[] {
  return lines.length === 0 ? [] : ['', page.paint('bold', title), ...lines];
}

/**
 * Writes the overview of all commands.
 * @param rows the table
 * @param page how it looks
 * @returns the text
 */
export function overviewHelp(rows: readonly CommandRow[], page: Page): string {
  const intro = 'Checkpoints for coding agents: every phase saved, every run resumable.';
  return [
    `${page.paint('bold', 'pawl')} COMMAND [options]`,
    '',
    ...wrap(intro, page.width),
    ...section(
      'Commands',
      columns(
        rows.map((row) => [row.name, row.summary]),
        page,
      ),
      page,
    ),
    ...section('Options of every command', columns(optionRows(globalOptions), page), page),
    '',
    ...wrap('Run `pawl help COMMAND` for more about one of them. New here? Run `pawl demo`.', page.width),
  ].join('\n');
}

/**
 * Writes the help of one command.
 * @param row the command
 * @param page how it looks
 * @returns the text
 */
export function commandHelp(row: CommandRow, page: Page): string {
  const positionals = (row.positionals ?? []).map((one): readonly [string, string] => {
    const choices = one.choices === undefined ? '' : ` (${one.choices.join(', ')})`;
    return [one.name, `${one.description}${choices}`];
  });
  const examples = (row.examples ?? []).flatMap(([line, does]) => [
    `  ${page.paint('green', '$')} ${line}`,
    `    ${page.paint('dim', does)}`,
  ]);
  return [
    page.paint('bold', usageOf(row)),
    '',
    ...wrap(`${row.summary}. ${row.description ?? ''}`, page.width),
    ...section('Arguments', columns(positionals, page), page),
    ...section('Options', columns(optionRows({ ...row.options, ...globalOptions }), page), page),
    ...section('Examples', examples, page),
  ].join('\n');
}
