// What a build and its gates leave on record that a person should not miss: files that changed meanwhile, waivers, an end.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { build, buildAll, checkpoint, homeOf, prd, project, unit } from './build-project.js';
import { documentOf, textOf, type Ended, pawl } from './program.js';

const run = (root: string, ...args: readonly string[]): Ended => pawl(args, root, homeOf(root));

describe('a file that changes while a gate covers it', () => {
  // The gate changes it itself: to it that is the same.
  const spec = [
    'workstreams:',
    unit('A', 'touch a.txt b.txt', 'outputs: [a.txt, b.txt], gate: g'),
    'gates:',
    '  g: {command: "sh -c \'echo more >> a.txt\'"}',
  ].join('\n');

  test('is told by the build, in its summary and its document, and stays on record', () => {
    const root = project(spec);
    const { code, out } = build(root, prd, '--yes');
    assert.equal(code, 0, out);
    assert.match(
      out,
      /✓ gate g passed \([^)]*\); a\.txt changed while it ran, and its result counts for what was there/,
    );
    assert.match(
      out,
      /altogether[^]*! gate g: a\.txt changed while it ran; its result counts for what was there when it ended/,
    );
    const { pawl: own } = checkpoint(root);
    assert.match(JSON.stringify(own), /"changed_meanwhile":\["a\.txt"\]/);
    assert.match(run(root, 'gate', 'status', prd).out, /gate g \(A\): a\.txt changed while it ran; its result counts/);
    const [line] = Object(documentOf(run(root, 'gate', 'status', prd, '--json'))['gates']);
    assert.deepEqual(Object(line).changed_meanwhile, ['a.txt']);
    assert.match(
      run(root, 'why', prd, 'g').out,
      /gate g \(A\): a\.txt changed while it ran[^]*Known by:[^]*a\.txt changed while it ran/,
    );
    const again = project(spec);
    const { doc } = buildAll(again);
    assert.match(JSON.stringify(doc['gates']), /"changed_meanwhile":\["a\.txt"\]/);
  });

  test('and one that does not: nothing is said', () => {
    const calm = project(spec.replace('echo more >> a.txt', 'true'));
    assert.doesNotMatch(build(calm, prd, '--yes').out, /while it ran/);
    assert.doesNotMatch(JSON.stringify(checkpoint(calm)), /changed_meanwhile/);
  });
});

test('the summary names waivers: who, why, and where the debt is tracked', () => {
  const root = project(
    [
      'workstreams:',
      unit('A', 'touch a.txt', 'gate: [g1, g2]'),
      'gates:',
      '  g1: {command: "./none"}',
      '  g2: {command: "true"}',
    ].join('\n'),
  );
  assert.equal(buildAll(root).code, 6);
  const waiver = ['--by', 'bo', '--issue', 'BAS-12', '--reason', 'no time'];
  const waived = run(root, 'gate', 'waive', prd, 'g1', ...waiver);
  assert.equal(waived.code, 0, waived.err);
  assert.equal(run(root, 'gate', 'waive', prd, 'g1', ...waiver).code, 0, 'the same once more is no second one');
  const empty = run(root, 'gate', 'waive', prd, 'g2', '--by', '', '--issue', 'B-1', '--reason', 'x');
  assert.deepEqual([empty.code, /--by is empty/.test(empty.err.replaceAll(':', ''))], [1, true], empty.err);
  const none = run(root, 'gate', 'waive', prd, 'g2', '--by', 'bo', '--issue', 'no issue', '--reason', 'x');
  assert.deepEqual([none.code, /--issue is no issue.*#12/.test(none.err.replaceAll(':', ''))], [1, true], none.err);
  const { code, out } = build(root, prd, '--resume', '--yes');
  assert.equal(code, 0, out);
  assert.match(out, /no workstreams done, 1 gate passed, 1 gate waived, /);
  assert.match(out, /! gate g1 \(A\) was waived by bo, BAS-12: no time/);
  assert.doesNotMatch(out, /g2 \(A\) was waived/);
  const { pawl: own } = checkpoint(root);
  assert.equal(isJsonObject(own) && Array.isArray(own['waivers']) ? own['waivers'].length : 0, 1);
});

test('a run that is complete tells what no longer holds since, and --redo builds only that', () => {
  const makes = (id: string): string => `sh -c 'echo ${id} >> ran; test -f ${id}.txt || echo ${id} > ${id}.txt'`;
  const root = project(
    [
      'workstreams:',
      unit('a', makes('a'), 'outputs: [a.txt], gate: g'),
      unit('b', makes('b'), 'outputs: [b.txt]'),
      unit('c', makes('c'), 'depends_on: [b], outputs: [c.txt]'),
      'gates:',
      '  g: {command: "true"}',
    ].join('\n'),
  );
  assert.equal(buildAll(root).code, 0);
  for (const args of [
    ['resume', prd],
    ['build', prd, '--resume'],
    ['build', prd, '--redo'],
    ['gate', 'run', prd, 'g'],
  ]) {
    const { code, err } = run(root, ...args);
    assert.deepEqual([code, /already complete[^]*update the roadmap/.test(err)], [1, true], err);
  }
  assert.equal(documentOf(run(root, 'gate', 'status', prd, '--json'))['next_command'], null);
  fs.writeFileSync(path.join(root, 'a.txt'), 'edited');
  const status = run(root, 'gate', 'status', prd).out;
  assert.match(status, /g \(a\) +stale[^]*a\.txt changed since gate g \(a\) passed[^]*Next: pawl build PRD-007 --redo/);
  assert.match(run(root, 'why', prd, 'a').out, /a\.txt changed since a was done/);
  for (const args of [
    ['resume', prd],
    ['build', prd, '--resume'],
  ]) {
    const { code, err } = run(root, ...args);
    assert.equal(code, 1);
    assert.match(
      err,
      /already complete[^]*a\.txt changed since a was done[^]*a, gate g \(a\)[^]*pawl build PRD-007 --redo/,
    );
  }
  const again = buildAll(root, '--redo');
  assert.deepEqual([again.code, again.doc['status']], [0, 'complete'], JSON.stringify(again.doc));
  assert.match(textOf(root, 'ran'), /^(?:a\nb|b\na)\nc\na\n$/);
  const spec = path.join(root, `docs/${prd}.md`);
  fs.writeFileSync(spec, fs.readFileSync(spec, 'utf8').replace('gates:', `${unit('d', makes('d'))}\ngates:`));
  assert.equal(buildAll(root, '--redo').code, 0);
  assert.match(textOf(root, 'ran'), /c\na\nd\n$/, 'only what is new');
  fs.writeFileSync(spec, 'broken');
  assert.match(run(root, 'build', prd, '--resume').err, /already complete/);
});

describe('an edit of the spec', () => {
  const spec = (gate: string): string =>
    [
      'workstreams:',
      unit('A', 'touch a.txt', `outputs: [a.txt]${gate}`),
      unit('B', 'test -f go', 'depends_on: [A]'),
      ...(gate === '' ? [] : ['gates:', '  g: {command: "true"}']),
    ].join('\n');

  test('that brings or takes a gate is told by resume and by the build', () => {
    const root = project(spec(''));
    assert.equal(buildAll(root).code, 1);
    const file = path.join(root, `docs/${prd}.md`);
    fs.writeFileSync(file, `---\nprd: ${prd}\nprd_title: A test\n${spec(', gate: g')}\n---\n`);
    const { notes } = documentOf(run(root, 'resume', prd, '--json'));
    assert.match(JSON.stringify(notes), /its spec has changed: gate g \(A\) is new; `pawl build PRD-007 --resume`/);
    assert.match(build(root, prd, '--resume', '--yes').out, /has changed and is taken over: gate g \(A\) is new/);
    fs.writeFileSync(file, `---\nprd: ${prd}\nprd_title: A test\n${spec('')}\n---\n`);
    assert.match(build(root, prd, '--resume', '--yes').out, /has changed and is taken over: gate g \(A\) was removed/);
    assert.doesNotMatch(
      run(root, 'why', prd).out,
      /Known by:[^]*gate g \(A\)/,
      'what is in the spec no more is history',
    );
  });

  test('that moves a workstream to another phase is told', () => {
    const phases = (one: string, two: string): string =>
      `${spec('').replace(', depends_on: [A]', '')}\nexecution_phases:\n  - {parallel: [${one}]}\n  - {parallel: [${two}]}`;
    const root = project(phases('A', 'B'));
    assert.equal(buildAll(root).code, 1);
    const text = `---\nprd: ${prd}\nprd_title: A test\n${phases('B', 'A')}\n---\n`;
    fs.writeFileSync(path.join(root, `docs/${prd}.md`), text);
    const { notes } = documentOf(run(root, 'resume', prd, '--json'));
    assert.match(JSON.stringify(notes), /its spec has changed: the phases have other workstreams/);
  });
});

describe('what is said about gates and results', () => {
  test('no waiver is suggested for a gate that is never waived', () => {
    const text = ['workstreams:', unit('A', 'true', 'gate: [g, h]'), 'gates:'].join('\n');
    const root = project(`${text}\n  g: {command: ./none, never_waivable: true}\n  h: {command: ./none}`);
    buildAll(root);
    assert.doesNotMatch(run(root, 'gate', 'approve', prd, 'g', '--yes').err, /waive/);
    assert.match(run(root, 'gate', 'approve', prd, 'h', '--yes').err, /Or waive it/);
  });

  test('why tells of both where a workstream and a gate share their name', () => {
    const root = project(
      ['workstreams:', unit('lint', 'touch a.txt', 'gate: lint'), 'gates:', '  lint: {command: "true"}'].join('\n'),
    );
    assert.equal(buildAll(root).code, 0);
    const { out } = run(root, 'why', prd, 'lint');
    assert.match(out, /workstream lint: [^]*gate lint \(lint\): passed/);
    assert.match(out, /Known by:\n {2}lint: [^]*gate lint \(lint\): passed/);
  });

  test('what is kept is not said to be done again', () => {
    const root = project(
      ['workstreams:', unit('A', 'touch a.txt', 'outputs: [a.txt]'), unit('B', 'test -f go', 'depends_on: [A]')].join(
        '\n',
      ),
    );
    buildAll(root);
    fs.writeFileSync(path.join(root, 'a.txt'), 'edited');
    const { out } = build(root, prd, '--resume', '--yes', '--accept', 'meant');
    assert.match(out, /A is kept/);
    assert.doesNotMatch(out, /do again/);
  });
});

test('--yes shows what it runs, and warns of gates that nobody called manual', () => {
  const root = project(
    [
      'workstreams:',
      unit('A', 'touch a.txt'),
      'gates:',
      '  bare: {success_criteria: it is fine}',
      '  g: {command: "test -f a.txt"}',
    ].join('\n'),
  );
  const { out, err, code } = build(root, prd, '--yes');
  assert.equal(code, 0, err);
  assert.match(out, /A {2}\$ touch a\.txt[^]*gate g {2}\$ test -f a\.txt[^]*A started/);
  assert.match(out + err, /docs\/PRD-007\.md:\d+: gate bare has no command, so a person will be asked/);
});
