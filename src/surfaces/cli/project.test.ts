import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { phase } from '../../../test/support/example-rows.js';
import { tempFolder } from '../../../test/support/temp.js';
import type { Project } from '../library/project.js';
import { type Call, parseCall } from './call.js';
import { withProject } from './project.js';
import { openOutput } from './terminal/output.js';

function callIn(root: string, notes: string[] = []): Call {
  const out = { ...openOutput(true, {}), notice: (_code: string, text: string) => void notes.push(text) };
  return { ...parseCall(phase, ['r', 'p', 'failed', '--root', root]), row: phase, out };
}

test('a command works on the project that --root names, and the project is closed afterwards', async () => {
  const root = fs.realpathSync(tempFolder());
  const opened: Project[] = [];
  const found = await withProject(callIn(root), async (project) => {
    opened.push(project);
    await project.commands.phase({ command: 'ship' }, 'checks', { status: 'in_progress' });
    return project.root;
  });
  assert.equal(found, root);
  assert.ok(fs.existsSync(path.join(root, '.claude/state/ship-checkpoint.json')));
  const failing = withProject(callIn(root), async (project) => {
    opened.push(project);
    throw new Error('work');
  });
  await assert.rejects(failing, { message: 'work' });
  assert.equal(opened.length, 2);
  for (const project of opened) await assert.rejects(project.load('ship'), { code: 'closed' });
});

test('a folder that is not there is not found', async () => {
  await assert.rejects(
    withProject(callIn(path.join(tempFolder(), 'none')), async () => 1),
    { code: 'not-found' },
  );
});

test('what is wrong with a file is told as a remark of one line', async () => {
  const root = tempFolder();
  fs.mkdirSync(path.join(root, '.claude/state'), { recursive: true });
  fs.writeFileSync(path.join(root, '.claude/state/ship-checkpoint.json'), '{"command"');
  const notes: string[] = [];
  const load = withProject(callIn(root, notes), (project) => project.commands.load({ command: 'ship' }));
  await assert.rejects(load, { code: 'corrupt' });
  assert.deepEqual(notes, [], 'the error tells it');
  await withProject(callIn(root, notes), (project) => project.list());
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /ship-checkpoint\.json/);
});
