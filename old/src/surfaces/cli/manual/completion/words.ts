// What can stand where on the command line, from the command table. The scripts for the shells are written from this.

import {
  type CommandRow,
  globalOptions,
  type OptionRow,
  type PathKind,
  type RefKind,
  type Section,
  shownOptions,
} from '../../row.js';
import { groupOf, groupSummary, rowsOf } from '../../table.js';

/** A word that can be completed to, with what it means; the meaning may be empty. */
export type Offer = readonly [word: string, meaning: string];

/** One argument of a command. */
export interface Slot {
  readonly offers: readonly Offer[];
  readonly paths: PathKind | null;
  /** Runs are offered as well; the program is asked for them. */
  readonly refs: RefKind | null;
}

const nothing: Slot = { offers: [], paths: null, refs: null };

/** What can follow a command; the empty name is the program itself. */
export interface Words {
  readonly name: string;
  readonly options: readonly (readonly [name: string, option: OptionRow])[];
  readonly slots: readonly Slot[];
  /** Whether the last slot is for all arguments that are left. */
  readonly isOpen: boolean;
}

const globals = shownOptions(globalOptions);

/**
 * Collects what can follow each command.
 * @param sections the table
 * @returns the program, each command, each group, and what `help` can be asked about
 */
export function wordsOf(sections: readonly Section[]): readonly Words[] {
  const rows = rowsOf(sections).filter((row) => row.hidden !== true);
  const firsts = [...new Set(rows.map((row) => row.name.split(' ', 1)[0] ?? ''))];
  const isGroup = (word: string): boolean => groupOf(word, rows).length > 0;
  const meaning = (word: string): string =>
    rows.find((row) => row.name === word)?.summary ?? groupSummary(word, sections);
  const commands: Slot = { ...nothing, offers: firsts.map((word) => [word, meaning(word)] as const) };
  const subcommands = (word: string): readonly Offer[] =>
    groupOf(word, rows).map((row) => [row.name.slice(word.length + 1), row.summary] as const);
  const group = (name: string, word: string): Words => {
    const slots = [{ ...nothing, offers: subcommands(word) }];
    return { name, options: globals, slots, isOpen: false };
  };
  return [
    { name: '', options: globals, slots: [commands], isOpen: false },
    ...rows.map((row) => ofRow(row, row.name === 'help' ? commands.offers : subcommands(row.name))),
    ...firsts
      .filter((word) => isGroup(word) && !rows.some((row) => row.name === word))
      .map((word) => group(word, word)),
    ...firsts.filter(isGroup).map((word) => group(`help ${word}`, word)),
  ];
}

/** Its own arguments; where its first one stands, a subcommand may stand as well. */
function ofRow(row: CommandRow, more: readonly Offer[]): Words {
  const positionals = row.positionals ?? [];
  const own = positionals.map(
    ({ choices = [], paths = null, refs = null }): Slot => ({
      offers: choices.map((choice) => [choice, ''] as const),
      paths,
      refs,
    }),
  );
  const [first = nothing, ...rest] = own;
  const slots =
    own.length === 0 && more.length === 0 ? [] : [{ ...first, offers: [...first.offers, ...more] }, ...rest];
  const options = [...shownOptions(row.options ?? {}), ...globals];
  return { name: row.name, options, slots, isOpen: positionals.at(-1)?.many === true && row.name !== 'help' };
}

/**
 * Gives an option as it is typed.
 * @param option its name and row
 * @returns the long form and the short one, if any
 */
export function spellings([name, { short }]: Words['options'][number]): readonly string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

/** An option with a value, as `command --option` and what its value can be. */
export interface Valued {
  readonly matches: readonly string[];
  readonly slot: Slot;
}

/**
 * Lists the options that take a value.
 * @param words what can follow each command
 * @returns how they are matched behind their command, and what the value can be
 */
export function valuedOptions(words: readonly Words[]): readonly Valued[] {
  return words.flatMap(({ name, options }) =>
    options
      .filter(([, option]) => option.type !== 'boolean')
      .map((one): Valued => {
        const { choices = [], paths = null } = one[1];
        const offers = choices.map((choice) => [choice, ''] as const);
        return { matches: spellings(one).map((text) => `${name} ${text}`), slot: { ...nothing, offers, paths } };
      }),
  );
}

/**
 * Lists the names that are matched word by word: what was recognised so far, a space, and the next word.
 * @param words what can follow each command
 * @returns e.g. ` init`, ` workflow`, `workflow start`
 */
export function nameMatches(words: readonly Words[]): readonly string[] {
  return words.filter(({ name }) => name !== '').map(({ name }) => (name.includes(' ') ? name : ` ${name}`));
}

/**
 * Lists the arguments that something is known about.
 * @param words what can follow each command
 * @returns the command, the argument's number from 0, whether later ones are alike, and the slot
 */
export function knownSlots(
  words: readonly Words[],
): readonly { readonly name: string; readonly at: number; readonly isOpen: boolean; readonly slot: Slot }[] {
  return words.flatMap(({ name, slots, isOpen }) =>
    slots
      .map((slot, at) => ({ name, at, isOpen: isOpen && at === slots.length - 1, slot }))
      .filter(({ slot }) => slot.offers.length > 0 || slot.paths !== null || slot.refs !== null),
  );
}
