// For tests: runs the built program in a real pseudo-terminal, which `script` of util-linux makes, and types into it.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnv, program } from './program.js';

const { status, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
const hasScript = status === 0 && stdout.includes('util-linux');

/** Why tests on a terminal are skipped, or false. */
export const noTerminal: string | false = hasScript ? false : 'needs script of util-linux';

/** What is typed, and the text on the screen that is waited for before; the empty text is a short pause. */
export type Typed = readonly [seen: string | RegExp, keys: string];

export interface Seen {
  readonly code: number | null;
  /** All that the terminal showed, stderr included. */
  readonly screen: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Runs a script of Node in a terminal of 80 columns.
 * @param args the script and what it is given
 * @param typed the keys, in order
 * @param cwd the current folder
 * @param env more environment
 * @returns what was seen, and how it ended
 */
export async function inTerminal(
  args: readonly string[],
  typed: readonly Typed[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const line = `stty cols 80 2>/dev/null; exec ${[process.execPath, ...args].map(quoted).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
    cwd,
    env: cleanEnv({ TERM: 'xterm', SHELL: '/bin/sh', ...env }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const left = [...typed];
  let screen = '';
  let from = 0;
  const type = (): void => {
    const [seen, keys] = left[0] ?? [];
    if (seen === undefined || keys === undefined || screen.slice(from).search(seen) < 0) return;
    from = screen.length;
    left.shift();
    child.stdin.write(keys);
    if (left[0]?.[0] === '') setTimeout(type, 100);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    type();
  });
  const watch = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [code]: unknown[] = await once(child, 'close');
  clearTimeout(watch);
  child.stdin.destroy();
  return { code: typeof code === 'number' ? code : null, screen };
}

/**
 * Runs pawl in a terminal.
 * @param args its arguments
 * @param typed the keys, in order
 * @param cwd the current folder
 * @param env more environment
 * @returns what was seen, and how it ended
 */
export function pawlInTerminal(
  args: readonly string[],
  typed: readonly Typed[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  return inTerminal([program, ...args], typed, cwd, env);
}
