// Completion scripts for shells, written from the command table. They hold all names;
// only for the names of runs the program is asked.

import type { Section } from '../row.js';
import type { shells } from '../rows/setup.js';
import { bashScript } from './completion/bash.js';
import { fishScript } from './completion/fish.js';
import { type Words, wordsOf } from './completion/words.js';
import { zshScript } from './completion/zsh.js';

type Shell = (typeof shells)[number];

const writers: Readonly<Record<Shell, (words: readonly Words[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * Writes the completion script of a shell.
 * @param shell which shell
 * @param sections the command table
 * @returns the script
 */
export function completionScript(shell: Shell, sections: readonly Section[]): string {
  return writers[shell](wordsOf(sections));
}
