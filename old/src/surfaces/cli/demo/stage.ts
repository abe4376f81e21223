// The demo's temporary repository.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errnoOf } from '../../../rules/errno.js';
import { PawlError } from '../../../rules/errors.js';

export interface Stage {
  readonly root: string;
  /** Whether git is there. */
  readonly hasGit: boolean;
  remove(): void;
}

/** Neither the caller's repository nor the user's hooks and signing keys have a part in this. */
function git(root: string, args: readonly string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const settings = [
    'user.name=pawl demo',
    'user.email=demo@localhost',
    'commit.gpgsign=false',
    'core.hooksPath=/dev/null',
  ];
  execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], {
    cwd: root,
    env,
    stdio: 'ignore',
    timeout: 20_000,
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is not a folder',
  EACCES: 'it cannot be written by you',
  EPERM: 'it cannot be written by you',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
};

function makeRoot(): string {
  const folder = os.tmpdir();
  let root: string | null = null;
  try {
    root = fs.realpathSync(fs.mkdtempSync(path.join(folder, 'pawl-demo-')));
    fs.writeFileSync(path.join(root, 'README.md'), '# A project for `pawl demo`\n');
    fs.writeFileSync(path.join(root, '.gitignore'), '.claude/state/\n.claude/checkpoints/\n');
    return root;
  } catch (error) {
    if (root !== null) fs.rmSync(root, { recursive: true, force: true });
    const errno = errnoOf(error);
    const message = `cannot make a temporary folder in ${folder}: ${reasons[errno] ?? errno}`;
    throw new PawlError(errno === 'ENOSPC' ? 'disk-full' : 'store-unavailable', message, {
      hint: 'Set TMPDIR to a folder that you can write to, with a few megabytes of room.',
      cause: error,
    });
  }
}

/**
 * Makes the repository, with one commit.
 * @returns the stage; remove it at the end
 */
export function openStage(): Stage {
  const root = makeRoot();
  let hasGit = true;
  try {
    git(root, ['init', '--quiet']);
    git(root, ['add', '--all']);
    git(root, ['commit', '--quiet', '--message', 'The first commit']);
  } catch {
    hasGit = false;
  }
  return { root, hasGit, remove: () => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}
