// What a row of the command table is made of. Parsing, help, completion and the reference all follow from it.

/** What stands for a path: completion offers files or folders. */
export type PathKind = 'files' | 'folders';

/** Which runs a ref can name. */
export type RefKind = 'any' | 'command' | 'pipeline' | 'workflow';

/** An option of a command. */
export interface OptionRow {
  readonly type: 'boolean' | 'string' | 'number';
  readonly description: string;
  readonly short?: string;
  /** Must be given. */
  readonly required?: boolean;
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** May be given more than once, and takes several values in a row, as a pattern of a shell becomes: `--created src/*`. */
  readonly list?: boolean;
  /** How its value is called in help, e.g. `FILE`. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** The smallest number; 0 unless given. */
  readonly min?: number;
  /** Its value is a path. */
  readonly paths?: PathKind;
  /** Its value may be `@FILE` or `-` for stdin: commands read it with `inputOf`. */
  readonly input?: boolean;
  /** Not shown in help, completion or the reference. */
  readonly hidden?: boolean;
}

/** An argument without a dash. */
export interface PositionalRow {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** Takes all that are left; only for the last one. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly paths?: PathKind;
  /** It names a run: completion offers those of a family, or of any. */
  readonly refs?: RefKind;
}

export type Options = Readonly<Record<string, OptionRow>>;

/** A command line that works as it stands, and what it does. */
export type Example = readonly [line: string, does: string];

/** A command: one row in `rows/` and one file in `commands/`. */
export interface CommandRow {
  /** What is typed; two words for a subcommand, e.g. `workflow start`. */
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  /** What else its own help says. */
  readonly description?: string;
  readonly positionals?: readonly PositionalRow[];
  readonly options?: Options;
  readonly examples: readonly Example[];
  /** Not shown in help, completion or the reference. */
  readonly hidden?: boolean;
  /** The file in `commands/`, without its ending. It is loaded when the command is called; rows may share one. */
  readonly file: string;
}

/** Commands that belong together, under one heading of the overview. */
export interface Section {
  readonly title: string;
  readonly rows: readonly CommandRow[];
  /** What the first words of its two-word commands stand for, e.g. `{ workflow: 'Orchestrated workflows' }`. */
  readonly groups?: Readonly<Record<string, string>>;
}

/** What every command takes. */
export const globalOptions: Options = {
  json: { type: 'boolean', description: 'Print one JSON document and nothing else' },
  root: {
    type: 'string',
    short: 'C',
    value: 'DIR',
    paths: 'folders',
    description: 'Work in the project around this folder, not around the current one',
  },
  help: { type: 'boolean', short: 'h', description: 'Show help' },
  version: { type: 'boolean', short: 'v', description: 'Show the version' },
};

/**
 * Gives the options that are shown.
 * @param options options
 * @returns their names and rows
 */
export function shownOptions(options: Options): readonly (readonly [name: string, option: OptionRow])[] {
  return Object.entries(options).filter(([, option]) => option.hidden !== true);
}

/**
 * Names the value of an option.
 * @param option the option
 * @returns e.g. ` FILE`, or the empty string when it takes none
 */
export function valueOf(option: OptionRow): string {
  return option.type === 'boolean' ? '' : ` ${option.value ?? (option.type === 'number' ? 'N' : 'TEXT')}`;
}

/**
 * Tells in words what the row says about an option beside its description.
 * @param option the option
 * @returns the description and all that holds for the value
 */
export function describeOption(option: OptionRow): string {
  const choices = option.choices === undefined ? '' : ` (${option.choices.join(', ')})`;
  const input = option.input === true ? '; @FILE takes it from a file, - from stdin' : '';
  const list = option.list === true ? '; takes several, and may be repeated' : '';
  const many = option.multiple === true ? '; may be repeated' : list;
  return `${option.description}${choices}${input}${many}${option.required === true ? ' (required)' : ''}`;
}

/**
 * Tells in words what the row says about an argument.
 * @param positional the argument
 * @returns the description and the choices
 */
export function describePositional(positional: PositionalRow): string {
  const choices = positional.choices === undefined ? '' : ` (${positional.choices.join(', ')})`;
  return `${positional.description}${choices}`;
}

/**
 * Writes how a command is called.
 * @param row the command
 * @returns e.g. `pawl completion SHELL [options]`
 */
export function usageOf(row: CommandRow): string {
  const positionals = (row.positionals ?? []).map((one) => {
    const name = one.many === true ? `${one.name}…` : one.name;
    return one.optional === true ? `[${name}]` : name;
  });
  const options = shownOptions(row.options ?? {});
  const required = options
    .filter(([, option]) => option.required === true)
    .map(([name, option]) => `--${name}${valueOf(option)}`);
  const rest = options.length > required.length ? ['[options]'] : [];
  return ['pawl', row.name, ...positionals, ...required, ...rest].join(' ');
}
