// Specs as people write them: every golden file comes to what is expected of it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectedSpecs, goldenSpecs, soundSpec, specText, summaryOf } from '../../../../test/support/specs.js';
import { parseSpec } from './parse-spec.js';

const expected = expectedSpecs();
const golden = goldenSpecs();

describe('golden specs', () => {
  test('there are at least forty forms, and each has its expectation', () => {
    assert.ok(golden.length >= 60, `${golden.length} specs`);
    assert.deepEqual(golden.map(({ name }) => name).sort(), Object.keys(expected).sort());
    assert.ok(golden.filter(({ name }) => !name.startsWith('bad-')).length >= 40);
  });

  for (const { name, text } of golden) {
    const isSound = !name.startsWith('bad-');
    test(`${name} ${isSound ? 'is understood' : 'is refused with every problem, its line and a fix'}`, () => {
      const reading = parseSpec(text);
      assert.equal(reading.ok, isSound);
      assert.deepEqual(summaryOf(reading), expected[name]);
    });
  }
});

test('every problem shows the line that it is about, with a caret below', () => {
  for (const { name, text } of golden) {
    const reading = parseSpec(text);
    const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
    for (const { line, column, excerpt, fix } of reading.ok ? reading.warnings : reading.problems) {
      const [shown = '', caret = ''] = excerpt.split('\n');
      assert.ok(line >= 1 && line <= lines.length && column >= 1, name);
      assert.notEqual(fix, '');
      if (excerpt === '') continue;
      assert.ok((lines[line - 1] ?? '').replaceAll('\t', ' ').includes(shown), `${name}: ${shown}`);
      assert.match(caret, /^[ \u3000]*\^$/);
    }
  }
});

test('the caret stands below the word that is wrong', () => {
  const reading = parseSpec(specText({ WS1: [], WS2: ['WS1', 'WS9'] }));
  assert.ok(!reading.ok);
  const [problem] = reading.problems;
  const [shown = '', caret = ''] = problem?.excerpt.split('\n') ?? [];
  assert.equal(shown.slice(caret.indexOf('^')), 'WS9]}');
  assert.equal(problem?.path, '/workstreams/WS2/depends_on/1');
});

test('problems of all kinds are found at once, in the order of the file', () => {
  const text = `---
prd: nothing
workstreams:
  WS1: {depends_on: [WS7], outputs: [/etc], gate: lnt, timeout: soon}
  WS2: {depens_on: [WS1]}
gates: {lint: npm run lint}
---
`;
  const reading = parseSpec(text);
  assert.ok(!reading.ok);
  assert.deepEqual(
    reading.problems.map(({ line }) => line),
    [2, 4, 4, 4, 4, 5],
  );
});

test('no more than a hundred problems are listed, and the rest is counted', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`WS${at}`, [`X${at}`]]));
  const reading = parseSpec(specText(many));
  assert.ok(!reading.ok);
  assert.equal(reading.problems.length, 101);
  assert.equal(reading.problems.at(-1)?.message, 'there are 200 more');
});

describe('phases that have numbers', () => {
  const head = '---\nprd: PRD-009\nprd_title: T\n';
  const phasesOf = (text: string): unknown => {
    const reading = parseSpec(`${head}${text}---\n`);
    return reading.ok ? reading.spec.phases.map((one) => one.workstreams) : reading.problems.map((one) => one.message);
  };
  const two = 'workstreams: {WS1: {}, WS2: {}}\n';

  test('come in the order of their numbers, wherever these stand', () => {
    for (const phases of [
      '{2: {parallel: [WS2]}, 1: {parallel: [WS1]}}',
      '[{phase: 2, parallel: [WS2]}, {phase: 1, parallel: [WS1]}]',
      '[{Phase 2 - end: [WS2]}, {Phase 1 - begin: [WS1]}]',
      '[{name: "2. end", parallel: [WS2]}, {order: 1, name: begin, parallel: [WS1]}]',
    ])
      assert.deepEqual(phasesOf(`${two}execution_phases: ${phases}\n`), [['WS1'], ['WS2']], phases);
  });

  test('keep them beside one that has a name as well', () => {
    const text = 'workstreams: {WS1: {phase: 2}, WS2: {phase: 1, depends_on: [WS1]}, WS3: {phase: "Phase 3 - end"}}\n';
    assert.deepEqual(phasesOf(text), ['WS2 is in Phase 1 and depends on WS1, which comes in Phase 2']);
    const same = 'workstreams: {WS1: {phase: 1}, WS2: {phase: Phase 1}, WS3: {phase: "Phase 2 - end"}}\n';
    assert.deepEqual(phasesOf(same), [['WS1', 'WS2'], ['WS3']]);
  });

  test('must not contradict the order of those that have none', () => {
    const text = `workstreams: {WS1: {phase: 2}, WS2: {phase: 1}, WS3: {phase: end}}\n`;
    assert.deepEqual(phasesOf(text), ['phase 1 stands behind phase 2']);
    assert.deepEqual(phasesOf(text.replace('phase: 2', 'phase: 0')), [['WS1'], ['WS2'], ['WS3']]);
  });
});

test('ids beside PRD and three digits are accepted where a pattern says so', () => {
  const text = '---\nprd: EXEC-12\nworkstreams: {WS1: {}}\n---\n';
  assert.ok(!parseSpec(text).ok);
  assert.ok(parseSpec(text, { idPattern: /EXEC-\d+/ }).ok);
  assert.ok(!parseSpec(text, { idPattern: /EXEC/ }).ok);
  assert.ok(parseSpec(text.replace('EXEC-12', 'PRD-012'), { idPattern: /EXEC-\d+/ }).ok);
});

test('text of the spec that stands in a message cannot steer a terminal', () => {
  const reading = parseSpec('---\nprd: PRD-101\nworkstreams:\n  WS1: {depends_on: ["\\e[31mred\\u202e"]}\n---\n');
  assert.ok(!reading.ok);
  // oxlint-disable-next-line no-control-regex -- they are what this is about
  assert.doesNotMatch(JSON.stringify(reading), /\\u001b|\u202e/);
});

test('the YAML is version 1.2: yes and no are texts, 009 keeps its zeros', () => {
  const spec = soundSpec('---\nprd: PRD-101\nprd_title: no\nworkstreams: {009: {name: yes}}\n---\n');
  assert.equal(spec.title, 'no');
  assert.deepEqual(
    spec.workstreams.map(({ id, title }) => [id, title]),
    [['009', 'yes']],
  );
});

test('a quote or bracket that is never closed is one problem, whatever its reader stumbles over behind it', () => {
  for (const count of [3, 12]) {
    const lines = Array.from(
      { length: count },
      (_, at) => `  WS${at}: {command: "sh -c 'x'", outputs: ["a${at}.txt"]}`,
    );
    const text = `---\nprd: PRD-101\nprd_title: T\nworkstreams:\n  A: {command: "echo a, outputs: ["a.txt"]}\n${lines.join('\n')}\n---\n`;
    const reading = parseSpec(text);
    assert.ok(!reading.ok);
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [5],
      JSON.stringify(reading.problems.map(({ message }) => message)),
    );
  }
});

test('what is nested too deeply is told how many levels always fit', () => {
  const text = `---\nprd: PRD-101\nx: ${'['.repeat(200)}${']'.repeat(200)}\n---\n`;
  const reading = parseSpec(text);
  assert.ok(!reading.ok);
  assert.match(reading.problems[0]?.fix ?? '', /32 levels always fit/);
});

test('an id that cannot be one is told why', () => {
  const fixOf = (id: string): string => {
    const reading = parseSpec(`---\nprd: PRD-101\nprd_title: T\nworkstreams: {${JSON.stringify(id)}: {}}\n---\n`);
    return reading.ok ? '' : (reading.problems[0]?.fix ?? '');
  };
  assert.match(fixOf('-x'), /begin with a letter or a digit/);
  assert.match(fixOf('W'.repeat(300)), /at most 100 characters/);
  assert.match(fixOf('a b'), /use letters, digits/);
});
