// Which run a program opens, and whose it is.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { workflowKey } from '../../src/rules/names.js';
import { takeLease } from '../../src/service/lease/leases.js';
import type { Decision } from '../../src/service/resume/decision.js';
import { command, workflow } from '../../src/surfaces/library/durable.js';
import { auth, failedFile, liveFile, openAuth, workflowOf } from '../support/durable.js';
import { openStage, session } from '../support/runs.js';
import { tempFolder } from '../support/temp.js';

const dayMs = 24 * 60 * 60 * 1000;

describe('an unfinished run', () => {
  test("of other work stands in nobody's way", async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    for (const other of [{ project: 'billing' }, { description: 'Sign-out' }]) {
      assert.equal((await openAuth(stage, other)).resumed, false);
    }
    assert.equal((await stage.project.workflow('implement', auth)).resumed, false);
    await run.close();
    assert.equal((await openAuth(stage)).ref, run.ref);
  });

  test('can be put away for a fresh start, or be an error', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.phase('plan', () => 1);
    await run.close();
    await assert.rejects(openAuth(stage, { onUnfinished: 'error' }), { code: 'undecided' });
    stage.now += 1_000;
    const fresh = await openAuth(stage, { onUnfinished: 'fresh' });
    assert.deepEqual([fresh.resumed, await fresh.phase('plan', () => 2)], [false, 2]);
    assert.equal(JSON.parse(fs.readFileSync(failedFile(stage, run.ref), 'utf8')).status, 'abandoned');
  });

  test('is a question when it is old, and a function may answer', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.close();
    stage.now += 9 * dayMs;
    await assert.rejects(openAuth(stage), { code: 'undecided', message: /9 days old \(limit 7\)/ });
    const asked: Decision[] = [];
    const onUnfinished = async (decision: Decision): Promise<'resume'> => (asked.push(decision), 'resume');
    const again = await openAuth(stage, { onUnfinished });
    assert.deepEqual([again.ref, asked.map(({ verdict }) => verdict)], [run.ref, ['ask']]);
  });

  test('that was finished is over: the same work begins anew', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.phase('plan', () => 1);
    await run.finish();
    assert.equal(fs.existsSync(liveFile(stage, run.ref)), false);
    const archived = await stage.project.load(run.ref);
    assert.ok(archived !== null);
    assert.deepEqual([archived.place, workflowOf(archived).status], ['archived', 'complete']);
    stage.now += 1_000;
    assert.equal((await openAuth(stage)).resumed, false);
  });

  test('that is given up is in failed/ with the reason', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.fail(new Error('the plan was dropped'));
    assert.equal(JSON.parse(fs.readFileSync(failedFile(stage, run.ref), 'utf8')).last_error, 'the plan was dropped');
  });
});

describe('a run that is open', () => {
  test('is held: this program cannot open it twice, and is told who else has it', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await assert.rejects(openAuth(stage), { code: 'held', message: /open in this program already/ });
    await run.close();
    assert.ok(takeLease(stage.bench, workflowKey(run.ref), session('ben')).ok);
    await assert.rejects(openAuth(stage), (error: Error & { code?: string; data?: { holder?: { owner: string } } }) => {
      assert.deepEqual([error.code, error.data?.holder?.owner], ['held', 'session ben']);
      return /held by session ben/.test(error.message);
    });
  });

  test('takes over what its own session has taken up', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await run.close();
    assert.ok(takeLease(stage.bench, workflowKey(run.ref), session('ben')).ok);
    assert.equal((await openAuth(stage, { session: 'ben' })).ref, run.ref);
  });

  test('begins once, when two ask for it in the same moment', async () => {
    const stage = await openStage();
    const both = await Promise.allSettled([openAuth(stage), openAuth(stage)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await stage.project.list({ family: 'workflow' })).length, 1);
  });

  test('that someone took away stores nothing more', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    takeLease(stage.bench, workflowKey(run.ref), session('ben'), { steal: true });
    const wait = new Promise((resolve) => setTimeout(resolve, 1_100));
    await assert.rejects(
      run.phase('plan', () => wait.then(() => 1)),
      { code: 'held', message: /session ben/ },
    );
    assert.deepEqual(workflowOf(await run.checkpoint()).completed_phases, []);
  });

  test('is closed with its project, and refuses phases from then on', async () => {
    const stage = await openStage();
    const run = await openAuth(stage);
    await stage.project.close();
    await assert.rejects(
      run.phase('plan', () => 1),
      { code: 'closed', message: /is closed/ },
    );
    const other = await openStage(stage.root);
    assert.equal((await openAuth(other)).resumed, true);
  });
});

describe('workflow() and command()', () => {
  test('open the project themselves and close it with the run', async () => {
    const root = tempFolder();
    const options = { root, actor: 'program', ...auth };
    const run = await workflow('orchestrate', options);
    await run.phase('plan', () => 1);
    await run.close();
    const file = path.join(root, '.claude/checkpoints', `${run.ref}.json`);
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')).workflow_state.phase_results, { plan: 1 });
    const again = await workflow('orchestrate', options);
    assert.equal(again.resumed, true);
    await again.finish();
    assert.equal(fs.existsSync(file), false);
    const implement = await command('implement', { root, feature: 'auth' });
    await implement.phase('code', () => 1);
    await implement.finish();
  });

  test('tell every wrong argument at once', async () => {
    const root = tempFolder();
    // @ts-expect-error -- as a program in JavaScript may call it
    const wrong = workflow('', { root, projekt: 'auth', description: '', order: 'some' });
    await assert.rejects(wrong, (error: Error & { problems?: readonly { path: string }[] }) => {
      assert.deepEqual(error.problems?.map(({ path: at }) => at).sort(), [
        '/options/description',
        '/options/order',
        '/options/project',
        '/options/projekt',
        '/type',
      ]);
      return true;
    });
    const run = await workflow('orchestrate', { root, ...auth });
    // @ts-expect-error -- as a program in JavaScript may call it
    await assert.rejects(run.phase('plan', 1, { retry: { attempts: 0 }, schema: {} }), {
      code: 'bad-input',
      message: /3 problems/,
    });
    await run.close();
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude')), ['checkpoints', 'state']);
  });
});
