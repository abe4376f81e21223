// The library as a program uses it, on real files.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError } from '../../src/rules/errors.js';
import type { Notice } from '../../src/store/store.js';
import { type Project, type ProjectOptions, openProject } from '../../src/surfaces/library/project.js';
import { tempFolder } from '../support/temp.js';

async function withProject(
  run: (project: Project, root: string) => Promise<void>,
  options: ProjectOptions = {},
): Promise<void> {
  const root = tempFolder();
  const project = await openProject({ root, actor: 'test', ...options });
  try {
    await run(project, root);
  } finally {
    await project.close();
  }
}

const auth = { command: 'design', feature: 'auth' };

describe('commands', () => {
  test('the first phase begins the run, with the typical phases that are left as pending', () =>
    withProject(async (project, root) => {
      const saved = await project.commands.phase(auth, 'research', { status: 'in_progress' });
      assert.equal(saved.revision, 1);
      assert.deepEqual(saved.document.state.pending_phases, ['planning', 'specs']);
      const file = JSON.parse(fs.readFileSync(path.join(root, '.claude/state/design-auth.json'), 'utf8'));
      assert.deepEqual(file, saved.document);
    }));

  test('a phase of a complete run begins a new one; revisions go on', () =>
    withProject(async (project) => {
      await project.commands.phase(auth, 'research', { status: 'complete', context_summary: 'old' });
      await project.commands.complete(auth);
      assert.deepEqual(await project.commands.resumePoint(auth), { unit: null, summary: null, error: null });
      const saved = await project.commands.phase(auth, 'research', { status: 'in_progress' });
      assert.equal(saved.revision, 3);
      assert.equal(saved.document.completed_at, undefined);
      assert.equal(saved.document.phases['research']?.context_summary, undefined);
    }));

  test('the resume point is the next phase, with the summary of the last one', () =>
    withProject(async (project) => {
      await project.commands.phase(auth, 'research', { status: 'complete', context_summary: 'use sessions' });
      assert.deepEqual(await project.commands.resumePoint(auth), {
        unit: 'planning',
        summary: 'use sessions',
        error: null,
      });
    }));

  test('a gate and notes are recorded, also before the first phase', () =>
    withProject(async (project) => {
      const gated = await project.commands.gate(
        { command: 'ship' },
        { ship_allowed: false, blockers: ['2 tests fail'] },
      );
      assert.deepEqual(gated.document.gate?.blockers, ['2 tests fail']);
      const noted = await project.commands.note(
        { command: 'ship' },
        { next_action: 'mend the tests', reject: 'skipping them' },
      );
      assert.equal(noted.document.pawl?.next_action, 'mend the tests');
    }));

  test('a save that expects another revision is a conflict, and nothing is stored', () =>
    withProject(async (project) => {
      await project.commands.phase(auth, 'research', { status: 'in_progress' });
      await assert.rejects(project.commands.phase(auth, 'research', { status: 'complete' }, { expect: 7 }), (error) =>
        isPawlError(error, 'conflict'),
      );
      assert.equal((await project.history('design/auth')).length, 1);
    }));

  test('the same op id twice counts once, even when the step would no longer fit', () =>
    withProject(async (project) => {
      const plan = { prd: 'PRD-001', prd_title: 'One', workstreams: ['WS1'] };
      const first = await project.pipelines.init(plan, { opId: 'init-1' });
      const again = await project.pipelines.init(plan, { opId: 'init-1' });
      assert.equal(again.revision, first.revision);
      assert.equal((await project.history('PRD-001')).length, 1);
    }));

  test('a secret is replaced before it reaches the disk, and the answer says where', () =>
    withProject(async (project, root) => {
      const secret = ['ghp', '_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
      const saved = await project.commands.phase(auth, 'research', {
        status: 'complete',
        context_summary: `token ${secret}`,
      });
      assert.deepEqual(saved.redacted, ['/phases/research/context_summary']);
      for (const file of fs.readdirSync(path.join(root, '.claude'), { recursive: true, withFileTypes: true })) {
        if (file.isFile())
          assert.ok(!fs.readFileSync(path.join(file.parentPath, file.name), 'utf8').includes(secret), file.name);
      }
    }));

  test('secrets in the name of who writes are redacted, and op ids that hold one are refused', async () => {
    const secret = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
    const root = tempFolder();
    const project = await openProject({ root, actor: `ci ${secret}` });
    const ref = { command: 'design', feature: 'auth' };
    const saved = await project.commands.phase(ref, 'research', { status: 'in_progress' });
    assert.equal(saved.saved.actor, 'ci [redacted:github-token]');
    const repeat = { opId: `deploy-${secret}` };
    const isRefused = (error: unknown): boolean => isPawlError(error, 'bad-input') && !error.message.includes(secret);
    await assert.rejects(project.commands.phase(ref, 'research', { status: 'complete' }, repeat), isRefused);
    await assert.rejects(project.restore('design/auth', 1, repeat), isRefused);
    await project.close();
    for (const file of fs.readdirSync(path.join(root, '.claude'), { recursive: true, withFileTypes: true })) {
      if (file.isFile())
        assert.ok(!fs.readFileSync(path.join(file.parentPath, file.name), 'utf8').includes(secret), file.name);
    }
  });

  test('a save that names another command still names everything else that is wrong', () =>
    withProject(async (project) => {
      const document = { command: 'ship', feature: 'other', state: [], phases: { a: { status: 'done' } } };
      const places = ['/command', '/feature', '/state', '/phases/a/status'];
      const hasAll = (error: unknown): boolean =>
        isPawlError(error, 'bad-input') && places.every((place) => error.problems.some(({ path }) => path === place));
      const ref = { command: 'design', feature: 'auth' };
      await assert.rejects(project.commands.save(ref, document), hasAll);
      await project.commands.phase(ref, 'research', { status: 'in_progress' });
      await assert.rejects(project.commands.save(ref, document), hasAll);
      await assert.rejects(project.commands.save(ref, document, { expect: 1 }), hasAll);
    }));

  test('a pipeline or workflow that calls itself by another name is refused, unless it was found so', () =>
    withProject(async (project, root) => {
      const file = (name: string): Record<string, unknown> =>
        JSON.parse(fs.readFileSync(path.join(process.cwd(), 'test/golden', name), 'utf8')) as Record<string, unknown>;
      for (const [save, member] of [
        [() => project.pipelines.save('PRD-010', file('pipeline.json')), '/prd'],
        [() => project.workflows.save('orchestrate_x_20260101_000000', file('workflow.json')), '/checkpoint_id'],
      ] as const) {
        await assert.rejects(
          save(),
          (error) => isPawlError(error, 'bad-input') && error.problems.some((problem) => problem.path === member),
        );
      }
      const folder = path.join(root, '.claude/skills/build-pipeline/checkpoints');
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, 'PRD-011.json'), JSON.stringify(file('pipeline.json')));
      const found = await project.pipelines.load('PRD-011');
      assert.ok(found !== null);
      await project.pipelines.save('PRD-011', { ...found.document, note: 'kept' });
    }));

  test('a checkpoint of a newer version is read, and no operation of its family writes it', () =>
    withProject(async (project, root) => {
      await project.commands.phase(auth, 'research', { status: 'complete' });
      const file = path.join(root, '.claude/state/design-auth.json');
      // Lists that a newer version may keep in its own way stay as they are.
      const text = fs
        .readFileSync(file, 'utf8')
        .replace('"version": 1', '"version": 2')
        .replace('"research"\n    ]', '"research", "beyond"\n    ]');
      fs.writeFileSync(file, text);
      const found = await project.commands.load(auth);
      assert.ok(found !== null);
      assert.deepEqual(found.document.state.completed_phases, ['research', 'beyond']);
      const writes = [
        () => project.commands.phase(auth, 'planning', { status: 'complete' }),
        () => project.commands.complete(auth),
        () => project.commands.gate(auth, { ship_allowed: true, blockers: [] }),
        () => project.commands.note(auth, { decision: 'x' }),
        () => project.commands.save(auth, { ...found.document, note: 'x' }),
        () => project.commands.save(auth, { ...found.document, version: 1 }, { expect: found.revision }),
      ];
      for (const write of writes) await assert.rejects(write(), (error) => isPawlError(error, 'newer-version'));
      assert.equal(fs.readFileSync(file, 'utf8'), text);
      const { verdict, reasons, options } = await project.resume('design/auth');
      assert.deepEqual([verdict, options], ['blocked', ['s', 'v', 'd']]);
      assert.match(reasons.join('\n'), /version is 2; this pawl knows 1/);
      assert.equal((await project.resume('design/auth', { choose: 's' })).acted, 'restarted');
      assert.equal((await project.commands.phase(auth, 'research', { status: 'complete' })).document.version, 1);
    }));

  test('every problem of a save is named at once, with its place', () =>
    withProject(async (project) => {
      const bad = {
        state: { current_phase: 3, completed_phases: 'x', pending_phases: [] },
        phases: { a: { status: 'done' } },
        version: 2,
      };
      await assert.rejects(project.commands.save(auth, bad), (error) => {
        assert.ok(isPawlError(error, 'bad-input'));
        const places = error.problems.map((problem) => problem.path).sort();
        assert.deepEqual(places, ['/phases/a/status', '/state/completed_phases', '/state/current_phase', '/version']);
        return true;
      });
      assert.equal(await project.load('design/auth'), null);
    }));

  test('a checkpoint cannot grow beyond the limit, whatever the steps it grows by', () =>
    withProject(async (project) => {
      const part = 'x'.repeat(6 * 1024 * 1024);
      await project.commands.phase(auth, 'one', { status: 'complete', data: part });
      await project.commands.phase(auth, 'two', { status: 'complete', data: part });
      await assert.rejects(project.commands.phase(auth, 'three', { status: 'complete', data: part }), (error) =>
        isPawlError(error, 'too-large'),
      );
      assert.equal((await project.load('design/auth'))?.revision, 2);
    }));
});

test('a program that awaits one call after the other comes to its timers', () =>
  withProject(async (project) => {
    for (const call of [
      () => project.commands.phase(auth, 'research', { status: 'in_progress' }),
      () => project.commands.load(auth),
      () => project.list(),
      () => project.history('design/auth', { limit: 1 }),
    ]) {
      const stop = AbortSignal.timeout(1);
      for (let calls = 0; !stop.aborted; calls++) {
        assert.ok(calls < 5_000, 'the timer never came');
        await call();
      }
    }
  }));

describe('workflows', () => {
  const start = { workflow_type: 'orchestrate', project: 'auth_system', description: 'Build it', total_phases: 2 };

  test('an id that is taken gives way to the next free second', () =>
    withProject(
      async (project) => {
        const ids = [];
        for (let n = 0; n < 3; n++) ids.push((await project.workflows.start(start)).ref);
        assert.deepEqual(ids, [
          'orchestrate_auth_system_20251003_184530',
          'orchestrate_auth_system_20251003_184531',
          'orchestrate_auth_system_20251003_184532',
        ]);
      },
      { clock: () => Date.UTC(2025, 9, 3, 18, 45, 30) },
    ));

  test('a finished workflow leaves its folder and stays in the archive', () =>
    withProject(async (project, root) => {
      fs.writeFileSync(path.join(root, 'plan.md'), '# Plan');
      const { ref } = await project.workflows.start(start);
      await project.workflows.advance(ref, { state: { plan_path: 'plan.md' } });
      assert.equal((await project.workflows.resumePoint(ref)).unit, 'Phase 2');
      await project.workflows.finish(ref);
      assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints')), []);
      assert.equal(await project.workflows.load(ref), null);
      assert.equal((await project.load(ref))?.place, 'archived');
      assert.deepEqual((await project.list()).length, 0);
      assert.deepEqual(
        (await project.list({ all: true })).map((one) => one.status),
        ['complete'],
      );
      await assert.rejects(project.workflows.advance(ref), (error) => isPawlError(error, 'already-complete'));
    }));

  test('an unrecoverable failure moves the file to failed/', () =>
    withProject(async (project, root) => {
      const { ref } = await project.workflows.start(start);
      await project.workflows.fail(ref, 'the stack is down', { final: true });
      assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints')), ['failed']);
      assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints/failed')), [`${ref}.json`]);
      await project.workflows.retry(ref);
      assert.ok(fs.existsSync(path.join(root, `.claude/checkpoints/${ref}.json`)));
      assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints/failed')), []);
    }));

  test('type and project name the newest workflow of a project, not one of a longer name', () => {
    let now = Date.UTC(2026, 0, 1);
    return withProject(
      async (project) => {
        await project.workflows.start(start);
        now += 60_000;
        const newest = await project.workflows.start(start);
        now += 60_000;
        await project.workflows.start({ ...start, project: 'auth_system_v2' });
        assert.equal((await project.load('workflow:orchestrate/auth_system'))?.ref, newest.ref);
        assert.equal(await project.load('workflow:orchestrate/auth'), null);
      },
      { clock: () => now },
    );
  });

  test('an older schema is migrated when it is written, and its original stays as revision 1', () =>
    withProject(async (project, root) => {
      const id = 'implement_dark_mode_20251003_192230';
      const old = {
        schema_version: '1.0',
        checkpoint_id: id,
        workflow_type: 'implement',
        workflow_description: 'Dark mode',
        created_at: '2025-10-03T19:22:30Z',
        updated_at: '2025-10-03T19:30:00Z',
        status: 'in_progress',
        current_phase: 1,
        total_phases: 2,
        completed_phases: [],
        workflow_state: {},
        last_error: null,
      };
      fs.mkdirSync(path.join(root, '.claude/checkpoints'), { recursive: true });
      fs.writeFileSync(path.join(root, `.claude/checkpoints/${id}.json`), JSON.stringify(old));
      const saved = await project.workflows.advance(id);
      assert.equal(saved.document['schema_version'], '2.1');
      assert.equal(saved.document['tests_passing'], null);
      assert.deepEqual((await project.revision(id, 1))?.document, old);
    }));
});

describe('a file that holds no checkpoint', () => {
  test('is never taken for an absent one', () =>
    withProject(async (project, root) => {
      const files = ['.claude/state/ship-checkpoint.json', '.claude/skills/build-pipeline/checkpoints/PRD-001.json'];
      for (const file of files) {
        fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        fs.writeFileSync(path.join(root, file), '{oops');
      }
      const ship = { command: 'ship' };
      const calls = [
        () => project.commands.load(ship),
        () => project.commands.complete(ship),
        () => project.commands.resumePoint(ship),
        () => project.commands.phase(ship, 'push', { status: 'in_progress' }),
        () => project.load('ship'),
        () => project.history('ship'),
        () => project.pipelines.load('PRD-001'),
        () => project.pipelines.start('PRD-001', ['WS1']),
      ];
      for (const call of calls) await assert.rejects(call(), (error) => isPawlError(error, 'corrupt'), String(call));
      for (const file of files) assert.equal(fs.readFileSync(path.join(root, file), 'utf8'), '{oops');
    }));
});

type Plan = Parameters<Project['pipelines']['init']>[0];

describe('pipelines', () => {
  test('refuse a misspelt member of a workstream instead of dropping its gate', () =>
    withProject(async (project) => {
      const plan = {
        prd: 'PRD-001',
        prd_title: 'One',
        workstreams: { WS1: { gates: ['lint'], dependsOn: ['WS2'] }, WS2: {} },
      };
      await assert.rejects(project.pipelines.init(plan as unknown as Plan), (error) => {
        assert.ok(isPawlError(error, 'bad-input'));
        assert.ok(error.problems.some((problem) => problem.path === '/workstreams/WS1/gates'));
        return true;
      });
    }));

  test('that failed at a gate go on once that gate has passed', () =>
    withProject(async (project) => {
      await project.pipelines.init({
        prd: 'PRD-001',
        prd_title: 'One',
        workstreams: { WS1: { gate: 'lint', outputs: ['src/**'] } },
      });
      await project.pipelines.start('PRD-001', ['WS1']);
      await project.pipelines.done('PRD-001', 'WS1');
      await project.pipelines.failGate('PRD-001', 'lint', { message: 'unused variable', file: 'a.ts', line: 3 });
      const { document } = await project.pipelines.passGate('PRD-001', 'lint');
      assert.equal(document.status, 'complete');
      assert.equal(document.error, undefined);
      assert.deepEqual(document.pawl?.spec?.workstreams?.['WS1']?.outputs, ['src/**']);
    }));
});

describe('a project', () => {
  test('lists what is there although one checkpoint cannot be read, and other tools’ files are left alone', async () => {
    const notices: Notice[] = [];
    await withProject(
      async (project, root) => {
        await project.commands.phase(auth, 'research', { status: 'in_progress' });
        fs.writeFileSync(path.join(root, '.claude/state/other-tool.json'), '{"foo":1}');
        fs.symlinkSync('/etc/passwd', path.join(root, '.claude/state/linked-file.json'));
        assert.deepEqual(
          (await project.list()).map((one) => one.ref),
          ['design/auth'],
        );
        assert.deepEqual(
          notices.map((notice) => notice.code),
          ['unreadable'],
        );
        assert.equal(fs.readFileSync(path.join(root, '.claude/state/other-tool.json'), 'utf8'), '{"foo":1}');
      },
      { onNotice: (notice) => notices.push(notice) },
    );
  });

  test('a ref that may mean two checkpoints is an error that names both', () =>
    withProject(async (project) => {
      await project.commands.phase({ command: 'PRD-001' }, 'a', { status: 'in_progress' });
      await project.pipelines.init({ prd: 'PRD-001', prd_title: 'One', workstreams: ['WS1'] });
      await assert.rejects(
        project.load('PRD-001'),
        (error) => isPawlError(error, 'ambiguous-ref') && error.message.includes('command:PRD-001'),
      );
      assert.equal((await project.load('pipeline:PRD-001'))?.family, 'pipeline');
    }));

  test('every revision can be read again', () =>
    withProject(async (project) => {
      for (let n = 0; n < 30; n++) await project.commands.phase(auth, 'research', { status: 'in_progress', step: n });
      const history = await project.history('design/auth', { limit: 2 });
      assert.deepEqual(
        history.map((one) => [one.revision, one.event.name, one.actor]),
        [
          [30, 'phase', 'test'],
          [29, 'phase', 'test'],
        ],
      );
      const early = await project.revision('design/auth', 7);
      assert.ok(early !== null && 'phases' in early.document);
      assert.deepEqual(early.document.phases, {
        research: { ...Object(Object(early.document.phases)['research']), step: 6 },
      });
    }));

  test('with files published later, everything is there after closing', async () => {
    const root = tempFolder();
    const project = await openProject({ root, publish: 'soon' });
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        project.commands.phase(auth, 'research', {
          status: 'in_progress',
          tasks: { [`T${n}`]: { status: 'complete' } },
        }),
      ),
    );
    await project.close();
    const file = JSON.parse(fs.readFileSync(path.join(root, '.claude/state/design-auth.json'), 'utf8'));
    assert.equal(Object.keys(file.phases.research.tasks).length, 50);
  });

  test('a damaged log is carried on after repair, with what could be read, and its revisions never come back', () =>
    withProject(async (project, root) => {
      for (let n = 0; n < 12; n++) await project.commands.phase(auth, 'research', { status: 'in_progress', step: n });
      await project.close();
      const log = path.join(root, '.claude/state/.pawl/command/design-auth.log');
      const text = fs.readFileSync(log, 'utf8');
      fs.writeFileSync(log, text.replace('"r":11,', '"r":91,'));
      const again = await openProject({ root, actor: 'test' });
      const read = await again.commands.load(auth);
      assert.equal(read?.document.phases['research']?.['step'], 11);
      await assert.rejects(again.commands.phase(auth, 'research', { status: 'complete' }), (error) =>
        isPawlError(error, 'damaged'),
      );
      assert.equal(await again.repair('design/auth'), true);
      const saved = await again.commands.phase(auth, 'research', { status: 'complete' });
      assert.equal(saved.document.phases['research']?.['step'], 11);
      assert.ok(saved.revision > 12);
      await again.close();
    }));
});
