// Random histories: whatever is accepted is valid, nothing given is changed, and nothing but a PawlError is thrown.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../../rules/errors.js';
import { deepFreeze } from '../../rules/json/json.js';
import { checkPipeline } from './check.js';
import { initExample, noon } from './fixtures.js';
import { approvalDue, dueGates, pipelineFamily } from './index.js';
import type { PipelineEvent } from './steps/events.js';
import { applyPipeline } from './transitions.js';
import { type PipelineCheckpoint, reviewVerdicts } from './types.js';

const id = fc.constantFrom('WS1', 'WS2', 'WS3', 'WS4', 'WS5', 'toString', '__proto__', 'Phase 1', '');
const unit = fc.constantFrom('WS1', 'WS2', 'WS3', 'WS4', 'WS5');
const gate = fc.constantFrom('lint', 'test', 'type-check', 'lint (WS1)', 'constructor', 'schema-validation');
const named = fc.constantFrom('lint', 'test', 'type-check');
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const file = fc.constantFrom('a.ts', 'b.ts', 'c.ts');
const place = { message: fc.string(), file: optional(file), line: optional(fc.integer({ min: -1, max: 9 })) };
const stop = { stop_running: optional(fc.boolean()) };
const fixes = optional(fc.array(fc.record({ file, change: fc.string() }), { maxLength: 2 }));

const finding = fc.record({
  by: fc.constant('ana'),
  files: fc.array(fc.constantFrom('h1 a.ts', 'h2 a.ts', 'h1 b.ts'), { maxLength: 2 }),
  spec_hash: optional(fc.constantFrom('s1', 's2')),
});
const label = fc.constantFrom('lint (WS1)', 'lint (Phase 1)', 'test (WS2)', 'type-check (Phase 2)', 'constructor');
const findings = fc.dictionary(label, finding, { maxKeys: 3 });

const planned = fc.record({
  name: optional(fc.string()),
  depends_on: optional(fc.array(unit, { maxLength: 1 })),
  gate: optional(fc.oneof(named, fc.array(named, { maxLength: 2 }))),
});
const phases = fc.array(
  fc.record({ workstreams: fc.subarray(['WS1', 'WS2', 'WS3']), gates: optional(fc.array(named, { maxLength: 2 })) }),
  { maxLength: 3 },
);
const init: fc.Arbitrary<PipelineEvent> = fc.record({
  type: fc.constant('init' as const),
  prd: fc.constant('PRD-001'),
  prd_title: fc.string(),
  workstreams: fc.oneof(fc.dictionary(unit, planned, { minKeys: 1 }), fc.uniqueArray(unit, { minLength: 1 })),
  phases: fc.option(phases, { nil: undefined, freq: 5 }),
  gates: optional(fc.constantFrom(['lint', 'test', 'type-check'], ['lint'])),
});

const event: fc.Arbitrary<PipelineEvent> = fc.oneof(
  { weight: 1, arbitrary: init },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('start' as const),
      workstreams: fc.array(unit, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('start' as const), workstreams: fc.array(id) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('done' as const),
      workstream: fc.oneof(unit, id),
      artifacts: optional(fc.array(file)),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('pass_gate' as const),
      gate: fc.oneof(named, gate),
      workstream: optional(id),
      phase: optional(fc.integer({ min: 0, max: 4 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pass_gate' as const), gate: named }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('fail_gate' as const),
      gate,
      workstream: optional(id),
      ...place,
      ...stop,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('fail' as const), workstream: id, ...place, ...stop }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('pause' as const), ...stop }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('review' as const),
      verdict: fc.constantFrom(...reviewVerdicts),
      p0_count: optional(fc.integer({ min: -1, max: 3 })),
      p1_count: optional(fc.nat(3)),
      attempt: optional(fc.integer({ min: 0, max: 3 })),
      override_reason: optional(fc.string()),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('block_gate' as const), gate: named, evidence: findings }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('fail_gate' as const),
      gate: named,
      evidence: findings,
      ...place,
      ...stop,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('waive_gate' as const),
      gate: named,
      by: fc.constantFrom('ana', ' '),
      reason: fc.constant('known'),
      issue: fc.constantFrom('BAS-1', ''),
      evidence: findings,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('approve' as const),
      gate: optional(named),
      about: optional(fc.constantFrom('spec', 'Phase 1', 'completion')),
      answer: fc.constantFrom('yes' as const, 'no' as const),
      by: fc.constant('ana'),
      evidence: optional(findings),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('redo' as const),
      workstreams: optional(fc.array(id, { maxLength: 2 })),
      gates: optional(fc.array(label, { maxLength: 2 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('accept' as const),
      reason: fc.constantFrom('fine', ' '),
      by: fc.constant('ana'),
      workstreams: optional(fc.dictionary(id, finding, { maxKeys: 2 })),
      gates: optional(findings),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('done' as const), workstream: id, evidence: finding }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('note' as const),
      eslint_fixes: fixes,
      cleanup_done: optional(fc.array(fc.string())),
      key_fixes: fixes,
    }),
  },
);

/** Applies an event; null when it is refused. */
function attempt(doc: PipelineCheckpoint | null, step: PipelineEvent): PipelineCheckpoint | null {
  try {
    return applyPipeline(doc, deepFreeze(step), noon);
  } catch (error) {
    assert.ok(isPawlError(error), String(error));
    assert.notEqual(error.code, 'internal');
    return null;
  }
}

/** Holds each accepted step against the rules; gives the last checkpoint. */
function holds(first: PipelineCheckpoint | null, steps: readonly PipelineEvent[]): PipelineCheckpoint | null {
  let doc = first;
  for (const step of steps) {
    const next = attempt(doc, step);
    if (next === null) continue;
    assert.deepEqual(checkPipeline(next), [], `${step.type} on ${doc?.status}`);
    deepFreeze(next);
    assert.equal(pipelineFamily.settle(next), next, 'an operation leaves nothing to settle');
    doc = next;
  }
  return doc;
}

/** The event that an orchestrator would send next; null when the run is complete. */
function nextStep(doc: PipelineCheckpoint): PipelineEvent | null {
  if (doc.status === 'complete') return null;
  if (doc.adversarial_review?.verdict === 'do_not_ship') {
    return { type: 'review', verdict: 'overridden', override_reason: 'known' };
  }
  if (doc.status === 'failed') return { type: 'pause' };
  const asked = approvalDue(doc);
  if (asked?.isNo === true) return { type: 'approve', about: asked.about, answer: 'yes', by: 'ana' };
  const [running] = doc.in_progress_workstreams;
  if (running !== undefined) return { type: 'done', workstream: running };
  const [due] = dueGates(doc);
  if (due !== undefined) return { type: 'pass_gate', gate: due.gate, phase: due.phase };
  const { next } = pipelineFamily.overview(doc);
  return { type: 'start', workstreams: [next ?? ''] };
}

describe('random histories', () => {
  test('keep every rule after each accepted event, and can always be brought to their end', () => {
    const steps = fc.array(event, { maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(init, steps, (first, rest) => {
        let doc = holds(null, [first, ...rest]);
        for (let left = 60; doc !== null && left > 0; left--) {
          const step = nextStep(doc);
          if (step === null) return;
          const next = holds(doc, [step]);
          assert.notEqual(next, doc, `refused: ${JSON.stringify(step)} on ${JSON.stringify(doc)}`);
          doc = next;
        }
        assert.equal(doc, null, 'the run does not end');
      }),
      { numRuns: 1_000 },
    );
  });

  test('keep every rule where the spec is not known', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (steps) => void holds(initExample, steps)),
      { numRuns: 500 },
    );
  });

  test('throw nothing but a PawlError on drifted documents and events', () => {
    const members = fc.dictionary(
      fc.constantFrom(...Object.keys(initExample), 'error', 'adversarial_review', 'pawl'),
      fc.anything(),
    );
    const strange = fc.oneof(
      event,
      fc.dictionary(fc.constantFrom('type', 'gate', 'workstream', 'phases'), fc.anything()),
    );
    fc.assert(
      fc.property(members, strange, event, (extra, given, base) => {
        attempt(Object.assign({ ...initExample }, extra), base);
        attempt(initExample, Object.assign({ ...base }, given));
      }),
      { numRuns: 1_000 },
    );
  });
});
