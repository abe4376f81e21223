// Whether a command line sends commits away. Pure.

import { innerScripts, scriptOf, nameOf, reading, runByGit, subcommandOf } from './inner-scripts.js';
import { aboutPush, handedOn, mayPush, mayRunPush, programOf } from './program-text.js';
import { type SimpleCommand, splitScript } from './split-script.js';

/** One `git push` in a script. */
export interface GitPush {
  /** What follows `push`; null when it cannot be told what is pushed. */
  readonly args: readonly string[] | null;
  /** Git's own options before it: `-C x`. */
  readonly own: readonly string[];
  /** How many commands of the script were met before it. */
  readonly at: number;
}

const sending: ReadonlySet<string> = new Set(['push', 'send-pack', 'http-push']);
/** Commands of git that run commands, or push in their own way. */
const wrapping: ReadonlySet<string> = new Set(['subtree', 'submodule', 'bisect', 'rebase', 'for-each-repo']);
/** Commands of git that people type, and that no alias can hide. Others are looked up. */
export const knownToGit: ReadonlySet<string> = new Set(
  (
    'add am apply archive bisect blame branch bundle cat-file check-ignore checkout cherry-pick clean clone commit config ' +
    'describe diff fetch format-patch fsck gc grep help init log ls-files ls-remote ls-tree merge merge-base mv name-rev ' +
    'notes prune pull range-diff rebase reflog remote reset restore rev-list rev-parse revert rm shortlog show show-ref ' +
    'sparse-checkout stash status submodule subtree switch symbolic-ref tag update-index update-ref version worktree'
  ).split(' '),
);
/** Where `awk` and `sed` run something. */
const runsInside: Readonly<Record<string, RegExp>> = {
  awk: /\bsystem\s*\(|\|/,
  sed: /(?:^|[\d$;/{}\s])e\s*git\b/,
};
/** A word that the shell turns into something else. */
const unsettled = /[$`*?[{]/;
const maxDepth = 5;

/** What an alias of git stands for; null when it is none. */
export type AliasOf = (name: string) => string | null;

/** As long as nobody looked them up, anything may be one. */
const anyAlias: AliasOf = () => 'push';

/**
 * Tells whether a script may run `git push`, however it is written: behind `cd x &&`, with `-C x`, with variables before it,
 * quoted, in `sh -c`, in a substitution, by an alias, or so that only the shell knows.
 * @param script what a shell is given
 * @returns true when it does, as far as reading can tell
 */
export function pushesWithGit(script: string): boolean {
  return gitPushes(script).length > 0;
}

/**
 * Finds every `git push` in a script.
 * @param script what a shell is given
 * @param aliasOf looks up an alias of git; asked only about what is no usual command
 * @returns what each of them is given; what cannot be read to its end counts as one when it names a push
 */
export function gitPushes(script: string, aliasOf: AliasOf = anyAlias): readonly GitPush[] {
  return pushesIn(script, aliasOf, 0);
}

function pushesIn(script: string, aliasOf: AliasOf, depth: number): readonly GitPush[] {
  const isNamed = /push|send-pack/.test(script);
  if (!isNamed && !/["'\\$`]|git/.test(script)) return [];
  if (depth > maxDepth) return [unclearAt(0)];
  const { commands, programs, isWhole } = splitScript(script);
  const shellAliases = aliasesIn(commands);
  const found = commands.flatMap((command, at): readonly GitPush[] => {
    const meant = spelledOut(command, shellAliases, aliasOf);
    if (meant !== null) {
      const pushes = pushesIn(meant, aliasOf, depth + 1);
      // What else an alias does is not seen from here.
      return splitScript(meant).commands.length > 1 && pushes.length > 0
        ? [unclearAt(at)]
        : pushes.map(({ args, own }) => ({ args, own, at }));
    }
    const given = handedOn(command).flatMap((text) => pushesIn(text, aliasOf, depth + 1));
    const push = given.length > 0 ? 'unclear' : pushOf(command, script);
    if (push === null) return [];
    return push === 'unclear' ? [unclearAt(at)] : [{ args: push, own: ownOptions(command), at }];
  });
  const isClear = (isWhole || !isNamed) && !programs.some(mayPush);
  return isClear ? found : [...found, unclearAt(commands.length)];
}

function unclearAt(at: number): GitPush {
  return { args: null, own: [], at };
}

/** Git's own options in a command. */
function ownOptions([program = '', ...args]: SimpleCommand): readonly string[] {
  return nameOf(program) === 'git' ? args.slice(0, args.length - subcommandOf(args).length) : [];
}

/** `alias gp='git push'` in the script itself. */
function aliasesIn(commands: readonly SimpleCommand[]): ReadonlyMap<string, string> {
  const words = commands.flatMap(([program, ...args]) => (program === 'alias' ? args : []));
  return new Map(
    words.flatMap((word) => {
      const [, name, value] = /^([^=]+)=([^]*)$/.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

function after(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${scriptOf(words)}`;
}

/** What a command by an alias stands for, as a script; null when it is none. */
function spelledOut(
  [program = '', ...args]: SimpleCommand,
  shellAliases: ReadonlyMap<string, string>,
  aliasOf: AliasOf,
): string | null {
  const text = shellAliases.get(program);
  // An alias may be called as what it stands for, which is then no alias: alias git='git --no-pager'.
  if (text !== undefined) return program === nameOf(text.split(/\s/, 1)[0] ?? '') ? null : `${text}${after(args)}`;
  if (nameOf(program) !== 'git') return null;
  const [sub = '', ...rest] = subcommandOf(args);
  if (sub === '' || knownToGit.has(sub) || wrapping.has(sub) || sending.has(sub) || unsettled.test(sub)) return null;
  const own = args.slice(0, args.length - rest.length - 1);
  const meant = own.some((word) => word.startsWith('alias.')) ? null : aliasOf(sub);
  if (meant === null) return null;
  if (!meant.startsWith('!')) return `git${after(own)} ${meant}${after(rest)}`;
  return `${own.length > 0 ? 'cd $(…); ' : ''}${meant.slice(1)}${after(rest)}`;
}

/** What a command pushes; null when it is no push. */
function pushOf([program = '', ...args]: SimpleCommand, script: string): readonly string[] | 'unclear' | null {
  const name = nameOf(program);
  if (name === 'git-push' || name === 'git-send-pack') return args;
  if (name === 'git') return pushOfGit(args, script);
  if (unsettled.test(program)) {
    const isPush = sending.has(subcommandOf(args)[0] ?? '') || /push/.test(program);
    if (isPush || /\w=[^\n;]*push/.test(script)) return 'unclear';
    // The whole of it may be substituted: `$(echo git push)`, `read c <<< 'git push'; $c`.
    if (unsettled.test(name) && aboutPush.test(script)) return 'unclear';
  }
  if (args.some((arg) => /^[^\s]*(?:exec|command|cmd)=\W?git\b[^]*\bpush\b/i.test(arg))) return 'unclear';
  if (/^(?:start-process|saps|start|start-job|invoke-command|icm)$/i.test(name) && aboutPush.test(args.join(' '))) {
    return 'unclear';
  }
  const inside = runsInside[name.replace(/^[gmn]awk$/, 'awk')];
  if (inside !== undefined && args.some((arg) => inside.test(arg) && aboutPush.test(arg))) return 'unclear';
  if (reading.has(name)) return null;
  const call = programOf([program, ...args]);
  if (call !== null && mayRunPush(call, script)) return 'unclear';
  // A script that only the shell will know, in one that speaks of a push.
  if (innerScripts([program, ...args]).some((inner) => /[$`]/.test(inner)) && aboutPush.test(script)) return 'unclear';
  const at = args.findIndex((arg) => nameOf(arg) === 'git');
  return at >= 0 && sending.has(subcommandOf(args.slice(at + 1))[0] ?? '') ? 'unclear' : null;
}

function pushOfGit(args: readonly string[], script: string): readonly string[] | 'unclear' | null {
  const [sub = '', ...rest] = subcommandOf(args);
  const own = args.slice(0, args.length - rest.length - 1);
  if (own.some((word) => /^alias\..*=[^]*push/.test(word))) return 'unclear';
  // What it runs is looked at as commands of their own.
  if (wrapping.has(sub))
    return runByGit([sub, ...rest]).others.some((word) => /\bpush\b/.test(word)) ? 'unclear' : null;
  if (unsettled.test(sub)) return 'unclear';
  if (!knownToGit.has(sub) && !sending.has(sub) && /\balias\.[^\n;]*push/.test(script)) return 'unclear';
  if (!sending.has(sub) || rest[0] === '--help' || (rest.length === 1 && rest[0] === '-h')) return null;
  return own.some((word) => /^(?:push|remote|branch)\./i.test(word)) ? 'unclear' : rest;
}
