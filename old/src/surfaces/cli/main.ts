// The program's whole table: finds the command's row, loads its file and runs it. What is called all the time is mostly
// answered before, by `quick/`.

import { version } from '../../service/version.js';
import { loadCompiled } from '../compiled.js';
import { answerCall, wantsJson } from './answer-call.js';
import { type Answer, type CommandModule, WrongArguments } from './call.js';
import { wrongCall } from './call-problems.js';
import { type Dispatch, dispatch } from './dispatch.js';
import type { CommandRow } from './row.js';
import { openOutput, type Output, write } from './terminal/output.js';

function isCommandModule(value: unknown): value is CommandModule {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

/** Each command is a built file of its own beside this one. */
function loadCommand(row: CommandRow): CommandModule {
  const name = `${row.file}.cjs`;
  const loaded = loadCompiled(`${__dirname}/commands`, name);
  if (!isCommandModule(loaded)) throw new TypeError(`${name} exports no command`);
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

async function run(argv: readonly string[], out: Output): Promise<Answer | null> {
  const { isJson } = out;
  const found = find(argv, isJson);
  if (found.is === 'version') {
    write(1, isJson ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return null;
  }
  const { row, args } = found;
  return loadCommand(row).run({ ...args, row, out });
}

const argv = process.argv.slice(2);
const out = openOutput(wantsJson(argv));
void answerCall(out.isJson, () => run(argv, out), out.noticed);
