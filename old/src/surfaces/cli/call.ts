// One call of a command: its arguments, checked against the command's row, and what it answers.

import { PawlError, type Problem } from '../../rules/errors.js';
import { nearest } from '../../rules/near.js';
import { cutArgs } from './argv.js';
import { wrongCall } from './call-problems.js';
import type { ExitCode } from './exit-codes.js';
import { type CommandRow, globalOptions, type OptionRow, type Options, shownOptions, usageOf, valueOf } from './row.js';
import type { Output } from './terminal/output.js';

/** The arguments of a call. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Whether a flag was given. */
  flag(name: string): boolean;
  /** An option's value; the last one when it was given more than once. */
  text(name: string): string | undefined;
  /** All values of an option. */
  texts(name: string): readonly string[];
  /** The value of an option that takes a number. */
  number(name: string): number | undefined;
}

/** What a command is called with. */
export interface Call extends Arguments {
  readonly row: CommandRow;
  readonly out: Output;
}

/** What a command answers: the document for `--json`, and the exit code unless it is 0. */
export interface Answer {
  readonly json: unknown;
  /** The text of the document in pieces, where it is not made of `json`: a list may have thousands of rows. */
  readonly printed?: () => Iterable<string | Uint8Array>;
  /** The document is what is stored, as it stands: nothing is added to it. */
  readonly isVerbatim?: boolean;
  readonly exit?: ExitCode | 130;
}

/** What each file in `commands/` exports. */
export interface CommandModule {
  run(call: Call): Promise<Answer>;
  /** Finds what else is wrong with a call whose arguments do not fit, so that all of it is told at once. */
  check?(call: Call): readonly Problem[];
}

/** Arguments that do not fit, and those among them that do. */
export class WrongArguments extends PawlError {
  readonly row: CommandRow;
  readonly args: Arguments;

  constructor(row: CommandRow, args: Arguments, problems: readonly Problem[]) {
    const { message, hint } = wrongCall(row.name, problems);
    super('bad-usage', message, { hint, problems });
    this.row = row;
    this.args = args;
  }
}

/**
 * Asks whether something near was meant.
 * @param typed what was typed
 * @param names what there is
 * @returns e.g. `, did you mean init?`, to stand behind a message; empty when nothing is near
 */
export function suggestion(typed: string, names: readonly string[]): string {
  const found = nearest(typed, names);
  return found.length === 0 ? '' : `, did you mean ${found.join(' or ')}?`;
}

/**
 * Parses the arguments of a command.
 * @param row the command
 * @param args what follows its name
 * @returns the arguments; throws `bad-usage` with every problem when they do not fit
 */
export function parseCall(row: CommandRow, args: readonly string[]): Arguments {
  const options: Options = { ...row.options, ...globalOptions };
  const known = new Map(
    Object.entries(options).map(
      ([name, { type, short }]) => [name, { takesValue: type !== 'boolean', short }] as const,
    ),
  );
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const problems: Problem[] = [];
  let isStrange = false; // behind an option that is not known, nobody can tell what a word belongs to
  const isFull = (): boolean =>
    row.positionals?.at(-1)?.many !== true && positionals.length >= (row.positionals ?? []).length;
  let list: string[] | undefined; // values that more may follow
  for (const token of cutArgs(args, known)) {
    if (token.kind === 'argument') (list !== undefined && isFull() ? list : positionals).push(token.value);
    else list = undefined;
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    isStrange ||= option === undefined;
    if (option === undefined) problems.push(unknownOption(row, options, token.typed));
    else if (option.type !== 'boolean') {
      problems.push(...checkValue(token.typed, token.value, token.isInline, option));
      const given = [...(values.get(token.name) ?? []), token.value ?? ''];
      values.set(token.name, given);
      const isOneText = option.input === true && option.multiple !== true && option.list !== true;
      if (isOneText && given.length === 2) problems.push(givenTwice(token.typed));
      if (option.list === true) list = given;
    } else if (token.value === undefined) flags.add(token.name);
    else problems.push({ path: token.typed, message: `${token.typed} takes no value`, fix: `Usage: ${usageOf(row)}` });
  }
  if (!isStrange && !flags.has('help') && !flags.has('version')) {
    problems.push(...checkPositionals(row, positionals), ...checkRequired(row, values));
  }
  const text = (name: string): string | undefined => values.get(name)?.at(-1);
  const found: Arguments = {
    positionals,
    flag: (name) => flags.has(name),
    text,
    texts: (name) => values.get(name) ?? [],
    number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
  };
  if (problems.length > 0) throw new WrongArguments(row, found, problems);
  return found;
}

function unknownOption(row: CommandRow, options: Options, typed: string): Problem {
  const names = shownOptions(options).map(([name]) => `--${name}`);
  const near = typed.startsWith('--') ? suggestion(typed, names) : '';
  const fix = `Run \`pawl help ${row.name}\` to see what it takes.`;
  return { path: typed, message: `unknown option ${typed}${near}`, fix };
}

/** The last one would count, and what stands in the first be lost. */
function givenTwice(typed: string): Problem {
  return { path: typed, message: `${typed} is given more than once`, fix: 'Write one text.' };
}

function checkValue(
  typed: string,
  value: string | undefined,
  isInline: boolean,
  option: OptionRow,
): readonly Problem[] {
  // `--only --yes` forgot a value; `--summary "- done"` did not.
  if (value === undefined || (!isInline && /^--?[A-Za-z]/.test(value))) {
    const fix = `Write ${typed}=${valueOf(option).trim()}, also for one that begins with a dash.`;
    return [{ path: typed, message: `${typed} needs a value`, fix }];
  }
  return [
    ...checkChoice(typed, value, option.choices),
    ...(option.type === 'number' ? checkNumber(typed, value, option.min ?? 0) : []),
  ];
}

function checkNumber(typed: string, value: string, min: number): readonly Problem[] {
  if (/^\d{1,15}$/.test(value) && Number(value) >= min) return [];
  const message = `${typed} cannot be ${JSON.stringify(value)}`;
  return [{ path: typed, message, fix: `It is a whole number, ${min} or more.` }];
}

function checkChoice(what: string, value: string, choices: readonly string[] | undefined): readonly Problem[] {
  if (choices === undefined || choices.includes(value)) return [];
  const message = `${what} cannot be ${JSON.stringify(value)}${suggestion(value, choices)}`;
  return [{ path: what, message, fix: `It is one of: ${choices.join(', ')}.` }];
}

function checkPositionals(row: CommandRow, given: readonly string[]): readonly Problem[] {
  const wanted = row.positionals ?? [];
  const fix = `Usage: ${usageOf(row)}`;
  const missing = wanted.find((one, index) => one.optional !== true && given[index] === undefined);
  const last = wanted.at(-1);
  const extra = last?.many === true ? undefined : given[wanted.length];
  const problems: Problem[] = [];
  if (missing !== undefined) {
    const choices = missing.choices === undefined ? '' : ` (${missing.choices.join(', ')})`;
    problems.push({ path: missing.name, message: `pawl ${row.name} needs ${missing.name}${choices}`, fix });
  }
  if (extra !== undefined) {
    problems.push({ path: extra, message: `pawl ${row.name} does not take ${JSON.stringify(extra)}`, fix });
  }
  const named = last?.many === true ? given : given.slice(0, wanted.length);
  for (const [index, value] of named.entries()) {
    const positional = wanted[index] ?? last;
    problems.push(...checkChoice(positional?.name ?? '', value, positional?.choices));
  }
  return problems;
}

function checkRequired(row: CommandRow, values: ReadonlyMap<string, unknown>): readonly Problem[] {
  return Object.entries(row.options ?? {})
    .filter(([name, option]) => option.required === true && !values.has(name))
    .map(([name, option]) => ({
      path: `--${name}`,
      message: `pawl ${row.name} needs --${name}${valueOf(option)}`,
      fix: `Usage: ${usageOf(row)}`,
    }));
}
