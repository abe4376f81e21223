// Runs as a whole through the library: looking back, deciding, putting away, examining.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { commandKey } from '../../src/rules/names.js';
import { takeLease } from '../../src/service/lease/leases.js';
import { openProject, type Project } from '../../src/surfaces/library/project.js';
import { tempFolder } from '../support/temp.js';

const auth = { command: 'implement', feature: 'auth' };
const file = '.claude/state/implement-auth.json';
const day = 24 * 60 * 60 * 1000;

/** A project with one run of two revisions, and a clock that is put forward by hand. */
async function stage(): Promise<{ project: Project; root: string; pass: (days: number) => void }> {
  const root = tempFolder();
  let now = Date.now();
  const project = await openProject({ root, actor: 'ana', clock: () => now });
  await project.commands.phase(auth, 'api', { status: 'in_progress' });
  fs.writeFileSync(path.join(root, 'api.ts'), '');
  await project.commands.phase(auth, 'api', { status: 'complete', files_created: ['api.ts'] });
  return { project, root, pass: (days) => void (now += days * day) };
}

describe('the past of a run', () => {
  test('can be compared, explained, brought back and forked', async () => {
    const { project } = await stage();
    const { from, to, changes, patch } = await project.diff('implement/auth');
    assert.deepEqual([from?.revision, to.revision], [1, 2]);
    assert.deepEqual(
      changes.map(({ text }) => text),
      ['phase api: in_progress → complete, 1 file added'],
    );
    assert.ok(patch.some((one) => one.path === '/phases/api/status'));
    assert.equal((await project.diff('implement/auth', { from: 0, to: 1 })).from, null);
    assert.deepEqual(
      (await project.why('implement/auth', 'api')).reasons.map(({ revision }) => revision),
      [1, 2],
    );
    const restored = await project.restore('implement/auth', 1, { expect: 2 });
    assert.deepEqual([restored.from, restored.checkpoint.revision], [1, 3]);
    await assert.rejects(project.restore('implement/auth', 9), { code: 'not-found' });
    const forked = await project.fork('implement/auth', 'implement/auth-v2', { revision: 2 });
    assert.deepEqual(forked.from, { ref: 'implement/auth', revision: 2 });
    assert.equal(forked.checkpoint.ref, 'implement/auth-v2');
    await project.close();
  });
});

describe('the decision about runs', () => {
  test('changes nothing, unless the run is to be taken up and that is safe', async () => {
    const { project, root } = await stage();
    const leases = path.join(root, '.claude/state/.pawl/leases');
    const decision = await project.resume();
    assert.deepEqual(
      [decision.verdict, decision.ref, decision.from, decision.taken],
      ['resume', 'implement/auth', 'implementation', false],
    );
    assert.equal(fs.existsSync(leases), false);
    assert.equal((await project.resume('implement/auth', { session: 'ana', take: true })).taken, true);
    const refused = await project.resume('implement/auth', { session: 'ben', take: true });
    assert.deepEqual([refused.verdict, refused.holder?.owner, refused.taken], ['blocked', 'session ana', false]);
    assert.match((await project.brief()) ?? '', /^Done, do not redo: api \(1 file\)$/m);
    await project.commands.complete(auth);
    assert.equal(await project.brief('implement/auth'), null);
    await assert.rejects(project.resume('implement/atuh'), { code: 'not-found' });
    await project.close();
  });
});

describe('a choice about a run', () => {
  test('takes it up also when someone had to be asked, starts it afresh, or deletes it', async () => {
    const { project } = await stage();
    await project.commands.phase(auth, 'api', { status: 'failed', error: 'no network' });
    assert.deepEqual((await project.resume('implement/auth', { take: true })).acted, null);
    const resumed = await project.resume('implement/auth', { choose: 'r', session: 'ana' });
    assert.deepEqual([resumed.verdict, resumed.acted, resumed.taken], ['resume', 'resumed', true]);
    const restarted = await project.resume('implement/auth', { choose: 's', session: 'ana' });
    assert.deepEqual([restarted.acted, restarted.new_ref, restarted.from], ['restarted', 'implement/auth', 'api']);
    const deleted = await project.resume('implement/auth', { choose: 'd', session: 'ana' });
    assert.deepEqual([deleted.acted, deleted.place], ['deleted', 'removed']);
    assert.ok((await project.history('implement/auth')).length >= 5);
    await project.close();
  });

  test('begins a workflow again under an id of its own', async () => {
    const { project, pass } = await stage();
    const start = { workflow_type: 'orchestrate', project: 'shop', description: 'Sell', total_phases: 2 };
    const { ref } = await project.workflows.start(start);
    pass(1);
    const { acted, new_ref, taken } = await project.resume(ref, { choose: 's' });
    assert.deepEqual([acted, taken, new_ref !== ref], ['restarted', true, true]);
    assert.equal((await project.load(ref))?.place, 'failed');
    await project.close();
  });

  test('that the run does not leave is refused', async () => {
    const { project } = await stage();
    await project.resume('implement/auth', { session: 'ben', take: true });
    await assert.rejects(project.resume('implement/auth', { session: 'ana', choose: 'd' }), { code: 'held' });
    await project.commands.complete(auth);
    await assert.rejects(project.resume('implement/auth', { choose: 'r' }), { code: 'not-allowed' });
    await assert.rejects(project.resume(undefined, { choose: 'r' }), { code: 'not-found' });
    await project.close();
  });
});

describe('saves for a session', () => {
  test('take the run, tell who else works on it, and give it back in the end', async () => {
    const root = tempFolder();
    const [ana, ben] = await Promise.all(['ana', 'ben'].map((session) => openProject({ root, session })));
    assert.ok(ana !== undefined && ben !== undefined);
    assert.equal((await ana.commands.phase(auth, 'api', { status: 'in_progress' })).heldBy, null);
    const theirs = await ben.commands.phase(auth, 'api', { note: 'from ben' });
    assert.equal(theirs.heldBy?.owner, 'session ana');
    assert.equal((await ben.resume('implement/auth', { session: 'ben' })).verdict, 'blocked');
    await ana.commands.complete(auth);
    await ben.commands.phase(auth, 'api', { status: 'in_progress' });
    assert.equal((await ana.commands.phase(auth, 'api', { note: 'from ana' })).heldBy?.owner, 'session ben');
    await Promise.all([ana.close(), ben.close()]);
  });

  test('hold it against others only: the session itself resumes it, is briefed, and puts it away', async () => {
    const root = tempFolder();
    const [ana, ben] = await Promise.all(['ana', 'ben'].map((session) => openProject({ root, session })));
    assert.ok(ana !== undefined && ben !== undefined);
    for (const put of ['archive', 'delete', 'purge'] as const) {
      await ana.commands.phase(auth, 'api', { status: 'in_progress' });
      assert.equal((await ana.resume('implement/auth')).verdict, 'resume');
      assert.doesNotMatch((await ana.brief('implement/auth')) ?? '', /Someone else/);
      assert.equal((await ben.resume('implement/auth')).verdict, 'blocked');
      assert.match((await ben.brief('implement/auth')) ?? '', /Someone else/);
      await assert.rejects(ben[put]('implement/auth'), { code: 'held' });
      await ana[put]('implement/auth');
    }
    await Promise.all([ana.close(), ben.close()]);
  });

  test("leave the run open for the session's own durable phases, and not for another's", async () => {
    const root = tempFolder();
    const [ana, ben] = await Promise.all(['ana', 'ben'].map((session) => openProject({ root, session })));
    assert.ok(ana !== undefined && ben !== undefined);
    await ana.commands.phase(auth, 'api', { status: 'in_progress' });
    await assert.rejects(ben.command('implement', { feature: 'auth' }), { code: 'held' });
    await (await ana.command('implement', { feature: 'auth' })).close();
    await Promise.all([ana.close(), ben.close()]);
  });

  test('are not what a project without a session does', async () => {
    const { project, root } = await stage();
    assert.equal(fs.existsSync(path.join(root, '.claude/state/.pawl/leases')), false);
    assert.equal('heldBy' in (await project.commands.complete(auth)), false);
    await project.close();
  });
});

describe('a run that is put away', () => {
  test('is archived or deleted with its history, purged without; not while someone else works on it', async () => {
    const { project, root } = await stage();
    const bench = { root, clock: Date.now };
    const owner = { id: 'session ben', process: null, ancestors: [] };
    assert.ok(takeLease(bench, commandKey('implement', 'auth'), owner).ok);
    for (const put of ['archive', 'delete', 'purge'] as const) {
      await assert.rejects(project[put]('implement/auth'), { code: 'held' });
    }
    assert.equal((await project.archive('implement/auth', { evenIfHeld: true })).checkpoint.place, 'archived');
    assert.equal(fs.existsSync(path.join(root, file)), false);
    const deleted = await project.delete('implement/auth', { evenIfHeld: true });
    assert.deepEqual([deleted.changed, deleted.revision], [true, 4]);
    assert.equal((await project.restore('implement/auth', 2)).checkpoint.place, 'live');
    assert.equal((await project.purge('implement/auth', { evenIfHeld: true })).purged, true);
    assert.equal(await project.load('implement/auth'), null);
    await project.close();
  });

  test('is put away by cleaning up when it is old, by the limits of the configuration', async () => {
    const { project, root, pass } = await stage();
    const start = { workflow_type: 'orchestrate', project: 'shop', description: 'The shop', total_phases: 2 };
    const { ref } = await project.workflows.start(start);
    pass(3);
    assert.deepEqual((await project.clean({ dryRun: true })).moved, []);
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), '{"retention": {"max_age_days": 2}}');
    assert.equal(
      (await project.list()).every(({ stale }) => stale),
      true,
    );
    assert.deepEqual(
      (await project.clean()).moved.map((one) => [one.ref, one.to]),
      [[ref, 'archived']],
    );
    await project.close();
  });
});

describe('the files of a project', () => {
  test('are examined, and put right when asked to', async () => {
    const { project, root } = await stage();
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    fs.writeFileSync(path.join(root, file), text.replace('"version": 1', '"version": "1"'));
    const found = await project.doctor();
    assert.deepEqual([found.checked, found.drifted, found.fixed], [1, 1, 0]);
    assert.equal((await project.doctor({ fix: true })).fixed, 1);
    assert.equal((await project.doctor({ paths: [path.join(root, file)] })).ok, 1);
    await project.close();
  });
});
