// Reads command lines: one text, a list of them, or a list of words.

import { shellWords } from '../../../../rules/text/shell-quote.js';
import { splitCommand } from '../../../../rules/text/split-command.js';
import type { Findings } from '../source/findings.js';
import type { Entry, ListNode, MapNode, ScalarNode, SpecNode } from '../source/tree.js';
import type { SpecCommand } from '../types.js';
import { kindName } from './values.js';

/**
 * Reads the commands of a member. A list under `command` that begins with a single word is one command in words; any other
 * list holds one command an item.
 * @param entry the member; undefined when it is absent
 * @param isShell what `shell:` says; null when it says nothing
 * @param findings takes what is no command
 * @returns the commands; none when there are none
 */
export function readCommands(entry: Entry | undefined, isShell: boolean | null, findings: Findings): SpecCommand[] {
  if (entry === undefined) return [];
  const { key, value } = entry;
  if (value.kind === 'scalar') return commandOf(value, isShell, findings);
  if (value.kind === 'list') {
    const words = /s$/i.test(key.text) ? null : wordsIn(value);
    if (words?.some((word) => word.includes('\0')) === true) {
      findings.problem(value, 'the command has a NUL character in it, which no command can', 'leave it out');
      return [];
    }
    if (words !== null) return [{ text: shellWords(words), words, shell: false }];
    return value.items.flatMap((item) => {
      const command = item.kind === 'map' ? commandEntry(item) : item;
      if (command?.kind === 'scalar') return commandOf(command, isShell, findings);
      findings.problem(item, `this is ${kindName(item)}, not a command`, 'write one command line an item');
      return [];
    });
  }
  findings.problem(value, `${key.text} is a map, not a command`, 'write a command line, e.g. "npm test"');
  return [];
}

/**
 * Finds the command of an object, e.g. of `{name: unit, command: npm test}`.
 * @param item the object
 * @returns what stands there; undefined when it has none
 */
export function commandEntry(item: MapNode): SpecNode | undefined {
  return item.entries.find((one) => /^(?:command|cmd|run)$/i.test(one.key.text))?.value;
}

function wordsIn({ items }: ListNode): readonly string[] | null {
  const words = items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : []));
  return words.length === items.length && words.length > 1 && /^\S+$/.test(words[0] ?? '') ? words : null;
}

function commandOf(node: ScalarNode, isShell: boolean | null, findings: Findings): SpecCommand[] {
  const text = node.text.trim();
  if (text.includes('\0')) {
    findings.problem(node, 'the command has a NUL character in it, which no command can', 'leave it out');
    return [];
  }
  if (text === '') {
    findings.problem(node, 'the command is empty', 'write a command line, e.g. "npm test"');
    return [];
  }
  if (isShell === true) return [{ text, words: [], shell: true }];
  const split = splitCommand(text);
  if ('words' in split && split.words.length > 0) return [{ text, words: split.words, shell: false }];
  if ('unclosed' in split) {
    findings.problem(node, `the command has a ${split.unclosed} that is never closed`, 'close the quote');
    return [];
  }
  const part = 'needsShell' in split ? split.needsShell : '';
  if (isShell === false) {
    findings.problem(node, `the command uses ${part}, which needs a shell`, 'write shell: true, or put it in quotes');
  }
  return [{ text, words: [], shell: true }];
}
