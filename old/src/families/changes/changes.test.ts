import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { type CommandCheckpoint, type CommandEvent, type PhaseData, applyCommand } from '../command/index.js';
import { applyPipeline, type PipelineCheckpoint, type PipelineEvent } from '../pipeline/index.js';
import { applyWorkflow, type WorkflowCheckpoint, type WorkflowEvent } from '../workflow/index.js';
import { describeChanges } from './index.js';

const now = (minute: number): string => `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`;

function plain(doc: object | null): JsonObject | null {
  const value: unknown = JSON.parse(JSON.stringify(doc));
  return isJsonObject(value) ? value : null;
}

/** Folds events and tells what each of them changed. */
function story<Doc extends object, Event>(
  family: 'command' | 'pipeline' | 'workflow',
  apply: (doc: Doc | null, event: Event, now: string) => Doc,
  events: readonly Event[],
): string[][] {
  let doc: Doc | null = null;
  return events.map((event, index) => {
    const before: Doc | null = doc;
    doc = apply(before, event, now(index));
    return describeChanges(family, plain(before), plain(doc) ?? {}).map(({ unit, text }) =>
      unit === null ? text : `[${unit}] ${text}`,
    );
  });
}

test('a command’s run is told phase by phase', () => {
  const phase = (name: string, data: PhaseData): CommandEvent => ({
    type: 'phase',
    command: 'design',
    feature: 'auth',
    phase: name,
    data,
    typical_phases: true,
    new_run: true,
    head_commit: 'a'.repeat(40),
  });
  assert.deepEqual(
    story<CommandCheckpoint, CommandEvent>('command', applyCommand, [
      phase('research', { status: 'in_progress', tasks: { T1: { status: 'pending' } } }),
      phase('research', {
        status: 'complete',
        files_created: ['a.md', 'b.md'],
        files_modified: ['c.md'],
        context_summary: 'x',
        tasks: { T1: { status: 'done' } },
      }),
      phase('planning', { status: 'failed', error: 'no network' }),
      { type: 'note', decision: 'Keep it small.', next_action: 'Ask Ana.' },
      { ...phase('planning', { status: 'in_progress', custom: 1 }), head_commit: 'b'.repeat(40) } as CommandEvent,
      { type: 'gate', ship_allowed: false, blockers: ['2 tests fail'] },
      { type: 'complete' },
      phase('specs', { status: 'in_progress' }),
    ]),
    [
      ['[research] phase research: in_progress, task T1: pending', 'planned: planning, specs'],
      [
        '[research] phase research: in_progress → complete, 2 files added, 1 file changed, summary written, task T1: pending → done',
      ],
      ['[planning] phase planning: pending → failed, error: no network'],
      ['next action: Ask Ana.', 'decided: Keep it small.'],
      ['[planning] phase planning: failed → in_progress, custom written', `HEAD: ${'a'.repeat(8)} → ${'b'.repeat(8)}`],
      ['ship gate: closed (2 tests fail)'],
      [
        '[planning] phase planning: in_progress → complete',
        '[specs] phase specs: pending → skipped',
        'run completed',
        'next action taken away',
      ],
      [
        'a new run began',
        '[specs] phase specs: in_progress',
        'planned: research, planning',
        `HEAD: ${'b'.repeat(8)} → ${'a'.repeat(8)}`,
      ],
    ],
  );
});

test('a pipeline is told workstream by workstream', () => {
  assert.deepEqual(
    story<PipelineCheckpoint, PipelineEvent>('pipeline', applyPipeline, [
      {
        type: 'init',
        prd: 'PRD-009',
        prd_title: 'Search',
        workstreams: { WS1: { gate: 'type-check' }, WS2: { depends_on: ['WS1'] } },
      },
      { type: 'review', verdict: 'ship_with_gates', p0_count: 0, p1_count: 2 },
      { type: 'start', workstreams: ['WS1'] },
      { type: 'fail', workstream: 'WS1', message: 'cannot compile', file: 'a.ts', line: 3 },
      { type: 'start', workstreams: ['WS1'] },
      { type: 'done', workstream: 'WS1', artifacts: ['a.ts', 'b.ts'] },
      { type: 'pass_gate', gate: 'type-check', workstream: 'WS1' },
      { type: 'note', key_fixes: [{ file: 'a.ts', change: 'x' }] },
    ]),
    [
      ['planned: WS1, WS2', 'status: initialized'],
      ['review: ship_with_gates (attempt 1, 0 P0 and 2 P1 findings)'],
      ['[WS1] workstream WS1: pending → in_progress', 'status: initialized → in_progress'],
      [
        '[WS1] workstream WS1: in_progress → pending',
        'status: in_progress → failed',
        '[WS1] failed at WS1: cannot compile (a.ts:3)',
      ],
      ['[WS1] workstream WS1: pending → in_progress', 'status: failed → in_progress', 'the failure is dealt with'],
      ['[WS1] workstream WS1: in_progress → complete, 2 files added', 'status: in_progress → paused'],
      ['[WS1] gate type-check (WS1): passed', 'last phase with all gates passed: 0 → 1'],
      ['1 key fix noted'],
    ],
  );
});

test('a workflow is told phase by phase', () => {
  assert.deepEqual(
    story<WorkflowCheckpoint, WorkflowEvent>('workflow', applyWorkflow, [
      {
        type: 'start',
        id: 'orchestrate_x_20260105_090000',
        workflow_type: 'orchestrate',
        project: 'x',
        description: 'Do x',
        total_phases: 2,
      },
      { type: 'advance', state: { plan: 'p' } },
      { type: 'fail', error: 'rate limit' },
      { type: 'finish' },
    ]),
    [
      ['status: in_progress', 'phases: 2'],
      ['[Phase 1] phase 1: complete', 'workflow_state.plan: p'],
      ['status: in_progress → failed', '[Phase 2] failed: rate limit'],
      ['[Phase 2] phase 2: complete', 'status: failed → complete', '[Phase 2] the failure is left behind'],
    ],
  );
});

test('drifted documents of any shape are described without an error, and equal ones have no change', () => {
  const families = ['command', 'pipeline', 'workflow'] as const;
  const fields = fc.constantFrom(
    'phases',
    'state',
    'gate',
    'pawl',
    'tasks',
    'artifacts',
    'gates_passed',
    'error',
    'completed_phases',
    'completed_workstreams',
    'workflow_state',
    'last_error',
    'status',
    'x',
  );
  const documents = fc.dictionary(fields, fc.oneof(fc.jsonValue(), fc.dictionary(fields, fc.jsonValue())));
  fc.assert(
    fc.property(fc.constantFrom(...families), documents, documents, (family, one, other) => {
      const [before, after] = [plain(one), plain(other) ?? {}];
      for (const { text } of describeChanges(family, before, after)) assert.ok(text.length > 0 && text.length < 2_000);
      assert.deepEqual(describeChanges(family, after, structuredClone(after)), []);
    }),
    { numRuns: 1_000 },
  );
});

test('what was taken away is told, never passed over as the same', () => {
  const at = now(0);
  const texts = (family: 'command' | 'pipeline', before: JsonObject, after: JsonObject): string[] =>
    describeChanges(family, before, after).map(({ text }) => text);
  const notes = (one: string): JsonObject => ({
    decisions: [{ text: `D${one}`, at }],
    rejected: [{ text: `R${one}`, at }],
    superseded: [{ text: `S${one}`, at }],
  });
  const command = (pawl: JsonObject): JsonObject => ({ command: 'implement', updated_at: at, phases: {}, pawl });
  assert.deepEqual(texts('command', command({ ...notes('1'), next_action: 'N' }), command({})), [
    'next action taken away',
    'taken away: decided: D1',
    'taken away: rejected: R1',
    'taken away: no longer holds: S1',
  ]);
  assert.deepEqual(texts('command', command({ decisions: [{ text: 'D1', at }] }), command(notes('2'))), [
    'decided: D2',
    'taken away: decided: D1',
    'rejected: R2',
    'no longer holds: S2',
  ]);
  const pipeline = {
    prd: 'PRD-009',
    gates_passed: ['lint (WS1)'],
    gates_pending: ['type-check'],
    pawl: {
      approvals: [{ about: 'Phase 1', answer: 'go', by: 'ana', at }],
      waivers: [{ gates: ['lint (WS1)'], by: 'ana', reason: 'old', issue: '#1', at }],
    },
  };
  assert.deepEqual(texts('pipeline', pipeline, { ...pipeline, gates_pending: [], pawl: {} }), [
    'gate type-check: no longer pending',
    'taken away: gate lint (WS1): waived by ana, #1: old',
    'taken away: Phase 1: ana said go',
  ]);
  assert.deepEqual(texts('pipeline', { ...pipeline, gates_pending: [] }, pipeline), ['gate type-check: pending']);
  const phase = (started: string): JsonObject => ({
    command: 'implement',
    state: { current_phase: 'api', completed_phases: [], pending_phases: [] },
    phases: { api: { status: 'in_progress', started_at: started, updated_at: started } },
  });
  assert.deepEqual(texts('command', phase(now(1)), phase(now(2))), [`phases.api.started_at: ${now(1)} → ${now(2)}`]);
});

test('tasks are told by their names: what became of each, also when it is not the status that changed', () => {
  const doc = (tasks: JsonObject): JsonObject => ({
    command: 'implement',
    state: { current_phase: 'api', completed_phases: [], pending_phases: [] },
    phases: { api: { status: 'in_progress', tasks } },
  });
  const [before, after] = [
    doc({ T1: { status: 'done', title: 'a' }, T2: { status: 'pending' }, T3: { status: 'in_progress' }, T4: 'open' }),
    doc({ T1: { status: 'done', title: 'b' }, T3: { status: 'complete' }, T4: 'open' }),
  ];
  assert.deepEqual(
    describeChanges('command', before, after).map(({ text }) => text),
    ['phase api: task T1: changed, task T3: in_progress → complete, task T2: removed'],
  );
});
