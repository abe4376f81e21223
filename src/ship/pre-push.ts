// git's pre-push hook: where it stands, what pawl adds to it, and what git tells it.

import fs from 'node:fs';
import path from 'node:path';
import { findGitRoot, gitFolders, runGit } from '../runs/git.js';

/** Finds the file of the hook; null outside of repositories, and where `core.hooksPath` leads out of this one. */
export function prePushFile(root: string): string | null {
  const top = findGitRoot(root);
  const told = top === null ? null : runGit(top, ['rev-parse', '--git-path', 'hooks/pre-push']);
  if (top === null || told === null) return null;
  // Husky writes the files in `_` anew; each calls the one above it.
  const file = path.resolve(top, told).replace(/([/\\]\.husky)[/\\]_(?=[/\\]pre-push$)/, '$1');
  const isInside = [top, gitFolders(top).commonDir].some((folder) => file.startsWith(path.join(folder, path.sep)));
  return isInside ? file : null;
}

const begin = '# >>> pawl: a push needs a review that allows it; `pawl help gate set` explains it';
const end = '# <<< pawl';
const block = `${begin}
pawl_refs=$(cat)
pawl_hook="$(git rev-parse --git-common-dir)/../.claude/hooks/pawl-hook.cjs" # a linked worktree may lack node_modules
[ -f "$pawl_hook" ] || pawl_hook=.claude/hooks/pawl-hook.cjs
pawl_ask() { if [ -f "$pawl_hook" ]; then node "$pawl_hook" "$@"; else pawl "$@"; fi; }
printf '%s\\n' "$pawl_refs" | pawl_ask gate check ship --pre-push >&2 || exit 1
if [ -n "$pawl_refs" ]; then
  exec <<PAWL_REFS
$pawl_refs
PAWL_REFS
fi
${end}
`;

/** Whether the hook asks pawl. */
export function hasPrePush(text: string): boolean {
  return text.includes(begin);
}

/** Puts the block in front of what the hook does already, which still gets git's input. */
export function addPrePush(text: string): string {
  const rest = removePrePush(text) ?? '';
  const [shebang = ''] = /^#![^\n]*\n/.exec(rest) ?? [];
  return `${shebang || (rest === '' ? '#!/bin/sh\n' : '')}${block}${rest.slice(shebang.length)}`;
}

/** Takes the block out; null when nothing else is left. */
export function removePrePush(text: string): string | null {
  const [from, to] = [text.indexOf(begin), text.indexOf(`${end}\n`)];
  const rest = from < 0 || to < from ? text : text.slice(0, from) + text.slice(to + end.length + 1);
  return rest === '' || rest === '#!/bin/sh\n' ? null : rest;
}

/** Why pawl cannot be added to a hook; null when it can. */
export function prePushProblem(file: string): string | null {
  if (!fs.existsSync(file)) return null;
  const [shebang = ''] = /^#!.*/.exec(fs.readFileSync(file, 'utf8')) ?? [];
  if (shebang !== '' && !/\b(?:ba|da|k|z)?sh\b/.test(shebang))
    return 'it is not a shell script; call `pawl gate check ship --pre-push` in it, with its input';
  const isOff = !file.includes('.husky') && (fs.statSync(file).mode & 0o111) === 0;
  return isOff ? 'it is not executable, so git ignores it; delete it, or make it executable' : null;
}

export interface PushedRef {
  readonly remote: string;
  readonly commit: string;
}

/** What is about to be pushed. Removing a branch ships nothing, and neither do notes. */
export function parsePushes(input: string): readonly PushedRef[] {
  return input.split('\n').flatMap((line): PushedRef[] => {
    const [, commit = '', remote = ''] = line.split(' ');
    return commit === '' || /^0+$/.test(commit) || remote.startsWith('refs/notes/') ? [] : [{ remote, commit }];
  });
}
