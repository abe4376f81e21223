// The drop-ins that `pawl init --only lib` writes: seed 000's own tests, their documentation, and their messages.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, git, node, pawl, program, tempRepository, textOf } from './program.js';

const names = ['checkpoint-manager.cjs', 'token-counter.cjs', 'utils.cjs'];
const libOf = (root: string): string => path.join(root, '.claude/scripts/lib');

/** A repository with the drop-ins. */
function installed(): string {
  const root = tempRepository();
  assert.equal(pawl(['init', '--only', 'lib', '--yes'], root).code, 0);
  return root;
}

/** Runs code with the checkpoint manager's functions; its last expression goes to stdout as JSON. */
function manage(root: string, expression: string, cwd: string = root): { value: unknown; err: string } {
  const manager = JSON.stringify(path.join(libOf(root), 'checkpoint-manager.cjs'));
  const ended = node(
    ['-e', `const pawl = require(${manager}); process.stdout.write(JSON.stringify(${expression}))`],
    cwd,
  );
  assert.equal(ended.code, 0, ended.err);
  return { value: JSON.parse(ended.out), err: ended.err };
}

function published(root: string, name: string): JsonObject {
  const value: unknown = JSON.parse(textOf(root, '.claude/state', name));
  assert.ok(isJsonObject(value));
  return value;
}

describe('the tests of seed 000', () => {
  for (const name of ['token-counter', 'checkpoint-manager']) {
    test(`${name}.test.cjs runs as it stands against the drop-ins`, () => {
      const root = installed();
      const file = path.join(libOf(root), `${name}.test.cjs`);
      fs.copyFileSync(`test/e2e/seed-000/${name}.test.cjs.txt`, file);
      const ended = node(['--test', '--test-reporter', 'tap', file], root);
      assert.equal(ended.code, 0, ended.out + ended.err);
      assert.match(ended.out, /^# pass 3$/m);
      assert.match(ended.out, /^# fail 0$/m);
    });
  }
});

describe('what a caller brings along', () => {
  test('something on Object.prototype disturbs neither loading nor saving', () => {
    const root = installed();
    const lib = JSON.stringify(path.join(libOf(root), 'checkpoint-manager.cjs'));
    const call = (before: string, after: string): string =>
      `${before};const pawl=require(${lib});${after};process.stdout.write(String(pawl.updatePhase('implement','a',{status:'pending'},'x')))`;
    const pollute = "Object.prototype.foo='bar'";
    for (const code of [call(pollute, ''), call('', pollute)]) {
      assert.deepEqual(node(['-e', code], root), { code: 0, out: 'true', err: '' });
    }
  });

  test('a feature as long as a branch name can be is stored, found and listed', () => {
    const root = installed();
    const feature = `team/${'long-'.repeat(60)}name`;
    const named = JSON.stringify(feature);
    assert.equal(manage(root, `pawl.updatePhase('implement','a',{status:'in_progress'},${named})`).value, true);
    assert.equal(manage(root, `pawl.loadCheckpoint('implement',${named}).feature`).value, feature);
    assert.match(pawl(['show', `implement/${feature}`], root).out, /in_progress|in progress/);
    assert.equal(pawl(['doctor'], root).code, 0);
  });
});

describe('each drop-in', () => {
  for (const name of names) {
    test(`${name} documents every exported function with @param and @returns`, () => {
      const text = textOf(libOf(installed()), name);
      const list = /module\.exports = \{ ([^}]+) \};/.exec(text)?.[1]?.split(', ') ?? [];
      const functions = list.filter((one) => /^[a-z]/.test(one));
      assert.ok(functions.length >= 2);
      for (const one of functions) {
        const found = new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\nfunction ${one}\\(([^)]*)\\)`).exec(text);
        const [, comment = '', parameters = ''] = found ?? [];
        assert.match(comment, /@returns \{[^\n]+\}/, `${one} has @returns`);
        const wanted = parameters
          .split(',')
          .map((part) => part.split('=')[0]?.trim())
          .filter((part) => part);
        const documented = [...comment.matchAll(/@param \{[^\n]+?\} \[?(\w+)\]?/g)].map((match) => match[1]);
        assert.deepEqual(documented, wanted, `${one} has @param for each parameter`);
      }
    });

    test(`${name} works alone, by require from any folder, without node_modules`, () => {
      const lonely = tempFolder();
      const file = path.join(lonely, name);
      fs.copyFileSync(path.join(libOf(installed()), name), file);
      const ended = node(['-p', `Object.keys(require(${JSON.stringify(file)})).length`], tempFolder(), {
        NODE_PATH: '',
      });
      assert.deepEqual([ended.code, Number(ended.out) > 2, ended.err], [0, true, '']);
    });
  }

  test('utils.cjs has all functions of the seed', () => {
    const file = JSON.stringify(path.join(libOf(installed()), 'utils.cjs'));
    const code = `const u = require(${file}); console.log(Object.keys(u).sort().join(), u.getStateDir(), u.getGitRoot())`;
    const elsewhere = tempRepository();
    const ended = node(['-e', code], elsewhere);
    const functions = 'ensureDir,getGitRoot,getStateDir,logError,readFile,writeFile';
    assert.equal(ended.out, `${functions} ${path.join(elsewhere, '.claude/state')} ${elsewhere}\n`);
  });

  test('utils.cjs writes whole files, makes folders, and answers with null or false instead of throwing', () => {
    const root = installed();
    const file = JSON.stringify(path.join(libOf(root), 'utils.cjs'));
    const code = `
      const u = require(${file});
      const answers = [u.writeFile('a/b/c.txt', 'text'), u.readFile('a/b/c.txt'), u.readFile('none'), u.readFile('a'), u.readFile(null)];
      answers.push(u.ensureDir('a/d/e'), u.ensureDir('a/b/c.txt/x'), u.ensureDir('/proc/none/x'), u.writeFile('/proc/none', 'x'));
      console.log(JSON.stringify(answers));`;
    const ended = node(['-e', code], root);
    assert.equal(ended.out, `${JSON.stringify([true, 'text', null, null, null, true, false, false, false])}\n`);
    assert.equal(ended.code, 0);
  });

  test('nothing throws where the current folder was removed, and one line says so', (t) => {
    if (process.platform === 'win32') return t.skip('a current folder cannot be removed there');
    const [utils, manager] = ['utils.cjs', 'checkpoint-manager.cjs'].map((name) => path.join(libOf(installed()), name));
    const library = path.resolve(path.dirname(program), '../index.cjs');
    const gone = tempFolder();
    const code = `
      const [u, m, pawl] = ${JSON.stringify([utils, manager, library])}.map((file) => require(file));
      process.chdir(${JSON.stringify(gone)}); // Node remembers the folder otherwise
      require('node:fs').rmdirSync(${JSON.stringify(gone)});
      console.log(JSON.stringify([u.getGitRoot(), u.getStateDir(), u.readFile('x'), u.writeFile('a/x', 'x'), u.ensureDir('q')]));
      console.log(m.updatePhase('design', 'a', { status: 'complete' }));
      for (const root of [undefined, '.']) pawl.openProject({ root }).catch((error) => console.log(pawl.isPawlError(error, 'not-found'), error.hint));`;
    const ended = node(['-e', code], tempFolder());
    const lines = [
      '[null,".claude/state",null,false,false]',
      'false',
      ...Array(2).fill('true Change to another folder.'),
    ];
    assert.deepEqual([ended.code, ended.out.trim().split('\n')], [0, lines], ended.err);
    assert.match(
      ended.err,
      /Failed to update phase: the current folder does not exist any more\. Change to another folder\.\n/,
    );
  });
});

describe('the checkpoint manager', () => {
  test("works beside someone else's utils.cjs", () => {
    const root = tempRepository();
    fs.mkdirSync(libOf(root), { recursive: true });
    fs.writeFileSync(path.join(libOf(root), 'utils.cjs'), "throw new Error('not for you');\n");
    pawl(['init', '--only', 'lib'], root);
    assert.equal(manage(root, "pawl.updatePhase('start', 'branch', { status: 'in_progress' })").value, true);
  });

  test('updatePhase adds started_at and updated_at, and keeps started_at', () => {
    const root = installed();
    manage(root, "pawl.updatePhase('design', 'research', { status: 'in_progress' })");
    const first = published(root, 'design-checkpoint.json');
    manage(root, "pawl.updatePhase('design', 'research', { status: 'complete', context_summary: 'done' })");
    const second = published(root, 'design-checkpoint.json');
    const [before, after] = [first, second].map((doc) => {
      assert.ok(isJsonObject(doc.phases) && isJsonObject(doc.phases.research));
      const { started_at, updated_at } = doc.phases.research;
      assert.ok(typeof started_at === 'string' && typeof updated_at === 'string');
      for (const time of [started_at, updated_at]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      return { started_at, updated_at };
    });
    assert.ok(before !== undefined && after !== undefined);
    assert.equal(after.started_at, before.started_at);
    assert.ok(after.updated_at > before.updated_at);
    assert.equal(second.head_commit, git(root, 'rev-parse', 'HEAD').trim());
  });

  test('a summary of 501 tokens is refused in one line, and no file appears', () => {
    const root = installed();
    const long = "Array(501).fill('word').join(' ')";
    for (const where of [
      `state: { current_phase: null, completed_phases: [], pending_phases: [], context_summary: ${long} }, phases: {}`,
      `state: { current_phase: null, completed_phases: ['a'], pending_phases: [] }, phases: { a: { status: 'complete', context_summary: ${long} } }`,
    ]) {
      const { value, err } = manage(root, `pawl.saveCheckpoint('design', { command: 'design', version: 1, ${where} })`);
      assert.equal(value, false);
      assert.match(err, /^[^\n]*Context summary exceeds 500 token limit \(actual: 501 tokens\)[^\n]*\n$/);
      assert.equal(fs.existsSync(path.join(root, '.claude/state/design-checkpoint.json')), false);
    }
    const { value, err } = manage(
      root,
      `pawl.updatePhase('design', 'a', { status: 'complete', context_summary: ${long} })`,
    );
    assert.equal(value, false);
    assert.match(err, /^[^\n]*Context summary exceeds 500 token limit \(actual: 501 tokens\)[^\n]*\n$/);
    assert.equal(fs.existsSync(path.join(root, '.claude/state/design-checkpoint.json')), false);
  });

  test('a corrupt file gives null and one line with its path, and stays as it is', () => {
    const root = installed();
    const file = path.join(root, '.claude/state/ship-checkpoint.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '{"command": "ship", ');
    const { value, err } = manage(root, "pawl.loadCheckpoint('ship')");
    assert.equal(value, null);
    assert.equal(err.split('\n').length, 2, err);
    assert.ok(err.includes(`Checkpoint file exists but is corrupt: ${file}`), err);
    assert.equal(fs.readFileSync(file, 'utf8'), '{"command": "ship", ');
  });

  const underSeedNames = [
    {
      call: "'implement', 'api'",
      args: "'sp ace'",
      run: { command: 'implement', feature: 'sp ace' },
      name: 'implement-sp ace',
    },
    {
      call: "'code-review', 'api'",
      args: 'null',
      run: { command: 'code-review', feature: null },
      name: 'code-review-checkpoint',
    },
  ];
  for (const { call, args, run, name } of underSeedNames) {
    test(`${name}.json, as the seeds name it, is told in one line, no run is begun beside it, and the name that is told works`, () => {
      const root = installed();
      const folder = path.join(root, '.claude/state');
      fs.mkdirSync(folder, { recursive: true });
      const file = path.join(folder, `${name}.json`);
      fs.writeFileSync(file, JSON.stringify({ ...run, version: 1, phases: { api: { status: 'in_progress' } } }));
      const load = `pawl.loadCheckpoint('${run.command}', ${args})`;
      const loaded = manage(root, load);
      assert.equal(loaded.value, null);
      assert.ok(loaded.err.includes(file) && loaded.err.split('\n').length === 2, loaded.err);
      const saved = manage(root, `pawl.updatePhase(${call}, { status: 'complete' }, ${args})`);
      assert.equal(saved.value, false);
      assert.ok(saved.err.includes(file) && saved.err.split('\n').length === 2, saved.err);
      assert.deepEqual(
        fs.readdirSync(folder).filter((one) => one.endsWith('.json')),
        [`${name}.json`],
      );
      const better = /rename it to (\S+\.json)/.exec(loaded.err)?.[1] ?? '';
      assert.match(
        JSON.stringify(documentOf(pawl(['doctor', '--json'], root))),
        new RegExp(better.replace('.', '\\.')),
      );
      fs.renameSync(file, path.join(folder, better));
      const { value, err } = manage(root, load);
      assert.ok(isJsonObject(value) && value['command'] === run.command, err);
    });
  }

  test('an error is one line that says what happened and what to do', () => {
    const root = installed();
    const cases: readonly (readonly [expression: string, line: RegExp])[] = [
      [
        "pawl.updatePhase('a b', 'x', {})",
        /^\[pawl\] Failed to update phase: command "a b" .*\. .*letters, digits, "-", "_" and "\."/i,
      ],
      ...['null', '5', '{}', 'Symbol()'].map(
        (name) =>
          [
            `pawl.updatePhase('ship', ${name}, { status: 'complete' })`,
            /^\[pawl\] Failed to update phase: .*\/phase: must be the name of a phase/,
          ] as const,
      ),
      [
        "pawl.updatePhase('ship', 'x', { status: 'perhaps' })",
        /^\[pawl\] Failed to update phase: .*nothing was changed/,
      ],
    ];
    for (const [expression, line] of cases) {
      const { value, err } = manage(root, expression);
      assert.equal(value, false);
      assert.match(err, line);
      assert.equal(err.split('\n').length, 2, err);
    }
    const file = path.join(root, '.claude/state/ship-checkpoint.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '{"command": ');
    for (const expression of ["pawl.loadCheckpoint('ship')", "pawl.updatePhase('ship', 'x', { status: 'complete' })"]) {
      const { err } = manage(root, expression);
      assert.match(
        err,
        /^\[pawl\] [^\n]*corrupt: [^\n]*ship-checkpoint\.json\. Correct the file or move it away[^\n]*\n$/,
      );
    }
  });

  test('a corrupt file of a run that goes on is told once, and nobody is told to move it away', () => {
    const root = installed();
    const file = path.join(root, '.claude/state/ship-checkpoint.json');
    const save = "pawl.updatePhase('ship', 'a', { status: 'in_progress' })";
    manage(root, save);
    fs.writeFileSync(file, '{bad');
    const load = manage(root, "pawl.loadCheckpoint('ship') !== null");
    assert.match(
      load.err,
      /^\[pawl\] .*corrupt: .* Correct the file, or save: that puts the last good revision back\.\n$/,
    );
    for (const bytes of ['{bad', `{"bad": "${'x'.repeat(17 * 1024 * 1024)}`]) {
      fs.writeFileSync(file, bytes);
      const { value, err } = manage(root, save);
      assert.equal(value, true);
      assert.match(
        err,
        /^\[pawl\] [^\n]*kept as [^\n]* The save puts a good one in its place: look at the kept bytes[^\n]*\n$/,
      );
      assert.equal(published(root, 'ship-checkpoint.json')['command'], 'ship');
    }
  });

  test('what a document cannot keep of an edit is told: a number with more digits, a repeated key', () => {
    const root = installed();
    const save = "pawl.updatePhase('ship', 'a', { status: 'in_progress' })";
    manage(root, save);
    const file = path.join(root, '.claude/state/ship-checkpoint.json');
    fs.writeFileSync(
      file,
      textOf(root, '.claude/state/ship-checkpoint.json').replace('{', '{ "id": 12345678901234567890,'),
    );
    const { value, err } = manage(root, save);
    assert.equal(value, true);
    assert.match(
      err,
      /^\[pawl\] [^\n]*ship-checkpoint\.json [^\n]*12345678901234567890[^\n]*its bytes are [^\n]*aside[^\n]*\n$/,
    );
  });

  test('every save that fails on a corrupt file says so', () => {
    const root = installed();
    const file = path.join(root, '.claude/state/ship-checkpoint.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '{bad');
    const save = "pawl.updatePhase('ship', 'a', { status: 'complete' })";
    const { value, err } = manage(root, `[${save}, ${save}, ${save}]`);
    assert.deepEqual(value, [false, false, false]);
    assert.equal(err.match(/^\[pawl\] .*corrupt: .*ship-checkpoint\.json/gm)?.length, 3, err);
    assert.equal(err.split('\n').length, 4, err);
  });

  test('a checkpoint from another commit is returned, with one line that names both by 7 characters', () => {
    const root = installed();
    manage(root, "pawl.updatePhase('implement', 'implementation', { status: 'in_progress' }, 'auth')");
    const saved = git(root, 'rev-parse', 'HEAD').slice(0, 7);
    git(root, 'commit', '--quiet', '--allow-empty', '--message', 'second');
    const head = git(root, 'rev-parse', 'HEAD').slice(0, 7);
    const { value, err } = manage(root, "pawl.loadCheckpoint('implement', 'auth')");
    assert.ok(isJsonObject(value) && value.feature === 'auth');
    assert.match(err, new RegExp(`^[^\\n]*Checkpoint is stale \\(saved at ${saved}, current HEAD is ${head}\\)\\n$`));
  });

  test('a phase of a run that was archived unfinished takes that run up again, as the program does', () => {
    const root = installed();
    manage(root, `pawl.updatePhase('implement', 'api', { status: 'complete', context_summary: 'done' }, 'a')`);
    manage(root, `pawl.updatePhase('implement', 'ui', { status: 'in_progress' }, 'a')`);
    const { started_at } = published(root, 'implement-a.json');
    assert.equal(pawl(['archive', 'implement/a'], root).code, 0);
    assert.equal(manage(root, `pawl.loadCheckpoint('implement', 'a')`).value, null);
    assert.equal(manage(root, `pawl.updatePhase('implement', 'ui', { status: 'complete' }, 'a')`).value, true);
    const { phases, started_at: now } = published(root, 'implement-a.json');
    assert.ok(isJsonObject(phases));
    assert.deepEqual([Object.keys(phases), now], [['api', 'ui'], started_at]);
  });

  test('an absent checkpoint is null without a word', () => {
    const root = installed();
    assert.deepEqual(manage(root, "pawl.loadCheckpoint('review')"), { value: null, err: '' });
    assert.deepEqual(manage(root, "pawl.getResumePoint('review')"), { value: { phase: null, summary: null }, err: '' });
  });

  test('a run goes from the first phase to the end, from a folder below the root', () => {
    const root = installed();
    const below = path.join(root, 'src/deep');
    fs.mkdirSync(below, { recursive: true });
    manage(
      root,
      "pawl.updatePhase('research', 'discovery', { status: 'complete', context_summary: 'Found it.' })",
      below,
    );
    manage(root, "pawl.updatePhase('research', 'synthesis', { status: 'in_progress' })", below);
    assert.deepEqual(manage(root, "pawl.getResumePoint('research')").value, {
      phase: 'synthesis',
      summary: 'Found it.',
    });
    assert.equal(manage(root, "pawl.completeCheckpoint('research')").value, true);
    assert.deepEqual(manage(root, "pawl.getResumePoint('research')").value, { phase: null, summary: null });
    assert.equal(fs.existsSync(path.join(below, '.claude')), false);
  });
});
