// Whether a push is made from another repository than the project's: that is not for its ship gate. Only what can be read
// without doubt counts; another clone of the project, or a push to where it is pushed, does not.

import path from 'node:path';
import type { GitCall } from '../../rules/text/git-line.js';
import { pushedRefs } from '../../rules/text/pushed-refs.js';
import { runGitSync } from '../code/git-process.js';

/** Commands of git that may lead a push to another place. */
const setting: ReadonlySet<string> = new Set(['config', 'remote', 'init', 'submodule', 'worktree']);

/**
 * Tells whether a push comes from a repository that has nothing to do with the project.
 * @param root the project's root
 * @param folder where it is made
 * @param args what follows `git push`
 * @param before the calls of git before it on its line
 * @returns false when it may have
 */
export function isOfOtherRepository(
  root: string,
  folder: string,
  args: readonly string[],
  before: readonly GitCall[],
): boolean {
  if (before.some(({ sub }) => setting.has(sub))) return false;
  if (repositoryOf(folder) === repositoryOf(root)) return false;
  const [theirs, ours] = [remotesOf(folder), remotesOf(root)];
  const known = new Set(ours.map(({ url }) => url).concat(plainUrl(root), plainUrl(repositoryOf(root))));
  if (theirs.some(({ url }) => known.has(url))) return false;
  // What is given by its address may be anything.
  return isToRemote(args, new Set(theirs.map(({ name }) => name)));
}

function isToRemote(args: readonly string[], names: ReadonlySet<string>): boolean {
  const repository = args.find((arg) => !arg.startsWith('-'));
  const isNamed = repository === undefined || names.has(repository);
  return isNamed && pushedRefs(args) !== null && !args.some((arg) => /^--(?:repo|receive-pack|exec)/.test(arg));
}

function repositoryOf(folder: string): string {
  return textOf(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
}

interface Remote {
  readonly name: string;
  readonly url: string;
}

/** As git understands them: settings may say one address and mean another. A branch may name an address instead of a remote. */
function remotesOf(folder: string): readonly Remote[] {
  const lines = textOf(folder, ['remote', '--verbose']).split('\n');
  const remotes = lines.flatMap((line) => {
    const [, name, url] = /^([^\t]+)\t(.+) \((?:fetch|push)\)$/.exec(line) ?? [];
    return name === undefined || url === undefined ? [] : [{ name, url }];
  });
  const asked = ['config', '--get-regexp', String.raw`^(branch\..*\.(push)?remote|remote\.pushdefault)$`];
  const named = textOf(folder, asked)
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1));
  const direct = named.filter((one) => /[/:]|^\.$/.test(one)).map((url) => ({ name: url, url }));
  return [...remotes, ...direct].map(({ name, url }) => {
    const full = /^\.{0,2}\//.test(url) || url === '.' ? path.resolve(folder, url) : url;
    return { name, url: plainUrl(full) };
  });
}

/** Two spellings of one address. */
function plainUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/^\w+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(':', '/')
    .replace(/\/+/g, '/')
    .replace(/(?:\/?\.git)?\/?$/, '');
}

function textOf(folder: string, args: readonly string[]): string {
  return runGitSync(folder, args, { allow: [1] })
    .out.toString('utf8')
    .trim();
}
