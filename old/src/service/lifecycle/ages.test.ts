import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workflowKey } from '../../rules/names.js';
import { defaultLimits, judgeAge, type Verdict } from './ages.js';

const at = '2026-01-01T00:00:00.000Z';
const now = Date.parse('2026-02-15T00:00:00.000Z');

function judged(status: string, event: string): Verdict['to'] | null {
  const finished = status === 'complete' || status === 'abandoned';
  const progress = { done: 0, total: 2 };
  const overview = { title: 'X', status, finished, progress, current: null, next: null, error: null, updated_at: at };
  const stored = {
    key: workflowKey('orchestrate_x_20260101_000000'),
    place: 'failed',
    at,
    event: { name: event },
  } as const;
  return judgeAge(stored, overview, defaultLimits, now)?.to ?? null;
}

test('what was put away unfinished leaves failed/ for the archive, and is still offered; what is over goes', () => {
  assert.equal(judged('in_progress', 'archived'), 'archived');
  assert.equal(judged('failed', 'archived'), 'archived');
  assert.equal(judged('failed', 'fail'), 'removed');
  assert.equal(judged('abandoned', 'abandon'), 'removed');
  assert.equal(judged('in_progress', 'abandon'), 'removed');
});
