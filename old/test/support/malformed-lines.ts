// For tests: lines that are no messages, or messages that make no sense.

import { Buffer } from 'node:buffer';
import { story } from './mcp-scenario.js';
import type { Random } from './sizes.js';

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'subscriptions/listen',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/roots/list_changed',
  'elicitation/create',
  'roots/list',
  'tools',
  '',
  '__proto__',
  'constructor',
  'tools/call\u0000',
]; // prettier-ignore
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'x',
  '\u0000',
  '\u202e',
  '\ud800',
  '../../etc/passwd',
  'a'.repeat(5_000),
  [],
  [[]],
  {},
  { a: { b: { c: [] } } },
  ['x', 1, null],
  { __proto__: 1 },
  { toString: 1 },
  'implement/auth',
  'PRD-009',
]; // prettier-ignore

/**
 * Makes one line.
 * @param random what decides
 * @param id the id of a request, where it becomes one
 * @param meta what requests carry in the newer era
 * @returns the bytes, with the end of the line
 */
export function malformedLine(random: Random, id: number, meta: object | null): Buffer {
  const int = (below: number): number => random.int(below);
  const pick = <T>(items: readonly T[]): T => random.pick(items);
  const withMeta = (params: unknown): unknown =>
    meta !== null && int(4) > 0 && typeof params === 'object' && params !== null && !Array.isArray(params)
      ? { ...params, _meta: int(8) === 0 ? pick(values) : meta }
      : params;
  const message = (): Record<string, unknown> => ({
    jsonrpc: int(10) === 0 ? pick(values) : '2.0',
    id: int(6) === 0 ? pick(values) : id,
    method: int(12) === 0 ? pick(values) : pick(methods),
    params: withMeta(int(3) === 0 ? pick(values) : { name: pick(values), arguments: pick(values), uri: pick(values) }),
  });
  const call = (): Record<string, unknown> => {
    const [tool, args] = pick(story);
    const given: Record<string, unknown> = { ...args };
    const names = [...Object.keys(given), 'unknown'];
    for (let count = int(3); count >= 0; count--) given[pick(names)] = pick(values);
    return { jsonrpc: '2.0', id, method: 'tools/call', params: withMeta({ name: tool, arguments: given }) };
  };
  const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';
  const kinds: readonly (() => string | Buffer)[] = [
    () => json(message()),
    () => json(call()),
    () => json(call()),
    () => json(pick(values)),
    () => json([message(), call()]),
    () => json(message()).slice(0, int(60)),
    () => json({ jsonrpc: '2.0', id: pick(values), result: pick(values) }),
    () => json({ jsonrpc: '2.0', id, error: pick(values) }),
    () => '['.repeat(int(3_000)),
    () => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`,
    () => broken(Buffer.from(json(call())), int),
    () => Buffer.from(Array.from({ length: int(80) }, () => int(256)).filter((byte) => byte !== 10)),
    () => json(message()).replace('"id"', '"__proto__":{"id":1},"id"'),
    () => `\u{feff}${json(message())}`,
  ];
  return Buffer.concat([Buffer.from(pick(kinds)()), Buffer.from('\n')]);
}

/** Some bytes of a message are others. */
function broken(bytes: Buffer, int: (below: number) => number): Buffer {
  for (let count = 1 + int(4); count > 0; count--) bytes[int(bytes.length)] = 32 + int(224);
  return bytes;
}
