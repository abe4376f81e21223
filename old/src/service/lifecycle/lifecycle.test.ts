import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { git, tempRepository } from '../../../test/e2e/program.js';
import { tempFolder } from '../../../test/support/temp.js';
import type { CommandEvent } from '../../families/command/index.js';
import { workflowId, type WorkflowEvent } from '../../families/workflow/index.js';
import { isPawlError } from '../../rules/errors.js';
import { commandKey, type Key, workflowKey } from '../../rules/names.js';
import { keepCode } from '../code/keep.js';
import { listCode } from '../code/list.js';
import { noteTouched } from '../journal/journal.js';
import { bindRun } from '../session/binding.js';
import { currentOwner, takeLease } from '../lease/leases.js';
import { findProcess } from '../lease/processes.js';
import { openWorkbench } from '../open-workbench.js';
import { planCommand } from '../plans/command.js';
import { planWorkflow } from '../plans/workflow.js';
import { type Workbench, write } from '../workbench.js';
import { archiveRun, deleteRun } from './move.js';
import { cleanAutomatically } from './daily.js';
import { cleanUp } from './clean.js';
import { purgeRun } from './purge.js';
import { moveRun } from './move.js';

const began = Date.parse('2026-01-05T09:00:00.000Z');
const day = 24 * 60 * 60 * 1000;

/** A workbench with a clock that is put forward by hand. */
function benchAt(root: string = tempFolder()): { bench: Workbench; pass: (days: number) => void } {
  let now = began;
  const bench = openWorkbench({ root, actor: 'ana', clock: () => now });
  return { bench, pass: (days) => void (now += days * day) };
}

async function workflow(bench: Workbench, project: string, ...more: readonly WorkflowEvent[]): Promise<Key> {
  const id = workflowId('orchestrate', project, new Date(bench.clock()));
  const key = workflowKey(id);
  const start = {
    type: 'start',
    id,
    workflow_type: 'orchestrate',
    project,
    description: project,
    total_phases: 2,
  } as const;
  for (const event of [start, ...more]) await write(bench, key, planWorkflow(key, event, bench.root));
  return key;
}

async function command(bench: Workbench, feature: string, ...more: readonly CommandEvent[]): Promise<Key> {
  const key = commandKey('design', feature);
  const phase: CommandEvent = {
    type: 'phase',
    command: 'design',
    feature,
    phase: 'research',
    data: { status: 'in_progress' },
  };
  for (const event of [phase, ...more]) await write(bench, key, planCommand(key, event));
  return key;
}

const placeOf = async (bench: Workbench, key: Key): Promise<string | undefined> => (await bench.store.get(key))?.place;
const filesOf = (root: string): string[] =>
  fs
    .readdirSync(path.join(root, '.claude'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

/** Someone else, in a process that lives: this one. */
function someoneElse(): ReturnType<typeof currentOwner> {
  const own = findProcess(process.pid);
  return currentOwner({}, 'another session', own === null ? [] : [own]);
}

describe('clean', () => {
  test('a workflow is archived after 7 days, with its age and its history', async () => {
    const { bench, pass } = benchAt();
    const key = await workflow(bench, 'old');
    pass(7);
    assert.deepEqual((await cleanUp(bench)).moved, []);
    pass(1.5);
    const { moved } = await cleanUp(bench);
    assert.deepEqual(
      moved.map(({ from, to, reason }) => [from, to, reason]),
      [['live', 'archived', 'untouched for 8 days (limit 7)']],
    );
    const stored = await bench.store.get(key);
    assert.deepEqual(
      [stored?.place, stored?.revision, stored?.state['updated_at']],
      ['archived', 2, new Date(began).toISOString()],
    );
    pass(100);
    assert.deepEqual((await cleanUp(bench)).moved, []);
    await assert.rejects(
      write(bench, key, planWorkflow(key, { type: 'advance' }, bench.root)),
      (error: unknown) => isPawlError(error, 'not-allowed') && /archived unfinished/.test(error.message),
    );
    await bench.store.close();
  });

  test('a file in failed/ goes after 30 days there; its history stays', async () => {
    const { bench, pass } = benchAt();
    const key = await workflow(bench, 'lost', { type: 'fail', error: 'no way', final: true });
    pass(30);
    assert.deepEqual((await cleanUp(bench)).moved, []);
    pass(1);
    assert.deepEqual(
      (await cleanUp(bench)).moved.map(({ from, to }) => [from, to]),
      [['failed', 'removed']],
    );
    assert.equal(await placeOf(bench, key), 'removed');
    assert.equal((await bench.store.history(key)).length, 3);
    await bench.store.close();
  });

  test('commands never expire, unfinished or not, and a rehearsal changes nothing', async () => {
    const { bench, pass } = benchAt();
    const unfinished = await command(bench, 'a');
    await command(bench, 'b', { type: 'complete' });
    const old = await workflow(bench, 'w');
    pass(400);
    const rehearsal = await cleanUp(bench, { dryRun: true });
    assert.deepEqual(
      rehearsal.moved.map(({ to }) => to),
      ['archived'],
    );
    assert.equal(await placeOf(bench, old), 'live');
    await cleanUp(bench);
    assert.equal(await placeOf(bench, unfinished), 'live');
    assert.equal(await placeOf(bench, commandKey('design', 'b')), 'live');
    await bench.store.close();
  });

  test('a run that someone works on is never touched, and it is told why', async () => {
    const { bench, pass } = benchAt();
    const key = await workflow(bench, 'held');
    pass(20);
    assert.ok(takeLease(bench, key, someoneElse()).ok);
    const { moved, kept } = await cleanUp(bench);
    assert.deepEqual(moved, []);
    assert.match(kept[0]?.why ?? '', /held by/);
    await assert.rejects(
      archiveRun(bench, key),
      (error: unknown) => isPawlError(error, 'held') && /held by/.test(error.message),
    );
    await assert.rejects(purgeRun(bench, key), (error: unknown) => isPawlError(error, 'held'));
    assert.equal((await archiveRun(bench, key, { evenIfHeld: true })).stored.place, 'failed');
    await bench.store.close();
  });

  test('one’s own lease counts while one shows oneself, not for weeks', async () => {
    const { bench, pass } = benchAt();
    const key = await workflow(bench, 'mine');
    pass(20);
    takeLease(bench, key);
    assert.deepEqual((await cleanUp(bench)).kept, [
      { ref: (await bench.store.get(key))?.state['checkpoint_id'], why: 'this session works on it' },
    ]);
    pass(1);
    assert.equal((await cleanUp(bench)).moved.length, 1);
    await bench.store.close();
  });

  test('limits can be given, and a clock that jumped back makes nothing old', async () => {
    const { bench, pass } = benchAt();
    await workflow(bench, 'w');
    pass(-40);
    assert.deepEqual((await cleanUp(bench)).moved, []);
    pass(42);
    assert.deepEqual((await cleanUp(bench)).moved, []);
    assert.equal((await cleanUp(bench, { maxAgeDays: 1 })).moved.length, 1);
    await bench.store.close();
  });

  test('a workflow that was taken up or restored lately is not old, whatever its state says', async () => {
    const { bench, pass } = benchAt();
    const key = await workflow(bench, 'w');
    pass(9);
    await cleanUp(bench);
    await moveRun(bench, key, 'live', { name: 'resumed' });
    assert.deepEqual((await cleanUp(bench)).moved, []);
    pass(8);
    assert.equal((await cleanUp(bench)).moved.length, 1);
    await bench.store.close();
  });

  test('the long history of a completed run is packed once, and every revision can still be read', async () => {
    const { bench, pass } = benchAt();
    const key = await command(bench, 'a');
    for (let round = 0; round < 80; round++) {
      const data = { context_summary: `${round} ${'abc '.repeat(100)}` };
      await write(
        bench,
        key,
        planCommand(key, { type: 'phase', command: 'design', feature: 'a', phase: 'research', data }),
      );
    }
    pass(20);
    assert.deepEqual((await cleanUp(bench)).packed, []);
    await write(bench, key, planCommand(key, { type: 'complete' }));
    pass(8);
    assert.deepEqual((await cleanUp(bench, { dryRun: true })).packed, ['design/a']);
    assert.deepEqual((await cleanUp(bench)).packed, ['design/a']);
    assert.deepEqual((await cleanUp(bench)).packed, []);
    assert.ok(filesOf(bench.root).some((name) => name.endsWith('.br')));
    assert.equal((await bench.store.history(key)).length, 82);
    await bench.store.close();
  });

  test('code goes when it is old, but not the newest of an unfinished run; that of a purged run goes at once', async () => {
    const { bench, pass } = benchAt(tempRepository());
    const open = await command(bench, 'open');
    const over = await command(bench, 'over', { type: 'complete' });
    for (const revision of [1, 2]) await keepCode(bench, open, revision);
    await keepCode(bench, over, 2);
    await keepCode(bench, commandKey('design', 'nowhere'), 1);
    assert.equal((await cleanUp(bench)).code.length, 1);
    pass(31);
    assert.equal((await cleanUp(bench)).code.length, 2);
    assert.deepEqual(
      (await listCode(bench)).map(({ key, revision }) => [key, revision]),
      [['command:design/open', 2]],
    );
    await bench.store.close();
  });

  test('one run that cannot be read does not keep the others from being cleaned up', async () => {
    const { bench, pass } = benchAt();
    const broken = await workflow(bench, 'broken');
    const fine = await workflow(bench, 'fine');
    const log = path.join(
      bench.root,
      '.claude/state/.pawl/workflow',
      `${broken.family === 'workflow' ? broken.id : ''}.log`,
    );
    await bench.store.close();
    fs.writeFileSync(log, `\n${fs.readFileSync(log, 'utf8').trim().slice(0, -30)}\n{"k":"step","v":9`);
    pass(10);
    const again = openWorkbench({ root: bench.root, clock: bench.clock });
    assert.ok((await cleanUp(again)).moved.some(({ ref }) => ref.includes('fine')));
    assert.equal(await placeOf(again, fine), 'archived');
    await again.store.close();
  });
});

describe('cleaning up by itself', () => {
  test('is done at most once a day, and never where pawl keeps nothing', async () => {
    const { bench, pass } = benchAt();
    assert.equal(await cleanAutomatically(bench), null);
    assert.equal(fs.existsSync(path.join(bench.root, '.claude')), false);
    await workflow(bench, 'w');
    pass(10);
    assert.equal((await cleanAutomatically(bench))?.moved.length, 1);
    pass(0.9);
    assert.equal(await cleanAutomatically(bench), null);
    pass(0.2);
    assert.notEqual(await cleanAutomatically(bench), null);
    pass(-300);
    assert.notEqual(await cleanAutomatically(bench), null, 'a clock that jumped back does not put it off');
    await bench.store.close();
  });

  test('fails in silence: through a link that was planted it writes nothing', async () => {
    const { bench } = benchAt();
    await workflow(bench, 'w');
    const target = path.join(tempFolder(), 'target');
    fs.symlinkSync(target, path.join(bench.root, '.claude/state/.pawl/cleaned'));
    assert.equal(await cleanAutomatically(bench), null);
    assert.equal(fs.existsSync(target), false);
    await bench.store.close();
    assert.equal(await cleanAutomatically(bench), null);
  });
});

describe('archive and delete', () => {
  test('a command’s file goes away, its history stays; twice changes nothing more', async () => {
    const { bench } = benchAt();
    const key = await command(bench, 'a');
    assert.deepEqual(
      [(await archiveRun(bench, key)).stored.place, (await archiveRun(bench, key)).changed],
      ['archived', false],
    );
    assert.deepEqual(
      [(await deleteRun(bench, key)).changed, await placeOf(bench, key), (await deleteRun(bench, key)).changed],
      [true, 'removed', false],
    );
    assert.equal((await bench.store.history(key)).length, 3);
    await assert.rejects(archiveRun(bench, key, { expect: 1 }), (error: unknown) => isPawlError(error, 'conflict'));
    await assert.rejects(deleteRun(bench, commandKey('none')), (error: unknown) => isPawlError(error, 'not-found'));
    await bench.store.close();
  });

  test('a purge leaves no trace: no file, no log, no line in the catalogue, no lease, no code, nothing kept aside', async () => {
    const root = tempRepository();
    const { bench } = benchAt(root);
    const key = await command(bench, 'secret-plan');
    const file = bench.store.pathOf?.(key) ?? '';
    fs.writeFileSync(file, '{ not json');
    await bench.store.get(key);
    await write(bench, key, planCommand(key, { type: 'complete' }));
    await keepCode(bench, key, 1);
    takeLease(bench, key);
    bindRun(bench, 's1', key);
    noteTouched(root, key, 'secret-plan.md', true);
    const other = await command(bench, 'other');
    await bench.store.close();
    const again = openWorkbench({ root });
    assert.deepEqual(await purgeRun(again, key), { ref: 'design/secret-plan', purged: true, code: 1 });
    await again.store.close();
    const left = fs
      .readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}.git`))
      .filter(
        (entry) =>
          entry.name.includes('secret') ||
          fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8').includes('secret-plan'),
      );
    assert.deepEqual(
      left.map((entry) => entry.name),
      [],
    );
    assert.equal(git(root, 'for-each-ref', 'refs/pawl'), '');
    assert.equal(await placeOf(openWorkbench({ root }), other), 'live');
  });
});

test('cleaning up takes leases away that were over long ago', async () => {
  const { bench, pass } = benchAt();
  const leases = (): number => fs.readdirSync(path.join(bench.root, '.claude/state/.pawl/leases')).length;
  for (const feature of ['a', 'b']) takeLease(bench, await command(bench, feature));
  pass(0.9);
  takeLease(bench, commandKey('design', 'b'));
  pass(0.2);
  assert.equal((await cleanUp(bench, { dryRun: true })).swept.length, 0);
  assert.equal(leases(), 2);
  await cleanUp(bench);
  assert.equal(leases(), 1);
});
