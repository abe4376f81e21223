import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { missing } from '../../test/support/programs.js';
import { tempFolder } from '../../test/support/temp.js';
import { movesSince } from './git-moves.js';

const second = 1_800_000_000;

test('a commit counts also when its clock is a little behind that of the files', (t) => {
  const reason = missing('git');
  if (reason !== null) return t.skip(reason);
  const root = tempFolder();
  const git = (...args: readonly string[]): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_COMMITTER_DATE: `${second} +0000` };
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root, env });
  };
  git('init', '-q');
  fs.writeFileSync(path.join(root, 'a'), '1');
  git('add', '.');
  git('commit', '-qm', 'one');
  for (const [sinceMs, moves] of [
    [second * 1000, 'committed'],
    [(second + 1) * 1000 + 50, 'committed'],
    [(second + 2) * 1000, 'none'],
  ] as const) {
    assert.equal(movesSince(root, 'a', sinceMs), moves, String(sinceMs));
  }
});
