import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holderOf, isLease, judgeLease, type Lease, maxSilenceMs } from './lease.js';
import type { Owner } from './owner.js';
import type { Machine } from './processes.js';

const here: Machine = { host: 'laptop', machine: 'm1', boot: 'b1', pid_space: 'pid:[1]' };
const now = Date.parse('2026-01-05T12:00:00.000Z');
const lease: Lease = {
  v: 1,
  key: 'pipeline:PRD-009',
  owner: 'session one',
  ...here,
  pid: 4711,
  started: '99',
  since: '2026-01-05T11:40:00.000Z',
  beat: '2026-01-05T11:59:00.000Z',
  released: false,
};
const other: Owner = { id: 'session two', process: null, ancestors: [] };

function stateOf(change: Partial<Lease>, owner = other, alive = true): string {
  return judgeLease({ ...lease, ...change }, owner, { machine: here, now, isAlive: () => alive }).state;
}

describe('a lease', () => {
  test('of someone who works here is live, and says since when', () => {
    const view = judgeLease(lease, other, { machine: here, now, isAlive: () => true });
    assert.equal(view.state, 'live');
    assert.equal(view.reason, 'held by session one (process 4711) since 2026-01-05 11:40 UTC');
  });

  test('is the same session’s own wherever it comes from', () => {
    const same = { ...other, id: 'session one' };
    assert.equal(stateOf({}, same), 'mine');
    assert.equal(stateOf({ host: 'desktop', pid: 1 }, same, false), 'mine');
  });

  test('is over at once when its process is gone, the machine was restarted, or it was given back', () => {
    assert.equal(stateOf({}, other, false), 'expired');
    assert.equal(stateOf({ boot: 'b0' }), 'expired');
    assert.equal(stateOf({ released: true }), 'free');
  });

  test('is not over with a process that may only have stood between the agent and pawl', () => {
    assert.equal(stateOf({ unsure: true }, other, false), 'live');
    assert.equal(stateOf({ unsure: true, boot: 'b0' }), 'expired');
    const view = judgeLease({ ...lease, unsure: true }, other, { machine: here, now, isAlive: () => false });
    assert.equal(view.reason, 'held by session one since 2026-01-05 11:40 UTC');
    assert.equal(holderOf(view)?.pid, null);
  });

  test('of another host or another container is over by silence only', () => {
    for (const change of [{ host: 'desktop' }, { machine: 'm2' }, { pid_space: 'pid:[2]' }, { pid: null }]) {
      assert.equal(stateOf(change, other, false), 'live', JSON.stringify(change));
    }
    const beat = new Date(now - maxSilenceMs - 1).toISOString();
    assert.equal(stateOf({ host: 'desktop', beat }), 'expired');
    assert.equal(stateOf({ beat }), 'expired');
  });

  test('whose heartbeat lies far ahead is over: the clock was set', () => {
    assert.equal(stateOf({ beat: '2036-01-05T11:59:00.000Z' }), 'expired');
    assert.equal(stateOf({ beat: '2026-01-05T12:01:00.000Z' }), 'live');
  });

  test('of an agent’s session is also that of a program which the agent started and did not tell its session', () => {
    const agent = { pid: 4711, started: '99' };
    const server: Owner = { id: 'process 4711 (99)', process: agent, ancestors: [] };
    assert.equal(stateOf({}, server), 'mine', 'a server, or a call of its shell');
    assert.equal(stateOf({ started: '98' }, server), 'live', 'another process with that id');
    assert.equal(stateOf({ pid_space: 'pid:[2]' }, server), 'live', 'another container');
    assert.equal(
      stateOf({}, { ...server, id: 'session two' }),
      'live',
      'it knows its session, and that is another one',
    );
  });

  test('that a shell took belongs to the agent started in it, but an agent’s not to its children', () => {
    const child: Owner = { id: 'session two', process: null, ancestors: [{ pid: 4711, started: '99' }] };
    assert.equal(stateOf({ owner: 'process 4711 (99)' }, child), 'mine');
    assert.equal(stateOf({ owner: 'process 4711 (98)', started: '98' }, child), 'live');
    assert.equal(stateOf({ owner: 'process 4711 (99)', host: 'desktop' }, child), 'live');
    assert.equal(stateOf({}, child), 'live');
  });

  test('is recognised by its members', () => {
    assert.ok(isLease({ ...lease }));
    for (const wrong of [null, [], {}, { ...lease, v: 2 }, { ...lease, beat: 'today' }, { ...lease, pid: '1' }]) {
      assert.equal(isLease(wrong), false);
    }
  });
});
