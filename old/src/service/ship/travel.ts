// Verdicts that leave their checkpoints, for CI and clones: as a file, or as a git note on the reviewed tree. Either way
// they name the content, and count for nothing else. Of each gate there is one: who brings another takes none away.

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
const listKind = 'ship-verdicts';
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
 * Writes verdicts on one content as text.
 * @param verdicts the verdicts; a single one stands for itself
 * @returns JSON, ending with a newline
 */
export function verdictText(verdicts: readonly BoundVerdict[]): string {
  const [only, ...more] = verdicts;
  const value =
    more.length === 0 ? { pawl: kind, version, ...only } : { pawl: listKind, version, verdicts: [...verdicts] };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Reads verdicts that travelled.
 * @param where the file or note, for messages
 * @param text what was read
 * @returns the verdicts, or what is wrong with them
 */
export function parseTravelled(where: string, text: string): readonly FoundVerdict[] {
  const unreadable = (problem: string): readonly FoundVerdict[] => [{ is: 'unreadable', ref: where, problem }];
  const parsed = text.length > maxBytes ? null : parseJson(text);
  if (parsed === null) return unreadable(`it has more than ${maxBytes} bytes`);
  if (!parsed.ok) return unreadable(`it ${parsed.message}`);
  const { value } = parsed;
  if (!isJsonObject(value) || (value['pawl'] !== kind && value['pawl'] !== listKind))
    return unreadable('it is no verdict of the ship gate');
  if (value['version'] !== version)
    return unreadable(`it has version ${JSON.stringify(value['version'])}, not ${version}`);
  const { verdicts } = value;
  const all = value['pawl'] === kind ? [value] : Array.isArray(verdicts) ? verdicts : [];
  if (all.length === 0) return unreadable('it lists no verdicts');
  return all.flatMap((one) =>
    isJsonObject(one) && typeof one['tree_sha'] === 'string'
      ? [parseVerdict(where, one)]
      : unreadable('it does not say what was reviewed (tree_sha)'),
  );
}

/** Puts a verdict among those on the same content: it replaces that of its own gate, and no other. */
function among(found: readonly FoundVerdict[], verdict: BoundVerdict): readonly BoundVerdict[] {
  const others = found.flatMap((one) => (one.is === 'verdict' ? [one.verdict] : []));
  const { ref, tree_sha } = verdict;
  const isKept = (other: ShipVerdict): other is BoundVerdict => other.tree_sha === tree_sha && other.ref !== ref;
  return [...others.filter(isKept), verdict];
}

/**
 * Writes a verdict to a file.
 * @param file where; verdicts of other gates on the same content stay in it, anything else is replaced
 * @param verdict the verdict
 */
export function exportVerdict(file: string, verdict: BoundVerdict): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const old = fs.existsSync(file) ? parseTravelled(file, fs.readFileSync(file, 'utf8')) : [];
    fs.writeFileSync(file, verdictText(among(old, verdict)));
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

const maxTries = 20;

/**
 * Keeps a verdict as a git note on the tree that was reviewed: whatever commit has that tree has the note. Verdicts of
 * other gates on it stay, also those that someone else notes at the same moment.
 * @param root the project's root
 * @param verdict the verdict
 */
export function noteVerdict(root: string, verdict: BoundVerdict): void {
  const draft = `${notesRef}-${process.pid}`;
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const before = commitOf(root, notesRef);
      // In a draft first: git replaces notes without a look at what others wrote meanwhile.
      runGitSync(root, before === '' ? ['update-ref', '-d', draft] : ['update-ref', draft, before]);
      const found = notesOn(root, draft, verdict.tree_sha);
      const strange = found.find((one) => one.is === 'unreadable');
      if (strange !== undefined) throw unreadableNote(verdict.tree_sha, strange.problem);
      const args = ['notes', `--ref=${draft}`, 'add', '--force', '--file=-', verdict.tree_sha];
      runGitSync(root, args, { input: verdictText(among(found, verdict)), env: identity });
      const swap = ['update-ref', notesRef, commitOf(root, draft), before]; // empty: there must be none yet
      if (runGitSync(root, swap, { allow: [1, 128] }).code === 0) return;
    }
  } finally {
    runGitSync(root, ['update-ref', '-d', draft]);
  }
  throw new PawlError('conflict', `the verdict was recorded, but others kept changing ${notesRef} meanwhile`, {
    hint: 'Call it again with --note alone.',
  });
}

function unreadableNote(tree: string, problem: string): PawlError {
  return new PawlError(
    'not-allowed',
    `the verdict was recorded, but not noted: the note on this content cannot be read (${problem})`,
    { hint: `See what it says: git notes --ref=${notesRef} show ${tree}. It was left as it is.` },
  );
}

function commitOf(root: string, ref: string): string {
  return runGitSync(root, ['rev-parse', '--verify', '--quiet', ref], { allow: [1] })
    .out.toString('utf8')
    .trim();
}

function notesOn(root: string, ref: string, tree: string): readonly FoundVerdict[] {
  const { code, out } = runGitSync(root, ['notes', `--ref=${ref}`, 'show', tree], { allow: [1] });
  return code === 0 ? parseTravelled(`the note in ${notesRef}`, out.toString('utf8')) : [];
}

/**
 * Reads the note on some content.
 * @param root the project's root
 * @param content the content
 * @returns what the note says; nothing when there is none
 */
export function findNote(root: string, content: ShipContent): readonly FoundVerdict[] {
  return notesOn(root, notesRef, content.tree);
}
