// From the words on the command line to a row of the table and its arguments. Pure.

import { badUsage, type PawlError } from '../../rules/errors.js';
import { type Arguments, parseCall, suggestion } from './call.js';
import { type CommandRow, globalOptions } from './row.js';
import { findRow, groupOf, table, whenBare } from './table.js';

/** What is to be done. */
export type Dispatch =
  | { readonly is: 'version' }
  | { readonly is: 'run'; readonly row: CommandRow; readonly args: Arguments };

/** The arguments before and from the command's first word on. */
interface Split {
  readonly before: readonly string[];
  readonly words: readonly string[];
}

/** Only global options may stand before the command; one of them takes a value. */
function split(argv: readonly string[]): Split {
  const before: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const arg = argv[at] ?? '';
    if (arg === '--') return { before, words: argv.slice(at + 1) };
    if (!arg.startsWith('-') || arg === '-') return { before, words: argv.slice(at) };
    const [name = ''] = arg === '-V' ? ['-v'] : arg.split('=', 1);
    const option = globalNamed(name);
    before.push(arg === '-V' ? '-v' : arg);
    const isBare = option.type !== 'boolean' && name === arg;
    if (isBare && argv[at + 1] !== undefined) before.push(argv[++at] ?? '');
  }
  return { before, words: [] };
}

function globalNamed(typed: string): (typeof globalOptions)[string] {
  const found = Object.entries(globalOptions).find(
    ([name, { short }]) => typed === `--${name}` || typed === `-${short}`,
  );
  if (found !== undefined) return found[1];
  const near = suggestion(
    typed,
    Object.keys(globalOptions).map((name) => `--${name}`),
  );
  const hint = 'Options of a command stand behind it; run `pawl --help` to see all commands.';
  throw badUsage(`unknown option ${typed}${near}`, hint);
}

/**
 * Says which command no row fits, and which may have been meant.
 * @param words what was typed
 * @param rows the table
 * @returns the error, to be thrown
 */
export function unknownCommand(words: readonly string[], rows: readonly CommandRow[] = table): PawlError {
  const [first = '', second = ''] = words;
  const group = groupOf(first, rows);
  if (group.length > 0 && !group.some((row) => row.name === `${first} ${second}`)) {
    const subs = group.map((row) => row.name.slice(first.length + 1));
    const near = suggestion(second, subs).replace('mean ', `mean ${first} `);
    return badUsage(
      `pawl ${first} has no command ${JSON.stringify(second)}${near}`,
      `It has: ${subs.join(', ')}. Run \`pawl help ${first}\` for more.`,
    );
  }
  const found = findRow(words, rows);
  if (found !== null) {
    const { name } = found.row;
    return badUsage(
      `pawl ${name} has no command ${JSON.stringify(words[found.taken] ?? '')}`,
      `Run \`pawl help ${name}\` to see what it takes.`,
    );
  }
  const hint = 'Run `pawl --help` to see all commands.';
  const elsewhere = rows.filter((row) => row.name.endsWith(` ${first}`)).map((row) => row.name);
  const names = [...new Set(rows.filter((row) => row.hidden !== true).map((row) => row.name.split(' ')[0] ?? ''))];
  const near = elsewhere.length > 0 ? `, did you mean ${elsewhere.join(' or ')}?` : suggestion(first, names);
  return badUsage(`unknown command ${JSON.stringify(first)}${near}`, hint);
}

/** Global options may also stand between the two words of a command: `pawl workflow --json start`. */
function join({ before, words }: Split, rows: readonly CommandRow[]): Split {
  const [first = '', ...rest] = words;
  const isCommand = rows.some((row) => row.name === first);
  if (isCommand || groupOf(first, rows).length === 0) return { before, words };
  const inner = split(rest);
  return { before: [...before, ...inner.before], words: [first, ...inner.words] };
}

/**
 * Finds what a command line asks for.
 * @param argv the arguments of the program
 * @param rows the table
 * @returns the command and its arguments; throws `bad-usage` when there is none
 */
export function dispatch(argv: readonly string[], rows: readonly CommandRow[] = table): Dispatch {
  const { before, words } = join(split(argv), rows);
  const has = (...options: readonly string[]): boolean => options.some((option) => before.includes(option));
  const run = (name: string, args: readonly string[]): Dispatch => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) throw new TypeError(`the table has no ${name}`);
    return { is: 'run', row, args: parseCall(row, args) };
  };
  const found = findRow(words, rows);
  if (found !== null) {
    const { row, taken } = found;
    const args = parseCall(row, [...before, ...words.slice(taken)]);
    if (args.flag('version')) return { is: 'version' };
    return args.flag('help') ? run('help', row.name.split(' ')) : { is: 'run', row, args };
  }
  if (words.length < 2 && has('--version', '-v')) return { is: 'version' };
  const [first, second] = words;
  if (first === undefined) return has('--help', '-h') ? run('help', []) : run(whenBare, before);
  // A group alone: what it has.
  if (second === undefined && groupOf(first, rows).length > 0) return run('help', [first]);
  throw unknownCommand(words, rows);
}
