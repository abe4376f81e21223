import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CommandEvent } from '../../families/command/index.js';
import { workflowId } from '../../families/workflow/index.js';
import { type ErrorCode, isPawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { commandKey, type Key, pipelineKey, workflowKey } from '../../rules/names.js';
import { MemoryStore } from '../../store/memory.js';
import type { Store } from '../../store/store.js';
import { tempFolder } from '../../../test/support/temp.js';
import { openWorkbench } from '../open-workbench.js';
import { planCommand } from '../plans/command.js';
import { planWorkflow } from '../plans/workflow.js';
import { type Workbench, write } from '../workbench.js';
import { diffRevisions } from './diff.js';
import { explain } from './why.js';
import { forkCheckpoint } from './fork.js';
import { listHistory } from './revisions.js';
import { restoreRevision } from './restore.js';

const key = commandKey('design', 'auth');
const began = Date.parse('2026-01-05T09:00:00.000Z');

/** A workbench whose clock goes on by a minute at every look. */
function benchOn(store?: Store): Workbench {
  let now = began;
  const clock = (): number => (now += 60_000);
  return openWorkbench({ root: tempFolder(), actor: 'ana', clock, ...(store === undefined ? {} : { store }) });
}

async function phase(
  bench: Workbench,
  name: string,
  status: 'in_progress' | 'complete' | 'failed',
  of: Key = key,
): Promise<void> {
  const event: CommandEvent = { type: 'phase', command: 'design', feature: 'auth', phase: name, data: { status } };
  await write(bench, of, planCommand(of, event));
}

async function threePhases(store?: Store): Promise<Workbench> {
  const bench = benchOn(store);
  await phase(bench, 'research', 'in_progress');
  await phase(bench, 'research', 'complete');
  await phase(bench, 'planning', 'failed');
  return bench;
}

const withCode = (code: ErrorCode) => (error: unknown) => isPawlError(error, code);
const but = (state: JsonObject | undefined, ...fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(state ?? {}).filter(([name]) => !fields.includes(name)));

/** A store that can do only what every store must. */
class PlainStore extends MemoryStore {}
Object.defineProperty(PlainStore.prototype, 'replay', { value: undefined });

describe('history', () => {
  test('names the tasks that a step changed, and what became of them', async () => {
    const bench = await threePhases();
    const tasks = (status: string): CommandEvent => ({
      type: 'phase',
      command: 'design',
      feature: 'auth',
      phase: 'planning',
      data: { tasks: { T3: { status } } },
    });
    for (const status of ['in_progress', 'complete', 'complete'])
      await write(bench, key, planCommand(key, tasks(status)));
    assert.deepEqual(
      (await listHistory(bench, key, { limit: 3 })).map(({ what }) => what),
      ['phase planning', 'phase planning, task T3: in_progress → complete', 'phase planning, task T3: in_progress'],
    );
    await bench.store.close();
  });

  test('lists revisions newest first, with who, when and what in words', async () => {
    const bench = await threePhases();
    const lines = await listHistory(bench, key, { limit: 2 });
    assert.deepEqual(
      lines.map(({ revision, actor, what, code }) => [revision, actor, what, code]),
      [
        [3, 'ana', 'phase planning → failed', null],
        [2, 'ana', 'phase research → complete', null],
      ],
    );
    await bench.store.close();
  });

  test('compares any two revisions, in either direction, and with the time before', async () => {
    const bench = await threePhases();
    const texts = async (from?: number, to?: number): Promise<string[]> =>
      (await diffRevisions(bench, key, { from, to })).changes.map(({ text }) => text);
    assert.deepEqual(await texts(), ['phase planning: failed']);
    assert.deepEqual(await texts(1), ['phase research: in_progress → complete', 'phase planning: failed']);
    assert.deepEqual(await texts(2, 1), ['phase research: complete → in_progress']);
    assert.deepEqual(await texts(0, 1), ['phase research: in_progress']);
    assert.deepEqual(await texts(undefined, 1), ['phase research: in_progress']);
    await assert.rejects(texts(9), withCode('not-found'));
    await bench.store.close();
  });

  for (const [name, store] of [
    ['with', new MemoryStore()],
    ['without', new PlainStore()],
  ] as const) {
    test(`explains a run and a unit on a store ${name} a replay`, async () => {
      const bench = await threePhases(store);
      const whole = await explain(bench, key);
      assert.deepEqual(
        whole.reasons.map(({ revision, changes }) => [revision, changes.join()]),
        [
          [1, 'phase research: in_progress'],
          [2, 'phase research: in_progress → complete'],
          [3, 'phase planning: failed'],
        ],
      );
      const unit = await explain(bench, key, 'Research');
      assert.deepEqual([unit.unit, ...unit.reasons.map(({ revision }) => revision)], ['research', 1, 2]);
      await assert.rejects(
        explain(bench, key, 'reserch'),
        (error: unknown) => isPawlError(error, 'not-found') && /did you mean research/.test(error.message),
      );
    });
  }
});

describe('restore', () => {
  test('makes a new revision that equals the old one but for its change time, and keeps all others', async () => {
    const bench = await threePhases();
    const { stored, changes } = await restoreRevision(bench, key, 1);
    const first = await bench.store.revision(key, 1);
    assert.equal(stored.revision, 4);
    assert.deepEqual(but(stored.state, 'updated_at'), but(first?.state, 'updated_at'));
    assert.ok(String(stored.state['updated_at']) > String(first?.state['updated_at']));
    assert.deepEqual(
      changes.map(({ text }) => text),
      ['phase research: complete → in_progress', 'phase planning: taken away'],
    );
    assert.deepEqual(
      (await bench.store.history(key)).map(({ revision }) => revision),
      [4, 3, 2, 1],
    );
    await bench.store.close();
  });

  test('refuses when another revision than the expected one is the newest, and an op id counts once', async () => {
    const bench = await threePhases();
    await assert.rejects(restoreRevision(bench, key, 1, { expect: 2 }), withCode('conflict'));
    await assert.rejects(restoreRevision(bench, key, 8), withCode('not-found'));
    const first = await restoreRevision(bench, key, 1, { expect: 3, opId: 'once' });
    const again = await restoreRevision(bench, key, 1, { opId: 'once' });
    assert.deepEqual([first.stored.revision, again.stored.revision], [4, 4]);
    await bench.store.close();
  });

  test('brings a finished workflow’s file back', async () => {
    const bench = benchOn();
    const id = workflowId('orchestrate', 'x', new Date(began));
    const workflow = workflowKey(id);
    const events = [
      { type: 'start', id, workflow_type: 'orchestrate', project: 'x', description: 'X', total_phases: 1 },
      { type: 'finish' },
    ] as const;
    for (const event of events) await write(bench, workflow, planWorkflow(workflow, event, bench.root));
    assert.equal((await bench.store.get(workflow))?.place, 'archived');
    const { stored } = await restoreRevision(bench, workflow, 1);
    assert.deepEqual([stored.place, stored.state['status']], ['live', 'in_progress']);
    await bench.store.close();
  });

  test('brings a drifted revision back as it was', async () => {
    const bench = benchOn();
    const put = { actor: 'other tool', event: { name: 'adopted' }, at: new Date(began).toISOString() };
    const drifted = { command: 'design', phases: { research: { status: 'done-ish' } }, odd: [1] };
    await bench.store.put(key, { ...put, state: drifted, expect: 0 });
    await bench.store.put(key, { ...put, state: { ...drifted, phases: {} }, expect: 1 });
    const { stored } = await restoreRevision(bench, key, 1);
    assert.deepEqual(but(stored.state, 'updated_at'), drifted);
    await bench.store.close();
  });
});

describe('fork', () => {
  test('begins a command under its own name, and its history says where it came from', async () => {
    const bench = await threePhases();
    const { ref, stored } = await forkCheckpoint(bench, key, 'design/auth-v2', { revision: 1 });
    assert.equal(ref, 'design/auth-v2');
    assert.deepEqual(
      [stored.revision, stored.state['feature'], stored.event],
      [1, 'auth-v2', { name: 'forked', args: { from: 'command:design/auth', revision: 1 } }],
    );
    const [line] = await listHistory(bench, commandKey('design', 'auth-v2'));
    assert.equal(line?.what, 'forked from design/auth, revision 1');
    await phase(bench, 'research', 'complete', commandKey('design', 'auth-v2'));
    await assert.rejects(forkCheckpoint(bench, key, 'design/auth-v2'), withCode('not-allowed'));
    for (const name of ['pipeline:PRD-001', 'PRD-001', 'orchestrate_x_20260101_000000']) {
      await assert.rejects(forkCheckpoint(bench, key, name), withCode('bad-name'), name);
    }
    await bench.store.close();
  });

  test('begins a workflow of a project at the next free second, or under a whole id', async () => {
    const bench = openWorkbench({ root: tempFolder(), clock: () => began });
    const id = workflowId('orchestrate', 'x', new Date(began));
    const workflow = workflowKey(id);
    const event = {
      type: 'start',
      id,
      workflow_type: 'orchestrate',
      project: 'x',
      description: 'X',
      total_phases: 2,
    } as const;
    await write(bench, workflow, planWorkflow(workflow, event, bench.root));
    const same = await forkCheckpoint(bench, workflow, 'x');
    assert.equal(same.ref, 'orchestrate_x_20260105_090001');
    const whole = await forkCheckpoint(bench, workflow, 'implement_y_20260101_000000');
    assert.deepEqual(
      [whole.stored.state['checkpoint_id'], whole.stored.state['workflow_type'], whole.stored.state['workflow_state']],
      ['implement_y_20260101_000000', 'implement', { project_name: 'y' }],
    );
    await bench.store.close();
  });

  test('renames a pipeline, and refuses an id that is none', async () => {
    const bench = openWorkbench({ root: tempFolder(), clock: () => began });
    const state = {
      prd: 'PRD-001',
      prd_title: 'A',
      current_phase: 0,
      status: 'initialized',
      completed_workstreams: [],
      in_progress_workstreams: [],
      pending_workstreams: ['WS1'],
      artifacts: {},
      gates_passed: [],
      gates_pending: [],
      timestamp: new Date(began).toISOString(),
    };
    const source = pipelineKey('PRD-001');
    await bench.store.put(source, { state, expect: 0, actor: 'a', event: { name: 'init' }, at: state.timestamp });
    assert.equal((await forkCheckpoint(bench, source, 'PRD-002')).stored.state['prd'], 'PRD-002');
    await assert.rejects(forkCheckpoint(bench, source, 'pipeline:nonsense'), withCode('bad-input'));
    await bench.store.close();
  });
});
