// Command lines about a run that are shown to be run: they work as they stand, whatever is in a name.

import type { Key } from '../rules/names.js';
import { shellWords } from '../rules/text/shell-quote.js';
import { printableRef } from './resume/printable-ref.js';

/**
 * Writes a command line.
 * @param command the command, e.g. `gate run`
 * @param run the run, or how it is named
 * @param names the arguments behind it; options are put behind the line by whoever has some
 * @returns e.g. `pawl gate run 'PRD 9' lint`
 */
export function pawlLine(command: string, run: Key | string, ...names: readonly string[]): string {
  const words = [typeof run === 'string' ? run : printableRef(run), ...names];
  // A name that looks like an option stands behind `--`, and so does all that follows.
  const dashed = words.findIndex((word) => word.startsWith('-'));
  return `pawl ${command} ${shellWords(dashed < 0 ? words : words.toSpliced(dashed, 0, '--'))}`;
}
