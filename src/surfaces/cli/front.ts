// The program's first step: what is asked at every prompt is answered from the catalogue, before anything else is loaded.
// Whatever takes more, errors included, is left to `main.ts`.

import path from 'node:path';
import { projectRoot } from '../../service/git.js';
import { glanceAtRuns } from '../../service/glance.js';
import { hasTrouble } from '../../service/hooks/has-trouble.js';
import { startHook } from '../hook/start-hook.js';
import { loadCompiled } from '../compiled.js';
import { write } from './terminal/output.js';

/** What is asked for at every prompt. */
function isStatus(argv: readonly string[]): boolean {
  return argv.includes('--json') && argv.every((arg) => arg === '--json' || arg === 'status') && argv.length <= 2;
}

function quickStatus(): string | null {
  try {
    const root = projectRoot();
    const runs = hasTrouble(root) ? null : glanceAtRuns(root, { unfinished: true }, Date.now());
    return runs === null ? null : `${JSON.stringify({ ok: true, runs, problems: [] }, null, 2)}\n`;
  } catch {
    return null;
  }
}

/** The line at the foot of an agent's screen: its file needs nothing of `main.ts` but a place to write to. */
function isStatusLine(argv: readonly string[]): boolean {
  return argv.length === 1 && argv[0] === 'statusline';
}

interface LineCommand {
  run(call: { readonly text: () => undefined; readonly out: { readonly line: (text: string) => void } }): unknown;
}

const isLineCommand = (value: unknown): value is LineCommand =>
  typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';

function printStatusLine(): boolean {
  const command = loadCompiled(path.join(__dirname, 'commands', 'statusline.cjs'));
  if (!isLineCommand(command)) return false;
  void command.run({ text: () => undefined, out: { line: (text) => write(1, `${text}\n`) } });
  return true;
}

/** An event of an agent: `pawl hook EVENT`; anything else about hooks is a question to the program. */
function isHook(argv: readonly string[]): boolean {
  return argv[0] === 'hook' && argv.length === 2 && /^\w+$/.test(argv[1] ?? '');
}

const argv = process.argv.slice(2);
const answer = isStatus(argv) ? quickStatus() : null;
// The package has the hook in the plugin only: an agent installs that folder and nothing around it.
if (isHook(argv)) startHook(argv[1], path.join(__dirname, '..', '..', 'plugin', 'dist', 'hook'));
else if (isStatusLine(argv) && printStatusLine()) process.exitCode = 0;
else if (answer === null) loadCompiled(path.join(__dirname, 'main.cjs'));
else {
  try {
    write(1, answer);
  } catch (error) {
    write(2, `pawl: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
