// What is said holds: what is advised works as it stands, and no two commands say different things.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, pawl, program, put, tempRepository, textOf } from './program.js';
import { inTerminal, noTerminal } from './terminal.js';

const state = '.claude/state';
const checkpoints = '.claude/checkpoints';
const start = ['workflow', 'start', 'orchestrate', 'a', '--description', 'A', '--phases', '2'];

function itemOf(value: unknown): JsonObject {
  assert.ok(Array.isArray(value) && isJsonObject(value[0]));
  return value[0];
}

describe('a log of which no record can be read, beside a file that is whole', () => {
  const file = path.join(state, '.pawl/command/implement-x.log');
  const damages: Readonly<Record<string, (log: string) => void>> = {
    emptied: (log) => fs.truncateSync(log),
    'with a torn first record': (log) => fs.truncateSync(log, 50),
    'of other bytes': (log) => fs.writeFileSync(log, 'nothing of it\nis a record\n'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: resume names the repair, which carries it on from the file`, () => {
      const root = tempRepository();
      pawl(['phase', 'implement/x', 'a', 'complete'], root);
      pawl(['phase', 'implement/x', 'b', 'in_progress'], root);
      damage(path.join(root, file));
      const kept = textOf(root, file);
      const decision = documentOf(pawl(['resume', '--json'], root));
      assert.equal(decision['verdict'], 'blocked');
      assert.match(String(decision['next_command']), /^pawl doctor --fix .*implement-x\.json$/);
      const mended = pawl(['doctor', '--fix'], root);
      assert.equal(mended.code, 0, mended.out);
      assert.ok(textOf(root, file).startsWith(kept), 'what was there is kept');
      const saved = documentOf(pawl(['phase', 'implement/x', 'b', 'complete', '--json'], root));
      assert.deepEqual([saved['ok'], saved['revision']], [true, 4], 'no number is used twice');
      assert.match(textOf(root, `${state}/implement-x.json`), /"completed_phases": \[\s*"a",\s*"b"/);
    });
  }

  test('whoever takes the run up can save it', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/x', 'a', 'complete'], root);
    fs.truncateSync(path.join(root, file), 50);
    assert.equal(pawl(['resume', 'implement/x', '--choice', 'r'], root).code, 0);
    assert.equal(pawl(['phase', 'implement/x', 'b', 'complete'], root).code, 0);
  });
});

test('a run that was put away unfinished is counted by the status', () => {
  const root = tempRepository();
  pawl(['phase', 'implement/x', 'a', 'in_progress'], root);
  pawl(['archive', 'implement/x'], root);
  const { out } = pawl([], root);
  assert.doesNotMatch(out, /Nothing unfinished/);
  assert.match(out, /1 unfinished run was put away; it is offered by\n.*pawl resume/);
  assert.equal(documentOf(pawl(['resume', '--json'], root))['ref'], 'implement/x');
});

describe('a start over a run that someone else holds', () => {
  test('says who holds it and how it is taken over', () => {
    const root = tempRepository();
    pawl(start, root, { PAWL_SESSION: 'other' });
    for (const args of [start, [...start, '--fresh']]) {
      const { code, out } = pawl(args, root, { PAWL_SESSION: 'third' });
      assert.equal(code, 6);
      assert.match(out, /To see it: {9}pawl show orchestrate_a_/);
      assert.match(out, /To take it over: {3}pawl resume orchestrate_a_\S+, at a terminal/);
      assert.doesNotMatch(out, /To go on with it/);
    }
  });

  test('asks at a terminal, and ends on a no', { skip: noTerminal }, async () => {
    const root = tempRepository();
    pawl(start, root, { PAWL_SESSION: 'other' });
    const no = await inTerminal([program, ...start], [['Take it over from them?', 'n\r']], root);
    assert.equal(no.code, 6);
    const yes = await inTerminal([program, ...start], [['Take it over from them?', 'y\r']], root);
    assert.match(yes.screen, /is yours/);
  });
});

test('a start over a file that cannot be read says what becomes of it, and with --fresh where it is', () => {
  const root = tempRepository();
  put(root, `${checkpoints}/orchestrate_a_20261115_000000.json`, '{"checkpoint_id": "orch');
  const asked = pawl(start, root);
  assert.equal(asked.code, 6);
  assert.match(asked.out, /orchestrate_a_20261115_000000 cannot be read\./);
  assert.match(asked.out, /--fresh; the file is set aside, its bytes are kept in \.claude\/state\/\.pawl\/aside/);
  assert.doesNotMatch(asked.out, /failed\/|with its history|To go on/);
  const fresh = pawl([...start, '--fresh'], root);
  assert.equal(fresh.code, 0, fresh.err);
  assert.match(fresh.out, /was set aside; its bytes are kept in \.claude\/state\/\.pawl\/aside/);
});

describe('a workflow whose file lacks members', () => {
  const name = `${checkpoints}/orchestrate_m_20261115_000000.json`;

  test('is said to be repairable at a terminal as well, and what is wrong with it', () => {
    const root = tempRepository();
    put(root, name, { checkpoint_id: 'orchestrate_m_20261115_000000', workflow_type: 'orchestrate' });
    const { reasons } = documentOf(pawl(['resume', '--json'], root));
    assert.match(JSON.stringify(reasons), /problems, for `pawl doctor --fix`: .*is missing/);
  });

  test('says that nothing was begun when it does not tell what it was about, and is offered no more', () => {
    const root = tempRepository();
    put(root, name, {
      checkpoint_id: 'orchestrate_m_20261115_000000',
      workflow_type: 'orchestrate',
      workflow_description: 'M',
      schema_version: '1.0',
      created_at: '2026-11-15T00:00:00Z',
      updated_at: new Date().toISOString(),
      current_phase: 1,
      completed_phases: [],
      status: 'in_progress',
      workflow_state: {},
    });
    const ended = documentOf(pawl(['resume', '--choice', 's', '--json'], root));
    assert.deepEqual([ended['acted'], ended['new_ref'], ended['place']], ['restarted', null, 'failed']);
    assert.equal(ended['path'], path.join(root, checkpoints, 'failed/orchestrate_m_20261115_000000.json'));
    assert.ok(fs.existsSync(ended['path']));
    assert.equal(documentOf(pawl(['resume', '--json'], root))['verdict'], 'nothing');
  });
});

test('a decision that was acted on tells how the run stands then', () => {
  const root = tempRepository();
  const { ref } = documentOf(pawl([...start, '--json'], root));
  pawl(['workflow', 'fail', String(ref), '--error', 'no'], root);
  const fresh = documentOf(pawl(['resume', '--choice', 's', '--json'], root));
  assert.deepEqual([fresh['ref'], fresh['status'], fresh['place'], fresh['revision']], [ref, 'abandoned', 'failed', 3]);
  assert.ok(fs.existsSync(String(fresh['path'])));
  const deleted = documentOf(pawl(['resume', String(fresh['new_ref']), '--choice', 'd', '--json'], root));
  assert.deepEqual([deleted['place'], deleted['path']], ['removed', null]);
});

test('the fix of a problem throws no work away', () => {
  const root = tempRepository();
  const at = '2026-01-05T09:00:00Z';
  put(root, 'doc.json', {
    command: 'implement',
    feature: 'x',
    version: 1,
    started_at: at,
    updated_at: at,
    state: { current_phase: null, completed_phases: 'a', pending_phases: [] },
    phases: { b: 'complete', c: 'done', d: { status: 'complete', tasks: { T1: 'done' } } },
  });
  const { err } = pawl(['save', 'implement/x', '--file', 'doc.json'], root);
  assert.match(err, /\/phases\/b: .*\(write \{"status": "complete"\}\)/);
  assert.match(err, /\/phases\/c: .*\(write \{"status": "complete"\}\)/);
  assert.match(err, /\/phases\/d\/tasks\/T1: .*\(write \{"status": "done"\}\)/);
  assert.match(err, /\/state\/completed_phases: .*\(write \["a"\]\)/);
});

describe('printed command lines', () => {
  for (const ref of ['command:PRD-009', 'command:orchestrate_a_20260101_000000']) {
    test(`name ${ref} so that they work as they stand`, () => {
      const root = tempRepository();
      const { next_command: next } = documentOf(pawl(['phase', ref, 'a', 'complete', '--json'], root));
      assert.equal(next, `pawl complete ${ref}`);
      assert.ok(pawl([], root).out.includes(`pawl complete ${ref}`));
      assert.equal(pawl(['complete', ref], root).code, 0);
    });
  }

  test('name a run by its family where another one has the same name', () => {
    const root = tempRepository();
    pawl(['phase', 'implement', 'a', 'in_progress'], root);
    fs.mkdirSync(path.join(root, '.claude/skills/build-pipeline/checkpoints'), { recursive: true });
    put(root, '.claude/skills/build-pipeline/checkpoints/implement.json', {
      prd: 'implement',
      prd_title: 't',
      status: 'in_progress',
      completed_workstreams: [],
      in_progress_workstreams: [],
      pending_workstreams: ['A'],
      workstreams: {},
    });
    const { ref, next_command: next } = documentOf(pawl(['resume', 'command:implement', '--json'], root));
    assert.deepEqual([ref, next], ['command:implement', 'pawl resume command:implement --auto']);
  });
});

describe('settings that are ignored', () => {
  test('are told by the document of the status as on its screen', () => {
    const root = tempRepository();
    put(root, '.claude/config/pawl.json', { nonsense: 1 });
    const problem = itemOf(documentOf(pawl(['status', '--json'], root))['problems']);
    assert.match(String(problem['message']), /a setting is ignored; `pawl config` says why/);
    const { out } = pawl([], root);
    assert.match(out, /1 thing needs a look\n/, 'the doctor knows nothing of settings');
  });

  test('are variables', () => {
    const root = tempRepository();
    assert.equal(pawl(['phase', 'implement/x', 'a', 'complete'], root).code, 0);
    const env = { PAWL_GATE_PUSH: 'sometimes' };
    const problem = itemOf(documentOf(pawl(['status', '--json'], root, env))['problems']);
    assert.match(String(problem['message']), /ignored/);
    assert.match(pawl(['config'], root, env).out, /PAWL_GATE_PUSH must be ship or always/);
  });
});

test('--code that cannot be kept tells what was saved all the same', () => {
  const root = fs.realpathSync(tempFolder());
  const told = documentOf(pawl(['phase', 'implement/x', 'a', 'complete', '--code', '--json'], root));
  assert.deepEqual([told['ok'], told['ref'], told['revision']], [false, 'implement/x', 1]);
  assert.ok(isJsonObject(told['error']));
  assert.match(String(told['error']['message']), /saved as revision 1, but not its code/);
});

test('a lone @ names no file, and the other problems of the call are told as well', () => {
  const root = tempRepository();
  const { code, err } = pawl(['phase', 'implement/x', 'a', 'failed', '--error', '@', '--expect', '-1'], root);
  assert.equal(code, 2);
  assert.match(err, /@ names no file/);
  assert.match(err, /--expect/);
});

test('history --limit 0 lists all, as list does', () => {
  const root = tempRepository();
  pawl(['phase', 'implement/x', 'a', 'complete'], root);
  pawl(['phase', 'implement/x', 'b', 'complete'], root);
  const { revisions } = documentOf(pawl(['history', 'implement/x', '--limit', '0', '--json'], root));
  assert.ok(Array.isArray(revisions) && revisions.length === 2);
});
