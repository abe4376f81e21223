// Specs: the documented spelling, each other spelling, and each problem with its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Spec, parseSpec, problemText } from './spec.js';

const front = (yaml: string, body = ''): string => `---\n${yaml}\n---\n${body}`;
const head = 'prd: PRD-101\nprd_title: T\n';

/** A spec with one thing written as given. */
function read(yaml: string, body?: string): Spec {
  const { spec, problems } = parseSpec(front(yaml, body));
  assert.ok(spec, problems.map(({ message }) => message).join('\n'));
  return spec;
}

test('a spec is read as documented', () => {
  const spec = read(
    `prd: PRD-009
prd_title: Cashier Workflows
workstreams:
  WS1: { name: Database, description: Tables, executor: backend, executor_type: skill, outputs: [a/*.sql], gate: schema }
  WS2: { command: npm run make, timeout: 1h30m, depends_on: [WS1] }
execution_phases:
  - { name: Foundation, parallel: [WS1] }
  - { name: Core, parallel: [WS2], gates: [check, look] }
gates:
  schema: { command: ./validate, success_criteria: Exit code 0 }
  check: { command: npm test, timeout: 10m, waivable: false }
  look: { type: manual }`,
    '# PRD-009\n',
  );
  const nothing = { name: undefined, description: null, executor: null, executorType: null, command: null };
  const lists = { depends_on: [], outputs: [], gate: [], timeoutMs: null };
  const { section: _one, ...ws1 } = spec.workstreams['WS1'] ?? { section: '' };
  const { section, ...ws2 } = spec.workstreams['WS2'] ?? { section: '' };
  assert.deepEqual(ws1, {
    ...nothing,
    ...lists,
    name: 'Database',
    description: 'Tables',
    executor: 'backend',
    executorType: 'skill',
    outputs: ['a/*.sql'],
    gate: ['schema'],
  });
  assert.deepEqual(ws2, { ...nothing, ...lists, command: 'npm run make', timeoutMs: 5_400_000, depends_on: ['WS1'] });
  assert.equal(section, 'WS2:\n  command: npm run make\n  depends_on:\n    - WS1\n  timeout: 1h30m\n');
  assert.deepEqual(spec.phases, [
    { name: 'Foundation', workstreams: ['WS1'], gates: [] },
    { name: 'Core', workstreams: ['WS2'], gates: ['check', 'look'] },
  ]);
  const gate = { command: null, criteria: null, isManual: false, timeoutMs: null, canBeWaived: true };
  assert.deepEqual(spec.gates, {
    schema: { ...gate, command: './validate', criteria: 'Exit code 0' },
    check: { ...gate, command: 'npm test', timeoutMs: 600_000, canBeWaived: false },
    look: { ...gate, isManual: true },
  });
  assert.equal(spec.body, '# PRD-009\n');
});

const one = (workstream: string): string => `${head}workstreams: { WS0: {}, WS1: { ${workstream} } }`;
const gate = (fields: string): string => `${head}workstreams: { WS1: { gate: g } }\ngates: { g: { ${fields} } }`;
const phases = (name: string, phase: string): string =>
  `${head}workstreams: { WS1: {} }\n${name}: [{ ${phase} }]\ngates: { g: { command: x } }`;
const spellings: readonly [documented: string, other: string][] = [
  ...['prd_id: PRD-101', 'spec_id: PRD-101', 'id: PRD-101'].map((id): [string, string] => [
    `${head}workstreams: { WS1: {} }`,
    `${id}\ntitle: T\nworkstreams: [WS1]`,
  ]),
  [one('depends_on: [WS0]'), one('dependencies: WS0')],
  [one('depends_on: [WS0], name: A'), `${head}workstreams: [{ id: WS0 }, { id: WS1, title: A, dependencies: [WS0] }]`],
  [one('timeout: 90s'), one('timeout: 90')],
  [gate('command: npm test'), gate('commands: [npm test]')],
  [gate('command: [a, b]'), gate('checks: [{ command: a }, { name: b, command: b }]')],
  [gate('success_criteria: a; b, type: manual'), gate('passing_criteria: [a, b], type: manual')],
  [gate('success_criteria: it opens, type: manual'), gate('checks: [it opens], type: manual-approval')],
  [gate('command: a, waivable: false'), gate('command: a, waivable: no')],
  ...['phases', 'execution_phases'].flatMap((name) =>
    ['workstreams: [WS1], gate: g, name: N', 'parallel: true, workstreams: WS1, gates: [g], name: N'].map(
      (phase): [string, string] => [
        phases('execution_phases', 'name: N, parallel: [WS1], gates: [g]'),
        phases(name, phase),
      ],
    ),
  ),
];

test('other spellings mean the same', () => {
  const meaning = (yaml: string): unknown =>
    JSON.parse(JSON.stringify(read(yaml), (key, value: unknown) => (key === 'section' ? undefined : value)));
  for (const [documented, other] of spellings) assert.deepEqual(meaning(other), meaning(documented), other);
});

test('several commands are one command line, and phases follow from dependencies', () => {
  assert.equal(read(gate('commands: [npm run lint, "a | b"]')).gates['g']?.command, 'npm run lint && (a | b\n)');
  const spec = read(`${head}workstreams: { A: {}, C: { depends_on: [B] }, B: { depends_on: [A] }, D: {} }`);
  assert.deepEqual(
    spec.phases.map(({ workstreams }) => workstreams),
    [['A', 'D'], ['B'], ['C']],
  );
});

/** YAML below two lines of head; then what is wrong, as line:column message. A line with ! is a warning. */
const problems: readonly [yaml: string, ...expected: string[]][] = [
  ['workstreams:\n  WS1: { depends_on: [WS2] }', '5:23 WS1 depends on WS2, which is not a workstream'],
  ['workstreams: {A: {depends_on: [B]}, B: {depends_on: [A]}}', '4:32 dependencies form a circle: A → B → A'],
  ['workstreams: {A: {}, A: {}}', '4:22 the same name is there twice'],
  ['workstreams: [A, a]', '4:18 workstream a is there twice'],
  ['workstreams: {"a b": {}, A: {}}', '4:15 "a b" cannot be the id of a workstream'],
  ['workstreams: {A: {depends-on: [B]}}', '4:19 depends-on is not a field of a workstream'],
  ['workstreams: {A: {outputs: [../x]}}', '4:29 ../x is not in the project'],
  ['workstreams: {A: {timeout: soon}}', '4:28 must be a duration'],
  ['workstreams: {A: {name: [a]}}', '4:25 name must be a text'],
  ['workstreams: {A: text}', '4:18 must be a map with the fields of a workstream'],
  ['workstreams: {}', '4:14 there are no workstreams'],
  ['workstreams: {A: {}}\nphases: [{parallel: [A, X]}]', '5:25 phase Phase 1 names X, which is not a workstream'],
  ['workstreams: {A: {}, B: {}}\nphases: [{parallel: [A]}]', '4:22 B is in no phase'],
  ['workstreams: {A: {}}\nphases: [{parallel: [A]}, {parallel: [A]}]', '5:39 A is in phase 1 already'],
  ['workstreams: {A: {}}\nphases: [{parallel: [A]}, {name: E}]', '5:27 phase E has no workstreams and no gates'],
  [
    'workstreams: {A: {depends_on: [B]}, B: {}}\nphases: [{parallel: [A]}, {parallel: [B]}]',
    '4:32 A depends on B, which is in a later phase',
  ],
  [
    'workstreams: {A: {gate: lnt}}\ngates: {lint: {command: x}}',
    '4:25 gate lnt is not defined',
    '5:9 !no phase names gate lint; it is checked at the end',
  ],
  ['workstreams: {A: {gate: lint}}', '4:25 !gate lint is not defined'],
  ['workstreams: {A: {gate: g}}\ngates: {g: {}}', '5:9 !gate g has no command: somebody has to say that it passed'],
  ['workstreams: {A: {outputs: [*.ts]}}', '4:29 *.ts refers to nothing'],
  ['workstreams:\n\tA: {}', '5:1 Tabs are not allowed as indentation'],
  ['workstreams: {A: {name: "x}}', '4:25 Missing closing "quote'],
  ['workstreams: [A\nx: 1', '4:14 Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ['workstreams:\n  A:\n    name: a: b', '6:11 Nested mappings are not allowed in compact mappings'],
];

test('every problem has its line and column, all at once', () => {
  for (const [yaml, ...expected] of problems) {
    const { spec, problems: found } = parseSpec(front(`${head}${yaml}`));
    assert.deepEqual(
      found.map(({ line, column, message, isWarning }) => `${line}:${column} ${isWarning ? '!' : ''}${message}`),
      expected,
      yaml,
    );
    assert.equal(
      spec === null,
      found.some((one) => !one.isWarning),
      yaml,
    );
  }
  assert.equal(parseSpec('# Title').problems[0]?.message, 'there is no front matter');
  assert.equal(parseSpec('---\nprd: x\n').problems[0]?.message, 'the front matter does not end');
  assert.equal(parseSpec(front('- a')).problems[0]?.message, 'must be a map with the fields of a spec');
  assert.equal(parseSpec(front('workstreams: [A]')).problems[0]?.message, 'the id is missing');
  const many = `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [${i === 0 ? '*a' : `*b${i - 1}, *b${i - 1}`}]`).join('\n')}`;
  assert.match(parseSpec(front(many)).problems[0]?.message ?? '', /alias/i);
});

test('a problem is shown with its line, a caret and the fix', () => {
  const text = '\uFEFF---\r\nprd: PRD-101\r\nworkstreams:\r\n\r\n  WS1: { naem: "é" }\r\n---\r\n';
  const [problem] = parseSpec(text).problems;
  assert.ok(problem);
  assert.equal(
    problemText('docs/a.md', text, problem),
    'docs/a.md:5:10: naem is not a field of a workstream\n    WS1: { naem: "é" }\n           ^\n  Fix: did you mean name?',
  );
});

test("a workstream's section is its definition and the text below its headings", () => {
  const body =
    '# T\n\nintro\n\n## WS1: Data\n\n```\n## WS2\n```\n### Detail\nmore\n### WS2 & WS3\nboth\n## Other\nx\n## Second\ny\n';
  const yaml = `${head}workstreams: { WS1: {}, WS2: { name: Second }, WS3: {} }`;
  const sections = (text: string, by = yaml): string[] =>
    Object.values(read(by, text).workstreams).map(({ section }) => section);
  const [ws1, ws2, ws3] = sections(body);
  assert.equal(ws1, 'WS1: {}\n\n## WS1: Data\n```\n## WS2\n```\n### Detail\nmore');
  assert.equal(ws2, 'WS2:\n  name: Second\n\n### WS2 & WS3\nboth\n## Second\ny');
  assert.equal(ws3, 'WS3: {}\n\n### WS2 & WS3\nboth');
  const other = `${head}workstreams:\n  WS1: {}\n  WS2:\n    "name": 'Second'\n  WS3: # nothing\n`;
  assert.deepEqual(sections(body.replace('intro', 'changed').replaceAll('\n\n', '\n'), other), [ws1, ws2, ws3]);
});
