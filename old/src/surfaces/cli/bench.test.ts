import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { phase } from '../../../test/support/example-rows.js';
import { tempFolder } from '../../../test/support/temp.js';
import { commandKey } from '../../rules/names.js';
import { families } from '../../service/families.js';
import { planCommand } from '../../service/plans/command.js';
import { listRuns } from '../../service/runs.js';
import { type Workbench, write } from '../../service/workbench.js';
import { withBench } from './bench.js';
import { type Call, parseCall } from './call.js';
import { openOutput } from './terminal/output.js';

const ship = commandKey('ship');

function callIn(root: string, notes: string[] = []): Call {
  const out = { ...openOutput(true, {}), notice: (_code: string, text: string) => void notes.push(text) };
  return { ...parseCall(phase, ['r', 'p', 'failed', '--root', root]), row: phase, out };
}

test('a command works on the project that --root names, and its store is closed afterwards', async () => {
  const root = fs.realpathSync(tempFolder());
  const opened: Workbench[] = [];
  const found = await withBench(callIn(root), families, async (bench) => {
    opened.push(bench);
    await write(
      bench,
      ship,
      planCommand(ship, { type: 'phase', command: 'ship', feature: null, phase: 'checks', data: {} }),
    );
    return bench.root;
  });
  assert.equal(found, root);
  assert.ok(fs.existsSync(path.join(root, '.claude/state/ship-checkpoint.json')));
  const failing = withBench(callIn(root), families, async (bench) => {
    opened.push(bench);
    throw new Error('work');
  });
  await assert.rejects(failing, { message: 'work' });
  assert.equal(opened.length, 2);
  for (const { store } of opened) await assert.rejects(store.get(ship), { code: 'closed' });
});

test('a folder that is not there is not found', async () => {
  await assert.rejects(
    withBench(callIn(path.join(tempFolder(), 'none')), families, async () => 1),
    { code: 'not-found' },
  );
});

test('what is wrong with a file is told as a remark of one line', async () => {
  const root = tempFolder();
  fs.mkdirSync(path.join(root, '.claude/state'), { recursive: true });
  fs.writeFileSync(path.join(root, '.claude/state/ship-checkpoint.json'), '{"command"');
  const notes: string[] = [];
  const load = withBench(callIn(root, notes), families, (bench) => bench.store.get(ship));
  await assert.rejects(load, { code: 'corrupt' });
  assert.deepEqual(notes, [], 'the error tells it');
  await withBench(callIn(root, notes), families, (bench) => listRuns(bench));
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /ship-checkpoint\.json/);
});
