// Which command was typed, and with what. Pure.

import { splitCommand } from '../../rules/text/split-command.js';
import { mentionsShip } from '../../rules/text/ship-mention.js';
import { calledSkill, type Payload } from './payload.js';

/** The commands whose runs pawl keeps. */
export const knownCommands: readonly string[] = [
  'start',
  'design',
  'reconcile',
  'research',
  'implement',
  'ship',
  'review',
  'build',
  'orchestrate',
];

/** A command as it was typed. */
export interface TypedCommand {
  readonly command: string;
  /** The first argument; null when there is none. */
  readonly first: string | null;
  /** All arguments, as they were typed. */
  readonly args: string;
}

/**
 * Finds the command in a prompt: `/ship auth`, `/pawl:ship auth`, and as Codex has it `$ship auth` or `[$ship](…) auth`.
 * @param payload the prompt, the command that the agent took from it, or the skill that it runs by itself
 * @returns null when it is none of pawl's; `ship` also where it is only mentioned
 */
export function typedCommand(payload: Payload): TypedCommand | null {
  const { commandName, commandArgs, prompt, transcript } = payload;
  const text = (calledSkill(payload) || prompt).slice(0, 20_000);
  const [, plain, linked, rest = ''] = /^\s*(?:[/$]([\w:-]+)|\[\$([\w:-]+)\]\([^)]*\))(?:\s+([^]*))?$/.exec(text) ?? [];
  const name = commandName === '' ? (plain ?? linked ?? '') : commandName.replace(/^[/$]/, '');
  const command = name.replace(/^(?:pawl|prompts):/, '').toLowerCase();
  if (!knownCommands.includes(command)) {
    // What is said around it names no feature.
    return mentionsShip(prompt, transcript) ? { command: 'ship', first: null, args: '' } : null;
  }
  const args = (commandName === '' ? rest : commandArgs).trim();
  return { command, first: firstWord(args), args };
}

/** Options are no features, and what ends a part of a sentence is no part of a name: `BAS-6: fix login`. */
function firstWord(args: string): string | null {
  const line = args.split('\n', 1)[0] ?? '';
  const split = splitCommand(line);
  const words = 'words' in split ? split.words : line.split(/\s+/);
  const names = words.map((word) => word.replace(/[,;:.!?]+$/, ''));
  return names.find((name) => name !== '' && !name.startsWith('-')) ?? null;
}
