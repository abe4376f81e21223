// Random specs: dependencies come back as they were written, phases respect them, and circles are always found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../../../test/support/sizes.js';
import { soundSpec, specText } from '../../../../test/support/specs.js';
import { applyPipeline, checkPipeline } from '../index.js';
import { initEventOf } from './init-event.js';
import { parseSpec } from './parse-spec.js';

type Dependencies = Record<string, string[]>;

/** Dependencies without circles, in an order of the workstreams that does not give it away. */
const acyclic: fc.Arbitrary<Dependencies> = fc.integer({ min: 1, max: 25 }).chain((count) =>
  fc
    .tuple(
      fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: count, maxLength: count }),
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: count },
      ),
    )
    .map(([wanted, order]) => {
      const of = (at: number): string[] => {
        const earlier = at === 0 ? [] : (wanted[at] ?? []).map((n) => `WS${n % at}`);
        return [...new Set(earlier)];
      };
      return Object.fromEntries(order.map((at) => [`WS${at}`, of(at)]));
    }),
);

/** Any dependencies at all. */
const anyGraph: fc.Arbitrary<Dependencies> = fc
  .integer({ min: 1, max: 12 })
  .chain((count) =>
    fc
      .array(fc.uniqueArray(fc.nat(count - 1), { maxLength: 3 }), { minLength: count, maxLength: count })
      .map((lists) => Object.fromEntries(lists.map((list, at) => [`WS${at}`, list.map((n) => `WS${n}`)]))),
  );

function hasCircle(dependencies: Dependencies): boolean {
  const left = new Map(Object.entries(dependencies));
  for (;;) {
    const free = [...left].filter(([, on]) => on.every((other) => !left.has(other)));
    if (free.length === 0) return left.size > 0;
    for (const [id] of free) left.delete(id);
  }
}

const runs = { seed, numRuns: sized(150, 3_000) };

test('dependencies come back as they were written, and derived phases respect them', (t) => {
  tellSeed(t);
  fc.assert(
    fc.property(acyclic, (dependencies) => {
      const spec = soundSpec(specText(dependencies));
      const read = Object.fromEntries(spec.workstreams.map(({ id, depends_on: on }) => [id, on]));
      assert.deepEqual(read, dependencies);
      const phaseOf = new Map(spec.workstreams.map(({ id, phase }) => [id, phase]));
      for (const { id, phase, depends_on: on } of spec.workstreams) {
        // As early as possible, and never before what it depends on.
        assert.equal(phase, 1 + Math.max(0, ...on.map((other) => phaseOf.get(other) ?? 0)), id);
        assert.ok(spec.phases[phase - 1]?.workstreams.includes(id));
      }
      const checkpoint = applyPipeline(null, initEventOf(spec, { path: 'a.md', hash: 'b' }), '2026-01-01T00:00:00Z');
      assert.deepEqual(checkPipeline(checkpoint), []);
    }),
    runs,
  );
});

test('a spec is refused exactly when it has a circle, and the path that is shown is one', (t) => {
  tellSeed(t);
  fc.assert(
    fc.property(anyGraph, (dependencies) => {
      const reading = parseSpec(specText(dependencies));
      assert.equal(reading.ok, !hasCircle(dependencies));
      for (const { message } of reading.ok ? [] : reading.problems) {
        const path = message.replace(/^.*: /, '').split(' → ');
        assert.ok(path.length > 1 && path[0] === path.at(-1), message);
        path.slice(1).forEach((to, at) => assert.ok(dependencies[path[at] ?? '']?.includes(to), message));
        assert.equal(new Set(path).size, path.length - 1, 'no workstream twice');
      }
    }),
    runs,
  );
});

test('any text at all gives a spec or problems, never an exception', (t) => {
  tellSeed(t);
  const piece = fc.constantFrom(
    '---\n',
    'prd: PRD-101\n',
    'workstreams:\n',
    '  WS1: {}\n',
    '  - id: WS1\n',
    'gates: [',
    ']',
    '{',
    '}',
    '&a ',
    '*a',
    '<<: ',
    'execution_phases:\n',
    '  - parallel: [WS1]\n',
    '\t',
    '"',
    "'",
    '|\n',
    '? ',
    '!!',
    '## WS1\n',
    '\u0000',
    '\ud800',
    ': ',
    '\r',
    '%TAG ! x\n',
  );
  const text = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string()), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      for (const one of [parts.join(''), `---\n${parts.join('')}\n---\n`]) {
        const reading = parseSpec(one);
        if (!reading.ok) assert.ok(reading.problems.length > 0);
      }
    }),
    { seed, numRuns: sized(500, 20_000) },
  );
});
