// A push behind a `git commit` on the same line: what that commit will take in, told before it is made.

import fs from 'node:fs';
import path from 'node:path';
import { type GitCall, takenIn } from '../../rules/text/git-line.js';
import type { Script } from '../../rules/text/split-script.js';
import { runGitSync } from '../code/git-process.js';
import type { Addition } from '../ship/content.js';
import { type FoldersAt, folderOfCall } from './push-folders.js';

/** What to do instead, wherever that cannot be told. */
export const secondCall = 'Commit first, and push in a second call';

/** Thrown for what only the shell would know. */
export class Unclear extends Error {
  /** What to do instead. */
  readonly advice: string | undefined;

  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}

/** What is committed before a push. */
export interface CommitOnLine {
  /** What is staged before, in order. */
  readonly adds: readonly Addition[];
  /** Whether the push is made also when the commit fails. */
  readonly maySkip: boolean;
}

/**
 * Tells what the last commit before a push takes in.
 * @param line the script
 * @param at where the push stands in it
 * @param folder where the push is made
 * @param top the top of the working tree
 * @returns what is staged for it; throws when that cannot be told
 */
export function commitOnLine(
  {
    script,
    calls,
    foldersAt,
  }: { readonly script: Script; readonly calls: readonly (GitCall | null)[]; readonly foldersAt: FoldersAt },
  at: number,
  folder: string,
  top: string,
): CommitOnLine {
  if (!script.isInOrder) throw new Unclear('what is committed when cannot be told from the text', secondCall);
  const hook = changingHook(folder, top);
  if (hook !== null) throw new Unclear(`the ${hook} hook may change what is committed`, secondCall);
  const last = calls.slice(0, at).findLastIndex((call) => call?.sub === 'commit');
  const adds = calls.slice(0, last + 1).flatMap((call, index): readonly Addition[] => {
    if (call === null || (call.sub !== 'add' && call.sub !== 'commit')) return [];
    const taken = takenIn(call);
    if (taken === null) throw new Unclear(`what git ${call.sub} takes in cannot be told from the text`, secondCall);
    const folders = foldersAt(index)?.map((from) => folderOfCall(from, call.own)) ?? [];
    const [from = null] = folders;
    if (folders.length !== 1 || from === null || topOf(from) !== top) {
      throw new Unclear(`git ${call.sub} is run elsewhere`, secondCall);
    }
    return taken.length === 0 ? [] : [{ folder: from, args: taken }];
  });
  return { adds, maySkip: mayGoOn(script, last, at) };
}

/** `git commit; git push` pushes also what was there when the commit failed, unless `set -e` ends the script. */
function mayGoOn({ commands, joints }: Script, commit: number, push: number): boolean {
  const [[program, option = ''] = []] = commands;
  const isStrict = program === 'set' && /^-\w*e/.test(option);
  const sure = isStrict ? /^(?:&&|[;\n]*)$/ : /^(?:&&)?$/;
  return joints.slice(commit + 1, push + 1).some((joint) => !sure.test(joint));
}

/** Hooks of git that may change the commit: other content, or one more commit. */
function changingHook(folder: string, top: string): string | null {
  const asked = ['config', '--null', '--type=path', '--get-all', 'core.hooksPath'];
  const set = textOf(folder, asked).split('\0').slice(0, -2); // the last one is how git is called from here
  const common = textOf(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const hooks = path.resolve(top, set.at(-1) ?? path.join(common, 'hooks'));
  return ['pre-commit', 'post-commit'].find((name) => fs.existsSync(path.join(hooks, name))) ?? null;
}

function topOf(folder: string): string {
  return textOf(folder, ['rev-parse', '--show-toplevel']);
}

function textOf(folder: string, args: readonly string[]): string {
  return runGitSync(folder, args, { allow: [1] })
    .out.toString('utf8')
    .trim();
}
