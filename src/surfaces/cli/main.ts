// The program's entry: finds the command's row, loads its file, runs it, and turns what is thrown into a message and an
// exit code. Starts on every hook, so it imports next to nothing.

import path from 'node:path';
import { isPawlError } from '../../rules/errors.js';
import { harmlessLines } from '../../rules/text/harmless.js';
import { type CommandModule, WrongArguments } from './call.js';
import { wrongCall } from './call-problems.js';
import { loadCompiled } from '../compiled.js';
import { type Dispatch, dispatch } from './dispatch.js';
import { exitCodes, exits } from './exit-codes.js';
import type { CommandRow } from './row.js';
import { isStop, type Stop } from './stop.js';
import { ansiPaint, plainPaint, wantsColour } from './terminal/colour.js';
import { isTerminal, openOutput, write } from './terminal/output.js';
import { version } from '../../service/version.js';

function isCommandModule(value: unknown): value is CommandModule {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

/** Each command is a built file of its own beside this one. */
function loadCommand(row: CommandRow): CommandModule {
  const file = path.join(__dirname, 'commands', `${row.file}.cjs`);
  const loaded: unknown = loadCompiled(file);
  if (!isCommandModule(loaded)) throw new TypeError(`${file} exports no command`);
  return loaded;
}

/** Of a call that does not fit, the command itself tells what else is wrong. */
function find(argv: readonly string[], isJson: boolean): Dispatch {
  try {
    return dispatch(argv);
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    const { row, args, problems } = error;
    const known = new Set(problems.map(({ path }) => path));
    // Nobody is kept waiting for stdin by a call that is refused anyway.
    const text = (name: string): string | undefined => (args.text(name) === '-' ? undefined : args.text(name));
    const more = loadCommand(row).check?.({ ...args, text, row, out: openOutput(isJson) }) ?? [];
    throw wrongCall(row.name, [...problems, ...more.filter(({ path }) => !known.has(path))]);
  }
}

async function run(argv: readonly string[], isJson: boolean): Promise<number> {
  const found = find(argv, isJson);
  if (found.is === 'version') {
    write(1, isJson ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return exits.ok;
  }
  const { row, args } = found;
  const answer = await loadCommand(row).run({ ...args, row, out: openOutput(isJson) });
  const pieces = answer.printed ?? (() => [`${JSON.stringify(answer.json, null, 2)}\n`]);
  if (isJson) for (const piece of pieces()) write(1, piece);
  return answer.exit ?? exits.ok;
}

function complain(message: string, hint: string | undefined): void {
  const paint = wantsColour(isTerminal(2)) ? ansiPaint : plainPaint;
  // Messages quote names and values from files.
  const [told, todo] = [harmlessLines(message), hint === undefined ? '' : `      ${harmlessLines(hint)}\n`];
  write(2, `${paint('red', 'pawl:')} ${told}\n${todo}`);
}

/** A person is told what happened and what to do, a program gets the same as a document; neither gets a stack trace. */
function report(error: unknown, isJson: boolean): number {
  const isOurs = isPawlError(error);
  const code = isOurs ? error.code : 'internal';
  const message = error instanceof Error ? error.message : String(error);
  const hint = isOurs
    ? error.hint
    : 'This is a fault of pawl. Run it again with PAWL_DEBUG=1 to see where it happened.';
  if (isJson) {
    const problems = isOurs && error.problems.length > 0 ? { problems: error.problems } : {};
    const document = { ok: false, error: { code, message, hint: hint ?? null, ...problems } };
    write(1, `${JSON.stringify(document, null, 2)}\n`);
  } else complain(message, hint);
  if (process.env['PAWL_DEBUG']) write(2, `${error instanceof Error ? error.stack : String(error)}\n`);
  return exitCodes[code];
}

function stopped({ message, hint, exit }: Stop): number {
  complain(message, hint);
  return exit;
}

const argv = process.argv.slice(2);
const end = argv.indexOf('--');
const isJson = (end < 0 ? argv : argv.slice(0, end)).includes('--json');

/** Telling an error can fail as well, when it is a document for a full disk. */
function conclude(error: unknown): number {
  try {
    return isStop(error) ? stopped(error) : report(error, isJson);
  } catch (failure) {
    return isStop(failure) ? stopped(failure) : exits.failed;
  }
}

async function main(): Promise<void> {
  try {
    process.exitCode = await run(argv, isJson);
  } catch (error) {
    process.exitCode = conclude(error);
  }
}

void main();
