// Mixtures of what people and models write into one file: whatever meets whatever, nothing is lost or called done in doubt.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { at, base } from '../../../../test/golden/drift/commands.js';
import { assertSound, facts } from '../../../../test/golden/drift/sound.js';
import { seed, sized, tellSeed } from '../../../../test/support/sizes.js';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { isComplete, unitsOf } from '../../command/phases.js';
import { repair } from '../index.js';

const words = [
  'complete',
  'done ✅',
  'in_progress',
  'pending',
  'failed',
  'blocked - no key',
  'cancelled',
  'skipped',
  'done?',
  'completed with errors',
  'on hold',
  'kruxed',
  '80%',
  '',
  'abc1234',
];
const names = ['a', 'b', 'c', 'implementation', 'Phase 2 of 3: b', '2'];
const word = fc.constantFrom<Json>(...words, true, false, null, 3, at);
const name = fc.constantFrom(...names);
const nameList = fc.array(fc.oneof(name, fc.record({ name, status: word, reason: fc.constant('why') })), {
  maxLength: 3,
});
const phase = fc.oneof(
  word,
  fc.record(
    {
      status: word,
      error: fc.constantFrom<Json>(null, '', 'tests fail'),
      tests: fc.constantFrom<Json>({ passed: 3, failed: 1 }, { failed: 0 }, 'green'),
      verified: fc.boolean(),
      progress: fc.constantFrom(0, 80, 100),
      tasks: fc.dictionary(name, word, { maxKeys: 2 }),
      blockers: fc.constantFrom<Json>([], ['no key']),
      updated_at: fc.constant(at),
    },
    { requiredKeys: [] },
  ),
);
const phases = fc.oneof(fc.dictionary(name, phase, { maxKeys: 4 }), nameList, word);
const places = { current_phase: fc.oneof(name, word, nameList), completed_phases: nameList, pending_phases: nameList };
const lists = Object.fromEntries(
  'completed in_progress pending doing wip next failed blocked_phases skipped_phases remaining_phases last_completed_phase'
    .split(' ')
    .map((member) => [member, fc.oneof(nameList, name, word)]),
);
const inner = fc.record({ ...places, ...lists, phases, status: word }, { requiredKeys: [] });
const document: fc.Arbitrary<JsonObject> = fc.record(
  {
    ...lists,
    ...places,
    phases,
    state: fc.oneof(inner, word),
    status: fc.oneof(word, phases),
    completed_at: fc.constantFrom<Json>(at, 'today', null, false),
    execution: inner,
    plan: fc.oneof(inner, nameList),
    progress: fc.oneof(inner, word),
    milestones: phases,
    next_steps: nameList,
    total_phases: fc.constantFrom(1, 5),
    notes: word,
  },
  { requiredKeys: [] },
);
/** Each says that something is open or was stopped, beside whatever else. */
const open = fc.constantFrom<JsonObject>(
  { status: 'cancelled' },
  { status: 'blocked' },
  { status: 'completed with errors' },
  { blockers: ['no key'] },
  { error: 'db down' },
  { superseded_by: 'auth-v2' },
  { validation: { tests: 'failed' } },
  { remaining_work: ['docs'] },
  { review: { verdict: 'DO_NOT_SHIP' } },
  { test_results: { passed: 8, failed: 3 } },
);

test('any mixture becomes sound, or a person is asked about a member', (t) => {
  tellSeed(t);
  fc.assert(
    fc.property(document, (members) => {
      const file = { ...base, ...members };
      if (assertSound('command', file) === 'valid') return;
      for (const { path } of repair('command', null, file, facts).undecided) assert.notEqual(path, '');
    }),
    { numRuns: sized(300, 20_000), seed },
  );
});

test('no mixture is over, or goes on unasked with nothing left to do, beside what says that something is open', (t) => {
  tellSeed(t);
  fc.assert(
    fc.property(document, open, (members, said) => {
      const { document: doc, undecided } = repair('command', null, { ...base, ...members, ...said }, facts);
      if (undecided.length > 0 || !isJsonObject(doc)) return;
      assert.equal(isComplete(doc), false);
      const isLeft = unitsOf(doc).some(({ status }) => status !== 'complete' && status !== 'skipped');
      const pawl = isJsonObject(doc['pawl']) ? doc['pawl'] : {};
      assert.ok(isLeft || isJsonObject(pawl['doubt']), 'all is done, and nobody asks');
    }),
    { numRuns: sized(300, 20_000), seed },
  );
});
