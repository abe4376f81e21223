import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { ignoresFolder } from './gitignore.js';

const files = ['.claude/state/implement-checkpoint.json', '.claude/state/.pawl/command/implement.log'];

const texts = [
  '',
  '# .claude/state/\n',
  '.claude/state/\n',
  '.claude/state\n',
  '/.claude/state/\r\n',
  '.claude\n',
  '.claude/\n',
  '/.claude/*\n',
  '.claude/*\n!.claude/state/\n',
  '.claude/\n!.claude/state/\n',
  '.claude/**\n',
  '**/state/\n',
  '**/state/**\n',
  '.claude/**/state\n',
  'state\n',
  'state/\n!.claude/state/\n',
  '/state/\n',
  '*.json\n',
  '*.json\n*.log\n',
  '.*\n',
  '*\n',
  '*\n!*/\n',
  '.cl?ude/st[a-b]te\n',
  '.claude/st[!b-z]te\n',
  '[z-a]\n',
  '\\.claude\n',
  '.claude/state/*\n',
  '.claude/state/*.json\n',
  '.claude/state/**\n',
  '.claude/state/ \n',
  'claude/state/\n',
  '.claude/state/x\n',
];

for (const text of texts) {
  test(`patterns ${JSON.stringify(text)} mean what git takes them for`, () => {
    const root = tempFolder();
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    fs.writeFileSync(`${root}/.gitignore`, text);
    const byGit = files.every((file) => {
      try {
        execFileSync('git', ['-c', 'core.excludesFile=/dev/null', 'check-ignore', '--quiet', '--no-index', file], {
          cwd: root,
        });
        return true;
      } catch {
        return false;
      }
    });
    assert.equal(ignoresFolder('.claude/state/', [{ folder: '', text }]), byGit);
  });
}
