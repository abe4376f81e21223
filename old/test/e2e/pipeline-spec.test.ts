// `pawl pipeline check` and `graph`, as users call them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { documentOf, pawl, tempRepository } from './program.js';

const golden = path.resolve('test/golden/specs');

function repository(): string {
  const root = tempRepository();
  fs.mkdirSync(path.join(root, 'docs/specs'), { recursive: true });
  fs.copyFileSync(path.join(golden, 'seed-003.md'), path.join(root, 'docs/specs/PRD-009-cashier.md'));
  for (const name of ['bad-circle', 'gates-as-names'])
    fs.copyFileSync(path.join(golden, `${name}.md`), path.join(root, `docs/${name}.md`));
  return root;
}

function member(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  assert.ok(isJsonObject(value), name);
  return value;
}

describe('pawl pipeline check', () => {
  test('says that a spec is sound, with its workstreams', () => {
    const { code, out, err } = pawl(['pipeline', 'check', 'PRD-009'], repository());
    assert.equal(code, 0);
    assert.equal(err, '');
    assert.match(out, /✓ PRD-009 Cashier Workflows\n {2}5 workstreams in 4 phases, 4 gates\n/);
    assert.match(out, /^WS3 +3 +Route Handlers +api-builder +WS2 +lint$/m);
    assert.match(out, /Next: pawl pipeline graph docs\/specs\/PRD-009-cashier\.md/);
  });

  test('with --json gives the spec in one form', () => {
    const document = documentOf(pawl(['pipeline', 'check', 'docs/specs/PRD-009-cashier.md', '--json'], repository()));
    assert.deepEqual(
      [document['ok'], document['path'], document['warnings']],
      [true, 'docs/specs/PRD-009-cashier.md', []],
    );
    const { workstreams } = member(document, 'spec');
    assert.ok(Array.isArray(workstreams) && workstreams.length === 5);
    assert.match(String(document['hash']), /^[0-9a-f]{64}$/);
  });

  test('exits with 1 and shows every problem with its line', () => {
    const root = repository();
    const { code, out, err } = pawl(['pipeline', 'check', 'docs/bad-circle.md'], root);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /docs\/bad-circle\.md:5:22: .*circle: WS1 → WS3 → WS2 → WS1\n/);
    const error = member(documentOf(pawl(['pipeline', 'check', 'docs/bad-circle.md', '--json'], root)), 'error');
    assert.equal(error['code'], 'bad-spec');
    const [first] = Array.isArray(error['problems']) ? error['problems'] : [];
    assert.deepEqual(isJsonObject(first) && [first['line'], first['column'], first['path']], [
      5,
      22,
      '/workstreams/WS1/depends_on/0',
    ]);
  });

  test('shows warnings and still exits with 0', () => {
    const { code, out } = pawl(['pipeline', 'check', 'docs/gates-as-names.md'], repository());
    assert.equal(code, 0);
    assert.match(out, /4 warnings:\n {2}docs\/gates-as-names\.md:5:15: gate type-check has no command/);
  });

  test('exits with 3 when there is no such spec, with 2 without a name', () => {
    const root = repository();
    assert.equal(pawl(['pipeline', 'check', 'PRD-404'], root).code, 3);
    assert.equal(pawl(['pipeline', 'check', 'docs/none.md'], root).code, 3);
    assert.equal(pawl(['pipeline', 'check'], root).code, 2);
  });

  test('looks where the configuration says, and accepts the ids that it names', () => {
    const root = repository();
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, 'EXEC-12.md'), '---\nprd: EXEC-12\nworkstreams: {WS1: {}}\n---\n');
    assert.equal(pawl(['pipeline', 'check', 'EXEC-12'], root).code, 3);
    assert.equal(pawl(['pipeline', 'check', 'EXEC-12.md'], root).code, 1);
    const config = { pipeline: { spec_patterns: ['{id}.md'], id_pattern: 'EXEC-\\d+' } };
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), JSON.stringify(config));
    assert.equal(pawl(['pipeline', 'check', 'EXEC-12'], root).code, 0);
  });

  test('runs no command of a spec and changes no file', () => {
    const root = repository();
    const text =
      '---\nprd: PRD-101\nworkstreams: {WS1: {command: touch canary}}\ngates: {g: "touch canary; false"}\n---\n';
    fs.writeFileSync(path.join(root, 'docs/PRD-101.md'), text);
    const before = fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('.git'))
      .sort();
    assert.equal(pawl(['pipeline', 'check', 'PRD-101'], root).code, 0);
    assert.equal(pawl(['pipeline', 'graph', 'PRD-101'], root).code, 0);
    assert.deepEqual(
      fs
        .readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((file) => !file.startsWith('.git'))
        .sort(),
      before,
    );
  });
});

describe('pawl pipeline graph', () => {
  test('draws phases, workstreams and gates', () => {
    const { code, out } = pawl(['pipeline', 'graph', 'PRD-009'], repository(), { COLUMNS: '80' });
    assert.equal(code, 0);
    assert.match(out, /^Phase 3: Surfaces {2}2 side by side$/m);
    assert.match(out, /^│ WS3 +│ │ WS4 +│$/m);
    assert.match(out, /^ {2}◆ type-check \(WS4\)$/m);
  });

  test('with --mermaid prints a flowchart, with --json all of it', () => {
    const root = repository();
    const { out } = pawl(['pipeline', 'graph', 'PRD-009', '--mermaid'], root);
    assert.match(out, /^flowchart TD\n {2}subgraph p1\["Phase 1: Foundation"\]\n/);
    const document = documentOf(pawl(['pipeline', 'graph', 'PRD-009', '--json'], root));
    assert.equal(document['mermaid'], out);
    assert.deepEqual(member(document, 'dependencies')['WS5'], ['WS3', 'WS4']);
  });
});

test('nothing that is called all the time loads the YAML parser', () => {
  const root = repository();
  const spy = path.join(root, 'spy.cjs');
  // Files are loaded by Node, or read and compiled by the program itself.
  const lines = [
    "const fs = require('fs');",
    'const read = fs.readFileSync;',
    'const seen = new Set();',
    'fs.readFileSync = (file, ...more) => (/\\.cjs$/.test(file) && seen.add(file), read(file, ...more));',
    'const isYaml = (file) => /flow-error-en[d]/.test(read(file));',
    "process.on('exit', () => console.error([...seen, ...Object.keys(require.cache)].filter(isYaml)));",
  ];
  fs.writeFileSync(spy, lines.join('\n'));
  const loaded = (...args: readonly string[]): string =>
    spawnSync(process.execPath, ['-r', spy, ...args], { cwd: root, encoding: 'utf8' }).stderr;
  const program = path.resolve('dist/cli/pawl.cjs');
  for (const call of [
    'phase design research in_progress',
    'note design --next x',
    'status',
    'list',
    'complete design',
  ]) {
    assert.match(loaded(program, ...call.split(' ')), /\[\]\n$/, call);
  }
  for (const entry of ['silent', 'index']) assert.match(loaded(path.resolve(`dist/${entry}.cjs`)), /^\[\]\n$/, entry);
  assert.match(loaded(program, 'pipeline', 'check', 'PRD-009'), /\.cjs'/);
});
