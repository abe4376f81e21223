// Waivers, approvals, results that are done again and results that are kept.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPawlError } from '../../../rules/errors.js';
import { checkPipeline } from '../check.js';
import { noon, prd009, run } from '../fixtures.js';
import { applyPipeline } from '../transitions.js';
import type { PipelineCheckpoint } from '../types.js';
import { waiverProblems } from './decisions.js';

const finding = (hash: string): { by: string; files: string[] } => ({ by: 'ana', files: [`${hash} a.ts`] });

const begun = run(
  null,
  prd009,
  { type: 'start', workstreams: ['WS1'] },
  { type: 'done', workstream: 'WS1', artifacts: ['a.ts'], evidence: finding('h1') },
);
const gate = 'schema-validation';
const label = 'schema-validation (WS1)';
const passed = run(begun, { type: 'pass_gate', gate, evidence: { [label]: { ...finding('h1'), exit_code: 0 } } });

const inShort = (doc: PipelineCheckpoint): unknown => [
  doc.status,
  doc.completed_workstreams,
  doc.gates_passed,
  doc.gates_pending.includes(gate),
];

const refused = (code: 'bad-input' | 'not-allowed', work: () => unknown): void =>
  assert.throws(work, (error: unknown) => isPawlError(error, code));

describe('evidence', () => {
  test('is numbered in the order in which it was recorded', () => {
    const { workstreams, gates } = passed.pawl?.evidence ?? {};
    assert.deepEqual([workstreams?.['WS1']?.seq, gates?.[label]?.seq, gates?.[label]?.at], [1, 2, noon]);
    assert.deepEqual(checkPipeline(passed), []);
  });

  test('of a failure takes an earlier pass back; a claimed failure does not', () => {
    const seen = run(passed, { type: 'fail_gate', gate, message: 'no', evidence: { [label]: finding('h1') } });
    assert.deepEqual(inShort(seen), ['failed', ['WS1'], [], true]);
    const claimed = run(passed, { type: 'fail_gate', gate, message: 'no' });
    assert.deepEqual(inShort(claimed), ['failed', ['WS1'], [label], false]);
  });

  test('of a blocked run changes nothing else', () => {
    const doc = run(begun, { type: 'block_gate', gate, evidence: { [label]: { ...finding('h1'), reason: 'down' } } });
    assert.deepEqual(inShort(doc), inShort(begun));
    assert.equal(doc.error, undefined);
    assert.equal(doc.pawl?.evidence?.gates?.[label]?.verdict, 'blocked');
  });
});

describe('people', () => {
  test('a waiver lets the gate pass, out of its failure, and stays on record', () => {
    const failed = run(begun, { type: 'fail_gate', gate, message: 'no' });
    const doc = run(failed, { type: 'waive_gate', gate, by: 'bo', reason: 'later', issue: 'BAS-1' });
    assert.deepEqual(inShort(doc), ['paused', ['WS1'], [label], false]);
    assert.deepEqual(doc.pawl?.waivers, [{ gates: [label], by: 'bo', reason: 'later', issue: 'BAS-1', at: noon }]);
    refused('bad-input', () => run(begun, { type: 'waive_gate', gate, by: ' ', reason: 'x', issue: '#1' }));
    refused('not-allowed', () =>
      run(run(null, prd009), { type: 'waive_gate', gate, by: 'a', reason: 'x', issue: '#1' }),
    );
  });

  test('a waiver names an issue that can be found again', () => {
    const faults = (issue: string): unknown[] =>
      waiverProblems({ by: 'bo', reason: 'later', issue }).map(({ path, message }) => path + message);
    for (const issue of ['12', '#12', 'ABC-12', 'AB#12', 'owner/re-po#12', 'group/x!7', 'https://x.example/i/a'])
      assert.deepEqual(faults(issue), [], issue);
    for (const issue of ['no issue', 'later', 'see BAS-12', 'BAS-', 'n/a', '#'])
      assert.deepEqual(faults(issue), ['/issueis no issue'], issue);
    assert.deepEqual(faults(' '), ['/issueis empty']);
  });

  test('a yes lets a gate pass, a no takes that back', () => {
    const yes = run(begun, { type: 'approve', gate, answer: 'yes', by: 'bo' });
    assert.deepEqual(inShort(yes), ['paused', ['WS1'], [label], false]);
    const no = run(yes, { type: 'approve', gate, answer: 'no', by: 'bo', note: 'wait' });
    assert.deepEqual(inShort(no), ['paused', ['WS1'], [], true]);
    assert.deepEqual(
      no.pawl?.approvals?.map(({ about, answer }) => [about, answer]),
      [
        [label, 'yes'],
        [label, 'no'],
      ],
    );
    refused('bad-input', () => run(begun, { type: 'approve', answer: 'yes', by: 'bo' }));
  });
});

describe('results that no longer hold', () => {
  test('are returned to be done, without their evidence and artifacts', () => {
    const doc = run(passed, { type: 'redo', workstreams: ['WS1'], gates: [label], reasons: ['a.ts changed'] });
    assert.deepEqual(inShort(doc), ['paused', [], [], true]);
    assert.deepEqual([doc.pending_workstreams[0], doc.artifacts, doc.current_phase], ['WS1', {}, 0]);
    assert.deepEqual(doc.pawl?.evidence, { workstreams: {}, gates: {} });
    assert.deepEqual(checkPipeline(doc), []);
    assert.equal(run(doc, { type: 'start', workstreams: ['WS1'] }).status, 'in_progress');
    refused('not-allowed', () => run(doc, { type: 'redo', workstreams: ['WS1'] }));
  });

  test('are kept by a person, with a reason, for what they are about now', () => {
    const workstreams = { WS1: finding('h2') };
    const changes = ['a.ts changed since WS1 was done'];
    const doc = run(passed, {
      type: 'accept',
      reason: 'a comment',
      by: 'bo',
      changes,
      workstreams,
      gates: { [label]: finding('h2') },
    });
    assert.deepEqual(inShort(doc), inShort(passed));
    assert.deepEqual(doc.pawl?.accepted, [{ kept: ['WS1', label], changes, reason: 'a comment', by: 'bo', at: noon }]);
    const entry = doc.pawl?.evidence?.gates?.[label];
    assert.deepEqual([entry?.files, entry?.exit_code, entry?.verdict, entry?.seq], [['h2 a.ts'], 0, 'pass', 4]);
    const ran = passed.pawl?.evidence?.gates?.[label];
    const later = applyPipeline(
      passed,
      { type: 'accept', reason: 'x', by: 'bo', gates: { [label]: { ...finding('h2'), by: 'bo' } } },
      '2026-01-05T09:00:00Z',
    ).pawl?.evidence?.gates?.[label];
    assert.deepEqual([later?.at, later?.by], [ran?.at, ran?.by], 'who ran it, and when, stays known');
    assert.equal(later?.kept_at, '2026-01-05T09:00:00Z');
    refused('bad-input', () => run(passed, { type: 'accept', reason: ' ', by: 'bo', workstreams }));
    refused('not-allowed', () =>
      run(begun, { type: 'accept', reason: 'x', by: 'bo', gates: { [label]: finding('h2') } }),
    );
  });
});
