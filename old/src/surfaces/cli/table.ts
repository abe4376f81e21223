// The command table: a new command is a row in `rows/` and a file in `commands/`.

import type { CommandRow, Section } from './row.js';
import { agent } from './rows/agent.js';
import { gates } from './rows/gates.js';
import { handoffs } from './rows/handoff.js';
import { history } from './rows/history.js';
import { lifecycle } from './rows/lifecycle.js';
import { pipeline } from './rows/pipeline.js';
import { repair } from './rows/repair.js';
import { resume } from './rows/resume.js';
import { see } from './rows/see.js';
import { setup } from './rows/setup.js';
import { write } from './rows/write.js';

/** All commands, in the order of the overview. */
export const sections: readonly Section[] = [
  see,
  resume,
  write,
  history,
  lifecycle,
  repair,
  pipeline,
  gates,
  handoffs,
  agent,
  setup,
];

/** What `pawl` alone means. */
export const whenBare = 'status';

/**
 * Lists the rows of some sections.
 * @param of the sections
 * @returns their rows, in order
 */
export function rowsOf(of: readonly Section[]): readonly CommandRow[] {
  return of.flatMap(({ rows }) => rows);
}

export const table: readonly CommandRow[] = rowsOf(sections);

/**
 * Finds the command that the first words name. Two words win over one.
 * @param words what was typed, without options before it
 * @param rows the table
 * @returns the row and how many words it took, or null
 */
export function findRow(
  words: readonly string[],
  rows: readonly CommandRow[] = table,
): { readonly row: CommandRow; readonly taken: number } | null {
  for (const taken of [2, 1]) {
    const row = words.length < taken ? undefined : rows.find((one) => one.name === words.slice(0, taken).join(' '));
    if (row !== undefined) return { row, taken };
  }
  return null;
}

/**
 * Lists the commands that begin with a word.
 * @param word the first word of two-word commands, e.g. `workflow`
 * @param rows the table
 * @returns their rows; none when the word is no group
 */
export function groupOf(word: string, rows: readonly CommandRow[] = table): readonly CommandRow[] {
  return rows.filter((row) => row.name.startsWith(`${word} `));
}

/**
 * Tells what a group of commands is about.
 * @param word the first word of its commands
 * @param of the sections
 * @returns its summary
 */
export function groupSummary(word: string, of: readonly Section[] = sections): string {
  return of.find(({ groups = {} }) => Object.hasOwn(groups, word))?.groups?.[word] ?? `Commands of ${word}`;
}
