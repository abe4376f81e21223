// What people see: status, list, show, tokens and config, as screens and as documents.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { openProject } from '../../src/surfaces/library/project.js';
import { widthOf } from '../../src/surfaces/cli/terminal/width.js';
import { mountMemory } from '../support/mount.js';
import { agesMs, fillShop } from '../support/shop.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, git, pawl, program, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

const goldens = 'test/golden/screens';
const widths = [60, 80, 120] as const;

/** A repository whose name, times and commit are always the same. */
async function shop(): Promise<{ readonly root: string; readonly workflow: string }> {
  const root = path.join(tempRepository(), 'shop');
  fs.mkdirSync(path.join(root, '.git'), { recursive: true });
  const { workflow } = await fillShop(root);
  return { root, workflow };
}

/** Times and ids that differ in each run are replaced by ones of the same width. */
function settled(text: string): string {
  return text
    .replaceAll(/_\d{8}_\d{6}/g, '_20260120_120000')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '2026-01-29 11:48');
}

function sameAsGolden(name: string, text: string): void {
  const file = path.join(goldens, `${name}.txt`);
  if (process.env['PAWL_UPDATE_GOLDEN'] === '1') {
    fs.mkdirSync(goldens, { recursive: true });
    fs.writeFileSync(file, text);
  }
  assert.equal(text, fs.readFileSync(file, 'utf8'), `if this is meant: PAWL_UPDATE_GOLDEN=1 and look at ${file}`);
}

const isCommandLine = (line: string): boolean => /→ pawl |^\s+pawl |\.json$/.test(line);

describe('the screens', () => {
  for (const width of widths) {
    for (const [name, args] of [
      ['status', []],
      ['list', ['list']],
      ['show-command', ['show', 'implement/auth-system']],
      ['show-pipeline', ['show', 'PRD-009']],
      ['show-workflow', ['show', 'workflow:orchestrate/auth_system']],
    ] as const) {
      test(`${name} at ${width} columns is as drawn, without colours, and no wider`, async () => {
        const { root } = await shop();
        const { code, out, err } = pawl(args, root, { COLUMNS: String(width), TZ: 'UTC' });
        assert.deepEqual([code, err], [0, '']);
        sameAsGolden(`${name}-${width}`, settled(out));
        const wide = out.split('\n').filter((line) => widthOf(line) > width && !isCommandLine(line));
        assert.deepEqual(wide, []);
      });
    }
  }

  test('in a terminal have colours, unless NO_COLOR is set', { skip: noTerminal }, async () => {
    const { root } = await shop();
    const coloured = await pawlInTerminal([], [], root);
    assert.ok(coloured.screen.includes('\u001b[1mimplement/auth-system'), coloured.screen);
    const plain = await pawlInTerminal(['status'], [], root, { NO_COLOR: '1' });
    assert.equal(plain.screen.includes('\u001b'), false);
  });

  for (const width of [40, 50, 200]) {
    test(`fit ${width} columns with wide characters and 64 runs`, async () => {
      const root = tempRepository();
      const project = await openProject({ root });
      for (let n = 0; n < 64; n++) {
        await project.commands.phase({ command: 'design', feature: `認証システム ${n}` }, '調査', {
          status: 'in_progress',
        });
      }
      await project.close();
      for (const args of [[], ['list']] as const) {
        const { code, out } = pawl(args, root, { COLUMNS: String(width) });
        assert.equal(code, 0);
        const wide = out.split('\n').filter((line) => widthOf(line) > width && !isCommandLine(line));
        assert.deepEqual(wide, []);
      }
      assert.match(pawl([], root, { COLUMNS: String(width) }).out, /^64 unfinished runs[^]*… 21 more: pawl list\n/);
      assert.match(pawl(['list'], root, { COLUMNS: String(width) }).out, /… 14 more: pawl list --limit 0\n$/);
    });
  }
});

describe('pawl status', () => {
  test('--json has every unfinished run, newest first, in a stable form', async () => {
    const { root, workflow } = await shop();
    const { ok, runs, problems } = documentOf(pawl(['status', '--json'], root));
    assert.deepEqual([ok, problems], [true, []]);
    assert.ok(Array.isArray(runs));
    assert.deepEqual(
      runs.map(({ ref, stale }) => [ref, stale]),
      [
        ['implement/auth-system', false],
        ['PRD-009', false],
        [workflow, true],
      ],
    );
    const { updated_at: at, revision: _, ...first } = runs[0];
    assert.ok(Math.abs(Date.parse(at) - (Date.now() - agesMs.auth)) < 60_000);
    assert.deepEqual(first, {
      ref: 'implement/auth-system',
      family: 'command',
      id: 'command:implement/auth-system',
      place: 'live',
      title: 'implement/auth-system',
      status: 'in_progress',
      finished: false,
      progress: { done: 1, total: 4 },
      current: 'api',
      next: 'implementation',
      error: null,
      stale: false,
      path: path.join(root, '.claude/state/implement-auth-system.json'),
    });
    const [, pipeline] = runs;
    assert.match(pipeline.error, /^WS2: Property 'player_id' .* \(services\/player\/index\.ts:45\)$/);
  });

  test('says the same the first time, again, after a change by hand and without its catalogue', async () => {
    const { root } = await shop();
    const ask = (): unknown => documentOf(pawl(['--json'], root)).runs;
    const first = ask();
    assert.deepEqual(ask(), first);
    fs.rmSync(path.join(root, '.claude/state/.pawl/catalog.log'));
    assert.deepEqual(ask(), first);
    const file = path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('Cashier Workflows', 'Till Workflows'));
    assert.match(pawl([], root).out, /PRD-009 {2}Till Workflows/);
    assert.match(pawl(['--json'], root).out, /Till Workflows/);
  });

  test('is friendly when nothing is unfinished, in a repository and outside any', () => {
    for (const folder of [tempRepository(), tempFolder()]) {
      const { code, out, err } = pawl([], folder);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^✓ Nothing unfinished in /);
      assert.match(out, /pawl phase implement\/my-feature api in_progress/);
      assert.deepEqual(documentOf(pawl(['--json'], folder)), { ok: true, runs: [], problems: [] });
      assert.deepEqual(fs.existsSync(path.join(folder, '.claude')), false, 'looking makes nothing');
    }
  });

  test('tells of files that cannot be read, every time, and still shows the rest', async () => {
    const { root } = await shop();
    fs.writeFileSync(path.join(root, '.claude/state/ship-checkpoint.json'), '{"command": "ship", ');
    fs.writeFileSync(path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json'), '{"prd": ');
    for (const _ of [1, 2, 3]) {
      const { problems, runs } = documentOf(pawl(['status', '--json'], root));
      assert.ok(Array.isArray(problems) && Array.isArray(runs));
      assert.deepEqual(
        problems.map(({ code }) => code),
        ['corrupt', 'corrupt'],
      );
      assert.equal(runs.length, 3);
    }
    const { out, code } = pawl([], root);
    assert.equal(code, 0);
    assert.match(out, /2 things need a look \(pawl doctor tells more\)\n! [^]*ship-checkpoint\.json/);
  });

  test('shows the command for a ref that a shell would not take, and for another root', async () => {
    const root = tempRepository();
    const project = await openProject({ root });
    await project.commands.phase({ command: 'design', feature: "it's $(here)" }, 'x', { status: 'in_progress' });
    await project.close();
    assert.match(pawl([], root).out, /→ pawl resume 'design\/it'\\''s \$\(here\)'\n/);
    assert.match(pawl(['-C', root], tempFolder()).out, new RegExp(`→ pawl -C ${root} resume 'design`));
  });
});

describe('stale', () => {
  test('follows retention.max_age_days, wherever runs are shown', () => {
    const root = tempRepository();
    pawl(['phase', 'implement', 'api', 'in_progress'], root);
    const file = path.join(root, '.claude/state/implement-checkpoint.json');
    const at = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString();
    fs.writeFileSync(file, textOf(file).replace(/"updated_at": "[^"]*"/g, `"updated_at": "${at}"`));
    const staleIn = (command: string): unknown => {
      const { runs } = documentOf(pawl([command, '--json'], root));
      return Array.isArray(runs) && isJsonObject(runs[0]) ? runs[0]['stale'] : undefined;
    };
    for (const command of ['list', 'status', 'status']) assert.equal(staleIn(command), false);
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), '{"retention": {"max_age_days": 2}}');
    for (const command of ['list', 'status', 'status']) assert.equal(staleIn(command), true);
    assert.match(pawl(['show', 'implement'], root).out, /stale/);
  });
});

describe('pawl list', () => {
  test('as agents ask for it says the same as with its limit spelled out', () => {
    const root = tempRepository();
    const both = (): readonly unknown[] =>
      [
        ['list', '--json'],
        ['--json', 'list'],
        ['list', '--json', '--limit', '50'],
      ].map((args) => documentOf(pawl(args, root)));
    for (let n = 0; n < 2; n++) {
      pawl(['phase', `implement/f${n}`, 'api', 'in_progress'], root);
      const [usual, before, spelled] = both();
      assert.deepEqual([usual, before], [spelled, spelled]);
      assert.match(JSON.stringify(usual), new RegExp(`implement/f${n}.*"more":false`));
    }
    fs.rmSync(path.join(root, '.claude/state/.pawl/catalog.log'));
    const [usual, , spelled] = both();
    assert.deepEqual(usual, spelled);
  });

  test('filters by family and status, counts, and shows those that are gone only with --all', async () => {
    const { root, workflow } = await shop();
    const project = await openProject({ root });
    await project.workflows.abandon(workflow, 'too old');
    await project.close();
    const refs = (...args: readonly string[]): unknown => {
      const { runs } = documentOf(pawl(['list', '--json', ...args], root));
      return Array.isArray(runs) && runs.map(({ ref }) => ref);
    };
    assert.deepEqual(refs(), ['implement/auth-system', 'PRD-009']);
    assert.deepEqual(refs('--all'), [workflow, 'implement/auth-system', 'PRD-009']);
    assert.deepEqual(refs('--family', 'pipeline'), ['PRD-009']);
    assert.deepEqual(refs('--status', 'failed'), ['PRD-009']);
    assert.deepEqual(refs('--limit', '1'), ['implement/auth-system']);
    assert.equal(documentOf(pawl(['list', '--json', '--limit', '1'], root)).more, true);
    assert.equal(documentOf(pawl(['list', '--json', '--limit', '2'], root)).more, false);
    assert.match(pawl(['list', '--status', 'paused'], root).out, /^No paused runs here\./);
  });
});

describe('pawl show', () => {
  test('--json is the document itself, also of an older revision', async () => {
    const { root } = await shop();
    const file = JSON.parse(fs.readFileSync(path.join(root, '.claude/state/implement-auth-system.json'), 'utf8'));
    assert.deepEqual(documentOf(pawl(['show', 'implement/auth-system', '--json'], root)), file);
    const first = documentOf(pawl(['show', 'implement/auth-system', '--revision', '1', '--json'], root));
    assert.deepEqual(first.state, { ...file.state, current_phase: 'schema', completed_phases: [] });
    assert.match(pawl(['show', 'implement/auth-system', '-r', '1'], root).out, /revision 1 \(not the newest\)/);
  });

  test('of a run or a revision that is not there exits with 3 and says what is near', async () => {
    const { root } = await shop();
    const near = pawl(['show', 'implement/auth-systm'], root);
    assert.equal(near.code, 3);
    assert.match(near.err, /did you mean implement\/auth-system\?/);
    const revision = pawl(['show', 'PRD-009', '--revision', '99'], root);
    assert.equal(revision.code, 3);
    assert.match(revision.err, /PRD-009 has no revision 99\n +Its newest one is 5\./);
  });

  test('stored text cannot play tricks on the terminal', async () => {
    const root = tempRepository();
    const evil = 'a\u001b[2J\u001b]0;owned\u0007b\u202ec\r\nd\u009b31m\u0000e';
    const project = await openProject({ root });
    const ref = { command: 'design', feature: `x${evil}`.replaceAll('\0', '') };
    const tasks = { [`T${evil}`.replaceAll('\0', '')]: { status: evil, description: evil } };
    const files = { files_created: [evil], files_modified: [evil] };
    await project.commands.phase(ref, 'one', { status: 'failed', error: evil, context_summary: evil, tasks, ...files });
    await project.commands.note(ref, { decision: evil, next_action: evil });
    const start = { workflow_type: 'orchestrate', project: 'p', description: evil, total_phases: 2 };
    const { ref: workflow } = await project.workflows.start({ ...start, state: { [`k${evil}`]: evil, list: [evil] } });
    await project.workflows.fail(workflow, evil);
    await project.close();
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    const tricks = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    const named = documentOf(pawl(['list', '--json'], root)).runs;
    assert.ok(Array.isArray(named));
    const shows = named.map(({ id }) => ['show', String(id)]);
    assert.equal(shows.length, 2);
    for (const args of [[], ['list'], ['list', '--all'], ...shows]) {
      const { code, out, err } = pawl(args, root, { COLUMNS: '100' });
      assert.equal(code, 0, err);
      assert.doesNotMatch(out + err, tricks, args.join(' '));
    }
  });
});

describe('pawl tokens', () => {
  test('counts a file or stdin, and holds it to a limit', () => {
    const folder = tempFolder();
    fs.writeFileSync(path.join(folder, 'notes.md'), `${'word '.repeat(501)}\n`);
    assert.match(pawl(['tokens', 'notes.md'], folder).out, /^ +501 {2}words\n +\d+ {2}tokens, estimated\n$/);
    assert.equal(pawl(['tokens', 'notes.md', '--counter', 'words'], folder).out, '501\n');
    const over = pawl(['tokens', 'notes.md', '--check'], folder);
    assert.deepEqual([over.code, over.out], [1, '501 of 500 words  ✗ 1 over\n']);
    const { ok, count, limit, fits } = documentOf(pawl(['tokens', 'notes.md', '--limit', '501', '--json'], folder));
    assert.deepEqual([ok, count, limit, fits], [true, 501, 501, true]);
    fs.mkdirSync(path.join(folder, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(folder, '.claude/config/pawl.json'), '{"limits": {"summary_tokens": 400}}');
    assert.match(pawl(['tokens', 'notes.md', '--check'], folder).out, /501 of 400 words/);
  });

  test('counts exactly where the package is installed, and says how to come to it where not', () => {
    const folder = tempFolder();
    fs.writeFileSync(path.join(folder, 'a.txt'), 'abc');
    const without = pawl(['tokens', 'a.txt', '--counter', 'exact'], folder);
    assert.equal(without.code, 3);
    assert.match(without.err, /gpt-tokenizer cannot be loaded[^]*npm install --save-dev gpt-tokenizer/);
    const own = path.join(folder, 'node_modules/gpt-tokenizer');
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(path.join(own, 'index.js'), 'exports.countTokens = (text) => text.length * 7;');
    assert.equal(pawl(['tokens', 'a.txt', '--counter', 'exact'], folder).out, '21\n');
    assert.deepEqual(documentOf(pawl(['tokens', 'a.txt', '--json'], folder)).counts, {
      words: 1,
      estimate: 2,
      exact: null,
    });
  });
});

describe('pawl config', () => {
  test('shows each value and where it came from; a repository may only narrow', () => {
    const root = tempRepository();
    const home = tempFolder();
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    const repository = { retention: { max_age_days: 5, failed_days: 99 }, store: 'postgres://evil', off: ['clean'] };
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), JSON.stringify(repository));
    fs.mkdirSync(path.join(home, 'pawl'));
    fs.writeFileSync(path.join(home, 'pawl/config.json'), '{"actor": "ana", "off": ["ui"]}');
    const env = { XDG_CONFIG_HOME: home, PAWL_GATE_PUSH: 'sometimes' };
    const ended = pawl(['config', '--json'], root, env);
    const { settings, problems } = documentOf(ended);
    assert.ok(Array.isArray(settings) && Array.isArray(problems));
    const found = Object.fromEntries(settings.map(({ key, value, from }) => [key, [value, ...from]]));
    assert.deepEqual(found, {
      'retention.max_age_days': [5, 'repository'],
      'retention.failed_days': [30, 'default'],
      'limits.summary_tokens': [500, 'default'],
      'pipeline.id_pattern': [null, 'default'],
      'pipeline.spec_patterns': [['docs/**/{id}*.md'], 'default'],
      'gate.push': ['ship', 'default'],
      executors: [{}, 'default'],
      actor: ['ana', 'user'],
      off: [['clean', 'ui'], 'repository', 'user'],
    });
    assert.deepEqual(
      problems.map(({ source, key }) => [source, key]),
      [
        ['repository', 'retention.failed_days'],
        ['repository', 'store'],
        ['environment', 'gate.push'],
      ],
    );
    const { out } = pawl(['config'], root, env);
    assert.match(out, /gate\.push +ship +default\n/);
    assert.match(out, /! PAWL_GATE_PUSH must be ship or always\n/);
    assert.match(pawl([], root, env).out, /3 settings are ignored; `pawl config` says why/);
  });
});

describe('the configuration', () => {
  test('is what clean and resume go by, and which ids pipelines may have', async () => {
    const root = tempRepository();
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    const settings = { retention: { max_age_days: 5 }, pipeline: { id_pattern: 'ADR-\\d+' } };
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), JSON.stringify(settings));
    assert.deepEqual(documentOf(pawl(['clean', '--dry-run', '--json'], root)).limits, {
      max_age_days: 5,
      failed_days: 30,
    });
    const document = JSON.parse(fs.readFileSync('test/golden/pipeline.json', 'utf8'));
    fs.writeFileSync(path.join(root, 'a.json'), JSON.stringify({ ...document, prd: 'ADR-7' }));
    const saved = pawl(['save', 'pipeline:ADR-7', '--file', 'a.json'], root);
    assert.equal(saved.code, 0, saved.err);
    fs.rmSync(path.join(root, '.claude/config/pawl.json'));
    fs.writeFileSync(path.join(root, 'b.json'), JSON.stringify({ ...document, prd: 'ADR-8' }));
    assert.equal(pawl(['save', 'pipeline:ADR-8', '--file', 'b.json'], root).code, 1);
  });
});

describe('what only looks', () => {
  const commands: readonly (readonly string[])[] = [
    [],
    ['status'],
    ['list'],
    ['show', 'PRD-009'],
    ['config'],
    ['__refs'],
  ];

  test('works in a linked worktree, which is a project of its own', async () => {
    const root = tempRepository();
    await fillShop(root);
    const linked = path.join(tempFolder(), 'linked');
    git(root, 'worktree', 'add', '--quiet', linked);
    assert.match(pawl([], linked).out, /Nothing unfinished in linked/);
    await fillShop(linked);
    for (const args of commands) assert.equal(pawl(args, linked).code, 0, args.join(' '));
    assert.match(pawl(['__refs', 'pipeline'], linked).out, /^PRD-009\n$/);
  });

  test('works on a file system that cannot be written, and tells the same', async (t) => {
    const folder = mountMemory(t, 'size=8m');
    if (folder === null) return;
    fs.mkdirSync(path.join(folder, '.git'));
    await fillShop(folder);
    const before = commands.map((args) => pawl(args, folder));
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    for (const [index, args] of commands.entries()) {
      const { code, out, err } = pawl(args, folder);
      assert.deepEqual([code, out], [0, before[index]?.out], `${args.join(' ')}: ${err}`);
    }
  });

  test('takes no argument that it does not know', () => {
    const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [['status', 'x'], /pawl status does not take "x"/],
      [['list', '--family', 'commands'], /--family cannot be "commands", did you mean command\?/],
      [['list', '--limit', 'many'], /--limit cannot be "many"/],
      [['show'], /pawl show needs REF/],
      [['show', 'x', '--revision', '0'], /--revision cannot be "0"/],
      [['tokens', 'none.md'], /there is no file none\.md/],
      [['tokens', '--counter', 'word'], /--counter cannot be "word", did you mean words\?/],
      [['config', '--set', 'x'], /unknown option --set/],
    ];
    for (const [args, message] of wrong) {
      const { code, out, err } = pawl(args, tempFolder());
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message);
    }
  });
});

describe('a project folder that is not there', () => {
  for (const line of ['status --json', '--json', 'list --json', 'list --all --limit 0 --json', 'resume --json']) {
    test(`is told by pawl ${line}`, () => {
      const ended = pawl(line.split(' '), tempRepository(), { GIT_ROOT: '/nowhere/at/all' });
      assert.equal(ended.code, 3, ended.out);
      assert.match(ended.out, /"code": "not-found"/);
    });
  }
});

test('a current folder that was removed is told, and is no fault of pawl', () => {
  const script = `mkdir gone && cd gone && rmdir ../gone && for call in status 'list --json' 'show x' 'phase a b complete'; do "$0" "$1" $call; echo "exit $?"; done`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, program], {
    cwd: tempFolder(),
    env: cleanEnv(),
    encoding: 'utf8',
  });
  assert.deepEqual(stdout.match(/exit \d+/g), ['exit 3', 'exit 3', 'exit 3', 'exit 3'], stdout + stderr);
  assert.doesNotMatch(stdout + stderr, /fault of pawl/);
});
