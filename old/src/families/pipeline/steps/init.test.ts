import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPawlError } from '../../../rules/errors.js';
import { deepFreeze } from '../../../rules/json/json.js';
import { checkPipeline } from '../check.js';
import { noon, prd009, run } from '../fixtures.js';
import { applyPipeline } from '../transitions.js';
import type { InitEvent } from './events.js';

const base = { type: 'init', prd: 'PRD-001', prd_title: 'T' } as const;

function problemsOf(event: InitEvent): string[] {
  try {
    applyPipeline(null, deepFreeze(event), noon);
  } catch (error) {
    assert.ok(isPawlError(error, 'bad-input'));
    return error.problems.map((problem) => `${problem.path}: ${problem.message} (${problem.fix})`);
  }
  return [];
}

/** A plan that is refused, and all that must be said about it. */
const refused: readonly (readonly [string, Omit<InitEvent, 'type' | 'prd' | 'prd_title'>, readonly RegExp[]])[] = [
  ['no workstreams', { workstreams: {} }, [/no workstream/]],
  ['an id listed twice', { workstreams: ['WS1', 'WS1'] }, [/workstreams\/1: WS1 is listed twice/]],
  [
    'unknown dependencies',
    { workstreams: { A: { depends_on: ['X', 'Y'] } } },
    [/A depends on X.*known: A/, /A depends on Y/],
  ],
  [
    'a circle',
    { workstreams: { A: { depends_on: ['C'] }, B: { depends_on: ['A'] }, C: { depends_on: ['B'] } } },
    [/A → C → B → A/],
  ],
  [
    'a circle behind another workstream',
    { workstreams: { A: { depends_on: ['B'] }, B: { depends_on: ['B'] } } },
    [/circle: B → B/],
  ],
  ['two circles', { workstreams: { A: { depends_on: ['A'] }, B: { depends_on: ['B'] } } }, [/A → A/, /B → B/]],
  [
    'a workstream in no phase',
    { workstreams: ['A', 'B'], phases: [{ workstreams: ['A'] }] },
    [/workstreams\/1: B is in no phase/],
  ],
  [
    'a workstream in two phases',
    { workstreams: ['A'], phases: [{ workstreams: ['A'] }, { workstreams: ['A'] }] },
    [/A is in Phase 1 and in Phase 2/],
  ],
  [
    'a workstream twice in a phase',
    { workstreams: ['A'], phases: [{ workstreams: ['A', 'A'] }] },
    [/twice in Phase 1/],
  ],
  [
    'an unknown workstream in a phase',
    { workstreams: ['A'], phases: [{ workstreams: ['A', 'B'] }] },
    [/phases\/0\/workstreams: Phase 1 names B.*known: A/],
  ],
  [
    'an empty phase',
    { workstreams: ['A'], phases: [{ workstreams: ['A'] }, { workstreams: [] }] },
    [/Phase 2 has no workstreams and no gates/],
  ],
  [
    'a dependency in a later phase',
    { workstreams: { A: { depends_on: ['B'] }, B: {} }, phases: [{ workstreams: ['A'] }, { workstreams: ['B'] }] },
    [/A depends on B, which comes in a later phase/],
  ],
  [
    'unknown gates',
    { workstreams: { A: { gate: ['x', 'lint'] } }, phases: [{ workstreams: ['A'], gates: ['y'] }], gates: ['lint'] },
    [/Phase 1 names the unknown gate y.*known: lint/, /A names the unknown gate x/],
  ],
  ['a reserved id', { workstreams: JSON.parse('{"__proto__": null, "A": {}}') }, [/"__proto__" cannot be/]],
  ['an id like a phase', { workstreams: ['Phase 1'] }, [/"Phase 1" cannot be/]],
  ['a gate with brackets', { workstreams: { A: { gate: 'lint (A)' } } }, [/lint \(A\) cannot be the id of a gate/]],
  ['a long id', { workstreams: { ['x'.repeat(201)]: {} } }, [/cannot be the id/]],
  [
    'too many workstreams',
    { workstreams: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`W${i}`, {}])) },
    [/1001 workstreams/],
  ],
  [
    'everything at once',
    { workstreams: { A: { depends_on: ['X'], gate: 'x' }, B: {} }, phases: [{ workstreams: ['A'] }], gates: [] },
    [/depends on X/, /B is in no phase/, /unknown gate x/],
  ],
];

describe('init', () => {
  for (const [name, plan, expected] of refused) {
    test(`refuses ${name}`, () => {
      const found = problemsOf({ ...base, ...plan });
      assert.equal(found.length, expected.length, found.join('\n'));
      expected.forEach((words, index) => assert.match(found[index] ?? '', words));
    });
  }

  test('stores what the spec says, and nothing that it does not say', () => {
    const doc = run(null, {
      ...base,
      workstreams: { A: { name: 'First', hash: 'h' }, B: { depends_on: ['A'], gate: ['lint', 'test'] } },
      spec: { path: 'docs/SPEC.md', hash: 'abc' },
    });
    assert.deepEqual(doc.pawl, {
      spec: {
        path: 'docs/SPEC.md',
        hash: 'abc',
        workstreams: { A: { name: 'First', hash: 'h' }, B: { depends_on: ['A'], gate: ['lint', 'test'] } },
        phases: [
          { workstreams: ['A'], gates: [] },
          { workstreams: ['B'], gates: ['lint', 'test'] },
        ],
      },
    });
  });

  test('unites the gates of a phase with those that its workstreams name', () => {
    const phases = [{ name: 'One', workstreams: ['A', 'B'], gates: ['build', 'lint'] }];
    const doc = run(null, { ...base, workstreams: { A: { gate: 'lint' }, B: { gate: 'test' } }, phases });
    assert.deepEqual(doc.pawl?.spec?.phases, [{ ...phases[0], gates: ['build', 'lint', 'test'] }]);
    assert.deepEqual(doc.gates_pending, ['build', 'lint', 'test']);
  });

  test('lists gates in the given order, and puts those that nothing names into the last phase', () => {
    const gates = ['test-pass', 'type-check', 'audit', 'lint', 'schema-validation'];
    const doc = run(null, { ...prd009, gates });
    assert.deepEqual(doc.gates_pending, gates);
    assert.deepEqual(doc.pawl?.spec?.phases?.at(-1)?.gates, ['test-pass', 'audit']);
  });

  test('takes bare ids as one phase, with all gates at its end', () => {
    const doc = run(null, { ...base, workstreams: ['A', 'B'], gates: ['lint'] });
    assert.deepEqual(doc.pawl?.spec?.phases, [{ workstreams: ['A', 'B'], gates: ['lint'] }]);
    assert.deepEqual(checkPipeline(doc), []);
  });

  test('keeps the order of the spec in the list of pending workstreams, whatever the phases', () => {
    const doc = run(null, { ...base, workstreams: { A: { depends_on: ['C'] }, B: {}, C: {} } });
    assert.deepEqual(doc.pending_workstreams, ['A', 'B', 'C']);
    assert.deepEqual(
      doc.pawl?.spec?.phases?.map((phase) => phase.workstreams),
      [['B', 'C'], ['A']],
    );
  });

  test('does not take over the lists of its caller', () => {
    const ids = ['A', 'B'];
    const doc = applyPipeline(null, { ...base, workstreams: ids, phases: [{ workstreams: ids }] }, noon);
    ids.push('C');
    assert.deepEqual(doc.pawl?.spec?.phases, [{ workstreams: ['A', 'B'], gates: [] }]);
  });

  test('is refused where a checkpoint exists, and anything else where none does', () => {
    const doc = run(null, prd009);
    assert.throws(
      () => run(doc, prd009),
      (error) => isPawlError(error, 'not-allowed'),
    );
    assert.throws(
      () => run(null, { type: 'pause' }),
      (error) => isPawlError(error, 'not-found'),
    );
  });
});
