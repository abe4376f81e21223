// What the commands of hand-offs have in common: the choice about long summaries, JSON that they read, remarks.

import type { ResponseOptions } from '../../../families/handoff/index.js';
import { badUsage, type Problem } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import type { HandedOff } from '../../../service/handoff/handoffs.js';
import type { Call } from '../call.js';
import { canAsk } from '../terminal/ask.js';
import { resolveText } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';
import { parseObject } from '../write/json-input.js';

/**
 * Reads what a summary that is too long means.
 * @param call `--truncate`, `--reject`
 * @returns the choice; throws `bad-usage` for both
 */
export function overlongOf(call: Call): ResponseOptions['overlong'] {
  if (call.flag('truncate') && call.flag('reject'))
    throw badUsage('--truncate and --reject exclude each other', 'Give one.');
  return call.flag('truncate') ? 'truncate' : call.flag('reject') ? 'reject' : 'warn';
}

/**
 * Reads a JSON object.
 * @param call the call, whose terminal is never waited for
 * @param what what it is, for messages
 * @param file its name; `-` or undefined for stdin
 * @returns the object
 */
export function readObject(call: Call, what: string, file: string | undefined): JsonObject {
  if (file !== undefined && file !== '-') return parseObject(file, resolveText(`@${file}`));
  if (canAsk(call.out)) throw badUsage(`there is no ${what}`, 'Name a file, or pipe JSON in.');
  return parseObject(`The ${what}`, resolveText('-'));
}

/**
 * Says one problem or remark in a line.
 * @param problem the problem
 * @returns e.g. `/mode: "mode" is missing (add …)`
 */
export function problemLine({ path, message, fix }: Problem): string {
  return oneLine(`${path === '' ? '' : `${path}: `}${message}${fix === undefined ? '' : ` (${fix})`}`);
}

/**
 * Tells remarks on stderr.
 * @param call the call
 * @param warnings the remarks
 */
export function tellWarnings(call: Call, warnings: readonly Problem[]): void {
  for (const warning of warnings) call.out.note(problemLine(warning));
}

/**
 * Tells what else is to be said about a hand-off that was stored.
 * @param call the call
 * @param made the hand-off
 */
export function tellRemarks(call: Call, made: Pick<HandedOff<object>, 'warnings' | 'redacted'>): void {
  tellWarnings(call, made.warnings);
  for (const at of made.redacted)
    call.out.note(`a secret was replaced by [redacted:…] before it was stored: ${oneLine(at)}`);
}
