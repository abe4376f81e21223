// One call of a command: its arguments, checked against the command's row, and what it answers.

import { badUsage, type PawlError } from '../../rules/errors.js';
import { nearest } from '../../rules/near.js';
import { cutArgs } from './argv.js';
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
  readonly exit?: ExitCode | 130;
}

/** What each file in `commands/` exports. */
export interface CommandModule {
  run(call: Call): Promise<Answer>;
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
 * @returns the arguments; throws `bad-usage` when they do not fit
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
  const isFull = (): boolean =>
    row.positionals?.at(-1)?.many !== true && positionals.length >= (row.positionals ?? []).length;
  let list: string[] | undefined; // values that more may follow
  for (const token of cutArgs(args, known)) {
    if (token.kind === 'argument') (list !== undefined && isFull() ? list : positionals).push(token.value);
    else list = undefined;
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(row, options, token.typed);
    if (option.type === 'boolean') {
      if (token.value !== undefined) throw badUsage(`${token.typed} takes no value`, `Usage: ${usageOf(row)}`);
      flags.add(token.name);
      continue;
    }
    const value = checkValue(token.typed, token.value, token.isInline, option);
    const given = [...(values.get(token.name) ?? []), value];
    values.set(token.name, given);
    if (option.list === true) list = given;
  }
  if (!flags.has('help') && !flags.has('version')) {
    checkPositionals(row, positionals);
    checkRequired(row, values);
  }
  const text = (name: string): string | undefined => values.get(name)?.at(-1);
  return {
    positionals,
    flag: (name) => flags.has(name),
    text,
    texts: (name) => values.get(name) ?? [],
    number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
  };
}

function unknownOption(row: CommandRow, options: Options, typed: string): PawlError {
  const names = shownOptions(options).map(([name]) => `--${name}`);
  const near = typed.startsWith('--') ? suggestion(typed, names) : '';
  return badUsage(`unknown option ${typed}${near}`, `Run \`pawl help ${row.name}\` to see what it takes.`);
}

function checkValue(typed: string, value: string | undefined, isInline: boolean, option: OptionRow): string {
  // `--only --yes` forgot a value; `--summary "- done"` did not.
  if (value === undefined || (!isInline && /^--?[A-Za-z]/.test(value))) {
    throw badUsage(
      `${typed} needs a value`,
      `Write ${typed}=${valueOf(option).trim()}, also for one that begins with a dash.`,
    );
  }
  checkChoice(typed, value, option.choices);
  if (option.type === 'number') checkNumber(typed, value, option.min ?? 0);
  return value;
}

function checkNumber(typed: string, value: string, min: number): void {
  if (/^\d{1,15}$/.test(value) && Number(value) >= min) return;
  throw badUsage(`${typed} cannot be ${JSON.stringify(value)}`, `It is a whole number, ${min} or more.`);
}

function checkChoice(what: string, value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  throw badUsage(
    `${what} cannot be ${JSON.stringify(value)}${suggestion(value, choices)}`,
    `It is one of: ${choices.join(', ')}.`,
  );
}

function checkPositionals(row: CommandRow, given: readonly string[]): void {
  const wanted = row.positionals ?? [];
  const missing = wanted.find((one, index) => one.optional !== true && given[index] === undefined);
  if (missing !== undefined) {
    const choices = missing.choices === undefined ? '' : ` (${missing.choices.join(', ')})`;
    throw badUsage(`pawl ${row.name} needs ${missing.name}${choices}`, `Usage: ${usageOf(row)}`);
  }
  const last = wanted.at(-1);
  const extra = last?.many === true ? undefined : given[wanted.length];
  if (extra !== undefined)
    throw badUsage(`pawl ${row.name} does not take ${JSON.stringify(extra)}`, `Usage: ${usageOf(row)}`);
  for (const [index, value] of given.entries()) {
    const positional = wanted[index] ?? last;
    checkChoice(positional?.name ?? '', value, positional?.choices);
  }
}

function checkRequired(row: CommandRow, values: ReadonlyMap<string, unknown>): void {
  for (const [name, option] of Object.entries(row.options ?? {})) {
    if (option.required === true && !values.has(name)) {
      throw badUsage(`pawl ${row.name} needs --${name}${valueOf(option)}`, `Usage: ${usageOf(row)}`);
    }
  }
}
