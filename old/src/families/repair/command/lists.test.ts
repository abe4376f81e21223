import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, base } from '../../../../test/golden/drift/commands.js';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import type { Json, JsonObject } from '../../../rules/json/json.js';
import { commandResumePoint } from '../../command/resume.js';
import { unitsOf } from '../../command/phases.js';
import { repair } from '../index.js';

/** Each unit with its status, in the order in which they go on. */
function unitsAfter(members: JsonObject): string {
  const file = { ...base, ...members };
  const { document, undecided } = repair('command', null, file, facts);
  assert.deepEqual(undecided, [], JSON.stringify(members));
  assertSound('command', file);
  const doc = document as JsonObject;
  const units = unitsOf(doc).map(({ name, status }) => `${name}:${status}`);
  return [...units, `from ${commandResumePoint(doc).unit}`].join(' ');
}

/** What the file holds beside its names and times; then its units, and where it goes on. */
const read: readonly (readonly [JsonObject, string])[] = [
  [
    { completed: ['a', 'b'], in_progress: ['c'], pending: ['d'] },
    'a:complete b:complete c:in_progress d:pending from c',
  ],
  [{ completed: ['a'], in_progress: 'implementation' }, 'a:complete implementation:in_progress from implementation'],
  [{ phases: { done: ['a'], current: 'testing' } }, 'a:complete testing:in_progress from testing'],
  [
    { phases: { a: { steps: { x: 'done', y: 'done' } }, b: { tasks: ['[x] x', '[ ] y'] } } },
    'a:complete b:in_progress from b',
  ],
  [{ completed: ['a'], in_progress: 'c', pending: ['d'] }, 'a:complete c:in_progress d:pending from c'],
  [{ done: ['a'], doing: ['c'], next: ['d'] }, 'a:complete c:in_progress d:pending from c'],
  [{ done: ['a'], active: 'c', todo: ['d'] }, 'a:complete c:in_progress d:pending from c'],
  [{ completed: ['a'], wip: 'c', remaining: ['d'] }, 'a:complete c:in_progress d:pending from c'],
  [{ completed: ['a'], failed: ['b'], pending: ['d'] }, 'a:complete b:failed d:pending from b'],
  [{ completed: ['a'], blocked: ['b'], pending: ['d'] }, 'a:complete b:pending d:pending from b'],
  [{ completed_phases: ['a'], blocked_phases: ['b'], pending_phases: ['d'] }, 'a:complete b:pending d:pending from b'],
  [{ completed_phases: ['a'], queued_phases: ['b'] }, 'a:complete b:pending from b'],
  [{ finishedSteps: ['a'], ongoingSteps: ['b'], upcomingSteps: ['c'] }, 'a:complete b:in_progress c:pending from b'],
  [
    { state: { completed_phases: ['a'], current_phase: 'b', pending_phases: ['c'] }, remaining_phases: ['c', 'd'] },
    'a:complete b:in_progress c:pending d:pending from b',
  ],
  [{ phases: { a: 'complete', b: 'pending' }, in_progress: ['b'] }, 'a:complete b:in_progress from b'],
  [
    { completed_tasks: ['T1'], current_task: 'T2', remaining_tasks: ['T3'] },
    'T1:complete T2:in_progress T3:pending from T2',
  ],
  [
    { completed_tasks: ['T1'], in_progress_tasks: ['T2'], pending_tasks: ['T3'] },
    'T1:complete T2:in_progress T3:pending from T2',
  ],
  [{ work_completed: ['a'], work_remaining: ['b'] }, 'a:complete b:pending from b'],
  [{ status: { a: 'complete', b: 'in_progress', c: 'pending' } }, 'a:complete b:in_progress c:pending from b'],
  [{ milestones: { a: 'done', b: 'wip', c: 'todo' } }, 'a:complete b:in_progress c:pending from b'],
  // One level down, whatever stands around it is called.
  [
    { execution: { current_phase: 'b', completed_phases: ['a'], pending_phases: ['c'] } },
    'a:complete b:in_progress c:pending from b',
  ],
  [{ workflow: { phases: { a: 'complete', b: 'in_progress' } } }, 'a:complete b:in_progress from b'],
  [{ data: { completed: ['a'], current: 'b' } }, 'a:complete b:in_progress from b'],
  [
    {
      plan: {
        phases: [
          { id: 'a', status: 'completed' },
          { id: 'b', status: 'todo' },
        ],
      },
    },
    'a:complete b:pending from b',
  ],
  [{ session: { progress: { completed: ['a'], in_progress: ['b'] } } }, 'a:complete b:in_progress from b'],
  [{ git: { head: 'abc1234' }, roadmap: { stages: { a: 'done', b: 'todo' } } }, 'a:complete b:pending from b'],
  // How far the phases are, by the last one that is done.
  [
    { last_completed_phase: 'b', next_phase: 'c', phases: ['a', 'b', 'c', 'd'] },
    'a:complete b:complete c:pending d:pending from c',
  ],
  [{ last_completed_phase: 'b', phases: ['a', 'b', 'c'] }, 'a:complete b:complete c:pending from c'],
  [{ last_completed: 'b', next: 'c', phases: { a: {}, b: {}, c: {} } }, 'a:complete b:complete c:pending from c'],
  [{ last_completed_step: 'b', phases: { a: 'failed', b: {}, c: {} } }, 'b:complete a:failed c:pending from a'],
  [{ last_completed_phase: 2, phases: ['a', 'b', 'c'] }, 'a:complete b:complete c:pending from c'],
  // Names under which a list of objects has them.
  [
    {
      stages: [
        { stage: 'a', status: 'done' },
        { stage: 'b', status: 'active' },
      ],
    },
    'a:complete b:in_progress from b',
  ],
  [
    {
      current_phase: 'Phase 2 of 3: API',
      completed_phases: ['Phase 1: DB'],
      phases: ['Phase 1: DB', 'Phase 2: API', 'Phase 3: UI'],
    },
    'Phase 1: DB:complete Phase 2: API:in_progress Phase 3: UI:pending from Phase 2: API',
  ],
  [
    { status: 'shipped', phases: { commit: 'abc1234', push: 'pushed to origin/main' } },
    'commit:complete push:complete from null',
  ],
];

describe('where a command’s file says how far its phases are', () => {
  for (const [members, units] of read) {
    test(`${JSON.stringify(members).slice(0, 110)} is read`, () => assert.equal(unitsAfter(members), units));
  }

  test('lists of other things are no phases', () => {
    const files: readonly JsonObject[] = [
      { created: ['a.ts'], next_steps: ['deploy it', 'tell them'], started: at },
      { completed_tasks: ['T1'], remaining_tasks: ['T2'], open: ['MFA?'] },
    ];
    for (const members of files) {
      const units = unitsAfter({ phases: { a: 'done', b: 'wip' }, ...members });
      assert.equal(units, 'a:complete b:in_progress from b', JSON.stringify(members));
    }
  });

  test('why a phase in a list failed or is blocked is told where resume looks', () => {
    const errors: readonly (readonly [Json, string])[] = [
      [{ failed: [{ name: 'b', error: 'db down' }] }, 'db down'],
      [{ blocked_phases: [{ phase: 'b', reason: 'no key' }] }, 'no key'],
      [{ blocked_phases: ['b'] }, 'blocked'],
    ];
    for (const [lists, error] of errors) {
      const { document } = repair('command', null, { ...base, completed: ['a'], ...(lists as JsonObject) }, facts);
      assert.equal(commandResumePoint(document as JsonObject).error, error);
    }
  });
});
