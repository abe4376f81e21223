// The judgement of the ship gate, as a table: what reviews said, and what that means for some content.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json.js';
import { type Found, judge, verdictIn } from '../../src/ship/verdict.js';

const [tree, other, commit] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)];
const gate = { ship_allowed: true, blockers: [] as string[], head_commit: commit };
const ship = { tree, head_commit: commit, by: 'ada', kind: 'person', at: '2026-01-29T10:30:00.000Z' };
const agent = { ...ship, by: 'session 4711', kind: 'agent' };
const blocked = { ...gate, ship_allowed: false, blockers: ['2 tests fail'] };

/** What a checkpoint holds; a verdict that names only a commit is about the tree of that commit. */
function found(state: JsonObject): Found[] {
  const one = verdictIn('ship/auth', state);
  if (one === null || 'problem' in one) return one === null ? [] : [one];
  return [{ ...one, tree: one.tree ?? (one.commit === commit ? tree : null) }];
}

const table: readonly (readonly [what: string, states: readonly JsonObject[], state: string, says: RegExp])[] = [
  ['nothing', [], 'no-review', /No review.*\/review/],
  ['a run without a verdict', [{ phases: {} }], 'no-review', /No review/],
  ['a person allows it', [{ gate, pawl: { ship } }], 'allowed', /by ada in ship\/auth allows/],
  ['an agent allows it', [{ gate, pawl: { ship: agent } }], 'allowed', /by an agent \(session 4711\)/],
  ['other content', [{ gate, pawl: { ship: { ...ship, tree: other } } }], 'other-content', /about other content/],
  ['blockers', [{ gate: blocked, pawl: { ship } }], 'blockers', /1 blocker: 2 tests fail/],
  ['not allowed, without a reason', [{ gate: { ...blocked, blockers: [] } }], 'blockers', /does not allow it/],
  ['a person forces it', [{ gate: { ...blocked, ship_allowed: true }, pawl: { ship } }], 'forced', /despite 1 blocker/],
  [
    'an agent cannot',
    [{ gate: { ...blocked, ship_allowed: true }, pawl: { ship: agent } }],
    'blockers',
    /2 tests fail/,
  ],
  ['another tool, at this commit', [{ gate }], 'allowed', /The review in ship\/auth allows/],
  [
    'another tool, without a commit',
    [{ gate: { ...gate, head_commit: null }, head_commit: commit }],
    'allowed',
    /allows/,
  ],
  ['without any commit', [{ gate: { ...gate, head_commit: null } }], 'other-content', /does not say which commit/],
  [
    'another tool changed it since',
    [{ gate: { ...gate, head_commit: other }, pawl: { ship } }],
    'other-content',
    /other/,
  ],
  ['no flag', [{ gate: { blockers: [] } }], 'unreadable', /\/gate\/ship_allowed/],
  ['no list of blockers', [{ gate: { ship_allowed: true } }], 'unreadable', /\/gate\/blockers/],
  ['not an object', [{ gate: 'yes' }], 'unreadable', /cannot be read/],
  ['a broken review', [{ gate, pawl: { ship: { tree: 'HEAD' } } }], 'unreadable', /\/pawl\/ship/],
  [
    'one allows, one blocks',
    [
      { gate, pawl: { ship } },
      { gate: blocked, pawl: { ship } },
    ],
    'blockers',
    /2 tests/,
  ],
  ['one allows, one is unreadable', [{ gate, pawl: { ship } }, { gate: [] }], 'unreadable', /doctor/],
  [
    'one of other content blocks',
    [{ gate, pawl: { ship } }, { gate: { ...blocked, head_commit: other } }],
    'allowed',
    /ada/,
  ],
];

for (const [what, states, state, says] of table)
  test(`${what}: ${state}`, () => {
    const answer = judge(states.flatMap(found), tree, false);
    assert.equal(answer.state, state);
    assert.equal(answer.isAllowed, state === 'allowed' || state === 'forced');
    assert.match(`${answer.reason} ${answer.fix ?? ''}`, says);
  });

test('with person_required only a person allows', () => {
  const stateOf = (state: JsonObject): string => judge(found(state), tree, true).state;
  assert.equal(stateOf({ gate, pawl: { ship } }), 'allowed');
  assert.equal(stateOf({ gate, pawl: { ship: agent } }), 'needs-person');
  assert.equal(stateOf({ gate }), 'needs-person');
});
