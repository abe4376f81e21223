// The reference page of the command line, docs/reference/cli.md, written from the command table.

import { exitMeanings } from '../exit-codes.js';
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

const cell = (text: string): string => text.replaceAll('|', '\\|');

function table(heads: readonly [string, string], rows: readonly (readonly [string, string])[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([left, right]) => `| ${cell(left)} | ${cell(right)} |`);
  return [`| ${heads[0]} | ${heads[1]} |`, '| --- | --- |', ...lines, ''];
}

function optionTable(options: Options): readonly string[] {
  const rows = shownOptions(options).map(([name, option]) => {
    const short = option.short === undefined ? '' : `\`-${option.short}\`, `;
    return [`${short}\`--${name}${valueOf(option)}\``, describeOption(option)] as const;
  });
  return table(['option', 'meaning'], rows);
}

function commandPage(row: CommandRow): readonly string[] {
  const positionals = (row.positionals ?? []).map((one) => [`\`${one.name}\``, describePositional(one)] as const);
  const examples = row.examples.flatMap(([line, does]) => [`# ${does}`, line]);
  return [
    `### pawl ${row.name}`,
    '',
    '```',
    usageOf(row),
    '```',
    '',
    `${row.summary}.${row.description === undefined ? '' : ` ${row.description}`}`,
    '',
    ...table(['argument', 'meaning'], positionals),
    ...optionTable(row.options ?? {}),
    '```sh',
    ...examples,
    '```',
    '',
  ];
}

const inputNote =
  'Where an option says so, its text may be `@FILE` for the content of a file, or `-` for stdin; `@@` stands for one `@` at ' +
  'its beginning.';

function takesInput(sections: readonly Section[]): boolean {
  const rows = sections.flatMap((section) => section.rows);
  return rows.some((row) => Object.values(row.options ?? {}).some((option) => option.input === true));
}

/**
 * Writes the reference page.
 * @param sections the command table
 * @returns the page, in Markdown
 */
export function referencePage(sections: readonly Section[]): string {
  const exits = Object.entries(exitMeanings).map(([code, meaning]) => [code, meaning] as const);
  return [
    '# The command line',
    '',
    '<!-- Written by scripts/reference.mjs from the command table. Change src/surfaces/cli/rows/ and run it again. -->',
    '',
    'Every command can be asked for its help: `pawl help COMMAND`, or `--help` behind it.',
    '',
    '## Options of every command',
    '',
    ...optionTable(globalOptions),
    'With `--json`, stdout has exactly one JSON document, also for an error:',
    '`{"ok":false,"error":{"code":"…","message":"…","hint":"…"}}`. The codes are explained in [errors](../errors/).',
    '',
    'Text for people is coloured on a terminal; `NO_COLOR` turns that off, `FORCE_COLOR` on.',
    '',
    ...(takesInput(sections) ? [inputNote, ''] : []),
    '## Exit codes',
    '',
    ...table(['code', 'meaning'], exits),
    ...sections.flatMap(({ title, rows }) => {
      const shown = rows.filter((row) => row.hidden !== true);
      return shown.length === 0 ? [] : [`## ${title}`, '', ...shown.flatMap(commandPage)];
    }),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
