import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { whyNotPush } from '../../src/service/hooks/ask-push.js';
import { tempFolder } from '../support/temp.js';
import { git, pawl } from './program.js';
import { commit, reviewed } from './reviewed.js';

/** What the gate says to a command; empty when it passes. */
function asked(root: string, command: string): string {
  return whyNotPush(root, root, command, 60_000) ?? '';
}

describe('a command line that pushes', () => {
  test('behind a commit on the same line is judged by what that commit takes in', () => {
    const root = reviewed();
    fs.writeFileSync(path.join(root, 'b.txt'), 'not yet right');
    git(root, 'add', 'b.txt');
    fs.writeFileSync(path.join(root, 'b.txt'), 'right');
    fs.writeFileSync(path.join(root, 'c d.txt'), 'new');
    fs.mkdirSync(path.join(root, 'sub'));
    fs.writeFileSync(path.join(root, 'sub/e.txt'), 'new');
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
    const index = fs.readFileSync(path.join(root, '.git/index'));
    const current = git(root, 'branch', '--show-current').trim();
    git(root, 'config', 'alias.all', 'add --all');
    const passing = [
      `git add -A && git commit -m x && git push origin ${current}`,
      'git add . && git commit -qm "x (y) > z" && git push 2>&1 | tail -3',
      'git status --short && git add b.txt "c d.txt" sub && git commit -m x && git push -u origin HEAD && npm publish',
      'git add -Av && git commit -m "$(cat <<\'EOF\'\nOne; two > three\n\nCo-Authored-By: A <a@b>\nEOF\n)" && git push',
      `git add :/ && git -C ${root} commit --message=x --no-verify && git push origin @`,
      'git add "c d.txt" sub && git commit -am x && git push',
      'git all && git commit -m x && git push',
      'git add b.txt && git commit -m 1 && git add -A && git commit -m 2 && git push',
      'cd sub && git add -A && git commit -m x && git push',
      'cd "$(git rev-parse --show-toplevel)" && git add . && git commit -m x && pawl note ship && git -C "$PWD" push',
      'set -e\ngit add -A\ngit commit -m x\ngit push',
      'git push origin :old && git commit -m x',
    ];
    for (const passes of passing) assert.equal(asked(root, passes), '', passes);
    const taking = [
      'git commit -m x && git push -u origin HEAD',
      'git commit -am x && git push',
      'git add b.txt && git commit -m x && git push',
      'git add -u && git commit -m x && git push',
      "git add -A ':!sub' && git commit -m x && git push",
      'cd sub && git add . && git commit -m x && git push',
      'git commit -m x && git add -A && git push',
      'git add -A; git commit -m x; git push',
      'git add -A && git commit -m x | tail -1 && git push',
    ];
    for (const blocked of taking) assert.match(asked(root, blocked), /ship gate blocks.*second call/, blocked);
    const unclear = [
      'git add -A && git commit -m x b.txt && git push',
      'git add -A && git commit -pm x && git push',
      'git add -A && git commit --only -m x && git push',
      'git add *.txt && git commit -m x && git push',
      'git add -f .claude && git add -A && git commit -m x && git push',
      'git add -A && git commit -m x && git push origin HEAD~0:main',
      'git add -A && git --git-dir=.git commit -m x && git push',
      'git apply p.patch && git add -A && git commit -m x && git push',
      'git restore b.txt && git add -A && git commit -m x && git push',
      'git rm -f b.txt && git add -A && git commit -m x && git push',
      'git mv b.txt z.txt && git commit -am x && git push',
      'git clean -fd && git add -A && git commit -m x && git push',
      'git read-tree evil && git commit -m x && git push',
      'git submodule update --remote && git commit -am x && git push',
      'git diff --output=b.txt && git add -A && git commit -m x && git push',
      'git log > b.txt && git add -A && git commit -m x && git push',
      'true >b.txt && git add -A && git commit -m x && git push',
      'git add -A && git commit -m "$(rm b.txt)" -a && git push',
      'for x in 1 2; do git add -A && git commit -m x && git push; git apply p.patch; done',
      'sed -i s/c/d/ b.txt && git commit -am x && git push',
    ];
    for (const blocked of unclear) assert.match(asked(root, blocked), /cannot tell.*second call/, blocked);
    assert.match(asked(root, 'sed -i s/c/d/ b.txt && git commit -am x && git push'), /sed on the same line/);
    assert.match(asked(root, 'git add -A && git commit -m x && git push origin evil'), /Asked about evil/);
    assert.ok(index.equals(fs.readFileSync(path.join(root, '.git/index'))), 'the index is left alone');
    fs.writeFileSync(path.join(root, '.git/hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o755 });
    assert.match(asked(root, 'git add -A && git commit -m x && git push'), /pre-commit.*second call/);
    git(root, 'config', 'core.hooksPath', '.husky');
    assert.equal(asked(root, 'git add -A && git commit -m x && git push'), '');
  });

  test('is judged in the order in which its line is run, wherever the rest of it stands', () => {
    const root = reviewed();
    for (const passes of [
      'git push && git checkout evil',
      'git log --grep commit && git branch --show-current && git push',
      'npm test && git push',
      'npm run lint && npm run test:unit -- --coverage && npm run build 2>&1 | tail -5 && git push',
      'pnpm --filter web test && yarn type-check && git push',
      'npx tsc --noEmit -p . && npx --yes vitest run && git push -u origin HEAD',
      'make && make -j4 test lint && cargo test --all && go test ./... && git push',
      'source .venv/bin/activate && python3 -m pytest -q && ruff check . && git push',
      'set -euo pipefail; export CI=1; echo "pushing" | tee log.txt; git push',
      'for i in 1 2 3; do git push && break; sleep 2; done',
      'if git push; then echo ok; else echo no; fi',
      'gh auth setup-git && gh pr view 5 --json state && git push',
      'pawl gate check ship --commit HEAD && pawl phase ship push in_progress && git push',
      'bash -c "npm test && git push"',
      'timeout 60 node --test test/ && git push',
      'sed -i s/a/b/ notes.txt && rm -rf dist && curl -s https://x.org > page.html; git push',
      `(cd ${tempFolder()} && ls); git push`,
    ]) {
      assert.equal(asked(root, passes), '', passes);
    }
    for (const blocked of [
      'echo "$(git checkout evil)" && git push',
      'X=$(git checkout evil); git push',
      'bash <<EOF\ngit checkout evil\nEOF\ngit push',
      'echo git checkout evil | sh; git push',
      'cat <<EOF && git push\n$(git checkout evil)\nEOF',
      'p() { git push; }; git checkout evil; p',
      'for x in 1 2; do git push; git checkout evil; done',
      'git config push.default matching && git push',
      'gh pr checkout 5 && git push',
      'npm version patch && git push',
      'npm run test version && npm version patch && git push',
      'sh release.sh && git push origin main',
      './release.sh && git push',
      'make release && git push',
      'make test release && git push',
      'npm run release && git push',
      'python3 x.py && git push',
      'python3 -c "import os; os.system(x)" && git push',
      'node scripts/merge.mjs && git push',
      'npx lerna version && git push',
      'npx pawl restore ship && git push',
      'source ./merge.sh && git push',
      '$(cat merge.sh) && git push',
      'echo evil > .git/HEAD && git push',
      'cp .git/refs/heads/evil .git/refs/heads/main && git push',
      'gh pr merge 5 && git push',
    ]) {
      assert.match(asked(root, blocked), /ship gate cannot tell/, blocked);
    }
  });

  test('from another worktree or clone of the project is judged by what is there', () => {
    const root = reviewed();
    const at = (name: string): string => path.join(fs.realpathSync(tempFolder()), name);
    const [tree, copy, origin] = [at('tree'), at('copy'), at('origin')];
    const current = git(root, 'branch', '--show-current').trim();
    git(root, 'init', '--quiet', '--bare', origin);
    git(root, 'remote', 'add', 'origin', origin);
    git(root, 'push', '--quiet', 'origin', current);
    git(root, 'worktree', 'add', '--quiet', '-b', 'side', tree);
    git(root, 'clone', '--quiet', '--branch', current, origin, copy);
    const lines = (folder: string): readonly string[] => [
      `cd ${folder} && git push origin HEAD`,
      `cd ${folder} && git push 2>&1 | tail -3`,
      `git -C ${folder} push origin HEAD`,
      `git -C ${folder} push`,
      `cd ${folder}; git push`,
      `pushd ${folder} && git push`,
      `git -C ${path.dirname(folder)} -C ${path.basename(folder)} push --all`,
    ];
    const from = (folder: string, command: string): string => whyNotPush(root, folder, command, 60_000) ?? '';
    for (const folder of [tree, copy]) {
      for (const passes of lines(folder).filter((line) => folder === copy || !line.endsWith('--all')))
        assert.equal(asked(root, passes), '', passes);
      assert.equal(from(folder, 'git push origin HEAD'), '');
      git(folder, 'config', 'user.name', 'ana');
      git(folder, 'config', 'user.email', 'ana@localhost');
      commit(folder, 'evil.txt', 'evil');
      for (const blocked of lines(folder)) assert.match(asked(root, blocked), /ship gate blocks/, blocked);
      assert.match(from(folder, 'git push origin HEAD'), /ship gate blocks/);
      assert.equal(from(folder, `cd ${root} && git push`), '');
      assert.match(asked(root, `cd ${folder} && git push`), /Asked about HEAD in /);
      assert.match(asked(root, `cd ${folder} && git add -A && git commit -m x && git push`), /ship gate blocks/);
    }
    commit(root, 'c.txt', 'nobody has seen it');
    git(tree, 'reset', '--quiet', '--hard', 'HEAD~1');
    assert.match(asked(root, 'git push'), /ship gate blocks/);
    for (const passes of [`git -C ${tree} push origin HEAD`, `cd ${tree} && git push origin side`]) {
      assert.equal(asked(root, passes), '', passes);
    }
    fs.writeFileSync(path.join(tree, 'd.txt'), 'seen there');
    const push = 'git add -A && git commit -m x && git push';
    assert.match(asked(root, `cd ${tree} && ${push}`), /ship gate blocks/);
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], tree).code, 0);
    assert.equal(asked(root, `cd ${tree} && ${push}`), '', 'a verdict that was recorded there counts');
    for (const unclear of [
      'cd "$DIR" && git push',
      'cd - && git push',
      `cd ${at('absent')} && git push`,
      `env -C ${tree} git push`,
      `env -u X A=1 -C ${tree} git push`,
      `sudo -u ana -D ${tree} git push`,
      `git --git-dir=${tree}/.git push`,
      `export GIT_DIR=${tree}/.git; git push`,
      `for x in a; do cd ${tree}; git push; done`,
    ]) {
      assert.match(asked(root, unclear), /ship gate cannot tell/, unclear);
    }
  });
});
