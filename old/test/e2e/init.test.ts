// `pawl init`: what it writes, what it leaves alone, and what it refuses.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { withHeader } from '../../src/service/init/files.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, git, node, pawl, put, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

const lib = '.claude/scripts/lib';
const names = ['checkpoint-manager.cjs', 'token-counter.cjs', 'utils.cjs'];

/** Gives `action path` for each step of a JSON answer. */
function actions(root: string, ...args: readonly string[]): readonly string[] {
  const ended = pawl(['init', '--only', 'lib', '--json', ...args], root);
  assert.equal(ended.code, 0, ended.out + ended.err);
  const { steps } = documentOf(ended);
  assert.ok(Array.isArray(steps));
  return steps.map((step) => `${step.action} ${path.posix.basename(step.path)}`);
}

describe('pawl init --only lib', () => {
  test('writes the three drop-ins and ignores the state; a second run changes nothing', () => {
    const root = tempRepository();
    const first = pawl(['init', '--only', 'lib'], root);
    assert.equal(first.code, 0);
    assert.equal(first.err, '');
    assert.match(first.out, /create +\.claude\/scripts\/lib\/checkpoint-manager\.cjs/);
    assert.deepEqual(fs.readdirSync(path.join(root, lib)).sort(), names);
    assert.equal(textOf(root, '.gitignore'), '.claude/state/\n');
    assert.equal(git(root, 'check-ignore', '.claude/state/x.json').trim(), '.claude/state/x.json');
    const before = names.map((name) => fs.statSync(path.join(root, lib, name)).mtimeMs);
    assert.match(pawl(['init', '--only', 'lib', '--yes'], root).out, /nothing to do/);
    assert.deepEqual(
      names.map((name) => fs.statSync(path.join(root, lib, name)).mtimeMs),
      before,
    );
    assert.deepEqual(actions(root), [...names.map((name) => `keep ${name}`), 'keep .gitignore']);
  });

  test('--dry-run writes nothing', () => {
    const root = tempRepository();
    assert.match(pawl(['init', '--only', 'lib', '--dry-run'], root).out, /dry run/);
    assert.deepEqual(actions(root, '--dry-run').length, 5);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('takes the root of the repository from a folder below it', () => {
    const root = tempRepository();
    fs.mkdirSync(path.join(root, 'src'));
    pawl(['init', '--only', 'lib'], path.join(root, 'src'));
    assert.ok(fs.existsSync(path.join(root, lib, 'utils.cjs')));
    assert.deepEqual(fs.readdirSync(path.join(root, 'src')), []);
  });

  test('outside git it takes the current folder and says so', () => {
    const root = tempFolder();
    assert.match(pawl(['init', '--only', 'lib'], root).out, /no git repository/);
    assert.ok(fs.existsSync(path.join(root, lib, 'utils.cjs')));
  });

  test('a GIT_ROOT that does not exist is not found', () => {
    const ended = pawl(['init', '--only', 'lib', '--json'], tempFolder(), { GIT_ROOT: '/nowhere/at/all' });
    assert.equal(ended.code, 3);
    assert.equal(JSON.parse(ended.out).error.code, 'not-found');
  });
});

describe('a file that is there already', () => {
  test('is kept when a person changed it, and put back when it is gone', () => {
    const root = tempRepository();
    pawl(['init', '--only', 'lib'], root);
    const file = path.join(root, lib, 'token-counter.cjs');
    fs.appendFileSync(file, '// mine\n');
    const ended = pawl(['init', '--only', 'lib', '--yes'], root);
    assert.match(ended.out, /differs +\.claude\/scripts\/lib\/token-counter\.cjs +was changed by a person/);
    assert.match(textOf(file), /\/\/ mine\n$/);
    fs.rmSync(file);
    assert.deepEqual(actions(root)[1], 'create token-counter.cjs');
  });

  test('is named at the end when it was kept, with the way to the new one', () => {
    const root = tempRepository();
    pawl(['init', '--only', 'lib'], root);
    fs.appendFileSync(path.join(root, lib, 'token-counter.cjs'), '// mine\n');
    put(root, `${lib}/checkpoint-manager.cjs`, 'module.exports = 2;\n');
    const ended = pawl(['init', '--only', 'lib', '--yes'], root);
    assert.equal(ended.code, 0);
    assert.doesNotMatch(ended.out, /Everything is in place/);
    const words = ended.out.replace(/\s+/g, ' ');
    assert.match(words, /lib\/token-counter\.cjs was changed by a person and is kept as it is\./);
    assert.match(words, /lib\/checkpoint-manager\.cjs was not written by pawl and is kept as it is\./);
    assert.match(words, /To get pawl's own, give your files another name and run `pawl init` again/);
    assert.doesNotMatch(ended.out, /\brm\b|\bdel\b|--force|git (?:reset|clean|checkout|restore|stash)/);
    const { steps } = documentOf(pawl(['init', '--only', 'lib', '--json'], root));
    assert.ok(Array.isArray(steps));
    assert.deepEqual(
      steps.map((step) => step.kept),
      ['foreign', 'changed', null, null],
    );
  });

  test('gets back the line ends that a shell takes, where git changed them', () => {
    const root = tempRepository();
    pawl(['init', '--only', 'utils', '--yes'], root);
    const file = '.claude/utils/list-checkpoints.sh';
    const text = textOf(root, file);
    put(root, file, text.replaceAll('\n', '\r\n'));
    const ended = pawl(['init', '--only', 'utils', '--yes'], root);
    assert.match(
      ended.out.replace(/\s+/g, ' '),
      /update .*list-checkpoints\.sh has line ends that no shell takes; `\*\.sh text eol=lf`/,
    );
    assert.equal(textOf(root, file), text);
    assert.doesNotMatch(pawl(['init', '--only', 'utils', '--yes'], root).out, /update/);
  });

  test('is updated when an older pawl wrote it and nobody changed it', () => {
    const root = tempRepository();
    put(root, `${lib}/token-counter.cjs`, withHeader('module.exports = 1;\n', '0.0.9'));
    assert.deepEqual(actions(root)[1], 'update token-counter.cjs');
    assert.match(textOf(root, lib, 'token-counter.cjs'), /function countTokens/);
  });

  test('is kept when a newer pawl wrote it', () => {
    const root = tempRepository();
    put(root, `${lib}/token-counter.cjs`, withHeader('module.exports = 1;\n', '99.0.0'));
    assert.match(pawl(['init', '--only', 'lib', '--yes'], root).out, /was written by pawl 99\.0\.0, which is newer/);
    assert.match(textOf(root, lib, 'token-counter.cjs'), /module\.exports = 1/);
  });

  test('counts as unchanged when git turned its line ends into CRLF', () => {
    const root = tempRepository();
    pawl(['init', '--only', 'lib'], root);
    const file = path.join(root, lib, 'utils.cjs');
    fs.writeFileSync(file, textOf(file).replaceAll('\n', '\r\n'));
    assert.deepEqual(actions(root)[2], 'keep utils.cjs');
  });

  test('is kept when it is not ours', () => {
    const root = tempRepository();
    put(root, `${lib}/checkpoint-manager.cjs`, 'module.exports = 2;\n');
    pawl(['init', '--only', 'lib', '--yes'], root);
    assert.equal(textOf(root, lib, 'checkpoint-manager.cjs'), 'module.exports = 2;\n');
  });
});

describe("someone else's utils.cjs", () => {
  const own = 'function getGitRoot() { return "/some/where"; }\nmodule.exports = { getGitRoot };\n';

  test('is left alone without consent, and the answer says how to give it', () => {
    const root = tempRepository();
    put(root, `${lib}/utils.cjs`, own);
    const ended = pawl(['init', '--only', 'lib'], root);
    assert.equal(ended.code, 0);
    assert.match(
      ended.out.replace(/\s+/g, ' '),
      /utils\.cjs is yours and was left alone\. To have it extended, run: pawl init --only lib --yes/,
    );
    assert.equal(textOf(root, lib, 'utils.cjs'), own);
    assert.ok(fs.existsSync(path.join(root, lib, 'checkpoint-manager.cjs')));
  });

  test('gets getStateDir with --yes, once, and works', () => {
    const root = tempRepository();
    put(root, `${lib}/utils.cjs`, own);
    assert.deepEqual(actions(root, '--yes')[2], 'extend utils.cjs');
    const text = textOf(root, lib, 'utils.cjs');
    assert.ok(text.startsWith(own));
    assert.equal(text.split('>>> pawl init').length, 2);
    const ended = node(['-p', `require('./${lib}/utils.cjs').getStateDir()`], root);
    assert.equal(ended.out.trim(), '/some/where/.claude/state');
    assert.deepEqual(actions(root, '--yes')[2], 'keep utils.cjs');
  });

  test('goes on working with it, whatever it exports', () => {
    const stateDir = '/g/.claude/state';
    for (const [text, gives] of [
      ["module.exports = Object.freeze({ getGitRoot() { return '/g' }, get a() { return 1 } });\n", stateDir],
      ["module.exports = Object.seal({ getGitRoot: () => '/g', a: 1 })\n", stateDir],
      ["class Own { getGitRoot() { return '/g' } get a() { return 1 } }\nmodule.exports = new Own()", stateDir],
      ["function getStateDir() { return 'mine' }\nmodule.exports = { a: 1 }\n", 'mine'],
      ["const own = { a: 1 }\nmodule.exports = own\nown['getState' + 'Dir'] = () => 'mine'", 'mine'],
      ['module.exports = Object.freeze(Object.assign(() => 1, { a: 1 }))', 'undefined'],
      ['module.exports = Object.assign(new String("x"), { a: 1 })\nObject.freeze(module.exports)', undefined],
    ] as const) {
      const root = tempRepository();
      put(root, `${lib}/utils.cjs`, `'use strict';\n${text}`);
      assert.deepEqual(actions(root, '--yes')[2], 'extend utils.cjs', text);
      const script = `const own = require('./${lib}/utils.cjs'); own.a + ' ' + (own.getStateDir && own.getStateDir())`;
      const ended = node(['-p', script], root);
      assert.equal(ended.code, 0, ended.err);
      if (gives !== undefined) assert.equal(ended.out.trim(), `1 ${gives}`, text);
    }
  });

  test('is kept when it has getStateDir; a comment about it does not count', () => {
    const root = tempRepository();
    put(root, `${lib}/utils.cjs`, 'exports.getStateDir = () => "x";\n');
    assert.deepEqual(actions(root, '--yes')[2], 'keep utils.cjs');
    put(root, `${lib}/utils.cjs`, '// getStateDir is missing here\nexports.a = 1;\n');
    assert.deepEqual(actions(root, '--dry-run')[2], 'extend utils.cjs');
  });
});

describe('.gitignore', () => {
  const cases: readonly (readonly [name: string, before: string, after: string])[] = [
    ['keeps its line ends', 'node_modules/\r\ndist/\r\n', 'node_modules/\r\ndist/\r\n.claude/state/\r\n'],
    ['without a newline at its end gets one', 'dist', 'dist\n.claude/state/\n'],
    ['that is empty gets the entry', '', '.claude/state/\n'],
    ['that ignores the folder stays', '/.claude/state\n', '/.claude/state\n'],
    ['that ignores all of .claude stays', '.claude/\n', '.claude/\n'],
    [
      'that takes the entry back gets it again',
      '.claude/state/\n!.claude/state/\n',
      '.claude/state/\n!.claude/state/\n.claude/state/\n',
    ],
  ];
  for (const [name, before, after] of cases) {
    test(name, () => {
      const root = tempRepository();
      put(root, '.gitignore', before);
      pawl(['init', '--only', 'lib'], root);
      assert.equal(textOf(root, '.gitignore'), after);
    });
  }

  test('that stands in .claude counts too', () => {
    const root = tempRepository();
    put(root, '.claude/.gitignore', 'state/\n');
    pawl(['init', '--only', 'lib'], root);
    assert.equal(fs.existsSync(path.join(root, '.gitignore')), false);
  });
});

describe('init refuses', () => {
  for (const link of ['.claude', '.claude/scripts', lib, `${lib}/utils.cjs`]) {
    test(`a symbolic link at ${link}, and writes nothing through it`, () => {
      const root = tempRepository();
      const target = tempFolder();
      const aim = link.endsWith('.cjs') ? path.join(target, 'utils.cjs') : target;
      if (link.endsWith('.cjs')) fs.writeFileSync(aim, '');
      fs.mkdirSync(path.dirname(path.join(root, link)), { recursive: true });
      fs.symlinkSync(aim, path.join(root, link));
      const ended = pawl(['init', '--only', 'lib', '--yes', '--json'], root);
      assert.equal(ended.code, 1);
      // One file that is stuck does not stop the others; without its folder there are none.
      const { code, message } = JSON.parse(ended.out).error;
      assert.equal(code, link === '.claude' ? 'unsafe-path' : 'bad-input');
      assert.match(message, /symbolic link/);
      assert.deepEqual(fs.readdirSync(target), link.endsWith('.cjs') ? ['utils.cjs'] : []);
    });
  }
});

describe('the question of pawl init', { skip: noTerminal }, () => {
  for (const [keys, code, says] of [
    ['\u0003', 130, 'interrupted; nothing was changed'],
    ['\u0004', 6, 'the question was not answered; nothing was changed'],
    ['n\r', 0, 'Nothing was changed.'],
  ] as const) {
    test(`answered by ${JSON.stringify(keys)} writes nothing, says so and exits with ${code}`, async () => {
      const root = tempRepository();
      const seen = await pawlInTerminal(['init', '--only', 'lib'], [['Do this', keys]], root);
      assert.equal(seen.code, code, seen.screen);
      assert.ok(seen.screen.includes(says), seen.screen);
      assert.doesNotMatch(seen.screen, /\n\s+at /);
      assert.deepEqual(fs.readdirSync(root), ['.git']);
    });
  }

  for (const keys of ['\r', 'y\r', 'YES\r']) {
    test(`answered by ${JSON.stringify(keys)} writes the files`, async () => {
      const root = tempRepository();
      const seen = await pawlInTerminal(['init', '--only', 'lib'], [['Do this', keys]], root);
      assert.equal(seen.code, 0, seen.screen);
      assert.deepEqual(fs.readdirSync(path.join(root, lib)).sort(), names);
    });
  }

  test("is asked once more for a person's own file, and Ctrl-C there still changes nothing", async () => {
    const root = tempRepository();
    put(root, `${lib}/utils.cjs`, 'exports.mine = 1;\n');
    const seen = await pawlInTerminal(
      ['init', '--only', 'lib'],
      [
        ['Do this', 'y\r'],
        ['Add getStateDir', '\u0003'],
      ],
      root,
    );
    assert.equal(seen.code, 130, seen.screen);
    assert.deepEqual(fs.readdirSync(path.join(root, lib)), ['utils.cjs']);
    const again = await pawlInTerminal(
      ['init', '--only', 'lib'],
      [
        ['Do this', 'y\r'],
        ['Add getStateDir', 'y\r'],
      ],
      root,
    );
    assert.equal(again.code, 0, again.screen);
    assert.match(textOf(root, lib, 'utils.cjs'), /getStateDir/);
  });
});

describe('pawl init --uninstall', () => {
  test('does not list what is not there', () => {
    const root = tempRepository();
    assert.equal(pawl(['init', '--only', 'lib', '--yes'], root).code, 0);
    const { code, out } = pawl(['init', '--uninstall', '--yes'], root);
    assert.equal(code, 0);
    assert.match(out, /remove +\.claude\/scripts\/lib\/utils\.cjs/);
    assert.doesNotMatch(out, /is not there/);
  });

  test('takes back what init wrote and keeps what a person changed', () => {
    const root = tempRepository();
    const own = 'exports.mine = 1;\n';
    put(root, `${lib}/utils.cjs`, own);
    pawl(['init', '--only', 'lib', '--yes'], root);
    fs.appendFileSync(path.join(root, lib, 'token-counter.cjs'), '// mine\n');
    assert.equal(pawl(['init', '--only', 'lib', '--uninstall', '--yes'], root).code, 0);
    assert.deepEqual(fs.readdirSync(path.join(root, lib)).sort(), ['token-counter.cjs', 'utils.cjs']);
    assert.equal(textOf(root, lib, 'utils.cjs'), own);
    assert.equal(fs.existsSync(path.join(root, '.gitignore')), false);
  });
});
