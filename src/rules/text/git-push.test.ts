import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { gitPushes, pushesWithGit } from './git-push.js';
import { splitScript } from './split-script.js';

const pushes = [
  'git push',
  'git push origin main --force',
  'git -C x push',
  "git -C 'a b' push",
  'cd x && git push',
  'cd x; git push',
  'cd x\ngit push',
  '(cd x && git push)',
  'true || git push',
  'git status & git push',
  'echo y | git push',
  'FOO=1 BAR="a b" git push',
  'env FOO=1 git push',
  'env -u HOME git push',
  'sudo -u root git push',
  '"git" push',
  "'git' 'push'",
  'g\\it pu\\sh',
  'gi"t" p\'us\'h',
  '/usr/bin/git push',
  'git --no-pager push',
  'git --git-dir=/x/.git push',
  'git --git-dir /x/.git push',
  'git -c user.name=x push origin $BRANCH',
  'git -c alias.up=push up',
  'bash -c "git push"',
  "sh -lc 'cd x && git push origin HEAD'",
  'eval "git push"',
  'echo $(git push)',
  'echo "$(git push 2>&1)"',
  'echo `git push`',
  'echo "`git push`"',
  'timeout 30 git push',
  'nice -n 5 git push',
  'nohup git push &',
  'if git push; then echo ok; fi',
  'while ! git push; do sleep 1; done',
  'git \\\n  push',
  'git push>log',
  '2>&1 git push',
  '>log git push',
  'bash <<EOF\ngit push\nEOF',
  'echo origin | xargs git push',
  'git send-pack origin',
  'command git push',
  '! git push',
  '{ git push; }',
  'GIT=git; $GIT push',
  'a=push; git $a',
  'A="git push"; $A',
  'git `echo push`',
  'git${IFS}push',
  "$'git' push",
  '/usr/bin/gi? push',
  'alias g=git; g push',
  'g() { git "$@"; }; g push',
  'git subtree push --prefix x origin main',
  'git submodule foreach git push',
  "git submodule foreach 'git push'",
  "git rebase -x 'git push' main",
  'find . -exec git push \\;',
  'bash <<< "git push"',
  'echo "git push" | sh',
  'printf "git push" | bash -s',
  'watch "git push"',
  'strace -f git push',
  `python3 -c 'import os; os.system("git push")'`,
  'cat <<EOF | sh\ngit push origin HEAD\nEOF',
  "cat <<'EOF' | tee log | bash -s\ngit push origin HEAD\nEOF",
  'sh -c "$(cat <<EOF\ngit push origin HEAD\nEOF\n)"',
  'eval "$(cat <<EOF\ngit push origin HEAD\nEOF\n)"',
  'X=$(cat <<EOF\ngit push origin HEAD\nEOF\n)\nsh -c "$X"',
  "npx -c 'git push origin HEAD'",
  "npm exec --call 'git push origin HEAD'",
  "npm exec --call='git push origin HEAD'",
  "alias gp='git push'\ngp origin HEAD",
  "alias a=ls gp='git push'; gp origin HEAD",
  'source <(echo git push)',
  '. <(echo git push)',
  'source /dev/stdin <<EOF\ngit push\nEOF',
  'cat > N.md <<EOF\nRun `git push origin main` to publish.\nEOF',
  'cat > N.md <<-EOF\n\tRun "$(git push origin main)" now.\n\tEOF',
  'git commit -F - <<EOF\nsubject\n\n${x:-$(git push origin main)}\nEOF',
  `awk 'BEGIN{system("git push")}'`,
  `gawk 'BEGIN { "git push" | getline }'`,
  `sed -n '1e git push' f`,
  "env -S 'git push'",
  'busybox sh -c "git push"',
  "git config alias.pu 'push origin HEAD' && git pu",
  `cat > x <<'EOF'\n${'x\n'.repeat(60_000)}EOF\ngit push`,
  `echo ${'x'.repeat(1_100_000)}; git push`,
  `${'eval '.repeat(20)}git push`,
];

const harmless = [
  '',
  'git status',
  'git commit -m "git push"',
  "git commit -m 'then git push'",
  'echo git push',
  'echo "git push"',
  'grep -r "git push" .',
  'git stash push',
  'git stash push -m x',
  'git log --grep push',
  'git help push',
  'npm run push',
  '# git push',
  'ls # git push',
  'cat <<EOF\ngit push\nEOF',
  "cat > N.md <<'EOF'\nRun `git push origin main` to publish.\nEOF",
  'cat > N.md <<EOF\nRun \\`git push origin main\\` or \\$(git push).\nEOF',
  "cat > x.sh <<'EOF'\ngit push\nEOF\nls",
  'git config push.default current',
  'git remote set-url --push origin x',
  'legit push',
  'git checkout push',
  'echo "$X" | sh',
  'npm run $TARGET',
  'for x in a b; do echo "$x"; done',
  'git -C "$DIR" status',
  'git diff $BASE',
  'git submodule update',
  "awk '/git push/ { print }' log",
  "sed 's/git pull/git push/' README.md",
  'cat <<EOF | grep x\ngit push\nEOF',
  'alias ll="ls -l"; ll push',
  'npx tsc -c x',
  'source .env && git stash push',
  'sh -c "$CMD"',
  `echo ${'x'.repeat(1_100_000)}`,
];

const shown = (line: string): string => JSON.stringify(line).slice(0, 80);

describe('whether a command line pushes', () => {
  for (const line of pushes) test(`${shown(line)} does`, () => assert.equal(pushesWithGit(line), true));
  for (const line of harmless) test(`${shown(line)} does not`, () => assert.equal(pushesWithGit(line), false));

  test('a command of git that is none may be an alias, and is what that stands for', () => {
    const aliases: Readonly<Record<string, string>> = {
      pu: 'push origin HEAD',
      up: '!git fetch && git push',
      twice: 'pu --tags',
      say: 'log --grep push',
      round: 'about',
      about: 'round',
      'per-c': '-c push.default=matching push',
    };
    const aliasOf = (name: string): string | null => aliases[name] ?? null;
    assert.equal(pushesWithGit('git pu'), true, 'as long as nobody knows better');
    assert.deepEqual(gitPushes('ls; git pu --force', aliasOf), [{ args: ['origin', 'HEAD', '--force'], at: 1 }]);
    assert.deepEqual(gitPushes('git -C x twice', aliasOf), [{ args: ['origin', 'HEAD', '--tags'], at: 0 }]);
    assert.deepEqual(gitPushes('git up', aliasOf), [{ args: [], at: 0 }]);
    assert.deepEqual(gitPushes('git round', aliasOf), [{ args: null, at: 0 }]);
    assert.deepEqual(gitPushes('git per-c', aliasOf), [{ args: null, at: 0 }]);
    for (const other of ['git say', 'git unknown', 'git status', 'echo git pu']) {
      assert.deepEqual(gitPushes(other, aliasOf), [], other);
    }
  });

  test('any text is split in time, and never throws', () => {
    const pieces = fc.constantFrom(
      'git',
      ' ',
      'push',
      '"',
      "'",
      '\\',
      '$(',
      ')',
      '`',
      '\n',
      '<<',
      'EOF',
      ';',
      '&&',
      '(',
      'x=',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        assert.ok(Array.isArray(splitScript(parts.join('')).commands));
      }),
    );
    for (const long of ['$('.repeat(50_000), '"$('.repeat(40_000), '<<E\n'.repeat(30_000), '`"'.repeat(60_000)]) {
      assert.ok(splitScript(long).commands.length >= 0);
    }
  });
});
