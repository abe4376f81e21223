// Recorded sessions of real agents, replayed hook by hook: the run, status and brief that a person would expect.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { runHook } from '../../src/agents/hooks.js';
import { commandKey } from '../../src/base/names.js';
import { type RunLine, listRuns } from '../../src/runs/list.js';
import { openProject } from '../../src/runs/project.js';
import { run, tempFolder } from '../support/programs.js';

const sessions = '../shared/payloads/sessions';
const skip = fs.existsSync(sessions) ? false : 'the recorded sessions are not here';

/** What is there afterwards: `ref status`, what its brief says, and what it must not say. Written before the code was run. */
const expected: Readonly<Record<string, { run?: string; says?: readonly string[]; not?: readonly string[] }>> = {
  'claude-a-plain': {
    run: 'work/add-a-login-page in_progress', // a task is open
    says: [
      'Add a login page: first the schema',
      'src/schema.js',
      'src/api.js',
      'Write the tests',
      'the tests are open',
    ],
  },
  'claude-b-kill9-after-write': {
    run: 'work/add-a-login-page in_progress',
    says: ['Add a login page', 'src/schema.js'],
  },
  'claude-b-sigterm': { run: 'work/add-a-login-page in_progress', says: ['src/schema.js'] },
  'claude-c-killed-then-resumed': { run: 'work/add-a-login-page complete' },
  'claude-d-compact-clear-exit': { run: 'work/write-d-js in_progress', says: ['src/d.js'] }, // left by /clear
  'claude-d-interrupt-dialog-idle-hangup': {}, // only questions
  'claude-e-blocked-ship': { run: 'ship/now pending' },
  'claude-e-plugin-skill': { run: 'implement/auth pending', says: ['implement/auth'] },
  'claude-f-subagent-async': { run: 'work/use-a-helper complete' },
  'claude-f-two-subagents': {},
  'claude-h-api-error-interactive': { run: 'work/do-it in_progress', says: ['src/e2.js', '529'] },
  'claude-h-auto-compact': { run: 'work/grow complete' },
  'claude-h-same-session-twice': {},
  'codex-a-code-mode': { run: 'work/code-mode complete' },
  'codex-a-plain': { run: 'work/add-a-login-page complete' }, // Codex has no tasks
  'codex-b-sigint': { run: 'work/add-a-login-page in_progress', says: ['src/schema.js'] },
  'codex-d-compact-interrupt-clear-quit': { run: 'work/write-d-js complete' },
  'codex-f-subagent': {}, // its file was written by a shell, and is not there in a replay
};

function repository(): string {
  const root = fs.realpathSync(tempFolder());
  run('git', ['init', '-q'], root);
  return root;
}

interface Recorded {
  readonly event: string;
  readonly text: string;
}

function recorded(name: string, root: string): readonly Recorded[] {
  const lines = fs
    .readFileSync(path.join(sessions, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const input = JSON.parse(line.replaceAll('"/repo', `"${root}`)).in;
    return { event: input.hook_event_name, text: JSON.stringify(input) };
  });
}

/** A process that stands for the agent; ended by `kill -9`. */
function agent(): { readonly env: NodeJS.ProcessEnv; readonly kill: () => void } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  child.unref();
  after(() => child.kill('SIGKILL'));
  const env = { PATH: process.env['PATH'], CLAUDE_PID: String(child.pid), CLAUDE_CODE_SESSION_ATTENDED: '1' };
  return { env, kill: () => void child.kill('SIGKILL') };
}

const linesOf = (runs: readonly RunLine[]): string => runs.map(({ ref, status }) => `${ref} ${status}`).join();

/** What the next session is told. */
async function nextBrief(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const input = { session_id: 'next', cwd: root, source: 'startup', hook_event_name: 'SessionStart' };
  const answer = await runHook('SessionStart', JSON.stringify(input), { ...env, CLAUDE_PROJECT_DIR: root });
  return answer === '' ? '' : JSON.parse(answer).hookSpecificOutput.additionalContext;
}

for (const [name, { run: wanted = '', says = [], not = [] }] of Object.entries(expected)) {
  test(`${name}: ${wanted === '' ? 'nothing is left behind' : wanted}`, { skip }, async () => {
    const root = repository();
    const { env, kill } = agent();
    const own = name.startsWith('claude') ? { ...env, CLAUDE_PROJECT_DIR: root } : { PATH: process.env['PATH'] };
    for (const { event, text } of recorded(name, root)) {
      const answer = await runHook(event, text, own);
      if (answer !== '') JSON.parse(answer);
    }
    kill();
    while (spawnSync('kill', ['-0', env['CLAUDE_PID'] ?? '']).status === 0) await new Promise((r) => setTimeout(r, 5));
    const next = agent();
    const brief = await nextBrief(root, next.env);
    next.kill();
    assert.equal(linesOf(await listRuns(openProject({ root }))), wanted);
    for (const text of says) assert.ok(brief.includes(text), `the brief lacks ${text}:\n${brief}`);
    for (const text of not) assert.ok(!brief.includes(text), `the brief has ${text}:\n${brief}`);
    if (wanted === '') assert.equal(brief, '');
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/state/.pawl/sessions')), ['next.jsonl']);
    assert.equal(run('git', ['status', '--porcelain'], root), '');
  });
}

/** A session in which a test sends events of its own. */
function sessionIn(root: string, env: NodeJS.ProcessEnv, session_id = 's1') {
  return async (event: string, more: object = {}): Promise<string> => {
    const input = { session_id, cwd: root, hook_event_name: event, ...more };
    const answer = await runHook(event, JSON.stringify(input), { ...env, CLAUDE_PROJECT_DIR: root });
    return answer === '' ? '' : JSON.parse(answer).hookSpecificOutput.additionalContext;
  };
}

const goal = 'Add a login page, with tests';
const wrote = (file: string): object => ({ tool_name: 'Write', tool_input: { file_path: file }, tool_use_id: file });

/** A session that was killed after it wrote a file. */
async function cutOff(root: string): Promise<void> {
  const { env, kill } = agent();
  const send = sessionIn(root, env, 'old');
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: goal, prompt_id: 'p1' });
  await send('PostToolUse', wrote(path.join(root, 'src/a.js')));
  kill();
  while (spawnSync('kill', ['-0', env['CLAUDE_PID'] ?? '']).status === 0) await new Promise((r) => setTimeout(r, 5));
}

const refs = async (root: string): Promise<string> => linesOf(await listRuns(openProject({ root })));

test('a run that was offered is bound by a continuation as first prompt, and by nothing else', async () => {
  for (const [prompt, wanted] of [
    ['continue', 'work/add-a-login-page in_progress'],
    [
      'Now write the docs for search',
      'work/now-write-the-docs-for-search in_progress,work/add-a-login-page in_progress',
    ],
  ]) {
    const root = repository();
    await cutOff(root);
    const { env, kill } = agent();
    const send = sessionIn(root, env);
    assert.match(await send('SessionStart', { source: 'startup' }), /Add a login page/);
    await send('UserPromptSubmit', { prompt, prompt_id: 'p2' });
    await send('PostToolUse', wrote(path.join(root, 'src/b.js')));
    await send('Stop', { last_assistant_message: 'Done.', background_tasks: [{ id: 'x' }] });
    await send('SessionEnd', { reason: 'other' });
    kill();
    assert.equal(await refs(root), wanted);
  }
});

test('an unattended session gets nothing at its start, and the brief with a continuation', async () => {
  const root = repository();
  await cutOff(root);
  const { env, kill } = agent();
  const send = sessionIn(root, { ...env, CLAUDE_CODE_SESSION_ATTENDED: '0' });
  assert.equal(await send('SessionStart', { source: 'startup' }), '');
  assert.match(await send('UserPromptSubmit', { prompt: 'continue', prompt_id: 'p2' }), /src\/a\.js/);
  kill();
});

test('each event counts once when plugin and settings both send it', async () => {
  const root = repository();
  const { env, kill } = agent();
  await cutOff(root);
  const send = sessionIn(root, env);
  const briefs = [await send('SessionStart', { source: 'startup' }), await send('SessionStart', { source: 'startup' })];
  assert.deepEqual([briefs[0] === '', briefs[1]], [false, '']);
  for (const _ of [1, 2]) await send('UserPromptSubmit', { prompt: 'Write the docs for it now', prompt_id: 'p2' });
  const task = { tool_name: 'TaskCreate', tool_use_id: 't', tool_response: { task: { id: '1', subject: 'Docs' } } };
  for (const _ of [1, 2]) await send('PostToolUse', task);
  for (const _ of [1, 2]) await send('Stop', { last_assistant_message: 'Done.' });
  kill();
  const project = openProject({ root });
  const [newest] = await listRuns(project);
  const stored = newest && (await project.store.get(newest.key));
  assert.deepEqual(Object(stored?.state['phases']).work.tasks, { T1: { status: 'pending', description: 'Docs' } });
});

test('files that a shell changed are recorded at the end of a turn, those that were dirty before are not', async () => {
  const root = repository();
  fs.writeFileSync(path.join(root, 'mine.txt'), 'not committed');
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: 'Generate the parser from its grammar', prompt_id: 'p' });
  fs.mkdirSync(path.join(root, 'src'));
  fs.writeFileSync(path.join(root, 'src/parser.js'), '1;');
  await send('Stop', { last_assistant_message: 'Generated.' });
  kill();
  const project = openProject({ root });
  const stored = await project.store.get((await listRuns(project))[0]?.key ?? assert.fail('no run'));
  assert.deepEqual(Object(stored?.state['phases']).work.files_modified, ['src/parser.js']);
});

test('tasks of a second session are told apart by their subject', async () => {
  const root = repository();
  const task = (id: string, subject: string): object => ({
    tool_name: 'TaskCreate',
    tool_use_id: subject,
    tool_response: { task: { id, subject } },
  });
  for (const [session, first, second] of [
    ['one', 'Schema', 'API'],
    ['two', 'API', 'Tests'],
  ] as const) {
    const { env, kill } = agent();
    const send = sessionIn(root, env, session);
    await send('SessionStart', { source: 'startup' });
    await send('UserPromptSubmit', { prompt: session === 'one' ? goal : 'continue', prompt_id: session });
    await send('PostToolUse', task('1', first));
    await send('PostToolUse', task('2', second));
    const done = { success: true, statusChange: { to: 'completed' } };
    await send('PostToolUse', { tool_name: 'TaskUpdate', tool_input: { taskId: '1' }, tool_response: done });
    await send('SessionEnd', { reason: 'other' });
    kill();
  }
  const project = openProject({ root });
  const stored = await project.store.get((await listRuns(project))[0]?.key ?? assert.fail('no run'));
  assert.deepEqual(Object(stored?.state['phases']).work.tasks, {
    T1: { status: 'complete', description: 'Schema' },
    T2: { status: 'complete', description: 'API' },
    T3: { status: 'pending', description: 'Tests' },
  });
});

test('nothing is recorded outside of repositories, with capture off, or from what is not a payload', async () => {
  const outside = fs.realpathSync(tempFolder());
  const root = repository();
  const start = (cwd: string): string => JSON.stringify({ session_id: 's', cwd, source: 'startup' });
  for (const [event, text, env] of [
    ['SessionStart', start(outside), {}],
    ['SessionStart', start(root), { PAWL_CAPTURE: '0' }],
    ['NoSuchEvent', start(root), {}],
    ...['', '{', '[]', 'null', '{"session_id": 5}', '{"session_id": ""}'].map((text) => ['Stop', text, {}] as const),
  ] as const)
    assert.equal(await runHook(event, text, env), '');
  assert.deepEqual(
    [fs.existsSync(path.join(outside, '.claude')), fs.existsSync(path.join(root, '.claude'))],
    [false, false],
  );
});

test('secrets in prompts are redacted before the first byte', async () => {
  const root = repository();
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  const token = `ghp_${'a7Kq3Zx9'.repeat(5).slice(0, 36)}`;
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: `Use the token ${token} to publish the package`, prompt_id: 'p' });
  await send('PostToolUse', wrote(path.join(root, 'a.js')));
  await send('Stop', { last_assistant_message: `Published with ${token}.` });
  kill();
  assert.equal(spawnSync('grep', ['-r', token, path.join(root, '.claude')]).status, 1);
});

test('people who look meanwhile take nothing: the agent is not told of them', async () => {
  const root = repository();
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: goal, prompt_id: 'p1' });
  await send('PostToolUse', wrote(path.join(root, 'src/a.js')));
  await send('Stop', { last_assistant_message: 'The page is there.' });
  const own = { PATH: process.env['PATH'], HOME: root };
  for (const words of [
    [],
    ['resume', 'work/add-a-login-page'],
    ['show', 'work/add-a-login-page'],
    ['brief'],
    ['doctor'],
  ])
    spawnSync(process.execPath, [path.resolve('dist/cli/pawl.cjs'), ...words], { cwd: root, env: own });
  assert.equal(await send('UserPromptSubmit', { prompt: 'And now the tests for it', prompt_id: 'p2' }), '');
  const told = await send('SessionStart', { source: 'compact' });
  assert.match(told, /The page is there/);
  assert.doesNotMatch(told, /another session|locked|blocked|in use/i);
  kill();
});

/** pawl in the shell of the agent's session. */
function pawlIn(root: string, session: string, ...words: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: root, CLAUDE_CODE_SESSION_ID: session };
  return run(process.execPath, [path.resolve('dist/cli/pawl.cjs'), ...words], root, env);
}

test('work after its run was archived, deleted or completed becomes a run of its own', async () => {
  for (const verb of ['archive', 'delete', 'complete']) {
    const root = repository();
    const { env, kill } = agent();
    const send = sessionIn(root, env);
    await send('SessionStart', { source: 'startup' });
    await send('UserPromptSubmit', { prompt: goal, prompt_id: 'p1' });
    await send('PostToolUse', wrote(path.join(root, 'src/a.js')));
    await send('Stop', { last_assistant_message: 'Done.' });
    pawlIn(root, 'nobody', verb, 'work/add-a-login-page');
    await send('UserPromptSubmit', { prompt: 'Build a whole payment module', prompt_id: 'p2' });
    await send('PostToolUse', wrote(path.join(root, 'src/pay.js')));
    kill();
    const project = openProject({ root });
    await nextBrief(root, agent().env);
    const paid = await project.store.get(commandKey('work', 'build-a-whole-payment-module'));
    assert.deepEqual(Object(paid?.state['phases']).work.files_modified, ['src/pay.js'], verb);
    const first = await project.store.get(commandKey('work', 'add-a-login-page'));
    assert.deepEqual(Object(first?.state['phases']).work.files_modified, ['src/a.js'], verb);
  }
});

test('an agent that names its captured work continues it under that name', async () => {
  const root = repository();
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: goal, prompt_id: 'p1' });
  await send('PostToolUse', wrote(path.join(root, 'src/a.js')));
  const task = { tool_name: 'TaskCreate', tool_use_id: 't', tool_response: { task: { id: '1', subject: 'Facets' } } };
  await send('PostToolUse', task);
  pawlIn(root, 's1', 'phase', 'implement/login', 'api', 'in_progress');
  const doing = { success: true, statusChange: { to: 'in_progress' } };
  await send('PostToolUse', { tool_name: 'TaskUpdate', tool_input: { taskId: '1' }, tool_response: doing });
  await send('PostToolUse', wrote(path.join(root, 'src/b.js')));
  await send('Stop', { last_assistant_message: 'The API is there.' });
  kill();
  const project = openProject({ root });
  assert.match(linesOf(await listRuns(project)), /^implement\/login in_progress,work\/add-a-login-page complete$/);
  const login = await project.store.get(commandKey('implement', 'login'));
  assert.deepEqual(Object(login?.state['phases']).api.files_modified, ['src/a.js', 'src/b.js']);
  assert.deepEqual(Object(login?.state['phases']).api.tasks, { T1: { status: 'in_progress', description: 'Facets' } });
  assert.equal(Object(login?.state['pawl']).prompts.first, goal);
});

test('a continuation with nothing to continue names no run', async () => {
  const root = repository();
  const { env, kill } = agent();
  const send = sessionIn(root, env, 'abcdefgh-1');
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: 'continue', prompt_id: 'p1' });
  await send('PostToolUse', wrote(path.join(root, 'src/a.js')));
  await send('Stop', { last_assistant_message: 'Done.' });
  kill();
  assert.equal(await refs(root), 'work/session-abcdefgh in_progress');
});

test('a session whose only write completes a run leaves it complete', async () => {
  const root = repository();
  pawlIn(root, 'nobody', 'phase', 'implement/x', 'a', 'in_progress');
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: 'Please finish what is left of x', prompt_id: 'p1' });
  pawlIn(root, 's1', 'phase', 'implement/x', 'a', 'complete');
  pawlIn(root, 's1', 'complete', 'implement/x');
  pawlIn(root, 's1', 'show', 'implement/x');
  assert.equal(await refs(root), 'implement/x complete');
  await send('PostToolUse', wrote(path.join(root, 'src/b.js')));
  await send('Stop', { last_assistant_message: 'Also b.', background_tasks: [{}] });
  kill();
  assert.equal(await refs(root), 'work/please-finish-what-is-left-of in_progress,implement/x complete');
});

test('work that was finished before the session went on with a command is complete', async () => {
  const root = repository();
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: 'Fix the typo in the footer', prompt_id: 'p1' });
  await send('PostToolUse', wrote(path.join(root, 'src/footer.js')));
  await send('Stop', { last_assistant_message: 'Fixed.' });
  await send('UserPromptSubmit', { prompt: '/design search', prompt_id: 'p2' });
  await send('PostToolUse', wrote(path.join(root, 'specs/search.md')));
  await send('Stop', { last_assistant_message: 'Begun.' });
  kill();
  assert.equal(await refs(root), 'design/search in_progress,work/fix-the-typo-in-the-footer complete');
  const project = openProject({ root });
  const design = await project.store.get(commandKey('design', 'search'));
  const branch = run('git', ['branch', '--show-current'], root).trim();
  assert.deepEqual(
    [Object(design?.state['pawl']).branch, Object(design?.state['pawl']).prompts.first],
    [branch, '/design search'],
  );
});

test('a purge leaves nothing of the run, also while its session is open', async () => {
  const root = repository();
  const { env, kill } = agent();
  const send = sessionIn(root, env);
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: goal, prompt_id: 'p1' });
  await send('PostToolUse', wrote(path.join(root, 'src/a.js')));
  await send('Stop', { last_assistant_message: 'Done.' });
  pawlIn(root, 'nobody', 'delete', 'work/add-a-login-page', '--purge', '--yes');
  await send('Stop', { last_assistant_message: 'Done again.' });
  kill();
  assert.equal(await refs(root), '');
  assert.equal(spawnSync('grep', ['-r', 'login', path.join(root, '.claude')]).status, 1);
});

test('codex-b-kill9-after-patch: work/add-a-login-page in_progress', { skip }, async () => {
  const root = repository();
  const program = path.resolve('dist/cli/pawl.cjs');
  // The shell stands for Codex, which starts its hooks itself; it is gone when it has sent the last event.
  const calls = recorded('codex-b-kill9-after-patch', root).map(({ event, text }, n) => {
    fs.writeFileSync(path.join(root, `.git/event-${n}`), text);
    return `"${process.execPath}" "${program}" hook ${event} < .git/event-${n}`;
  });
  run('sh', ['-c', `${calls.join('; ')}; true`], root, { PATH: process.env['PATH'], HOME: root });
  const brief = await nextBrief(root, agent().env);
  assert.equal(await refs(root), 'work/add-a-login-page in_progress');
  for (const text of ['Add a login page', 'src/schema.js']) assert.ok(brief.includes(text), brief);
});
