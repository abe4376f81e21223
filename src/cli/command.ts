// What a command is: one entry of the table in table.ts. Parsing, help, completion and the reference page are made from it.

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { pawl } from '../base/command-line.js';
import { PawlError, diskError, errnoOf } from '../base/errors.js';
import { nearest } from '../base/text.js';
import type { Project } from '../runs/project.js';

export const groups = {
  see: 'See what there is',
  write: 'Record progress',
  resume: 'Resume',
  history: 'Look back',
  tidy: 'Tidy up',
  agents: 'Agents and setup',
} as const;

/** What the shell can complete for a value. */
export type Completed = 'ref' | 'file' | 'none';

export interface Argument {
  /** As help shows it: `REF`. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: boolean;
  /** Takes all that follow; only the last argument can. */
  readonly isRest?: boolean;
  readonly choices?: Choices;
  readonly complete?: Completed;
}

/** The words that a value can be. */
export interface Choices {
  readonly of: readonly string[];
  /** What one of them is called: `"done" is not a status`. */
  readonly noun: string;
  /** Words that people write instead. */
  readonly meant?: Readonly<Record<string, string>>;
}

export interface Option {
  readonly about: string;
  /** The name of its value in help, e.g. `TEXT`; without one the option is a switch. */
  readonly value?: string;
  readonly short?: string;
  readonly isMultiple?: boolean;
  readonly isRequired?: boolean;
  readonly choices?: Choices;
  readonly complete?: Completed;
}

type Options = Readonly<Record<string, Option>>;

/** The values that were given for a command's options. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends { readonly value: string }
    ? O[Name] extends { readonly isMultiple: true }
      ? readonly string[]
      : string
    : boolean;
};

/** Around a command: where it runs, who looks, and what came in. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Opens the project around the current folder; notices go to stderr. */
  readonly project: () => Project;
  readonly isJson: boolean;
  /** A person at a terminal who can be asked: stdin and stdout are terminals, and no agent's session calls. */
  readonly isInteractive: boolean;
  /** All of standard input; empty on a terminal. */
  readonly input: () => Promise<string>;
  /** Asks the person at the terminal; only where `isInteractive`. */
  readonly ask: (question: string) => Promise<string>;
  /** Prints at once, for commands that run long. */
  readonly print: (text: string) => void;
}

export interface Call<O extends Options> extends Surroundings {
  readonly args: readonly string[];
  readonly values: Values<O>;
}

export interface Output {
  readonly text: string;
  /** The document for `--json`; `{ ok: true, text }` when it is not given. */
  readonly json?: unknown;
  /** The command has printed its answer itself, line by line. */
  readonly isPrinted?: boolean;
  readonly exitCode?: number;
}

export interface CommandSpec<O extends Options> {
  /** One word, or two: `workflow start`. */
  readonly name: string;
  readonly group: keyof typeof groups;
  /** One line that begins with a verb. */
  readonly about: string;
  readonly args: readonly Argument[];
  readonly options: O;
  /** More than one line can say; shown by `pawl help NAME`. */
  readonly details?: string;
  /** Command lines without `pawl`. */
  readonly examples?: readonly string[];
  /** False for what does not look at runs. */
  readonly needsProject?: boolean;
  /** Not in the list of `pawl help`: called by programs. */
  readonly isInternal?: boolean;
  readonly run: (call: Call<O>) => Promise<Output>;
}

/** A command whose options are checked when it is called. */
export interface Command extends Omit<CommandSpec<Options>, 'run'> {
  /** Throws `bad-usage` for words that it does not take. */
  readonly check: (words: readonly string[]) => void;
  readonly run: (words: readonly string[], around: Surroundings) => Promise<Output>;
}

/** Makes an entry of the table; the types of the option values follow from the options. */
export function command<const O extends Options>({ run, ...spec }: CommandSpec<O>): Command {
  return {
    ...spec,
    check: (words) => void parseWords(spec, words),
    run: async (words, around) => run({ ...around, ...parseWords(spec, words) }),
  };
}

type Usage = Pick<Command, 'name' | 'args' | 'options'>;

/** `phase REF PHASE STATUS [--summary TEXT] …` */
export function usageOf({ name, args, options }: Usage): string {
  const words = args.map(({ name, isOptional, isRest }) => {
    const word = isRest === true ? `${name}…` : name;
    return isOptional === true ? `[${word}]` : word;
  });
  const switches = Object.entries(options).map(([option, { value, isMultiple, isRequired }]) => {
    const shown = value === undefined ? `--${option}` : `--${option} ${value}`;
    return (isRequired === true ? shown : `[${shown}]`) + (isMultiple === true ? '…' : '');
  });
  return [name, ...words, ...switches].join(' ');
}

/** What an argument or option means, with the words that it can be. */
export function aboutOf({ about, choices }: Argument | Option): string {
  return choices === undefined ? about : `${about}: ${choices.of.join(', ')}`;
}

function parseWords<O extends Options>(
  spec: Omit<CommandSpec<O>, 'run'>,
  words: readonly string[],
): { readonly args: readonly string[]; readonly values: Values<O> } {
  const config = Object.fromEntries(
    Object.entries(spec.options).map(([name, { value, short, isMultiple }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isMultiple === true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  try {
    const joined = joinDashes(spec.options, words);
    const { values, positionals } = parseArgs({ args: joined, options: config, allowPositionals: true });
    checkArguments(spec, positionals);
    checkOptions(spec, values);
    return { args: positionals, values: toValues<O>(values) };
  } catch (error) {
    if (error instanceof PawlError) throw error;
    throw badUsage(spec, wordsOf(error, spec.options));
  }
}

/** `--summary "- a list"` becomes `--summary=- a list`: parseArgs takes no value that begins with a dash. */
function joinDashes(options: Options, words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') return [...joined, ...words.slice(index)];
    const name = Object.keys(options).find((one) => word === `--${one}` || word === `-${options[one]?.short}`);
    const next = words[index + 1];
    const isText =
      next !== undefined && /^-.*\s/s.test(next) && name !== undefined && options[name]?.value !== undefined;
    joined.push(isText ? `--${name}=${next}` : word);
    if (isText) index++;
  }
  return joined;
}

/** parseArgs has checked every value against the same options. */
function toValues<O extends Options>(values: object): Values<O> {
  return { ...values };
}

function checkArguments(spec: Usage, given: readonly string[]): void {
  const { args } = spec;
  const missing = args.slice(given.length).filter(({ isOptional }) => isOptional !== true);
  if (missing.length > 0)
    throw badUsage(
      spec,
      `${missing.map((one) => one.name).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  const extra = given.slice(args.length);
  if (extra.length > 0 && args.at(-1)?.isRest !== true) throw badUsage(spec, `"${extra[0]}" is one argument too many`);
  for (const [index, { choices }] of args.entries()) checkChoice(given[index], choices);
}

function checkOptions(spec: Usage, values: object): void {
  for (const [name, { isRequired }] of Object.entries(spec.options))
    if (isRequired === true && !Object.hasOwn(values, name)) throw badUsage(spec, `--${name} is missing`);
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) checkChoice(one, spec.options[name]?.choices);
}

function checkChoice(given: unknown, choices: Choices | undefined): void {
  if (choices === undefined || typeof given !== 'string' || choices.of.includes(given)) return;
  const { of, noun, meant = {} } = choices;
  const word = given.toLowerCase();
  const near = Object.hasOwn(meant, word) ? meant[word] : nearest(word.replaceAll('-', '_'), of);
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new PawlError('bad-usage', `"${given}" is not a ${noun}.${question}`, {
    hint: `Write one of ${of.join(', ')}.`,
  });
}

/** What parseArgs found wrong, in our words. */
function wordsOf(error: unknown, options: Options): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, unknown] = /Unknown option '(-[^']*)'/.exec(text) ?? [];
  const [, valued] = /Option '(?:-\w, )?(--[\w-]+) <value>'/.exec(text) ?? [];
  const [, bare] = /Option '(?:-\w, )?(--[\w-]+)' does not take/.exec(text) ?? [];
  if (valued !== undefined) return `${valued} needs a value; one that begins with a dash is written ${valued}=-x`;
  if (bare !== undefined) return `${bare} takes no value`;
  if (unknown === undefined) return text.split('. ')[0] ?? text;
  const near = nearest(unknown.replace(/^-+/, ''), Object.keys(options));
  return near === undefined
    ? `there is no option ${unknown}`
    : `there is no option ${unknown}; did you mean --${near}?`;
}

export function badUsage(spec: Usage, message: string): PawlError {
  return new PawlError('bad-usage', message, {
    hint: `Usage: pawl ${usageOf(spec)}\n\`${pawl`help ${spec.name}`}\` explains it.`,
  });
}

/** Reads a whole number that was written as an argument or an option. */
export function toNumber(shown: string, text: string, min = 0): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min) return number;
  throw new PawlError(
    'bad-usage',
    `${shown} must be a whole number${min === 0 ? '' : ` from ${min}`}, found "${text}"`,
  );
}

/** The text of a FILE argument: a file, or standard input for `-` and when none is named. */
export async function readGiven(file: string | undefined, input: Surroundings['input']): Promise<string> {
  if (file === undefined || file === '-') return input();
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const isAbsent = errnoOf(error) === 'ENOENT';
    throw isAbsent
      ? new PawlError('not-found', `there is no file ${file}`)
      : diskError(error, 'read', file, 'unreadable');
  }
}
