// Hooks under faults: whatever happens, one JSON object, exit 0, and no longer than two seconds.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/rules/json/json.js';
import { cleanEnv, documentOf, pawl } from '../e2e/program.js';
import { Agent, answerOf, contextOf, hook, hookFile, payloadNames, recorded, workedProject } from '../support/hooks.js';
import { notRoot } from '../support/programs.js';
import { tempFolder } from '../support/temp.js';

describe('a hook never fails the agent', () => {
  const limitMs = 10_000; // what is meant is two seconds, on a machine that does nothing else

  /** Starts a hook with its own streams, and tells how it ended. */
  async function start(
    event: string,
    root: string,
    stdio: readonly ('pipe' | 'ignore' | number)[],
    input: string | null,
  ): Promise<{ readonly code: number | null; readonly out: string }> {
    const child = spawn(process.execPath, [hookFile, event], { cwd: root, env: cleanEnv(), stdio: [...stdio] });
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stdin?.on('error', () => undefined);
    if (input !== null) child.stdin?.write(input);
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    return { code, out };
  }

  test('when stdin is closed, empty, a terminal’s, or never closed', async () => {
    const root = workedProject();
    const payload = recorded('claude/session-start-startup', root, 's');
    assert.match(
      contextOf(answerOf((await start('SessionStart', root, ['ignore', 'pipe', 'pipe'], null)).out)),
      /implement\/auth/,
    );
    const open = await start('SessionStart', root, ['pipe', 'pipe', 'pipe'], payload);
    assert.deepEqual([open.code, /implement\/auth/.test(open.out)], [0, true]);
    const { status } = spawnSync('sh', ['-c', `"${process.execPath}" "${hookFile}" SessionStart <&- >&- 2>&-`], {
      cwd: root,
    });
    assert.equal(status, 0);
  });

  test('when nobody writes into its pipe', async (t) => {
    if (process.platform === 'win32') return t.skip('needs a named pipe');
    const root = workedProject();
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', `mkfifo p && { sleep 20 > p & } && "${process.execPath}" "${hookFile}" Stop < p; kill $!`],
      { cwd: root, encoding: 'utf8', timeout: limitMs },
    );
    assert.deepEqual([status, stdout], [0, '{}\n']);
  });

  test('when its reader is gone', () => {
    const root = workedProject();
    const script = `echo '{}' | "${process.execPath}" "${hookFile}" SessionStart | true; echo "$?"`;
    assert.equal(spawnSync('sh', ['-c', script], { cwd: root, encoding: 'utf8' }).stdout, '0\n');
  });

  test('when a pipe stands where a file should be', (t) => {
    if (process.platform === 'win32') return t.skip('needs a named pipe');
    const root = workedProject();
    const own = path.join(root, '.claude/state/.pawl');
    const places = [
      'catalog.log',
      'command/implement-auth.log',
      'sessions',
      'journal',
      'leases',
      'hooks',
      'hook-trouble.log',
    ];
    for (const place of [...places, '../implement-auth.json']) {
      const file = path.join(own, place);
      const aside = `${file}.aside`;
      if (fs.existsSync(file)) fs.renameSync(file, aside);
      spawnSync('mkfifo', [file]);
      for (const name of ['session-start-startup', 'post-tool-use-write', 'session-end']) {
        const { hook_event_name: event } = answerOf(recorded(`claude/${name}`, root, 's'));
        const began = Date.now();
        const { code } = hook(String(event), recorded(`claude/${name}`, root, 's'), root);
        assert.deepEqual([code, Date.now() - began < limitMs], [0, true], `${place} ${name}`);
      }
      fs.rmSync(file, { force: true, recursive: true });
      if (fs.existsSync(aside)) fs.renameSync(aside, file);
    }
  });

  test('when the store hangs: it is stopped, that is told by status and doctor, and the gate blocks', () => {
    const root = workedProject();
    const slow = path.join(fs.mkdtempSync(path.join(tempFolder(), 'hook-')), 'hook');
    fs.cpSync('dist/hook', slow, { recursive: true });
    fs.writeFileSync(path.join(slow, 'slow.cjs'), 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
    const run = (
      event: string,
      name: string,
    ): { readonly status: number | null; readonly answer: JsonObject; readonly ms: number } => {
      const began = Date.now();
      const input = recorded(name, root, 's');
      const { status, stdout } = spawnSync(process.execPath, [path.join(slow, 'pawl-hook.cjs'), event], {
        cwd: root,
        env: cleanEnv(),
        input,
        encoding: 'utf8',
        timeout: 6 * limitMs, // the gate has 22 s
      });
      return { status, answer: answerOf(stdout), ms: Date.now() - began };
    };
    const opened = run('UserPromptSubmit', 'claude/user-prompt-submit');
    assert.deepEqual([opened.status, opened.answer, opened.ms < limitMs], [0, {}, true]);
    const shipped = run('UserPromptSubmit', 'claude/user-prompt-submit-ship');
    assert.deepEqual([shipped.status, shipped.answer['decision']], [0, 'block']);
    const { problems } = documentOf(pawl(['status', '--json'], root));
    assert.match(JSON.stringify(problems), /2 hooks had trouble; the last: UserPromptSubmit .*took longer than/);
    assert.match(pawl(['status'], root).out, /hooks had trouble/);
    const report = pawl(['doctor'], root);
    assert.match(report.out, /hooks had trouble 2 times/);
    assert.equal(report.code, 1);
    assert.equal(pawl(['doctor', '--fix'], root).code, 0);
    assert.deepEqual(documentOf(pawl(['status', '--json'], root))['problems'], []);
  });

  test('where nothing may be written', { skip: notRoot() ?? false }, () => {
    const root = workedProject();
    spawnSync('chmod', ['-R', 'a+rX,a-w', root]);
    const script = (event: string): string => `"${process.execPath}" "${hookFile}" ${event}`;
    const as = (event: string, name: string): JsonObject => {
      const { status, stdout, stderr } = spawnSync(
        'setpriv',
        ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', script(event)],
        { cwd: root, env: cleanEnv({ HOME: '/nonexistent' }), input: recorded(name, root, 's'), encoding: 'utf8' },
      );
      assert.equal(status, 0, stderr);
      return answerOf(stdout);
    };
    fs.chmodSync(path.join(root, '.claude/state/.pawl'), 0o755);
    spawnSync('chmod', ['-R', 'a+rX', path.join(root, '.claude')]);
    for (let dir = path.dirname(root); dir !== '/'; dir = path.dirname(dir)) {
      if ((fs.statSync(dir).mode & 0o5) !== 0o5) return; // others may not come here: nothing to be seen
    }
    as('SessionStart', 'claude/session-start-startup');
    for (const name of ['user-prompt-submit', 'post-tool-use-write', 'pre-compact', 'session-end', 'stop']) {
      as(String(answerOf(recorded(`claude/${name}`, root, 's'))['hook_event_name']), `claude/${name}`);
    }
  });

  test('outside of any repository, and where pawl keeps nothing, it leaves no trace', () => {
    const root = fs.realpathSync(tempFolder());
    for (const name of payloadNames.filter((one) => !/user-prompt|push/.test(one))) {
      const input = recorded(name, root, 's');
      const { code, answer } = hook(String(answerOf(input)['hook_event_name']), input, root);
      assert.deepEqual([code, answer], [0, {}], name);
    }
    assert.deepEqual(fs.readdirSync(root), []);
  });

  test('without git on the path it still tells what is unfinished', async () => {
    const root = workedProject();
    const { context } = hook('SessionStart', recorded('claude/session-start-startup', root, 's'), root, {
      PATH: '/nonexistent',
    });
    assert.match(context, /implement\/auth/);
    const agent = new Agent(root, 's');
    await agent.meets('SessionEnd', 'session-end', {}, { PATH: '/nonexistent' });
    await agent.kill();
  });

  test('is switched off by a setting', () => {
    const root = workedProject();
    const input = recorded('claude/session-start-startup', root, 's');
    assert.deepEqual(hook('SessionStart', input, root, { PAWL_OFF: 'hooks' }).answer, {});
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), '{"off": ["hooks"]}');
    assert.deepEqual(hook('SessionStart', input, root).answer, {});
  });
});
