// The program: finds the command in the table, runs it, prints its answer or its error.

import fs from 'node:fs';
import { setProgram } from '../base/command-line.js';
import { PawlError, errorCodes, isPawlError } from '../base/errors.js';
import { stripInvisible } from '../base/text.js';
import { foldBefore } from '../runs/fold.js';
import { programFor } from '../runs/program.js';
import { type Project, isAgent, openProject } from '../runs/project.js';
import type { Output, Surroundings } from './command.js';
import { findCommand } from './table.js';
import { style } from './view.js';

async function main(argv: readonly string[]): Promise<number> {
  setProgram(() => programFor(process.env));
  const end = argv.indexOf('--');
  const isSwitch = (word: string, index: number): boolean => word === '--json' && (end < 0 || index < end);
  const isJson = argv.some(isSwitch);
  try {
    const { command, words } = findCommand(argv.filter((word, index) => !isSwitch(word, index)));
    const around = surroundings(isJson);
    if (command.isInternal !== true && command.needsProject !== false) await takeInSessions(around.project());
    return print(await command.run(words, around), isJson);
  } catch (error) {
    return fail(error, isJson);
  }
}

/** What hooks have recorded since belongs to what every command shows and changes. */
async function takeInSessions(project: Project): Promise<void> {
  try {
    await foldBefore(project, process.env);
  } catch {
    // the command itself meets the same trouble, and says so
  }
}

const notified = new Set<string>();

function notify(message: string): void {
  if (!notified.has(message)) process.stderr.write(`pawl: ${stripInvisible(message)}\n`);
  notified.add(message); // several reads may tell the same
}

function surroundings(isJson: boolean): Surroundings {
  let project: Project | undefined;
  return {
    env: process.env,
    isJson,
    project: () => (project ??= openProject({ notify })),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY && !isJson && !isAgent(process.env),
    input: readInput,
    ask,
    print: (text) => void process.stdout.write(text),
  };
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.on('SIGINT', () => process.exit(130));
  try {
    return (await terminal.question(`${question} `)).trim();
  } catch {
    return ''; // Ctrl-D
  } finally {
    terminal.close();
  }
}

function print({ text, json = { ok: true, text }, isPrinted = false, exitCode = 0 }: Output, isJson: boolean): number {
  if (isPrinted) return exitCode;
  const out = isJson ? JSON.stringify(json, null, 2) : text;
  if (out !== '') process.stdout.write(`${out}\n`);
  return exitCode;
}

function fail(error: unknown, isJson: boolean): number {
  const known = isPawlError(error) ? error : internal(error);
  const { code, message, hint, problems } = known;
  if (isJson) {
    const details = problems.length === 0 ? {} : { problems };
    process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message, hint, ...details } }, null, 2)}\n`);
  } else {
    const text = stripInvisible([`${message} [${code}]`, ...(hint === undefined ? [] : [hint])].join('\n'));
    process.stderr.write(`${style('red', 'pawl:', process.stderr)} ${text}\n`);
  }
  return errorCodes[code].exitCode;
}

function internal(error: unknown): PawlError {
  const text = error instanceof Error ? error.message : String(error);
  const hint = 'This is a bug in pawl. PAWL_DEBUG=1 shows where it happened.';
  if (process.env['PAWL_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return new PawlError('internal', text, { cause: error, hint });
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // `pawl list | head`
  fs.writeSync(2, `pawl: ${error.message}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2));
}

void run();
