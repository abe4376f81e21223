import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ErrorCode, isPawlError } from '../../../rules/errors.js';
import { checkPipeline } from '../check.js';
import { prd009, run } from '../fixtures.js';
import type { PipelineCheckpoint } from '../types.js';
import type { PipelineEvent } from './events.js';

const begun = run(null, prd009);
const start: PipelineEvent = { type: 'start', workstreams: ['WS1'] };
const stop = { type: 'review', verdict: 'do_not_ship', p0_count: 2, p1_count: 1, findings_path: 'da.md' } as const;
const ship = { type: 'review', verdict: 'ship', p0_count: 0, p1_count: 0 } as const;
const override = { type: 'review', verdict: 'overridden', override_reason: 'accepted by Ann' } as const;

function refused(code: ErrorCode, doc: PipelineCheckpoint, ...events: readonly PipelineEvent[]): void {
  assert.throws(
    () => run(doc, ...events),
    (error) => isPawlError(error, code),
  );
}

describe('review', () => {
  test('is recorded with its attempt and findings, and changes no status', () => {
    const doc = run(begun, stop);
    assert.equal(doc.status, 'initialized');
    const { type: _, ...told } = stop;
    assert.deepEqual(doc.adversarial_review, { ...told, attempt: 1 });
  });

  test('blocks the start with do_not_ship, also of later workstreams', () => {
    refused('not-allowed', begun, stop, start);
    const running = run(
      begun,
      start,
      { type: 'done', workstream: 'WS1' },
      { type: 'pass_gate', gate: 'schema-validation' },
    );
    refused('not-allowed', running, stop, { type: 'start', workstreams: ['WS2'] });
  });

  test('lets the start go on after a better second attempt, whose findings replace the first', () => {
    const doc = run(begun, stop, ship);
    assert.deepEqual(doc.adversarial_review, { verdict: 'ship', p0_count: 0, p1_count: 0, attempt: 2 });
    assert.equal(run(doc, start).status, 'in_progress');
  });

  test('lets the start go on after an override with a reason, which keeps the findings', () => {
    const doc = run(begun, stop, override);
    assert.deepEqual(doc.adversarial_review, {
      verdict: 'overridden',
      p0_count: 2,
      p1_count: 1,
      attempt: 1,
      findings_path: 'da.md',
      override_reason: 'accepted by Ann',
    });
    assert.equal(run(doc, start).status, 'in_progress');
    assert.equal(run(begun, stop, stop, override).adversarial_review?.attempt, 2);
    assert.deepEqual(checkPipeline(doc), []);
  });

  test('with do_not_ship takes no report of what never began, but one that is late', () => {
    const refused = run(null, prd009, stop);
    for (const workstream of ['WS1', 'WS2'])
      assert.throws(() => run(refused, { type: 'done', workstream }), /cannot start: .* do_not_ship/);
    const stopped = run(
      null,
      prd009,
      { type: 'start', workstreams: ['WS1'] },
      { type: 'pause', stop_running: true },
      stop,
    );
    assert.deepEqual(run(stopped, { type: 'done', workstream: 'WS1' }).completed_workstreams, ['WS1']);
  });

  test('still blocks after a second do_not_ship', () => {
    refused('not-allowed', begun, stop, stop, start);
  });

  test('is refused a third time, for a recorded attempt, and for an override without reason or counts', () => {
    refused('not-allowed', begun, stop, stop, ship);
    refused('not-allowed', begun, stop, { ...ship, attempt: 1 });
    refused('not-allowed', begun, { ...ship, attempt: 3 });
    assert.throws(
      () => run(begun, stop, stop, { ...ship, attempt: 2 }),
      (error) => isPawlError(error) && /recorded already/.test(error.message) && !/attempt 3/.test(error.hint ?? ''),
    );
    refused('bad-input', begun, stop, { ...override, override_reason: ' ' });
    refused('bad-input', begun, override);
    refused('bad-input', begun, { type: 'review', verdict: 'ship', p0_count: 0 });
    refused('bad-input', begun, { ...ship, p1_count: -1 });
  });
});

describe('note', () => {
  test('adds to each list, and leaves out what is not told', () => {
    const fix = { file: 'a.ts', change: 'types' };
    const once = run(begun, { type: 'note', eslint_fixes: [fix], cleanup_done: ['x'] });
    assert.deepEqual([once.eslint_fixes, once.cleanup_done, 'key_fixes' in once], [[fix], ['x'], false]);
    const twice = run(once, { type: 'note', cleanup_done: ['y'], key_fixes: [fix] });
    assert.deepEqual([twice.cleanup_done, twice.key_fixes], [['x', 'y'], [fix]]);
    assert.equal(twice.eslint_fixes, once.eslint_fixes);
    assert.deepEqual(checkPipeline(twice), []);
  });

  test('refuses more than a list may hold', () => {
    const half = Array.from({ length: 6_000 }, () => 'x');
    refused('bad-input', begun, { type: 'note', cleanup_done: half }, { type: 'note', cleanup_done: half });
  });
});
