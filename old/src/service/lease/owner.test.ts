import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { currentOwner, currentOwnerId } from './owner.js';
import { ancestorsOf, parsePs, type RunningProcess } from './processes.js';

let pid = 1000;
const running = (...command: readonly string[]): RunningProcess => ({ pid: pid++, parent: 1, started: '7', command });

describe('the owner of a call', () => {
  const agent = running('/usr/bin/claude');
  const oneCommand = running('/bin/sh', '-c', 'pawl resume');
  const script = running('bash', 'tools/nightly.sh');
  const utility = running('/bin/sh', '/p/.claude/utils/save-checkpoint.sh', 'orchestrate', '{}');
  const npx = running('npm exec pawl resume');
  const terminal = running('-zsh');

  test('is the session that the caller, else the environment names', () => {
    assert.equal(currentOwner({ CLAUDE_SESSION_ID: 'abc' }, undefined, []).id, 'session abc');
    assert.equal(currentOwner({ CLAUDE_SESSION_ID: 'abc', PAWL_SESSION: 'mine' }, undefined, []).id, 'session mine');
    assert.equal(currentOwner({ CLAUDE_SESSION_ID: 'abc' }, 'told', []).id, 'session told');
  });

  test('ends with the agent, not with the shells and scripts between it and pawl', () => {
    const owner = currentOwner({ PAWL_SESSION: 's' }, undefined, [npx, utility, oneCommand, script, agent, terminal]);
    assert.deepEqual(owner.process, { pid: agent.pid, started: '7' });
  });

  test('of a session is the agent whatever stands between, and unsure where nobody knows the agent', () => {
    const between = [running('make', 'x'), running('/usr/bin/python3.12', '-c', '…'), running('script', '-qec', '…')];
    const runner = running('/opt/runner');
    const named = (...all: readonly RunningProcess[]): ReturnType<typeof currentOwner> =>
      currentOwner({ PAWL_SESSION: 's' }, undefined, all);
    assert.equal(named(...between, runner, agent).process?.pid, agent.pid, 'an agent is known by its name');
    assert.equal(named(running('node', '/x/bin/codex.js'), terminal).isUnsure, undefined);
    assert.equal(named(...between, runner, agent).isUnsure, undefined);
    assert.equal(named(...between, runner, terminal).process?.pid, runner.pid);
    assert.equal(named(...between, runner, terminal).isUnsure, true);
    const told = currentOwner({}, 's', [runner, terminal]);
    assert.deepEqual([told.process?.pid, told.isUnsure], [runner.pid, undefined], 'hooks are started by the agent');
  });

  test('without a session is the nearest process that outlives the call', () => {
    assert.equal(currentOwner({}, undefined, [npx, oneCommand, terminal]).process?.pid, terminal.pid);
    assert.equal(currentOwner({}, undefined, [script, terminal]).process?.pid, script.pid);
    assert.equal(currentOwner({}, undefined, [utility, utility, terminal]).process?.pid, terminal.pid);
    assert.equal(
      currentOwner({}, undefined, [running('node', '/x/npx-cli.js', 'pawl'), agent]).process?.pid,
      agent.pid,
    );
    assert.equal(currentOwner({}, undefined, [running('bash', '-lc', 'pawl'), agent]).process?.pid, agent.pid);
  });

  test('is not npm, whatever stands in the command line that npm writes over its name', () => {
    for (const line of [
      'npm exec pawl phase implement/auth api in_progress',
      'npm run ship a\\b',
      'npx pawl x --created src/x.ts',
    ]) {
      assert.equal(currentOwner({}, undefined, [running(line), oneCommand, terminal]).process?.pid, terminal.pid, line);
    }
    const other = running('/opt/npm tools/agent');
    assert.equal(currentOwner({}, undefined, [other, terminal]).process?.pid, other.pid);
  });

  test('is one holder for several calls of one parent, and another one for another parent', () => {
    const first = currentOwner({}, undefined, [oneCommand, terminal]);
    const second = currentOwner({}, undefined, [running('sh', '-c', 'pawl phase …'), terminal]);
    assert.equal(first.id, second.id);
    assert.notEqual(first.id, currentOwner({}, undefined, [script]).id);
    assert.equal(currentOwner({}, undefined, []).id, currentOwner({}, undefined, []).id);
  });

  test('has the same id when only that is asked for, and no more processes are looked at than that takes', () => {
    const looked: string[] = [];
    function* parents(...all: readonly RunningProcess[]): Generator<RunningProcess> {
      for (const one of all) {
        looked.push(one.command[0] ?? '');
        yield one;
      }
    }
    for (const all of [[npx, oneCommand, terminal, agent], [script, terminal], []]) {
      assert.equal(currentOwnerId({}, parents(...all)), currentOwner({}, undefined, all).id);
    }
    assert.deepEqual(looked, ['npm exec pawl resume', '/bin/sh', '-zsh', 'bash']);
    assert.equal(currentOwnerId({ PAWL_SESSION: 's' }, parents(agent)), 'session s');
  });
});

describe('what ps prints', () => {
  test('is read line by line', () => {
    const text =
      ' 4711     1 Mon Jan  5 09:00:00 2026 /bin/zsh -l\n    8  4711 Mon Jan  5 09:00:01 2026 node x.js\n?\n';
    assert.deepEqual(parsePs(text), [
      { pid: 4711, parent: 1, started: 'Mon Jan  5 09:00:00 2026', command: ['/bin/zsh', '-l'] },
      { pid: 8, parent: 4711, started: 'Mon Jan  5 09:00:01 2026', command: ['node', 'x.js'] },
    ]);
  });

  test('the parents of a process are listed from the nearest on', () => {
    const [first, second] = ancestorsOf(process.pid);
    assert.equal(first?.pid, process.pid);
    assert.equal(second?.pid, process.ppid);
  });
});
