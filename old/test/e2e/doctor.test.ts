// `pawl doctor` on what can be wrong with files beside drift, and wherever it may be called.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { commandDocument, pipelineDocument } from '../support/documents.js';
import { mountMemory } from '../support/mount.js';
import { sized } from '../support/sizes.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, type Ended, git, pawl, put, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

const at = new Date(Date.now() - 3_600_000).toISOString();
const longAgo = '2026-01-05T09:00:00.000Z';
const state = '.claude/state';
const own = `${state}/.pawl`;
const auth = `${state}/implement-auth.json`;

function command(feature: string, more: JsonObject = {}): JsonObject {
  return commandDocument(at, { feature, ...more });
}

const drifted = { cmd: 'implement', feature: 'auth', phases: { api: { status: 'DONE' } }, updated_at: at };

function items(ended: Ended): readonly JsonObject[] {
  const { items: all } = documentOf(ended);
  assert.ok(Array.isArray(all));
  return all.filter(isJsonObject);
}

const kinds = (ended: Ended): unknown[] => items(ended).map(({ kind }) => kind);
const doctor = (root: string, ...args: readonly string[]): Ended => pawl(['doctor', ...args, '--json'], root);

/** All files below a folder that hold a text, packed ones included. */
function holding(root: string, text: string): string[] {
  return fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.git') && fs.lstatSync(path.join(root, file)).isFile())
    .filter((file) => {
      const bytes = fs.readFileSync(path.join(root, file));
      const { brotliDecompressSync } = process.getBuiltinModule('node:zlib');
      return (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('latin1').includes(text);
    });
}

describe('doctor', () => {
  test('says that all is well, in an empty repository and in a sound one', () => {
    const root = tempRepository();
    const empty = pawl(['doctor'], root);
    assert.deepEqual([empty.code, empty.err], [0, '']);
    assert.match(empty.out, /^✓ No checkpoint files here/);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
    pawl(['phase', 'implement/auth', 'api', 'complete'], root);
    const sound = doctor(root);
    const { checked, ok, drifted: count, corrupt, fixed } = documentOf(sound);
    assert.deepEqual([sound.code, checked, ok, count, corrupt, fixed], [0, 1, 1, 0, 0, 0]);
  });

  test('what pawl itself stored is no drift, whatever its tasks say; the same by another hand is', () => {
    const root = tempRepository();
    const api = { status: 'complete', tasks: { T1: { status: 'done' }, T2: { status: 'failed' } } };
    put(root, 'run.json', command('own', { phases: { api } }));
    assert.equal(pawl(['save', 'implement/own', '--file', 'run.json'], root).code, 0);
    assert.deepEqual(kinds(doctor(root)), []);
    const document = fs.readFileSync(path.join(root, `${state}/implement-own.json`), 'utf8');
    fs.writeFileSync(path.join(root, `${state}/implement-hand.json`), document.replaceAll('"own"', '"hand"'));
    assert.deepEqual(
      items(doctor(root)).map(({ kind, path: file }) => [kind, file]),
      [['drifted', `${state}/implement-hand.json`]],
    );
  });

  test('leaves the files of other tools alone', () => {
    const root = tempRepository();
    put(root, `${state}/session.json`, { theme: 'dark' });
    put(root, `${state}/build-info.json`, '{"a": 1, // comment\n}');
    put(root, `${state}/notes.json`, 'not json');
    const ended = doctor(root, '--fix');
    assert.equal(documentOf(ended)['left_alone'], 2);
    assert.deepEqual(kinds(ended), ['corrupt']); // build-info.json could be a command's file
    assert.equal(textOf(root, `${state}/notes.json`), 'not json');
  });

  for (const [name, bytes, message] of [
    ['empty', '', /is empty/],
    ['zeroed', Buffer.alloc(64), /zero bytes/],
    ['torn', '{"command": "implement", "pha', /is not JSON/],
    ['in UTF-16', Buffer.from('\ufeff{"command": "implement"}', 'utf16le'), /is a text in UTF-16, not in UTF-8/],
    [
      'in UTF-16 without a mark',
      Buffer.from('{"command": 1}', 'utf16le').swap16(),
      /is a text in UTF-16, not in UTF-8/,
    ],
    ['in another encoding', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
  ] as const) {
    test(`a file that is ${name} and has no history is left to a person`, () => {
      const root = tempRepository();
      const file = put(root, auth, bytes);
      const ended = doctor(root, '--fix');
      assert.equal(ended.code, 1);
      const [item] = items(ended);
      assert.deepEqual([item?.['kind'], item?.['needs'], item?.['ref']], ['corrupt', 'person', 'implement/auth']);
      assert.match(String(item?.['message']), message);
      assert.deepEqual(fs.readFileSync(file), Buffer.from(bytes));
    });

    test(`a file that is ${name} gets its newest revision back, and its bytes are kept`, () => {
      const root = tempRepository();
      pawl(['phase', 'implement/auth', 'api', 'complete'], root);
      const before = JSON.parse(textOf(root, auth)) as JsonObject;
      // Not this very moment: a blank file may be one that somebody is about to write.
      fs.utimesSync(put(root, auth, bytes), Date.now() / 1000 - 10, Date.now() / 1000 - 10);
      assert.equal(items(doctor(root))[0]?.['needs'], 'fix');
      assert.deepEqual(fs.readFileSync(path.join(root, auth)), Buffer.from(bytes));
      const ended = doctor(root, '--fix');
      assert.deepEqual([ended.code, documentOf(ended)['fixed']], [0, 1]);
      assert.deepEqual(JSON.parse(textOf(root, auth)), before);
      const aside = path.join(root, own, 'aside');
      const kept = fs.existsSync(aside)
        ? fs.readdirSync(aside).map((file) => fs.readFileSync(path.join(aside, file)))
        : [];
      if (name === 'torn') assert.deepEqual(kept, [Buffer.from(bytes)]);
      const again = doctor(root);
      assert.deepEqual([again.code, kinds(again)], [0, kept.map(() => 'kept-aside')]);
    });
  }

  test('a drifted file that replaced a sound one is taken in as an edit, and repaired', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'api', 'in_progress'], root);
    put(root, auth, drifted);
    assert.equal(doctor(root, '--fix').code, 0);
    const { revisions } = documentOf(pawl(['history', 'implement/auth', '--json'], root));
    assert.ok(Array.isArray(revisions));
    assert.deepEqual(
      revisions.filter(isJsonObject).map(({ event }) => isJsonObject(event) && event['name']),
      ['repaired', 'edited', 'phase'],
    );
    assert.deepEqual(items(doctor(root)), []);
  });

  test('repeated keys: every value stands in the report, and is kept', () => {
    const root = tempRepository();
    put(
      root,
      auth,
      JSON.stringify(command('auth')).replace('"version":1', '"note":"first","note":"second","version":1'),
    );
    const ended = pawl(['doctor', '--fix'], root);
    assert.match(ended.out, /\/note: stands there 2 times: "first", then\s+"second"/);
    assert.match(textOf(root, auth), /"was": "first"/);
    assert.match(textOf(root, auth), /"note": "second"/);
    assert.equal(doctor(root).code, 0);
  });

  test('a symbolic link is told and not followed, be it a file or a folder', () => {
    const root = tempRepository();
    const outside = put(tempFolder(), 'target.json', drifted);
    const before = fs.readFileSync(outside, 'utf8');
    fs.mkdirSync(path.join(root, state), { recursive: true });
    fs.symlinkSync(outside, path.join(root, auth));
    assert.deepEqual(kinds(doctor(root, '--fix')), ['symlinked']);
    fs.symlinkSync(path.dirname(outside), path.join(root, '.claude/checkpoints'));
    const ended = doctor(root, '--fix', '--redact');
    assert.equal(ended.code, 1);
    assert.deepEqual(kinds(ended), ['symlinked', 'symlinked']);
    assert.equal(fs.readFileSync(outside, 'utf8'), before);
    assert.equal(fs.readdirSync(path.dirname(outside)).length, 1);
  });

  test('a file that calls itself by another name is told, and never renamed', () => {
    const root = tempRepository();
    put(root, auth, command('billing'));
    put(root, '.claude/skills/build-pipeline/checkpoints/PRD-002.json', {
      prd: 'PRD-001',
      prd_title: 'Points',
      current_phase: 1,
      status: 'complete',
      completed_workstreams: ['WS1'],
      in_progress_workstreams: [],
      pending_workstreams: [],
      gates_passed: [],
      gates_pending: [],
      artifacts: {},
      timestamp: at,
    });
    const ended = doctor(root, '--fix');
    const found = items(ended).map(({ path: file, kind, needs }) => [path.basename(String(file)), kind, needs]);
    assert.deepEqual(found, [
      ['implement-auth.json', 'misnamed', 'person'],
      ['PRD-002.json', 'misnamed', null],
    ]);
  });

  test('a workflow without an id calls itself nothing before it is repaired', () => {
    const root = tempRepository();
    const counters = { current_phase: 2, total_phases: 3, completed_phases: [1] };
    const rest = {
      workflow_type: 'orchestrate',
      project_name: 'auth',
      created_at: at,
      updated_at: at,
      status: 'in_progress',
    };
    put(root, '.claude/checkpoints/my run.json', { ...rest, ...counters });
    assert.ok(items(doctor(root)).every(({ message }) => !String(message).includes('calls itself')));
  });

  test('an id that the project accepts needs no remark', () => {
    const root = tempRepository();
    const lists = { in_progress_workstreams: [], pending_workstreams: [], gates_passed: [], gates_pending: [] };
    const rest = { prd_title: 'Points', current_phase: 1, status: 'complete', artifacts: {}, timestamp: at };
    const pipeline = { prd: 'GAP-007', ...rest, completed_workstreams: ['WS1'], ...lists };
    put(root, '.claude/skills/build-pipeline/checkpoints/GAP-007.json', pipeline);
    assert.deepEqual(kinds(doctor(root)), ['unusual-id']);
    assert.equal(doctor(root).code, 0);
    put(root, '.claude/config/pawl.json', { pipeline: { id_pattern: 'GAP-\\d{3}' } });
    assert.deepEqual(kinds(doctor(root)), []);
  });

  test('what is good to know of an id is nothing that resume asks about', () => {
    const root = tempRepository();
    const open = { ...pipelineDocument(), prd: 'ISS-052', status: 'paused', in_progress_workstreams: [] };
    put(root, '.claude/skills/build-pipeline/checkpoints/ISS-052.json', open);
    const resume = documentOf(pawl(['resume', 'ISS-052', '--json'], root));
    assert.ok(!JSON.stringify(resume['reasons']).includes('/prd'), JSON.stringify(resume));
    assert.match(String(items(doctor(root))[0]?.['message']), /pipeline\.id_pattern/);
  });

  test('a giant is told without being read', () => {
    const root = tempRepository();
    put(root, auth, '');
    fs.truncateSync(path.join(root, auth), 300 * 1024 * 1024);
    const [item] = items(doctor(root, '--fix'));
    assert.deepEqual([item?.['kind'], item?.['needs']], ['oversized', 'person']);
  });

  test('a damaged log goes on, and what can be read is still there', () => {
    const root = tempRepository();
    for (const phase of ['a', 'b', 'c', 'd']) pawl(['phase', 'implement/auth', phase, 'complete'], root);
    const log = path.join(root, own, 'command/implement-auth.log');
    const lines = fs.readFileSync(log, 'utf8').split('\n');
    fs.writeFileSync(log, lines.filter((line) => !line.startsWith('{"k":"step","v":1,"r":2,')).join('\n'));
    assert.notEqual(pawl(['phase', 'implement/auth', 'e', 'complete'], root).code, 0);
    const found = doctor(root);
    assert.deepEqual(kinds(found), ['damaged']);
    assert.equal(items(found)[0]?.['needs'], 'fix');
    assert.equal(doctor(root, '--fix').code, 0);
    assert.deepEqual(items(doctor(root)), []);
    assert.equal(pawl(['phase', 'implement/auth', 'e', 'complete'], root).code, 0);
    assert.match(textOf(root, auth), /"d": \{/);
  });

  test('a history whose file was taken away is told, and kept', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'a', 'complete'], root);
    fs.unlinkSync(path.join(root, auth));
    const ended = doctor(root, '--fix');
    assert.deepEqual([ended.code, kinds(ended)], [0, ['orphaned']]);
    assert.deepEqual(items(doctor(root)), []);
    assert.equal(pawl(['restore', 'implement/auth', '--revision', '1'], root).code, 0);
    assert.ok(fs.existsSync(path.join(root, auth)));
  });

  test('leftovers of killed processes go, those of living ones stay', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'a', 'complete'], root);
    const temp = (pid: number): string =>
      put(root, `${own}/tmp/${pid.toString(16).padStart(8, '0')}-0001-0badcafe.tmp`, 'x');
    const gone = spawnSync(process.execPath, ['-e', '0']).pid;
    const [dead, living] = [temp(gone), temp(process.pid)];
    const old = new Date(Date.now() - 600_000);
    for (const file of [dead, living]) fs.utimesSync(file, old, old);
    const found = doctor(root);
    assert.deepEqual([found.code, kinds(found)], [1, ['leftover']]);
    assert.equal(doctor(root, '--fix').code, 0);
    assert.deepEqual([fs.existsSync(dead), fs.existsSync(living)], [false, true]);
  });

  test('bytes that are too large for a checkpoint and were kept aside are something to know', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'a', 'complete'], root);
    put(root, `${state}/implement-auth.json`, JSON.stringify({ text: 'x'.repeat(2e7) }));
    pawl(['phase', 'implement/auth', 'b', 'complete'], root);
    const ended = pawl(['doctor'], root);
    assert.equal(ended.code, 0, ended.out);
    assert.match(ended.out, /kept-aside {2}implement\/auth {2}\d+ bytes, more than a checkpoint may have/);
  });

  test('a tracked README beside running work is none of it', () => {
    const root = tempRepository();
    put(root, '.claude/checkpoints/README.md', 'What stands here.');
    git(root, 'add', '--force', '.claude');
    assert.doesNotMatch(pawl(['doctor'], root).out, /tracked/);
  });

  test('state that git tracks is told, without a word that destroys', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'a', 'complete'], root);
    git(root, 'add', '--force', state);
    const ended = pawl(['doctor'], root);
    assert.equal(ended.code, 1);
    assert.match(ended.out, /tracked/);
    assert.match(ended.out, /revoke any secret/);
    assert.doesNotMatch(ended.out, /\brm\b|--cached|\bdelete\b|--purge|git (?:reset|clean|checkout|restore|stash)/);
    assert.equal(pawl(['doctor', '--fix'], root).code, 1);
  });

  test('a pipeline whose merge git waits for is told until git is told', () => {
    const root = tempRepository();
    const file = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';
    const commit = (done: string): void => {
      put(root, file, pipelineDocument({ completed_workstreams: [done] }));
      git(root, 'add', '.');
      git(root, 'commit', '-qm', done);
    };
    commit('A');
    git(root, 'checkout', '-qb', 'other');
    commit('B');
    git(root, 'checkout', '-q', '-');
    commit('C');
    pawl(['show', 'PRD-009'], root);
    assert.throws(() => git(root, 'merge', '-q', 'other'));
    assert.deepEqual(kinds(doctor(root)), ['unmerged', 'corrupt']);
    pawl(['show', 'PRD-009'], root);
    assert.equal(doctor(root).code, 1);
    assert.match(pawl(['doctor'], root).out, /PRD-009\.json[^]*git waits for the end of its merge[^]*git add/);
    git(root, 'add', '.');
    assert.equal(doctor(root).code, 0);
  });

  test('where nothing can be written, edits are not taken in, and that is told', (t) => {
    const root = mountMemory(t, 'size=4m');
    if (root === null) return;
    pawl(['phase', 'implement/auth', 'a', 'in_progress'], root);
    put(root, auth, textOf(path.join(root, auth)).replaceAll('"a"', '"b"'));
    spawnSync('mount', ['-o', 'remount,ro', root]);
    const ended = doctor(root);
    assert.deepEqual([ended.code, kinds(ended)], [0, ['permissions']]);
    assert.match(
      String(items(ended)[0]?.['message']),
      /cannot be written \(EROFS\).*edits are shown, but not taken in/,
    );
  });

  test('pawl’s own folder is made private', { skip: process.platform === 'win32' }, () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'a', 'complete'], root);
    fs.chmodSync(path.join(root, own), 0o755);
    assert.deepEqual(kinds(doctor(root)), ['permissions']);
    assert.equal(doctor(root, '--fix').code, 0);
    assert.equal(fs.statSync(path.join(root, own)).mode & 0o777, 0o700);
  });

  test('what was not touched for long is good to know, and no fault', () => {
    const root = tempRepository();
    const phases = { api: { status: 'in_progress', started_at: at, updated_at: at } };
    const running = { current_phase: 'api', completed_phases: [], pending_phases: [] };
    put(root, auth, command('auth', { phases, state: running, updated_at: longAgo, started_at: longAgo }));
    const ended = doctor(root);
    assert.deepEqual([ended.code, kinds(ended)], [0, ['stalled']]);
    assert.match(pawl(['doctor'], root).out, /Good to know\n {2}stalled {2}implement\/auth/);
  });

  test('a lease that cannot be understood is good to know: it holds a run up for a while', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'api', 'in_progress'], root, { PAWL_SESSION: 's1' });
    const folder = '.claude/state/.pawl/leases';
    for (const name of fs.readdirSync(path.join(root, folder))) fs.writeFileSync(path.join(root, folder, name), '{bad');
    const ended = doctor(root);
    assert.deepEqual([ended.code, kinds(ended)], [0, ['unreadable']]);
    assert.match(pawl(['doctor'], root).out, /a lease that cannot be understood/);
  });

  test('how long that is, is a setting', () => {
    const root = tempRepository();
    const phases = { api: { status: 'in_progress', started_at: at, updated_at: at } };
    const running = { current_phase: 'api', completed_phases: [], pending_phases: [] };
    const updated_at = new Date(Date.now() - 4 * 86_400_000).toISOString();
    put(root, auth, command('auth', { phases, state: running, updated_at, started_at: updated_at }));
    assert.deepEqual(kinds(doctor(root)), []);
    put(root, '.claude/config/pawl.json', { retention: { max_age_days: 3 } });
    assert.deepEqual(kinds(doctor(root)), ['stalled']);
  });

  test('a folder with the name of a checkpoint’s file is told, as nothing can be saved there', () => {
    const root = tempRepository();
    put(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json/x.txt', '');
    put(root, '.claude/state/notes/x.json', '{}');
    for (const ended of [doctor(root), doctor(root, '.claude'), doctor(root, '--fix')]) {
      assert.equal(ended.code, 1, ended.out);
      const [only = {}, ...others] = items(ended);
      assert.deepEqual(others, []);
      assert.deepEqual([only['kind'], only['ref']], ['unreadable', 'PRD-009']);
      assert.match(String(only['message']), /is a folder, where the file of a checkpoint belongs/);
    }
  });

  test('a run whose phases are all complete does not stand still: it waits to be completed', () => {
    const root = tempRepository();
    const phases = { api: { status: 'complete', started_at: at, updated_at: at } };
    const over = { current_phase: null, completed_phases: ['api'], pending_phases: [] };
    put(root, auth, command('auth', { phases, state: over, updated_at: longAgo, started_at: longAgo }));
    const ended = doctor(root);
    assert.deepEqual([ended.code, kinds(ended)], [0, []]);
    const status = pawl(['status'], root).out;
    assert.match(status, /all done/);
    assert.match(status, /→ pawl complete implement\/auth\n/);
    assert.match(pawl(['resume', '--choice', 'r'], root).out, /Next: pawl complete implement\/auth\n/);
  });
});

describe('secrets', () => {
  // Put together, so that no scanner takes this file for a leak.
  const token = ['ghp', 'R8kq2LmZ0vXc7NbYtW3sDf5GhJ1pAeUi9oQ4'].join('_');

  function leaky(): string {
    const root = tempRepository();
    for (const note of [`uses ${token}`, 'uses nothing']) {
      const pawlNotes = { decisions: [{ text: note, at }] };
      put(
        root,
        auth,
        command('auth', {
          summary: note,
          pawl: pawlNotes,
          updated_at: note.length > 20 ? longAgo : at,
        }),
      );
      pawl(['show', 'implement/auth'], root);
      pawl(['history', 'implement/auth', '--json'], root);
      pawl(['list'], root);
    }
    pawl(['phase', 'implement/auth', 'ui', 'in_progress'], root);
    put(root, `${own}/aside/implement-auth.0123456789abcdef.bytes`, `{"torn": "${token}`);
    return root;
  }

  test('are told by place and kind, and never themselves', () => {
    const root = tempRepository();
    put(root, auth, command('auth', { summary: `uses ${token}`, login: { password: 'Tr0ub4dor-and-3' } }));
    for (const args of [['doctor'], ['doctor', '--json'], ['doctor', '--fix', '--json']]) {
      const ended = pawl(args, root);
      assert.equal(ended.code, 1);
      assert.ok(!ended.out.includes(token) && !ended.out.includes('Tr0ub4dor'), ended.out);
      assert.match(ended.out, /\/summary/);
      assert.match(ended.out, /\/login\/password/);
    }
    assert.ok(textOf(root, auth).includes(token), 'only --redact removes it');
  });

  test('in earlier revisions and in copies are found too', () => {
    const root = leaky();
    assert.ok(holding(root, token).length > 1);
    const ended = doctor(root);
    assert.equal(ended.code, 1);
    assert.deepEqual(
      items(ended).map(({ kind, needs }) => [kind, needs]),
      [
        ['secret', 'redact'],
        ['secret', 'redact'],
        ['kept-aside', null],
      ],
    );
    assert.ok(!ended.out.includes(token));
  });

  test('are removed from the file, all revisions, copies and the catalogue, and nothing else is', () => {
    const root = leaky();
    const before = documentOf(pawl(['history', 'implement/auth', '--json'], root))['revisions'];
    assert.equal(doctor(root, '--redact', '--dry-run').code, 1);
    assert.ok(holding(root, token).length > 1);
    const ended = doctor(root, '--redact');
    assert.equal(ended.code, 0, ended.out);
    assert.deepEqual(holding(root, token), []);
    assert.equal(doctor(root).code, 0);
    const after = documentOf(pawl(['history', 'implement/auth', '--json'], root))['revisions'];
    assert.ok(Array.isArray(before) && Array.isArray(after));
    assert.equal(after.length, before.length + 1);
    const first = pawl(['show', 'implement/auth', '--revision', '1', '--json'], root);
    assert.match(first.out, /uses \[redacted:/);
    assert.equal(pawl(['phase', 'implement/auth', 'ui', 'complete'], root).code, 0);
  });

  test('in a file without a history go from the file; a drifted one can be repaired at once', () => {
    const root = tempRepository();
    put(root, auth, command('auth', { summary: `uses ${token}` }));
    assert.equal(doctor(root, '--redact').code, 0);
    assert.deepEqual(holding(root, token), []);
    put(
      root,
      `${state}/implement-twice.json`,
      `[{"cmd":"implement","cmd":"implement","phases":{"a":"done"},"updated_at":"${at}","x":"${token}"}]`,
    );
    const ended = doctor(root, '--fix', '--redact');
    assert.equal(ended.code, 0, ended.out);
    assert.deepEqual(holding(root, token), []);
    assert.deepEqual(items(doctor(root)), []);
  });
});

describe('doctor at given paths', () => {
  test('repairs a file outside of any project in place, and keeps the original beside it', () => {
    const folder = fs.realpathSync(tempFolder());
    const file = put(folder, 'some/implement-auth.json', drifted);
    const original = fs.readFileSync(file, 'utf8');
    assert.equal(doctor(folder, 'some/implement-auth.json').code, 1);
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['implement-auth.json']);
    const ended = doctor(folder, 'some', '--fix');
    assert.equal(ended.code, 0, ended.out);
    assert.equal(fs.readFileSync(`${file}.original`, 'utf8'), original);
    assert.match(fs.readFileSync(file, 'utf8'), /"status": "complete"/);
    assert.deepEqual(items(doctor(folder, 'some', '--fix')), []);
    assert.deepEqual(fs.readdirSync(path.dirname(file)).sort(), [
      'implement-auth.json',
      'implement-auth.json.original',
    ]);
    assert.deepEqual(fs.readdirSync(folder), ['some']);
  });

  test('knows the project that a file belongs to, also from elsewhere', () => {
    const [here, there] = [tempRepository(), tempRepository()];
    put(there, auth, drifted);
    put(there, `${state}/implement-other.json`, { ...drifted, feature: 'other' });
    const ended = doctor(here, path.join(there, auth), '--fix');
    assert.deepEqual([ended.code, documentOf(ended)['checked']], [0, 1]);
    const { revisions } = documentOf(pawl(['history', 'implement/auth', '--json'], there));
    assert.ok(Array.isArray(revisions) && revisions.length === 2);
    assert.match(textOf(there, `${state}/implement-other.json`), /"cmd"/);
    assert.deepEqual(fs.readdirSync(here), ['.git']);
  });

  test('that are no checkpoints, or not there, are told', () => {
    const folder = tempFolder();
    put(folder, 'tsconfig.json', '{ "strict": true, /* no */ }');
    put(folder, 'package.json', { name: 'x', version: '1.0.0' });
    const walked = doctor(folder, '.');
    assert.deepEqual([walked.code, documentOf(walked)['checked']], [0, 0]);
    assert.equal(doctor(folder, 'package.json').code, 1);
    const missing = doctor(folder, 'nowhere.json');
    assert.equal(missing.code, 3);
    assert.match(missing.out, /there is no file or folder nowhere\.json/);
  });
});

describe('doctor anywhere', () => {
  test('outside of any repository the folder itself is the project', () => {
    const root = tempFolder();
    put(root, auth, drifted);
    assert.equal(doctor(root, '--fix').code, 0);
    assert.equal(doctor(root).code, 0);
  });

  test('in a linked worktree the files of that worktree count', () => {
    const root = tempRepository();
    const tree = path.join(tempFolder(), 'tree');
    git(root, 'worktree', 'add', '--quiet', tree);
    put(tree, auth, drifted);
    assert.equal(documentOf(doctor(root))['checked'], 0);
    assert.equal(doctor(tree, '--fix').code, 0);
    assert.ok(fs.existsSync(path.join(tree, own)));
    assert.ok(!fs.existsSync(path.join(root, '.claude')));
  });

  const isRoot = process.getuid?.() === 0;
  const asNobody = (root: string, ...args: readonly string[]): Ended => {
    const script = path.resolve('dist/cli/pawl.cjs');
    const line = [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      process.execPath,
      script,
      'doctor',
      ...args,
      '--json',
    ];
    const { status, stdout, stderr } = spawnSync('setpriv', line, {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    return { code: status, out: stdout, err: stderr };
  };
  const noSetpriv = isRoot && spawnSync('setpriv', ['--version']).status === 0 ? false : 'needs root and setpriv';

  test('in a read-only folder it checks, and says what it could not put right', { skip: noSetpriv }, () => {
    const root = tempRepository();
    const file = put(root, auth, drifted);
    put(root, `${state}/implement-hidden.json`, command('hidden'));
    fs.chmodSync(path.join(root, `${state}/implement-hidden.json`), 0o600);
    for (const folder of [root, path.join(root, '.claude'), path.join(root, state)]) fs.chmodSync(folder, 0o755);
    const before = fs.readFileSync(file);
    const found = asNobody(root);
    assert.deepEqual(kinds(found), ['unreadable', 'drifted', 'permissions']);
    const ended = asNobody(root, '--fix');
    assert.equal(ended.code, 1);
    assert.match(String(items(ended)[1]?.['todo']), /could not be put right/);
    assert.deepEqual(fs.readFileSync(file), before);
  });

  test('a log that this user may not read is not called damaged, and nothing is advised that loses it', {
    skip: noSetpriv,
  }, () => {
    const root = tempRepository();
    for (const feature of ['mine', 'theirs']) pawl(['phase', `implement/${feature}`, 'a', 'complete'], root);
    execFileSync('chown', ['-R', '65534:65534', root]);
    fs.chownSync(path.join(root, own, 'command/implement-theirs.log'), 0, 0);
    const found = items(asNobody(root)).filter(({ path: at }) => String(at).includes('theirs'));
    assert.deepEqual([...new Set(found.map(({ kind }) => kind))], ['unreadable']);
    for (const { todo } of found) assert.match(String(todo), /^Check who owns the log/);
  });

  test('a copy of a run’s file is not advised to take the name of that run', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'a', 'complete'], root);
    for (const name of ['implement-auth (1)', 'implement-auth copy']) {
      fs.copyFileSync(path.join(root, state, 'implement-auth.json'), path.join(root, state, `${name}.json`));
    }
    const todos = items(doctor(root)).map(({ todo }) => String(todo));
    assert.ok(
      todos.every((todo) => !todo.includes('implement-auth.json')),
      todos.join(' '),
    );
    assert.ok(
      todos.some((todo) => todo.includes('e.g. implement-auth-1.json')),
      todos.join(' '),
    );
  });

  test('wrong arguments are told, and nothing is done', () => {
    const root = tempRepository();
    put(root, auth, drifted);
    for (const args of [['--fixx'], ['--fix=yes'], ['--redact', '--unknown']]) {
      assert.equal(pawl(['doctor', ...args], root).code, 2);
    }
    assert.match(pawl(['doctor', '--fixx'], root).err, /did you mean --fix/);
    assert.ok(!fs.existsSync(path.join(root, own)));
  });

  test('on a terminal it is coloured and fits', { skip: noTerminal }, async () => {
    const root = tempRepository();
    put(root, auth, drifted);
    const { screen, code } = await pawlInTerminal(['doctor'], [], root);
    assert.equal(code, 1);
    assert.ok(screen.includes('\u001b[31m✗'), JSON.stringify(screen));
    // oxlint-disable-next-line no-control-regex -- colours
    const plain = screen.replaceAll(/\u001b\[[0-9;]*[mK]|\r/g, '');
    assert.ok(
      plain.split('\n').every((line) => line.length <= 80),
      plain,
    );
  });

  test('many files are mended in one call', () => {
    const root = tempRepository();
    const count = sized(300, 1_000);
    for (let number = 0; number < count; number++) {
      put(root, `${state}/implement-f${number}.json`, { ...drifted, feature: `f${number}` });
    }
    const ended = pawl(['doctor', '--fix'], root);
    assert.equal(ended.code, 0);
    assert.match(ended.out, new RegExp(`^✓ ${count} files checked, ${count} ok, ${count} drifted, ${count} fixed`));
    assert.equal(documentOf(doctor(root))['ok'], count);
  });
});
