// Specs that want to hurt: a clear problem, and no spec, whatever they try.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSpec } from '../../src/families/pipeline/spec/index.js';

const front = (yaml: string): string => `---\nprd: PRD-101\n${yaml}\n---\n`;
const size = 200_000;

/** Nine lines that would become a billion nodes. */
function bomb(): string {
  const names = 'abcdefghi'.split('');
  const lines = names.map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(at === 0 ? 'x' : `*${names[at - 1]}`)
        .join(',')}]`,
  );
  return `${lines.join('\n')}\nworkstreams: {WS1: {notes: *i}}`;
}

const refused: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  'an alias bomb': [front(bomb()), /aliases .* too large/],
  'an alias of itself': [front('workstreams: &a {WS1: *a}'), /\*a names nothing/],
  'brackets without end': [front(`workstreams: ${'['.repeat(size)}`), /nested too deeply/],
  'braces without end': [front(`workstreams: ${'{a: '.repeat(size / 4)}`), /nested too deeply/],
  'dashes without end': [front(`workstreams:\n${'- '.repeat(size / 2)}`), /nested too deeply/],
  'indentation without end': [
    front(Array.from({ length: 600 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')),
    /nested too deeply/,
  ],
  'keys without end': [front(Array.from({ length: 80_000 }, (_, at) => `k${at}: v`).join('\n')), /too much in it/],
  'errors without end': [front(`workstreams: {}\n${']'.repeat(size)}`), /no valid YAML/],
  'duplicate keys': [front('workstreams: {WS1: {}}\nworkstreams: {WS2: {}}'), /stands here twice/],
  'keys of prototypes': [front('workstreams: {__proto__: {a: 1}, WS1: {}}'), /__proto__ cannot be a key/],
  'a function': [front('workstreams: {WS1: !!js/function "function () { process.exit(1) }"}'), /unresolved tag/],
  'a tag of its own': [front('workstreams: {WS1: !include /etc/passwd}'), /unresolved tag/],
  'ten megabytes': [front(`workstreams: {WS1: {name: ${'x'.repeat(10 * 1024 * 1024)}}}`), /at most 4194304/],
  'two documents': ['---\nprd: PRD-101\n...\n---\nworkstreams: {WS1: {}}\n---\n', /no workstreams/],
  'too many workstreams': [
    front(`workstreams: [${Array.from({ length: 1_001 }, (_, at) => `W${at}`).join(', ')}]`),
    /at most 1000/,
  ],
  'an output in another folder': [front('workstreams: {WS1: {outputs: [a/../../../etc/x]}}'), /may lead out/],
  'an output on another drive': [front("workstreams: {WS1: {outputs: ['D:\\x']}}"), /outside of the repository/],
  'a command with a NUL character': [front('workstreams: {WS1: {command: "a\\0b"}}'), /has a NUL character/],
  'a command in words with a NUL character': [
    front('workstreams: {WS1: {command: ["a", "b\\0"]}}'),
    /has a NUL character/,
  ],
  'an output with a hidden character': [front('workstreams: {WS1: {outputs: ["a\\u200b.ts"]}}'), /cannot be seen/],
};

describe('a hostile spec is refused:', () => {
  for (const [name, [text, message]] of Object.entries(refused)) {
    test(name, () => {
      const reading = parseSpec(text);
      assert.ok(!reading.ok);
      assert.match(reading.problems[0]?.message ?? '', message);
      assert.ok(JSON.stringify(reading).length < 100_000, 'the answer stays small');
    });
  }
});

test('shell metacharacters in a command are kept as text, and need a shell', () => {
  const reading = parseSpec(
    front('workstreams: {WS1: {command: "true; touch canary $(touch canary) `touch canary`"}}'),
  );
  assert.ok(reading.ok);
  assert.deepEqual(reading.spec.workstreams[0]?.command, {
    text: 'true; touch canary $(touch canary) `touch canary`',
    words: [],
    shell: true,
  });
});

test('a shared node that is used often is no bomb', () => {
  const uses = Array.from({ length: 500 }, (_, at) => `  WS${at}: {<<: *base}`).join('\n');
  const reading = parseSpec(front(`base: &base {executor: a, outputs: [x/**, y/**]}\nworkstreams:\n${uses}`));
  assert.ok(reading.ok);
  assert.equal(reading.spec.workstreams[499]?.executor, 'a');
});

test('reading hostile specs leaves Object.prototype as it is', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    parseSpec(front(`workstreams: {${key}: {polluted: 1}, WS1: {${key}: {polluted: 1}}}\ngates: {${key}: x}`));
  }
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before);
  assert.equal('polluted' in {}, false);
});

test('long texts in lists, headings and times are read in linear time', () => {
  const long = 'a, '.repeat(60_000);
  const body = `${'#'.repeat(6)} ${'WS1 '.repeat(50_000)}\n`.repeat(3);
  const yaml = `workstreams: {WS1: {depends_on: "${long}", outputs: "${long}", timeout: "${'1s'.repeat(50_000)}"}}`;
  const reading = parseSpec(`${front(yaml)}${body}`);
  assert.ok(!reading.ok);
});
