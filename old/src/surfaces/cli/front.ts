// The program's first step, which Node compiles at every start: it only finds the built file that answers the call. Commands
// that are called all the time have one of their own in `quick/`; whatever that leaves, errors included, is for `main.ts`.

import path from 'node:path';
import { startHook } from '../hook/start-hook.js';
import { loadCompiled } from '../compiled.js';
import type { QuickCommand } from './quick/quick.js';

/** The commands that a file in `quick/` answers, and which. */
const quick: ReadonlyMap<string, string> = new Map([
  ['list', 'look'],
  ['phase', 'phase'],
  ['resume', 'resume'],
  ['status', 'look'],
  ['statusline', 'look'],
]);

const isQuick = (value: unknown): value is QuickCommand =>
  typeof value === 'object' && value !== null && 'answer' in value && typeof value.answer === 'function';

/** An event of an agent: `pawl hook EVENT`; anything else about hooks is a question to the program. */
function isHook(argv: readonly string[]): boolean {
  return argv[0] === 'hook' && argv.length === 2 && /^\w+$/.test(argv[1] ?? '');
}

/** `--json` may stand before the command, and is the status's own where there is none. */
function answerQuickly(argv: readonly string[]): boolean {
  const name = argv.find((arg) => arg !== '--json') ?? 'status';
  const file = quick.get(name);
  if (argv.length === 0 || file === undefined) return false;
  let isAnswered = false;
  const command = loadCompiled(`${__dirname}/quick`, `${file}.cjs`, { asker: name, isUsual: () => isAnswered });
  const at = argv.indexOf(name);
  const args = argv.filter((_, index) => index !== at);
  isAnswered = isQuick(command) && command.answer(args, name);
  return isAnswered;
}

const argv = process.argv.slice(2);
// The package has the hook in the plugin only: an agent installs that folder and nothing around it.
if (isHook(argv)) startHook(argv[1], path.join(__dirname, '..', '..', 'plugin', 'dist', 'hook'));
else if (!answerQuickly(argv)) loadCompiled(__dirname, 'main.cjs');
