// `pawl resume` as people and scripts meet it: every question in a real pseudo-terminal, and never one without.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { pipelineKey, workflowKey } from '../../src/rules/names.js';
import { takeLease } from '../../src/service/lease/leases.js';
import { isJsonObject } from '../../src/rules/json/json.js';
import { openStage, pipeline, session, type Stage, workflow } from '../support/runs.js';
import { missing, notRoot } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, git, node, pawl, program, tempRepository } from './program.js';
import { noTerminal, pawlInTerminal, type Seen, type Typed } from './terminal.js';

const dayMs = 24 * 60 * 60 * 1000;
const auth = { command: 'implement', feature: 'auth' };
const otherSession = { PAWL_SESSION: 'tester' };

/** A repository in which it is some minutes ago. */
async function repository(ageMs = 12 * 60_000 + 10_000): Promise<Stage> {
  const stage = await openStage(tempRepository());
  stage.now = Date.now() - ageMs;
  return stage;
}

/** Runs `pawl resume` in a terminal; its screen is read without colours. */
async function onScreen(
  stage: Stage,
  args: readonly string[],
  typed: readonly Typed[],
  env: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const { code, screen } = await pawlInTerminal(['resume', ...args], typed, stage.root, env);
  return { code, screen: stripVTControlCharacters(screen).replaceAll('\r', '') };
}

async function failedWorkflow(stage: Stage): Promise<string> {
  const id = await workflow(stage, 'auth', 2);
  await stage.project.workflows.fail(id, 'two tests fail');
  return id;
}

async function failedPipeline(stage: Stage): Promise<void> {
  await pipeline(stage);
  await stage.project.pipelines.start('PRD-009', ['WS1']);
  await stage.project.pipelines.done('PRD-009', 'WS1');
  await stage.project.pipelines.passGate('PRD-009', 'schema-validation');
  await stage.project.pipelines.start('PRD-009', ['WS2']);
  await stage.project.pipelines.fail('PRD-009', 'WS2', { message: 'no such property', file: 'src/x.ts', line: 45 });
}

async function stateOf(stage: Stage, ref: string): Promise<Readonly<Record<string, unknown>>> {
  const fresh = await openStage(stage.root);
  const document: unknown = (await fresh.project.load(ref))?.document;
  await fresh.project.close();
  return isJsonObject(document) ? document : {};
}

describe('on a terminal', { skip: noTerminal }, () => {
  test('a workflow shows seed 004’s prompt, and r goes on from the first open phase', async () => {
    const stage = await repository();
    const id = await failedWorkflow(stage);
    const { code, screen } = await onScreen(stage, [], [['Choice', 'r\r']]);
    assert.equal(code, 0, screen);
    assert.match(
      screen,
      /Found existing checkpoint for "Implement auth"\nCreated: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(12 minutes ago\)\nProgress: Phase 2 of 5 completed\n/,
    );
    assert.match(screen, /! last run failed: two tests fail\n/);
    const options = [
      'Options:',
      '  (r)esume - Continue from Phase 3',
      '  (s)tart fresh - Delete checkpoint and restart',
      '  (v)iew details - Show checkpoint contents',
      '  (d)elete - Remove checkpoint without starting',
      '',
      'Choice [r/s/v/d]: r',
    ];
    assert.ok(screen.includes(options.join('\n')), screen);
    assert.match(screen, /is yours: continue with Phase 3\n/);
    assert.match(screen, /When it is done: pawl workflow advance/);
    assert.equal((await stateOf(stage, id))['status'], 'in_progress');
  });

  test('s begins anew: the old file stands in failed/, the new run has an id of its own', async () => {
    const stage = await repository(9.2 * dayMs);
    const id = await workflow(stage, 'auth', 2);
    const { code, screen } = await onScreen(stage, [], [['Choice', 's\r']]);
    assert.equal(code, 0, screen);
    assert.match(screen, /9 days old \(limit 7\)/);
    assert.match(screen, /begins from the start/);
    assert.ok(fs.existsSync(path.join(stage.root, `.claude/checkpoints/failed/${id}.json`)));
    const live = fs.readdirSync(path.join(stage.root, '.claude/checkpoints')).filter((name) => name.endsWith('.json'));
    assert.equal(live.length, 1);
    assert.notEqual(live[0], `${id}.json`);
    assert.equal((await stateOf(stage, id))['status'], 'abandoned');
  });

  test('v shows what the checkpoint holds and asks again; d removes it and keeps its history', async () => {
    const stage = await repository();
    const id = await failedWorkflow(stage);
    const typed = [
      ['Choice', 'v\r'],
      ['Choice', 'd\r'],
    ] as const;
    const { code, screen } = await onScreen(stage, [id], typed);
    assert.equal(code, 0, screen);
    assert.ok(screen.includes(`"checkpoint_id": "${id}"`), screen);
    assert.match(screen, /was removed; its history is kept, to revision 5/);
    assert.deepEqual(fs.readdirSync(path.join(stage.root, '.claude/checkpoints')), ['.gitignore']);
  });

  test('Ctrl-C and Ctrl-D change nothing', async () => {
    const stage = await repository();
    const id = await failedWorkflow(stage);
    for (const [keys, code] of [
      ['\u0003', 130],
      ['\u0004', 6],
    ] as const) {
      const seen = await onScreen(stage, [], [['Choice', keys]]);
      assert.equal(seen.code, code, seen.screen);
    }
    assert.equal((await stateOf(stage, id))['status'], 'failed');
  });

  test('a run that is safe goes on without a question', async () => {
    const stage = await repository();
    await stage.project.commands.phase(auth, 'api', { status: 'complete', context_summary: 'Two routes.' });
    await stage.project.commands.phase(auth, 'docs', { status: 'in_progress' });
    const { code, screen } = await onScreen(stage, [], []);
    assert.equal(code, 0, screen);
    assert.match(screen, /implement\/auth is yours: continue with docs/);
    assert.match(screen, /Last summary: Two routes\./);
    assert.match(screen, /When it is done: pawl phase implement\/auth docs complete/);
  });

  test('a failed command says what failed; s begins its phases again', async () => {
    const stage = await repository();
    await stage.project.commands.phase(auth, 'api', { status: 'complete' });
    await stage.project.commands.phase(auth, 'docs', { status: 'failed', error: 'no words' });
    const { code, screen } = await onScreen(stage, ['implement/auth'], [['Choice', 's\r']]);
    assert.equal(code, 0, screen);
    assert.match(screen, /Progress: 1 of 4 phases completed/);
    assert.match(screen, /last run failed: no words/);
    assert.match(screen, /\(r\)esume - Continue from docs/);
    assert.match(screen, /Next: pawl phase implement\/auth api in_progress/);
  });

  test('a failed pipeline shows seed 003’s display and its error, and asks whether it is fixed', async () => {
    const stage = await repository();
    await failedPipeline(stage);
    const { code, screen } = await onScreen(stage, ['PRD-009'], [['Choice', 'r\r']]);
    assert.equal(code, 0, screen);
    assert.ok(
      screen.startsWith('Resuming PRD-009 from Phase 2\n\nCompleted:\n  WS1: Database Layer ✅\n\nPending:\n'),
      screen,
    );
    assert.match(screen, /! last run failed: WS2: no such property \(src\/x.ts:45\)\n/);
    assert.match(screen, /\nIs it fixed\? Choice \[r\/s\/v\/d\]: r\n/);
    assert.match(screen, /\(r\)esume - It is fixed: continue from Phase 2: WS2, WS3/);
    assert.equal((await stateOf(stage, 'PRD-009'))['status'], 'paused');
  });

  test('whether a failed pipeline is fixed can be answered by yes or no', async () => {
    const stage = await repository();
    await failedPipeline(stage);
    const no = await onScreen(stage, ['PRD-009'], [['Choice', 'n\r']]);
    assert.equal(no.code, 6, no.screen);
    assert.match(no.screen, /Nothing was changed\./);
    assert.equal((await stateOf(stage, 'PRD-009'))['status'], 'failed');
    const yes = await onScreen(stage, ['PRD-009'], [['Choice', 'yes\r']]);
    assert.equal(yes.code, 0, yes.screen);
    assert.equal((await stateOf(stage, 'PRD-009'))['status'], 'paused');
  });

  test('a pipeline that was interrupted warns, and is continued or restarted', async () => {
    for (const [key, running, pending] of [
      ['r', ['WS1'], ['WS2', 'WS3']],
      ['s', [], ['WS1', 'WS2', 'WS3']],
    ] as const) {
      const stage = await repository();
      await pipeline(stage);
      await stage.project.pipelines.start('PRD-009', ['WS1']);
      const { code, screen } = await onScreen(stage, [], [['Choice', `${key}\r`]]);
      assert.equal(code, 0, screen);
      assert.match(screen, /WS1 was in progress when the work stopped/);
      const state = await stateOf(stage, 'PRD-009');
      assert.deepEqual([state['in_progress_workstreams'], state['pending_workstreams']], [running, pending]);
    }
  });

  test('a paused pipeline shows its last gate and goes on', async () => {
    const stage = await repository();
    await pipeline(stage);
    await stage.project.pipelines.start('PRD-009', ['WS1']);
    await stage.project.pipelines.done('PRD-009', 'WS1');
    await stage.project.pipelines.passGate('PRD-009', 'schema-validation');
    const { code, screen } = await onScreen(stage, ['PRD-009'], []);
    assert.equal(code, 0, screen);
    assert.match(screen, /Resuming PRD-009 from Phase 2/);
    assert.match(screen, /last gate passed: schema-validation \(WS1\)/);
  });

  for (const [answer, code, mine] of [
    ['n\n', 6, false],
    ['y\n', 0, true],
  ] as const) {
    test(`someone else’s run is taken over only by a person’s word: ${JSON.stringify(answer)}`, async () => {
      const stage = await repository();
      const id = await workflow(stage);
      takeLease({ root: stage.root, clock: Date.now }, workflowKey(id), session('ben'));
      const seen = await onScreen(stage, [], [['Take it over', answer]], otherSession);
      assert.equal(seen.code, code, seen.screen);
      assert.match(seen.screen, /✗ held by session ben since/);
      const { verdict } = documentOf(pawl(['resume', '--json'], stage.root, otherSession));
      assert.equal(verdict, mine ? 'resume' : 'blocked');
    });
  }

  test('a file that does not parse is shown, and set aside only when that is chosen', async () => {
    const stage = await repository();
    const file = path.join(stage.root, '.claude/checkpoints/orchestrate_auth_20260105_090000.json');
    stage.write('.claude/checkpoints/orchestrate_auth_20260105_090000.json', '{"checkpoint_id": \u001b[31m');
    const typed = [
      ['Choice \\[s/v/d\\]', 'r\r'],
      ['Please answer s, v or d', 'v\r'],
      ['Choice', 'd\r'],
    ] as const;
    const { code, screen } = await onScreen(stage, [], typed);
    assert.equal(code, 0, screen);
    assert.match(screen, /Checkpoint file exists but is corrupt/);
    assert.match(screen, /\{"checkpoint_id": \r?\n/);
    assert.match(screen, /set aside/);
    assert.equal(fs.existsSync(file), false);
  });

  test('an incomplete and a newer file leave no r to choose', async () => {
    const stage = await repository();
    const id = await workflow(stage);
    const file = `.claude/checkpoints/${id}.json`;
    const whole = fs.readFileSync(path.join(stage.root, file), 'utf8');
    for (const [text, says] of [
      [
        whole.replace(/ {2}"total_phases": 5,\n/, ''),
        /✗ its file has a problem, for `pawl doctor --fix`: .*total_phases/,
      ],
      [whole.replace('{', '{\n  "schema_version": "7.0",'), /✗ its schema version is 7.0/],
    ] as const) {
      stage.write(file, text);
      const { code, screen } = await onScreen(stage, [id], [['Choice', '\u0003']]);
      assert.equal(code, 130, screen);
      assert.match(screen, says);
      assert.match(screen, /Choice \[s\/v\/d\]:/);
      assert.doesNotMatch(screen, /\(r\)esume/);
    }
  });
});

describe('without a terminal', () => {
  test('nothing is asked: the decision is printed, and the exit code is 6 when someone has to decide', async () => {
    const stage = await repository();
    const id = await failedWorkflow(stage);
    for (const args of [['resume'], ['resume', id], ['resume', '--auto']]) {
      const { code, out, err } = pawl(args, stage.root);
      assert.equal(code, 6, out);
      assert.match(out, /! last run failed: two tests fail/);
      assert.match(
        out,
        new RegExp(`A person decides: pawl resume ${id}, on a terminal or with --choice r\\|s\\|v\\|d`),
      );
      assert.equal(err, '');
    }
    assert.equal((await stateOf(stage, id))['status'], 'failed');
  });

  test('--json gives one stable document', async () => {
    const stage = await repository();
    const id = await failedWorkflow(stage);
    await stage.project.commands.phase(auth, 'api', { status: 'in_progress' });
    stage.now += 1000;
    await stage.project.workflows.update(id, { note: 1 });
    const ended = pawl(['resume', '--json'], stage.root);
    assert.deepEqual([ended.code, ended.err], [6, '']);
    const { brief, updated_at, path: file, others, ...rest } = documentOf(ended);
    assert.deepEqual(rest, {
      ok: true,
      verdict: 'ask',
      ref: id,
      id: `workflow:${id}`,
      family: 'workflow',
      title: 'Implement auth',
      status: 'failed',
      place: 'live',
      revision: 5,
      progress: { done: 2, total: 5 },
      from: 'Phase 3',
      reasons: ['last run failed: two tests fail'],
      notes: [],
      redo: [],
      options: ['r', 's', 'v', 'd'],
      holder: null,
      next_command: `pawl resume ${id}`,
      acted: null,
    });
    assert.match(String(brief), /Error: two tests fail/);
    assert.ok(typeof updated_at === 'string' && String(file).endsWith(`${id}.json`));
    assert.ok(Array.isArray(others) && others.length === 1 && isJsonObject(others[0]));
    assert.deepEqual(Object.keys(others[0]).sort(), ['family', 'progress', 'ref', 'status', 'title', 'updated_at']);
  });

  test('--auto takes up what is safe, for this session; another one is then refused', async () => {
    const stage = await repository();
    const id = await workflow(stage);
    const [ana, ben] = [{ PAWL_SESSION: 'ana' }, { PAWL_SESSION: 'ben' }];
    const first = documentOf(pawl(['resume', '--auto', '--json'], stage.root, ana));
    assert.deepEqual([first['verdict'], first['acted']], ['resume', 'resumed']);
    assert.equal(first['next_command'], `pawl workflow advance ${id}`);
    assert.equal(documentOf(pawl(['resume', '--auto', '--json'], stage.root, ana))['acted'], 'resumed');
    const refused = pawl(['resume', '--auto', '--json'], stage.root, ben);
    assert.equal(refused.code, 6);
    assert.equal(documentOf(refused)['verdict'], 'blocked');
    for (const choice of ['r', 's', 'd']) assert.equal(pawl(['resume', '--choice', choice], stage.root, ben).code, 6);
    assert.ok(fs.existsSync(path.join(stage.root, `.claude/checkpoints/${id}.json`)));
  });

  test('--choice is the answer: r, s, v and d', async () => {
    const stage = await repository();
    const id = await failedWorkflow(stage);
    const viewed = documentOf(pawl(['resume', '--choice', 'v', '--json'], stage.root));
    assert.ok(isJsonObject(viewed['document']) && viewed['document']['checkpoint_id'] === id);
    assert.equal(documentOf(pawl(['resume', '--choice', 'r', '--json'], stage.root))['acted'], 'resumed');
    const restarted = documentOf(pawl(['resume', '--choice', 's', '--json'], stage.root));
    assert.equal(restarted['acted'], 'restarted');
    assert.ok(String(restarted['new_ref']).startsWith('orchestrate_auth_') && restarted['new_ref'] !== id);
    assert.equal(documentOf(pawl(['resume', '--choice', 'd', '--json'], stage.root))['acted'], 'deleted');
    assert.equal(documentOf(pawl(['resume', '--json'], stage.root))['verdict'], 'nothing');
  });

  test('a complete pipeline is an error that says so', async () => {
    const stage = await repository();
    await pipeline(stage);
    const { pipelines } = stage.project;
    await pipelines.start('PRD-009', ['WS1']);
    await pipelines.done('PRD-009', 'WS1');
    await pipelines.passGate('PRD-009', 'schema-validation');
    await pipelines.start('PRD-009', ['WS2', 'WS3']);
    for (const id of ['WS2', 'WS3']) await pipelines.done('PRD-009', id);
    const ended = pawl(['resume', 'PRD-009'], stage.root);
    assert.equal(ended.code, 1);
    assert.match(ended.err, /PRD-009 already complete\n.*update the roadmap/);
  });

  test('an interrupted agent’s run is free as soon as its process is gone', async () => {
    const stage = await repository();
    await pipeline(stage);
    const owner = { id: 'session gone', process: { pid: 2 ** 22 + 1, started: '1' }, ancestors: [] };
    takeLease({ root: stage.root, clock: Date.now }, pipelineKey('PRD-009'), owner);
    assert.equal(documentOf(pawl(['resume', '--json'], stage.root, otherSession))['verdict'], 'resume');
  });
});

test('a named session keeps its run when a program between it and pawl ends', () => {
  const root = tempRepository();
  const phase = [process.execPath, program, 'phase', 'design/y', 'research', 'in_progress'];
  const between = `process.exit(require('node:child_process').spawnSync(${JSON.stringify(phase[0])}, ${JSON.stringify(phase.slice(1))}).status)`;
  const env = { PAWL_SESSION: 's1' };
  assert.equal(node(['-e', between], root, env).code, 0);
  const asked = pawl(['resume', 'design/y', '--auto', '--json'], root, { PAWL_SESSION: 's2' });
  assert.deepEqual([asked.code, documentOf(asked)['verdict']], [6, 'blocked']);
  assert.equal(pawl(['phase', 'design/y', 'research', 'complete'], root, env).err, '');
});

describe('wherever it is called', () => {
  test('bad arguments are refused with 2', () => {
    const folder = tempFolder();
    for (const args of [
      ['--choice', 'x'],
      ['--choice'],
      ['--auto=1'],
      ['a', 'b'],
      ['--auto', '--choice', 'r'],
      ['--yes'],
    ]) {
      const { code, err } = pawl(['resume', ...args], folder);
      assert.equal(code, 2, args.join(' '));
      assert.doesNotMatch(err, /\n\s+at /);
    }
  });

  test('a ref that nothing has exits with 3 and names what is near', async () => {
    const stage = await repository();
    await pipeline(stage);
    const { code, err } = pawl(['resume', 'PRD-008'], stage.root);
    assert.equal(code, 3);
    assert.match(err, /did you mean PRD-009\?/);
  });

  test('in an empty repository and outside any, nothing is unfinished and nothing is written', () => {
    for (const folder of [tempRepository(), tempFolder()]) {
      const before = fs.readdirSync(folder);
      assert.deepEqual(pawl(['resume'], folder), { code: 0, out: 'Nothing is unfinished here.\n', err: '' });
      assert.equal(documentOf(pawl(['resume', '--json'], folder))['verdict'], 'nothing');
      assert.equal(pawl(['resume', '--auto'], folder).code, 0);
      assert.deepEqual(fs.readdirSync(folder), before);
    }
  });

  test('in a read-only folder it still decides, and taking up says why it cannot', async (t) => {
    const reason = notRoot() ?? missing('setpriv');
    if (reason !== null) return t.skip(reason);
    const stage = await repository();
    await workflow(stage);
    spawnSync('chmod', ['-R', 'a+rX', stage.root]);
    const asNobody = (...args: readonly string[]): ReturnType<typeof pawl> => {
      const command = [
        '--reuid=65534',
        '--regid=65534',
        '--clear-groups',
        process.execPath,
        program,
        'resume',
        ...args,
      ];
      const ended = spawnSync('setpriv', command, { cwd: stage.root, env: cleanEnv(), encoding: 'utf8' });
      return { code: ended.status, out: ended.stdout, err: ended.stderr };
    };
    assert.equal(documentOf(asNobody('--json'))['verdict'], 'resume');
    const refused = asNobody('--auto');
    assert.equal(refused.code, 5, refused.err);
    assert.match(refused.err, /EACCES/);
  });

  test('a linked worktree has its own runs', async () => {
    const stage = await repository();
    await workflow(stage);
    const tree = path.join(fs.realpathSync(tempFolder()), 'tree');
    git(stage.root, 'worktree', 'add', '--quiet', '-b', 'linked', tree);
    assert.equal(documentOf(pawl(['resume', '--json'], tree))['verdict'], 'nothing');
    const own = await openStage(tree);
    own.now = Date.now();
    await pipeline(own, 'PRD-010');
    assert.equal(documentOf(pawl(['resume', '--auto', '--json'], tree))['ref'], 'PRD-010');
  });
});
