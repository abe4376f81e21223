// Whether a script pushes from another repository than the project's: that is not for its ship gate. Only what can be read
// without doubt counts; another clone of the project, or a push to where it is pushed, does not.

import path from 'node:path';
import { pushedRefs } from '../../rules/text/pushed-refs.js';
import { splitCommand } from '../../rules/text/split-command.js';
import { runGitSync } from '../code/git-process.js';

/** Commands of git that leave its settings alone. */
const plain: ReadonlySet<string> = new Set('add commit diff fetch log pull push show status tag'.split(' '));

/** Where the script goes first, and what it runs there; null when that is not all that it does. */
function movedTo(
  script: string,
): { readonly folder: string; readonly commands: readonly (readonly string[])[] } | null {
  const split = script
    .trim()
    .split('&&')
    .map((part) => splitCommand(part.trim()));
  const commands = split.flatMap((one) => ('words' in one ? [one.words] : []));
  const [first = [], ...rest] = commands;
  if (commands.length < split.length) return null;
  if (first[0] === 'cd' && first.length === 2) return { folder: first[1] ?? '', commands: rest };
  const [program, option, folder = '', ...args] = first;
  return program === 'git' && option === '-C' && rest.length === 0 ? { folder, commands: [['git', ...args]] } : null;
}

/**
 * Tells whether all that a script pushes comes from a repository that has nothing to do with the project.
 * @param root the project's root
 * @param cwd where the script is run
 * @param script what a shell is given
 * @returns false when it may have
 */
export function isOfOtherRepository(root: string, cwd: string, script: string): boolean {
  const moved = movedTo(script);
  if (moved === null || moved.folder === '' || moved.folder.startsWith('-')) return false;
  const folder = path.resolve(cwd, moved.folder);
  const isPlain = moved.commands.every(([program, sub = '']) => program === 'git' && plain.has(sub));
  if (!isPlain || repositoryOf(folder) === repositoryOf(root)) return false;
  const [theirs, ours] = [remotesOf(folder), remotesOf(root)];
  const known = new Set(ours.map(({ url }) => url).concat(plainUrl(root), plainUrl(repositoryOf(root))));
  if (theirs.some(({ url }) => known.has(url))) return false;
  const names = new Set(theirs.map(({ name }) => name));
  // What is given by its address may be anything.
  return moved.commands.every(([, sub, ...args]) => sub !== 'push' || isToRemote(args, names));
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
