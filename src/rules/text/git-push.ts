// Whether a command line sends commits away. Pure.

import { nameOf } from './inner-scripts.js';
import { type SimpleCommand, splitScript } from './split-script.js';

/** One `git push` in a script. */
export interface GitPush {
  /** What follows `push`; null when it cannot be told what is pushed. */
  readonly args: readonly string[] | null;
  /** How many commands of the script were met before it. */
  readonly at: number;
}

/** Git's own options that take a value as a word of its own. */
const withValue: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
);
const sending: ReadonlySet<string> = new Set(['push', 'send-pack', 'http-push']);
/** Commands of git that run commands, or push in their own way. */
const wrapping: ReadonlySet<string> = new Set(['subtree', 'submodule', 'bisect', 'rebase', 'for-each-repo']);
/** Programs that only look at words. */
const reading: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rg ag ack cat ls man which type less head tail sed awk export declare local'.split(' '),
);
const codeRunner = /^(?:python[\d.]*|node|bun|deno|perl|ruby|php|lua|osascript|pwsh|powershell|cmd)$/i;
/** A word that the shell turns into something else. */
const unsettled = /[$`*?[{]/;

/**
 * Tells whether a script runs `git push`, however it is written: behind `cd x &&`, with `-C x`, with variables before it,
 * quoted, in `sh -c`, in a substitution, or so that only the shell knows.
 * @param script what a shell is given
 * @returns true when it does, as far as reading can tell
 */
export function pushesWithGit(script: string): boolean {
  return gitPushes(script).length > 0;
}

/**
 * Finds every `git push` in a script.
 * @param script what a shell is given
 * @returns what each of them is given; what cannot be read to its end counts as one when it names a push
 */
export function gitPushes(script: string): readonly GitPush[] {
  const isNamed = /push|send-pack/.test(script);
  if (!isNamed && !/["'\\$`]/.test(script)) return [];
  const { commands, isWhole } = splitScript(script);
  const found = commands.flatMap((command, at): GitPush[] => {
    const push = pushOf(command, script);
    return push === null ? [] : [{ args: push === 'unclear' ? null : push, at }];
  });
  return isWhole || !isNamed ? found : [...found, { args: null, at: commands.length }];
}

/** What a command pushes; null when it is no push. */
function pushOf([program = '', ...args]: SimpleCommand, script: string): readonly string[] | 'unclear' | null {
  const name = nameOf(program);
  if (name === 'git-push' || name === 'git-send-pack') return args;
  if (name === 'git') return pushOfGit(args);
  if (unsettled.test(program) || /\balias\b/.test(script)) {
    const isPush = sending.has(subcommandOf(args)[0] ?? '') || /push/.test(program);
    if (isPush || (unsettled.test(program) && /\w=[^\n;]*push/.test(script))) return 'unclear';
  }
  if (reading.has(name)) return null;
  if (codeRunner.test(name) && args.some((arg) => /\bgit\b[^]*\bpush\b/.test(arg))) return 'unclear';
  const inside = args.findIndex((arg) => nameOf(arg) === 'git');
  return inside >= 0 && sending.has(subcommandOf(args.slice(inside + 1))[0] ?? '') ? 'unclear' : null;
}

function pushOfGit(args: readonly string[]): readonly string[] | 'unclear' | null {
  const [sub = '', ...rest] = subcommandOf(args);
  const own = args.slice(0, args.length - rest.length - 1);
  if (own.some((word) => /^alias\..*=[^]*push/.test(word))) return 'unclear';
  if (wrapping.has(sub)) return rest.some((word) => /\bpush\b/.test(word)) ? 'unclear' : null;
  if (unsettled.test(sub)) return 'unclear';
  if (!sending.has(sub)) return null;
  return own.some((word) => /^(?:push|remote|branch)\./i.test(word)) ? 'unclear' : rest;
}

/** What follows git's own options. */
function subcommandOf(args: readonly string[]): readonly string[] {
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += withValue.has(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}
