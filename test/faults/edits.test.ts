// People and tools change checkpoint files: the rows of the table in the design, each with a real second process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pipelineKey, workflowKey } from '../../src/base/names.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import { Worker, lacks, prepared, run, sized, tempFolder } from '../support/programs.js';
import { answer, falseAnswers, fileOf, key, ledger, logOf, openStore, own, readFile, save } from '../support/runs.js';

/** A run with three revisions, and a store that has just read it. */
function scene(): { root: string; file: string; store: FileStore; notices: string[] } {
  const root = prepared(3);
  const notices: string[] = [];
  const now = (): Date => new Date(Date.now() + 60_000); // right after a save, an old copy would be a late publisher's
  const store = openStore(root, notices, { now });
  store.get(key);
  return { root, file: fileOf(root), store, notices };
}

/** Writes a changed copy of a document, by a program of its own. */
function copyChanged(file: string, to: string, change: string): void {
  const read = 'const [, from, to] = process.argv, doc = JSON.parse(fs.readFileSync(from));';
  run(process.execPath, ['-e', `${read} ${change}; fs.writeFileSync(to, JSON.stringify(doc, null, 4))`, file, to]);
}

// A copy of revision 3 is changed and put back, perhaps after revision 4 (`a-1`) was saved: what is newest then?
const rows = `
a reformatted file changes nothing             |                                               | 3 first-3 first   |
an unchanged older revision is not an edit     |                                               | 4 a-1 first,a     | saved, reverted: .*\`pawl restore implement/auth 3\`
an edit counts                                 | doc.extra = 1; delete doc.counts              | 4 first-3         | edited: .*revision 4 of implement/auth$
an edit of an older copy is merged             | doc.counts.hand = 0                           | 5 a-1 first,a,hand| saved, edited: .*revision 5 of implement/auth$
an edit that does not fit has its problems told| doc.phases.x = { status: "done" }             | 4 first-3 first   | edited: [^]*/phases/x/status
an edit wins over a newer save of the same     | doc.last_op = "mine"                          | 5 mine first,a    | saved, conflict: .*/last_op.*revision 4
no pawl.rev: nothing is removed                | delete doc.pawl; delete doc.counts; doc.last_op = "mine"             | 4 mine first | conflict: .*/last_op.*revision 3
an unknown pawl.rev: nothing is removed        | doc.pawl.rev = "9-ab"; delete doc.counts; doc.last_op = "mine"       | 4 mine first | conflict: .*/last_op.*revision 3`;

for (const row of rows.trim().split('\n')) {
  const [what = '', change = '', newest = '', said = ''] = row.split('|').map((cell) => cell.trim());
  test(`${what}; a second look writes nothing`, () => {
    const { root, file, store, notices } = scene();
    const published = fs.readFileSync(file, 'utf8');
    copyChanged(file, `${file}.mine`, change);
    const isSaved = said.startsWith('saved, ');
    if (isSaved) save(store, 'a');
    run('mv', [`${file}.mine`, file]);
    const now = store.get(key);
    const counted = Object.keys(Object(now?.state['counts'])).join();
    assert.equal(`${now?.revision} ${String(now?.state['last_op'])} ${counted}`.trim(), newest);
    assert.match(notices.splice(0).join('\n'), new RegExp(said === '' ? '^$' : `^${said.replace('saved, ', '')}`));
    if (now?.revision === 3) assert.equal(fs.readFileSync(file, 'utf8'), published);
    assert.equal(store.revision(key, isSaved ? 4 : 3)?.state['last_op'], isSaved ? 'a-1' : 'first-3');
    const look = (): unknown => [fs.statSync(file).ino, fs.statSync(logOf(root)).size, readFile(root), notices];
    const before = look();
    assert.deepEqual(store.get(key), now);
    assert.deepEqual(look(), before);
  });
}

const event = { name: 'x' };
test('a tracked pipeline file that git checks out is brought to the newest revision', { skip: lacks('git') }, () => {
  const { root, store, notices } = scene();
  const id = pipelineKey('PRD-009');
  const state = { prd: 'PRD-009', status: 'paused', pending_workstreams: ['WS1', 'WS2'] };
  assert.ok(store.put(id, { expect: 0, state, at: '', actor: 'a', event }).ok);
  run('sh', ['-c', 'git init -q && git add .claude && git -c user.name=a -c user.email=a@b commit -qm x'], root);
  assert.ok(
    store.put(id, { expect: 1, state: { ...state, pending_workstreams: ['WS2'] }, at: '', actor: 'a', event }).ok,
  );
  run('git', ['checkout', '-q', '.'], root);
  assert.deepEqual(store.get(id)?.state['pending_workstreams'], ['WS2']);
  assert.match(notices.join('\n'), /^reverted: .*`pawl restore PRD-009 1`/);
});

test('a removed file is recorded as removed, told once, and can be restored', () => {
  const { root, file, store, notices } = scene();
  run('rm', [file]);
  assert.deepEqual([store.get(key)?.place, store.get(key)?.revision, fs.existsSync(file)], ['removed', 4, false]);
  assert.match(notices.join('\n'), /^removed: .*`pawl restore implement\/auth 3`.*$/);
  assert.equal(store.list({ all: true })[0]?.place, 'removed');
  save(store, 'a');
  assert.deepEqual(readFile(root)['counts'], { first: 3, a: 1 });
});

test('a workflow that is moved to failed/ and back is followed', () => {
  const { root, store, notices } = scene();
  const id = 'orchestrate_shop_20260101_000000';
  const state = { checkpoint_id: id, status: 'in_progress', current_phase: 2, total_phases: 3, completed_phases: [1] };
  assert.ok(store.put(workflowKey(id), { expect: 0, state, at: '', actor: 'a', event }).ok);
  const folder = path.join(root, '.claude/checkpoints');
  const [live, failed] = [path.join(folder, `${id}.json`), path.join(folder, `failed/${id}.json`)];
  for (const place of ['failed', 'live']) {
    const [from, to] = place === 'live' ? [failed, live] : [live, failed];
    run('mv', [from, to]);
    const now = store.get(workflowKey(id));
    assert.deepEqual([now?.place, now?.event.name, now?.state], [place, 'moved', state]);
    assert.deepEqual([fs.existsSync(from), JSON.parse(fs.readFileSync(to, 'utf8')).pawl.rev], [false, now?.rev]);
  }
  assert.deepEqual(notices, []);
});

test('an empty file, and one that was never published, are published', async () => {
  const { root, file, notices } = scene();
  const before = readFile(root);
  run('truncate', ['-s', '0', file]);
  assert.equal(ledger(root, notices).length, 3);
  assert.deepEqual(readFile(root), before);
  const other = tempFolder();
  const worker = new Worker('save', { root: other, name: 'a', freezeAt: 'rename' });
  await worker.says('frozen'); // saved, and not published yet
  await worker.kill();
  assert.equal(fs.existsSync(fileOf(other)), false);
  assert.deepEqual([ledger(other, notices).length, notices], [1, []]);
});

for (const reader of ['a reader', 'a save']) {
  test(`an editor truncates the file and writes it again 50 ms later: ${reader} waits for it`, async () => {
    const { root, file, store } = scene();
    const text = JSON.stringify({ ...readFile(root), by_hand: true });
    const slow = ': > "$0"; echo truncated; sleep 0.05; printf %s "$1" > "$0"';
    await once(spawn('sh', ['-c', slow, file, text]).stdout, 'data');
    const now = reader === 'a save' ? save(store, 'a') : store.get(key);
    assert.deepEqual([now?.state['by_hand'], ledger(root).at(-1)?.state['by_hand']], [true, true]);
  });
}

for (const bytes of ['{"command": "implement", "pha', '{"name": "a JSON of another shape"}', '[]']) {
  test(`a file with ${bytes} is quarantined, told every time, replaced only by a save, never a fresh start`, () => {
    const { root, file, store, notices } = scene();
    const spoil = (): string => run('sh', ['-c', 'printf %s "$1" > "$0"', file, bytes]);
    spoil();
    for (const count of [1, 2]) {
      assert.equal(store.get(key)?.revision, 3);
      assert.equal(notices.filter((one) => one.startsWith('corrupt')).length, count);
    }
    assert.equal(fs.readFileSync(file, 'utf8'), bytes);
    save(store, 'a');
    assert.equal(ledger(root).length, 4);
    const folder = path.join(root, own, 'quarantine');
    const kept = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    assert.deepEqual(kept, [bytes]);
    fs.rmSync(logOf(root)); // the same without any history
    spoil();
    const said = answer(() => store.get(key));
    assert.equal(said, 'corrupt');
    assert.equal(fs.readFileSync(file, 'utf8'), bytes);
  });
}

test(`edits race with ${sized(200, 1_000)} saves of another process: nothing is lost`, async () => {
  const { root } = scene();
  const saver = new Worker('save', { root, name: 'saver', to: sized(200, 1_000) });
  const editor = new Worker('edit', { root, name: 'e', count: sized(100, 500) });
  await Promise.all([saver.ended, editor.ended]);
  assert.deepEqual([editor.stderr, editor.lines.length], ['', sized(100, 500)]);
  assert.equal(falseAnswers(root, saver.lines), '');
  const edits: object = Object(ledger(root).at(-1)?.state['edits']);
  const lost = editor.lines.filter((line) => !(line in edits));
  assert.deepEqual(lost, [], 'edits are lost');
});
