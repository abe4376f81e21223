// The pipeline format: the documented examples as tables, the status rules, drifted files, and one property.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Problem, isPawlError } from '../base/errors.js';
import { type JsonObject, deepFreeze } from '../base/json.js';
import { defaultChecks } from './format.js';
import { type PipelineEvent as Event, applyPipeline, newPipeline } from './pipeline-steps.js';
import * as pipeline from './pipeline.js';
import { type PipelineDocument as Doc, type PipelinePlan as Plan, pipelineFormat as format } from './pipeline.js';

const phases = (...all: string[][]): Plan['phases'] => all.map((workstreams) => ({ name: '', workstreams, gates: [] }));
const plan: Plan = {
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  workstreams: {
    WS1: { name: 'Database Layer', gate: 'schema-validation' },
    WS2: { name: 'Service Layer', depends_on: ['WS1'], gate: 'type-check' },
    WS3: { name: 'Route Handlers', depends_on: ['WS1'], gate: 'lint' },
    WS4: { name: 'Hooks', depends_on: ['WS2', 'WS3'], gate: 'type-check' },
    WS5: { name: 'Tests', depends_on: ['WS4'], gate: ['test-pass'] },
  },
  phases: phases(['WS1'], ['WS2', 'WS3'], ['WS4'], ['WS5']),
};

const initialized: JsonObject = JSON.parse(`{
  "prd": "PRD-009", "prd_title": "Cashier Workflows", "current_phase": 0, "status": "initialized",
  "completed_workstreams": [], "in_progress_workstreams": [],
  "pending_workstreams": ["WS1", "WS2", "WS3", "WS4", "WS5"], "artifacts": {}, "gates_passed": [],
  "gates_pending": ["schema-validation", "type-check", "lint", "test-pass"], "timestamp": "2025-12-11T10:00:00Z"
}`);
const complete: JsonObject = JSON.parse(`{
  "prd": "PRD-009", "prd_title": "Cashier Workflows", "current_phase": 5, "status": "complete",
  "completed_workstreams": ["WS1", "WS2", "WS3", "WS4", "WS5"], "in_progress_workstreams": [], "pending_workstreams": [],
  "artifacts": {"WS1": ["migration.sql", "dtos.ts"], "WS2": ["index.ts", "keys.ts"], "WS3": ["route.ts"],
    "WS4": ["hooks/index.ts"], "WS5": ["*.test.ts"]},
  "gates_passed": ["schema-validation (WS1)", "type-check (WS2)", "lint (WS3)", "type-check (WS4)", "test-pass (WS5)"],
  "gates_pending": [], "timestamp": "2025-12-11T11:00:00Z"
}`);

const noon = '2025-12-11T12:00:00Z';
const begin = (): Doc => newPipeline(plan, '2025-12-11T10:00:00Z');
const start = (...workstreams: string[]): Event => ({ type: 'start', workstreams });
const done = (workstream: string, artifacts: string[] = []): Event => ({ type: 'done', workstream, artifacts });
const gate = (name: string, workstream?: string): Event => ({ type: 'gate', gate: name, workstream });
const first = [start('WS1'), done('WS1'), gate('schema-validation')];
const message = "Property 'player_id' does not exist on type 'PlayerDTO'";
const failure = { workstream: 'WS3', message, file: 'services/player/index.ts', line: 45 };
const fail: Event = { type: 'fail', ...failure };
const error = { workstream: 'WS2', message: 'boom' };

const run = (doc: Doc, events: readonly Event[], by?: Plan): Doc =>
  events.reduce((at, event) => deepFreeze(applyPipeline(at, event, noon, by)), deepFreeze(doc));
const read = (raw: JsonObject): Doc => format.decode(raw).doc;
const stored = (doc: Doc): JsonObject => format.encode(null, null, doc);
const placesOf = (problems: readonly Problem[]): string[] => problems.map((problem) => problem.path);

function refuses(doc: Doc, event: Event, by: Plan | undefined, reason: RegExp): void {
  const isReason = (error: unknown): boolean => isPawlError(error) && reason.test(`${error.code}: ${error.message}`);
  assert.throws(() => applyPipeline(doc, event, noon, by), isReason, reason.source);
}

describe('the documented examples', () => {
  const files = ['supabase/migrations/xxx.sql', 'services/domain/dtos.ts', 'services/domain/schemas.ts'];
  const events = [start('WS1'), done('WS1', files), gate('schema-validation', 'WS1'), start('WS2', 'WS3'), fail];
  /** What each operation shows of the document. */
  const fragments = `
    {"status": "in_progress", "in_progress_workstreams": ["WS1"], "pending_workstreams": ["WS2", "WS3", "WS4", "WS5"], "timestamp": "2025-12-11T10:05:00Z"}
    {"completed_workstreams": ["WS1"], "in_progress_workstreams": [], "artifacts": {"WS1": ${JSON.stringify(files)}}, "timestamp": "2025-12-11T10:15:00Z"}
    {"current_phase": 1, "gates_passed": ["schema-validation (WS1)"], "gates_pending": ["type-check", "lint", "test-pass"], "status": "paused", "timestamp": "2025-12-11T10:16:00Z"}
    {"status": "in_progress", "in_progress_workstreams": ["WS2", "WS3"], "pending_workstreams": ["WS4", "WS5"], "timestamp": "2025-12-11T10:20:00Z"}
    {"status": "failed", "in_progress_workstreams": [], "error": ${JSON.stringify(failure)}, "timestamp": "2025-12-11T10:25:00Z"}`;

  test('are valid, and init writes the first one member for member', () => {
    for (const doc of [initialized, complete]) assert.deepEqual(format.check(doc), []);
    const wider = { ...defaultChecks, pipelineId: /^EXEC-\d+$/ };
    assert.deepEqual(format.check({ ...initialized, prd: 'EXEC-1' }, wider), []);
    assert.equal(JSON.stringify(begin()), JSON.stringify(initialized));
  });

  for (const isPlanned of [true, false]) {
    const kind = isPlanned ? 'with' : 'without';
    test(`are what the operations write, ${kind} a plan`, () => {
      const lines = fragments.trim().split('\n');
      let doc = begin();
      for (const event of events) {
        const shown: JsonObject = JSON.parse(lines.shift() ?? '');
        doc = deepFreeze(applyPipeline(doc, event, String(shown['timestamp']), isPlanned ? plan : undefined));
        for (const [member, value] of Object.entries(shown)) assert.deepEqual(doc[member], value, member);
        assert.deepEqual(format.check(stored(doc)), []);
      }
      assert.deepEqual(doc.pending_workstreams, ['WS2', 'WS3', 'WS4', 'WS5']);
    });

    test(`end in the complete state, ${kind} a plan`, () => {
      const five = { ...plan, phases: phases(['WS1'], ['WS2'], ['WS3'], ['WS4'], ['WS5']) };
      const end = read(complete);
      let doc = newPipeline(five, noon);
      for (const label of end.gates_passed) {
        const [name = '', id = ''] = label.slice(0, -1).split(' (');
        for (const event of [start(id), done(id, end.artifacts[id]), gate(name, id)]) {
          assert.notEqual(doc.status, 'complete');
          doc = applyPipeline(doc, event, end.timestamp, isPlanned ? five : undefined);
        }
      }
      assert.equal(JSON.stringify(doc), JSON.stringify(complete));
    });
  }

  test('the display of a resumed pipeline', () => {
    const doc = run(begin(), first, plan);
    const completed = 'Completed:\n  WS1: Database Layer ✅';
    const pending = 'Pending:\n  WS2: Service Layer\n  WS3: Route Handlers\n  WS4: Hooks\n  WS5: Tests';
    assert.equal(pipeline.pipelineDisplay(doc, plan), `Resuming PRD-009 from Phase 2\n\n${completed}\n\n${pending}`);
    const running = pipeline.pipelineDisplay(run(doc, [start('WS3')]));
    assert.match(running, /from Phase 2\n\nCompleted:\n {2}WS1 ✅\n\nIn progress:\n {2}WS3\n\nPending:\n {2}WS2\n/);
    assert.equal(pipeline.pipelineDisplay(read(complete)), 'PRD-009 already complete');
  });
});

describe('check', () => {
  const busy = { in_progress_workstreams: ['WS1'], pending_workstreams: ['WS2'] };
  const at = '/adversarial_review';
  const review = { verdict: 'overridden', p0_count: 0, p1_count: 0, attempt: 3 };
  const cases: readonly [string, JsonObject, ...string[]][] = [
    ['initialized, something running', busy, '/in_progress_workstreams'],
    ['initialized with an error', { error }, '/error'],
    ['in_progress, nothing running', { status: 'in_progress' }, '/in_progress_workstreams'],
    ['in_progress with an error', { status: 'in_progress', ...busy, error }, '/error'],
    ['paused, something running', { status: 'paused', ...busy }, '/in_progress_workstreams'],
    ['paused with an error', { status: 'paused', error }, '/error'],
    ['failed without an error', { status: 'failed' }, '/error'],
    ['failed, something running', { status: 'failed', error, ...busy }, '/in_progress_workstreams'],
    ['failed, with null for what is absent', { status: 'failed', error, adversarial_review: null }],
    ['complete, something running', { ...complete, in_progress_workstreams: ['WS6'] }, '/in_progress_workstreams'],
    ['complete with an error', { ...complete, error }, '/error'],
    ['complete with work left', { status: 'complete' }, '/pending_workstreams', '/gates_pending'],
    ['one workstream in two lists', { completed_workstreams: ['WS2'] }, '/pending_workstreams/1'],
    ['artifacts of open work', { artifacts: { WS1: ['a.ts'] } }, '/artifacts/WS1'],
    ['an id that does not match', { prd: 'EXEC-1' }, '/prd'],
    ['an unknown status', { status: 'completed' }, '/status'],
    ['a time that does not exist', { timestamp: '2025-99-11T10:00:00Z' }, '/timestamp'],
    ['a bad review', { adversarial_review: review }, `${at}/attempt`, `${at}/override_reason`],
  ];
  for (const [name, change, ...places] of cases)
    test(name, () => assert.deepEqual(placesOf(format.check({ ...initialized, ...change })), places));

  test('workstreams and gates must be those of the spec', () => {
    const lists = { completed_workstreams: ['WS1', 'WS9'], pending_workstreams: ['WS2', 'WS3', 'WS4'] };
    const gates_passed = ['schema-validation (WS1)', 'lint (WS9)'];
    const gates_pending = ['type-check', 'test-pass (WS5)', 'schema-validation'];
    const doc: Doc = { ...begin(), ...lists, artifacts: { WS9: ['x.ts'] }, gates_passed, gates_pending };
    const found = pipeline.checkAgainstPlan(doc, plan).map(({ path, fix }) => `${path} ${fix}`);
    const work = ['/completed_workstreams/1 remove it', '/pending_workstreams add "WS5"'];
    const gates = ['/gates_passed/1 remove it', '/gates_pending/2 remove it', '/gates_pending add "lint"'];
    assert.deepEqual(found, [...work, ...gates]);
    const followed = run(doc, [{ type: 'pause' }], plan);
    assert.deepEqual([pipeline.checkAgainstPlan(followed, plan), format.check(stored(followed))], [[], []]);
    assert.deepEqual(placesOf(pipeline.checkAgainstPlan(doc, { ...plan, prd: 'PRD-010' })), ['/prd']);
  });
});

describe('operations', () => {
  const doNotShip: Event = { type: 'review', verdict: 'do_not_ship', p0_count: 2, p1_count: 1 };

  test('refuse what does not fit, with the reason', () => {
    const one = run(begin(), first, plan);
    const blocked = run(one, [doNotShip]);
    const table: readonly [Doc, Event, Plan | undefined, RegExp][] = [
      [one, start('WS1'), plan, /^not-allowed: WS1 is complete; only a pending workstream can start$/],
      [one, start('ws2'), plan, /^bad-input: .*there is no workstream ws2 \(did you mean "WS2"\?\)$/],
      [one, start('WS4'), plan, /^not-allowed: WS4 cannot start yet: it needs WS2, WS3, gate type-check \(WS2\), gate/],
      [one, done('WS5'), plan, /^not-allowed: WS5 cannot start yet/],
      [one, gate('lint'), plan, /^not-allowed: lint \(WS3\) cannot pass yet: WS3 is not complete$/],
      [one, gate('lint', 'WS3'), undefined, /^not-allowed: lint \(WS3\) cannot pass yet/],
      [one, gate('lint', 'WS2'), plan, /^bad-input: .*no gate lint \(WS2\) \(it is used as lint \(WS3\)\)$/],
      [one, gate('lnt'), undefined, /^bad-input: .*there is no gate lnt \(did you mean "lint"\?\)$/],
      [one, { ...failure, type: 'fail', line: 4.5 }, plan, /^bad-input: fail: \/error\/line: must be a whole number$/],
      [one, { ...failure, type: 'fail', workstream: 'WS1' }, plan, /^not-allowed: WS1 is complete and cannot fail$/],
      [one, { type: 'complete' }, plan, /^not-allowed: PRD-009 is not complete: WS2 is not done, .*gate test-pass has/],
      [one, start('WS2'), { ...plan, prd: 'PRD-010' }, /^not-allowed: the spec is for PRD-010, not for PRD-009$/],
      [blocked, start('WS2'), plan, /^not-allowed: WS2 cannot start: the review says do_not_ship$/],
      [run(blocked, [doNotShip]), doNotShip, plan, /^not-allowed: PRD-009 has had its 2 reviews$/],
      [blocked, { type: 'review', verdict: 'overridden', override_reason: ' ' }, plan, /^bad-input: .*override_reason/],
      [read(complete), start('WS1'), undefined, /^already-complete: PRD-009 already complete$/],
      [read(complete), { type: 'resume' }, undefined, /^already-complete: /],
    ];
    for (const row of table) refuses(...row);
    assert.throws(() => newPipeline({ ...plan, phases: [] }, noon), /WS1 must be in one phase/);
  });

  test('a failure stops what runs, late reports count, and the error becomes history', () => {
    const failed = run(begin(), [...first, start('WS2', 'WS3'), fail], plan);
    const late = run(failed, [done('WS2')], plan);
    assert.deepEqual([late.status, late.completed_workstreams, late.error], ['failed', ['WS1', 'WS2'], failure]);
    for (const event of [start('WS3'), done('WS3'), { type: 'resume' } as const]) {
      const next = run(late, [event], plan);
      assert.deepEqual(['error' in next, next.pawl?.errors], [false, [{ ...failure, at: noon }]]);
    }
    refuses(failed, { type: 'pause' }, plan, /^not-allowed: /);
  });

  test('a failed gate is due again, and its pass ends the failure', () => {
    const event: Event = { type: 'gate-failed', gate: 'schema-validation', message: 'no table' };
    const failed = run(begin(), [...first, event], plan);
    assert.deepEqual(failed.error, { workstream: 'WS1', message: 'gate schema-validation failed: no table' });
    assert.deepEqual([failed.gates_passed, failed.gates_pending.length, failed.current_phase], [[], 4, 0]);
    assert.equal(pipeline.pipelineResume(failed, plan).unit, 'gate schema-validation (WS1)');
    assert.equal(run(failed, [gate('schema-validation')], plan).status, 'paused');
  });

  test('a gate that no workstream names is one of its phase', () => {
    const built = { ...plan, phases: plan.phases.map((phase) => ({ ...phase, gates: ['build'] })) };
    const doc = run(newPipeline(built, noon), first, built);
    assert.deepEqual([doc.current_phase, pipeline.dueGates(doc, built)[0]?.label], [0, 'build (Phase 1)']);
    assert.equal(run(doc, [gate('build')], built).current_phase, 1);
    const { gates_passed, current_phase } = run(begin(), [gate('lint'), gate('type-check')]);
    assert.deepEqual([...gates_passed, current_phase], ['lint (Phase 1)', 'type-check (Phase 2)', 2]);
  });

  test('do_not_ship yields to a second review or to an override with a reason', () => {
    const second: Event = { type: 'review', verdict: 'ship', p0_count: 0, p1_count: 0 };
    assert.equal(run(begin(), [doNotShip, second, start('WS1')], plan).adversarial_review?.attempt, 2);
    const override = { verdict: 'overridden', override_reason: 'known risk' } as const;
    const doc = run(begin(), [doNotShip, { type: 'review', ...override }, start('WS1')], plan);
    assert.deepEqual(doc.adversarial_review, { ...override, p0_count: 2, p1_count: 1, attempt: 1 });
  });

  test('redo takes work, artifacts and gates back; a spec that grew reopens a complete run; notes append', () => {
    const over = read(complete);
    const { pending_workstreams, gates_pending, artifacts } = run(over, [{ type: 'redo', workstreams: ['WS4'] }], plan);
    assert.deepEqual([pending_workstreams, gates_pending, 'WS4' in artifacts], [['WS4'], ['type-check'], false]);
    const workstreams = { ...plan.workstreams, WS6: {} };
    const grown = { ...plan, workstreams, phases: [...plan.phases, ...phases(['WS6'])] };
    assert.deepEqual(run(over, [start('WS6')], grown).in_progress_workstreams, ['WS6']);
    const note: Event = { type: 'note', key_fixes: [{ file: 'a.ts', change: 'b' }], decision: 'c' };
    const { status, key_fixes, pawl } = run(over, [note, note], grown);
    assert.deepEqual([status, key_fixes?.length, pawl?.decisions?.length], ['complete', 2, 1]);
  });
});

describe('drifted files', () => {
  test('are told from other JSON', () => {
    const map = { prd_id: 'PRD-1', workstreams: { WS1: { status: 'completed' } } };
    const list = { status: 'COMPLETE', completed_workstreams: [] };
    const yes: readonly JsonObject[] = [initialized, map, list, { spec_id: 'EXEC-2', execution_phases: [] }];
    const no: readonly JsonObject[] = [{}, { name: 'x', workspaces: [] }, { id: 'x', phases: {} }, { prd: 'PRD-1' }];
    for (const one of yes) assert.equal(format.isCheckpoint(one), true);
    for (const one of no) assert.equal(format.isCheckpoint(one), false);
  });

  test('are read; an unreadable verdict is no approval, and in_progress with nothing running is stalled', () => {
    const raw = { prd_id: 'PRD-1', status: 'completed', completed_workstreams: ['WS1'], gates_passed: { lint: true } };
    const { status, isFinished, progress } = format.overview(raw);
    assert.deepEqual([status, isFinished, progress.total, format.isWritable(raw)], ['complete', true, 1, false]);
    const review = { verdict: 'Ship w/ gates', p0_count: 0, p1_count: 0, attempt: 1 };
    refuses(read({ ...initialized, adversarial_review: review }), start('WS1'), undefined, /do_not_ship/);
    const stalled = { ...initialized, status: 'in_progress', completed_workstreams: ['WS1'] };
    assert.deepEqual([format.overview(stalled).status, format.resumePoint(stalled).unit], ['stalled', 'WS2']);
  });

  const twice = { completed_workstreams: ['WS1', 'WS1'], in_progress_workstreams: ['WS1', 'WS2'] };
  /** A change of the first example, and what it becomes: the status and the three lists. */
  const settled: readonly [JsonObject, string][] = [
    [twice, 'in_progress: WS1 | WS2 | WS3,WS4,WS5'],
    [{ status: 'in_progress' }, 'paused:  |  | WS1,WS2,WS3,WS4,WS5'],
    [{ status: 'complete' }, 'paused:  |  | WS1,WS2,WS3,WS4,WS5'],
    [{ ...complete, status: 'paused' }, 'complete: WS1,WS2,WS3,WS4,WS5 |  | '],
    [{ status: 'failed', error, in_progress_workstreams: ['WS2'] }, 'failed:  |  | WS2,WS1,WS3,WS4,WS5'],
    [{ status: 'in_progress', error, in_progress_workstreams: ['WS2'] }, 'in_progress:  | WS2 | WS1,WS3,WS4,WS5'],
    [{ status: 'paused', error }, 'paused:  |  | WS1,WS2,WS3,WS4,WS5'],
  ];
  for (const [change, shown] of settled) {
    test(`settle gives ${shown}`, () => {
      const raw = format.settle({ ...initialized, ...change });
      const doc = read(raw);
      assert.equal(`${doc.status}: ${pipeline.unitLists.map((list) => doc[list].join(',')).join(' | ')}`, shown);
      assert.deepEqual([format.check(raw), format.settle(raw) === raw], [[], true]);
      const errors = [doc.error, ...(doc.pawl?.errors ?? [])].map((one) => one?.message);
      assert.equal(errors.includes('boom'), 'error' in change, 'no error is lost');
    });
  }
});

describe('any sequence of operations', () => {
  const ids = ['WS1', 'WS2', 'WS3'];
  const workstreams = { WS1: { gate: 'schema-validation' }, WS2: { gate: 'type-check' }, WS3: { gate: 'lint' } };
  const short: Plan = { ...plan, workstreams, phases: phases(['WS1'], ['WS2', 'WS3']) };
  const id = fc.constantFrom(...ids, 'WS9');
  const about = fc.option(id, { nil: undefined });
  const name = fc.constantFrom('schema-validation', 'type-check', 'lint', 'lint (WS3)');
  const phase = fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined });
  const verdict = fc.constantFrom('ship', 'do_not_ship', 'overridden');
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 5, arbitrary: fc.array(id, { maxLength: 2 }).map((some) => start(...some)) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('done'), workstream: id, artifacts: fc.array(name) }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('gate'), gate: name, workstream: about, phase }) },
    fc.record({ type: fc.constant('gate-failed'), gate: name, workstream: about, message: name }),
    fc.record({ type: fc.constant('fail'), workstream: id, message: name, line: fc.option(fc.nat()) }),
    fc.record({ type: fc.constantFrom('pause', 'complete', 'resume') }),
    fc.record({ type: fc.constant('redo'), workstreams: fc.array(id, { maxLength: 2 }) }),
    fc.record({ type: fc.constant('review'), verdict, p0_count: fc.nat(), p1_count: fc.nat(), override_reason: name }),
    fc.record({ type: fc.constant('note'), decision: name, cleanup_done: fc.array(name) }),
  );

  test('keeps every rule, loses no workstream, and knows what is next until it is complete', () => {
    const reached = new Set<string>();
    const keepsRules = (events: readonly Event[], by: Plan | undefined): void => {
      let doc = deepFreeze(newPipeline(short, noon));
      for (const one of events) {
        try {
          doc = deepFreeze(applyPipeline(doc, one, noon, by));
        } catch (thrown) {
          assert.ok(isPawlError(thrown), String(thrown));
        }
        reached.add(doc.status);
        assert.deepEqual(format.check(stored(doc)), []);
        assert.deepEqual(pipeline.unitLists.flatMap((list) => doc[list]).sort(), ids);
        assert.equal(pipeline.pipelineResume(doc, by).unit === null, doc.status === 'complete');
        if (by === undefined) continue;
        assert.deepEqual(pipeline.checkAgainstPlan(doc, by), []);
        for (const running of doc.in_progress_workstreams) assert.deepEqual(pipeline.missingFor(doc, by, running), []);
      }
    };
    const sequences = fc.array(event, { size: 'max', maxLength: 60 });
    fc.assert(fc.property(sequences, fc.constantFrom(short, undefined), keepsRules), { numRuns: 300 });
    assert.equal(reached.size, 5, 'every status was reached');
  });
});
