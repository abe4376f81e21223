// clean, archive and delete as people and programs call them; files of seed 004, old and new.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { encodeRecord, recordVersion } from '../../src/store/file/log/record.js';
import { readOnlyFolder } from '../support/mount.js';
import { workerFile } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, git, pawl, program, put, tempRepository, textOf } from './program.js';
import { inTerminal, noTerminal } from './terminal.js';

const day = 24 * 60 * 60 * 1000;
const checkpoints = '.claude/checkpoints';

/** A file as seed 004's own tools write it. */
function seedFile(root: string, project: string, ageDays: number, more: JsonObject = {}, folder = checkpoints): string {
  const at = new Date(Date.now() - ageDays * day).toISOString();
  const id = `orchestrate_${project}_20251003_184530`;
  const doc = {
    checkpoint_id: id,
    workflow_type: 'orchestrate',
    workflow_description: `Do ${project}`,
    created_at: at,
    updated_at: at,
    status: 'in_progress',
    current_phase: 2,
    total_phases: 5,
    completed_phases: [1],
    workflow_state: { project_name: project },
    last_error: null,
    ...more,
  };
  fs.mkdirSync(path.join(root, folder), { recursive: true });
  const file = path.join(root, folder, `${id}.json`);
  fs.writeFileSync(file, JSON.stringify(doc, null, 2));
  fs.utimesSync(file, new Date(at), new Date(at));
  return id;
}

const has = (root: string, id: string, folder = checkpoints): boolean =>
  fs.existsSync(path.join(root, folder, `${id}.json`));

describe('clean', () => {
  test('puts away what is older than a week, takes what was in failed/ for a month, and leaves the rest', () => {
    const root = tempRepository();
    const [young, old, over] = [
      seedFile(root, 'young', 6),
      seedFile(root, 'old', 9),
      seedFile(root, 'over', 9, { status: 'complete', completed_phases: [1, 2, 3, 4, 5], current_phase: 5 }),
    ];
    const failed = `${checkpoints}/failed`;
    const [recent, ancient] = [
      seedFile(root, 'recent', 20, { status: 'failed' }, failed),
      seedFile(root, 'ancient', 40, { status: 'failed' }, failed),
    ];
    const rehearsal = pawl(['clean', '--dry-run'], root);
    assert.match(rehearsal.out, /orchestrate_old_\S+ +to the archive +untouched for 9 days \(limit 7\)/);
    assert.match(rehearsal.out, /Would be done: 3 workflows put away\. Nothing was changed/);
    assert.ok([young, old, over].every((id) => has(root, id)));

    const doc = documentOf(pawl(['clean', '--json'], root));
    assert.deepEqual(Object.keys(doc), ['ok', 'dry_run', 'limits', 'moved', 'packed', 'code', 'swept', 'kept']);
    assert.deepEqual(
      [young, old, over].map((id) => has(root, id)),
      [true, false, false],
    );
    assert.deepEqual(
      [old, over, recent, ancient].map((id) => has(root, id, failed)),
      [false, false, true, false],
    );
    assert.match(pawl(['clean'], root).out, /Nothing to clean up\./);
    assert.equal(pawl(['restore', ancient, '--revision', '1'], root).code, 0);
    assert.ok(has(root, ancient));
  });

  test('leaves a file that was written a moment ago, however old it says it is', () => {
    const root = tempRepository();
    const id = seedFile(root, 'copied', 300);
    const file = path.join(root, checkpoints, `${id}.json`);
    fs.utimesSync(file, new Date(), new Date());
    assert.match(pawl(['clean'], root).out, /Nothing to clean up\./);
    assert.ok(has(root, id));
    fs.utimesSync(file, new Date(Date.now() - 8 * day), new Date(Date.now() - 8 * day));
    assert.match(pawl(['clean'], root).out, /untouched for 8 days/);
    assert.equal(has(root, id), false);
  });

  test('leaves a file that has drifted to doctor, and says so', () => {
    const root = tempRepository();
    const id = seedFile(root, 'drifted', 30, { status: 'kind of done', completed_phases: 'one' });
    assert.match(pawl(['clean'], root).out, /Left alone:\n {2}orchestrate_drifted_\S+ +it has drifted: `pawl doctor`/);
    assert.ok(has(root, id));
    assert.notEqual(pawl(['resume', id, '--json'], root).code, 3);
  });

  test('works where git is not installed: only snapshots of the code are left alone', () => {
    const root = tempRepository();
    const old = seedFile(root, 'old', 9);
    const ended = pawl(['clean'], root, { PATH: tempFolder() });
    assert.equal(ended.code, 0, ended.err);
    assert.equal(has(root, old), false);
  });

  test('beside a process that works on a run, that run stays', async (t) => {
    const root = tempRepository();
    const id = seedFile(root, 'busy', 9);
    const holder = spawn(process.execPath, [workerFile('hold-lease'), root, 'busy session', `workflow:${id}`], {
      env: cleanEnv(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => holder.kill('SIGKILL'));
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const { out } = pawl(['clean'], root);
    assert.match(out, /Left alone:\n {2}orchestrate_busy_\S+ +held by /);
    assert.ok(has(root, id));
    const refused = pawl(['delete', id], root);
    assert.equal(refused.code, 6);
    assert.match(refused.err, /was not deleted: it is held by/);
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('close', resolve));
    assert.equal(documentOf(pawl(['clean', '--json'], root))['ok'], true);
    assert.equal(has(root, id), false);
  });

  test('is done by itself when a workflow is started, once a day', () => {
    const root = tempRepository();
    const old = seedFile(root, 'old', 9);
    const start = (project: string) =>
      pawl(['workflow', 'start', 'orchestrate', project, '--description', `Do ${project}`, '--phases', '2'], root);
    assert.equal(start('one').code, 0);
    assert.equal(has(root, old), false);
    const later = seedFile(root, 'later', 9);
    assert.equal(start('two').code, 0);
    assert.ok(has(root, later));
  });

  test('is done by itself in the name that is configured, as all that a call does', () => {
    const root = tempRepository();
    const old = seedFile(root, 'old', 9);
    put(root, 'own/pawl/config.json', { actor: 'Ana' });
    const start = ['workflow', 'start', 'orchestrate', 'new', '--description', 'Do it', '--phases', '2'];
    assert.equal(pawl(start, root, { XDG_CONFIG_HOME: path.join(root, 'own') }).code, 0);
    assert.match(pawl(['history', old], root).out, /Ana +archived/);
  });

  test('is done by itself when a run is taken up, not by a mere look, and not when it is switched off', () => {
    const root = tempRepository();
    const old = seedFile(root, 'old', 9);
    pawl(['phase', 'implement', 'api', 'in_progress'], root);
    assert.equal(pawl(['resume', 'implement', '--json'], root).code, 0);
    assert.equal(pawl(['resume', 'implement', '--auto'], root, { PAWL_OFF: 'clean' }).code, 0);
    assert.ok(has(root, old));
    assert.match(pawl(['resume', 'implement', '--auto'], root).err, /1 old workflow was put away/);
    assert.equal(has(root, old), false);
  });
});

describe('archive and delete', () => {
  test('archive moves a workflow to failed/, and says so again the second time', () => {
    const root = tempRepository();
    const id = seedFile(root, 'x', 1);
    assert.match(pawl(['archive', id], root).out, new RegExp(`archived \\(${checkpoints}/failed/${id}\\.json\\)`));
    assert.deepEqual([has(root, id), has(root, id, `${checkpoints}/failed`)], [false, true]);
    assert.equal(documentOf(pawl(['archive', id, '--json'], root))['changed'], false);
    assert.equal(pawl(['workflow', 'advance', id], root).code, 0);
    assert.ok(has(root, id));
  });

  test('the next command of a run that was archived unfinished goes on with it', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'p1', 'complete', '--summary', 'important'], root);
    pawl(['phase', 'implement/a', 'p2', 'in_progress'], root);
    assert.equal(pawl(['archive', 'implement/a'], root).code, 0);
    assert.match(pawl(['brief'], root).out, /When it is done: pawl phase implement\/a p2 complete/);
    const went = pawl(['phase', 'implement/a', 'p2', 'complete'], root);
    assert.match(went.out, /phase p2 is complete \(revision 4/);
    assert.doesNotMatch(went.out, /new run/);
    const { state, phases } = documentOf(pawl(['show', 'implement/a', '--json'], root));
    assert.ok(isJsonObject(state) && isJsonObject(phases) && isJsonObject(phases['p1']));
    assert.deepEqual(state['completed_phases'], ['p1', 'p2']);
    assert.equal(phases['p1']['context_summary'], 'important');
    // Complete and archived, it is over: the next phase begins a new run.
    pawl(['complete', 'implement/a'], root);
    pawl(['archive', 'implement/a'], root);
    assert.match(pawl(['phase', 'implement/a', 'p1', 'in_progress'], root).out, /a new run/);
  });

  test('an archived run can be completed as well', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'p1', 'complete'], root);
    pawl(['archive', 'implement/a'], root);
    assert.match(pawl(['complete', 'implement/a'], root).out, /the run is complete/);
  });

  test('delete keeps the history; with --purge nothing is left, but only when a person agrees', async () => {
    const root = tempRepository();
    pawl(['phase', 'implement/zebra', 'api', 'in_progress'], root);
    assert.equal(pawl(['delete', 'implement/zebra'], root).code, 0);
    assert.match(pawl(['history', 'implement/zebra'], root).out, /deleted; its history is kept/);
    const unasked = pawl(['delete', 'implement/zebra', '--purge'], root);
    assert.equal(unasked.code, 2);
    assert.equal(pawl(['delete', 'implement/zebra', 'implement/none', '--purge', '--yes'], root).code, 3);
    assert.equal(pawl(['history', 'implement/zebra'], root).code, 0);
    assert.equal(pawl(['delete', 'implement/zebra', '--purge', '--yes'], root).code, 0);
    const files = fs
      .readdirSync(path.join(root, '.claude'), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile());
    assert.deepEqual(
      files.filter(({ name, parentPath }) => name.includes('zebra') || textOf(parentPath, name).includes('zebra')),
      [],
    );
  });

  test('what a purge that was cut off has left can be purged: by name, though it cannot be read', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/zebra', 'api', 'in_progress'], root);
    const log = path.join(root, '.claude/state/.pawl/command/implement-zebra.log');
    const pointer = encodeRecord({ k: 'moved', v: recordVersion, r: 0, p: '', n: 3 });
    fs.writeFileSync(log, pointer.bytes);
    fs.rmSync(path.join(root, '.claude/state/implement-zebra.json'));
    assert.match(pawl(['history', 'implement/zebra'], root).err, /\+3\.log is missing/);
    const { code, err } = pawl(['delete', 'implement/zebra', '--purge', '--yes'], root);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(fs.existsSync(log), false);
    assert.match(pawl(['phase', 'implement/zebra', 'api', 'in_progress'], root).out, /revision 1/);
  });

  test('a file that holds no checkpoint can be deleted; its bytes are kept', () => {
    const root = tempRepository();
    fs.mkdirSync(path.join(root, '.claude/state'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/state/implement-auth.json'), '{ torn');
    const { out, code, err } = pawl(['delete', 'implement/auth'], root);
    assert.equal(code, 0, err);
    const aside = /bytes are kept in (\S+)\n/.exec(out)?.[1] ?? '';
    assert.equal(textOf(root, aside), '{ torn');
    assert.equal(pawl(['phase', 'implement/auth', 'api', 'in_progress'], root).code, 0);
  });

  test('on a terminal --purge asks, and no is no', { skip: noTerminal }, async () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'api', 'in_progress'], root);
    const no = await inTerminal([program, 'delete', 'implement/auth', '--purge'], [[/for good\?/, '\r']], root);
    assert.equal(no.code, 0);
    assert.match(no.screen, /Nothing was deleted\./);
    assert.equal(pawl(['history', 'implement/auth'], root).code, 0);
    const yes = await inTerminal([program, 'delete', '--all', '--purge'], [[/for good\?/, 'y\r']], root);
    assert.equal(yes.code, 0);
    assert.equal(pawl(['history', 'implement/auth'], root).code, 3);
  });
});

describe('delete --all --purge', () => {
  const put = (root: string, file: string, content: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  };
  const holding = (root: string, text: string): readonly string[] =>
    fs
      .readdirSync(path.join(root, '.claude'), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile() && textOf(entry.parentPath, entry.name).includes(text))
      .map(({ name }) => name);

  test('takes torn and drifted checkpoints and what is kept of them, and leaves other tools their files', () => {
    const root = tempRepository();
    const torn = '{"command":"design","phases":{"a":"SECRETMARK';
    put(root, '.claude/state/design-checkpoint.json', torn);
    pawl(['resume', 'design', '--choice', 'd'], root);
    put(root, '.claude/state/design-checkpoint.json', torn);
    put(
      root,
      '.claude/state/implement-f2.json',
      '{"command":"implement","feature":"f2","status_map":{"a":"SECRETMARK"}}',
    );
    put(root, `${checkpoints}/failed/orchestrate_x_20260105_090000.json`, '{"half": "SECRETMARK');
    put(root, '.claude/skills/build-pipeline/checkpoints/PRD-001.json', '[{"prd":"PRD-001"},{"prd":"SECRETMARK"}]');
    put(root, '.claude/state/.pawl/command/implement-lost.log', 'no record: SECRETMARK');
    put(root, '.claude/state/settings.json', '{"theme":"dark"}');
    pawl(['phase', 'review', 'x', 'in_progress'], root);
    assert.equal(pawl(['delete', '--all', '--purge'], root).code, 2);
    assert.equal(holding(root, 'SECRETMARK').length, 6);
    const ended = pawl(['delete', '--all', '--purge', '--yes', '--json'], root);
    const { ok, files, left } = documentOf(ended);
    assert.deepEqual([ended.code, ok], [0, true], ended.out);
    assert.equal(Array.isArray(files) ? files.length : 0, 6, String(files));
    assert.deepEqual(left, [
      { path: '.claude/state/settings.json', ref: null, why: 'it holds no checkpoint; another tool may keep it there' },
    ]);
    assert.deepEqual(holding(root, 'SECRETMARK'), []);
    assert.deepEqual(holding(root, 'review'), []);
    assert.equal(textOf(root, '.claude/state/settings.json'), '{"theme":"dark"}');
    assert.equal(fs.existsSync(path.join(root, '.claude/state/.pawl')), false);
    assert.match(pawl(['phase', 'review', 'x', 'in_progress'], root).out, /revision 1/);
  });

  test('does not take what may be anything, and says with its exit code that it is left', () => {
    const root = tempRepository();
    put(root, '.claude/state/notes.json', '{"half');
    const ended = pawl(['delete', '--all', '--purge', '--yes'], root);
    assert.equal(ended.code, 1);
    assert.match(ended.out, /notes\.json is left: it cannot be told whether it is a checkpoint/);
    assert.ok(fs.existsSync(path.join(root, '.claude/state/notes.json')));
  });

  test('leaves a run that someone else works on: --yes agrees to the purge, and to nothing else', () => {
    const root = tempRepository();
    const other = { PAWL_SESSION: 'B' };
    pawl(['phase', 'implement/x', 'api', 'in_progress'], root, { PAWL_SESSION: 'A' });
    pawl(['phase', 'implement/y', 'api', 'in_progress'], root, other);
    for (const args of [['archive'], ['delete', 'implement/y'], ['delete', 'implement/y', '--purge', '--yes']]) {
      const refused = pawl([...args, 'implement/x'], root, other);
      assert.equal(refused.code, 6, args.join(' '));
      assert.match(refused.err, /it is held by/);
      assert.doesNotMatch(refused.err, /--(?:yes|even|purge)/);
    }
    const ended = pawl(['delete', '--all', '--purge', '--yes', '--json'], root, other);
    const { ok, runs, left } = documentOf(ended);
    assert.deepEqual([ended.code, ok], [6, false]);
    assert.match(JSON.stringify(runs), /implement\/y/);
    assert.match(JSON.stringify(left), /"ref":"implement\/x","why":"it is held by/);
    assert.match(pawl(['history', 'implement/x'], root).out, /revision 1|api/);
    assert.equal(pawl(['delete', '--all', '--purge', '--yes', '--even-if-held'], root, other).code, 0);
    assert.equal(pawl(['history', 'implement/x'], root).code, 3);
  });
});

describe('every command that puts away', () => {
  for (const [command, args, whenEmpty] of [
    ['clean', [], 0],
    ['archive', ['implement/auth'], 3],
    ['delete', ['implement/auth'], 3],
  ] as const) {
    test(`${command} refuses wrong arguments with 2`, () => {
      const root = tempRepository();
      const wrong = [
        [...args, '--nonsense'],
        command === 'clean' ? ['x'] : [],
        [...args, command === 'clean' ? '--max-age-days=-1' : '--expect=x'],
      ];
      for (const one of wrong) assert.equal(pawl([command, ...one], root).code, 2, one.join(' '));
    });

    test(`${command} makes nothing in an empty repository and outside any`, () => {
      const empty = fs.realpathSync(tempFolder());
      git(empty, 'init', '--quiet');
      for (const folder of [empty, fs.realpathSync(tempFolder())]) {
        const ended = pawl([command, ...args, '--json'], folder);
        assert.equal(ended.code, whenEmpty);
        assert.ok(isJsonObject(documentOf(ended)));
        assert.equal(fs.existsSync(path.join(folder, '.claude')), false);
      }
    });

    test(`${command} in a linked worktree concerns its own runs only`, () => {
      const root = tempRepository();
      const id = seedFile(root, 'old', 9);
      pawl(['phase', 'implement/auth', 'api', 'in_progress'], root);
      const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
      git(root, 'worktree', 'add', '--quiet', linked);
      assert.equal(pawl([command, ...args], linked).code, whenEmpty);
      pawl(['phase', 'implement/auth', 'api', 'in_progress'], linked);
      assert.equal(pawl([command, ...args], linked).code, 0);
      assert.ok(has(root, id) && fs.existsSync(path.join(root, '.claude/state/implement-auth.json')));
    });

    test(`${command} in a folder that cannot be written says so, and leaves everything`, (t) => {
      const root = readOnlyFolder(t, (folder) => {
        seedFile(folder, 'old', 9);
        pawl(['phase', 'implement/auth', 'api', 'in_progress'], folder);
        pawl(['history', 'orchestrate_old_20251003_184530'], folder);
      });
      if (root === null) return;
      const { code, out, err } = pawl([command, ...args], root);
      if (command === 'clean') assert.match(out, /Left alone:\n {2}orchestrate_old/);
      else assert.equal(code, 5, err);
    });
  }
});

describe('starts at the same moment', () => {
  test('of one workflow: one begins, the others are told of it', async () => {
    for (let round = 0; round < 3; round++) {
      const root = tempRepository();
      const args = [
        program,
        'workflow',
        'start',
        'orchestrate',
        'race',
        '--description',
        'R',
        '--phases',
        '2',
        '--json',
      ];
      const codes = await Promise.all(
        Array.from({ length: 5 }, (_, n) => {
          const child = spawn(process.execPath, args, { cwd: root, env: cleanEnv({ PAWL_SESSION: `s${n}` }) });
          return new Promise((resolve) => child.once('close', resolve));
        }),
      );
      assert.deepEqual(
        codes.map(Number).toSorted((a, b) => a - b),
        [0, 6, 6, 6, 6],
      );
      const begun = fs.readdirSync(path.join(root, checkpoints)).filter((file) => file.endsWith('.json'));
      assert.equal(begun.length, 1);
    }
  });
});
