// A repository with content that was reviewed, and some that was not.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { git, pawl, tempRepository } from './program.js';

/**
 * Commits a file.
 * @param root the repository
 * @param name the file
 * @param text what it holds, and the commit's message
 */
export function commit(root: string, name: string, text: string): void {
  fs.writeFileSync(path.join(root, name), text);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', text);
}

/**
 * Makes a repository whose HEAD was reviewed, beside a branch `evil` that nobody has seen.
 * @returns its root
 */
export function reviewed(): string {
  const root = tempRepository();
  fs.writeFileSync(path.join(root, '.gitignore'), '.claude/\n');
  commit(root, 'a.txt', 'evil');
  git(root, 'branch', 'evil');
  git(root, 'rm', '--quiet', 'a.txt');
  commit(root, 'b.txt', 'good');
  assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
  return root;
}
