import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPawlError } from '../../rules/errors.js';
import { nextSecond, parseWorkflowId, workflowId } from './id.js';

const at = '2025-10-03T18:45:30.000Z';

test("the seed's examples are made, with the time in UTC", () => {
  assert.equal(
    workflowId('orchestrate', 'auth_system', '2025-10-03T20:45:30+02:00'),
    'orchestrate_auth_system_20251003_184530',
  );
  assert.equal(
    workflowId('implement', 'dark_mode', new Date(Date.UTC(2025, 9, 3, 19, 22, 30))),
    'implement_dark_mode_20251003_192230',
  );
  assert.equal(workflowId('test-all', 'x', at), 'test-all_x_20251003_184530');
});

test('an id is read from its end', () => {
  assert.deepEqual(parseWorkflowId('orchestrate_a_20240101_000000_20251003_184530'), {
    type: 'orchestrate',
    project: 'a_20240101_000000',
    at,
  });
});

for (const text of [
  '',
  'x',
  'a_b',
  'a_20251003_184530',
  'a__20251003',
  '_a_20251003_184530',
  'a_b_20251303_184530',
  'a_b_20250229_000000',
  'a_b_20251003_240000',
  'a_b_20251003_184560',
  'a_b/c_20251003_184530',
]) {
  test(`${JSON.stringify(text)} is no id`, () => {
    assert.equal(parseWorkflowId(text), null);
    assert.throws(
      () => nextSecond(text),
      (error) => isPawlError(error, 'bad-name'),
    );
  });
}

const seconds: readonly (readonly [string, string])[] = [
  ['a_b_20251003_184530', 'a_b_20251003_184531'],
  ['a_b_c_20251003_185959', 'a_b_c_20251003_190000'],
  ['a_b_20251231_235959', 'a_b_20260101_000000'],
  ['a_b_20240228_235959', 'a_b_20240229_000000'],
  ['t~0_p~1_20250228_235959', 't~0_p~1_20250301_000000'],
];

for (const [id, next] of seconds) {
  test(`one second after ${id} comes ${next}`, () => assert.equal(nextSecond(id), next));
}

for (const name of ['', ' ', '.', '..', 'a\0b', '\ud800']) {
  test(`${JSON.stringify(name)} is refused as type and as project`, () => {
    for (const make of [() => workflowId(name, 'p', at), () => workflowId('t', name, at)]) {
      assert.throws(make, (error) => isPawlError(error, 'bad-name'));
    }
  });
}

test('a time that does not exist is refused', () => {
  assert.throws(
    () => workflowId('a', 'b', 'soon'),
    (error) => isPawlError(error, 'bad-name'),
  );
});

const encoded: readonly (readonly [string, string])[] = [
  ['my_type', 'p'],
  ['.hidden', 'p'],
  ['t', 'feature/BAS-6'],
  ['t', 'two words'],
  ['t', 'ä'],
  ['t', 'x'.repeat(101)],
  ['x'.repeat(61), 'p'],
];

for (const [type, project] of encoded) {
  test(`a name that is not plain is encoded: ${type.slice(0, 12)}, ${project.slice(0, 12)}`, () => {
    const id = workflowId(type, project, at);
    assert.match(id, /^[A-Za-z0-9.~-]+_[A-Za-z0-9._~-]+_20251003_184530$/);
    assert.ok(id.includes('~') && id.length <= 180);
    const parts = parseWorkflowId(id);
    assert.equal(parts?.type === type, /^[A-Za-z][A-Za-z-]{0,59}$/.test(type));
    assert.notEqual(parts?.project === project, parts?.type === type && project !== 'p');
  });
}

const names = fc.oneof(
  fc.stringMatching(/^[a-c_.~-]{1,6}$/),
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.stringMatching(/^[aB_]{59,62}$/),
);

function tryId(type: string, project: string): string | null {
  try {
    return workflowId(type, project, at);
  } catch (error) {
    assert.ok(isPawlError(error, 'bad-name'));
    return null;
  }
}

test('different names never share an id', () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(names, names, (type, project) => {
      const id = tryId(type, project);
      if (id === null) return;
      const key = JSON.stringify([type, project]);
      assert.equal(seen.get(id) ?? key, key);
      seen.set(id, key);
      assert.match(id, /^[A-Za-z0-9._~-]+$/);
      assert.notEqual(parseWorkflowId(id), null);
    }),
    { numRuns: 2000 },
  );
});

test('plain names come back from their id', () => {
  const type = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.-]{0,20}$/);
  const project = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
  const time = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(type, project, time, (t, p, when) => {
      const second = `${when.toISOString().slice(0, 19)}.000Z`;
      assert.deepEqual(parseWorkflowId(workflowId(t, p, when)), { type: t, project: p, at: second });
    }),
  );
});

test('what is no text is no id', () => {
  for (const value of [null, undefined, 5, Symbol('x')])
    assert.equal(parseWorkflowId(value as unknown as string), null);
});
