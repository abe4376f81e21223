// What the commands before a `git push` on the same line do to what it sends: whether they leave it alone, and what a
// commit among them takes in. Pure.

import { type AliasOf, knownToGit } from './git-push.js';
import { nameOf, subcommandOf } from './inner-scripts.js';
import { type SimpleCommand, splitScript } from './split-script.js';
import { leavesRefs } from './still-programs.js';

/** One call of git. */
export interface GitCall {
  /** Git's own options: `-C x`. */
  readonly own: readonly string[];
  /** E.g. `commit`; the alias itself where that is a script. */
  readonly sub: string;
  readonly args: readonly string[];
}

/** Commands that only look. */
const looking: ReadonlySet<string> = new Set(
  (
    'blame cat-file check-ignore describe diff grep help log ls-files ls-remote ls-tree merge-base name-rev range-diff ' +
    'rev-list rev-parse shortlog show show-ref status version'
  ).split(' '),
);
/** Commands that change files or the index, and no ref: nothing to what is committed already. */
const editing: ReadonlySet<string> = new Set(
  (
    'add apply archive bundle checkout-index clean clone format-patch fsck gc mv notes prune push read-tree restore rm ' +
    'submodule update-index'
  ).split(' '),
);
/** Those of others that only look, or set who commits. */
const lookingForms =
  /^(?:branch(?: (?:--show-current|--list|-[arv]+))*|(?:tag|stash) (?:-l|--list|list|show)|reflog|remote(?: (?:-v|--verbose|add|get-url|set-url|show|remove).*)?|worktree (?:list|prune|remove).*|config (?:--(?:local|global) )?(?:--get|--list|-l|user\.).*)$/;
/** Programs that leave files alone, as long as their output goes nowhere. */
const still: ReadonlySet<string> = new Set(
  'cd pushd popd pwd true : test [ export set sleep date cat echo printf ls head tail wc grep'.split(' '),
);
/** Those of pawl that write its own files only. */
const recording = /^(?:npx )?pawl (?:phase|note|complete|status|gate check)\b/;

/**
 * Reads a command as one of git.
 * @param command its words
 * @param aliasOf looks up an alias of git
 * @returns null when it is another program
 */
export function gitCall([program = '', ...args]: SimpleCommand, aliasOf: AliasOf): GitCall | null {
  if (nameOf(program) !== 'git') return null;
  let words: readonly string[] = args;
  for (let hops = 0; hops < 5; hops++) {
    const [sub = '', ...rest] = subcommandOf(words);
    const own = words.slice(0, words.length - rest.length - 1);
    const meant = sub === '' || knownToGit.has(sub) || looking.has(sub) || editing.has(sub) ? null : aliasOf(sub);
    if (meant === null) return { own, sub, args: rest };
    if (meant.startsWith('!')) break;
    words = [...own, ...(splitScript(meant).commands[0] ?? []), ...rest];
  }
  return { own: [], sub: subcommandOf(args)[0] ?? '', args: [] };
}

/**
 * Tells whether a command may change what is pushed behind it.
 * @param command its words
 * @param call the same as a call of git; null when it is none
 * @param isCommitted whether the working tree is committed before the push, so that changes of it count
 * @returns what it is called in a message; null when it leaves that alone
 */
export function changer(command: SimpleCommand, call: GitCall | null, isCommitted: boolean): string | null {
  const [program = ''] = command;
  if (call === null) {
    const words = [nameOf(program), ...command.slice(1)].join(' ');
    const isStill = still.has(nameOf(program)) || recording.test(words);
    return !leavesRefs(command) || (isCommitted && !isStill) ? program : null;
  }
  const { sub, args } = call;
  if (looking.has(sub)) return isCommitted && args.some((arg) => arg.startsWith('--out')) ? `git ${sub}` : null;
  if (lookingForms.test([sub, ...args].join(' '))) return null;
  return sub === 'commit' || (isCommitted ? /^(?:add|push)$/.test(sub) : editing.has(sub)) ? null : `git ${sub}`;
}

/** Options of `git commit` that leave alone what is committed; those that take a word of their own. */
const plainOption =
  /^(?:-[qsvne]+|-S.*|--(?:quiet|verbose|signoff|no-signoff|verify|no-verify|edit|no-edit|amend|reset-author|allow-empty|allow-empty-message|no-gpg-sign|gpg-sign(?:=.*)?|status|no-status|(?:message|file|author|date|trailer|cleanup|reuse-message|template)=[^]*))$/;
const valuedOption = /^(?:-[aqsvne]*[mFCt]|--(?:message|file|author|date|trailer|cleanup|reuse-message|template))$/;
/** The message may stand right behind the letter. */
const attachedOption = /^-[aqsvne]*[mF][^]+$/;

/**
 * Reads what a commit or an addition takes from the working tree.
 * @param call `git add …` or `git commit …`
 * @returns the arguments of the `git add` that takes in the same; none for a commit of what is staged; null when only
 * the shell, a person or git itself would know
 */
export function takenIn({ sub, args }: GitCall): readonly string[] | null {
  if (sub === 'add') {
    const end = args.indexOf('--');
    const isPlain = args.every((arg, at) =>
      arg.startsWith('-') && (end < 0 || at <= end)
        ? /^(?:-[Auv]+|--|--all|--update|--verbose)$/.test(arg)
        : isSettled(arg),
    );
    return isPlain ? args : null;
  }
  let isAll = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const isValued = valuedOption.test(arg);
    if (arg === '--all' || /^-[qsvne]*a[aqsvne]*$/.test(arg)) isAll = true;
    else if (!isValued && !attachedOption.test(arg) && !plainOption.test(arg)) return null;
    else if (/^-[qsvne]*a/.test(arg)) isAll = true;
    if (isValued) at++;
  }
  return isAll ? ['--update'] : [];
}

/** Whether a name is the same to git as to the shell. */
function isSettled(name: string): boolean {
  return name !== '' && !/[$`*?[{]|^~/.test(name);
}
