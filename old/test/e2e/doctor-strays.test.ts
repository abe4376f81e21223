// Drifted files that no family recognises: whoever lists, resumes or examines is told of them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { documentOf, type Ended, git, pawl, put, tempRepository, textOf } from './program.js';

const state = '.claude/state';
const drifted = {
  cmd: 'implement',
  featureName: 'a',
  phases: [
    { name: 'design', status: 'DONE' },
    { id: 'build', state: 'In Progress' },
  ],
};

function listOf(ended: Ended, member: string): readonly JsonObject[] {
  const list = documentOf(ended)[member];
  assert.ok(Array.isArray(list));
  return list.filter(isJsonObject);
}

describe('a drifted file that is not recognised', () => {
  test('is told by status, list and resume, each time, until it is repaired', () => {
    const root = tempRepository();
    put(root, `${state}/implement-a.json`, drifted);
    put(root, `${state}/review-notes.json`, { lines: [1] });
    pawl(['phase', 'implement/b', 'api', 'complete'], root);
    for (let round = 0; round < 3; round += 1) {
      const [problem, ...others] = listOf(pawl(['status', '--json'], root), 'problems');
      assert.equal(problem?.['code'], 'drifted');
      assert.match(String(problem?.['message']), /implement-a\.json .*looks like one/);
      assert.deepEqual(others, []);
      assert.match(pawl([], root).out, /1 thing needs a look \(pawl doctor tells more\)/);
    }
    assert.match(pawl(['list'], root).err + pawl(['list'], root).out, /implement-a\.json/);
    pawl(['complete', 'implement/b'], root);
    const resumed = documentOf(pawl(['resume', '--json'], root));
    assert.match(String(resumed['next_command']), /^pawl doctor .*implement-a\.json$/);
    assert.equal(pawl(['doctor', '--fix'], root).code, 0);
    const { problems, runs } = documentOf(pawl(['status', '--json'], root));
    assert.deepEqual(problems, []);
    assert.ok(Array.isArray(runs) && isJsonObject(runs[0]));
    assert.equal(runs[0]['current'], 'build');
  });

  test('has nothing started over it', () => {
    const root = tempRepository();
    put(root, `${state}/implement-a.json`, drifted);
    const ended = pawl(['phase', 'implement/a', 'build', 'complete', '--json'], root);
    assert.notEqual(ended.code, 0);
    assert.match(ended.out, /`pawl doctor --fix` repairs it/);
    assert.deepEqual(JSON.parse(textOf(root, `${state}/implement-a.json`)), drifted);
  });

  test('is what the doctor speaks of when it is asked about it by name', () => {
    const root = tempRepository();
    const strange = `${state}/review-notes.json`;
    put(root, strange, { lines: [1] });
    assert.equal(pawl(['doctor'], root).code, 0);
    const named = pawl(['doctor', strange], root);
    assert.equal(named.code, 1);
    assert.match(named.out, /review-notes\.json/);
    assert.match(named.out, /holds no checkpoint/);
    const { next_command: next } = documentOf(pawl(['resume', 'review/notes', '--json'], root));
    assert.match(String(next), /^pawl doctor .*review-notes\.json$/);
  });

  test('that is nested ever so deep hides no other file', () => {
    const root = tempRepository();
    const depth = 3_000;
    put(
      root,
      `${state}/implement-deep.json`,
      `{"command":"implement","phases":{},"d":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    );
    put(root, `${state}/implement-a.json`, drifted);
    const ended = pawl(['doctor', '--fix', '--json'], root);
    assert.deepEqual(
      listOf(ended, 'items').map(({ kind, fixed, needs }) => [kind, fixed ?? needs]),
      [
        ['oversized', false],
        ['drifted', true],
      ],
    );
  });
});

test('what --fix makes of a file whose name is no workflow id is not reported as a fault ever after', () => {
  const root = tempRepository();
  const at = '2025-11-12T08:00:00Z';
  const run = { type: 'orchestrate', project: 'admin', created_at: at, updated_at: at, status: 'wip', phase: 1 };
  put(root, '.claude/checkpoints/auth-run.json', { workflow_type: 'orchestrate', completed_phases: [], ...run });
  assert.equal(pawl(['doctor', '--fix'], root).code, 0);
  const again = pawl(['doctor', '--json'], root);
  assert.equal(again.code, 0);
  assert.deepEqual(
    listOf(again, 'items').filter(({ needs }) => needs !== null),
    [],
  );
  assert.ok(fs.existsSync(path.join(root, '.claude/checkpoints/auth-run.json')));
});

test('numbers that no number can keep become texts, each is named, and no digit is lost', () => {
  for (const isListedFirst of [false, true]) {
    const root = tempRepository();
    const at = new Date().toISOString();
    const run = { command: 'implement', feature: 'a', version: 1, head_commit: null, started_at: at, updated_at: at };
    const lists = { current_phase: null, completed_phases: [], pending_phases: ['x'] };
    const phases = { x: { status: 'pending', n: 'N', m: ['M'], fraction: 'F' } };
    const text = JSON.stringify({ ...run, state: lists, phases })
      .replace('"N"', '1e400')
      .replace('"M"', '12345678901234567890')
      .replace('"F"', '0.1234567890123456789');
    put(root, `${state}/implement-a.json`, text);
    if (isListedFirst) pawl(['status'], root);
    const fixed = pawl(['doctor', '--fix'], root);
    assert.equal(fixed.code, 0, fixed.out);
    assert.match(fixed.out, /\/phases\/x\/n: "1e400"/);
    assert.match(fixed.out, /\/phases\/x\/m\/0: "12345678901234567890"/);
    assert.match(fixed.out, /holds the number 0\.1234567890123456789/);
    const { phases: now } = JSON.parse(textOf(root, `${state}/implement-a.json`)) as { phases: { x: JsonObject } };
    assert.deepEqual(
      [now.x['n'], now.x['m'], now.x['fraction']],
      ['1e400', ['12345678901234567890'], 0.12345678901234568],
    );
    const [kept = ''] = fs.readdirSync(path.join(root, state, '.pawl/aside'));
    assert.equal(textOf(root, `${state}/.pawl/aside/${kept}`), text);
    assert.deepEqual(listOf(pawl(['doctor', '--json'], root), 'items'), []);
  }
});

describe('bytes that are kept aside', () => {
  const aside = `${state}/.pawl/aside`;
  const kept = (root: string): readonly JsonObject[] =>
    listOf(pawl(['doctor', '--json'], root), 'items').filter(({ kind }) => kind === 'kept-aside');

  test('are named by the save that replaces them, and by the doctor from then on, as something to know', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'api', 'in_progress'], root);
    put(root, `${state}/implement-a.json`, { rows: [1] });
    const saved = pawl(['phase', 'implement/a', 'api', 'complete'], root);
    const [name] = fs.readdirSync(path.join(root, aside));
    assert.ok(saved.err.includes(`${aside}/${name ?? '?'}`), saved.err);
    const old = new Date(Date.now() - 3 * 86_400_000 - 60_000);
    fs.utimesSync(path.join(root, aside, name ?? ''), old, old);
    const [item, ...others] = kept(root);
    assert.deepEqual(others, []);
    assert.equal(item?.['path'], `${aside}/${name ?? ''}`);
    assert.equal(item['ref'], 'implement/a');
    assert.equal(item['needs'], null);
    assert.match(String(item['message']), /JSON that is no checkpoint.*3 days ago/);
    const told = pawl(['doctor'], root);
    assert.equal(told.code, 0);
    assert.match(told.out, /kept-aside +implement\/a/);
    assert.ok(told.out.includes(aside), told.out);
  });

  test('are told with what they are, also when no run has their name any more', () => {
    const root = tempRepository();
    put(root, `${state}/implement-b.json`, '{"half": ');
    assert.equal(pawl(['delete', 'implement/b', '--yes'], root).code, 0);
    const [item] = kept(root);
    assert.match(String(item?.['path']), /aside\/implement-b\./);
    assert.match(String(item?.['message']), /^bytes that hold no JSON \(.+\), kept just now$/);
  });

  test('are pawl’s own from the beginning: no commit takes them in, and nobody else reads them', () => {
    for (const file of [
      '.claude/state/design-checkpoint.json',
      '.claude/checkpoints/orchestrate_x_20260105_090000.json',
    ]) {
      const root = tempRepository();
      fs.chmodSync(put(root, file, '{"half": '), 0o644);
      const ref = file.includes('design') ? 'design' : 'orchestrate_x_20260105_090000';
      assert.equal(pawl(['resume', ref, '--choice', 'd'], root).code, 0);
      assert.equal(git(root, 'status', '--porcelain', '-uall'), '');
      const [name = ''] = fs.readdirSync(path.join(root, aside));
      assert.equal(fs.statSync(path.join(root, aside, name)).mode & 0o777, 0o600);
    }
  });

  test('are told by the doctor when a save replaced a file in which a key stood twice', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'api', 'in_progress'], root);
    const file = path.join(root, state, 'implement-a.json');
    fs.writeFileSync(file, textOf(file).replace('{', '{"note": "THE FIRST", "note": "the second",'));
    const saved = pawl(['phase', 'implement/a', 'api', 'complete'], root);
    assert.match(saved.err, /has a key more than once in one object, of which the last counts; its bytes are /);
    const [item] = kept(root);
    assert.match(String(item?.['message']), /the bytes of a command checkpoint, with \/note more than once/);
    assert.match(textOf(root, String(item?.['path'])), /THE FIRST/);
  });
});

describe('a file that is JSON, but cannot be taken in', () => {
  for (const [what, content, says] of [
    ['too large', `{"command":"implement","pad":"${'x'.repeat(17 * 1024 * 1024)}"}`, /is larger than \d+ bytes/],
    ['odd', '{"command":"implement","__proto__":{"a":1}}', /has a member named __proto__/],
  ] as const) {
    test(`because it is ${what}, is told so and not called corrupt`, () => {
      const root = tempRepository();
      put(root, `${state}/implement-a.json`, content);
      const [problem] = listOf(pawl(['status', '--json'], root), 'problems');
      assert.match(String(problem?.['message']), says);
      assert.doesNotMatch(String(problem?.['message']), /is corrupt/);
      const ended = pawl(['phase', 'implement/a', 'build', 'complete'], root);
      assert.notEqual(ended.code, 0);
      assert.match(ended.err, says);
    });
  }
});

test('other JSON in the file of a known run is told each time, and resume asks', () => {
  const root = tempRepository();
  pawl(['phase', 'implement/auth', 'api', 'in_progress'], root);
  put(root, `${state}/implement-auth.json`, '[]');
  for (let round = 0; round < 3; round++) {
    const [problem] = listOf(pawl(['status', '--json'], root), 'problems');
    assert.equal(problem?.['code'], 'not-a-checkpoint');
    assert.equal(listOf(pawl(['list', '--json'], root), 'problems').length, 1);
  }
  const resumed = pawl(['resume', '--json'], root);
  assert.equal(resumed.code, 6);
  assert.match(resumed.out, /"verdict": "ask"/);
  assert.match(resumed.out, /holds JSON, but no command checkpoint.*revision 1 is the last good one/);
  assert.equal(pawl(['resume', 'implement/auth', '--choice', 'r'], root).code, 0);
  assert.match(textOf(root, `${state}/implement-auth.json`), /"implement"/);
  assert.deepEqual(listOf(pawl(['status', '--json'], root), 'problems'), []);
});
