// The ship gate before a push that an agent is about to run: every commit that it would send is asked about.

import { type AliasOf, gitPushes } from '../../rules/text/git-push.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { nameOf } from '../../rules/text/inner-scripts.js';
import { pushedRefs } from '../../rules/text/pushed-refs.js';
import { type SimpleCommand, splitScript } from '../../rules/text/split-script.js';
import { runGitSync } from '../code/git-process.js';
import { whyNotShip } from './ask-gate.js';
import { isOfOtherRepository } from './other-repository.js';

/** Each one takes a few processes of git. */
const maxAsked = 20;
/** Commands of git after which a name may stand for another commit. */
const moving: ReadonlySet<string> = new Set(
  'checkout switch merge reset rebase cherry-pick pull am revert update-ref symbolic-ref branch tag fetch stash'.split(
    ' ',
  ),
);
/** Programs that leave files alone. */
const still: ReadonlySet<string> = new Set('git cd pwd true : test [ export set sleep date gh'.split(' '));

/** Thrown for what only the shell would know. */
class Unclear extends Error {}

/**
 * Asks whether a script may push what it pushes.
 * @param root the project's root
 * @param cwd where the script is run
 * @param script what a shell is given
 * @param timeoutMs how long git may take altogether
 * @returns why not, in words; null when it may
 */
export function whyNotPush(root: string, cwd: string, script: string, timeoutMs: number): string | null {
  const endsAt = Date.now() + timeoutMs;
  try {
    if (isOfOther(root, cwd, script)) return null;
    for (const commit of pushedCommits(root, script)) {
      const why = whyNotShip(root, { commit, timeoutMs: endsAt - Date.now() });
      const about =
        commit === undefined || commit === 'HEAD' ? '' : ` Asked about ${harmlessLine(commit).slice(0, 100)}.`;
      if (why !== null) return `${why}${about}`;
    }
    return null;
  } catch (error) {
    const why = harmlessLine(error instanceof Error ? error.message : String(error)).slice(0, 300);
    return (
      `pawl: the ship gate cannot tell what this would push (${why}), so it blocks. ` +
      'Push one branch with a command of its own, its name written out: git push origin NAME.'
    );
  }
}

/** Where that cannot be told, the script is judged as one of this project. */
function isOfOther(root: string, cwd: string, script: string): boolean {
  try {
    return isOfOtherRepository(root, cwd, script);
  } catch {
    return false;
  }
}

/** Names of commits; undefined stands for the working tree, which is committed on the same line. */
function pushedCommits(root: string, script: string): ReadonlySet<string | undefined> {
  const { commands } = splitScript(script);
  const aliasOf = gitAliases(root);
  const commits = new Set<string | undefined>();
  for (const { args, at } of gitPushes(script, aliasOf)) {
    const refs = args === null ? null : pushedRefs(args);
    if (refs === null) throw new Unclear('only the shell knows what it pushes');
    const folders = [...refs.folders, ...(refs.isDefault ? configuredFolders(root) : [])];
    const sources = [
      ...refs.sources,
      ...(refs.isDefault ? ['HEAD'] : []),
      ...folders.flatMap((one) => refsIn(root, one)),
    ];
    if (sources.length === 0) continue;
    const before = commands.slice(0, at);
    const mover = before.find((command) => moving.has(subcommandOf(command, aliasOf)));
    if (mover !== undefined)
      throw new Unclear(`git ${subcommandOf(mover, aliasOf)} on the same line changes what is pushed`);
    const isCommitting = before.some((command) => subcommandOf(command, aliasOf) === 'commit');
    const writer = isCommitting ? before.find(([program = '']) => !still.has(nameOf(program))) : undefined;
    if (writer !== undefined) throw new Unclear(`${writer[0]} on the same line may change what is committed`);
    const current = isCommitting ? new Set(['HEAD', '@', ...currentBranch(root)]) : new Set();
    for (const source of sources) commits.add(current.has(source) ? undefined : source);
  }
  if (commits.size > maxAsked) throw new Unclear(`${commits.size} refs at once`);
  return commits;
}

/** The first word that is none of git's own options; their values do no harm here. */
function subcommandOf([program = '', ...args]: SimpleCommand, aliasOf: AliasOf): string {
  if (nameOf(program) !== 'git') return '';
  const words = args.flatMap((arg) => [arg, ...(aliasOf(arg)?.split(/[^\w-]+/) ?? [])]);
  return words.find((word) => moving.has(word) || word === 'commit' || word === 'push') ?? '';
}

/** Aliases are read when the first one is asked for. */
function gitAliases(root: string): AliasOf {
  let known: ReadonlyMap<string, string> | null = null;
  return (name) => {
    known ??= readAliases(root);
    return known.get(name.toLowerCase()) ?? null;
  };
}

function readAliases(root: string): ReadonlyMap<string, string> {
  const entries = textOf(root, ['config', '--null', '--get-regexp', String.raw`^alias\.`]).split('\0');
  return new Map(
    entries.flatMap((entry) => {
      const [, name, text] = /^alias\.([^\n]+?)(?:\.command)?\n([^]*)$/.exec(entry) ?? [];
      return name === undefined || text === undefined ? [] : [[name.toLowerCase(), text.trim()]];
    }),
  );
}

/** A plain `git push` sends the current branch, unless it is configured to send more. */
function configuredFolders(root: string): readonly string[] {
  const asked = ['config', '--get-regexp', String.raw`^(push\.default|remote\..*\.(push|mirror))$`];
  const lines = textOf(root, asked).split('\n');
  const isMore = lines.some((line) => /^push\.default matching$|^remote\..*\.(?:push|mirror) (?!false$)/i.test(line));
  return isMore ? ['refs/'] : [];
}

/** Old tags came with the branch that they are on. */
function refsIn(root: string, folder: string): readonly string[] {
  const only = folder === 'refs/tags/' ? ['--no-merged=HEAD'] : [];
  const names = textOf(root, ['for-each-ref', '--format=%(refname)', ...only, folder]).split('\n');
  return names.filter((name) => name !== '' && !/^refs\/(?:notes|remotes|pawl|stash)(?:\/|$)/.test(name));
}

function currentBranch(root: string): readonly string[] {
  const ref = textOf(root, ['symbolic-ref', '--quiet', 'HEAD']);
  return ref === '' ? [] : [ref, ref.replace(/^refs\/heads\//, '')];
}

function textOf(root: string, args: readonly string[]): string {
  return runGitSync(root, args, { allow: [1] })
    .out.toString('utf8')
    .trim();
}
