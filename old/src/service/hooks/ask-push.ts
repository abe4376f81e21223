// The ship gate before a push that an agent is about to run: every commit that it would send is asked about, in the
// working tree that it is sent from.

import fs from 'node:fs';
import path from 'node:path';
import { changer, type GitCall, gitCall } from '../../rules/text/git-line.js';
import { type AliasOf, type GitPush, gitPushes } from '../../rules/text/git-push.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { type PushedRefs, pushedRefs } from '../../rules/text/pushed-refs.js';
import { type Script, splitScript } from '../../rules/text/split-script.js';
import { runGitSync } from '../code/git-process.js';
import { findGitRoot } from '../git.js';
import type { ShipQuestion } from '../ship/check.js';
import { whyNotShip } from './ask-gate.js';
import { isOfOtherRepository } from './other-repository.js';
import { type FoldersAt, folderOfCall, foldersIn, writtenOut } from './push-folders.js';
import { commitOnLine, secondCall, Unclear } from './push-of-commit.js';

/** Each one takes a few processes of git. */
const maxAsked = 20;

/** A script that pushes. */
interface Line {
  readonly root: string;
  readonly script: Script;
  readonly calls: readonly (GitCall | null)[];
  readonly foldersAt: FoldersAt;
}

/** One question to the gate, and what it is about in words. */
interface Asked {
  readonly question: ShipQuestion;
  readonly about: string;
}

/**
 * Asks whether a script may push what it pushes.
 * @param root the project's root
 * @param cwd where the script is run
 * @param given what a shell is given
 * @param timeoutMs how long git may take altogether
 * @returns why not, in words; null when it may
 */
export function whyNotPush(root: string, cwd: string, given: string, timeoutMs: number): string | null {
  const endsAt = Date.now() + timeoutMs;
  try {
    const text = writtenOut(given);
    const script = splitScript(text);
    const from = fs.existsSync(cwd) ? cwd : root;
    const foldersAt = foldersIn(from, text, script);
    const aliasOf = gitAliases([root, ...script.commands.flatMap((command, at) => foldersOf(foldersAt(at), command))]);
    const calls = script.commands.map((command) => gitCall(command, aliasOf));
    const line: Line = { root, script, calls, foldersAt };
    const asked = gitPushes(text, aliasOf).flatMap((push) => questionsOf(line, push));
    const once = new Map(asked.map((one) => [JSON.stringify(one.question), one]));
    if (once.size > maxAsked) throw new Unclear(`${once.size} refs at once`);
    for (const { question, about } of once.values()) {
      const why = whyNotShip(root, { ...question, timeoutMs: endsAt - Date.now() });
      if (why !== null) return about === '' ? why : `${why} Asked about ${harmlessLine(about).slice(0, 300)}.`;
    }
    return null;
  } catch (error) {
    const why = harmlessLine(error instanceof Error ? error.message : String(error)).slice(0, 300);
    const advice = error instanceof Unclear ? error.advice : undefined;
    return `pawl: the ship gate cannot tell what this would push (${why}), so it blocks. ${advice ?? ownCall}.`;
  }
}

const secondPush = 'Run that first, and push in a second call: git push origin NAME';
const ownCall = 'Push one branch with a command of its own, its name written out: git push origin NAME';

/** All folders in which a command may call git, as far as that can be told. */
function foldersOf(from: readonly string[] | null, command: readonly string[]): readonly string[] {
  const own = gitCall(command, () => null)?.own ?? [];
  return (from ?? []).flatMap((folder) => [folder, folderOfCall(folder, own) ?? folder]);
}

function questionsOf(line: Line, push: GitPush): readonly Asked[] {
  const refs = push.args === null ? null : pushedRefs(push.args);
  if (push.args === null || refs === null) throw new Unclear('only the shell knows what it pushes');
  const { args, own } = push;
  if (refs.sources.length + refs.folders.length === 0 && !refs.isDefault) return [];
  const folders = line.foldersAt(push.at)?.map((folder) => folderOfCall(folder, own));
  if (folders === undefined) throw new Unclear('only the shell knows where it pushes', folderFirst);
  return folders.flatMap((folder) => {
    if (folder === null) throw new Unclear('git is led to another repository', folderFirst);
    // It may only have been looked at on the way: (cd /tmp && ls); git push.
    if (folders.length > 1 && !isRepository(line, push.at, folder)) return [];
    return isOther(line, push.at, folder, args, own) ? [] : questionsIn(line, push.at, folder, refs);
  });
}

const folderFirst =
  'Push with a call of its own that begins with the folder, written out: cd FOLDER && git push origin NAME';

/** From a folder outside of any repository nothing is pushed, unless the line makes one there. */
function isRepository({ calls }: Line, at: number, folder: string): boolean {
  if (calls.slice(0, at).some((call) => call?.sub === 'init' || call?.sub === 'clone')) return true;
  return runGitSync(folder, ['rev-parse', '--git-dir'], { allow: [128] }).code === 0;
}

/** Where that cannot be told, it is judged as one of this project. */
function isOther(
  { root, calls }: Line,
  at: number,
  folder: string,
  args: readonly string[],
  own: readonly string[],
): boolean {
  try {
    const before = calls.slice(0, at).flatMap((call) => call ?? []);
    return (
      own.every((word, index) => word === '-C' || own[index - 1] === '-C') &&
      isOfOtherRepository(root, folder, args, before)
    );
  } catch {
    return false;
  }
}

function questionsIn(line: Line, at: number, folder: string, refs: PushedRefs): readonly Asked[] {
  const { script, calls } = line;
  const until = script.isInOrder ? at : script.commands.length;
  const isCommitting = calls.slice(0, until).some((call) => call?.sub === 'commit');
  for (const [index, command] of script.commands.slice(0, until).entries()) {
    const name = index === at ? null : changer(command, calls[index] ?? null, isCommitting);
    const what = `may change what is ${isCommitting ? 'committed' : 'pushed'}`;
    if (name !== null) throw new Unclear(`${name} on the same line ${what}`, isCommitting ? secondCall : secondPush);
  }
  const { from, top } = workingTree(line.root, folder);
  const folders = [...refs.folders, ...(refs.isDefault ? configuredFolders(folder) : [])];
  const sources = [
    ...refs.sources,
    ...(refs.isDefault ? ['HEAD'] : []),
    ...folders.flatMap((one) => refsIn(folder, one)),
  ];
  const place = from === line.root ? '' : ` in ${top}`;
  const named = (commit: string): Asked => ({
    question: { commit, from },
    about: commit === 'HEAD' && place === '' ? '' : `${commit}${place}`,
  });
  if (!isCommitting) return sources.map(named);
  const current = new Set(['HEAD', '@', ...currentBranch(folder)]);
  return sources.flatMap((source) => {
    if (/[~^]|@\{/.test(source)) throw new Unclear(`${source} is another commit by then`, secondCall);
    if (!current.has(source)) return [named(source)];
    const { adds, maySkip } = commitOnLine(line, at, folder, top);
    const about = `what git commit on this line takes in${place}. ${secondCall}`;
    const before = `HEAD${place}, which is pushed when git commit fails, as no && stands between them. ${secondCall}`;
    const made: Asked = { question: { adds, from }, about };
    return maySkip ? [made, { question: { commit: 'HEAD', from }, about: before }] : [made];
  });
}

/** The working tree that a folder is in, and the project's root in it. */
function workingTree(root: string, folder: string): { readonly top: string; readonly from: string } {
  const top = textOf(folder, ['rev-parse', '--show-toplevel']);
  const own = fs.realpathSync(findGitRoot(root) ?? root);
  const isOwn = fs.realpathSync(top) === own;
  return { top, from: isOwn ? root : path.join(top, path.relative(own, fs.realpathSync(root))) };
}

/** Aliases are read when the first one is asked for. */
function gitAliases(folders: readonly string[]): AliasOf {
  let known: ReadonlyMap<string, string> | null = null;
  return (name) => {
    known ??= new Map([...new Set(folders)].filter((folder) => fs.existsSync(folder)).flatMap(readAliases));
    return known.get(name.toLowerCase()) ?? null;
  };
}

function readAliases(folder: string): readonly (readonly [string, string])[] {
  const entries = textOf(folder, ['config', '--null', '--get-regexp', String.raw`^alias\.`]).split('\0');
  return entries.flatMap((entry) => {
    const [, name, text] = /^alias\.([^\n]+?)(?:\.command)?\n([^]*)$/.exec(entry) ?? [];
    return name === undefined || text === undefined ? [] : [[name.toLowerCase(), text.trim()] as const];
  });
}

/** A plain `git push` sends the current branch, unless it is configured to send more. */
function configuredFolders(folder: string): readonly string[] {
  const asked = ['config', '--get-regexp', String.raw`^(push\.default|remote\..*\.(push|mirror))$`];
  const lines = textOf(folder, asked).split('\n');
  const isMore = lines.some((line) => /^push\.default matching$|^remote\..*\.(?:push|mirror) (?!false$)/i.test(line));
  return isMore ? ['refs/'] : [];
}

/** Old tags came with the branch that they are on. */
function refsIn(folder: string, of: string): readonly string[] {
  const only = of === 'refs/tags/' ? ['--no-merged=HEAD'] : [];
  const names = textOf(folder, ['for-each-ref', '--format=%(refname)', ...only, of]).split('\n');
  return names.filter((name) => name !== '' && !/^refs\/(?:notes|remotes|pawl|stash)(?:\/|$)/.test(name));
}

function currentBranch(folder: string): readonly string[] {
  const ref = textOf(folder, ['symbolic-ref', '--quiet', 'HEAD']);
  return ref === '' ? [] : [ref, ref.replace(/^refs\/heads\//, '')];
}

function textOf(folder: string, args: readonly string[]): string {
  return runGitSync(folder, args, { allow: [1] })
    .out.toString('utf8')
    .trim();
}
