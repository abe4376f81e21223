// What a session goes on with when it begins, and when a command is typed without an argument: nobody has to take it up.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { Agent } from '../support/hooks.js';
import { documentOf, pawl, tempRepository } from './program.js';

/** Writes a file as the agent's tool does. */
async function writes(agent: Agent, name: string): Promise<void> {
  await agent.meets('PostToolUse', 'post-tool-use-write', { tool_input: { file_path: path.join(agent.root, name) } });
}

const types = async (agent: Agent, prompt: string): Promise<string> =>
  (await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt })).context;

const begins = async (agent: Agent, source = 'startup'): Promise<string> =>
  (await agent.meets('SessionStart', `session-start-${source}`)).context;

function shown(root: string, ref: string): JsonObject {
  return documentOf(pawl(['show', ref, '--json'], root));
}

function phaseOf(root: string, ref: string, name: string): JsonObject {
  const { phases } = shown(root, ref);
  const phase = isJsonObject(phases) ? phases[name] : undefined;
  assert.ok(isJsonObject(phase));
  return phase;
}

/** Who holds a run, as another session sees it. */
function holderOf(root: string, ref: string): string {
  const { holder } = documentOf(pawl(['resume', ref, '--json'], root, { PAWL_SESSION: 'looks' }));
  return isJsonObject(holder) ? String(holder['owner']) : '';
}

describe('a session that begins after another was killed', () => {
  test('goes on with its run: its files, tasks and summary are recorded, and the next agent is told who has it', async () => {
    const root = tempRepository();
    const ana = new Agent(root, 'ana');
    await types(ana, '/implement auth');
    await writes(ana, 'a.ts');
    await ana.kill();
    const [ben, carl] = [new Agent(root, 'ben'), new Agent(root, 'carl')];
    assert.doesNotMatch(await begins(ben), /Someone else/);
    assert.equal(holderOf(root, 'implement/auth'), 'session ben');
    assert.match(await begins(carl), /^Someone else works on it, agree with them first: held by session ben/m);
    await writes(ben, 'b.ts');
    await writes(carl, 'c.ts');
    await ben.meets('TaskCreated', 'task-created', { task_id: '7', task_subject: 'Do login' });
    await ben.meets('PreCompact', 'pre-compact');
    await ben.meets('PostCompact', 'post-compact', { compact_summary: 'Login is half done.' });
    const phase = phaseOf(root, 'implement/auth', 'implementation');
    assert.deepEqual(phase['files_created'], ['a.ts', 'b.ts']);
    assert.match(await begins(ben, 'compact'), /^In progress: implementation \(task 7: Do login\)$/m);
    assert.match(JSON.stringify(shown(root, 'implement/auth')), /Login is half done/);
    await Promise.all([ben.kill(), carl.kill()]);
  });

  test('takes none where several were cut off, and nothing of a session that lives', async () => {
    const root = tempRepository();
    const [ana, ben, dora] = [new Agent(root, 'ana'), new Agent(root, 'ben'), new Agent(root, 'dora')];
    await types(dora, '/design pay');
    await types(ana, '/implement one');
    await types(ben, '/implement two');
    await Promise.all([ana.kill(), ben.kill()]);
    const carl = new Agent(root, 'carl');
    assert.match(await begins(carl), /^Run: implement\/two /m);
    await writes(carl, 'c.ts');
    assert.deepEqual(
      ['implement/one', 'implement/two', 'design/pay'].map((ref) => holderOf(root, ref)),
      ['', '', 'session dora'],
    );
    // One of them is finished: now it is clear which is meant.
    assert.equal(pawl(['delete', 'implement/two', '--yes'], root).code, 0);
    const eve = new Agent(root, 'eve');
    await begins(eve);
    assert.equal(holderOf(root, 'implement/one'), 'session eve');
    await Promise.all([carl.kill(), dora.kill(), eve.kill()]);
  });

  test('leaves what a person has to decide about', async () => {
    const root = tempRepository();
    const ana = new Agent(root, 'ana');
    await types(ana, '/implement auth');
    await ana.runs('phase', 'implement/auth', 'implementation', 'failed', '--error', 'no luck');
    await ana.kill();
    const ben = new Agent(root, 'ben');
    assert.match(await begins(ben), /^A person decides first/m);
    await writes(ben, 'b.ts');
    assert.equal(holderOf(root, 'implement/auth'), '');
    assert.doesNotMatch(pawl(['brief'], root).out, /b\.ts/);
    await ben.kill();
  });
});

describe('a session that begins after another ended', () => {
  test('holds the one run that is unfinished with its first work on it, and not before', async () => {
    const root = tempRepository();
    const ana = new Agent(root, 'ana');
    await types(ana, '/implement auth');
    await ana.meets('SessionEnd', 'session-end');
    const [ben, carl] = [new Agent(root, 'ben'), new Agent(root, 'carl')];
    for (const agent of [ben, carl]) assert.doesNotMatch(await begins(agent), /Someone else/);
    await ben.meets('Stop', 'stop');
    assert.equal(holderOf(root, 'implement/auth'), '', 'a window that is only open stops nobody');
    await writes(ben, 'b.ts');
    assert.equal(holderOf(root, 'implement/auth'), 'session ben');
    await writes(carl, 'c.ts');
    await ben.runs('phase', 'implement/auth', 'implementation', 'complete');
    assert.deepEqual(phaseOf(root, 'implement/auth', 'implementation')['files_created'], ['b.ts']);
    await Promise.all([ana.kill(), ben.kill(), carl.kill()]);
  });

  test('reopened, holds its run again', async () => {
    const root = tempRepository();
    const ana = new Agent(root, 'ana');
    await types(ana, '/implement auth');
    await ana.meets('SessionEnd', 'session-end');
    await begins(ana, 'resume');
    assert.equal(holderOf(root, 'implement/auth'), 'session ana');
    await ana.kill();
  });

  test('is told again each time that it is reopened', async () => {
    const root = tempRepository();
    const first = new Agent(root, 'ana');
    await types(first, '/implement auth');
    await first.kill();
    for (let n = 0; n < 2; n++) {
      const again = new Agent(root, 'ana');
      assert.notEqual(await begins(again, 'resume'), '');
      await again.kill();
    }
  });
});

describe('a run that is taken up by `pawl resume`', () => {
  test('is what the session works on', async () => {
    const root = tempRepository();
    const ana = new Agent(root, 'ana');
    await types(ana, '/implement old');
    await types(ana, '/implement new');
    await ana.meets('SessionEnd', 'session-end');
    await ana.kill();
    const ben = new Agent(root, 'ben');
    await begins(ben);
    await ben.runs('resume', 'implement/old', '--auto');
    await writes(ben, 'b.ts');
    assert.match(await begins(ben, 'compact'), /^Run: implement\/old /m);
    await ben.runs('phase', 'implement/old', 'implementation', 'complete');
    assert.deepEqual(phaseOf(root, 'implement/old', 'implementation')['files_created'], ['b.ts']);
    await ben.kill();
  });
});

describe('a command that is typed without an argument', () => {
  test('means the run that was cut off or left, and begins no empty one', async () => {
    for (const how of ['killed', 'ended', 'untold'] as const) {
      const root = tempRepository();
      const ana = new Agent(root, 'ana');
      await types(ana, '/implement auth');
      if (how === 'ended') await ana.meets('SessionEnd', 'session-end');
      await ana.kill();
      const ben = new Agent(root, 'ben');
      if (how !== 'untold') await begins(ben);
      assert.match(await types(ben, '/implement'), /^Run: implement\/auth /m, how);
      assert.equal(holderOf(root, 'implement/auth'), 'session ben');
      assert.ok(!fs.existsSync(path.join(root, '.claude/state/implement.json')), how);
      await ben.kill();
    }
  });

  test('is about the feature of the run before, also when that is complete', async () => {
    const root = tempRepository();
    const ana = new Agent(root, 'ana');
    await types(ana, '/design auth');
    for (const phase of ['research', 'planning', 'specs']) await ana.runs('phase', 'design/auth', phase, 'complete');
    await ana.runs('complete', 'design/auth');
    assert.match(await types(ana, '/implement'), /^Run: implement\/auth /m);
    await ana.kill();
  });
});

describe('/orchestrate', () => {
  test('goes on with the workflow that is named by its project or description, and with no other', async () => {
    const root = tempRepository();
    const start = (project: string, description: string): string =>
      String(
        documentOf(
          pawl(
            ['workflow', 'start', 'orchestrate', project, '--description', description, '--phases', '2', '--json'],
            root,
          ),
        )['ref'],
      );
    const auth = start('auth_system', 'Implement auth');
    start('pay', 'Take money');
    for (const typed of ['auth_system', '"Implement auth"', 'Implement auth', auth]) {
      const agent = new Agent(root, `a${typed.length}`);
      const brief = await types(agent, `/orchestrate ${typed}`);
      assert.match(brief, /^Run: orchestrate_auth_system_/m, typed);
      assert.match(brief, /^Slash command: \/orchestrate auth_system$/m);
      assert.equal(holderOf(root, auth), `session a${typed.length}`);
      await agent.meets('SessionEnd', 'session-end');
      await agent.kill();
    }
    const other = new Agent(root, 'other');
    assert.equal(await types(other, '/orchestrate zzz'), '');
    assert.match(await types(other, '/orchestrate'), /^Run: orchestrate_/m);
    await other.kill();
  });
});
