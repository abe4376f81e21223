import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as fc from 'fast-check';
import { deepFreeze } from '../../rules/json/json.js';
import { checkPipeline } from './check.js';
import { completeExample, initExample, prd009, run } from './fixtures.js';
import { pipelineSchema } from './schema.js';

const planned = run(null, prd009);
const failed = { ...initExample, status: 'failed', error: { workstream: 'WS1', message: 'no' } };
const review = { verdict: 'ship', p0_count: 0, p1_count: 0, attempt: 1 };
const long = 'x'.repeat(201);
const many = Array.from({ length: 1001 }, (_, index) => `WS${index}`);

/** A document with one thing wrong, and every problem that must be found in it: place, and a part of its words. */
const wrong: readonly (readonly [string, unknown, readonly (readonly [string, RegExp])[]])[] = [
  ['a missing id', without('prd'), [['/prd', /missing/]]],
  ['an id that is no PRD', { ...initExample, prd: 'EXEC-001' }, [['/prd', /PRD- and three digits/]]],
  ['an id with a tail', { ...initExample, prd: 'PRD-0091' }, [['/prd', /three digits/]]],
  ['a missing status', without('status'), [['/status', /missing.*initialized, in_progress, paused/]]],
  ['a status in other words', { ...initExample, status: 'in-progress' }, [['/status', /write "in_progress"/]]],
  ['a status that was met', { ...completeExample, status: 'COMPLETED' }, [['/status', /write "complete"/]]],
  ['a sentence as status', { ...initExample, status: 'WS1 going well' }, [['/status', /write one of initialized/]]],
  ['a missing time', without('timestamp'), [['/timestamp', /missing.*2025-12-11T10:00:00Z/]]],
  ['a time in words', { ...initExample, timestamp: 'yesterday' }, [['/timestamp', /ISO 8601/]]],
  ['a time without zone', { ...initExample, timestamp: '2025-12-11T10:00:00' }, [['/timestamp', /zone/]]],
  ['a day that is none', { ...initExample, timestamp: '2025-02-30T10:00:00Z' }, [['/timestamp', /no such day/]]],
  [
    'missing lists',
    without('gates_pending', 'artifacts'),
    [
      ['/artifacts', /missing/],
      ['/gates_pending', /missing/],
    ],
  ],
  ['a negative phase', { ...initExample, current_phase: -1 }, [['/current_phase', /from 0/]]],
  ['a broken phase', { ...initExample, current_phase: 1.5 }, [['/current_phase', /whole number/]]],
  [
    'objects for ids',
    { ...initExample, pending_workstreams: [{ id: 'WS1' }] },
    [['/pending_workstreams/0', /item 1 of pending_workstreams is an object, not a text/]],
  ],
  ['gates as booleans', { ...initExample, gates_passed: { lint: true } }, [['/gates_passed', /not a list/]]],
  ['a list of artifacts', { ...initExample, artifacts: [] }, [['/artifacts', /is a list, not an object/]]],
  ['a text as files', { ...completeExample, artifacts: { WS1: 'a.ts' } }, [['/artifacts/WS1', /not a list/]]],
  [
    'an error of null',
    { ...initExample, error: null },
    [
      ['/error', /null, not an object.*leave it out/],
      ['/error', /there is an error/],
    ],
  ],
  [
    'a workstream twice in a list',
    { ...initExample, pending_workstreams: ['WS1', 'WS1'] },
    [['/pending_workstreams/1', /twice/]],
  ],
  [
    'a workstream in two lists',
    { ...completeExample, status: 'paused', pending_workstreams: ['WS5'] },
    [['/pending_workstreams/0', /in pending_workstreams and in completed_workstreams/]],
  ],
  ['a gate twice', { ...initExample, gates_pending: ['lint', 'lint'] }, [['/gates_pending/1', /twice/]]],
  [
    'a workstream lost',
    { ...planned, pending_workstreams: ['WS1', 'WS2', 'WS3', 'WS4'] },
    [['/pending_workstreams', /WS5 of the spec is in none/]],
  ],
  [
    'a workstream invented',
    { ...planned, pending_workstreams: [...planned.pending_workstreams, 'WS9'] },
    [['/pending_workstreams/5', /not a workstream of the spec.*known: WS1, WS2/]],
  ],
  [
    'a gate lost',
    { ...planned, gates_pending: ['schema-validation', 'type-check', 'lint'] },
    [['/gates_pending', /gate test-pass of the spec/]],
  ],
  [
    'a gate invented',
    { ...planned, gates_pending: [...planned.gates_pending, 'smoke (WS1)'] },
    [['/gates_pending/4', /smoke is not a gate/]],
  ],
  ['a phase too many', { ...planned, current_phase: 5 }, [['/current_phase', /the spec has 4 phases/]]],
  [
    'artifacts of what is not done',
    { ...initExample, artifacts: { WS1: ['a.ts'] } },
    [['/artifacts/WS1', /not in completed_workstreams/]],
  ],
  [
    'initialized and running',
    { ...initExample, in_progress_workstreams: ['WS9'] },
    [['/in_progress_workstreams', /status is initialized, but WS9/]],
  ],
  ['initialized with an error', { ...failed, status: 'initialized' }, [['/error', /status is initialized/]]],
  [
    'in progress with nothing running',
    { ...initExample, status: 'in_progress' },
    [['/in_progress_workstreams', /no workstream is in progress.*paused/]],
  ],
  [
    'in progress with an error',
    { ...failed, status: 'in_progress', in_progress_workstreams: ['WS9'] },
    [['/error', /status is in_progress/]],
  ],
  [
    'paused and running',
    { ...initExample, status: 'paused', in_progress_workstreams: ['WS9'] },
    [['/in_progress_workstreams', /status is paused/]],
  ],
  ['paused with an error', { ...failed, status: 'paused' }, [['/error', /status is paused/]]],
  [
    'failed and running',
    { ...failed, in_progress_workstreams: ['WS9'] },
    [['/in_progress_workstreams', /status is failed/]],
  ],
  ['failed without an error', { ...initExample, status: 'failed' }, [['/error', /error is missing/]]],
  ['failed with half an error', { ...failed, error: { message: 'no' } }, [['/error/workstream', /missing/]]],
  [
    'complete and running',
    { ...completeExample, in_progress_workstreams: ['WS9'] },
    [['/in_progress_workstreams', /status is complete/]],
  ],
  ['complete with an error', { ...completeExample, error: failed.error }, [['/error', /status is complete/]]],
  [
    'complete with work left',
    { ...completeExample, pending_workstreams: ['WS6'] },
    [['/pending_workstreams', /still holds WS6/]],
  ],
  [
    'complete with a gate left',
    { ...completeExample, gates_pending: ['lint'] },
    [['/gates_pending', /still holds lint/]],
  ],
  [
    'a third review',
    { ...initExample, adversarial_review: { ...review, attempt: 3 } },
    [['/adversarial_review/attempt', /up to 2/]],
  ],
  [
    'a review before the first',
    { ...initExample, adversarial_review: { ...review, attempt: 0 } },
    [['/adversarial_review/attempt', /from 1/]],
  ],
  [
    'negative findings',
    { ...initExample, adversarial_review: { ...review, p0_count: -1, p1_count: -2 } },
    [
      ['/adversarial_review/p0_count', /from 0/],
      ['/adversarial_review/p1_count', /from 0/],
    ],
  ],
  [
    'an unknown verdict',
    { ...initExample, adversarial_review: { ...review, verdict: 'Ship w/ gates' } },
    [['/adversarial_review/verdict', /write "ship_with_gates"/]],
  ],
  [
    'an override without reason',
    { ...initExample, adversarial_review: { ...review, verdict: 'overridden', override_reason: ' ' } },
    [['/adversarial_review/override_reason', /missing/]],
  ],
  ['half a fix', { ...initExample, key_fixes: [{ file: 'a.ts' }] }, [['/key_fixes/0/change', /missing/]]],
  [
    'a long name',
    { ...initExample, pending_workstreams: [long] },
    [['/pending_workstreams/0', /at most 200 characters/]],
  ],
  [
    'a list too long',
    { ...initExample, pending_workstreams: many },
    [
      ['/pending_workstreams', /at most 1000 items/],
      ['', /1001 workstreams/],
    ],
  ],
  [
    'lists too long together',
    {
      ...initExample,
      completed_workstreams: many.slice(500),
      pending_workstreams: many.slice(0, 500),
      status: 'paused',
    },
    [['', /1001 workstreams/]],
  ],
  [
    'too many files',
    { ...completeExample, artifacts: { WS1: Array.from({ length: 10_001 }, () => 'a.ts') } },
    [['/artifacts/WS1', /at most 10000 items/]],
  ],
  [
    'a reserved workstream',
    { ...initExample, pending_workstreams: ['__proto__', 'constructor', 'prototype'] },
    [
      ['/pending_workstreams/0', /cannot be the name/],
      ['/pending_workstreams/1', /cannot/],
      ['/pending_workstreams/2', /cannot/],
    ],
  ],
  [
    'a reserved artifact key',
    { ...completeExample, artifacts: JSON.parse('{"__proto__": ["a.ts"]}') },
    [
      ['/artifacts/__proto__', /not in completed/],
      ['/artifacts/__proto__', /cannot be the name/],
    ],
  ],
  ['a list for pawl', { ...initExample, pawl: [] }, [['/pawl', /is a list/]]],
  ['a spec that is none', { ...initExample, pawl: { spec: { phases: 'two' } } }, [['/pawl/spec/phases', /not a list/]]],
  [
    'several things',
    { ...initExample, prd: 9, status: 'executing', timestamp: 5 },
    [
      ['/prd', /not a text/],
      ['/status', /write "in_progress"/],
      ['/timestamp', /not a text/],
    ],
  ],
];

function without(...keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(initExample).filter(([key]) => !keys.includes(key)));
}

describe('checkPipeline', () => {
  for (const [name, doc, expected] of wrong) {
    test(`finds ${name}`, () => {
      const found = checkPipeline(doc);
      const places = found.map((problem) => problem.path);
      assert.deepEqual(places.toSorted(), expected.map(([path]) => path).toSorted(), JSON.stringify(found));
      for (const [path, words] of expected) {
        const told = found.filter((problem) => problem.path === path).map((p) => `${p.message} (${p.fix})`);
        assert.ok(
          told.some((line) => words.test(line)),
          `${path}: ${told.join(' | ')}`,
        );
      }
      assert.ok(found.every((problem) => problem.fix !== undefined && problem.fix !== ''));
    });
  }

  test('lets unknown members through', () => {
    assert.deepEqual(checkPipeline({ ...initExample, branch: 'x', pawl: { next_action: 'go' } }), []);
  });

  test('accepts other ids when the pattern is widened, the default ones too, and always the whole id', () => {
    const idPattern = /EXEC-\d+/g;
    for (const prd of ['EXEC-1', 'EXEC-1', 'PRD-001'])
      assert.deepEqual(checkPipeline({ ...initExample, prd }, { idPattern }), []);
    assert.equal(checkPipeline({ ...initExample, prd: 'xEXEC-1' }, { idPattern }).length, 1);
  });

  test('checks a shared file list only once, and still sees a changed one', () => {
    const open: (string | number)[] = ['a.ts'];
    const loose = { ...completeExample, artifacts: { WS1: open } };
    assert.deepEqual(checkPipeline(loose), []);
    open.push(7);
    assert.equal(checkPipeline(loose).length, 1, 'a list that can change is looked through again');
    const doc = deepFreeze({ ...completeExample, artifacts: { WS1: ['a.ts'] } });
    assert.deepEqual(checkPipeline(doc), []);
    assert.deepEqual(checkPipeline({ ...doc, artifacts: { ...doc.artifacts, WS2: ['b.ts'] } }), []);
    assert.equal(checkPipeline({ ...doc, artifacts: { ...doc.artifacts, WS2: [2] } }).length, 1);
  });

  test('tells at most a hundred problems and how many more there are', () => {
    const found = checkPipeline({ ...initExample, gates_passed: Array.from({ length: 250 }, () => 7) });
    assert.equal(found.length, 101);
    assert.match(found.at(-1)?.message ?? '', /150 more/);
  });

  test('never throws, whatever it is given', () => {
    const cyclic: Record<string, unknown> = { ...initExample };
    cyclic.self = cyclic;
    cyclic.pawl = cyclic;
    const hostile = Object.defineProperty({ ...initExample }, 'status', {
      get: () => {
        throw new Error('no');
      },
    });
    for (const value of [
      null,
      undefined,
      5,
      'x',
      [],
      Symbol('s'),
      () => 1,
      10n,
      Object.create(null),
      new Map(),
      hostile,
    ]) {
      assert.notDeepEqual(checkPipeline(value), []);
    }
    assert.doesNotThrow(() => checkPipeline(cyclic));
    fc.assert(fc.property(fc.anything(), (value) => checkPipeline(value).length > 0));
    const drifted = fc.record({}, { requiredKeys: [] });
    const members = fc.dictionary(fc.constantFrom(...Object.keys(initExample), 'error', 'pawl'), fc.anything());
    fc.assert(
      fc.property(drifted, members, (base, extra) =>
        Array.isArray(checkPipeline({ ...initExample, ...base, ...extra })),
      ),
    );
  });

  test('has a schema that converts to JSON Schema', () => {
    const { required } = toJsonSchema(pipelineSchema);
    assert.deepEqual(required, Object.keys(initExample));
  });
});
