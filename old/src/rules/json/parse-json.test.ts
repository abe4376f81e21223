import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { limits } from '../limits.js';
import { parseJson } from './parse-json.js';

function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

test('text is parsed as JSON.parse would, past a byte order mark', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 6 }).filter((text) => !text.includes('__proto__')),
      (text) => {
        assert.deepEqual(parseJson(text), { ok: true, value: JSON.parse(text) });
        assert.deepEqual(parseJson(`\u{feff}${text}`), { ok: true, value: JSON.parse(text) });
      },
    ),
  );
});

test('text that is not JSON is refused with the line where known', () => {
  for (const text of ['', '{', 'nul', '{"a":1,}', "{'a':1}", '[1 2]', 'NaN', '{"a":1}x']) {
    const result = parseJson(text);
    assert.match(result.ok ? '' : result.message, /^is not JSON/, text);
  }
  const result = parseJson('{\n  "a": 1\n  "b": 2\n}');
  assert.match(result.ok ? '' : result.message, /line 3, column 3/);
});

test('text with a member named __proto__, however it is written, is refused', () => {
  for (const text of ['{"__proto__":1}', '[[{"a":{"__proto__":{}}}]]', '{"\\u005f_proto__":1}']) {
    assert.deepEqual(parseJson(text), {
      ok: false,
      message: 'has a member named __proto__, which pawl does not read',
    });
  }
  assert.ok(parseJson('{"a":"__proto__"}').ok);
});

test('text that is too deep or too large is refused', () => {
  assert.ok(parseJson(deep(limits.maxDepth)).ok);
  assert.deepEqual(parseJson(deep(limits.maxDepth + 1)), { ok: false, message: 'is nested deeper than 32 levels' });
  assert.deepEqual(parseJson(deep(1_000_000)), { ok: false, message: 'is nested deeper than 32 levels' });
  const large = { ok: false, message: `is larger than ${limits.maxBytes} bytes` };
  assert.deepEqual(parseJson(`"${'x'.repeat(limits.maxBytes)}"`), large);
  assert.deepEqual(parseJson(`"${'日'.repeat(limits.maxBytes / 3)}"`), large);
  assert.ok(parseJson(`"${'日'.repeat(limits.maxBytes / 3 - 2)}"`).ok);
});
