// What the library says to a caller who passes the wrong thing: a PawlError with every problem and its place.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPawlError, type PawlError } from '../../src/rules/errors.js';
import { limits } from '../../src/rules/limits.js';
import { MemoryStore } from '../../src/store/memory.js';
import { openProject, type Project } from '../../src/surfaces/library/project.js';
import { hostile } from '../support/hostile-values.js';
import { tempFolder } from '../support/temp.js';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** A method by its path, for arguments that the compiler would not let through. */
function method(project: Project, name: string): Method {
  const steps = name.split('.');
  const last = steps.pop() ?? '';
  const owner = steps.reduce<object>((at, step) => Reflect.get(at, step) as object, project);
  return (Reflect.get(owner, last) as Method).bind(owner);
}

const open = (options: unknown): Promise<Project> => (openProject as Method)(options) as Promise<Project>;

async function refusal(call: Promise<unknown>): Promise<PawlError> {
  try {
    await call;
  } catch (error) {
    assert.ok(isPawlError(error), `not a PawlError: ${String(error)}`);
    return error;
  }
  return assert.fail('accepted');
}

async function withProject(run: (project: Project, root: string) => Promise<void>): Promise<void> {
  const root = tempFolder();
  const project = await openProject({ root, actor: 'test', store: new MemoryStore() });
  try {
    await run(project, root);
  } finally {
    await project.close();
  }
}

const wrongOptions: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['nothing at all', null, ['/options']],
  ['a text', 'x', ['/options']],
  ['a list', [], ['/options']],
  ['a root that is no text', { root: 5 }, ['/options/root']],
  ['an empty root', { root: ' ' }, ['/options/root']],
  ['a root with a NUL', { root: 'a\0b' }, ['/options/root']],
  ['a store without methods', { store: {} }, ['/options/store']],
  ['a store that lacks one', { store: { ...methodsOf(new MemoryStore()), purge: 1 } }, ['/options/store']],
  ['another publish', { publish: 'later' }, ['/options/publish']],
  ['a deadline in words', { deadlineMs: '10s' }, ['/options/deadlineMs']],
  ['a deadline that is no number', { deadlineMs: Number.NaN }, ['/options/deadlineMs']],
  ['a negative deadline', { deadlineMs: -1 }, ['/options/deadlineMs']],
  ['a pattern as text', { pipelineIds: 'PRD' }, ['/options/pipelineIds']],
  [
    'everything wrong',
    { rot: 'x', actor: '', clock: 5, onNotice: 'x', publish: null },
    ['/options/actor', '/options/clock', '/options/publish', '/options/onNotice', '/options/rot'],
  ],
];

function methodsOf(store: object): Record<string, unknown> {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(store));
  return Object.fromEntries(names.map((name) => [name, () => undefined]));
}

describe('opening a project', () => {
  for (const [name, options, places] of wrongOptions) {
    test(`with ${name} names every problem`, async () => {
      const error = await refusal(open(options));
      assert.equal(error.code, 'bad-input');
      assert.deepEqual(
        error.problems.map((problem) => problem.path),
        places,
      );
      assert.ok(error.problems.every((problem) => problem.fix !== undefined));
    });
  }

  test('with a misspelt option says which one was meant', async () => {
    const error = await refusal(open({ pipelineId: /x/ }));
    assert.match(error.message, /"pipelineId" is not known here \(did you mean pipelineIds\?/);
  });

  test('with a relative root keeps it, wherever the process goes', async () => {
    const project = await openProject({ root: '.', store: new MemoryStore() });
    assert.equal(project.root, process.cwd());
    await project.close();
  });

  test('with a clock that gives no time is refused when the time is needed', async () => {
    const project = await openProject({ store: new MemoryStore(), clock: () => Number.NaN });
    const error = await refusal(project.commands.phase({ command: 'ship' }, 'a', { status: 'pending' }));
    assert.equal(error.code, 'bad-input');
    await project.close();
  });
});

const ref = { command: 'design' };
const wrongCalls: readonly (readonly [string, readonly unknown[], readonly string[]])[] = [
  ['load', [null], ['/ref']],
  ['list', [null], ['/options']],
  [
    'list',
    [{ family: 'flow', status: 1, all: 'yes', al: true }],
    ['/options/family', '/options/status', '/options/all', '/options/al'],
  ],
  ['history', [5, { limit: -1, before: '3', limt: 1 }], ['/ref', '/range/limit', '/range/before', '/range/limt']],
  ['history', ['design', { limit: 1.5 }], ['/range/limit']],
  ['revision', [undefined, '3'], ['/ref', '/revision']],
  ['repair', [{}], ['/ref']],
  ['diff', [null, { from: -1, to: 'x', too: 1 }], ['/ref', '/range/from', '/range/to', '/range/too']],
  ['why', [5, 6], ['/ref', '/unit']],
  ['restore', ['design', '1', { expect: 'x' }], ['/revision', '/options/expect']],
  ['fork', ['design', 5, { revision: '1' }], ['/name', '/options/revision']],
  ['resume', [5, { take: 'yes', sesion: 'x' }], ['/ref', '/options/take', '/options/sesion']],
  ['brief', [5], ['/ref']],
  ['archive', ['design', { evenIfHeld: 1 }], ['/options/evenIfHeld']],
  ['delete', [null, null], ['/ref', '/options']],
  ['purge', ['design', { expect: 1 }], ['/options/expect']],
  ['clean', [{ maxAgeDays: '7', dryrun: true }], ['/options/maxAgeDays', '/options/dryrun']],
  ['doctor', [{ paths: [1], fix: 'x', onProgress: 1 }], ['/options/paths/0', '/options/fix', '/options/onProgress']],
  ['commands.load', [null], ['/ref']],
  ['commands.load', ['design'], ['/ref']],
  ['commands.load', [{ comand: 'design' }], ['/ref/command', '/ref/comand']],
  ['commands.resumePoint', [{ command: 5, feature: 6 }], ['/ref/command', '/ref/feature']],
  [
    'commands.phase',
    [ref, 5, null, { expect: '1', opId: '', x: 1 }],
    ['/phase', '/data', '/options/expect', '/options/opId', '/options/x'],
  ],
  ['commands.phase', [], ['/ref', '/phase', '/data']],
  ['commands.complete', [null, null], ['/ref', '/options']],
  [
    'commands.gate',
    [ref, { ship_allowed: 'yes', blockers: [1], type: 'complete' }],
    ['/gate/ship_allowed', '/gate/blockers/0', '/gate/type'],
  ],
  ['commands.gate', [ref, null], ['/gate']],
  [
    'commands.note',
    [ref, { decison: 'x', reject: 5, type: 'complete' }],
    ['/notes/reject', '/notes/decison', '/notes/type'],
  ],
  ['commands.save', [ref, 'x', { expect: -1 }], ['/document', '/options/expect']],
  ['pipelines.load', [5], ['/id']],
  ['pipelines.resumePoint', [null], ['/id']],
  ['pipelines.init', [null], ['/plan', '/prd', '/prd_title', '/workstreams']],
  [
    'pipelines.init',
    [{ prd: 5, prd_titel: 'x' }, { expect: 'x' }],
    ['/options/expect', '/prd', '/prd_title', '/workstreams', '/prd_titel'],
  ],
  ['pipelines.start', [5, 'WS1', []], ['/id', '/options', '/workstreams']],
  ['pipelines.done', ['PRD-001', undefined, { artifacts: 'x', files: [] }], ['/workstream', '/artifacts', '/files']],
  ['pipelines.done', ['PRD-001', 'WS1', { type: 'pause', workstream: 'WS2' }], ['/type', '/workstream']],
  ['pipelines.done', ['PRD-001', 'WS1', { artifacts: () => ['x'] }], ['/artifacts']],
  ['pipelines.done', ['PRD-001', 'WS1', null], ['/details']],
  ['pipelines.passGate', ['PRD-001', 5, { phase: 0, workstrem: 'x' }], ['/gate', '/phase', '/workstrem']],
  ['pipelines.failGate', ['PRD-001', 'lint'], ['/message']],
  ['pipelines.fail', ['PRD-001', 'WS1', { msg: 'x', line: 'y' }], ['/message', '/line', '/msg']],
  ['pipelines.pause', ['PRD-001', { stop: true, running: false }], ['/stop', '/running']],
  ['pipelines.review', ['PRD-001', { verdict: 'fine', p0: 1 }], ['/verdict', '/p0']],
  ['pipelines.note', ['PRD-001', { cleanup: ['x'], cleanup_done: 'y' }], ['/cleanup_done', '/cleanup']],
  ['pipelines.save', [5, []], ['/id', '/document']],
  ['workflows.load', [null], ['/id']],
  ['workflows.resumePoint', [null], ['/id']],
  ['workflows.start', [null], ['/start', '/workflow_type', '/project', '/description', '/total_phases']],
  [
    'workflows.start',
    [{ workflow_type: 'x', project: 'y', total_phases: 0, workflow_state: {}, id: 'z' }],
    ['/id', '/description', '/total_phases', '/workflow_state'],
  ],
  ['workflows.advance', ['x', { phase: '1', stat: {} }, { expect: 1.5 }], ['/options/expect', '/phase', '/stat']],
  ['workflows.update', ['x', null], ['/state']],
  ['workflows.update', ['x'], ['/state']],
  ['workflows.fail', ['x', '', { final: 1 }], ['/error', '/final']],
  ['workflows.retry', [5, 5], ['/id', '/options']],
  ['workflows.finish', [5], ['/id']],
  ['workflows.abandon', ['x', 5, { expect: null }], ['/options/expect', '/reason']],
  ['workflows.note', ['x', { next_action: 5, decision: '', note: 'x' }], ['/next_action', '/decision', '/note']],
  ['workflows.note', ['x', null], ['/notes']],
  ['workflows.save', [null, null, null], ['/id', '/document', '/options']],
];

describe('a call with wrong arguments', () => {
  for (const [name, args, places] of wrongCalls) {
    test(`of ${name} names every problem at once: ${places.join(' ')}`, () =>
      withProject(async (project) => {
        const error = await refusal(method(project, name)(...args));
        assert.equal(error.code, 'bad-input', error.message);
        assert.deepEqual(
          error.problems.map((problem) => problem.path),
          places,
        );
        assert.ok(error.problems.every((problem) => problem.message !== '' && (problem.fix ?? '') !== ''));
        assert.ok(error.message.startsWith(name), error.message);
      }));
  }

  test('is a rejected promise, never an exception', () =>
    withProject(async (project) => {
      for (const [name, args] of wrongCalls) await method(project, name)(...args).catch(() => undefined);
    }));

  test('gives nothing but a PawlError, whatever the value and its place', () =>
    withProject(async (project) => {
      const names = new Set(wrongCalls.map(([name]) => name));
      const sound: Readonly<Record<string, readonly unknown[]>> = {
        commands: [ref, 'a', { status: 'pending' }, {}],
        pipelines: ['PRD-001', 'WS1', {}, {}],
        workflows: ['orchestrate_x_20260105_090000', {}, {}, {}],
      };
      for (const name of names) {
        for (const value of hostile) {
          const usual = sound[name.split('.')[0] ?? ''] ?? ['design', {}];
          for (const place of usual.keys()) {
            const args = usual.with(place, value());
            await method(
              project,
              name,
            )(...args).catch((error: unknown) => {
              assert.ok(isPawlError(error), `${name} #${place}: ${String(error)}`);
              assert.notEqual(error.code, 'internal');
            });
          }
        }
      }
      for (const value of hostile) {
        const opened = await open({ store: value() }).catch((error: unknown) => assert.ok(isPawlError(error)));
        await opened?.close();
      }
    }));

  test('with a name that cannot be one is refused with bad-name', () =>
    withProject(async (project) => {
      assert.equal((await refusal(project.commands.load({ command: '..' }))).code, 'bad-name');
      assert.equal((await refusal(project.pipelines.load(''))).code, 'bad-name');
      assert.equal((await refusal(project.load(''))).code, 'bad-name');
    }));

  test('stores nothing', () =>
    withProject(async (project) => {
      for (const [name, args] of wrongCalls) await method(project, name)(...args).catch(() => undefined);
      assert.deepEqual(await project.list({ all: true }), []);
    }));
});

describe('a document of more than 16 MiB', () => {
  const text = 'x'.repeat(limits.maxBytes + 1);
  const calls: Readonly<Record<string, readonly unknown[]>> = {
    'commands.save': [ref, { text }],
    'commands.phase': [ref, 'a', { status: 'complete', text }],
    'pipelines.note': ['PRD-001', { cleanup_done: [text] }],
    'workflows.update': ['orchestrate_x_20260105_090000', { text }],
  };
  for (const [name, args] of Object.entries(calls)) {
    test(`is too large for ${name}, which says what to do`, () =>
      withProject(async (project) => {
        const error = await refusal(method(project, name)(...args));
        assert.equal(error.code, 'too-large');
        assert.ok(error.message.length < 500 && error.hint !== undefined);
      }));
  }
});

describe('a checkpoint that is not there', () => {
  const begin = { workflow_type: 'orchestrate', project: 'auth_system', description: 'x', total_phases: 1 };
  const near: readonly (readonly [string, readonly unknown[], RegExp])[] = [
    ['history', ['PRD-09'], /^there is no checkpoint PRD-09; did you mean PRD-009\?$/],
    ['history', ['implement/atuh'], /did you mean implement\/auth\?/],
    ['revision', ['implement', 1], /did you mean implement\/auth\?/],
    ['repair', ['pipeline:PRD-09'], /did you mean pipeline:PRD-009\?/],
    ['history', ['workflow:orchestrate/auth'], /did you mean workflow:orchestrate\/auth_system/],
    ['pipelines.resumePoint', ['prd-009'], /did you mean PRD-009\?/],
    ['pipelines.start', ['PRD-008', ['WS1']], /did you mean PRD-009\?/],
    ['workflows.resumePoint', ['orchestrate_auth_system'], /did you mean orchestrate_auth_system_\d/],
    ['workflows.advance', ['orchestrat_auth_system_20260101_000000'], /did you mean orchestrate_auth_system_\d/],
    ['commands.complete', [{ command: 'implement', feature: 'auht' }], /did you mean implement\/auth\?/],
    ['history', ['something-else-entirely'], /^there is no checkpoint something-else-entirely$/],
  ];
  for (const [name, args, message] of near) {
    test(`is answered by ${name} of ${JSON.stringify(args[0])} with what is near`, () =>
      withProject(async (project) => {
        await project.commands.phase({ command: 'implement', feature: 'auth' }, 'a', { status: 'pending' });
        await project.pipelines.init({ prd: 'PRD-009', prd_title: 'x', workstreams: ['WS1'] });
        await project.workflows.start(begin);
        const error = await refusal(method(project, name)(...args));
        assert.equal(error.code, 'not-found');
        assert.match(error.message, message);
        assert.equal(Array.isArray(error.data['near']), error.message.includes('did you mean'));
        assert.notEqual(error.hint ?? '', '');
      }));
  }
});

describe('files that the state of a workflow names', () => {
  const begin = { workflow_type: 'orchestrate', project: 'auth_system', description: 'x', total_phases: 3 };
  const sha256 = '64879f7d6b960a01909762d911a32d4582c20010c5641ee90278b644a9e3b525';

  test('must exist; every missing one is named', () =>
    withProject(async (project, root) => {
      fs.mkdirSync(path.join(root, 'specs'));
      fs.writeFileSync(path.join(root, 'specs/there.md'), 'x');
      const state = {
        plan_path: 'specs/plan.md',
        artifacts: ['specs/there.md', 'specs/gone.md', 'src/**/*.ts', 'two words'],
        artifact_registry: { one: { path: 'specs/lost.md', kind: 'a/b' }, two: 'also/lost.md', n: 1 },
      };
      const error = await refusal(project.workflows.start({ ...begin, state }));
      assert.deepEqual(
        error.problems.map((problem) => problem.path),
        ['/state/plan_path', '/state/artifacts/1', '/state/artifact_registry/one/path', '/state/artifact_registry/two'],
      );
      assert.match(error.message, /names "specs\/plan\.md", which does not exist \(write the file first/);
      assert.deepEqual(await project.list({ all: true }), []);
    }));

  test('as the plan must be a file', () =>
    withProject(async (project) => {
      const folder = await refusal(project.workflows.start({ ...begin, state: { plan_path: '.' } }));
      assert.match(folder.message, /plan_path: names "\.", which is no file/);
      const number = await refusal(project.workflows.start({ ...begin, state: { plan_path: 5 } }));
      assert.match(number.message, /plan_path: must be the path of the plan, but is 5/);
      const long = await refusal(project.workflows.start({ ...begin, state: { plan_path: 'a/'.repeat(5_000) } }));
      assert.match(long.message, /plan_path: names a text of 10000 characters, which does not exist/);
    }));

  test('as the plan are remembered with their hash, anew at each completed phase', () =>
    withProject(async (project, root) => {
      const plan = path.join(root, 'plan.md');
      fs.writeFileSync(plan, '1');
      const { ref: id } = await project.workflows.start(begin);
      const named = await project.workflows.update(id, { plan_path: 'plan.md' });
      const first = named.document.pawl?.spec;
      assert.equal(first?.path, 'plan.md');
      assert.match(first?.hash ?? '', /^[0-9a-f]{64}$/);
      fs.writeFileSync(plan, 'plan');
      const updated = await project.workflows.update(id, { x: 1 });
      assert.deepEqual(updated.document.pawl?.spec, first, 'an update that does not name it leaves it alone');
      const advanced = await project.workflows.advance(id);
      assert.deepEqual(advanced.document.pawl?.spec, { path: 'plan.md', hash: sha256 });
      fs.rmSync(plan);
      const later = await project.workflows.advance(id);
      assert.deepEqual(later.document.pawl?.spec, { path: 'plan.md', hash: sha256 }, 'work goes on without the file');
      const dropped = await project.workflows.update(id, { plan_path: null });
      assert.equal(dropped.document.pawl?.spec, undefined);
    }));
});

describe('a pipeline that is resumed', () => {
  test('when it is complete is an error that names the next action', () =>
    withProject(async (project) => {
      await project.pipelines.init({ prd: 'PRD-009', prd_title: 'x', workstreams: ['WS1'] });
      await project.pipelines.done('PRD-009', 'WS1');
      const error = await refusal(project.pipelines.resumePoint('PRD-009'));
      assert.equal(error.code, 'already-complete');
      assert.equal(error.message, 'PRD-009 already complete');
      assert.match(error.hint ?? '', /update the roadmap/);
    }));
});
