// Code kept with a revision and brought back, through the program, in real repositories.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, git, pawl, tempRepository, textOf } from './program.js';

function phase(root: string, ref: string, ...more: readonly string[]): JsonObject {
  return documentOf(pawl(['phase', ref, 'api', 'in_progress', '--json', ...more], root));
}

/** A repository with work in it, kept with revision 1 of a run. */
function kept(ref = 'implement/auth'): string {
  const root = tempRepository();
  fs.writeFileSync(path.join(root, '.gitignore'), 'secret\n.claude/\n');
  fs.writeFileSync(path.join(root, 'work.txt'), 'kept');
  fs.writeFileSync(path.join(root, 'secret'), 'never');
  assert.equal(phase(root, ref, '--code')['ok'], true);
  fs.writeFileSync(path.join(root, 'work.txt'), 'later');
  return root;
}

describe('diff', () => {
  test('names the commit of the code that was kept with a revision, as the history does', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'a.txt'), 'a');
    phase(root, 'implement/auth', '--code');
    const { to } = documentOf(pawl(['diff', 'implement/auth', '--json'], root));
    const { revisions } = documentOf(pawl(['history', 'implement/auth', '--json'], root));
    assert.ok(isJsonObject(to) && Array.isArray(revisions) && isJsonObject(revisions[0]));
    assert.match(String(to['code']), /^[0-9a-f]{40}$/);
    assert.equal(to['code'], revisions[0]['code']);
  });
});

describe('restore --code', () => {
  test('brings the kept code back on a new branch, over nothing', () => {
    const root = kept();
    const before = [git(root, 'status', '--porcelain'), git(root, 'branch')];
    const doc = documentOf(pawl(['restore', 'implement/auth', '--revision', '1', '--code', '--json'], root));
    assert.ok(isJsonObject(doc['code']));
    assert.equal(doc['code']['branch'], 'pawl/implement-auth-r1');
    assert.equal(git(root, 'show', 'pawl/implement-auth-r1:work.txt'), 'kept');
    assert.equal(git(root, 'ls-tree', '-r', '--name-only', 'pawl/implement-auth-r1'), '.gitignore\nwork.txt\n');
    assert.equal(textOf(root, 'work.txt'), 'later');
    assert.equal(git(root, 'status', '--porcelain'), before[0]);
    const again = pawl(['restore', 'implement/auth', '--revision', '1', '--code'], root);
    assert.equal(again.code, 1);
    assert.match(again.err, /branch pawl\/implement-auth-r1 already; nothing was changed/);
    assert.match(pawl(['history', 'implement/auth'], root).out, /\[code kept\]/);
  });

  test('makes a worktree where asked, relative to where one stands, but not over a folder', () => {
    const root = kept();
    const folder = fs.realpathSync(tempFolder());
    const at = (name: string) =>
      pawl(['restore', 'implement/auth', '--revision', '1', '--worktree', name, '-C', root], folder);
    assert.equal(at('back').code, 0);
    assert.equal(textOf(folder, 'back/work.txt'), 'kept');
    fs.mkdirSync(path.join(folder, 'taken'));
    const { code, err } = at('taken');
    assert.equal(code, 1);
    assert.match(err, /exists already/);
  });

  test('a save that is repeated with its op id leaves the code of then as it is', () => {
    const root = tempRepository();
    const call = ['--code', '--op-id', 'A'];
    fs.writeFileSync(path.join(root, 'a.txt'), 'then');
    const first = phase(root, 'implement/auth', ...call);
    fs.writeFileSync(path.join(root, 'a.txt'), 'now');
    const again = phase(root, 'implement/auth', ...call);
    assert.deepEqual([again['repeated'], again['code']], [true, first['code']]);
  });

  test('code of a run that is gone is not taken for that of another with its name', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'a.txt'), 'first');
    phase(root, 'implement/auth', '--code');
    fs.rmSync(path.join(root, '.claude'), { recursive: true });
    phase(root, 'implement/auth');
    assert.doesNotMatch(pawl(['history', 'implement/auth'], root).out, /code kept/);
    const { code, err } = pawl(['restore', 'implement/auth', '--revision', '1', '--code'], root);
    assert.equal(code, 3);
    assert.match(err, /None is kept/);
  });

  test('a purge of everything takes the code of worktrees that are gone as well', () => {
    const root = tempRepository();
    const linked = path.join(tempFolder(), 'w');
    git(root, 'worktree', 'add', '--quiet', linked, '-b', 'f1');
    phase(linked, 'implement/auth', '--code');
    git(root, 'worktree', 'remove', '--force', linked);
    assert.notEqual(git(root, 'for-each-ref', 'refs/pawl'), '');
    assert.match(pawl(['delete', '--all', '--purge', '--yes'], root).out, /1 snapshot of worktrees that are gone/);
    assert.equal(git(root, 'for-each-ref', 'refs/pawl'), '');
  });

  test('a call that is refused makes no branch, and one that is repeated none anew', () => {
    const root = tempRepository();
    phase(root, 'implement/auth', '--code');
    const call = ['restore', 'implement/auth', '--revision', '1', '--code', '--branch', 'nb'];
    assert.equal(pawl([...call, '--expect', '99'], root).code, 4);
    assert.equal(git(root, 'branch', '--list', 'nb'), '');
    assert.equal(pawl([...call, '--op-id', 'R', '--expect', '1'], root).code, 0);
    assert.notEqual(git(root, 'branch', '--list', 'nb'), '');
    assert.equal(pawl([...call, '--op-id', 'R', '--expect', '1'], root).code, 0);
  });

  test('a run that another session holds is restored, and told whose it is', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'api', 'in_progress'], root, { PAWL_SESSION: 'ana' });
    const restored = pawl(['restore', 'implement/auth', '--revision', '1'], root, { PAWL_SESSION: 'ben' });
    assert.match(restored.err, /held by session ana/);
    const json = pawl(['restore', 'implement/auth', '--revision', '1', '--json'], root, { PAWL_SESSION: 'ben' });
    const { held_by: holder } = documentOf(json);
    assert.ok(isJsonObject(holder));
    assert.equal(holder['owner'], 'session ana');
  });

  test('a revision without code is told apart, with those that have it, and the run stays', () => {
    const root = kept();
    phase(root, 'implement/auth');
    const { code, err } = pawl(['restore', 'implement/auth', '--revision', '2', '--code'], root);
    assert.equal(code, 3);
    assert.match(err, /no code is kept with revision 2.*\n.*It is kept with revision 1\./);
    assert.match(pawl(['history', 'implement/auth'], root).out, /^.*\n {7}2 /);
  });

  test('hostile names of runs and branches run nothing', () => {
    const canary = path.join(tempFolder(), 'canary');
    for (const hostile of [
      `$(touch ${canary})`,
      `;touch ${canary};`,
      `\`touch ${canary}\``,
      `--upload-pack=touch ${canary}`,
      `a\n!touch ${canary}`,
    ]) {
      const ref = `implement/${hostile}`;
      const root = kept(ref);
      assert.equal(pawl(['restore', ref, '--revision', '1', '--code'], root).code, 0);
      const named = pawl(['restore', ref, '--revision', '1', `--branch=${hostile}`], root);
      assert.ok([0, 2].includes(named.code ?? -1), named.err);
      git(root, 'checkout', '--quiet', '-b', `x$(touch\${IFS}${path.basename(canary)})`);
      assert.equal(phase(root, ref, '--code')['ok'], true);
      assert.deepEqual([fs.existsSync(canary), fs.existsSync(path.join(root, path.basename(canary)))], [false, false]);
    }
  });

  test('outside any repository the run is saved and restored; only its code is refused', () => {
    const root = fs.realpathSync(tempFolder());
    const saved = pawl(['phase', 'implement/auth', 'api', 'in_progress', '--code'], root);
    assert.equal(saved.code, 1);
    assert.match(saved.err, /saved as revision 1, but not its code/);
    assert.equal(pawl(['restore', 'implement/auth', '--revision', '1'], root).code, 0);
    assert.equal(pawl(['restore', 'implement/auth', '--revision', '1', '--code'], root).code, 1);
  });

  test('a removed file that only a snapshot has is removed by hand, not by git', () => {
    const root = tempRepository();
    const file = path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-001.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const lists = { completed_workstreams: [], in_progress_workstreams: [], pending_workstreams: ['WS1'] };
    const gates = { artifacts: {}, gates_passed: [], gates_pending: [] };
    fs.writeFileSync(
      file,
      JSON.stringify({
        prd: 'PRD-001',
        prd_title: 'A',
        current_phase: 0,
        status: 'initialized',
        ...lists,
        ...gates,
        timestamp: '2026-01-05T09:00:00.000Z',
      }),
    );
    assert.equal(pawl(['history', 'PRD-001'], root).code, 0);
    phase(root, 'implement/auth', '--code');
    fs.rmSync(file);
    assert.match(pawl(['history', 'PRD-001'], root).out, /file removed by hand/);
  });
});
