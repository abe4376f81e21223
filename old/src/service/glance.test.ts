import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fillShop } from '../../test/support/shop.js';
import { tempFolder } from '../../test/support/temp.js';
import { openProject } from '../surfaces/library/project.js';
import { glanceAtRuns } from './glance.js';
import type { Overview } from './overview.js';

const glance = (root: string): readonly Overview[] | null => glanceAtRuns(root, { unfinished: true }, Date.now());

async function listed(root: string): Promise<readonly Overview[]> {
  const project = await openProject({ root });
  const runs = await project.list({ unfinished: true });
  await project.close();
  return runs;
}

test('a glance tells what the list tells, again and again', async () => {
  const root = tempFolder();
  await fillShop(root);
  const runs = await listed(root);
  assert.equal(runs.length, 3);
  assert.deepEqual(glance(root), runs);
  assert.deepEqual(await listed(root), runs);
  assert.deepEqual(glance(root), runs);
});

test('a glance is not enough after anything that pawl did not do', async () => {
  const root = tempFolder();
  await fillShop(root);
  const file = path.join(root, '.claude/state/implement-auth-system.json');
  const changes: readonly (() => void)[] = [
    () => fs.appendFileSync(file, '\n'),
    () => fs.writeFileSync(path.join(root, '.claude/checkpoints/new.json'), '{}'),
    () => fs.rmSync(path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json')),
    () => fs.rmSync(path.join(root, '.claude/state/.pawl/catalog.log')),
  ];
  for (const change of changes) {
    await listed(root);
    assert.notEqual(glance(root), null);
    change();
    assert.equal(glance(root), null, String(change));
  }
});

test('a link at a folder is not looked through', async () => {
  const root = tempFolder();
  await fillShop(root);
  await listed(root);
  fs.renameSync(path.join(root, '.claude/state'), path.join(root, 'elsewhere'));
  fs.symlinkSync('../elsewhere', path.join(root, '.claude/state'));
  assert.equal(glance(root), null);
});

test('where there is nothing, there is nothing to see, and nothing is made', () => {
  const root = tempFolder();
  assert.deepEqual(glance(root), []);
  assert.deepEqual(fs.readdirSync(root), []);
  fs.mkdirSync(path.join(root, '.claude/state'), { recursive: true });
  assert.equal(glance(root), null, 'another tool may have put a checkpoint there');
});
