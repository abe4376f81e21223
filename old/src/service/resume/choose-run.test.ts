import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandKey, type Key, type Place, refOf } from '../../rules/names.js';
import type { Summary } from '../../store/store.js';
import { inOrder } from './choose-run.js';

function run(feature: string, place: Place = 'live'): Summary {
  const key = commandKey('implement', feature);
  const overview = { title: feature, status: 'in_progress', finished: false } as Summary['overview'];
  return { key, revision: 1, place, overview, path: null };
}

const runs = [run('kept', 'archived'), run('newest'), run('own'), run('own-too'), run('oldest')];
const own = new Set(['implement/own', 'implement/own-too']);

function offered(bound: Key | null, asked: string[] = []): string[] {
  const isMine = (key: Key): boolean => {
    asked.push(refOf(key));
    return own.has(refOf(key));
  };
  return inOrder(runs, isMine, bound).map(({ key }) => refOf(key).replace('implement/', ''));
}

test('the newest of one’s own runs is offered first, then what is in use, then what was put away', () => {
  assert.deepEqual(offered(null), ['own', 'newest', 'own-too', 'oldest', 'kept']);
});

test('the run that a session is bound to comes before all, and nobody asks whose the others are', () => {
  const asked: string[] = [];
  assert.deepEqual(offered(commandKey('implement', 'oldest'), asked)[0], 'oldest');
  assert.deepEqual(asked, []);
});

test('no more leases are looked at than it takes to find one’s own', () => {
  const asked: string[] = [];
  offered(null, asked);
  assert.deepEqual(asked, ['implement/kept', 'implement/newest', 'implement/own']);
});
