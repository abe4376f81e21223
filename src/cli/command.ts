// What a command is: one entry of the table in table.ts. Parsing, help, completion and the reference page are made from it.

import { parseArgs } from 'node:util';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
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
  readonly choices?: readonly string[];
  readonly complete?: Completed;
}

export interface Option {
  readonly about: string;
  /** The name of its value in help, e.g. `TEXT`; without one the option is a switch. */
  readonly value?: string;
  readonly short?: string;
  readonly isMultiple?: boolean;
  readonly choices?: readonly string[];
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
  /** Not in the list of `pawl help`: called by programs. */
  readonly isInternal?: boolean;
  readonly run: (call: Call<O>) => Promise<Output>;
}

/** A command whose options are checked when it is called. */
export interface Command extends Omit<CommandSpec<Options>, 'run'> {
  readonly run: (words: readonly string[], around: Surroundings) => Promise<Output>;
}

/** Makes an entry of the table; the types of the option values follow from the options. */
export function command<const O extends Options>(spec: CommandSpec<O>): Command {
  const checked = { ...spec, run: async () => ({ text: '' }) };
  return {
    ...checked,
    run: (words, around) => {
      const { args, values } = parseWords(spec, words);
      return spec.run({ ...around, args, values });
    },
  };
}

/** `phase REF PHASE STATUS [--summary TEXT] …` */
export function usageOf({ name, args, options }: Pick<Command, 'name' | 'args' | 'options'>): string {
  const words = args.map(({ name, isOptional, isRest }) => {
    const word = isRest === true ? `${name}…` : name;
    return isOptional === true ? `[${word}]` : word;
  });
  const switches = Object.entries(options).map(([option, { value, isMultiple }]) => {
    const shown = value === undefined ? `--${option}` : `--${option} ${value}`;
    return isMultiple === true ? `[${shown}]…` : `[${shown}]`;
  });
  return [name, ...words, ...switches].join(' ');
}

function parseWords<O extends Options>(
  spec: CommandSpec<O>,
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
    const { values, positionals } = parseArgs({ args: [...words], options: config, allowPositionals: true });
    checkArguments(spec, positionals);
    checkChoices(spec, values);
    return { args: positionals, values: toValues<O>(values) };
  } catch (error) {
    if (error instanceof PawlError) throw error;
    throw badUsage(spec, wordsOf(error, spec.options));
  }
}

/** parseArgs has checked every value against the same options. */
function toValues<O extends Options>(values: object): Values<O> {
  return { ...values };
}

function checkArguments(
  { name, args, options }: Pick<Command, 'name' | 'args' | 'options'>,
  given: readonly string[],
): void {
  const missing = args.slice(given.length).filter(({ isOptional }) => isOptional !== true);
  if (missing.length > 0)
    throw badUsage(
      { name, args, options },
      `${missing.map((one) => one.name).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  const extra = given.slice(args.length);
  if (extra.length > 0 && args.at(-1)?.isRest !== true)
    throw badUsage({ name, args, options }, `"${extra[0]}" is one argument too many`);
  for (const [index, { choices, name: shown }] of args.entries()) checkChoice(shown, given[index], choices);
}

function checkChoices({ options }: Pick<Command, 'options'>, values: object): void {
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) checkChoice(`--${name}`, one, options[name]?.choices);
}

function checkChoice(shown: string, given: unknown, choices: readonly string[] | undefined): void {
  if (choices === undefined || typeof given !== 'string' || choices.includes(given)) return;
  const near = nearest(given, choices);
  const hint =
    near === undefined
      ? `Write one of ${choices.join(', ')}.`
      : `Did you mean "${near}"? It takes ${choices.join(', ')}.`;
  throw new PawlError('bad-usage', `"${given}" is not a value of ${shown}`, { hint });
}

/** What parseArgs found wrong, in our words. */
function wordsOf(error: unknown, options: Options): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, unknown] = /Unknown option '(-[^']*)'/.exec(text) ?? [];
  if (unknown === undefined) return text.split('. ')[0] ?? text;
  const near = nearest(unknown.replace(/^-+/, ''), Object.keys(options));
  return near === undefined
    ? `there is no option ${unknown}`
    : `there is no option ${unknown}; did you mean --${near}?`;
}

export function badUsage(spec: Pick<Command, 'name' | 'args' | 'options'>, message: string): PawlError {
  return new PawlError('bad-usage', message, {
    hint: `Usage: pawl ${usageOf(spec)}\n\`${pawl`help ${spec.name}`}\` explains it.`,
  });
}
