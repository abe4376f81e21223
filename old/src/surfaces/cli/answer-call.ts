// How a call ends: its document on stdout and its exit code, or the error in words.

import { isPawlError } from '../../rules/errors.js';
import { isJsonObject } from '../../rules/json/json.js';
import { harmlessLines } from '../../rules/text/harmless.js';
import { folderGone, isWithoutFolder } from '../../service/root-here.js';
import type { Answer } from './call.js';
import { exitCodes, exits } from './exit-codes.js';
import { isStop, type Stop } from './stop.js';
import { ansiPaint, plainPaint, wantsColour } from './terminal/colour.js';
import { isTerminal, type Noticed, write } from './terminal/output.js';
import { oneLine } from './terminal/width.js';

function complain(message: string, hint: string | undefined): void {
  const paint = wantsColour(isTerminal(2)) ? ansiPaint : plainPaint;
  // Messages quote names and values from files.
  const [told, todo] = [harmlessLines(message), hint === undefined ? '' : `      ${harmlessLines(hint)}\n`];
  write(2, `${paint('red', 'pawl:')} ${told}\n${todo}`);
}

/** A person is told what happened and what to do, a program gets the same as a document; neither gets a stack trace. */
function report(error: unknown, isJson: boolean, noticed: readonly Noticed[]): number {
  const isOurs = isPawlError(error);
  const code = isOurs ? error.code : 'internal';
  const message = error instanceof Error ? error.message : String(error);
  const hint = isOurs
    ? error.hint
    : 'This is a fault of pawl. Run it again with PAWL_DEBUG=1 to see where it happened.';
  if (isJson) {
    const problems = isOurs && error.problems.length > 0 ? { problems: error.problems } : {};
    const notices = noticed.length > 0 ? { notices: noticed } : {};
    const document = { ok: false, error: { code, message, hint: hint ?? null, ...problems }, ...notices };
    write(1, `${JSON.stringify(document, null, 2)}\n`);
  } else complain(message, hint);
  if (process.env['PAWL_DEBUG']) write(2, `${error instanceof Error ? error.stack : String(error)}\n`);
  return exitCodes[code];
}

function stopped({ message, hint, exit }: Stop): number {
  complain(message, hint);
  return exit;
}

/** Telling an error can fail as well, when it is a document for a full disk. */
function conclude(error: unknown, isJson: boolean, noticed: readonly Noticed[]): number {
  try {
    return isStop(error) ? stopped(error) : report(error, isJson, noticed);
  } catch (failure) {
    return isStop(failure) ? stopped(failure) : exits.failed;
  }
}

/**
 * Tells whether a call wants one document.
 * @param argv the arguments of the program
 * @returns true with `--json` before any `--`
 */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/**
 * Does what a call asks for, tells the answer and sets the exit code. Never throws.
 * @param isJson whether it wants one document
 * @param work what is done; no answer where it has told everything itself
 * @param noticed what was noticed about files meanwhile, for the document
 */
export async function answerCall(
  isJson: boolean,
  work: () => Promise<Answer | null>,
  noticed: readonly Noticed[] = [],
): Promise<void> {
  try {
    const answer = await work();
    if (isJson && answer !== null) for (const piece of piecesOf(answer, noticed)) write(1, piece);
    process.exitCode = answer?.exit ?? exits.ok;
  } catch (error) {
    process.exitCode = conclude(isWithoutFolder(error) ? folderGone(error) : error, isJson, noticed);
  }
}

function piecesOf({ json, printed, isVerbatim }: Answer, noticed: readonly Noticed[]): Iterable<string | Uint8Array> {
  if (printed !== undefined) return printed();
  const takesMembers = isVerbatim !== true && isJsonObject(json);
  if (takesMembers && noticed.length > 0) return [`${JSON.stringify({ ...json, notices: noticed }, null, 2)}\n`];
  for (const { message } of noticed) write(2, `pawl: ${oneLine(message)}\n`);
  return [`${JSON.stringify(json, null, 2)}\n`];
}
