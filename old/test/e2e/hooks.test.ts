import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { isFirst } from '../../src/service/hooks/once.js';
import { Agent, hook, recorded, workedProject } from '../support/hooks.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, git, pawl, program, tempRepository, textOf } from './program.js';

const summary = 'The tables users and sessions exist; a session ends after a day.';

/** A session that works on /implement auth: one phase is done, an idea was rejected, the next one is under way. */
async function workOn(agent: Agent): Promise<void> {
  await agent.meets('SessionStart', 'session-start-startup');
  await agent.meets('UserPromptExpansion', 'user-prompt-expansion');
  await agent.runs('phase', 'implement/auth', 'implementation', 'complete', '--summary', summary);
  await agent.runs('note', 'implement/auth', '--reject', 'JWT in cookies', '--next', 'Write the logout route.');
  await agent.runs('phase', 'implement/auth', 'validation', 'in_progress');
}

function assertBrief(text: string): void {
  assert.match(text, /^Run: implement\/auth \(command\)/m);
  assert.match(text, /^Done, do not redo: implementation \(/m);
  assert.match(text, /^Rejected, do not revive: JWT in cookies$/m);
  assert.match(text, /^Continue with: validation$/m);
  assert.match(text, /^Next action: Write the logout route\.$/m);
  assert.match(text, /^When it is done: pawl phase implement\/auth validation complete$/m);
  assert.match(text, new RegExp(`^Last summary: ${summary}$`, 'm'));
}

function phasesOf(root: string, ref: string): Record<string, Record<string, unknown>> {
  const { phases } = documentOf(pawl(['show', ref, '--json'], root));
  assert.ok(isJsonObject(phases));
  return JSON.parse(JSON.stringify(phases));
}

test('a hook for a project that is gone ends with 0, and has nothing to say', () => {
  for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']) {
    const { status, stdout } = spawnSync(process.execPath, [program, 'hook', event, '--root', '/nonexistent/x'], {
      input: '{}',
      env: cleanEnv(),
      encoding: 'utf8',
    });
    assert.deepEqual([status, JSON.parse(stdout)], [0, {}], event);
  }
});

describe('an agent whose run cannot be read', () => {
  test('is told the last good revision, and that doctor comes first', { skip: process.platform === 'win32' }, () => {
    const root = tempRepository();
    pawl(['phase', 'implement/auth', 'validation', 'in_progress'], root);
    pawl(['note', 'implement/auth', '--reject', 'JWT in cookies'], root);
    const file = path.join(root, '.claude/state/implement-auth.json');
    fs.rmSync(file);
    assert.equal(spawnSync('mkfifo', [file]).status, 0);
    const { context } = hook('SessionStart', recorded('claude/session-start-startup', root, 'first'), root);
    assert.match(context, /^Run: implement\/auth \(command\), revision 2/m);
    assert.match(context, /^Rejected, do not revive: JWT in cookies$/m);
    assert.match(context, /^A person decides first: cannot read .* Run `pawl doctor` before anything is begun anew$/m);
  });
});

describe('an agent that is killed in the middle', () => {
  test('of /implement is told the right phase, the done work, the rejected idea and the next action when it comes back', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 'first');
    await workOn(agent);
    await agent.meets('PostToolUse', 'post-tool-use-write');
    await agent.kill();
    for (const [session, source] of [
      ['second', 'startup'],
      ['first', 'resume'],
      ['third', 'clear'],
      ['fourth', 'fork'],
    ] as const) {
      const { context, code } = hook('SessionStart', recorded(`claude/session-start-${source}`, root, session), root);
      assert.equal(code, 0);
      assertBrief(context);
      assert.match(context, /^Files: src\/session\.ts/m);
    }
  });

  test('knows the same after its context was compacted, and what it summed up', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 'first');
    await workOn(agent);
    await agent.meets('PostToolUse', 'post-tool-use-write');
    await agent.meets('PreCompact', 'pre-compact');
    assert.deepEqual(phasesOf(root, 'implement/auth')['validation']?.['files_created'], ['src/session.ts']);
    await agent.meets('PostCompact', 'post-compact');
    const { context } = await agent.meets('SessionStart', 'session-start-compact');
    assertBrief(context);
    assert.match(context, /^Noted before the context was compacted: The session store is written\./m);
    await agent.kill();
  });
});

describe('two agents on one run', () => {
  test('the second is told who holds it, and may take it over at once after the first dies', async () => {
    const root = tempRepository();
    const [ana, ben] = [new Agent(root, 'ana'), new Agent(root, 'ben')];
    await workOn(ana);
    const told = await ben.meets('SessionStart', 'session-start-startup');
    assert.match(
      told.context,
      /^Someone else works on it, agree with them first: held by session ana \(process \d+\)/m,
    );
    const asked = await ben.meets('UserPromptSubmit', 'user-prompt-submit');
    assert.match(asked.context, /held by session ana/);
    await ben.meets('PostToolUse', 'post-tool-use-edit'); // not its run: nothing is noted
    const shown = pawl(['status'], root, { PAWL_SESSION: 'carl' });
    assert.match(shown.out, /^ {2}held by session ana \(process \d+\) since .* UTC$/m);
    assert.doesNotMatch(pawl(['status'], root, { PAWL_SESSION: 'ana' }).out, /held by/, 'one is told of others only');
    await ana.kill();
    assert.doesNotMatch(pawl(['status'], root, { PAWL_SESSION: 'carl' }).out, /held by/);
    const free = await ben.meets('UserPromptExpansion', 'user-prompt-expansion', { command_args: 'auth again' });
    assertBrief(free.context);
    assert.doesNotMatch(free.context, /held by/);
    const held = documentOf(pawl(['resume', 'implement/auth', '--json'], root, { PAWL_SESSION: 'carl' }));
    assert.match(JSON.stringify(held['holder']), /session ben/);
    await ben.kill();
  });
});

describe('an agent that does not name its session to its shell', () => {
  test('is the same holder there, and nobody else', () => {
    const root = tempRepository();
    hook('UserPromptSubmit', recorded('claude/user-prompt-submit', root, 's'), root);
    const resumed = pawl(['resume', 'implement/auth', '--json'], root);
    assert.deepEqual([resumed.code, documentOf(resumed)['holder']], [0, null]);
    const saved = pawl(['phase', 'implement/auth', 'implementation', 'complete', '--json'], root);
    assert.equal(documentOf(saved)['held_by'], null);
    const other = documentOf(pawl(['resume', 'implement/auth', '--json'], root, { PAWL_SESSION: 'other' }));
    assert.match(JSON.stringify(other['holder']), /session s"/, 'it is still the session that holds it');
  });
});

describe('a session that is reopened after its process was killed', () => {
  test('holds its run again before it does anything, also for the others', async () => {
    const root = tempRepository();
    const first = new Agent(root, 'ana');
    await workOn(first);
    await first.kill();
    const [again, ben] = [new Agent(root, 'ana'), new Agent(root, 'ben')];
    assertBrief((await again.meets('SessionStart', 'session-start-resume')).context);
    assert.match((await ben.meets('SessionStart', 'session-start-startup')).context, /held by session ana/);
    await Promise.all([again.kill(), ben.kill()]);
  });
});

describe('a turn that takes longer than a lease lasts', () => {
  test('keeps its run as long as the agent writes files', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 'ana');
    await workOn(agent);
    const own = path.join(root, '.claude/state/.pawl');
    for (const folder of ['sessions', 'leases']) {
      for (const name of fs.readdirSync(path.join(own, folder))) {
        const file = path.join(own, folder, name);
        const old = new Date(Date.now() - 40 * 60_000).toISOString();
        fs.writeFileSync(file, textOf(file).replaceAll(/"(at|beat)": ?"[^"]*"/g, `"$1":"${old}"`));
      }
    }
    const holder = (): unknown =>
      documentOf(pawl(['resume', 'implement/auth', '--json'], root, { PAWL_SESSION: 'ben' }))['holder'] ?? null;
    assert.equal(holder(), null);
    await agent.meets('PostToolUse', 'post-tool-use-write');
    assert.match(JSON.stringify(holder()), /session ana/);
    await agent.kill();
  });
});

describe('an agent that works on a run that someone else holds', () => {
  test('has its files recorded with it from its first step on', async () => {
    const root = tempRepository();
    const [ana, ben] = [new Agent(root, 'ana'), new Agent(root, 'ben')];
    await ana.meets('UserPromptSubmit', 'user-prompt-submit');
    await ben.meets('UserPromptSubmit', 'user-prompt-submit');
    await ben.runs('phase', 'implement/auth', 'implementation', 'in_progress');
    const writes = async (name: string): Promise<unknown> =>
      ben.meets('PostToolUse', 'post-tool-use-write', { tool_input: { file_path: path.join(root, name) } });
    await writes('b1.ts');
    await ana.kill();
    await writes('b2.ts');
    await ben.runs('phase', 'implement/auth', 'implementation', 'complete');
    assert.deepEqual(phasesOf(root, 'implement/auth')['implementation']?.['files_created'], ['b1.ts', 'b2.ts']);
    await ben.kill();
  });
});

describe('a session', () => {
  test('gives its id to later shell calls, quoted, and only once', () => {
    const root = tempRepository();
    const file = path.join(tempFolder(), 'env.sh');
    for (const session of ["it's $(touch canary)", "it's $(touch canary)", 'x']) {
      hook('SessionStart', recorded('claude/session-start-startup', root, session), root, { CLAUDE_ENV_FILE: file });
    }
    const [first, second, third, ...rest] = textOf(file).trimEnd().split('\n');
    assert.deepEqual(
      [first, third, rest],
      [`export PAWL_SESSION='it'\\''s $(touch canary)'`, 'export PAWL_SESSION=x', []],
    );
    assert.match(second ?? '', /^export PAWL_SESSION_ROOT=/);
    const { stdout } = spawnSync('sh', ['-c', `. ${file}; echo "$PAWL_SESSION"`], { cwd: root, encoding: 'utf8' });
    assert.equal(stdout, 'x\n');
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
  });

  test('opens a run with a command, goes on with the feature of the run at hand, and is bound to it', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    const opened = await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    assert.match(opened.context, /^Run: implement\/auth \(command\), revision 1/m);
    assert.match(opened.context, /^In progress: implementation$/m);
    // The feature is the first argument, else that of the run at hand.
    const review = await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/pawl:review' });
    assert.match(review.context, /^Run: review\/auth /m);
    const other = await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/design "pay later" --fast' });
    assert.match(other.context, /^Run: design\/pay later /m);
    // Bound to the last one, and the others are one line.
    const { context } = await agent.meets('SessionStart', 'session-start-resume');
    assert.match(context, /^Run: design\/pay later /m);
    assert.match(context, /^Also unfinished: .*review\/auth \(in_progress, 0 of 2\)/m);
    // Without a session there is nothing at hand.
    const none = hook('UserPromptSubmit', JSON.stringify({ prompt: '/research', cwd: root }), root);
    assert.match(none.context, /^Run: research \(command\)/m);
    await agent.kill();
  });

  test('takes no marks of a sentence for a part of the name', () => {
    const root = tempRepository();
    for (const [prompt, ref] of [
      ['/start BAS-6: fix login', 'start/BAS-6'],
      ['/implement auth, and be quick.', 'implement/auth'],
      ['/implement auth!', 'implement/auth'],
      ['/implement v1.2', 'implement/v1.2'],
    ] as const) {
      const typed = recorded('claude/user-prompt-submit', root, 's', { prompt });
      assert.ok(hook('UserPromptSubmit', typed, root).context.includes(`\nRun: ${ref} (command)`), prompt);
    }
  });

  test('of plain prompts, unknown commands and unknown events stays alone', () => {
    const root = tempRepository();
    const prompts = [
      'hello',
      '/help',
      '/compact',
      'see /implement auth',
      '/implements auth',
      '/',
      '/pawl:',
      '/other:implement x',
    ];
    for (const prompt of prompts) {
      const { answer } = hook('UserPromptSubmit', recorded('claude/user-prompt-submit', root, 's', { prompt }), root);
      assert.deepEqual(answer, {}, prompt);
    }
    assert.deepEqual(hook('Notification', recorded('claude/notification', root, 's'), root).answer, {});
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('that meets one event from a plugin and from settings acts once', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await workOn(agent);
    const typed = { prompt: '/review auth' };
    agent.hookFile = path.resolve('plugin/dist/hook/pawl-hook.cjs');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit', typed);
    // Both may lead to the same package.
    const [settings, plugin] = [agent.hookFile, path.resolve('plugin/scripts/hook.cjs')];
    agent.hookFile = plugin;
    assert.deepEqual((await agent.meets('UserPromptSubmit', 'user-prompt-submit', typed)).answer, {});
    await agent.meets('TaskCreated', 'task-created');
    const { revision: tasked } = documentOf(pawl(['brief', 'review/auth', '--json'], root));
    agent.hookFile = settings;
    await agent.meets('TaskCreated', 'task-created');
    assert.equal(documentOf(pawl(['brief', 'review/auth', '--json'], root))['revision'], tasked);
    await agent.meets('PostCompact', 'post-compact');
    const { revision } = documentOf(pawl(['brief', 'review/auth', '--json'], root));
    await agent.meets('PostCompact', 'post-compact');
    assert.equal(documentOf(pawl(['brief', 'review/auth', '--json'], root))['revision'], revision);
    await agent.kill();
  });

  test('is given the brief of a prompt once, also where nothing was kept before', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    assert.notEqual(
      (await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/implement auth' })).context,
      '',
    );
    const typed = { command_name: 'implement', command_args: 'auth', prompt: '/implement auth' };
    assert.deepEqual((await agent.meets('UserPromptExpansion', 'user-prompt-expansion', typed)).answer, {});
    await agent.kill();
  });

  test('is given it once, also where plugin and settings meet the first prompt of a project in the same moment', async () => {
    const root = tempRepository();
    const ways = [new Agent(root, 's'), new Agent(root, 's')] as const;
    ways[1].hookFile = path.resolve('plugin/scripts/hook.cjs');
    const met = await Promise.all(ways.map((way) => way.meets('UserPromptSubmit', 'user-prompt-submit')));
    assert.equal(met.filter(({ context }) => context !== '').length, 1);
    await Promise.all(ways.map((way) => way.kill()));
  });

  test('that types a command again is answered again, and is bound to the run that it typed last', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    for (const feature of ['auth', 'billing', 'auth', 'auth']) {
      const prompt = `/implement ${feature}`;
      const { context } = await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt });
      assert.match(context, new RegExp(`^Run: implement/${feature} `, 'm'));
    }
    const { context } = await agent.meets('SessionStart', 'session-start-resume');
    assert.match(context, /^Run: implement\/auth /m);
    await agent.kill();
  });

  test('notes touched files cheaply and stores them at the next boundary, with the phase that was open', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    const before = documentOf(pawl(['brief', '--json'], root))['revision'];
    for (let n = 0; n < 5; n++) {
      await agent.meets('PostToolUse', 'post-tool-use-write');
      await agent.meets('PostToolUse', 'post-tool-use-edit');
    }
    await agent.meets('PostToolUse', 'post-tool-use-edit', { tool_input: { file_path: `${root}/src/session.ts` } });
    await agent.meets('PostToolUse', 'post-tool-use-edit', { tool_input: { file_path: '/etc/passwd' } });
    await agent.meets('PostToolUse', 'codex/post-tool-use-patch', { cwd: path.join(root) });
    assert.equal(documentOf(pawl(['brief', '--json'], root))['revision'], before);
    await agent.runs('phase', 'implement/auth', 'validation', 'in_progress');
    const phases = phasesOf(root, 'implement/auth');
    assert.deepEqual(phases['implementation']?.['files_created'], ['src/session.ts']);
    assert.deepEqual(phases['implementation']?.['files_modified'], ['src/routes.ts']);
    assert.equal(phases['validation']?.['files_created'], undefined);
    assert.equal(documentOf(pawl(['brief', '--json'], root))['revision'], Number(before) + 1);
    await agent.kill();
  });

  test('that edits what a finished phase made is warned, once', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    await agent.meets('PostToolUse', 'post-tool-use-write');
    await agent.runs('phase', 'implement/auth', 'implementation', 'complete');
    await agent.runs('phase', 'implement/auth', 'validation', 'in_progress');
    const edit = { tool_input: { file_path: `${root}/src/session.ts` } };
    const warned = await agent.meets('PostToolUse', 'post-tool-use-edit', edit);
    assert.match(warned.context, /src\/session\.ts was made by implementation of implement\/auth, which is complete/);
    assert.match(warned.context, /recorded with validation, which is open/);
    assert.doesNotMatch(warned.context, /undo/, 'the guide tells to correct what a check finds');
    assert.deepEqual((await agent.meets('PostToolUse', 'post-tool-use-edit', edit)).answer, {});
    await agent.runs('phase', 'implement/auth', 'validation', 'complete');
    const after = await agent.meets('PostToolUse', 'post-tool-use-edit', edit);
    assert.match(after.context, /if not, undo it/);
    await agent.kill();
  });

  test('tells its current task, and the next one when it is completed', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    const taskOf = (): unknown => {
      const { state } = documentOf(pawl(['show', 'implement/auth', '--json'], root));
      return isJsonObject(state) ? (state['current_task'] ?? null) : undefined;
    };
    await agent.meets('TaskCreated', 'task-created');
    await agent.meets('TaskCreated', 'task-created', { task_id: '2', task_subject: 'Test it' });
    assert.equal(taskOf(), '1');
    await agent.meets('TaskCompleted', 'task-completed');
    assert.equal(taskOf(), '2');
    const { context } = await agent.meets('SessionStart', 'session-start-compact');
    assert.match(context, /^In progress: implementation \(task 2: Test it\)$/m);
    await agent.meets('TaskCompleted', 'task-completed', { task_id: '2', task_subject: 'Test it' });
    assert.equal(taskOf(), null);
    assert.deepEqual(phasesOf(root, 'implement/auth')['implementation']?.['tasks'], {
      '1': { status: 'complete', description: 'Write the logout route' },
      '2': { status: 'complete', description: 'Test it' },
    });
    await agent.meets('PostToolUse', 'post-tool-use-write');
    await agent.meets('PreCompact', 'pre-compact');
    const told = pawl(['history', 'implement/auth'], root).out;
    assert.match(told, /phase implementation: current task, task 2: in_progress → complete$/m);
    assert.match(told, /phase implementation: files$/m);
    await agent.kill();
  });

  test('does not name a task that was deleted or belongs to a phase that is over; the one that was begun is in hand', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    const inProgress = (): string | undefined => /^In progress: (.*)$/m.exec(pawl(['brief'], root).out)?.[1];
    const change = async (taskId: string, status: string): Promise<void> => {
      const update = { tool_name: 'TaskUpdate', tool_input: { taskId, status } };
      await agent.meets('PostToolUse', 'post-tool-use-edit', update);
    };
    const names = ['Write login', 'Write logout', 'Write docs', 'Test it'];
    for (const [index, task_subject] of names.entries())
      await agent.meets('TaskCreated', 'task-created', { task_id: String(index + 1), task_subject });
    await change('2', 'in_progress');
    assert.equal(inProgress(), 'implementation (task 2: Write logout)');
    await change('2', 'deleted');
    assert.equal(inProgress(), 'implementation (task 1: Write login)');
    await agent.runs('phase', 'implement/auth', 'implementation', 'complete');
    await agent.runs('phase', 'implement/auth', 'validation', 'in_progress');
    assert.equal(inProgress(), 'validation');
    await change('3', 'completed');
    assert.equal(inProgress(), 'validation');
    await change('4', 'in_progress');
    assert.equal(inProgress(), 'validation (task 4: Test it)');
    await agent.kill();
  });

  test('gives what it holds back when it ends, stores what it touched, and can be taken up again', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await workOn(agent);
    await agent.meets('PostToolUse', 'post-tool-use-edit');
    await agent.meets('Stop', 'stop');
    await agent.meets('SessionEnd', 'session-end');
    const { holder } = documentOf(pawl(['resume', 'implement/auth', '--json'], root, { PAWL_SESSION: 'other' }));
    assert.equal(holder, null);
    assert.deepEqual(phasesOf(root, 'implement/auth')['validation']?.['files_modified'], ['src/routes.ts']);
    assertBrief((await agent.meets('SessionStart', 'session-start-resume')).context);
    await agent.kill();
  });

  test('that opens a run is told what else is unfinished', async () => {
    const root = workedProject();
    const agent = new Agent(root, 'other');
    const { context } = await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/implement' });
    assert.match(context, /^Run: implement \(command\)/m);
    assert.match(context, /^Also unfinished: implement\/auth \(in_progress/m);
    await agent.kill();
  });

  test('goes on with its run after /clear, whatever others did meanwhile', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's1');
    const typed = await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/implement mine' });
    assert.match(typed.context, /^Run: implement\/mine/m);
    const save = ['phase', 'design/newer', 'requirements', 'in_progress'];
    assert.equal(pawl(save, root, { PAWL_SESSION: 's2' }).code, 0);
    await agent.meets('SessionEnd', 'session-end', { reason: 'clear' });
    const other = new Agent(root, 's3');
    const cleared = await agent.meets('SessionStart', 'session-start-clear', { session_id: 's1b' });
    assert.match(cleared.context, /^Run: implement\/mine/m);
    assert.match(cleared.context, /^Also unfinished: design\/newer/m);
    await agent.meets('PostToolUse', 'post-tool-use-write', { session_id: 's1b' });
    assert.match(pawl(['brief', 'implement/mine'], root).out, /session\.ts/, 'it is bound to it');
    const later = await other.meets('SessionStart', 'session-start-clear');
    assert.match(later.context, /^Run: design\/newer/m, 'only the one that was cleared');
    await Promise.all([agent.kill(), other.kill()]);
  });

  test('goes on with its run after /clear also when nobody said that the session before it ended', async () => {
    const root = tempRepository();
    const [agent, other] = [new Agent(root, 's1'), new Agent(root, 's2')];
    await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/implement mine' });
    await other.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/design theirs' });
    const cleared = await agent.meets('SessionStart', 'session-start-clear', { session_id: 's1b' });
    assert.match(cleared.context, /^Run: implement\/mine/m);
    assert.doesNotMatch(cleared.context, /Someone else|held by/);
    const held = pawl(['resume', 'implement/mine', '--auto', '--json'], root, { PAWL_SESSION: 's9' });
    assert.match(held.out, /held by session s1b /, 'the lease is its own now');
    const typed = await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt: '/review', session_id: 's1b' });
    assert.match(typed.context, /^Run: review\/mine/m);
    const theirs = await agent.meets('SessionStart', 'session-start-clear', { session_id: 's1c' });
    assert.match(theirs.context, /^Run: review\/mine/m, 'once more');
    const design = pawl(['resume', 'design/theirs', '--auto', '--json'], root, { PAWL_SESSION: 's9' });
    assert.match(design.out, /held by session s2 /, 'what others hold stays theirs');
    await Promise.all([agent.kill(), other.kill()]);
  });

  test('of which several sessions are at work takes nothing from any of them', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's1');
    for (const [session_id, prompt] of [
      ['s1', '/implement one'],
      ['s2', '/implement two'],
    ] as const) {
      await agent.meets('UserPromptSubmit', 'user-prompt-submit', { prompt, session_id });
    }
    await agent.meets('SessionStart', 'session-start-clear', { session_id: 's3' });
    for (const [session, ref] of [
      ['s1', 'implement/one'],
      ['s2', 'implement/two'],
    ] as const) {
      const { out } = pawl(['resume', ref, '--auto', '--json'], root, { PAWL_SESSION: 's9' });
      assert.match(out, new RegExp(`held by session ${session} `));
    }
    await agent.kill();
  });

  test('hands a request to its sub-agent, and records the response', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    assert.deepEqual((await agent.meets('SubagentStart', 'subagent-start')).answer, {});
    const request = { task_id: 'T-7', phase: 'write', mode: 'code', instructions: 'Write the session store.' };
    const file = path.join(tempFolder(), 'request.json');
    fs.writeFileSync(file, JSON.stringify(request));
    await agent.runs('handoff', 'new', 'implement/auth', '--file', file);
    const { context } = await agent.meets('SubagentStart', 'subagent-start');
    assert.match(context, /"instructions": "Write the session store\."/);
    await agent.meets('SubagentStop', 'subagent-stop');
    const { pawl: own } = documentOf(pawl(['show', 'implement/auth', '--json'], root));
    assert.match(JSON.stringify(own), /"task_id":"T-7".*"status":"complete".*keeps its rows for a day/);
    assert.deepEqual(documentOf(pawl(['status', '--json'], root))['problems'], []);
    await agent.kill();
  });
});

describe('the history of a run', () => {
  test('names the session for its hooks and its shell calls alike', async () => {
    const agent = new Agent(tempRepository(), 's');
    await workOn(agent);
    const actors = textsIn(await agent.runs('history', 'implement/auth', '--json'));
    assert.deepEqual([...new Set(actors)], ['agent session s']);
    await agent.kill();
  });

  test('names the session however the agent tells it to its shell, and who forced the ship gate', () => {
    const told = 'PAWL_SESSION CLAUDE_SESSION_ID CLAUDE_CODE_SESSION_ID CODEX_SESSION_ID CODEX_THREAD_ID';
    for (const name of told.split(' ')) {
      const root = tempRepository();
      assert.equal(pawl(['gate', 'set', 'ship', '--force', 'hot fix'], root, { [name]: 'abc' }).code, 0);
      const { out } = pawl(['history', 'ship', '--json'], root);
      assert.deepEqual(textsIn(out), ['agent session abc'], name);
      assert.match(pawl(['gate', 'check', 'ship'], root).out, /forced by agent session abc/, name);
    }
  });

  const textsIn = (json: string): readonly string[] =>
    [...json.matchAll(/"actor": ?"([^"]*)"/g)].map(([, one = '']) => one);
});

describe('pawl hook', () => {
  test('answers with one document, with --json as without', () => {
    const root = tempRepository();
    const input = recorded('claude/user-prompt-submit', root, 's');
    for (const args of [
      ['hook', 'Notification'],
      ['hook', 'Notification', '--json'],
    ]) {
      const { stdout, status } = spawnSync(process.execPath, [program, ...args], { cwd: root, env: cleanEnv(), input });
      assert.deepEqual([status, JSON.parse(String(stdout))], [0, {}]);
    }
  });
});

describe('Codex', () => {
  test('is told commands as it calls them, at the start and after a prompt', async () => {
    const agent = new Agent(tempRepository(), 's');
    const prompted = await agent.meets('UserPromptSubmit', 'codex/user-prompt-submit');
    assert.match(prompted.context, /^Slash command: \$/m);
    const begun = await agent.meets('SessionStart', 'codex/session-start');
    assert.match(begun.context, /^Slash command: \$/m);
    assert.match((await agent.meets('SessionStart', 'session-start-resume')).context, /^Slash command: \//m);
    await agent.kill();
  });

  test('hands requests to its sub-agents, records their responses, and gives its runs back when it ends', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'codex/user-prompt-submit');
    const options = ['--task', 'T-7', '--phase', 'write', '--mode', 'code', '--instructions', 'Write the store.'];
    await agent.runs('handoff', 'new', 'implement/auth', ...options);
    const { context } = await agent.meets('SubagentStart', 'codex/subagent-start');
    assert.match(context, /"instructions": "Write the store\."/);
    assert.deepEqual((await agent.meets('SubagentStop', 'codex/subagent-stop')).answer, {});
    assert.match(pawl(['show', 'implement/auth'], root).out, /T-7 +write, code: complete, PROCEED$/m);
    const holder = (): unknown => documentOf(pawl(['resume', 'implement/auth', '--json'], root))['holder'];
    assert.match(JSON.stringify(holder()), /session s/);
    await agent.meets('SessionEnd', 'codex/session-end');
    assert.equal(holder(), null);
    await agent.kill();
  });
});

describe('a prompt and its expansion', () => {
  test('give the brief once, also when they are some seconds apart', () => {
    const root = fs.realpathSync(tempFolder());
    assert.equal(isFirst(root, 'open', 100_000, 30_000), true);
    const marks = path.join(root, '.claude/state/.pawl/hooks');
    for (const name of fs.existsSync(marks) ? fs.readdirSync(marks) : [])
      fs.utimesSync(path.join(marks, name), 100, 100);
    assert.equal(fs.existsSync(marks) && isFirst(root, 'open', 110_000, 30_000), false);
    assert.equal(isFirst(root, 'open', 140_000, 30_000), true);
  });
});

describe('sub-agents', () => {
  async function handOff(agent: Agent, task: string, mode: string): Promise<string> {
    const options = ['--task', task, '--phase', 'write', '--mode', mode, '--instructions', `Do ${task}.`];
    return agent.runs('handoff', 'new', 'implement/auth', ...options);
  }
  const start = async (agent: Agent, id: string, type: string): Promise<string> =>
    (await agent.meets('SubagentStart', 'subagent-start', { agent_id: id, agent_type: type })).context;

  test('that begin in parallel are each given another hand-off, once; what is left is listed', async () => {
    const agent = new Agent(tempRepository(), 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    assert.match(await handOff(agent, 'T-1', 'eval'), /^ {2}"instructions": "Do T-1\."/m);
    await handOff(agent, 'T-2', 'eval');
    assert.match(await start(agent, 'a', 'general-purpose'), /"task_id": "T-1"[^]*Others are open too/);
    assert.match(await start(agent, 'b', 'general-purpose'), /"task_id": "T-2"/);
    const third = await start(agent, 'c', 'general-purpose');
    assert.match(third, /open hand-offs of this run.*T-1 \(write, eval\), T-2 \(write, eval\)/);
    assert.doesNotMatch(third, /instructions/);
    await agent.kill();
  });

  test('are told apart by whole words of their names', async () => {
    const agent = new Agent(tempRepository(), 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    await handOff(agent, 'T-1', 'code');
    await handOff(agent, 'T-2', 'ui');
    assert.match(await start(agent, 'a', 'quick-builder'), /"task_id": "T-1"/);
    assert.doesNotMatch(await start(agent, 'b', 'pawl-docs'), /instructions/);
    assert.match(await start(agent, 'c', 'pawl:ui'), /"task_id": "T-2"/);
    await agent.kill();
  });

  test('that may have been started for something else are told so, and take it from nobody who is called by it', async () => {
    const agent = new Agent(tempRepository(), 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    await handOff(agent, 'T-1', 'eval');
    const other = /^A hand-off is open that may be for you: [^]*^If you were asked for something else, do only that/m;
    assert.match(await start(agent, 'a', 'Explore'), other);
    assert.doesNotMatch(await start(agent, 'b', 'Explore'), /instructions/);
    assert.match(await start(agent, 'c', 'general-purpose'), other);
    assert.match(await start(agent, 'd', 'pawl-eval'), /^A hand-off waits for you: [^]*"task_id": "T-1"/);
    for (const type of ['pawl-eval', 'another', '']) {
      assert.doesNotMatch(await start(agent, `e-${type}`, type), /instructions/, type);
    }
    await agent.kill();
  });

  test('whose response is wrong are told in words, and never held back', async () => {
    const agent = new Agent(tempRepository(), 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    await handOff(agent, 'T-7', 'code');
    const wrong = '{"task_id": "T-7", "phase": "write", "status": "finished", "context_summary": "Done."}';
    const { answer } = await agent.meets('SubagentStop', 'subagent-stop', { last_assistant_message: wrong });
    assert.match(String(answer['systemMessage']), /was not recorded[^]*\/status[^]*pawl handoff reply implement\/auth/);
    assert.equal(answer['decision'], undefined);
    await agent.kill();
  });

  test('that answers what another one answered: both are kept, and the orchestrator is told', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    await handOff(agent, 'T-7', 'code');
    const answer = (decision: string, context_summary: string): JsonObject => ({
      last_assistant_message: JSON.stringify({
        task_id: 'T-7',
        phase: 'write',
        status: 'complete',
        decision,
        findings: {},
        context_summary,
      }),
    });
    const first = await agent.meets('SubagentStop', 'subagent-stop', answer('STOP', 'UNIQUEFINDING'));
    assert.deepEqual(first.answer, {});
    const second = await agent.meets('SubagentStop', 'subagent-stop', answer('PROCEED', 'All is well.'));
    assert.match(
      String(second.answer['systemMessage']),
      /T-7 \(write\) was answered before: complete, STOP\. Now a sub-agent says complete, PROCEED\. Both responses are kept/,
    );
    const folder = path.join(root, '.claude/state/.pawl/handoffs');
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const kept = files.filter((name) => name.includes('response')).map((name) => textOf(folder, name));
    assert.equal(kept.filter((text) => text.includes('UNIQUEFINDING')).length, 1);
    assert.equal(kept.length, 2);
    await agent.kill();
  });

  const told = '{"task_id":"T-9","status":"complete","summary":"The parser is written.","findings":[]}';
  const unfit = {
    'lacks members': told,
    'lacks members, in a fence': `All done {really}.\n\n\`\`\`json\n${told}\n\`\`\`\nSee {above}.`,
    'is cut off': `\`\`\`json\n${told.slice(0, -15)}`,
    'has a comma too many': told.replace(']}', '],}'),
    'does not name its task': '{"phase":"write","context_summary":"The parser is written."}',
  };
  for (const [how, message] of Object.entries(unfit)) {
    test(`whose answer ${how}: it is told, kept with the open hand-off, and taken back by a response that fits`, async () => {
      const root = tempRepository();
      const agent = new Agent(root, 's');
      await agent.meets('UserPromptSubmit', 'user-prompt-submit');
      await handOff(agent, 'T-9', 'code');
      const { answer } = await agent.meets('SubagentStop', 'subagent-stop', { last_assistant_message: message });
      assert.match(String(answer['systemMessage']), /hand-off T-9 \(write\), which stays open, was not recorded/);
      assert.match(JSON.stringify(documentOf(pawl(['status', '--json'], root))['problems']), /SubagentStop.*T-9/);
      const shown = pawl(['show', 'implement/auth'], root).out;
      assert.match(shown, /T-9 +write, code: open, its answer does not fit/);
      assert.match(pawl(['show', 'implement/auth', '--json'], root).out, /"unfit": ".*The parser is written/);
      assert.match(pawl(['brief', 'implement/auth'], root).out, /T-9 \(write; its answer did not fit/);
      assert.match(pawl(['history', 'implement/auth'], root).out, /T-9 \(write\): an answer came that does not fit/);
      const fits =
        '{"task_id":"T-9","phase":"write","status":"complete","decision":"PROCEED","findings":{"files_changed":["a"]},"context_summary":"Done."}';
      await agent.meets('SubagentStop', 'subagent-stop', { last_assistant_message: `See {this}: ${fits} {}` });
      assert.match(pawl(['show', 'implement/auth'], root).out, /T-9 +write, code: complete, PROCEED$/m);
      assert.deepEqual(documentOf(pawl(['status', '--json'], root))['problems'], [], 'what was put right is over');
      await agent.kill();
    });
  }

  test('that end with JSON of another kind are left alone', async () => {
    const root = tempRepository();
    const agent = new Agent(root, 's');
    await agent.meets('UserPromptSubmit', 'user-prompt-submit');
    await handOff(agent, 'T-9', 'code');
    for (const last_assistant_message of ['{"status":"ok"}', 'see task_id', '{"task_id":"other","status":"ok"}']) {
      assert.deepEqual((await agent.meets('SubagentStop', 'subagent-stop', { last_assistant_message })).answer, {});
    }
    assert.deepEqual(documentOf(pawl(['status', '--json'], root))['problems'], []);
    await agent.kill();
  });
});

describe('the ship gate in hooks', () => {
  function shop(): string {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'a.txt'), 'a');
    fs.writeFileSync(path.join(root, '.gitignore'), '.claude/\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message', 'work');
    return root;
  }
  const ships = [
    ['UserPromptSubmit', 'user-prompt-submit-ship'],
    ['UserPromptExpansion', 'user-prompt-expansion-ship'],
  ] as const;

  test('blocks /ship without a review, opens it with one, and blocks again when the content changes', () => {
    const root = shop();
    for (const [event, name] of ships) {
      const { answer } = hook(event, recorded(`claude/${name}`, root, 's'), root);
      assert.equal(answer['decision'], 'block', name);
      assert.match(String(answer['reason']), /ship gate blocks/);
    }
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
    const passed = hook('UserPromptSubmit', recorded('claude/user-prompt-submit-ship', root, 's'), root);
    assert.match(passed.context, /^Run: ship\/auth /m);
    fs.writeFileSync(path.join(root, 'a.txt'), 'b');
    const changed = hook('UserPromptSubmit', recorded('claude/user-prompt-submit-ship', root, 's'), root);
    assert.equal(changed.answer['decision'], 'block');
  });

  test('blocks ship also where a prompt of Codex mentions it, and where the agent calls the skill by itself', () => {
    const root = shop();
    const asked = (event: string, more: JsonObject): string =>
      String(hook(event, JSON.stringify({ session_id: 's', cwd: root, ...more }), root).answer['reason'] ?? '');
    const mentions = [
      'please $ship auth',
      '[$ship](/home/u/.codex/skills/ship/SKILL.md) auth',
      'now [$pawl:ship](x.md)',
      '/prompts:ship',
    ];
    for (const prompt of mentions) assert.match(asked('UserPromptSubmit', { prompt }), /ship gate blocks/, prompt);
    const claude = { transcript_path: '/home/ana/.claude/projects/shop/s.jsonl' };
    for (const more of [
      { prompt: 'why is $ship null here?', ...claude },
      { prompt: 'the $shipping costs and $ship-it, please' },
      { prompt: 'is it time to ship?' },
    ]) {
      assert.equal(asked('UserPromptSubmit', more), '', more.prompt);
    }
    const calls = [
      { tool_name: 'Skill', tool_input: { skill: 'pawl:ship' } },
      { tool_name: 'Skill', tool_input: { skill: 'ship', args: 'auth' } },
      { tool_name: 'SlashCommand', tool_input: { command: '/ship auth' } },
    ];
    for (const call of calls) assert.match(asked('PreToolUse', call), /ship gate blocks/, JSON.stringify(call));
    assert.equal(asked('PreToolUse', { tool_name: 'Skill', tool_input: { skill: 'review' } }), '');
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
    const [, called] = calls;
    const { context } = hook('PreToolUse', JSON.stringify({ session_id: 's', cwd: root, ...called }), root);
    assert.match(context, /^Run: ship\/auth /m);
    assert.equal(asked('UserPromptSubmit', { prompt: 'please $ship auth' }), '');
  });

  test('denies git push while a ship run is open and the gate blocks, however it is written; else it lets it pass', () => {
    const root = shop();
    const push = recorded('claude/pre-tool-use-push', root, 's');
    assert.deepEqual(hook('PreToolUse', push, root).answer, {}, 'no ship run is open');
    assert.equal(pawl(['gate', 'set', 'ship', '--allow'], root).code, 0);
    hook('UserPromptSubmit', recorded('claude/user-prompt-submit-ship', root, 's'), root);
    assert.deepEqual(hook('PreToolUse', push, root).answer, {}, 'reviewed');
    fs.writeFileSync(path.join(root, 'a.txt'), 'b');
    git(root, 'commit', '--quiet', '--all', '--message', 'more');
    for (const name of ['claude/pre-tool-use-push', 'codex/pre-tool-use-push']) {
      const { answer } = hook('PreToolUse', recorded(name, root, 's'), root);
      const own = isJsonObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
      assert.equal(own['permissionDecision'], 'deny', name);
    }
    assert.deepEqual(hook('PreToolUse', recorded('claude/pre-tool-use-bash', root, 's'), root).answer, {});
    const commit = { tool_input: { command: 'git commit -m "git push later"' } };
    assert.deepEqual(hook('PreToolUse', recorded('claude/pre-tool-use-push', root, 's', commit), root).answer, {});
  });

  test('holds every push to it where that is configured', () => {
    const root = shop();
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), '{"gate": {"push": "always"}}');
    const { answer } = hook('PreToolUse', recorded('claude/pre-tool-use-push', root, 's'), root);
    assert.equal(answer['decision'], 'block');
  });

  test('holds every push to it where that may be configured, and cannot be read', () => {
    const root = shop();
    const config = path.join(root, '.claude/config/pawl.json');
    const asked = (env: Readonly<Record<string, string>> = {}): JsonObject =>
      hook('PreToolUse', recorded('claude/pre-tool-use-push', root, 's'), root, env).answer;
    fs.mkdirSync(config, { recursive: true });
    assert.match(String(asked()['reason']), /as its settings cannot be read: .*pawl\.json is no plain file/);
    fs.rmdirSync(config);
    for (const text of ['{"gate": {"push": "always"},}', '{"gate": {"push": "allways"}}', '{"gate": "always"}']) {
      fs.writeFileSync(config, text);
      assert.match(String(asked()['reason']), /as its settings cannot be read/, text);
      assert.deepEqual(asked({ PAWL_GATE_PUSH: 'ship' }), {}, 'a later source has the last word');
    }
    for (const text of ['{"retention": {"max_age_days": 3},}', '{"gate": {"push": "ship"}, "retention": 1}']) {
      fs.writeFileSync(config, text);
      assert.deepEqual(asked(), {}, text);
    }
  });

  test('blocks where it cannot tell, and everything else goes on', () => {
    const root = fs.realpathSync(tempFolder()); // no repository: nobody knows what would be shipped
    for (const [event, name] of ships) {
      const { answer, code } = hook(event, recorded(`claude/${name}`, root, 's'), root);
      assert.deepEqual([answer['decision'], code], ['block', 0]);
    }
  });
});
