// Whether a command line sends commits away. Pure.

import { nameOf, type SimpleCommand, splitScript } from './split-script.js';

/** Git's own options that take a value as a word of its own. */
const withValue: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
);
const sending: ReadonlySet<string> = new Set(['push', 'send-pack', 'http-push']);

/**
 * Tells whether a script runs `git push`, however it is written: behind `cd x &&`, with `-C x`, with variables before it,
 * quoted, in `sh -c` or in a substitution.
 * @param script what a shell is given
 * @returns true when it does, as far as reading can tell
 */
export function pushesWithGit(script: string): boolean {
  if (!script.includes('push') && !script.includes('send-pack') && !/["'\\$]/.test(script)) return false;
  return splitScript(script).some(isPush);
}

function isPush([program = '', ...args]: SimpleCommand): boolean {
  const name = nameOf(program);
  if (name === 'git-push' || name === 'git-send-pack') return true;
  if (name !== 'git') return false;
  let at = 0;
  while (args[at]?.startsWith('-') === true) {
    const option = args[at] ?? '';
    if (/^alias\..*=.*push/.test(args[at + 1] ?? '') && option === '-c') return true;
    at += withValue.has(option) ? 2 : 1;
  }
  return sending.has(args[at] ?? '');
}
