// The program: one table of commands, and what happens around each of them.

import { PawlError, isPawlError } from '../base/errors.js';
import { nearest } from '../base/text.js';
import type { Command, Output } from './command.js';
import { hook } from './agent.js';
import { brief, show } from './see.js';
import { phase } from './write.js';

declare const PAWL_VERSION: string;

const commands: readonly Command[] = [phase, show, brief, hook];

/** Exit codes by error code; everything else is 1. */
const exitCodes: Readonly<Record<string, number>> = {
  'bad-usage': 2,
  'bad-name': 2,
  'not-found': 3,
  'ambiguous-ref': 3,
  conflict: 4,
  busy: 4,
  'store-unavailable': 5,
  'needs-person': 6,
  locked: 6,
};

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  const isJson = args.includes('--json');
  try {
    if (name === '--version' || name === '-V') return print({ text: PAWL_VERSION }, false);
    if (name === undefined || name === 'help' || name === '--help' || name === '-h')
      return print({ text: help() }, false);
    const command = commands.find((one) => one.name === name);
    if (command === undefined) throw unknownCommand(name);
    if (args.includes('--help') || args.includes('-h'))
      return print({ text: `Usage: pawl ${command.usage}\n\n${command.about}` }, false);
    return print(await command.run(args.filter((arg) => arg !== '--json')), isJson);
  } catch (error) {
    return fail(error, isJson);
  }
}

function print({ text, json = { ok: true, text }, exitCode = 0 }: Output, isJson: boolean): number {
  const out = isJson ? JSON.stringify(json, null, 2) : text;
  if (out !== '') process.stdout.write(`${out}\n`);
  return exitCode;
}

function fail(error: unknown, isJson: boolean): number {
  const known = isPawlError(error)
    ? error
    : new PawlError('internal', error instanceof Error ? error.message : String(error), { cause: error });
  const { code, message, hint, problems } = known;
  if (isJson)
    process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message, hint, problems } }, null, 2)}\n`);
  else process.stderr.write(`pawl: ${message} [${code}]\n${hint === undefined ? '' : `${hint}\n`}`);
  return exitCodes[code] ?? 1;
}

function unknownCommand(name: string): PawlError {
  const near = nearest(
    name,
    commands.map((one) => one.name),
  );
  const hint = near === undefined ? '`pawl help` lists the commands.' : `Did you mean \`pawl ${near}\`?`;
  return new PawlError('bad-usage', `there is no command ${name}`, { hint });
}

function help(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  return [
    'Checkpoints for coding agents.',
    '',
    ...commands.map(({ usage, about }) => `  pawl ${usage.padEnd(width)}  ${about}`),
  ].join('\n');
}

async function run(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2));
}

void run();
