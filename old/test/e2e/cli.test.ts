// The command line as a whole: help, mistakes, exit codes, closed pipes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { groupSummary, table } from '../../src/surfaces/cli/table.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, pawl, program, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

const shown = table.filter((row) => row.hidden !== true);
const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));

/** Runs a script of bash with Node as $1 and the program as $2. */
function bash(script: string): { readonly out: string; readonly err: string } {
  const options = { env: cleanEnv(), encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, program], options);
  return { out: stdout, err: stderr };
}

/** What bash offers for a command line; its last word is the one being completed. */
function offers(...words: readonly string[]): readonly string[] {
  const script = `source <("$1" "$2" completion bash); COMP_WORDS=(pawl "\${@:3}"); COMP_CWORD=$(($# - 2)); _pawl; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ended = spawnSync('bash', ['-c', script, 'bash', process.execPath, program, ...words], {
    env: cleanEnv(),
    encoding: 'utf8',
    cwd: tempFolder(),
  });
  assert.equal(ended.stderr, '');
  return ended.stdout.split('\n').filter((line) => line !== '');
}

describe('help', () => {
  test('pawl --help, pawl -h and pawl help show every command', () => {
    const [alone, ...others] = [['--help'], ['-h'], ['help']].map((args) => pawl(args));
    assert.equal(alone?.code, 0);
    assert.equal(alone?.err, '');
    const ofGroup = (name: string): string => (name.includes(' ') ? groupSummary(name.split(' ')[0] ?? '') : '');
    for (const row of shown) assert.ok(alone?.out.includes(ofGroup(row.name) || row.summary), row.name);
    assert.equal(alone?.out.includes('__refs'), false);
    for (const other of others) assert.deepEqual(other, alone);
  });

  for (const row of table) {
    test(`pawl help ${row.name} and pawl ${row.name} --help tell its options and examples`, () => {
      const [help, option] = [pawl(['help', ...row.name.split(' ')]), pawl([...row.name.split(' '), '--help'])];
      assert.equal(help.code, 0);
      assert.deepEqual(option, help);
      for (const [name, { hidden }] of Object.entries(row.options ?? {})) {
        assert.equal(help.out.includes(`--${name}`), hidden !== true, name);
      }
      for (const [line] of row.examples ?? []) assert.ok(help.out.includes(line), line);
    });
  }

  test('fits the width that the terminal has', () => {
    for (const width of [40, 60, 100]) {
      const { out } = pawl(['help', 'init'], process.cwd(), { COLUMNS: String(width) });
      const text = out.slice(0, out.indexOf('Examples'));
      assert.ok(Math.max(...text.split('\n').map((line) => line.length)) <= width, `${width}\n${text}`);
    }
  });

  test('has no colours off a terminal', () => {
    assert.equal(pawl(['--help']).out.includes('\u001b'), false);
  });

  test('--json gives the table itself', () => {
    const { commands } = documentOf(pawl(['--help', '--json']));
    assert.ok(Array.isArray(commands));
    assert.deepEqual(
      commands.map(({ name }) => name),
      shown.map(({ name }) => name),
    );
  });
});

describe('pawl --version', () => {
  test('prints the version of the package', () => {
    assert.deepEqual(pawl(['--version']), { code: 0, out: `${version}\n`, err: '' });
    assert.deepEqual(documentOf(pawl(['--version', '--json'])), { version });
  });

  test('is also -v and -V, and holds behind a command', () => {
    for (const args of [['-v'], ['-V'], ['init', '--version'], ['init', '-v']]) {
      assert.deepEqual(pawl(args), { code: 0, out: `${version}\n`, err: '' }, args.join(' '));
    }
  });
});

describe('the entry', () => {
  test('starts with three modules of Node and nothing else; a command is loaded when it is called', () => {
    // The first is compiled at every start, the second has the table of all commands.
    for (const [name, most] of [[path.basename(program), 4_100] as const, ['main.cjs', 64_000] as const]) {
      const text = textOf(path.dirname(program), name);
      const loaded = new Set([...text.matchAll(/require\(["']([^"']+)["']\)/g)].map(([, module]) => module));
      assert.deepEqual(loaded, new Set(['node:fs', 'node:path', 'node:vm']));
      assert.ok(text.length < most, `${name} has ${text.length} characters`);
      assert.doesNotMatch(text, /valibot|console\.log/);
    }
  });
});

describe('a mistake', () => {
  const mistakes: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['inti'], /unknown command "inti", did you mean init\?/],
    [['frobnicate'], /unknown command "frobnicate"\n/],
    [['init', '--dryrun'], /unknown option --dryrun, did you mean --dry-run\?/],
    [['init', '-x'], /unknown option -x/],
    [['--jsn'], /unknown option --jsn, did you mean --json\?/],
    [['--yes', 'init'], /unknown option --yes/],
    [['init', '--only'], /--only needs a value/],
    [['init', '--only', '--yes'], /--only needs a value/],
    [['init', '--only', 'lbi'], /--only cannot be "lbi", did you mean lib\?/],
    [['init', '--yes=1'], /--yes takes no value/],
    [['init', 'lib'], /pawl init does not take "lib"/],
    [['completion'], /pawl completion needs SHELL \(bash, zsh, fish\)/],
    [['completion', 'tcsh'], /SHELL cannot be "tcsh"/],
    [['help', 'inti'], /unknown command "inti", did you mean init\?/],
    [['init', '--__proto__'], /unknown option --__proto__/],
    [['constructor'], /unknown command "constructor"/],
  ];
  for (const [args, message] of mistakes) {
    test(`pawl ${args.join(' ')} exits with 2 and a message without a stack trace`, () => {
      const ended = pawl(args);
      assert.equal(ended.code, 2);
      assert.equal(ended.out, '');
      assert.match(ended.err, message);
      assert.doesNotMatch(ended.err, /\n\s+at /);
    });
  }

  test('with --json is one document on stdout, wherever --json stands', () => {
    for (const args of [
      ['inti', '--json'],
      ['--json', 'inti'],
    ]) {
      const ended = pawl(args);
      assert.deepEqual([ended.code, ended.err], [2, '']);
      assert.deepEqual(documentOf(ended), {
        ok: false,
        error: {
          code: 'bad-usage',
          message: 'unknown command "inti", did you mean init?',
          hint: 'Run `pawl --help` to see all commands.',
        },
      });
    }
  });

  test('in the middle of a long list is still one document, for every command', () => {
    for (const row of table) {
      const ended = pawl([...row.name.split(' '), '--no-such-option', '--json']);
      assert.deepEqual([ended.code, ended.err], [2, ''], row.name);
      assert.deepEqual(Object.keys(documentOf(ended)), ['ok', 'error'], row.name);
    }
  });

  test('behind -- --json is no option', () => {
    assert.match(pawl(['help', '--', '--json']).err, /unknown command "--json"/);
  });

  test('shows where it happened with PAWL_DEBUG=1', () => {
    assert.match(pawl(['inti'], process.cwd(), { PAWL_DEBUG: '1' }).err, /\n\s+at /);
  });
});

describe('pawl --root', () => {
  test('works in the project around that folder, before and behind the command, whatever the environment says', () => {
    for (const place of ['before', 'behind'] as const) {
      const root = tempRepository();
      fs.mkdirSync(`${root}/src`);
      const given = place === 'before' ? ['-C', 'src', 'init'] : ['init', '--root=src'];
      const ended = pawl([...given, '--dry-run', '--json'], root, { GIT_ROOT: tempFolder() });
      assert.equal(documentOf(ended).root, root, place);
    }
  });

  test('that is a file is a mistake in the call, also inside of a project', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'notes.md'), '');
    for (const given of [
      ['-C', 'notes.md'],
      ['--root', path.join(root, 'notes.md')],
    ]) {
      const ended = pawl([...given, 'status', '--json'], root);
      assert.equal(ended.code, 2, ended.out);
      assert.match(ended.out, /notes\.md is no folder/);
    }
  });

  test('with a folder that is not there exits with 3', () => {
    const ended = pawl(['init', '--root', 'none', '--json'], tempFolder());
    assert.equal(ended.code, 3);
    assert.deepEqual(documentOf(ended).ok, false);
  });
});

describe('colours', () => {
  test('are there with FORCE_COLOR, and never with --json', () => {
    assert.ok(pawl(['--help'], process.cwd(), { FORCE_COLOR: '1' }).out.includes('\u001b[1m'));
    assert.equal(pawl(['--help'], process.cwd(), { FORCE_COLOR: '0' }).out.includes('\u001b'), false);
    assert.equal(pawl(['--help', '--json'], process.cwd(), { FORCE_COLOR: '1' }).out.includes('\u001b'), false);
    assert.ok(pawl(['inti'], process.cwd(), { FORCE_COLOR: '1' }).err.startsWith('\u001b[31mpawl:'));
  });

  test('are there on a terminal, unless NO_COLOR is set', { skip: noTerminal }, async () => {
    const folder = tempFolder();
    assert.ok((await pawlInTerminal(['--help'], [], folder)).screen.includes('\u001b[1m'));
    assert.equal((await pawlInTerminal(['--help'], [], folder, { NO_COLOR: '1' })).screen.includes('\u001b'), false);
    assert.equal((await pawlInTerminal(['--help'], [], folder, { TERM: 'dumb' })).screen.includes('\u001b'), false);
  });
});

describe('a reader that goes away', () => {
  test('is no error', () => {
    const ended = bash('"$1" "$2" completion bash | true; echo "${PIPESTATUS[0]}"');
    assert.deepEqual(ended, { out: '0\n', err: '' });
  });

  test('nor is a closed stdout or stderr', () => {
    assert.deepEqual(bash('"$1" "$2" --help >&-; echo $?').out, '0\n');
    assert.deepEqual(bash('"$1" "$2" inti 2>&-; echo $?').out, '2\n');
  });

  const noFull = fs.existsSync('/dev/full') ? false : 'needs /dev/full';

  test('a full disk is: one line says so, and the program exits with 1', { skip: noFull }, () => {
    for (const args of ['--help', '--version', 'completion zsh', 'help --json', 'inti --json']) {
      const ended = bash(`"$1" "$2" ${args} >/dev/full; echo $?`);
      assert.equal(ended.out, '1\n', args);
      assert.match(
        ended.err,
        /^pawl: cannot write to stdout: [^\n]*ENOSPC\); what was saved by then is saved\n$/,
        args,
      );
    }
    assert.deepEqual(bash('"$1" "$2" inti 2>/dev/full; echo $?'), { out: '2\n', err: '' });
  });

  test('and a slow one gets everything', () => {
    const whole = pawl(['completion', 'zsh']).out;
    assert.equal(bash('"$1" "$2" completion zsh | { sleep 0.2; cat; }').out, whole);
  });
});

const initParts = ['lib', 'utils', 'protocols', 'integrations', 'ship', 'hooks', 'statusline', 'codex', 'skills'];

describe('pawl completion', () => {
  test('in bash offers commands, options, choices and arguments', () => {
    assert.deepEqual(offers(''), [...new Set(shown.map(({ name }) => name.split(' ')[0]))]);
    assert.deepEqual(offers('dem'), ['demo']);
    assert.deepEqual(offers('init', '--d'), ['--dry-run']);
    assert.deepEqual(offers('init', '--yes', '--only', ''), initParts);
    assert.deepEqual(offers('completion', ''), ['bash', 'zsh', 'fish']);
    assert.deepEqual(offers('help', 'in'), ['init']);
    assert.deepEqual(offers('demo', '--ro'), ['--root'], 'hidden options stay hidden');
    assert.deepEqual(offers('init', '--only', '=', ''), initParts);
    assert.deepEqual(offers('init', '--only=l'), ['--only=lib']);
    assert.deepEqual(offers('completion', 'bash', ''), []);
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    test(`for ${shell} names every command and every option`, () => {
      const { out } = pawl(['completion', shell]);
      for (const row of table) {
        assert.ok(out.includes(row.name), row.name);
        for (const [name, { hidden }] of Object.entries(row.options ?? {})) {
          const text = shell === 'fish' ? ` -l ${name}` : `--${name}`;
          assert.equal(out.includes(text), hidden !== true, name);
        }
      }
    });
  }
});
