// The folders in which the commands of a script may be run, as far as its text tells: a push sends what is there.

import fs from 'node:fs';
import path from 'node:path';
import type { Script } from '../../rules/text/split-script.js';

/** Variables and options that lead git elsewhere without a word about it in the command. */
const elsewhere =
  /(?:^|[\s;&|(])(?:(?:GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|CONFIG\w*)|HOME|PWD|CDPATH)=|env\s+(?:-u\s+\w+\s+|-\S+\s+|\w+=\S*\s+)*(?:-C|--chdir)|sudo\s[^;&|\n]{0,200}\s(?:-D|--chdir)|find\s[^;&|\n]{0,200}\s-(?:exec|ok)dir\s)/;

/**
 * Writes out the folders that scripts often let the shell find.
 * @param text a script
 * @returns the same with `.` for the top of the working tree and the current folder, which is the same to git
 */
export function writtenOut(text: string): string {
  const here = /\$\(git rev-parse --show-toplevel\)|`git rev-parse --show-toplevel`|\$PWD\b|\$\{PWD\}/g;
  return text.replace(here, '.').replace(/\$HOME\b|\$\{HOME\}/g, '~');
}

/** Where each command may be run; null where only the shell would know. */
export type FoldersAt = (at: number) => readonly string[] | null;

/**
 * Follows `cd` through a script. What it leads to when all goes well is not enough, as what follows is often run all the
 * same: only leading ones, joined with `&&`, leave nothing but the folder that they lead to.
 * @param cwd where the script is run
 * @param text the script
 * @param script the same, in commands
 * @returns the folders of each command, by its place in the script
 */
export function foldersIn(cwd: string, text: string, { commands, joints, isInOrder }: Script): FoldersAt {
  const moves = commands.map(([program = '', ...args]) => (/^(?:cd|pushd)$/.test(program) ? args : null));
  let [at, base] = [0, cwd];
  for (; /^\s*cd\s/.test(text) && (at === 0 || joints[at] === '&&') && joints[at + 1] === '&&'; at++) {
    const [folder, ...more] = inside([base], moves[at] ?? null) ?? [];
    if (folder === undefined || more.length > 0 || moves[at] === null || !isFolder(folder)) break;
    base = folder;
  }
  const isUnknown = elsewhere.test(text) || (!isInOrder && moves.slice(at).some((move) => move !== null));
  let now: readonly string[] | null = isUnknown ? null : [base];
  const all = moves.map((move, index) => {
    const before = now;
    const added = move === null || index < at || now === null ? [] : inside(now, move);
    now = now === null || added === null ? null : [...new Set([...now, ...added])];
    return before;
  });
  return (index) => (index < all.length ? (all[index] ?? null) : now);
}

function isFolder(name: string): boolean {
  return fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Where `cd` leads to from each of some folders; null when only the shell would know. */
function inside(from: readonly string[], args: readonly string[] | null): readonly string[] | null {
  const words = (args ?? []).filter((arg) => !/^(?:-[LPe]|--)$/.test(arg));
  const [word = '~'] = words;
  const home = /^~(?=\/|$)/.test(word) ? word.replace('~', process.getBuiltinModule('node:os').homedir()) : word;
  if (words.length > 1 || /^[-+]|[$`*?[{~]|^$/.test(home)) return null;
  return from.map((folder) => path.resolve(folder, home));
}

/**
 * Follows git's own options.
 * @param from where git is called
 * @param own its options before the command: `-C x`
 * @returns where it works; null when it is led to a repository in another way
 */
export function folderOfCall(from: string, own: readonly string[]): string | null {
  let folder = from;
  for (let at = 0; at < own.length; at++) {
    const option = own[at] ?? '';
    if (/^--(?:git-dir|work-tree|namespace|exec-path|bare|config-env)/.test(option)) return null;
    if (option === '-c') at++;
    if (option !== '-C') continue;
    const next = own[++at] ?? '';
    if (/[$`*?[{]|^~/.test(next)) return null;
    // Not resolved here: `link/..` is for the system to follow.
    if (next !== '') folder = path.isAbsolute(next) ? next : `${folder}/${next}`;
  }
  return folder;
}
