// From a spec to a checkpoint.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenSpecs, largeSpecText, soundSpec } from '../../../../test/support/specs.js';
import { initExample } from '../fixtures.js';
import { applyPipeline, checkPipeline } from '../index.js';
import { initEventOf, specRecordOf } from './init-event.js';
import { parseSpec } from './parse-spec.js';

const now = '2025-12-11T10:00:00Z';
const source = { path: 'docs/PRD-009.md', hash: 'abc' };
const seed = goldenSpecs().find(({ name }) => name === 'seed-003')?.text ?? '';

test("the spec of the seed's example leads to the seed's first checkpoint", () => {
  const { pawl, ...rest } = applyPipeline(null, initEventOf(soundSpec(seed), source), now);
  assert.deepEqual(rest, initExample);
  assert.equal(pawl?.spec?.path, source.path);
  assert.equal(pawl?.spec?.hash, source.hash);
  assert.equal(pawl?.spec?.workstreams?.['WS2']?.name, 'Service Layer');
  assert.match(pawl?.spec?.workstreams?.['WS2']?.hash ?? '', /^[0-9a-f]{16}$/);
});

test('every sound spec becomes a valid checkpoint that remembers it', () => {
  for (const { name, text } of goldenSpecs()) {
    const reading = parseSpec(text);
    if (!reading.ok) continue;
    const checkpoint = applyPipeline(null, initEventOf(reading.spec, source), now);
    assert.deepEqual(checkPipeline(checkpoint), [], name);
    assert.deepEqual(checkpoint.pawl?.spec, specRecordOf(reading.spec, source), name);
  }
});

test('a spec of 1,000 workstreams is checked and planned', () => {
  const spec = soundSpec(largeSpecText(1_000));
  assert.equal(spec.phases.length, 100);
  const checkpoint = applyPipeline(null, initEventOf(spec, source), now);
  assert.equal(checkpoint.pending_workstreams.length, 1_000);
  assert.deepEqual(checkPipeline(checkpoint), []);
});

test('a spec of 1,001 workstreams is refused', () => {
  const reading = parseSpec(largeSpecText(1_001));
  assert.ok(!reading.ok);
  assert.match(reading.problems[0]?.message ?? '', /1001 workstreams; at most 1000/);
});
