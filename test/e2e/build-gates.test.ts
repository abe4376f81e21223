// What a build and its gates leave on record that a person should not miss: files that changed meanwhile, waivers, an end.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { build, buildAll, checkpoint, homeOf, prd, project, unit } from './build-project.js';
import { documentOf, type Ended, pawl } from './program.js';

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
  const { code, out } = build(root, prd, '--resume', '--yes');
  assert.equal(code, 0, out);
  assert.match(out, /no workstreams done, 1 gate passed, 1 gate waived, /);
  assert.match(out, /! gate g1 \(A\) was waived by bo, BAS-12: no time/);
  assert.doesNotMatch(out, /g2 \(A\) was waived/);
  const { pawl: own } = checkpoint(root);
  assert.equal(isJsonObject(own) && Array.isArray(own['waivers']) ? own['waivers'].length : 0, 1);
});

test('gates of a run that is complete are not called stale, and nothing is suggested that refuses', () => {
  const root = project(
    ['workstreams:', unit('A', 'touch a.txt', 'outputs: [a.txt], gate: g'), 'gates:', '  g: {command: "true"}'].join(
      '\n',
    ),
  );
  assert.equal(buildAll(root).code, 0);
  fs.writeFileSync(path.join(root, 'a.txt'), 'edited');
  const { out } = run(root, 'gate', 'status', prd);
  assert.match(out, /g \(A\) +passed/);
  assert.doesNotMatch(out, /stale|Next:/);
  assert.equal(documentOf(run(root, 'gate', 'status', prd, '--json'))['next_command'], null);
  assert.doesNotMatch(run(root, 'why', prd).out, /No longer holds/);
});
