import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { workflowKey } from '../../../rules/names.js';
import { repair } from '../repair.js';

type Counters = readonly [current: number, total: number, done: readonly number[]];

const key = workflowKey('implement_x_20251203_184530');
const facts = { modifiedAt: '2026-01-01T00:00:00.000Z' };

function repaired(said: Readonly<Record<string, Json>>): ReturnType<typeof repair> {
  const document = { workflow_type: 'implement', status: 'in_progress', updated_at: '2025-12-03T18:52:15Z', ...said };
  return repair('workflow', key, document, facts);
}

function countersOf(document: Json): unknown {
  if (!isJsonObject(document)) return null;
  return [document['current_phase'], document['total_phases'], document['completed_phases']];
}

const read: readonly (readonly [Readonly<Record<string, Json>>, Counters])[] = [
  [
    {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'pending' },
      ],
    },
    [2, 2, [1]],
  ],
  [{ progress: { completed: ['a', 'b'], current: 'c', remaining: ['d'] } }, [3, 4, [1, 2]]],
  [{ progress: { done: 2, total: 5 } }, [3, 5, [1, 2]]],
  [{ progress: '2/5' }, [3, 5, [1, 2]]],
  [{ completed_phases: ['a'], next_phase: 'b' }, [2, 2, [1]]],
  [{ completed_phases: ['plan', 'build'], current_phase: 'build' }, [2, 3, [1, 2]]],
  [{ completed_phases: ['plan', 'build'], current_phase: null }, [3, 3, [1, 2]]],
  [{ completed_phases: [1, 2], pending_phases: [3, 4] }, [3, 4, [1, 2]]],
  [{ phases: ['[x] a', '[x] b', '[ ] c'] }, [3, 3, [1, 2]]],
  [{ phases: ['a ✅', 'b ✅', 'c'] }, [3, 3, [1, 2]]],
  [{ phases: { a: 'completed with errors', b: 'todo' } }, [1, 2, []]],
  [{ status: 'done', completed_phases: ['a', 'b'], pending_phases: ['c'] }, [3, 3, [1, 2]]],
  [{ status: 'complete', completed_phases: ['a', 'b'] }, [2, 2, [1, 2]]],
  [{ status: 'complete', completed_phases: ['all'], total_phases: 4 }, [4, 4, [1, 2, 3, 4]]],
  [{ completed_phases: 'all', total_phases: 4, current_phase: 4 }, [4, 4, [1, 2, 3]]],
  [{ completed_phases: 'all but the last', total_phases: 4 }, [1, 4, []]],
  [{ completed_phases: '1 through 3', total_phases: 4 }, [4, 4, [1, 2, 3]]],
  [{ completed_phases: ['1-3'], total_phases: 4 }, [4, 4, [1, 2, 3]]],
  [{ completed_phases: ['1 ✅', '2 (partial)'], total_phases: 4 }, [2, 4, [1]]],
  [{ completed_phases: ['1 ✅', '2 ❌', '3?'], total_phases: 4 }, [2, 4, [1]]],
  [{ completed_phases: { plan: '2025-12-01', build: '2025-12-02' }, current_phase: 'ship' }, [3, 3, [1, 2]]],
  [{ completed_phases: { plan: 'done', build: 'failed' }, current_phase: 'build' }, [2, 2, [1]]],
  [{ total_phases: 0 }, [1, 1, []]],
  // Names are taken apart: what a member is called elsewhere is read all the same.
  [{ phase_status: { 1: 'complete', 2: 'complete', 3: 'in_progress', 4: 'pending' } }, [3, 4, [1, 2]]],
  [{ phaseStatuses: { plan: 'complete', build: 'in_progress' }, current_phase: 'build' }, [2, 2, [1]]],
  [{ phase_status: { 3: 'in_progress', 4: 'pending' } }, [3, 4, [1, 2]]],
  [{ phase_status: { 3: 'pending', 4: 'pending' } }, [1, 4, []]],
  [{ state_machine: { current_state: 'implement', completed_states: ['initialize', 'plan'] } }, [3, 3, [1, 2]]],
  [{ current_state: 'c', completed_states: ['a', 'b'], states: ['a', 'b', 'c', 'd'] }, [3, 4, [1, 2]]],
  [{ phases: { completed: ['a'], current: 'b', pending: ['c', 'd'] } }, [2, 4, [1]]],
  [{ tasks: { completed: ['a'], pending: ['c', 'd'] } }, [2, 3, [1]]],
  [{ completed_tasks: ['a', 'b'], current_task: 'c', remaining_tasks: ['d'] }, [3, 4, [1, 2]]],
  [{ execution: { completed_stages: ['a'], active_stage: 'b', upcoming_stages: ['c'] } }, [2, 3, [1]]],
  [{ workflow_state: { phase: 3, completed: [1, 2], total: 5 } }, [3, 5, [1, 2]]],
  [
    {
      waves: [
        { wave: 1, phases: [1, 2], status: 'complete' },
        { wave: 2, phases: [3], status: 'in_progress' },
        { wave: 3, phases: [4, 5], status: 'pending' },
      ],
    },
    [3, 5, [1, 2]],
  ],
  [{ phase_1: 'complete', phase_2: 'in_progress', phase_3: 'pending' }, [2, 3, [1]]],
  [{ phase_1_complete: true, phase_2_complete: false, total_phases: 3 }, [2, 3, [1]]],
  [{ phase1: { status: 'done' }, phase2: { status: 'failed' }, phase2_notes: 'red' }, [2, 2, [1]]],
  [{ last_completed_phase: 3, total_phases: 5 }, [4, 5, [1, 2, 3]]],
  [{ last_completed_phase: 'b', phases: ['a', 'b', 'c'] }, [3, 3, [1, 2]]],
  // The phase under way is not done.
  [{ progress: 'Phase 3 of 6' }, [3, 6, [1, 2]]],
  [{ progress: 'Phase 3 of 6 (implementing)' }, [3, 6, [1, 2]]],
  [{ progress: 'working on 3/6' }, [3, 6, [1, 2]]],
  [{ progress: 'Phase 2 of 5 completed' }, [3, 5, [1, 2]]],
  [{ progress: '2/5 phases' }, [3, 5, [1, 2]]],
  [{ status: 'Phase 2 complete, phase 3 in progress', total_phases: 5 }, [3, 5, [1, 2]]],
  [{ progress: 'Phases 1-3 complete, phase 4 in progress', total_phases: 5 }, [4, 5, [1, 2, 3]]],
  [{ status: 'phase_3', total_phases: 5 }, [3, 5, [1, 2]]],
  // What says of itself that something is open is not done.
  [{ phases: [{ status: 'complete' }, { status: 'complete', error: 'tests fail' }] }, [2, 2, [1]]],
  [{ phases: [{ status: 'complete' }, { status: 'complete', result: 'FAILED' }] }, [2, 2, [1]]],
  [{ phases: [{ status: 'complete' }, { status: 'complete', tasks: { a: 'done', b: 'pending' } }] }, [2, 2, [1]]],
  [{ phases: [{ status: 'complete' }, { status: 'complete', error: null, tasks: { a: 'done' } }] }, [2, 2, [1, 2]]],
  // What was done is not all there is.
  [{ phaseResults: { plan: { success: true }, build: { success: true } } }, [3, 3, [1, 2]]],
  [{ phaseOrder: ['a', 'b', 'c', 'd'], currentPhase: { index: 2, id: 'c' } }, [3, 4, [1, 2]]],
  [{ phases: { completed: 2, total: 5 } }, [3, 5, [1, 2]]],
  [{ phases: 'a -> b -> c', current_phase: 'b' }, [2, 3, [1]]],
  [{ completed: 'a, b', current: 'c', todo: 'd, e' }, [3, 5, [1, 2]]],
  [{ current_phase: 'Phase 3 complete', total_phases: 5 }, [4, 5, [1, 2, 3]]],
  [{ resume_from: 3, total_phases: 5 }, [3, 5, [1, 2]]],
  [{ resume_point: 'Phase 3, step 2', total_phases: 5 }, [3, 5, [1, 2]]],
  [{ workflow_state: { research_complete: true, planning_complete: true, build_complete: false } }, [3, 3, [1, 2]]],
  [{ plan: '1. [x] a\n2. [x] b\n3. [ ] c' }, [3, 3, [1, 2]]],
  [{ progress: { done: ['a', 'b'], in_progress: ['c'], todo: ['e'] } }, [3, 4, [1, 2]]],
  [
    {
      tasks: [
        { id: 'T1', status: 'completed', blockedBy: ['T0'] },
        { id: 'T2', status: 'pending' },
      ],
    },
    [2, 2, [1]],
  ],
  // What was skipped is left behind by going on.
  [{ phases: { a: 'done', b: 'skipped', c: 'in_progress' } }, [3, 3, [1, 2]]],
  [{ phases: { a: 'done', b: 'skipped', c: 'pending' } }, [2, 3, [1]]],
  // What is no list of phases is not read as one.
  [{ plan: { path: 'docs/plan.md', hash: 'x' } }, [1, 1, []]],
  [{ completed_phases: ['1', '2'], total_phases: 3, workflow_state: { tasks: [{ status: 'todo' }] } }, [3, 3, [1, 2]]],
];

const unread: readonly (readonly [Readonly<Record<string, Json>>, string])[] = [
  [{ history: [{ what: 'wrote the plan' }] }, '/history'],
  [{ checkpoints: [{ phase: 1, status: 'completed' }] }, '/checkpoints'],
  [{ tasks: { total: 5, finished: 2 } }, '/tasks'],
  [{ progress: 'nearly there' }, '/progress'],
  [{ progress: '50%', total_phases: 4 }, '/progress'],
  [{ progress: 50, total_phases: 4 }, '/progress'],
  [{ implementation_work: { backend: 'complete', frontend: 'started' } }, '/implementation_work'],
  [{ total_phases: 4, sprint_plan: [{ goal: 'schema', outcome: 'done' }] }, '/sprint_plan'],
  [{ progress: '12/40 tests', total_phases: 4 }, '/progress'],
  [{ last_completed_phase: 'build' }, '/last_completed_phase'],
  [{ phase_index: 2, phase_names: ['a', 'b', 'c'] }, '/phase_index'],
  [{ research: { status: 'complete' }, planning: { status: 'in_progress' } }, '/research'],
  [{ batches: { one: 'complete', two: 'running' } }, '/batches'],
  [{ current_phase: 'complete', phases: ['a', 'b'] }, '/current_phase'],
  [{ phases_summary: 'Phases 1-2 done. Phase 3 in progress.' }, '/phases_summary'],
];

describe('the phases of a drifted workflow', () => {
  for (const [said, counters] of read) {
    test(`${JSON.stringify(said)} is ${JSON.stringify(counters)}`, () => {
      const { document, undecided } = repaired(said);
      assert.deepEqual(undecided, []);
      assert.deepEqual(countersOf(document), counters);
    });
  }

  for (const [said, path] of unread) {
    test(`${JSON.stringify(said)} is left to a person, who is told where`, () => {
      const { undecided } = repaired(said);
      assert.deepEqual(
        undecided.map((one) => [one.code, one.path]),
        [['unresolved', path]],
      );
    });
  }
});
