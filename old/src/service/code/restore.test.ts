import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { git, tempRepository, textOf } from '../../../test/e2e/program.js';
import { benchAt, key, refused, write } from '../../../test/support/code.js';
import { hostileNames } from '../../../test/support/hostile-names.js';
import { tempFolder } from '../../../test/support/temp.js';
import { isPawlError } from '../../rules/errors.js';
import { commandKey, pipelineKey } from '../../rules/names.js';
import { collectCode, dropCode } from './collect.js';
import { keepCode } from './keep.js';
import { listCode } from './list.js';
import { restoreCode } from './restore.js';

describe('bringing code back', () => {
  test('as a branch, as a worktree, and as both, with the user’s own work untouched', async () => {
    const root = tempRepository();
    write(root, { 'a.txt': 'kept' });
    const bench = benchAt(root);
    const kept = await keepCode(bench, key, 1);
    write(root, { 'a.txt': 'later, not committed' });
    const status = git(root, 'status', '--porcelain');

    await restoreCode(bench, key, 1, { branch: 'pawl/back' });
    assert.equal(git(root, 'rev-parse', 'pawl/back').trim(), kept.commit);

    const folder = fs.realpathSync(tempFolder());
    const detached = await restoreCode(bench, key, 1, { worktree: path.join(folder, 'one') });
    assert.equal(textOf(detached.worktree ?? '', 'a.txt'), 'kept');
    assert.equal(git(folder + '/one', 'branch', '--show-current'), '');

    await restoreCode(bench, key, 1, { branch: 'both', worktree: path.join(folder, '-two') });
    assert.equal(git(folder + '/-two', 'branch', '--show-current'), 'both\n');

    assert.equal(textOf(root, 'a.txt'), 'later, not committed');
    assert.equal(git(root, 'status', '--porcelain'), status);
  });

  test('never over a name that is taken, and then nothing is made', async () => {
    const root = tempRepository();
    const bench = benchAt(root);
    await keepCode(bench, key, 1);
    git(root, 'branch', 'taken');
    git(root, 'branch', 'folder/one');
    const before = git(root, 'for-each-ref');
    const full = tempFolder();
    await assert.rejects(
      restoreCode(bench, key, 1, { branch: 'taken' }),
      refused('not-allowed', /branch taken already/),
    );
    await assert.rejects(restoreCode(bench, key, 1, { branch: 'folder' }), refused('git-failed', /folder/));
    await assert.rejects(
      restoreCode(bench, key, 1, { branch: 'new', worktree: full }),
      refused('not-allowed', /exists already/),
    );
    const impossible = path.join(root, 'README/below');
    write(root, { README: 'a file' });
    await assert.rejects(restoreCode(bench, key, 1, { branch: 'new', worktree: impossible }), isPawlError);
    assert.equal(git(root, 'for-each-ref'), before);
    await assert.rejects(restoreCode(bench, key, 1, {}), refused('bad-usage', /neither/));
    await assert.rejects(restoreCode(bench, key, 7, { branch: 'x' }), refused('not-found', /revision 7/));
  });

  test('hostile names of branches are refused or become branches, and nothing is ever run', async () => {
    const root = tempRepository();
    const bench = benchAt(root);
    await keepCode(bench, key, 1);
    const canary = path.join(root, 'canary');
    const hostile = [
      ...hostileNames,
      `$(touch ${canary})`,
      `;touch ${canary}`,
      `x\`touch ${canary}\``,
      '--force',
      '-D',
      '@{-1}',
      'HEAD',
      '../../x',
      'a..b',
      'x.lock',
      'refs/heads/x',
    ];
    for (const branch of hostile) {
      await restoreCode(bench, key, 1, { branch }).catch((error: unknown) =>
        assert.ok(isPawlError(error), String(error)),
      );
    }
    assert.equal(fs.existsSync(canary), false);
    const refs = git(root, 'for-each-ref', '--format=%(refname)').trim().split('\n');
    assert.ok(
      refs.every((ref) => ref.startsWith('refs/heads/') || ref.startsWith('refs/pawl/')),
      refs.join(' '),
    );
  });

  test('every name of a checkpoint has a ref of its own, also where case does not count', async () => {
    const root = tempRepository();
    const bench = benchAt(root);
    const keys = [
      key,
      commandKey('implement', 'Auth'),
      pipelineKey('PRD-009'),
      ...['a..b', 'x.lock', 'ä ö', 'feature/BAS-6', '@{', '-x', 'a~b^c:d?e*[f'].map((feature) =>
        commandKey('implement', feature),
      ),
    ];
    for (const one of keys) await keepCode(bench, one, 1);
    const refs = (await listCode(bench)).map((one) => one.ref.toLowerCase());
    assert.equal(new Set(refs).size, keys.length);
    assert.deepEqual(
      (await listCode(bench, keys[1])).map((one) => one.key),
      ['command:implement/Auth'],
    );
  });
});

test('collecting takes the wanted snapshots only, and in a rehearsal none', async () => {
  const root = tempRepository();
  const bench = benchAt(root);
  for (const revision of [1, 2, 10]) await keepCode(bench, key, revision);
  await keepCode(bench, pipelineKey('PRD-009'), 1);
  const isOld = ({ revision }: { readonly revision: number }): boolean => revision < 3;
  assert.equal((await collectCode(bench, isOld, { dryRun: true })).length, 3);
  assert.equal((await listCode(bench)).length, 4);
  assert.equal((await collectCode(bench, isOld)).length, 3);
  assert.deepEqual(
    (await dropCode(bench, key)).map((one) => one.revision),
    [10],
  );
  assert.deepEqual(await listCode(bench), []);
});
