import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { commandKey } from '../../rules/names.js';
import { planCommand } from '../plans/command.js';
import { openWorkbench } from '../open-workbench.js';
import { write } from '../workbench.js';
import { journalFolder, noteTouched, takeJournal, touchedFiles } from './journal.js';
import { saveTouched, writeWithTouched } from './store-touched.js';

const key = commandKey('implement', 'auth');
const phase = (name: string, status: 'in_progress' | 'complete'): ReturnType<typeof planCommand> =>
  planCommand(key, { type: 'phase', command: 'implement', feature: 'auth', phase: name, data: { status } });

/** A project in which the files that the tests note are there. */
function project(): string {
  const root = tempFolder();
  fs.mkdirSync(path.join(root, '.claude/state/.pawl'), { recursive: true });
  for (const file of ['a', 'b', 'api.ts', 'ui.ts']) fs.writeFileSync(path.join(root, file), '');
  return root;
}

describe('the journal of touched files', () => {
  test('remembers each file once, as created if it was', () => {
    const root = project();
    for (const file of ['a', 'b', 'a']) noteTouched(root, key, file, false);
    noteTouched(root, key, 'b', true);
    noteTouched(root, key, 'b', false);
    assert.deepEqual(touchedFiles(root, key), { created: ['b'], modified: ['a'] });
    assert.deepEqual(touchedFiles(root, commandKey('design')), { created: [], modified: [] });
  });

  test('leaves out what is not there any more', () => {
    const root = project();
    for (const file of ['a', 'b', 'gone/c']) noteTouched(root, key, file, true);
    fs.rmSync(path.join(root, 'a'));
    assert.deepEqual(touchedFiles(root, key).created, ['b']);
    assert.deepEqual(takeJournal(root, key)?.created, ['b']);
  });

  test('skips torn lines, and begins nothing where pawl keeps nothing', () => {
    const root = project();
    noteTouched(root, key, 'a', true);
    const [name = ''] = fs.readdirSync(path.join(root, journalFolder));
    fs.appendFileSync(path.join(root, journalFolder, name), '\n["c","to');
    noteTouched(root, key, 'b', true);
    assert.deepEqual(touchedFiles(root, key).created, ['a', 'b']);
    const empty = tempFolder();
    noteTouched(empty, key, 'a', true);
    assert.deepEqual(fs.readdirSync(empty), []);
  });

  test('is taken by one only, and given back when it could not be stored', () => {
    const root = project();
    noteTouched(root, key, 'a', true);
    const taken = takeJournal(root, key);
    assert.equal(takeJournal(root, key), null);
    taken?.giveBack();
    const again = takeJournal(root, key);
    assert.deepEqual(again?.created, ['a']);
    again?.done();
    assert.deepEqual(fs.readdirSync(path.join(root, journalFolder)), []);
  });

  test('keeps what is noted while it is taken, before and after it was read', (t) => {
    for (const moment of ['before it is read', 'while it is stored'] as const) {
      const root = project();
      noteTouched(root, key, 'a', true);
      const stored: string[] = [];
      const { writeSync } = fs;
      let isFirst = true;
      const late = t.mock.method(fs, 'writeSync', (fd: number, text: string): number => {
        const taken = isFirst ? takeJournal(root, key) : null;
        isFirst = false;
        stored.push(...(taken?.created ?? []));
        if (moment === 'before it is read') taken?.done();
        const written = writeSync(fd, text);
        taken?.done();
        return written;
      });
      noteTouched(root, key, 'b', true);
      late.mock.restore();
      stored.push(...(takeJournal(root, key)?.created ?? []));
      assert.deepEqual(stored, ['a', 'b'], moment);
    }
  });

  test('is given back beside what was noted meanwhile', () => {
    const root = project();
    noteTouched(root, key, 'a', true);
    const first = takeJournal(root, key);
    noteTouched(root, key, 'b', true);
    first?.giveBack();
    const all = [takeJournal(root, key), takeJournal(root, key, Date.now() + 120_000)];
    assert.deepEqual(new Set(all.flatMap((taken) => taken?.created ?? [])), new Set(['a', 'b']));
  });

  test('what a process took that is gone is taken by the next one at once', () => {
    const root = project();
    noteTouched(root, key, 'a', true);
    const [name = ''] = fs.readdirSync(path.join(root, journalFolder));
    const gone = spawnSync(process.execPath, ['-e', '0']).pid.toString(16).padStart(8, '0');
    const folder = path.join(root, journalFolder);
    fs.renameSync(path.join(folder, name), path.join(folder, `${name}.${gone}-0001-5d3c9e10.tmp.taken`));
    assert.deepEqual(takeJournal(root, key)?.created, ['a']);
  });

  test('what a process took that was killed before it was stored is taken by the next one', () => {
    const root = project();
    noteTouched(root, key, 'a', true);
    const folder = path.join(root, journalFolder);
    const [name = ''] = fs.readdirSync(folder);
    fs.renameSync(path.join(folder, name), path.join(folder, `${name}.1.taken`));
    assert.equal(takeJournal(root, key), null, 'it may still be at work');
    assert.deepEqual(takeJournal(root, key, Date.now() + 120_000)?.created, ['a']);
  });

  test('is stored with the phase that was open, and without one with the phase that comes', async () => {
    const bench = openWorkbench({ root: project() });
    await write(bench, key, phase('api', 'in_progress'));
    noteTouched(bench.root, key, 'api.ts', true);
    const { document } = await writeWithTouched<{ phases: Record<string, { files_created?: string[] }> }>(
      bench,
      key,
      phase('api', 'complete'),
      { otherwise: 'api' },
    );
    assert.deepEqual(document.phases['api']?.files_created, ['api.ts']);
    noteTouched(bench.root, key, 'ui.ts', true);
    assert.equal(await saveTouched(bench, key), false, 'no phase is open: it waits');
    const next = await writeWithTouched<typeof document>(bench, key, phase('ui', 'in_progress'), { otherwise: 'ui' });
    assert.deepEqual(next.document.phases['ui']?.files_created, ['ui.ts']);
    noteTouched(bench.root, key, 'ui.ts', false);
    assert.equal(await saveTouched(bench, key), false, 'nothing new');
    await bench.store.close();
  });
});
