// The program's entry: finds the command's row, loads its file, runs it, and turns what is thrown into a message and an
// exit code. Starts on every hook, so it imports next to nothing.

import path from 'node:path';
import { styleText } from 'node:util';
import { isPawlError } from '../../rules/errors.js';
import { type Arguments, badUsage, type CommandModule, parseCall } from './call.js';
import { exitCodes, exits, type ExitCode } from './exit-codes.js';
import { didYouMean } from '../../rules/near.js';
import { openOutput, wantsColour, write } from './output.js';
import { type CommandRow, globalOptions } from './row.js';
import { findRow, table } from './table.js';
import { version } from './version.js';

function isCommandModule(value: unknown): value is CommandModule {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

/** Each command is a built file of its own beside this one. */
function loadCommand(row: CommandRow): CommandModule {
  const file = path.join(__dirname, 'commands', `${row.file}.cjs`);
  const loaded: unknown = require(file);
  if (!isCommandModule(loaded)) throw new TypeError(`${file} exports no command`);
  return loaded;
}

interface Found {
  readonly row: CommandRow;
  readonly args: Arguments;
}

const helpRow = table.find((row) => row.name === 'help');

function help(words: readonly string[]): Found {
  if (helpRow === undefined) throw new TypeError('the table has no help');
  return { row: helpRow, args: parseCall(helpRow, words) };
}

/** Options before the command are global ones and take no value, so the first word without a dash is the command. */
function findCommand(argv: readonly string[]): Found | 'version' {
  const first = argv.findIndex((arg) => !arg.startsWith('-'));
  const before = first < 0 ? argv : argv.slice(0, first);
  const words = first < 0 ? [] : argv.slice(first);
  for (const option of before) checkGlobal(option);
  const found = findRow(words);
  if (words.length === 0) return before.includes('--version') ? 'version' : help([]);
  if (found === null) {
    const group = words[0] ?? '';
    if (table.some((row) => row.name.startsWith(`${group} `))) return help([group]);
    throw unknownCommand(group);
  }
  const args = parseCall(found.row, [...words.slice(found.taken), ...before]);
  if (args.flag('version')) return 'version';
  return args.flag('help') ? help(found.row.name.split(' ')) : { row: found.row, args };
}

function checkGlobal(option: string): void {
  const shorts = Object.values(globalOptions).map(({ short }) => `-${short ?? '-'}`);
  const names = [...Object.keys(globalOptions).map((name) => `--${name}`), ...shorts];
  if (names.includes(option)) return;
  const near = didYouMean(option, names);
  const hint = 'Options of a command stand behind it; run `pawl --help` to see all commands.';
  throw badUsage(`unknown option ${option}${near === undefined ? '' : `, ${near}`}`, hint);
}

function unknownCommand(typed: string): Error {
  const names = [...new Set(table.flatMap((row) => [row.name, row.name.split(' ')[0] ?? '']))];
  const near = didYouMean(typed, names);
  const message = `unknown command ${JSON.stringify(typed)}${near === undefined ? '' : `, ${near}`}`;
  return badUsage(message, 'Run `pawl --help` to see all commands.');
}

async function run(argv: readonly string[], isJson: boolean): Promise<ExitCode> {
  const found = findCommand(argv);
  if (found === 'version') {
    write(1, isJson ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return exits.ok;
  }
  const out = openOutput(isJson);
  const answer = await loadCommand(found.row).run({ ...found.args, row: found.row, out });
  if (isJson) write(1, `${JSON.stringify(answer.json, null, 2)}\n`);
  return answer.exit ?? exits.ok;
}

/** A person is told what happened and what to do, a program gets the same as a document; neither gets a stack trace. */
function report(error: unknown, isJson: boolean): ExitCode {
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
  } else {
    const mark = wantsColour(2) ? styleText('red', 'pawl:') : 'pawl:';
    write(2, `${mark} ${message}\n${hint === undefined ? '' : `      ${hint}\n`}`);
  }
  if (process.env['PAWL_DEBUG']) write(2, `${error instanceof Error ? error.stack : String(error)}\n`);
  return exitCodes[code];
}

const argv = process.argv.slice(2);
const end = argv.indexOf('--');
const isJson = (end < 0 ? argv : argv.slice(0, end)).includes('--json');

async function main(): Promise<void> {
  try {
    process.exitCode = await run(argv, isJson);
  } catch (error) {
    process.exitCode = report(error, isJson);
  }
}

void main();
