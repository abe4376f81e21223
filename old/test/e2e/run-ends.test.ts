// Runs that are over, old or purged: what each command makes of them, and what it says.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { documentOf, git, pawl, put, tempRepository, textOf } from './program.js';

const checkpoints = '.claude/checkpoints';

function workflow(root: string, phases = 1): string {
  const start = ['workflow', 'start', 'orchestrate', 'a', '--description', 'A', '--phases', String(phases), '--json'];
  const { ref, path: file } = documentOf(pawl(start, root));
  assert.equal(typeof file, 'string');
  return String(ref);
}

const inFolder = (root: string, folder: string, id: string): boolean =>
  fs.existsSync(path.join(root, folder, `${id}.json`));

describe('a workflow that is complete', () => {
  test('and still has its file, is finished by `finish`: it goes to the archive', () => {
    const root = tempRepository();
    const id = workflow(root);
    const file = path.join(root, checkpoints, `${id}.json`);
    const document = { ...JSON.parse(textOf(file)), status: 'complete', completed_phases: [1] };
    fs.writeFileSync(file, JSON.stringify(document, null, 2)); // as another tool completes it
    const ended = documentOf(pawl(['workflow', 'finish', 'orchestrate/a', '--json'], root));
    assert.deepEqual([ended['ok'], ended['place'], ended['status']], [true, 'archived', 'complete']);
    assert.equal(inFolder(root, checkpoints, id), false);
    const again = pawl(['workflow', 'finish', 'orchestrate/a'], root);
    assert.equal(again.code, 1);
    assert.match(again.err, /already complete/);
    const last = documentOf(pawl(['history', id, '--json'], root));
    assert.equal(pawl(['restore', id, '--revision', String(last['revision'] ?? 3)], root).code, 0);
    assert.equal(pawl(['workflow', 'finish', id], root).code, 0);
    assert.equal(inFolder(root, checkpoints, id), false);
  });

  test('stays in the archive when it is archived, and goes there from where it is in use', () => {
    const root = tempRepository();
    const id = workflow(root);
    assert.equal(pawl(['workflow', 'finish', id], root).code, 0);
    const archived = pawl(['archive', 'orchestrate/a'], root);
    assert.match(archived.out, /was archived already/);
    assert.equal(inFolder(root, `${checkpoints}/failed`, id), false);
    const { place, changed } = documentOf(pawl(['archive', id, '--json'], root));
    assert.deepEqual([place, changed], ['archived', false]);
    pawl(['restore', id, '--revision', '2'], root);
    assert.equal(inFolder(root, checkpoints, id), true);
    assert.equal(documentOf(pawl(['archive', id, '--json'], root))['place'], 'archived');
  });
});

test('a workflow that says it is old and was touched all the same, is told by clean; taken up it is no longer stale', () => {
  const root = tempRepository();
  const id = workflow(root, 3);
  const file = path.join(root, checkpoints, `${id}.json`);
  const old = new Date(Date.now() - 16 * 24 * 60 * 60 * 1000).toISOString();
  const text = textOf(file).replaceAll(/"(created_at|updated_at)": "[^"]+"/g, (_, name) => `"${name}": "${old}"`);
  fs.writeFileSync(file, text);
  fs.rmSync(path.join(root, '.claude/state/.pawl/leases'), { recursive: true });
  assert.match(pawl(['resume', id], root).out, /16 days old \(limit 7\)/);
  const rehearsal = pawl(['clean', '--dry-run'], root).out;
  assert.match(rehearsal, /its updated_at is 16 days old, but it was touched 0 days ago/);
  assert.equal(pawl(['resume', id, '--choice', 'r'], root).code, 0);
  const runs = JSON.stringify(documentOf(pawl(['status', '--json'], root))['runs']);
  assert.match(runs, /"stale":false/);
  assert.equal(documentOf(pawl(['resume', id, '--json'], root))['verdict'], 'resume');
});

describe('delete --all --purge', () => {
  test('takes away what pawl made beside the runs, too', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'implementation', 'in_progress'], root);
    workflow(root);
    assert.equal(pawl(['delete', '--all', '--purge', '--yes'], root).code, 0);
    assert.equal(fs.existsSync(path.join(root, '.claude')), false, fs.readdirSync(root).join(' '));
    assert.equal(git(root, 'status', '--porcelain'), '');
  });

  test('leaves what others keep there, and what lets git ignore it', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'implementation', 'in_progress'], root);
    put(root, '.claude/state/notes.txt', Buffer.from('mine'));
    put(root, '.claude/settings.json', Buffer.from('{}'));
    assert.equal(pawl(['delete', '--all', '--purge', '--yes'], root).code, 0);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/state')).sort(), ['.gitignore', 'notes.txt']);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude')).sort(), ['settings.json', 'state']);
  });
});

describe('doctor', () => {
  const place = `${checkpoints}/orchestrate_x_20251003_184530.json`;
  const messageOf = (text: string): string => {
    const root = tempRepository();
    put(root, place, Buffer.from(text));
    return pawl(['doctor'], root).out;
  };

  test('says of a file that was cut off in a text that it ends in the middle, also with a newline behind it', () => {
    for (const text of ['{"checkpoint_id": "orch', '{"checkpoint_id": "orch\n', '{"a": "b", "c\n']) {
      assert.match(messageOf(text), /it ends in the middle/, text);
    }
    assert.doesNotMatch(messageOf('{"a: 1, "b": 2}\n'), /ends in the middle/);
  });

  test('says of JSON that is no object, or an empty one, what it is', () => {
    assert.match(messageOf('[]'), /it is a list/);
    assert.match(messageOf('null'), /it is null/);
    assert.match(messageOf('{}'), /it is an empty object/);
    for (const text of ['[]', 'null', '{}']) assert.doesNotMatch(messageOf(text), /its members have not the names/);
  });

  test('--fix tells that someone else holds the run that it repairs', () => {
    const root = tempRepository();
    const env = { PAWL_SESSION: 's1' };
    assert.equal(pawl(['phase', 'implement/a', 'implementation', 'in_progress'], root, env).code, 0);
    const file = path.join(root, '.claude/state/implement-a.json');
    fs.writeFileSync(file, textOf(file).replace('"in_progress"', '"in-progress"'));
    const fixed = pawl(['doctor', '--fix'], root, { PAWL_SESSION: 's2' });
    assert.equal(fixed.code, 0, fixed.out);
    assert.match(fixed.out, /Repaired as revision \d+.*It is held by session\s+s1/s);
  });
});
