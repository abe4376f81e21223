// The facade with hostile input of every kind: it never throws, says at most one line, and reaches no prototype.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import type { PhaseData } from '../../src/families/command/index.js';
import {
  completeCheckpoint,
  getResumePoint,
  loadCheckpoint,
  saveCheckpoint,
  updatePhase,
  validateContextSummary,
} from '../../src/silent.js';
import { type Caught, catchStderr, facadeRoot } from '../support/facade.js';
import { hostile } from '../support/hostile-values.js';
import { randomFrom, seed, sized, tellSeed } from '../support/sizes.js';

const facade = { loadCheckpoint, saveCheckpoint, updatePhase, completeCheckpoint, getResumePoint } as unknown as Record<
  string,
  (...args: unknown[]) => unknown
>;
const defaults: Readonly<Record<string, readonly unknown[]>> = {
  loadCheckpoint: [null],
  saveCheckpoint: [false, true],
  updatePhase: [false, true],
  completeCheckpoint: [false, true],
};

function check(call: string, args: readonly unknown[], stderr: Caught): void {
  const shown = `${call} #${args.map((arg) => typeof arg).join()}`;
  let result: unknown;
  try {
    result = facade[call]?.(...args);
  } catch {
    assert.fail(`${shown} threw`);
  }
  const lines = stderr.take();
  assert.ok(lines.length <= 1, `${shown} wrote ${lines.length} lines: ${lines.join(' | ')}`);
  assert.ok((lines[0] ?? '').length < 5_000, `${shown} wrote a line of ${lines[0]?.length} characters`);
  if (result === false) assert.equal(lines.length, 1, `${shown} said false without a word`);
  const allowed = defaults[call];
  if (allowed !== undefined && typeof result !== 'object')
    assert.ok(allowed.includes(result), `${shown} gave ${String(result)}`);
  if (call === 'getResumePoint') assert.deepEqual(Object.keys(result as object), ['phase', 'summary']);
}

function members(): string {
  return Object.getOwnPropertyNames(Object.prototype).join();
}

function quiet(t: TestContext): Caught {
  facadeRoot(t);
  return catchStderr(t);
}

describe('the facade', () => {
  test('never throws for any hostile value in any argument', (t) => {
    const before = members();
    const stderr = quiet(t);
    for (const call of Object.keys(facade)) {
      for (const value of hostile) {
        check(call, [value()], stderr);
        check(call, ['implement', value()], stderr);
        check(call, ['implement', 'design', value()], stderr);
        check(call, ['implement', value(), value()], stderr);
        check(call, ['implement', 'design', { status: 'in_progress' }, value()], stderr);
        check(call, [value(), value(), value(), value()], stderr);
      }
      check(call, [], stderr);
    }
    assert.equal(members(), before);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  const runs = sized(3_000, 100_000);
  test(`never throws for ${runs} random mixtures of them`, (t) => {
    tellSeed(t);
    const stderr = quiet(t);
    const random = randomFrom();
    const anything = fc.sample(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSparseArray: true,
        withTypedArray: true,
      }),
      { seed, numRuns: 500 },
    );
    const value = (): unknown => (random.int(3) === 0 ? random.pick(anything) : random.pick(hostile)());
    const nested = (): unknown => {
      switch (random.int(4)) {
        case 0:
          return {
            status: 'in_progress',
            [random.pick(['tasks', 'files_created', 'context_summary', 'error', 'note', 'current_task'])]: value(),
          };
        case 1:
          return { command: 'implement', state: value(), phases: { a: value() } };
        default:
          return value();
      }
    };
    for (let n = 0; n < runs; n++) {
      const call = random.pick(Object.keys(facade));
      const command = random.int(3) > 0 ? random.pick(['implement', 'design', 'a-b']) : value();
      check(call, [command, nested(), nested(), random.int(2) === 0 ? undefined : value()], stderr);
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    // It all still works.
    assert.equal(updatePhase('ship', 'checks', { status: 'complete' }), true);
    assert.equal(loadCheckpoint('ship')?.phases['checks']?.status, 'complete');
  });

  test('refuses giants with one short line', (t) => {
    const stderr = quiet(t);
    const giant = 'x'.repeat(17 * 1024 * 1024);
    assert.equal(updatePhase('implement', 'design', { status: 'complete', note: giant }), false);
    assert.equal(saveCheckpoint('implement', { state: {}, phases: { a: { status: 'pending', note: giant } } }), false);
    assert.equal(
      saveCheckpoint('implement', {
        phases: Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`p${n}`, { status: 'pending' }])),
      }),
      false,
    );
    const lines = stderr.take();
    assert.equal(lines.length, 3);
    for (const line of lines) assert.ok(line.length < 2_000, `a line of ${line.length} characters`);
    assert.equal(loadCheckpoint('implement'), null);
  });

  test('keeps what was there when hostile input is refused', (t) => {
    const stderr = quiet(t);
    assert.equal(updatePhase('implement', 'design', { status: 'in_progress' }), true);
    const before = JSON.stringify(loadCheckpoint('implement'));
    for (const value of hostile.slice(0, 10)) {
      assert.equal(updatePhase('implement', 'design', { status: 'complete', x: value() }), false);
      assert.equal(saveCheckpoint('implement', { x: value() }), false);
    }
    stderr.take();
    assert.equal(JSON.stringify(loadCheckpoint('implement')), before);
  });

  test('token functions take anything', () => {
    for (const value of hostile) assert.equal(typeof validateContextSummary(value() as string).valid, 'boolean');
  });

  test('documents with hostile members change no prototype', (t) => {
    const stderr = quiet(t);
    const before = members();
    for (let n = 0; n < sized(300, 10_000); n++) {
      const doc: unknown = JSON.parse(
        `{"command":"implement","state":{"completed_phases":[],"pending_phases":[]},"phases":{"p${n % 7}":{"status":"pending"},"__proto__":{"status":"complete"}},"__proto__":{"polluted":${n}},"constructor":{"prototype":{"polluted":true}}}`,
      );
      saveCheckpoint('implement', doc as object);
      updatePhase(
        'implement',
        `p${n % 7}`,
        JSON.parse('{"status":"complete","tasks":{"__proto__":{"polluted":true}}}') as PhaseData,
      );
    }
    stderr.take();
    assert.equal(members(), before);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.equal(Reflect.get({}, 'status'), undefined);
  });
});
