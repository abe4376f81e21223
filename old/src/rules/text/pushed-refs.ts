// What a `git push` sends away, told from its arguments. Pure.

import { expansion } from './script-reader.js';

/** What a push sends. */
export interface PushedRefs {
  /** Names of commits; empty when the push only removes. */
  readonly sources: readonly string[];
  /** Whole folders of refs beside them, e.g. `refs/heads/`. */
  readonly folders: readonly string[];
  /** Whether nothing was named, so that git's settings say what is sent: as a rule the current branch. */
  readonly isDefault: boolean;
}

/** Options that take a value as a word of its own. */
const withValue: ReadonlySet<string> = new Set(
  '-o --push-option --repo --receive-pack --exec --recurse-submodules'.split(' '),
);

/**
 * Reads the arguments of a push.
 * @param args what follows `git push`
 * @returns what it sends; null when only the shell would know
 */
export function pushedRefs(args: readonly string[]): PushedRefs | null {
  if (args.some((arg) => /[$`]/.test(arg) || arg.includes(expansion) || isPattern(arg))) return null;
  const { options, words } = sorted(args);
  const has = (...names: readonly string[]): boolean =>
    options.some((option) => names.some((name) => option.length > 2 && name.startsWith(option.split('=', 1)[0] ?? '')));
  const folders = [
    ...(has('--mirror') ? ['refs/'] : has('--all', '--branches') ? ['refs/heads/'] : []),
    ...(has('--tags') ? ['refs/tags/'] : []),
  ];
  const specs = named(words.slice(1));
  if (has('--delete') || options.some((option) => /^-[a-z]*d[a-z]*$/i.test(option))) return removal;
  const sent = specs.map((spec) => spec.replace(/^\+/, '').split(':')).filter(([from, to]) => !isFree(from, to));
  const sources = sent.flatMap(([from = '']) => (from === '' || from.includes('*') ? [] : [from]));
  const isMatching = specs.some((spec) => /^\+?:$/.test(spec));
  return {
    sources,
    folders: [
      ...folders,
      ...(isMatching ? ['refs/heads/'] : []),
      ...(specs.some((spec) => /\*/.test(spec)) ? ['refs/'] : []),
    ],
    isDefault: specs.length === 0 && !has('--mirror', '--all', '--branches'),
  };
}

const removal: PushedRefs = { sources: [], folders: [], isDefault: false };

/** A brace belongs to a name only as in `HEAD@{1}`; other patterns are for the shell. */
function isPattern(arg: string): boolean {
  return /[?[]|(?<!@)\{/.test(arg) || (arg.includes('*') && !arg.includes('/*'));
}

function sorted(args: readonly string[]): { readonly options: readonly string[]; readonly words: readonly string[] } {
  const end = args.indexOf('--');
  const until = end < 0 ? args.length : end;
  const [options, words]: [string[], string[]] = [[], []];
  for (let at = 0; at < until; at++) {
    const arg = args[at] ?? '';
    (arg.startsWith('-') ? options : words).push(arg);
    if (withValue.has(arg)) at++;
  }
  return { options, words: [...words, ...args.slice(until + 1)] };
}

/** `tag v1` is `refs/tags/v1`. */
function named(specs: readonly string[]): readonly string[] {
  return specs.flatMap((spec, at) =>
    specs[at - 1] === 'tag' ? [`refs/tags/${spec}`] : spec === 'tag' && at < specs.length - 1 ? [] : [spec],
  );
}

/** Removing a branch ships nothing, and neither do notes. */
function isFree(from: string | undefined, to: string | undefined): boolean {
  return (from === '' && to !== undefined && to !== '') || (to ?? from ?? '').startsWith('refs/notes/');
}
