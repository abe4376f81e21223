// Which snapshots of the code there are.

import { tryJson } from '../../rules/json/try-json.js';
import { type Key, keyText } from '../../rules/names.js';
import { mayHoldRefs } from '../git.js';
import type { Revision } from '../../store/store.js';
import type { Workbench } from '../workbench.js';
import { runGit } from './git-process.js';
import { codeFolder, codeRefs, findRepository, hasWorktree, type Repository } from './repository.js';

/** The working tree as it was at a revision, as a git commit. */
export interface CodeSnapshot {
  /** Its full ref, e.g. `refs/pawl/command-implement-auth-0f1e2d3c4b5a6978/12`. */
  readonly ref: string;
  /** The checkpoint that it belongs to, e.g. `command:implement/auth`; null when the commit does not tell. */
  readonly key: string | null;
  readonly revision: number;
  readonly commit: string;
  /** The commit that was checked out; null on a branch without commits. */
  readonly parent: string | null;
  /** ISO 8601, whole seconds. */
  readonly at: string;
  /** When its revision was saved; null when the commit does not tell. */
  readonly savedAt: string | null;
  /** It belongs to a worktree that is gone. */
  readonly isOrphan: boolean;
}

const fields = ['refname', 'objectname', 'parent', 'committerdate:unix', 'contents'];
const format = fields.map((field) => `%(${field})`).join('%00');

/** Snapshots of this project, and of worktrees that are gone; those of other worktrees are not its business. */
async function list(repository: Repository, pattern: string): Promise<readonly CodeSnapshot[]> {
  const { out } = await runGit(repository.top, ['for-each-ref', `--format=${format}%00%00`, '--', pattern]);
  return out
    .toString('utf8')
    .split('\0\0\n')
    .flatMap((entry) => parseSnapshot(repository, entry.split('\0')))
    .sort(byCheckpoint);
}

function byCheckpoint(a: CodeSnapshot, b: CodeSnapshot): number {
  const [left, right] = [a, b].map(({ ref }) => ref.slice(0, ref.lastIndexOf('/')));
  return left === right ? a.revision - b.revision : (left ?? '') < (right ?? '') ? -1 : 1;
}

function parseSnapshot(
  repository: Repository,
  [ref = '', commit = '', parents = '', seconds = '', message = '']: readonly string[],
): CodeSnapshot[] {
  const revision = /\/(\d+)$/.exec(ref)?.[1];
  if (revision === undefined || !ref.startsWith(`${codeRefs}/`)) return []; // someone else's
  const at = new Date(Number(seconds) * 1000).toISOString();
  const parent = parents.split(' ')[0] || null;
  const scope = memberIn(message, 'Pawl-Project') ?? '';
  const isOrphan = scope !== repository.scope && !hasWorktree(repository, scope);
  if (scope !== repository.scope && !isOrphan) return [];
  const [key, savedAt] = [memberIn(message, 'Pawl-Checkpoint'), memberIn(message, 'Pawl-Saved')];
  return [{ ref, key, revision: Number(revision), commit, parent, at, savedAt, isOrphan }];
}

function memberIn(message: string, name: string): string | null {
  const text = new RegExp(`^${name}: (".*")$`, 'm').exec(message)?.[1];
  const value = text === undefined ? null : tryJson(text);
  return typeof value === 'string' ? value : null;
}

/**
 * Tells whether a snapshot is of a revision, and not of one with its number in a run of the same name that is gone.
 * @param snapshot the snapshot
 * @param revision the revision
 * @returns true also for one that does not tell
 */
export function isOf({ savedAt }: CodeSnapshot, { at }: Pick<Revision, 'at'>): boolean {
  return savedAt === null || savedAt === at;
}

/**
 * Finds the snapshot that a ref names.
 * @param repository where
 * @param ref the full ref
 * @returns the snapshot, or null
 */
export async function findCode(repository: Repository, ref: string): Promise<CodeSnapshot | null> {
  return (await list(repository, ref)).find((one) => one.ref === ref) ?? null;
}

/**
 * Lists snapshots of the code.
 * @param bench the store and the circumstances
 * @param key the checkpoint; those of all checkpoints unless given
 * @returns the snapshots, by checkpoint and revision, and without a key also those of worktrees that are gone; none
 * outside git
 */
export async function listCode(bench: Workbench, key?: Key): Promise<readonly CodeSnapshot[]> {
  const repository = mayHoldRefs(bench.root, codeRefs) ? await findRepository(bench.root) : null;
  if (repository === null) return [];
  const found = await list(repository, key === undefined ? codeRefs : codeFolder(repository, key));
  return key === undefined ? found : found.filter((one) => one.key === null || one.key === keyText(key));
}
