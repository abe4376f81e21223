// Help, written from the command table to the width of the terminal.

import {
  type CommandRow,
  describeOption,
  describePositional,
  globalOptions,
  type Options,
  type Section,
  shownOptions,
  usageOf,
  valueOf,
} from '../row.js';
import type { Paint } from '../terminal/colour.js';
import { wrap } from '../terminal/layout.js';

/** How help looks. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** Two columns; the right one is wrapped, and goes below where the terminal is too narrow for two. */
function columns(rows: readonly (readonly [string, string])[], page: Page, widest = 0): readonly string[] {
  const left = Math.max(widest, ...rows.map(([term]) => term.length));
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

function optionRows(options: Options): (readonly [string, string])[] {
  return shownOptions(options).map(([name, option]) => {
    const short = option.short === undefined ? '    ' : `-${option.short}, `;
    return [`${short}--${name}${valueOf(option)}`, describeOption(option)] as const;
  });
}

function section(title: string, lines: readonly string[], page: Page): readonly string[] {
  return lines.length === 0 ? [] : ['', page.paint('bold', title), ...lines];
}

/** Commands of a group stand as one line: its own help has them. */
function overviewRows({ rows, groups = {} }: Section): readonly (readonly [string, string])[] {
  const terms = rows.map((row) => row.name.split(' ', 1)[0] ?? '');
  return [...new Set(terms)].map((term) => {
    const own = rows.find((row) => row.name === term);
    const subs = rows.filter((row) => row.name.startsWith(`${term} `)).map((row) => row.name.slice(term.length + 1));
    const summary = own?.summary ?? groups[term] ?? '';
    return [term, subs.length === 0 ? summary : `${summary}: ${subs.join(', ')}`] as const;
  });
}

/**
 * Writes the overview of all commands.
 * @param sections the table
 * @param page how it looks
 * @returns the text
 */
export function overviewHelp(sections: readonly Section[], page: Page): string {
  const intro = 'Checkpoints for coding agents: every phase saved, every run resumable.';
  const all = sections
    .map(({ rows, ...rest }) => ({ ...rest, rows: rows.filter((row) => row.hidden !== true) }))
    .filter(({ rows }) => rows.length > 0)
    .map((one) => [one.title, overviewRows(one)] as const);
  const widest = Math.max(...all.flatMap(([, rows]) => rows.map(([term]) => term.length)));
  return [
    `${page.paint('bold', 'pawl')} COMMAND [options]`,
    '',
    ...wrap(intro, page.width),
    ...all.flatMap(([title, rows]) => section(title, columns(rows, page, widest), page)),
    ...section('Options of every command', columns(optionRows(globalOptions), page), page),
    '',
    ...wrap('Run `pawl help COMMAND` for more about one of them. New here? Run `pawl demo`.', page.width),
  ].join('\n');
}

/**
 * Writes the help of a group of commands.
 * @param word its first word, e.g. `workflow`
 * @param summary what it is about
 * @param rows its commands
 * @param page how it looks
 * @returns the text
 */
export function groupHelp(word: string, summary: string, rows: readonly CommandRow[], page: Page): string {
  return [
    page.paint('bold', `pawl ${word} COMMAND [options]`),
    '',
    ...wrap(`${summary}.`, page.width),
    ...section(
      'Commands',
      columns(
        rows.map((row) => [row.name, row.summary]),
        page,
      ),
      page,
    ),
    ...section('Options of every command', columns(optionRows(globalOptions), page), page),
    ...section(
      'Examples',
      exampleLines(
        rows.flatMap((row) => row.examples.slice(0, 1)),
        page,
      ),
      page,
    ),
    '',
    ...wrap(`Run \`pawl help ${word} COMMAND\` for more about one of them.`, page.width),
  ].join('\n');
}

function exampleLines(examples: CommandRow['examples'], page: Page): readonly string[] {
  return examples.flatMap(([line, does]) => [
    `  ${page.paint('green', '$')} ${line}`,
    `    ${page.paint('dim', does)}`,
  ]);
}

/**
 * Writes the help of one command.
 * @param row the command
 * @param page how it looks
 * @returns the text
 */
export function commandHelp(row: CommandRow, page: Page): string {
  const positionals = (row.positionals ?? []).map((one) => [one.name, describePositional(one)] as const);
  return [
    page.paint('bold', usageOf(row)),
    '',
    ...wrap(`${row.summary}. ${row.description ?? ''}`, page.width),
    ...section('Arguments', columns(positionals, page), page),
    ...section('Options', columns(optionRows(row.options ?? {}), page), page),
    ...section('Options of every command', columns(optionRows(globalOptions), page), page),
    ...section('Examples', exampleLines(row.examples, page), page),
  ].join('\n');
}
