import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LabelOptions, mayBeTitle, readLabel } from './labels.js';
import { isHarmless, meaningOf } from './status.js';

type Row = readonly [text: string, name: string, said: string | undefined];

function assertRows(kind: NonNullable<LabelOptions['kind']>, rows: readonly Row[]): void {
  for (const [text, name, said] of rows) assert.deepEqual(readLabel(text, { kind }), { name, said }, text);
}

describe('labels', () => {
  test('what stands beside a name in a list', () => {
    const labels: readonly (readonly [string, string, string | undefined])[] = [
      ['[x] schema', 'schema', '[x]'],
      ['- [ ] ui', 'ui', '[ ]'],
      ['1. [X] api (partial)', 'api', 'partial'],
      ['* [~] docs', 'docs', 'in_progress'],
      ['a ✅', 'a', '✅'],
      ['✔️ b', 'b', '✔'],
      ['❌ build (done)', 'build', '❌'],
      ['b (60%)', 'b', '60%'],
      ['WS3 - except tests', 'WS3', 'except tests'],
      ['WS1: Database - done', 'WS1: Database', 'done'],
      ['test-pass: skipped', 'test-pass', 'skipped'],
      ['api -> not started', 'api', 'not started'],
      ['Phase 2: Testing', 'Phase 2: Testing', undefined],
      ['Part 1 (Draft)', 'Part 1 (Draft)', undefined],
      ['half-open states: partially ordered', 'half-open states: partially ordered', undefined],
      ['- plain', 'plain', undefined],
    ];
    for (const [text, name, said] of labels) assert.deepEqual(readLabel(text), { name, said }, text);
    assert.deepEqual(readLabel('b (Draft)', { known: new Set(['b']) }), { name: 'b', said: 'Draft' });
    assert.deepEqual(readLabel('b (done)', { known: new Set(['b (done)']) }), { name: 'b (done)', said: undefined });
  });

  test('a workstream is an id, and may have a title', () => {
    assertRows('workstream', [
      ['WS1: Database - done', 'WS1: Database', 'done'],
      ['WS1 done', 'WS1', 'done'],
      ['WS4: Retry failed payments', 'WS4: Retry failed payments', undefined],
      ['WS5 - Open orders API', 'WS5 - Open orders API', undefined],
      ['WS6: list of orders', 'WS6: list of orders', undefined],
      ['✅ WS4 (Retry failed payments)', 'WS4', '✅'],
      ['[x] WS4 (2 open)', 'WS4', '2 open'],
      ['WS4 (tests (e2e) missing)', 'WS4', 'tests (e2e) missing'],
      ['[ ] WS4 (failed)', 'WS4', 'failed'],
      ['WS2, 🔴', 'WS2', '🔴'],
      ['WS3 - done - merged in #41', 'WS3', 'merged in #41'],
    ]);
    assert.ok(mayBeTitle('Done button') && !mayBeTitle('In Progress') && !mayBeTitle('tests missing'));
  });

  test('a gate has no title', () => {
    assertRows('gate', [
      ['lint passing', 'lint', 'passing'],
      ['build failed on CI', 'build', 'failed on CI'],
      ['build: pass on retry', 'build', 'pass on retry'],
      ['type-check (WS1)', 'type-check (WS1)', undefined],
      ['review lint', 'review lint', undefined],
      ['lint - ⏳', 'lint', '⏳'],
      ['lint (12 files)', 'lint', '12 files'],
      ['test-pass: 38 passed, 0 failed, 2 skipped', 'test-pass', '38 passed, 0 failed, 2 skipped'],
      ['coverage ✅ 87% (threshold 80%)', 'coverage', '✅'],
    ]);
  });

  test('a phase has its own name, and in brackets what is in doubt', () => {
    assertRows('phase', [
      ['api (probably)', 'api', 'probably'],
      ['api (Tests missing)', 'api', 'Tests missing'],
      ['Part 2 (Error handling)', 'Part 2 (Error handling)', undefined],
      ['api - done?', 'api', 'done?'],
      ['api - 🚧', 'api', '🚧'],
    ]);
  });

  test('one vocabulary says what remarks mean', () => {
    const harmless = [
      '2026-01-05',
      'PR #12',
      'deadbeef',
      'commit abc1234',
      'no findings',
      'tests green',
      'by Ana',
      '3 warnings',
    ];
    assert.deepEqual(
      harmless.filter((text) => !isHarmless(text) || (meaningOf(text) ?? 'complete') !== 'complete'),
      [],
    );
    const doubts = ['partly', 'w/o tests', '3 failures', 'errors', 'only locally', '⚠️', '?', 'pass with stubs'];
    assert.deepEqual(
      doubts.filter((text) => isHarmless(text) || (meaningOf(text) ?? 'complete') === 'complete'),
      [],
    );
    assert.equal(meaningOf('passing'), 'complete');
    assert.equal(meaningOf('🔴'), 'failed');
  });
});
