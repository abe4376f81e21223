// For tests of code snapshots: a workbench without a store of files, and what a snapshot must not touch.
import fs from 'node:fs';
import path from 'node:path';
import { isPawlError } from '../../src/rules/errors.js';
import { commandKey } from '../../src/rules/names.js';
import { families } from '../../src/service/families.js';
import type { Workbench } from '../../src/service/workbench.js';
import { MemoryStore } from '../../src/store/memory.js';
import { git, textOf } from '../e2e/program.js';

export const key = commandKey('implement', 'auth');
export const began = Date.parse('2026-01-05T09:00:00.000Z');

export function benchAt(root: string, now: number = began): Workbench {
  const quiet = { families, idPattern: undefined, deadlineMs: undefined, head: () => null, branch: () => null };
  return { root, store: new MemoryStore(), actor: 'ana', clock: () => now, here: () => root, ...quiet };
}

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}

export function commitAll(root: string): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'work');
}

/** Everything of the user's that a snapshot must not touch. */
export function stateOf(root: string): unknown {
  const gitDir = path.resolve(root, git(root, 'rev-parse', '--git-dir').trim());
  const index = path.join(gitDir, 'index');
  return {
    head: textOf(gitDir, 'HEAD'),
    index: fs.existsSync(index) ? fs.readFileSync(index).toString('hex') : null,
    branches: git(root, 'for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash'),
    status: git(root, '-c', 'core.fsmonitor=false', '--no-optional-locks', 'status', '--porcelain', '--ignored'),
    left: fs.readdirSync(gitDir).filter((name) => name.includes('lock') || name.includes('pawl')),
  };
}

export const filesIn = (root: string, commit: string): string[] =>
  git(root, 'ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(Boolean);

export const refused = (code: string, message: RegExp) => (error: unknown) =>
  isPawlError(error) && error.code === code && message.test(error.message);
