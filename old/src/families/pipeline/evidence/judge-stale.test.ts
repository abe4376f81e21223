// Which results no longer hold: by tables, and against random runs.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { checkPipeline } from '../check.js';
import { prd009, run } from '../fixtures.js';
import type { PipelineEvent } from '../steps/events.js';
import type { PipelineCheckpoint } from '../types.js';
import { judgeStale, keyOf, movedOn, pathsIn, recordsOf, type SpecHashes, unreadable } from './index.js';

type Disk = Readonly<Record<string, string>>;

const lines = (disk: Disk, paths: readonly string[]): string[] => paths.map((path) => `${disk[path] ?? ''} ${path}`);

function done(id: string, disk: Disk, files: readonly string[], more: object = {}): PipelineEvent {
  return { type: 'done', workstream: id, evidence: { by: 'ana', files: lines(disk, files), ...more } };
}

function pass(label: string, disk: Disk, files: readonly string[], type: 'pass_gate' | 'fail_gate' = 'pass_gate') {
  const evidence = { [label]: { by: 'ana', files: lines(disk, files), spec_hash: 'g' } };
  const target = { gate: label, evidence };
  return type === 'pass_gate' ? { type, ...target } : { type, message: 'no', ...target };
}

const start = (...workstreams: string[]): PipelineEvent => ({ type: 'start', workstreams });

function judged(doc: PipelineCheckpoint, disk: Disk, spec: SpecHashes | null = null): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a checkpoint is plain JSON
  const plain = JSON.parse(JSON.stringify(doc)) as Parameters<typeof recordsOf>[0];
  const results = judgeStale(recordsOf(plain), { hashOf: (path) => disk[path] ?? null, spec });
  return results.map((one) => `${keyOf(one)}: ${one.reasons.join('; ')}`);
}

const first: Disk = { a: 'a1', b: 'b1', c: 'c1', d: 'd1', e: 'e1' };
const finished = run(
  null,
  prd009,
  start('WS1'),
  done('WS1', first, ['a']),
  pass('schema-validation (WS1)', first, ['a']),
  start('WS2', 'WS3'),
  done('WS2', first, ['b']),
  done('WS3', first, ['c']),
  pass('type-check (WS2)', first, ['b']),
  pass('lint (WS3)', first, ['c']),
  start('WS4'),
  done('WS4', first, ['d']),
  pass('type-check (WS4)', first, ['d']),
);

describe('what is stale', () => {
  test('nothing, while every file is as it was recorded', () => {
    assert.deepEqual(checkPipeline(finished), []);
    assert.deepEqual(judged(finished, first), []);
    assert.deepEqual(judged(finished, { ...first, other: 'x' }), []);
  });

  test('an edited output makes its unit and its dependants stale, with their gates, in order', () => {
    assert.deepEqual(judged(finished, { ...first, b: 'edited' }), [
      'WS2: b changed since WS2 was done',
      'gate type-check (WS2): b changed since gate type-check (WS2) passed',
      'WS4: it depends on WS2, which is done again',
      'gate type-check (WS4): it is about WS4, which is done again',
    ]);
    assert.deepEqual(
      judged(finished, { ...first, d: 'edited' }).map((line) => line.split(':', 1)[0]),
      ['WS4', 'gate type-check (WS4)'],
    );
  });

  test('a deleted file counts as changed, and so does one that cannot be read', () => {
    const { d: _, ...rest } = first;
    assert.match(judged(finished, rest)[0] ?? '', /^WS4: d is gone since WS4 was done$/);
    assert.match(judged(finished, { ...first, d: unreadable })[0] ?? '', /^WS4: d cannot be read since/);
  });

  test('a changed section makes its unit stale, a changed gate only itself', () => {
    const sections = {
      workstreams: new Map([['WS4', 'new']]),
      gates: new Map([
        ['lint', 'new'],
        ['type-check', 'g'],
      ]),
    };
    const doc = run(finished, done('WS4', first, ['d'], { spec_hash: 'old' }));
    assert.deepEqual(judged(doc, first, sections), [
      'gate lint (WS3): gate lint changed in the spec',
      'WS4: spec section of WS4 changed',
      'gate type-check (WS4): it is about WS4, which is done again',
    ]);
    const same = {
      workstreams: new Map([['WS4', 'old']]),
      gates: new Map([
        ['type-check', 'g'],
        ['lint', 'g'],
      ]),
    };
    assert.deepEqual(judged(doc, first, same), []);
  });

  test('a unit without evidence is held against the hash that the plan has of its section', () => {
    const plan = { ...prd009, workstreams: { A: { hash: 'h1' }, B: { depends_on: ['A'], hash: 'h2' } } };
    const doc = run(null, plan, start('A'), { type: 'done', workstream: 'A' });
    const spec = (hash: string): SpecHashes => ({ workstreams: new Map([['A', hash]]), gates: new Map() });
    assert.deepEqual(judged(doc, {}, spec('h1')), []);
    assert.deepEqual(judged(doc, {}, spec('h9')), ['A: spec section of A changed']);
  });
});

describe('files that work goes on over', () => {
  const later: Disk = { ...first, a: 'a2' };
  const over = run(finished, start('WS5'), done('WS5', later, ['a', 'e']));

  test('a file that a later unit changed is compared with what that one recorded', () => {
    assert.deepEqual(judged(over, later), []);
    const names = judged(over, { ...later, a: 'a3' }).map((line) => line.split(':', 1)[0]);
    assert.deepEqual(names.slice(0, 2), ['WS1', 'gate schema-validation (WS1)']);
    assert.ok(names.includes('WS5'));
  });

  test('to go back to the state before the later unit is a change as well', () => {
    assert.ok(judged(over, first).some((line) => line.startsWith('WS5: a changed')));
  });

  test('a gate that covers what is done again is run again, if it comes later', () => {
    const plan: PipelineEvent = {
      ...prd009,
      workstreams: { A: { hash: 'h' }, B: {} },
      phases: [
        { workstreams: ['A'], gates: ['early'] },
        { workstreams: ['B'], gates: ['late'] },
      ],
    };
    const doc = run(
      null,
      plan,
      start('A'),
      done('A', first, ['a']),
      pass('early (Phase 1)', first, ['a']),
      start('B'),
      done('B', first, ['b']),
      pass('late (Phase 2)', first, ['a', 'b']),
      // The last gate completes the run; a note is all that it takes then.
    );
    const spec = { workstreams: new Map([['A', 'new']]), gates: new Map<string, string>() };
    assert.deepEqual(judged(doc, first, spec), [
      'A: spec section of A changed',
      'gate early (Phase 1): it is about A, which is done again',
      'gate late (Phase 2): it covers a, which A makes again',
    ]);
  });

  test('an input that changed makes its user stale; one that its maker recorded anew does not', () => {
    const plan = { ...prd009, workstreams: { A: {}, B: {}, C: {} } };
    const used = { input_paths: lines(first, ['a']) };
    const doc = run(null, plan, start('A', 'B'), done('A', first, ['a']), done('B', first, ['b'], used));
    const names = judged(doc, { ...first, a: 'x' });
    assert.deepEqual(names, ['A: a changed since A was done', 'B: a changed since B was done, which used it']);
    assert.deepEqual(judged(run(doc, done('A', later, ['a'])), later), []);
  });
});

test('a changed file that is the business of work under way makes nothing stale, and other files do', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a checkpoint is plain JSON
  const plain = JSON.parse(JSON.stringify(finished)) as Parameters<typeof recordsOf>[0];
  const disk: Disk = { ...first, a: 'edited', b: 'edited' };
  const asked: string[] = [];
  const isUnderWay = ({ path }: { path: string }, { id }: { id: string }): boolean =>
    asked.push(`${path} ${id}`) > 0 && path === 'a';
  const results = judgeStale(recordsOf(plain), { hashOf: (path) => disk[path] ?? null, spec: null, isUnderWay });
  assert.deepEqual(results.map(keyOf), ['WS2', 'gate type-check (WS2)', 'WS4', 'gate type-check (WS4)']);
  assert.deepEqual(asked, ['a WS1', 'b WS2', 'a schema-validation (WS1)', 'b type-check (WS2)'], 'only what changed');
});

describe('repairs', () => {
  const broken = run(
    null,
    prd009,
    start('WS1'),
    done('WS1', first, ['a']),
    pass('schema-validation (WS1)', first, ['a'], 'fail_gate'),
  );

  test('what is changed after a gate about it failed is for the gate to judge', () => {
    assert.deepEqual(judged(broken, { ...first, a: 'mended' }), []);
    const resumed = run(broken, { type: 'pause' });
    assert.deepEqual(judged(resumed, { ...first, a: 'mended' }), []);
  });

  test('once the gate has passed over it, the mended state is what counts', () => {
    const mended = { ...first, a: 'mended' };
    const doc = run(broken, pass('schema-validation (WS1)', mended, ['a']));
    assert.deepEqual(judged(doc, mended), []);
    assert.match(judged(doc, first)[0] ?? '', /^WS1: a changed/);
  });

  test('a file that was changed before the gate failed stays stale', () => {
    const doc = run(
      null,
      prd009,
      start('WS1'),
      done('WS1', first, ['a']),
      pass('schema-validation (WS1)', { a: 'edited' }, ['a'], 'fail_gate'),
    );
    assert.match(judged(doc, { a: 'edited' })[0] ?? '', /^WS1: a changed/);
  });

  test('a repair that does not do is followed by the next one', () => {
    const [half, whole] = [
      { ...first, a: 'half' },
      { ...first, a: 'whole' },
    ];
    const again = run(broken, pass('schema-validation (WS1)', half, ['a'], 'fail_gate'));
    assert.deepEqual([judged(again, half), judged(again, whole)], [[], []]);
    assert.deepEqual(judged(run(again, pass('schema-validation (WS1)', whole, ['a'])), whole), []);
  });

  test('what a gate mends itself makes nothing stale, whatever its verdict', () => {
    const formatted = { ...first, a: 'formatted' };
    for (const type of ['pass_gate', 'fail_gate'] as const) {
      const { evidence, ...ran } = pass('schema-validation (WS1)', formatted, ['a'], type);
      const own = {
        ...evidence['schema-validation (WS1)'],
        by: 'ana',
        files: ['formatted a'],
        changed_meanwhile: ['a'],
      };
      const doc = run(null, prd009, start('WS1'), done('WS1', first, ['a']), {
        ...ran,
        evidence: { 'schema-validation (WS1)': own },
      });
      assert.deepEqual(judged(doc, formatted), []);
      if (type === 'fail_gate') assert.deepEqual(judged(doc, { ...first, a: 'repaired' }), []);
    }
  });

  test('a repair in the files of an earlier phase is for the failed gate to judge as well, and counts once it has passed', () => {
    const plan: PipelineEvent = {
      ...prd009,
      workstreams: { A: {}, B: {} },
      phases: [{ workstreams: ['A'] }, { workstreams: ['B'], gates: ['unit'] }],
    };
    const failed = run(
      null,
      plan,
      start('A'),
      done('A', first, ['a']),
      start('B'),
      done('B', first, ['b']),
      pass('unit (Phase 2)', first, ['a', 'b'], 'fail_gate'),
    );
    const fixed = { ...first, a: 'fixed' };
    assert.deepEqual(judged(failed, fixed), []);
    const passed = run(failed, pass('unit (Phase 2)', fixed, ['a', 'b']));
    assert.deepEqual(judged(passed, fixed), []);
    assert.match(judged(passed, { ...first, a: 'edited' })[0] ?? '', /^A: a changed/);
  });

  test('a repair of the file that a workstream failed at makes the one that made it not stale', () => {
    const doc = run(
      null,
      prd009,
      start('WS1'),
      done('WS1', first, ['a', 'b']),
      pass('schema-validation (WS1)', first, []),
      start('WS2'),
      {
        type: 'fail',
        workstream: 'WS2',
        message: 'no',
        file: 'a',
      },
    );
    assert.deepEqual(judged(doc, { ...first, a: 'fixed' }), []);
    assert.match(judged(doc, { ...first, b: 'edited' })[0] ?? '', /^WS1: b changed/);
  });
});

test('files that only a gate covers have moved on as well: whoever changed them in a build did so', () => {
  const now: Disk = { ...first, a: 'other' };
  const doc = run(null, prd009, start('WS1'), done('WS1', first, []), pass('schema-validation (WS1)', first, ['a']));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a checkpoint is plain JSON
  const plain = JSON.parse(JSON.stringify(doc)) as Parameters<typeof recordsOf>[0];
  assert.deepEqual(
    movedOn(plain, (path) => now[path] ?? null),
    [{ path: 'a', from: 'a1', to: 'other' }],
  );
});

test('within a phase, what others depend on is done again first', () => {
  const workstreams = { B: { depends_on: ['A'] }, A: {}, C: {} };
  const plan = { ...prd009, workstreams, phases: [{ workstreams: ['B', 'A'] }, { workstreams: ['C'] }] };
  const doc = run(null, plan, done('A', first, ['a']), done('B', first, ['b']));
  assert.deepEqual(
    judged(doc, { ...first, a: 'x' }).map((line) => line.split(':', 1)[0]),
    ['A', 'B'],
  );
});

test('drifted evidence is read as far as it goes', () => {
  for (const evidence of [null, [], { workstreams: [] }, { workstreams: { WS1: 'x' }, gates: { g: { files: 3 } } }]) {
    const doc = { completed_workstreams: ['WS1', 2], gates_passed: 'no', pawl: { evidence } };
    const records = recordsOf(doc);
    assert.deepEqual(judgeStale(records, { hashOf: () => null, spec: null }), []);
    assert.deepEqual(pathsIn(records), []);
  }
});

test('random runs: an edit makes exactly the makers of the file and their dependants stale', () => {
  const graph = fc.array(fc.array(fc.nat(30), { maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(graph, fc.nat(11), (needs, pick) => {
      const ids = needs.map((_, index) => `W${index}`);
      const on = needs.map((list, index) => [...new Set(list.filter((one) => one < index).map((one) => `W${one}`))]);
      const workstreams = Object.fromEntries(ids.map((id, index) => [id, { depends_on: on[index] ?? [] }]));
      const disk = Object.fromEntries(ids.map((id) => [id, `${id}-1`]));
      let doc = run(null, { ...prd009, workstreams });
      // One is left open, so that the run takes events still.
      for (const id of ids.slice(0, -1)) doc = run(doc, done(id, disk, [id]));
      const edited = ids[pick % ids.length] ?? '';
      const expected = new Set(edited === ids.at(-1) ? [] : [edited]);
      ids.slice(0, -1).forEach((id, index) => {
        if (on[index]?.some((other) => expected.has(other)) === true) expected.add(id);
      });
      const names = judged(doc, { ...disk, [edited]: 'edited' }).map((line) => line.split(':', 1)[0] ?? '');
      assert.deepEqual(new Set(names), expected);
      assert.equal(names.length, expected.size);
      const at = new Map(names.map((name, index) => [name, index]));
      for (const name of names) {
        for (const other of on[ids.indexOf(name)] ?? []) assert.ok((at.get(other) ?? -1) < (at.get(name) ?? 0));
      }
      // Doing them again in that order makes all fresh, and only pending ones can start.
      const again = names.length === 0 ? doc : run(doc, { type: 'redo', workstreams: names, reasons: ['edited'] });
      assert.deepEqual(checkPipeline(again), []);
      const after = names.reduce((at, id) => run(at, done(id, { ...disk, [edited]: 'edited' }, [id])), again);
      assert.deepEqual(judged(after, { ...disk, [edited]: 'edited' }), []);
    }),
  );
});
