// The quick reader against the library: what it reads, it reads as the library does; what it does not read it leaves alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { seed, sized, tellSeed } from '../../../../../test/support/sizes.js';
import { Findings } from './findings.js';
import { parseAnyYaml } from './parse-yaml.js';
import { readPlainYaml } from './plain-yaml.js';

/** Holds both readings against each other; tells whether the quick reader took it. */
function isReadAlike(text: string): boolean {
  const quick = readPlainYaml(text, 3);
  if (quick === null) return false;
  const findings = new Findings(text.split('\n'));
  assert.deepEqual(quick, parseAnyYaml(text, 3, findings), JSON.stringify(text));
  assert.deepEqual(findings.problems, [], JSON.stringify(text));
  return true;
}

const common: readonly string[] = [
  'prd: PRD-009\nworkstreams:\n  WS1: {name: Database Layer, command: "true", outputs: [src/**, "a b.md"]}\n',
  'workstreams:\n- id: WS1\n  depends_on: []\n- id: WS2\n  depends_on:\n  - WS1\n  - WS3 # why\n',
  '# first\n\nphases:\n  - {name: P1, parallel: [WS1, WS2]}\n\n  - name: P2\n    gates:\n      - type-check\n',
  "title: 'it''s here'\nurl: http://example.org:80/a#b\nversion: 1.2.3\nid: 009\nat: 12:30\n",
  'a: -1\nb: +.5e3\nc: 0x1F\nd: 0o17\ne: .inf\nf: -.INF\ng: .nan\nh: 1.50\ni: 1_000\nj: 0o9\nk: 0b1\n',
  'a: ~\nb: null\nc: True\nd: FALSE\ne: nULL\nf: yes\n1: one\ntrue: two\n~: three\n',
  'a: x, y [z] {w}\nb: -x\nc: ?x\nd: :x\ne: a - b\nf: a & b * c ! d % e @ f | g > h\n"g h": i\n',
  'a: {b: {c: [d, {e: f}], g: 1}, h: -1}\ni: [[], {}, [1]]\nj: { k : l , m: n }\n',
  'a:\n    b:\n     c: d\n    e: f\ng: h   \n   \n      # deep\ni: j\n',
  'name: Übersicht — “x” 🙂\nwide: {日本: 語}\n',
];

test('the usual forms of specs are read without the library, and alike', () => {
  for (const text of common) assert.ok(isReadAlike(text), JSON.stringify(text));
});

const others: readonly string[] = [
  'a: &x 1\nb: *x\n',
  'a: !!str 1\n',
  'a: |\n  text\n',
  'a: >-\n  text\n',
  'a: more\n  lines\n',
  '- more\n  lines\n',
  'a: "more\n  lines"\n',
  'a: "\\n"\n',
  'a:\tb\n',
  'a: b\r\n',
  'a: 1\na: 2\n',
  '<<: {a: 1}\n',
  '__proto__: 1\n',
  '? a\n: b\n',
  'a: b: c\n',
  'a: [b\n',
  'a: [b] c\n',
  'a: "b" c\n',
  'a: b\n c: d\n',
  ' a: b\nc: d\n',
  '--- a: b\n',
  'a: @b\n',
  'a: `b`\n',
  '%YAML 1.2\n',
  'text\n',
  '',
  '[['.repeat(20),
];

test('anything else is left to the library, which also says what is wrong', () => {
  for (const text of others) assert.equal(readPlainYaml(text, 0), null, JSON.stringify(text));
  assert.equal(readPlainYaml(`a: ${'x'.repeat(200_000)}\n`, 0), null);
});

/** Lines that fit each other now and then. */
const line = fc
  .tuple(
    fc.constantFrom('', '', '', '  ', '  ', '    ', ' ', '   '),
    fc.constantFrom('', '', '', '- ', '- ', '-', '-  ', '- - '),
    fc.constantFrom('a: ', 'b: ', 'c: ', 'd:', 'e :', '"f": ', "'g h': ", '1: ', 'a b: ', '', '{', 'x:y', 'a:b: '),
    fc.array(
      fc.constantFrom(
        'a',
        '1',
        '"b"',
        "'c'",
        '[',
        ']',
        '{',
        '}',
        ', ',
        ',',
        ': ',
        ':',
        ' ',
        '  ',
        '-',
        '#',
        ' # ',
        '?',
        '~',
        '.',
        '*',
        '|',
      ),
      { maxLength: 7 },
    ),
  )
  .map(([indent, dash, key, parts]) => `${indent}${dash}${key}${parts.join('')}`);

test('whatever the quick reader takes, the library reads alike and finds nothing wrong with', (t) => {
  tellSeed(t);
  let taken = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      taken += Number(isReadAlike(lines.join('\n')));
    }),
    { seed, numRuns: sized(3_000, 100_000) },
  );
  assert.ok(taken > 10, `only ${taken} were taken`);
});

/** Trees written out in the forms that specs have. */
const word = fc.constantFrom(
  'WS1',
  'name',
  'a-b',
  'x.y/z',
  '12',
  '1.5',
  'true',
  'type-check',
  'Übung',
  'a: b',
  'c # d',
  '[e]',
  "it's",
);
const quoted = word.map((text) => (/^[\w./-]+$|^Ü/.test(text) ? text : JSON.stringify(text)));
const tree = fc.letrec<{ flow: string; block: readonly string[] }>((tie) => ({
  flow: fc.oneof(
    { maxDepth: 3 },
    quoted,
    fc.array(tie('flow'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(quoted, tie('flow')), { maxLength: 3 })
      .map((members) => `{${members.map((one) => one.join(': ')).join(', ')}}`),
  ),
  block: fc.oneof(
    { maxDepth: 3 },
    fc
      .array(fc.tuple(quoted, tie('flow')), { minLength: 1, maxLength: 4 })
      .map((members) => members.map((one) => one.join(': '))),
    fc
      .array(fc.tuple(quoted, tie('block')), { minLength: 1, maxLength: 3 })
      .map((members) => members.flatMap(([key, lines]) => [`${key}:`, ...lines.map((one) => `  ${one}`)])),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((items) => items.flatMap(([first = '', ...rest]) => [`- ${first}`, ...rest.map((one) => `  ${one}`)])),
  ),
}));

test('trees of maps and lists come back alike', (t) => {
  tellSeed(t);
  let taken = 0;
  fc.assert(
    fc.property(tree.block, (lines) => {
      taken += Number(isReadAlike(lines.join('\n')));
    }),
    { seed, numRuns: sized(1_000, 30_000) },
  );
  assert.ok(taken > 100, `only ${taken} were taken`);
});
