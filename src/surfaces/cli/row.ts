// What a row of the command table is made of. Parsing, help and completion all follow from it.

/** An option of a command. */
export interface OptionRow {
  readonly type: 'boolean' | 'string';
  readonly description: string;
  readonly short?: string;
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** How its value is called in help, e.g. `FILE`. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** Not shown in help or completion. */
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
}

/** A command: one row here and one file in `commands/`. */
export interface CommandRow {
  /** What is typed; two words for a subcommand, e.g. `workflow start`. */
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  /** What else its own help says. */
  readonly description?: string;
  readonly positionals?: readonly PositionalRow[];
  readonly options?: Readonly<Record<string, OptionRow>>;
  /** Command lines that work as they stand, each with what it does. */
  readonly examples?: readonly (readonly [line: string, does: string])[];
  /** The file in `commands/`, without its ending. It is loaded when the command is called. */
  readonly file: string;
}

/** What every command takes. */
export const globalOptions: Readonly<Record<string, OptionRow>> = {
  json: { type: 'boolean', description: 'Print one JSON document and nothing else' },
  help: { type: 'boolean', short: 'h', description: 'Show help' },
  version: { type: 'boolean', description: 'Show the version' },
};

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
  const shown = Object.values(row.options ?? {}).some((option) => option.hidden !== true);
  return ['pawl', row.name, ...positionals, ...(shown ? ['[options]'] : [])].join(' ');
}
