// A verdict that leaves its checkpoint, for CI and clones: as a file, or as a git note on the reviewed tree. Either way
// it names the content, and counts for nothing else.

import fs from 'node:fs';
import path from 'node:path';
import { type FoundVerdict, parseVerdict, type ShipContent, type ShipVerdict } from '../../families/command/ship.js';
import { PawlError } from '../../rules/errors.js';
import { isJsonObject } from '../../rules/json/json.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { runGitSync } from '../code/git-process.js';
import { shipContent } from './content.js';

/** Where notes with verdicts stand. They are no branch: each is fetched and pushed by name. */
export const notesRef = 'refs/notes/pawl';

const kind = 'ship-verdict';
const version = 1;
const maxBytes = 1024 * 1024;

/** A verdict together with the tree that it is bound to. */
export type BoundVerdict = ShipVerdict & { readonly tree_sha: string };

/**
 * Makes sure that a verdict names its content.
 * @param root the project's root
 * @param verdict the verdict; one that names a commit only is bound to that commit's tree
 * @returns the verdict with its tree; throws `not-allowed` when it is bound to nothing
 */
export function bindVerdict(root: string, verdict: ShipVerdict): BoundVerdict {
  const { tree_sha, head_commit } = verdict;
  if (tree_sha !== null) return { ...verdict, tree_sha };
  if (head_commit !== null) return { ...verdict, tree_sha: shipContent(root, { commit: head_commit }).tree };
  throw new PawlError(
    'not-allowed',
    `the verdict of ${verdict.ref} does not say what was reviewed, so it cannot travel`,
    {
      hint: 'Record it anew, with the reviewed content checked out.',
    },
  );
}

/**
 * Writes a verdict as text.
 * @param verdict the verdict
 * @returns JSON, ending with a newline
 */
export function verdictText(verdict: BoundVerdict): string {
  return `${JSON.stringify({ pawl: kind, version, ...verdict }, null, 2)}\n`;
}

/**
 * Reads a verdict that travelled.
 * @param where the file or note, for messages
 * @param text what was read
 * @returns the verdict, or what is wrong with it
 */
export function parseTravelled(where: string, text: string): FoundVerdict {
  const unreadable = (problem: string): FoundVerdict => ({ is: 'unreadable', ref: where, problem });
  const parsed = text.length > maxBytes ? null : parseJson(text);
  if (parsed === null) return unreadable(`it has more than ${maxBytes} bytes`);
  if (!parsed.ok) return unreadable(`it ${parsed.message}`);
  const { value } = parsed;
  if (!isJsonObject(value) || value['pawl'] !== kind) return unreadable('it is no verdict of the ship gate');
  if (value['version'] !== version)
    return unreadable(`it has version ${JSON.stringify(value['version'])}, not ${version}`);
  if (typeof value['tree_sha'] !== 'string') return unreadable('it does not say what was reviewed (tree_sha)');
  return parseVerdict(where, value);
}

/**
 * Writes a verdict to a file.
 * @param file where; an older one is replaced
 * @param verdict the verdict
 */
export function exportVerdict(file: string, verdict: BoundVerdict): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, verdictText(verdict));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PawlError('store-unavailable', `the verdict was recorded, but not exported: ${why}`, {
      hint: 'Name another file; the verdict itself is kept.',
      cause: error,
    });
  }
}

/**
 * Refuses a file that would be part of the content: a verdict that changes what it is about would count for nothing.
 * @param root the project's root
 * @param file where the verdict is to be written
 */
export function refuseInContent(root: string, file: string): void {
  const { code } = runGitSync(root, ['check-ignore', '--quiet', '--', file], {
    allow: [1, 128], // 128: it is elsewhere
    env: { GIT_LITERAL_PATHSPECS: '0' }, // git knows no such thing here
  });
  if (code !== 1) return;
  throw new PawlError('bad-usage', `${file} is part of what was reviewed, so writing it would change that`, {
    hint: 'Name a file outside of the repository, or one that git ignores. Nothing was recorded.',
  });
}

/** Nobody has to have told git a name. */
const identity = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'pawl'],
    [`GIT_${role}_EMAIL`, 'pawl@localhost'],
  ]),
);

/**
 * Keeps a verdict as a git note on the tree that was reviewed: whatever commit has that tree has the note.
 * @param root the project's root
 * @param verdict the verdict
 */
export function noteVerdict(root: string, verdict: BoundVerdict): void {
  const args = ['notes', `--ref=${notesRef}`, 'add', '--force', '--file=-', verdict.tree_sha];
  runGitSync(root, args, { input: verdictText(verdict), env: identity });
}

/**
 * Reads the note on some content.
 * @param root the project's root
 * @param content the content
 * @returns what the note says; nothing when there is none
 */
export function findNote(root: string, content: ShipContent): readonly FoundVerdict[] {
  const { code, out } = runGitSync(root, ['notes', `--ref=${notesRef}`, 'show', content.tree], { allow: [1] });
  return code === 0 ? [parseTravelled(`the note in ${notesRef}`, out.toString('utf8'))] : [];
}
