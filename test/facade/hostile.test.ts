// Nothing that a caller hands in makes the facade throw, reach a prototype, or lose what is stored.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sized } from '../support/programs.js';
import { counter, manager, newRoot, said, utils } from './facade.js';

const throwing = (): never => {
  throw new Error('hostile\nin two lines');
};
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const cycle = { phases: { a: {} } };
cycle.phases.a = cycle;
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const many = Array.from({ length: 1_001 }, (_, n) => [`p${n}`, { status: 'pending' }]);
const long = { status: 'complete', context_summary: 'word '.repeat(501) };

/** Values that break naive programs. */
const rows: readonly (readonly unknown[])[] = [
  [cycle, revoked.proxy, nested(33), nested(2_000), throwing, class {}, globalThis, Symbol('x'), 10n, { n: 10n }],
  [null, undefined, true, 0, -0, Number.NaN, Number.POSITIVE_INFINITY, '', ' ', '\u0000', '\ud800', [], {}],
  ['__proto__', 'constructor', 'toString', '../../etc/passwd', '/', 'x'.repeat(301), '\u001b[31mred\nline'],
  [Object.create(null), new Map([[{}, 1]]), new Date(Number.NaN), new Error('x'), Array.from({ length: 3 })],
  [new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing })],
  [new Proxy({ phases: {} }, { set: throwing, deleteProperty: throwing }), Object.freeze({ phases: {} })],
  [Object.defineProperty({}, 'phases', { enumerable: true, get: throwing }), { toJSON: throwing }],
  [{ toString: throwing, valueOf: throwing, [Symbol.toPrimitive]: throwing }],
  [{ phases: JSON.parse('{"__proto__":{"status":"complete","polluted":true}}') }],
  [JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')],
  [{ status: 'complete', tasks: { constructor: { status: 'x' }, __defineGetter__: { status: 'y' } } }],
  [{ phases: { toString: { status: 'complete', context_summary: 'x' } }, state: { current_phase: 'valueOf' } }],
  [long, { phases: { a: long } }, { phases: { a: { status: 'complete', context_summary: 'x'.repeat(20_000) } } }],
  [{ phases: { a: null }, state: { completed_phases: [1, null, {}], pending_phases: 'x' } }],
  [{ phases: [{ status: 'complete' }], state: [] }, { version: 2 }, { phases: Object.fromEntries(many) }],
  [{ phases: { a: { status: 'pending', tasks: [{ status: 'x' }], files_created: 'a.js' } }, pawl: 'x' }],
  [{ pawl: { rev: '99999999999-ffffffff' } }, { pawl: { rev: '-1-x', decisions: 'many' }, gate: [] }],
];
const hostile = rows.flat();

const status = fc.record({ status: fc.constantFrom('complete', 'failed', 'in_progress', 'done'), x: fc.anything() });
const state = fc.record({ current_phase: fc.anything(), completed_phases: fc.anything() });
const phases = fc.dictionary(fc.string(), fc.oneof(status, fc.anything()));
const generated = fc.oneof(fc.anything({ withBigInt: true, withMap: true }), status, fc.record({ state, phases }));
/** A function that gives the value: fast-check itself stumbles over some of them. */
const giver = (value: unknown) => (): unknown => value;
const anything = fc.oneof(fc.constantFrom(...hostile.map(giver)), generated.map(giver));
const mostly = (...good: unknown[]): typeof anything =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good).map(giver) }, { weight: 1, arbitrary: anything });
const names = ['implement', 'design', 'implement', 'a', 'toString'];
const fn = fc.constantFrom(...(['load', 'save', 'save', 'update', 'update', 'complete', 'resume'] as const));
const call = fc.tuple(fn, mostly(...names), mostly(...names), anything, mostly(undefined, null, 'auth', 'auth'));

function snapshot(): string {
  const folder = utils.getStateDir();
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return JSON.stringify(files.map((file) => [file, JSON.parse(utils.readFile(`${folder}/${file}`))]));
}

test('whatever it is called with, no function throws, and a failed call changes nothing and says so in one line', () => {
  const prototype = Reflect.ownKeys(Object.prototype).length;
  const { loadCheckpoint: load, saveCheckpoint: save, updatePhase: update } = manager;
  const functions = { load, save, update, complete: manager.completeCheckpoint, resume: manager.getResumePoint };
  const answers = { yes: 0, no: 0, other: 0 };
  const survives = (calls: readonly (typeof call extends fc.Arbitrary<infer T> ? T : never)[]): void => {
    newRoot(true);
    for (const [fn, command, phase, data, feature] of calls) {
      const before = snapshot();
      const middle = fn === 'save' ? [data()] : fn === 'update' ? [phase(), data()] : [];
      const answer: unknown = Reflect.apply(functions[fn], undefined, [command(), ...middle, feature()]);
      const lines = said();
      answers[answer === true ? 'yes' : answer === false ? 'no' : 'other']++;
      if (answer === true) continue;
      assert.ok(answer === false ? lines.length === 1 : lines.length <= 1, `${fn}: ${lines.join(' | ')}`);
      for (const line of lines) assert.match(line, /^Failed to (?:load|save|update|complete|read) [^\p{Cc}]+$/u);
      assert.equal(snapshot(), before, `${fn} failed and changed the state`);
    }
  };
  fc.assert(fc.property(fc.array(call, { minLength: 30, maxLength: 30 }), survives), { numRuns: sized(100, 400) });
  assert.ok(Math.min(...Object.values(answers)) > 300, JSON.stringify(answers));
  assert.equal(Reflect.ownKeys(Object.prototype).length, prototype);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});

test('the token counter and the helpers take anything', () => {
  for (const value of hostile) {
    assert.ok(Number.isInteger(counter.countTokens(value)));
    for (const limit of hostile) assert.ok('valid' in counter.validateContextSummary(value, limit as number));
    utils.logError(value, value);
    const isPath = typeof value === 'string';
    assert.ok(isPath || !(utils.readFile(value) || utils.writeFile(value, 'x') || utils.ensureDir(value)));
  }
  said();
});
