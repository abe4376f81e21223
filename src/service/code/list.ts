// Which snapshots of the code there are.

import { type Key, keyText } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';
import { runGit } from './git-process.js';
import { codeFolder, codeRefs, findRepository } from './repository.js';

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
}

const fields = ['refname', 'objectname', 'parent', 'committerdate:unix', 'contents'];
const format = fields.map((field) => `%(${field})`).join('%00');

async function list(top: string, pattern: string): Promise<readonly CodeSnapshot[]> {
  const { out } = await runGit(top, ['for-each-ref', `--format=${format}%00%00`, '--', pattern]);
  return out
    .toString('utf8')
    .split('\0\0\n')
    .flatMap((entry) => parseSnapshot(entry.split('\0')))
    .sort(byCheckpoint);
}

function byCheckpoint(a: CodeSnapshot, b: CodeSnapshot): number {
  const [left, right] = [a, b].map(({ ref }) => ref.slice(0, ref.lastIndexOf('/')));
  return left === right ? a.revision - b.revision : (left ?? '') < (right ?? '') ? -1 : 1;
}

function parseSnapshot([
  ref = '',
  commit = '',
  parents = '',
  seconds = '',
  message = '',
]: readonly string[]): CodeSnapshot[] {
  const revision = /\/(\d+)$/.exec(ref)?.[1];
  if (revision === undefined || !ref.startsWith(`${codeRefs}/`)) return []; // someone else's
  const at = new Date(Number(seconds) * 1000).toISOString();
  const parent = parents.split(' ')[0] || null;
  return [{ ref, key: keyIn(message), revision: Number(revision), commit, parent, at }];
}

function keyIn(message: string): string | null {
  const text = /^Pawl-Checkpoint: (".*")$/m.exec(message)?.[1];
  try {
    const key: unknown = text === undefined ? null : JSON.parse(text);
    return typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}

/**
 * Finds the snapshot that a ref names.
 * @param top the top of the working tree
 * @param ref the full ref
 * @returns the snapshot, or null
 */
export async function findCode(top: string, ref: string): Promise<CodeSnapshot | null> {
  return (await list(top, ref)).find((one) => one.ref === ref) ?? null;
}

/**
 * Lists snapshots of the code.
 * @param bench the store and the circumstances
 * @param key the checkpoint; those of all checkpoints unless given
 * @returns the snapshots, by checkpoint and revision; none outside git
 */
export async function listCode(bench: Workbench, key?: Key): Promise<readonly CodeSnapshot[]> {
  const repository = await findRepository(bench.root);
  if (repository === null) return [];
  const found = await list(repository.top, key === undefined ? codeRefs : codeFolder(key));
  return key === undefined ? found : found.filter((one) => one.key === null || one.key === keyText(key));
}
