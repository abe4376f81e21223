// Values that break naive programs.

function cycle(): object {
  const one: Record<string, unknown> = { command: 'implement' };
  one['phases'] = { a: one };
  return one;
}

function deep(levels: number, array = false): unknown {
  let value: unknown = 1;
  for (let n = 0; n < levels; n++) value = array ? [value] : { a: value };
  return value;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const throwing = (): never => {
  throw new Error('hostile\nin two lines');
};

/** Values that break naive programs; functions, so that each use has its own. */
export const hostile: readonly (() => unknown)[] = [
  cycle,
  () => deep(10_000),
  () => deep(10_000, true),
  () => deep(33),
  revoked,
  () => new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing }),
  () => new Proxy([], { get: throwing }),
  () => Object.defineProperty({}, 'phases', { enumerable: true, get: throwing }),
  () => ({ phases: Object.defineProperty({}, 'a', { enumerable: true, get: throwing }) }),
  () => ({ toJSON: throwing }),
  () => ({ toString: throwing, valueOf: throwing, [Symbol.toPrimitive]: throwing }),
  () => ({ toJSON: () => ({ toJSON: () => 1n }) }),
  () => 10n,
  () => ({ n: 10n }),
  () => Symbol('x'),
  () => ({ [Symbol('x')]: 1, x: Symbol('y') }),
  () => throwing,
  () => Object.create(null),
  () => Object.assign(Object.create(null) as object, { phases: {} }),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  () => ({ phases: JSON.parse('{"__proto__":{"status":"complete","polluted":true}}') }),
  () => ({ tasks: JSON.parse('{"__proto__":{"polluted":true}}'), status: 'complete' }),
  () => ({ status: 'complete', tasks: { constructor: { status: 'x' }, __defineGetter__: { status: 'y' } } }),
  () => ({ text: 'half \ud800 a character' }),
  () => '\udc00',
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -0,
  () => ({ n: Number.NaN, i: Number.POSITIVE_INFINITY }),
  () => new Date(Number.NaN),
  () => new Map([[{}, 1]]),
  () => new Uint8Array(100),
  () => new Error('x'),
  () => Promise.reject(new Error('ignored')).catch(() => undefined),
  () => new WeakMap(),
  () => class {},
  () => Array.from({ length: 5 }),
  () => Object.assign([], { extra: 1 }),
  () => globalThis,
  () => process.env,
  () => '',
  () => ' ',
  () => '__proto__',
  () => 'constructor',
  () => '../../../etc/passwd',
  () => 'a\0b',
  () => 'x'.repeat(300),
  () => null,
  () => undefined,
  () => 0,
  () => true,
  () => [],
  () => ({}),
  () => ({ status: 'complete' }),
  () => ({ status: 'nonsense' }),
  () => ({ status: { toString: throwing } }),
  () => ({ status: 'failed', error: { message: throwing } }),
  () => ({ command: 'implement', phases: {}, state: null }),
  () => ({
    command: 'implement',
    phases: { a: null },
    state: { completed_phases: [1, null, {}], pending_phases: 'x' },
  }),
  () => 'implement',
  () => 'design',
];
