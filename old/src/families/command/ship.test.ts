import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { applyCommand } from './transitions.js';
import { type FoundVerdict, judgeShip, type ShipVerdict, parseVerdict, verdictIn } from './ship.js';
import type { CommandCheckpoint } from './types.js';

const now = '2026-01-05T09:00:00.000Z';
const [commit, tree, other] = ['c'.repeat(40), 'a'.repeat(40), 'b'.repeat(40)];
const content = { commit, tree };

const verdict = (more: Partial<ShipVerdict> = {}): FoundVerdict => ({
  is: 'verdict',
  verdict: {
    ref: 'ship',
    ship_allowed: true,
    blockers: [],
    head_commit: commit,
    tree_sha: tree,
    by: 'ana',
    at: now,
    forced: null,
    ...more,
  },
});
const forced = { reason: 'hot fix', by: 'ana', at: now };
const unreadable: FoundVerdict = { is: 'unreadable', ref: 'ship/x', problem: 'it is no JSON' };

describe('the ship gate', () => {
  const table: readonly (readonly [what: string, found: readonly FoundVerdict[], state: string])[] = [
    ['nothing', [], 'no-review'],
    ['a checkpoint without a gate', [{ is: 'none', ref: 'ship' }], 'no-review'],
    ['an approval', [verdict()], 'approved'],
    ['an approval of other content', [verdict({ tree_sha: other })], 'other-content'],
    ['an approval of nothing', [verdict({ tree_sha: null, head_commit: null })], 'other-content'],
    ['blockers', [verdict({ ship_allowed: false, blockers: ['x'] })], 'blockers'],
    ['a refusal without a word', [verdict({ ship_allowed: false })], 'blockers'],
    ['an approval that lists blockers', [verdict({ blockers: ['x'] })], 'blockers'],
    ['blockers of other content', [verdict({ ship_allowed: false, tree_sha: other })], 'other-content'],
    ['something that cannot be read', [unreadable], 'unreadable'],
    ['an approval beside something that cannot be read', [verdict(), unreadable], 'unreadable'],
    ['an approval beside blockers', [verdict(), verdict({ ref: 'ship/x', ship_allowed: false })], 'blockers'],
    [
      'an approval beside blockers of other content',
      [verdict(), verdict({ ship_allowed: false, tree_sha: other })],
      'approved',
    ],
    ['a forced refusal', [verdict({ ship_allowed: false, blockers: ['x'], forced })], 'forced'],
    ['a force beside something that cannot be read', [verdict({ forced }), unreadable], 'forced'],
    ['a force for other content', [verdict({ tree_sha: other, forced })], 'other-content'],
  ];
  test('says so of a review that names no commit', () => {
    const { reasons } = judgeShip([verdict({ tree_sha: null, head_commit: null, by: null, at: null })], content);
    assert.deepEqual(reasons, ['the review in ship names no commit, so it does not count for commit cccccccc']);
  });

  for (const [what, found, state] of table) {
    test(`answers ${state} for ${what}`, () => {
      const check = judgeShip(found, content);
      assert.equal(check.state, state);
      assert.equal(check.allowed, state === 'approved' || state === 'forced');
      assert.ok((check.reasons[0] ?? '') !== '');
      assert.equal(check.fix === null, check.allowed);
      // Who is blocked must not be told how to let it pass.
      assert.doesNotMatch(check.fix ?? '', /--allow|--force/);
    });
  }

  test('lets nothing pass but what was approved without blockers or forced, whatever a file says', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(true, false, [], {}, tree, commit, null));
    const gate = fc.record({ ship_allowed: odd, blockers: odd, head_commit: odd }, { requiredKeys: [] });
    const ship = fc.record({ head_commit: odd, tree_sha: odd, forced: odd, by: odd }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(gate, odd), fc.oneof(ship, odd), (given, own) => {
        const found = verdictIn('ship', { gate: given, pawl: { ship: own } });
        if (!judgeShip([found], content).allowed) return;
        assert.ok(found.is === 'verdict' && found.verdict.tree_sha === tree);
        const { forced: force, ship_allowed, blockers } = found.verdict;
        assert.ok(force !== null || (ship_allowed && blockers.length === 0));
      }),
    );
  });

  test('a file that lacks its flag, its list or its ids is unreadable, with the place in words', () => {
    const whole = { ship_allowed: true, blockers: [], head_commit: commit, tree_sha: tree };
    const wrong: readonly (readonly [value: unknown, problem: RegExp])[] = [
      [{ ...whole, ship_allowed: undefined }, /ship_allowed .* is missing/],
      [{ ...whole, ship_allowed: 'true' }, /ship_allowed .* is "true"/],
      [{ ...whole, blockers: undefined }, /blockers .* is missing/],
      [{ ...whole, blockers: [1] }, /blockers/],
      [{ ...whole, head_commit: 'HEAD' }, /head_commit/],
      [{ ...whole, tree_sha: tree.slice(1) }, /tree_sha/],
      [{ ...whole, forced: {} }, /forced/],
      [{ ...whole, forced: { ...forced, reason: ' ' } }, /forced/],
      [null, /an object/],
    ];
    for (const [value, problem] of wrong) {
      const found = parseVerdict('ship', value);
      assert.ok(found.is === 'unreadable', JSON.stringify(value));
      assert.match(found.problem, problem);
    }
  });
});

describe('a verdict in its checkpoint', () => {
  const about = { command: 'ship', head_commit: commit, tree_sha: tree, by: 'ana', typical_phases: true } as const;
  const approved = applyCommand(null, { type: 'gate', ship_allowed: true, blockers: [], ...about }, now);
  const stateOf = (doc: CommandCheckpoint): string => judgeShip([verdictIn('ship', doc)], content).state;

  test('counts for its tree, and a new checkpoint lists what /ship does', () => {
    assert.equal(stateOf(approved), 'approved');
    assert.deepEqual(approved.state.pending_phases, ['pre-flight', 'commit', 'push']);
  });

  test('that something else wrote since, with another commit, is not bound to the older tree', () => {
    const gate = { ship_allowed: true, blockers: [], head_commit: 'd'.repeat(40) };
    assert.equal(stateOf({ ...approved, gate }), 'other-content');
  });

  test('without a tree takes away what an earlier one was bound to', () => {
    const event = { type: 'gate', ship_allowed: true, blockers: [], head_commit: commit } as const;
    const plain = applyCommand(approved, event, now);
    const found = verdictIn('ship', plain);
    assert.ok(found.is === 'verdict');
    assert.equal(found.verdict.tree_sha, null);
  });

  test('stays as it was when its content is forced, and force ends with the next verdict', () => {
    const refused = applyCommand(approved, { type: 'gate', ship_allowed: false, blockers: ['x'], ...about }, now);
    const passed = applyCommand(refused, { type: 'force', reason: 'hot fix', ...about, by: 'ben' }, now);
    assert.equal(stateOf(passed), 'forced');
    assert.deepEqual([passed.gate?.ship_allowed, passed.gate?.blockers], [false, ['x']]);
    const again = applyCommand(passed, { type: 'gate', ship_allowed: false, blockers: ['y'], ...about }, now);
    assert.equal(stateOf(again), 'blockers');
  });

  test('of other content is no approval of what is forced', () => {
    const passed = applyCommand(approved, { type: 'force', reason: 'x', ...about, tree_sha: other }, now);
    assert.deepEqual([passed.gate?.ship_allowed, passed.gate?.blockers.length], [false, 1]);
    assert.equal(stateOf(passed), 'other-content');
  });

  test('is not forced without a reason', () => {
    assert.throws(() => applyCommand(approved, { type: 'force', ...about, reason: ' ' }, now), { code: 'bad-input' });
  });

  test('leaves what else stands under pawl as it is', () => {
    const noted = applyCommand(approved, { type: 'note', decision: 'Sessions stay.' }, now);
    const plain = applyCommand(noted, { type: 'gate', ship_allowed: true, blockers: [] }, now);
    assert.equal(plain.pawl?.decisions?.length, 1);
  });
});
