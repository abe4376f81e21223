// The resume decision over real checkpoints on disk.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { commandKey, pipelineKey, workflowKey } from '../../src/rules/names.js';
import { takeLease } from '../../src/service/lease/leases.js';
import { cleanUp } from '../../src/service/lifecycle/clean.js';
import { archiveRun } from '../../src/service/lifecycle/move.js';
import { decide } from '../../src/service/resume/decide.js';
import type { Decision } from '../../src/service/resume/decision.js';
import { quickDecide } from '../../src/service/resume/quick-decide.js';
import { decideStart } from '../../src/service/resume/start.js';
import { removeRun, startFresh } from '../../src/service/resume/act/discard.js';
import { resumeRun } from '../../src/service/resume/act/take-up.js';
import { git } from '../e2e/program.js';
import { pipelineDocument } from '../support/documents.js';
import { openStage, pipeline, session, type Stage, workflow } from '../support/runs.js';
import { notRoot } from '../support/programs.js';

const [ana, ben] = [session('ana'), session('ben')];
const auth = { command: 'implement', feature: 'auth' };
const dayMs = 24 * 60 * 60 * 1000;

/** The look that opens no store comes to the same decision, or to none. */
async function about(stage: Stage, ref?: string): Promise<Decision> {
  const before = ref === undefined ? quickDecide(stage.root, stage.now, ana) : null;
  const decision = await decide(stage.bench, { ref, owner: ana });
  const after = ref === undefined ? quickDecide(stage.root, stage.now, ana) : null;
  for (const quick of [before, after]) if (quick !== null) assert.deepEqual(unmarked(quick), unmarked(decision));
  return decision;
}

/** Each brief has a marker of its own. */
function unmarked(decision: Decision): Decision {
  return { ...decision, brief: decision.brief?.replaceAll(/pawl [0-9a-f]{16}/g, 'pawl …') ?? null };
}

function inShort({ verdict, reasons }: Decision): string {
  return [verdict, ...reasons].join(' | ');
}

describe('a decision', () => {
  test('is nothing in an empty project, and looking makes no files', async () => {
    const stage = await openStage();
    const decision = await about(stage);
    assert.equal(decision.verdict, 'nothing');
    assert.equal(decision.ref, null);
    assert.deepEqual(fs.readdirSync(stage.root), []);
    await assert.rejects(about(stage, 'PRD-009'), { code: 'not-found' });
  });

  test('without a store is made about commands and workflows that nothing has happened to, and about nothing else', async () => {
    const stage = await openStage();
    const quick = (): string | null => quickDecide(stage.root, stage.now, ana)?.ref ?? null;
    assert.equal(quick(), null);
    const id = await workflow(stage, 'auth', 2);
    await about(stage); // the catalogue is made with the first look at all files
    assert.equal(quick(), id);
    stage.now += 60_000;
    await stage.project.commands.phase(auth, 'api', { status: 'in_progress' });
    assert.equal(quick(), 'implement/auth');
    await about(stage);
    const file = stage.bench.store.pathOf?.(commandKey('implement', 'auth')) ?? '';
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('in_progress', 'complete'));
    assert.equal(quick(), null);
    await about(stage);
    stage.now += 60_000;
    await pipeline(stage);
    await about(stage);
    assert.equal(quick(), null);
  });

  test('about a workflow under way is to resume at the first open phase', async () => {
    const stage = await openStage();
    const id = await workflow(stage, 'auth', 2);
    const decision = await about(stage);
    assert.equal(inShort(decision), 'resume');
    assert.deepEqual([decision.ref, decision.from, decision.family], [id, 'Phase 3', 'workflow']);
    assert.equal(decision.next_command, `pawl resume ${id} --auto`);
    assert.match(decision.brief ?? '', /Done, do not redo: Phase 1 \(claimed\), Phase 2/);
    assert.deepEqual(decision, { ...(await about(stage, id)), brief: decision.brief });
  });

  test('asks about a workflow past its age, by the limit that is given', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    stage.now += 9.1 * dayMs;
    assert.equal(inShort(await about(stage)), 'ask | 9 days old (limit 7)');
    assert.equal(inShort(await decide(stage.bench, { ref: id, owner: ana, maxAgeDays: 10 })), 'resume');
  });

  test('asks about a workflow whose time was only that of its file, until it is worked on', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    const file = path.join(stage.root, `.claude/checkpoints/${id}.json`);
    const document = JSON.parse(fs.readFileSync(file, 'utf8'));
    document.pawl = { ...document.pawl, undated: document.updated_at };
    fs.writeFileSync(file, JSON.stringify(document));
    assert.equal(inShort(await about(stage)), 'ask | when it was last worked on is not known: its file told no time');
    stage.now += 60_000;
    await stage.project.workflows.advance(id);
    assert.equal(inShort(await about(stage)), 'resume');
  });

  test('asks about a command whose file said otherwise when it was repaired, until it is worked on', async () => {
    const stage = await openStage();
    await stage.project.commands.phase(auth, 'models', { status: 'complete' });
    const file = path.join(stage.root, '.claude/state/implement-auth.json');
    const document = JSON.parse(fs.readFileSync(file, 'utf8'));
    document.pawl = { doubt: { text: 'status says "cancelled"', at: document.updated_at } };
    fs.writeFileSync(file, JSON.stringify(document));
    assert.equal(inShort(await about(stage)), 'ask | its file leaves it in doubt: status says "cancelled"');
    stage.now += 60_000;
    await stage.project.commands.phase(auth, 'api', {});
    assert.equal(inShort(await about(stage)), 'resume');
  });

  test('asks about a workflow unless what it says of its tests is a plain yes', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    const failed = 'ask | its tests did not pass';
    const unclear = 'ask | what it says of its tests is no plain yes: see tests_passing';
    for (const [said, wanted] of [
      [false, failed],
      ['false', failed],
      ['12/14', unclear],
      [0, unclear],
      ['yes', 'resume'],
      ['14/14', 'resume'],
    ] as const) {
      await stage.project.workflows.update(id, { tests_passing: said });
      assert.equal(inShort(await about(stage)), wanted, JSON.stringify(said));
    }
  });

  test('does not ask about an old command or pipeline', async () => {
    const stage = await openStage();
    await stage.project.commands.phase(auth, 'api', { status: 'in_progress' });
    stage.now += 60 * dayMs;
    assert.equal(inShort(await about(stage)), 'resume');
  });

  test('asks about a failure, with its error', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    await stage.project.workflows.fail(id, 'two tests fail');
    assert.equal(inShort(await about(stage)), 'ask | last run failed: two tests fail');
    await stage.project.workflows.fail(id, { message: 'no way' }, { final: true });
    assert.equal((await about(stage)).verdict, 'nothing', 'what failed for good is not offered by itself');
    assert.equal(inShort(await about(stage, id)), 'ask | its file was moved to failed/ | last run failed: no way');
  });

  test('tells of a phase that failed beside the one that goes on', async () => {
    const stage = await openStage();
    await stage.project.commands.phase(auth, 'api', { status: 'failed', error: 'db down' });
    await stage.project.commands.phase(auth, 'ui', { status: 'in_progress' });
    const { verdict, notes, brief } = await about(stage);
    assert.deepEqual([verdict, notes], ['resume', ['api failed: db down']]);
    assert.match(brief ?? '', /^Failed: api failed: db down$/m);
    const [run] = await stage.project.list();
    assert.equal(run?.error, 'api: db down', 'not as if the running phase had it');
  });

  test('is about this session’s own run first, else the newest; the others are one line each', async () => {
    const stage = await openStage();
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push(await workflow(stage, name));
      stage.now += 60_000;
    }
    const newest = await about(stage);
    assert.equal(newest.ref, ids[2]);
    assert.deepEqual(
      newest.others.map(({ ref }) => ref),
      [ids[1], ids[0]],
    );
    assert.ok(takeLease(stage.bench, workflowKey(ids[0]), ana).ok);
    assert.equal((await about(stage)).ref, ids[0]);
    assert.equal((await decide(stage.bench, { owner: ben })).ref, ids[2]);
  });

  test('is blocked while someone else works on the run', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    takeLease(stage.bench, workflowKey(id), ben);
    const decision = await about(stage);
    assert.equal(inShort(decision), 'blocked | held by session ben since 2026-01-05 09:00 UTC');
    assert.equal(decision.holder?.owner, 'session ben');
    assert.deepEqual(decision.options, ['v']);
    stage.now += 31 * 60_000;
    assert.equal((await about(stage)).verdict, 'resume');
  });

  test('takes a moved HEAD for information, not for a reason', async () => {
    const stage = await openStage();
    git(stage.root, 'init', '--quiet');
    git(stage.root, 'commit', '--quiet', '--allow-empty', '--message', 'first');
    await stage.project.commands.phase(auth, 'api', { status: 'in_progress' });
    git(stage.root, 'commit', '--quiet', '--allow-empty', '--message', 'second');
    const decision = await about(stage);
    assert.equal(inShort(decision), 'resume');
    assert.match(decision.notes.join(), /HEAD has moved from [0-9a-f]{7} to [0-9a-f]{7}/);
  });

  test('names the units whose files are gone, and no others', async () => {
    const stage = await openStage();
    for (const name of ['models', 'api']) {
      stage.write(`src/${name}.ts`, name);
      await stage.project.commands.phase(auth, name, {
        status: 'complete',
        files_created: [`src/${name}.ts`, 'src/**/*.gen.ts'],
      });
    }
    await stage.project.commands.phase(auth, 'docs', { status: 'pending' });
    assert.equal(inShort(await about(stage)), 'resume');
    fs.rmSync(path.join(stage.root, 'src/models.ts'));
    const decision = await about(stage);
    assert.equal(inShort(decision), 'ask | models is recorded as done, but src/models.ts is gone');
    assert.deepEqual(decision.redo, ['models']);
  });

  test('sees that files in the root itself are gone', async () => {
    const stage = await openStage();
    for (const name of ['Makefile', 'a.sql']) stage.write(name, name);
    await stage.project.commands.phase(auth, 'api', { status: 'complete', files_created: ['Makefile', 'a.sql'] });
    await stage.project.commands.phase(auth, 'docs', { status: 'pending' });
    assert.equal(inShort(await about(stage)), 'resume');
    for (const name of ['Makefile', 'a.sql']) fs.rmSync(path.join(stage.root, name));
    assert.equal(inShort(await about(stage)), 'ask | api is recorded as done, but Makefile, a.sql are gone');
  });

  test('takes what another tool lists of a pipeline for files in the root only where it is named like one', async () => {
    const stage = await openStage();
    const claimed = pipelineDocument({
      artifacts: { WS1: ['db.sql', 'users', 'UserService.create', 'Created', 'Makefile'] },
      timestamp: '2026-01-05T08:00:00Z',
    });
    stage.write('.claude/skills/build-pipeline/checkpoints/PRD-009.json', JSON.stringify(claimed));
    const decision = await about(stage, 'PRD-009');
    assert.equal(inShort(decision), 'ask | WS1 is recorded as done, but db.sql, Makefile are gone');
    assert.deepEqual(decision.redo, ['WS1']);
  });

  test('asks when the plan of a workflow has changed or is gone', async () => {
    const stage = await openStage();
    stage.write('plan.md', 'one');
    const id = await workflow(stage);
    await stage.project.workflows.update(id, { plan_path: 'plan.md' });
    assert.equal(inShort(await about(stage)), 'resume');
    stage.write('plan.md', 'two');
    assert.equal(inShort(await about(stage)), 'ask | its plan plan.md has changed since the last step');
    fs.rmSync(path.join(stage.root, 'plan.md'));
    assert.equal(inShort(await about(stage)), 'ask | its plan plan.md is gone');
  });

  test('quotes refs for a shell, and shows no control characters', async () => {
    const stage = await openStage();
    await stage.project.commands.phase({ command: 'implement', feature: "it's $(me)\u001b[2J" }, 'api\u202e', {
      status: 'in_progress',
    });
    const decision = await about(stage);
    assert.equal(decision.next_command, String.raw`pawl resume $'implement/it\'s $(me)\u001b[2J' --auto`);
    assert.doesNotMatch(`${decision.title}${decision.from}${decision.reasons.join('')}`, /[\p{Cc}\p{Cf}]/u);
  });
});

describe('a decision about a pipeline', () => {
  test('follows seed 003: initialized and paused go on, failed and interrupted ones ask, complete is over', async () => {
    const stage = await openStage();
    const { pipelines } = stage.project;
    await pipeline(stage);
    assert.equal(inShort(await about(stage)), 'resume');
    await pipelines.start('PRD-009', ['WS1']);
    assert.equal(inShort(await about(stage)), 'ask | WS1 was in progress when the work stopped');
    assert.ok(takeLease(stage.bench, pipelineKey('PRD-009'), ana).ok);
    assert.equal(inShort(await about(stage)), 'resume', 'one’s own just goes on');
    const held = await decide(stage.bench, { owner: ben });
    assert.equal(held.verdict, 'blocked');
    assert.doesNotMatch(held.reasons.join(), /stopped/, 'whoever holds it is at it');
    await pipelines.done('PRD-009', 'WS1');
    await pipelines.passGate('PRD-009', 'schema-validation');
    const paused = await about(stage);
    assert.deepEqual([paused.verdict, paused.status, paused.from], ['resume', 'paused', 'Phase 2: WS2, WS3']);
    assert.deepEqual(paused.notes, ['last gate passed: schema-validation (WS1)']);
    await pipelines.start('PRD-009', ['WS2']);
    await pipelines.fail('PRD-009', 'WS2', { message: 'does not compile', file: 'a.ts', line: 4 });
    assert.equal(inShort(await about(stage)), 'ask | last run failed: WS2: does not compile (a.ts:4)');
    await pipelines.start('PRD-009', ['WS2', 'WS3']);
    for (const id of ['WS2', 'WS3']) await pipelines.done('PRD-009', id);
    assert.equal((await about(stage)).verdict, 'nothing');
    assert.equal(inShort(await about(stage, 'PRD-009')), 'nothing | PRD-009 already complete');
  });

  test('is blocked by a review that says do_not_ship', async () => {
    const stage = await openStage();
    await pipeline(stage);
    await stage.project.pipelines.review('PRD-009', { verdict: 'do_not_ship', p0_count: 1, p1_count: 0 });
    assert.equal(inShort(await about(stage)), 'blocked | the adversarial review says do_not_ship (attempt 1 of 2)');
  });

  test('that is said to be in progress while nothing runs calls it stalled', async () => {
    const stage = await openStage();
    await pipeline(stage);
    const file = path.join(stage.root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"initialized"', '"in_progress"'));
    assert.match(inShort(await about(stage)), /^ask \| it is recorded as in progress, but nothing is running/);
  });
});

describe('state that came with a clone', () => {
  const file = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';

  async function cloned(committed: readonly string[]): Promise<Stage> {
    const origin = await openStage();
    git(origin.root, 'init', '--quiet');
    await pipeline(origin);
    git(origin.root, 'add', '--force', ...committed);
    git(origin.root, 'commit', '--quiet', '--message', 'state');
    const clone = await openStage();
    git(clone.root, 'clone', '--quiet', origin.root, '.');
    return clone;
  }

  for (const [what, committed] of [
    ['a tracked file', [file]],
    ['a log that was committed along with it', ['.claude']],
  ] as const) {
    test(`is asked about, also with ${what}; taken up once, it is one’s own`, async () => {
      const stage = await cloned(committed);
      const decision = await about(stage);
      assert.equal(inShort(decision), 'ask | it came with the repository: nobody has worked on it here');
      assert.ok((await resumeRun(stage.bench, pipelineKey('PRD-009'), { owner: ana })).ok);
      assert.equal(inShort(await about(stage)), 'resume');
    });
  }

  test('is not what another tool wrote here and nobody committed', async () => {
    const stage = await openStage();
    git(stage.root, 'init', '--quiet');
    await pipeline(stage);
    const other = await openStage();
    git(other.root, 'init', '--quiet');
    other.write(file, fs.readFileSync(path.join(stage.root, file), 'utf8'));
    assert.equal(inShort(await about(other)), 'resume');
  });
});

describe('a file that cannot be used', () => {
  const id = 'orchestrate_auth_20260105_090000';
  const file = `.claude/checkpoints/${id}.json`;

  test('and has no history is blocked with seed 004’s options; both set its bytes aside', async () => {
    for (const act of [startFresh, removeRun]) {
      const stage = await openStage();
      stage.write(file, '{"checkpoint_id": "orch');
      for (const decision of [await about(stage), await about(stage), await about(stage, id)]) {
        assert.match(inShort(decision), /^blocked \| Checkpoint file exists but is corrupt: /);
        assert.deepEqual(decision.options, ['s', 'v', 'd']);
        assert.equal(decision.next_command, `pawl doctor ${path.join(stage.root, file)}`);
      }
      assert.equal(await act(stage.bench, workflowKey(id), { owner: ana }), null);
      assert.equal(fs.existsSync(path.join(stage.root, file)), false);
      const aside = path.join(stage.root, '.claude/state/.pawl/aside');
      const [kept = ''] = fs.readdirSync(aside);
      assert.equal(fs.readFileSync(path.join(aside, kept), 'utf8'), '{"checkpoint_id": "orch');
      assert.equal((await about(stage)).verdict, 'nothing');
    }
  });

  test('but has a good revision is asked about, and goes on from there', async () => {
    const stage = await openStage();
    await workflow(stage, 'auth', 2);
    stage.write(file, 'torn');
    const decision = await about(stage);
    assert.equal(decision.verdict, 'ask');
    assert.match(decision.reasons.join(), /is corrupt: .*; revision 3 is the last good one/);
    assert.equal(decision.from, 'Phase 3');
    const taken = await resumeRun(stage.bench, workflowKey(id), { owner: ana });
    assert.ok(taken.ok);
    const published = JSON.parse(fs.readFileSync(path.join(stage.root, file), 'utf8'));
    assert.deepEqual(published, taken.stored.state, 'the good revision stands in its place again');
    const aside = path.join(stage.root, '.claude/state/.pawl/aside');
    assert.deepEqual(
      fs.readdirSync(aside).map((kept) => fs.readFileSync(path.join(aside, kept), 'utf8')),
      ['torn'],
    );
  });

  test('for lack of permission is blocked, with nothing to choose', {
    skip: notRoot() === null ? 'root may read everything' : false,
  }, async () => {
    const stage = await openStage();
    stage.write(file, '{}');
    fs.chmodSync(path.join(stage.root, file), 0);
    const decision = await about(stage, id);
    assert.equal(decision.verdict, 'blocked');
    assert.deepEqual(decision.options, []);
  });

  test('because its schema is newer is blocked; it can be put away as it is', async () => {
    const stage = await openStage();
    await workflow(stage);
    const text = fs.readFileSync(path.join(stage.root, file), 'utf8');
    stage.write(file, text.replace('{', '{\n  "schema_version": "9.0",'));
    const decision = await about(stage);
    assert.match(inShort(decision), /^blocked \| its schema version is 9.0; this pawl knows 2.1/);
    assert.deepEqual(decision.options, ['s', 'v', 'd']);
    const put = await startFresh(stage.bench, workflowKey(id), { owner: ana });
    assert.deepEqual(
      [put?.place, put?.state['schema_version'], put?.state['status']],
      ['failed', '9.0', 'in_progress'],
    );
  });

  test('because required state is missing is blocked, and says what is missing', async () => {
    const stage = await openStage();
    stage.write(file, JSON.stringify({ checkpoint_id: id, workflow_type: 'orchestrate', status: 'in_progress' }));
    const decision = await about(stage);
    assert.match(inShort(decision), /^blocked \| its file has \d+ problems, for .*: .*is missing/);
    const mend = `pawl doctor --fix ${path.join(stage.root, file)}`;
    assert.equal(decision.next_command, mend, 'what is blocked by its form can be put right');
    assert.match(decision.brief ?? '', /^Blocked, a person decides first: its file has/m);
    assert.ok((decision.brief ?? '').includes(`\nNext command: ${mend}\n`), decision.brief ?? '');
    assert.deepEqual(decision.options, ['s', 'v', 'd']);
  });

  test('of any family whose next step would be refused for its form is blocked, with the command that mends it', async () => {
    const files = {
      '.claude/skills/build-pipeline/checkpoints/PRD-010.json': {
        prd: 'PRD-010',
        prd_title: 'R',
        status: 'failed',
        current_phase: 1,
        completed_workstreams: ['WS1'],
        in_progress_workstreams: [],
        pending_workstreams: ['WS2'],
        gates_passed: [],
        gates_pending: [],
        error: { workstream: 'WS2', message: 'tsc fails' },
      },
      '.claude/state/implement-auth.json': {
        ...auth,
        version: 1,
        state: { current_phase: 'api', completed_phases: [], pending_phases: [] },
        phases: { api: 'in_progress' },
      },
    };
    for (const [name, document] of Object.entries(files)) {
      const stage = await openStage();
      stage.write(name, JSON.stringify(document));
      const decision = await about(stage);
      assert.match(inShort(decision), /^blocked \| its file has \d+ problems, for /);
      assert.equal(decision.next_command, `pawl doctor --fix ${path.join(stage.root, name)}`);
      assert.deepEqual(decision.options, ['s', 'v', 'd']);
    }
  });

  test('of an older schema goes on, and says that it will be lifted', async () => {
    const stage = await openStage();
    await workflow(stage);
    const text = fs.readFileSync(path.join(stage.root, file), 'utf8');
    stage.write(file, text.replace('{', '{\n  "schema_version": "1.2",'));
    const decision = await about(stage);
    assert.equal(decision.verdict, 'resume');
    assert.match(decision.notes.join(), /lifts it from schema version 1.2 to 2.1/);
  });

  test('because its log is damaged is blocked until a person says: go on from the newest that can be read', async () => {
    const stage = await openStage();
    await workflow(stage, 'auth', 4);
    const log = path.join(stage.root, `.claude/state/.pawl/workflow/${id}.log`);
    const lines = fs.readFileSync(log, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"r":3'));
    fs.writeFileSync(log, lines.filter((_, index) => index !== at).join('\n'));
    const fresh = await openStage(stage.root);
    const decision = await about(fresh, id);
    assert.equal(decision.verdict, 'blocked');
    assert.match(decision.reasons.join(), /its log is damaged/);
    assert.deepEqual(decision.options, ['r', 'v']);
    assert.ok((await resumeRun(fresh.bench, workflowKey(id), { owner: ana })).ok);
    assert.equal((await about(fresh, id)).verdict, 'resume');
  });
});

describe('starting over an unfinished run', () => {
  const free = { family: 'workflow', type: 'orchestrate', project: 'other', owner: ana } as const;

  test('makes the decision about it first: by id, project or description', async () => {
    const stage = await openStage();
    const id = await workflow(stage, 'auth');
    await pipeline(stage);
    await stage.project.commands.phase(auth, 'api', { status: 'in_progress' });
    const started = (given: Parameters<typeof decideStart>[1]): Promise<string | null> =>
      decideStart(stage.bench, given).then((decision) => decision?.ref ?? null);
    assert.equal(await started({ ...free, project: 'auth' }), id);
    assert.equal(await started({ ...free, description: ' implement  AUTH ' }), id);
    assert.equal(await started({ ...free, description: 'Implement something' }), null);
    assert.equal(await started({ ...free, type: 'test-all', project: 'auth' }), id, 'whatever its type');
    assert.equal(await started({ family: 'pipeline', id: 'PRD-009', owner: ana }), 'PRD-009');
    assert.equal(await started({ family: 'pipeline', id: 'PRD-010', owner: ana }), null);
    assert.equal(
      await started({ family: 'command', command: 'implement', feature: 'auth', owner: ana }),
      'implement/auth',
    );
    assert.equal(await started({ family: 'command', command: 'implement', owner: ana }), null);
  });

  test('is free again once the old one is finished, put away or deleted', async () => {
    const stage = await openStage();
    for (const end of ['finish', 'fresh', 'delete'] as const) {
      const id = await workflow(stage, 'auth', 5);
      assert.equal((await decideStart(stage.bench, { ...free, project: 'auth' }))?.ref, id);
      if (end === 'finish') await stage.project.workflows.finish(id);
      else await (end === 'fresh' ? startFresh : removeRun)(stage.bench, workflowKey(id), { owner: ana });
      assert.equal(await decideStart(stage.bench, { ...free, project: 'auth' }), null, end);
      stage.now += 1000;
    }
  });

  test('meets a file of the same project that cannot be read', async () => {
    const stage = await openStage();
    stage.write('.claude/checkpoints/orchestrate_auth_20260105_080000.json', '{');
    assert.equal((await decideStart(stage.bench, { ...free, project: 'auth' }))?.verdict, 'blocked');
  });
});

describe('what follows from a decision', () => {
  test('a failed workflow that is resumed is under way again, with its error in the history', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    await stage.project.workflows.fail(id, 'oops', { final: true });
    const taken = await resumeRun(stage.bench, workflowKey(id), { owner: ana });
    assert.ok(taken.ok);
    assert.deepEqual([taken.stored.place, taken.stored.state['status']], ['live', 'in_progress']);
    assert.ok(fs.existsSync(path.join(stage.root, `.claude/checkpoints/${id}.json`)));
  });

  test('a workflow that was archived unfinished is still offered, and comes back', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    const key = workflowKey(id);
    await stage.bench.store.update(key, (current) => ({
      state: current?.state ?? {},
      place: 'archived',
      expect: current?.revision ?? 0,
      actor: 'clean',
      event: { name: 'archived' },
      at: new Date(stage.now).toISOString(),
    }));
    const newer = await workflow(stage, 'newer');
    const both = await about(stage);
    assert.deepEqual([both.ref, both.others[0]?.ref], [newer, id], 'one in use comes first');
    await stage.project.workflows.abandon(newer);
    assert.equal(inShort(await about(stage)), 'ask | it was archived unfinished');
    assert.ok((await resumeRun(stage.bench, key, { owner: ana })).ok);
    assert.equal(inShort(await about(stage)), 'resume');
  });

  test('a workflow that was put away for its age is still offered, as a question', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    stage.now += 9.1 * dayMs;
    await cleanUp(stage.bench);
    assert.equal(fs.existsSync(path.join(stage.root, `.claude/checkpoints/${id}.json`)), false);
    assert.equal(inShort(await about(stage)), 'ask | it was archived unfinished | 9 days old (limit 7)');
    assert.ok((await resumeRun(stage.bench, workflowKey(id), { owner: ana })).ok);
    assert.ok(fs.existsSync(path.join(stage.root, `.claude/checkpoints/${id}.json`)));
  });

  for (const [how, putAway] of [
    ['by hand', (stage: Stage, id: string) => archiveRun(stage.bench, workflowKey(id))],
    ['for its age', (stage: Stage) => cleanUp(stage.bench)],
  ] as const) {
    test(`a workflow that was archived ${how} after a failed step is still offered, and in the way of a new one`, async () => {
      const stage = await openStage();
      const id = await workflow(stage);
      await stage.project.workflows.fail(id, 'boom');
      stage.now += 9.1 * dayMs;
      await putAway(stage, id);
      const decision = await about(stage);
      assert.deepEqual([decision.verdict, decision.ref], ['ask', id]);
      assert.match(inShort(decision), /last run failed: boom/);
      const start = { family: 'workflow', type: 'orchestrate', project: 'auth', owner: ana } as const;
      assert.equal((await decideStart(stage.bench, start))?.ref, id);
    });
  }

  test('a failed command leaves its failure: the phase is under way again, and its error is history', async () => {
    const stage = await openStage();
    await stage.project.commands.phase(auth, 'api', { status: 'failed', error: 'boom' });
    const taken = await resumeRun(stage.bench, commandKey('implement', 'auth'), { owner: ana, decided: true });
    assert.ok(taken.ok);
    const { status, current, error } = stage.bench.families.command?.overview(taken.stored.state) ?? {};
    assert.deepEqual([status, current, error], ['in_progress', 'api', null]);
  });

  test('a failed pipeline that is resumed is paused, as after a manual fix', async () => {
    const stage = await openStage();
    await pipeline(stage);
    await stage.project.pipelines.start('PRD-009', ['WS1']);
    await stage.project.pipelines.fail('PRD-009', 'WS1', { message: 'oops' });
    const taken = await resumeRun(stage.bench, pipelineKey('PRD-009'), { owner: ana });
    assert.ok(taken.ok);
    assert.equal(taken.stored.state['status'], 'paused');
    assert.equal('error' in taken.stored.state, false);
  });

  test('starting fresh keeps history: a command and a pipeline begin again under their name', async () => {
    const stage = await openStage();
    await stage.project.commands.phase(auth, 'api', { status: 'complete' });
    await stage.project.commands.phase(auth, 'docs', { status: 'in_progress' });
    const command = await startFresh(stage.bench, commandKey('implement', 'auth'), { owner: ana });
    assert.deepEqual([command?.revision, command?.state['phases']], [3, {}]);
    assert.deepEqual((await about(stage, 'implement/auth')).from, 'api');
    await pipeline(stage);
    await stage.project.pipelines.start('PRD-009', ['WS1']);
    await stage.project.pipelines.done('PRD-009', 'WS1');
    const again = await startFresh(stage.bench, pipelineKey('PRD-009'), { owner: ana });
    assert.deepEqual(
      [again?.state['status'], again?.state['pending_workstreams']],
      ['initialized', ['WS1', 'WS2', 'WS3']],
    );
    assert.equal((await stage.bench.store.history(pipelineKey('PRD-009'))).length, 4);
  });

  test('a workstream that is sent back takes its gates along, also where no evidence was recorded', async () => {
    const stage = await openStage();
    const claimed = pipelineDocument({
      completed_workstreams: ['WS1', 'WS2'],
      pending_workstreams: ['WS3'],
      artifacts: { WS1: ['db/x.sql'] },
      gates_passed: ['schema-validation (WS1)', 'type-check (WS2)'],
      gates_pending: ['build'],
      timestamp: '2026-01-05T08:00:00Z',
    });
    stage.write('.claude/skills/build-pipeline/checkpoints/PRD-009.json', JSON.stringify(claimed));
    const before = await about(stage, 'PRD-009');
    assert.deepEqual(before.redo, ['WS1', 'gate schema-validation (WS1)']);
    assert.equal(before.from, 'WS1', 'what is done again comes first');
    const taken = await resumeRun(stage.bench, pipelineKey('PRD-009'), { owner: ana, redo: true });
    assert.ok(taken.ok);
    const { current_phase, gates_passed, gates_pending } = taken.stored.state;
    assert.deepEqual(
      [current_phase, gates_passed, gates_pending],
      [1, ['type-check (WS2)'], ['build', 'schema-validation (WS1)']],
    );
    await stage.project.pipelines.start('PRD-009', ['WS1']);
    await stage.project.pipelines.done('PRD-009', 'WS1');
    const { document } = await stage.project.pipelines.passGate('PRD-009', 'schema-validation');
    assert.deepEqual(document.gates_passed, ['type-check (WS2)', 'schema-validation (WS1)']);
    assert.deepEqual([document.current_phase, document.gates_pending], [2, ['build']]);
  });

  test('what a person decided is decided: neither the brief nor the next look asks that session again', async () => {
    const stage = await openStage();
    const id = await workflow(stage);
    stage.now += 15.1 * dayMs;
    assert.equal((await about(stage)).verdict, 'ask');
    const taken = await resumeRun(stage.bench, workflowKey(id), { owner: ana, decided: true });
    assert.ok(taken.ok);
    const after = await about(stage, id);
    assert.equal(inShort(after), 'resume');
    assert.doesNotMatch(after.brief ?? '', /A person decides first/);

    await stage.project.commands.phase(auth, 'api', { status: 'complete', files_created: ['db/none.sql'] });
    assert.equal((await about(stage, 'implement/auth')).verdict, 'ask');
    await resumeRun(stage.bench, commandKey('implement', 'auth'), { owner: ana, decided: true });
    assert.equal(inShort(await about(stage, 'implement/auth')), 'resume');
    assert.equal((await decide(stage.bench, { ref: 'implement/auth', owner: ben })).verdict, 'blocked');
  });

  test('a command goes on with what is to be done again', async () => {
    const stage = await openStage();
    await stage.project.commands.phase(auth, 'api', { status: 'complete', files_created: ['db/none.sql'] });
    await stage.project.commands.phase(auth, 'ui', { status: 'in_progress' });
    const decision = await about(stage);
    assert.deepEqual([decision.redo, decision.from], [['api'], 'api']);
    assert.match(decision.brief ?? '', /^Continue with: api$/m);
    assert.match(decision.brief ?? '', /^Next command: pawl phase implement\/auth api in_progress$/m);
  });

  test('nothing is put away while someone else works on it', async () => {
    const stage = await openStage();
    const key = workflowKey(await workflow(stage));
    takeLease(stage.bench, key, ben);
    for (const act of [startFresh, removeRun]) {
      await assert.rejects(act(stage.bench, key, { owner: ana }), { code: 'held', message: /held by session ben/ });
    }
    assert.equal((await resumeRun(stage.bench, key, { owner: ana })).ok, false);
    assert.equal((await stage.bench.store.get(key))?.revision, 2);
    assert.ok((await resumeRun(stage.bench, key, { owner: ana, steal: true })).ok);
  });

  test('a deleted run is out of sight, and its history is still there', async () => {
    const stage = await openStage();
    const key = workflowKey(await workflow(stage));
    const last = await removeRun(stage.bench, key, { owner: ana });
    assert.equal(last?.place, 'removed');
    assert.equal((await about(stage)).verdict, 'nothing');
    assert.match(
      inShort(await about(stage, key.family === 'workflow' ? key.id : '')),
      /was removed; its history is kept/,
    );
    assert.equal((await stage.bench.store.revision(key, 2))?.state['status'], 'in_progress');
  });
});
