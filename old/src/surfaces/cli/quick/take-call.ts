// Runs one command by its own row, without the table of all commands. What its arguments do not fit is left to that.

import { answerCall, wantsJson } from '../answer-call.js';
import { type Arguments, type CommandModule, parseCall, WrongArguments } from '../call.js';
import type { CommandRow } from '../row.js';
import { openOutput } from '../terminal/output.js';

/**
 * Runs a command.
 * @param row its row
 * @param command what it does
 * @param argv what stands behind its name
 * @returns false when the call does not fit the row, or asks for help; nothing was done then
 */
export function takeCall(row: CommandRow, { run }: Pick<CommandModule, 'run'>, argv: readonly string[]): boolean {
  const args = parsed(row, argv);
  if (args === null || args.flag('help') || args.flag('version')) return false;
  const isJson = wantsJson(argv);
  const out = openOutput(isJson);
  void answerCall(isJson, () => run({ ...args, row, out }), out.noticed);
  return true;
}

function parsed(row: CommandRow, argv: readonly string[]): Arguments | null {
  try {
    return parseCall(row, argv);
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    return null;
  }
}
