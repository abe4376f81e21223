import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { currentOwner } from './owner.js';
import type { RunningProcess } from './processes.js';

let pid = 1000;
const running = (...command: readonly string[]): RunningProcess => ({ pid: pid++, parent: 1, started: '7', command });

describe('the owner of a call', () => {
  const agent = running('/usr/bin/claude');
  const oneCommand = running('/bin/sh', '-c', 'pawl resume');
  const script = running('bash', '.claude/utils/save-checkpoint.sh');
  const npx = running('npm exec pawl resume');
  const terminal = running('-zsh');

  test('is the session that the caller, else the environment names', () => {
    assert.equal(currentOwner({ CLAUDE_SESSION_ID: 'abc' }, undefined, []).id, 'session abc');
    assert.equal(currentOwner({ CLAUDE_SESSION_ID: 'abc', PAWL_SESSION: 'mine' }, undefined, []).id, 'session mine');
    assert.equal(currentOwner({ CLAUDE_SESSION_ID: 'abc' }, 'told', []).id, 'session told');
  });

  test('ends with the agent, not with the shells and scripts between it and pawl', () => {
    const owner = currentOwner({ PAWL_SESSION: 's' }, undefined, [npx, oneCommand, script, agent, terminal]);
    assert.deepEqual(owner.process, { pid: agent.pid, started: '7' });
  });

  test('without a session is the nearest process that outlives the call', () => {
    assert.equal(currentOwner({}, undefined, [npx, oneCommand, terminal]).process?.pid, terminal.pid);
    assert.equal(currentOwner({}, undefined, [script, terminal]).process?.pid, script.pid);
    assert.equal(
      currentOwner({}, undefined, [running('node', '/x/npx-cli.js', 'pawl'), agent]).process?.pid,
      agent.pid,
    );
    assert.equal(currentOwner({}, undefined, [running('bash', '-lc', 'pawl'), agent]).process?.pid, agent.pid);
  });

  test('is one holder for several calls of one parent, and another one for another parent', () => {
    const first = currentOwner({}, undefined, [oneCommand, terminal]);
    const second = currentOwner({}, undefined, [running('sh', '-c', 'pawl phase …'), terminal]);
    assert.equal(first.id, second.id);
    assert.notEqual(first.id, currentOwner({}, undefined, [script]).id);
    assert.equal(currentOwner({}, undefined, []).id, currentOwner({}, undefined, []).id);
  });
});
