// Gates: run by pawl, claimed, approved, waived, blocked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacks } from '../support/programs.js';
import { Place } from './place.js';

const spec = `workstreams:
  WS1: { command: "echo 1 > a.txt", outputs: [a.txt], gate: [lint, stack] }
execution_phases:
  - { name: All, parallel: [WS1], gates: [read, look] }
gates:
  lint: { command: "cat code 2>/dev/null && exit $(cat code); true", waivable: false }
  stack: { command: "exit 75" }
  read: { success_criteria: The docs say so }
  look: { type: manual, success_criteria: Does it look right? }
`;

test('a gate that cannot run is blocked, which is not failed', () => {
  const place = new Place(spec.replace('exit 75', 'no-such-program'));
  const { code, out } = place.pawl('build PRD-001 --yes');
  assert.equal(code, 6, out);
  assert.match(out, /gate lint \(WS1\) passed/);
  assert.match(out, /Gate stack \(WS1\) is blocked: exit code 127: .*not found/);
  assert.match(out, /Gate look \(Phase 1\) needs your approval: Does it look right\?/);
  const { status, error, gates_passed: passed } = place.checkpoint();
  assert.deepEqual({ status, error, passed }, { status: 'paused', error: undefined, passed: ['lint (WS1)'] });
  const { gates } = place.json('gate status PRD-001') as {
    gates: readonly { gate: string; state: string; how: string }[];
  };
  const states = Object.fromEntries(gates.map(({ gate, state }) => [gate, state]));
  assert.deepEqual(states, {
    'lint (WS1)': 'passed',
    'stack (WS1)': 'blocked',
    'read (Phase 1)': 'due',
    'look (Phase 1)': 'due',
  });
});

test('gates.blocked_codes adds exit codes; a repository cannot allow approvals', () => {
  const place = new Place(spec.replace('exit 75', 'exit 9'));
  place.write('.claude/config/pawl.json', '{"gates": {"blocked_codes": [9], "approve_without_terminal": true}}');
  assert.equal(place.pawl('build PRD-001 --yes').code, 6);
  assert.equal(place.pawl('gate run PRD-001 stack').code, 6);
  assert.equal(place.pawl('gate approve PRD-001 look').code, 6);
  assert.match(place.ok('config'), /approve_without_terminal cannot be set by a repository/);
});

test('a gate fails, runs again, and passes', () => {
  const place = new Place(spec);
  place.write('code', '4\n');
  assert.equal(place.pawl('build PRD-001 --yes').code, 1);
  assert.match(place.checkpoint().error?.message ?? '', /^gate lint failed: exit code 4/);
  assert.equal(place.pawl('gate run PRD-001 lint').code, 1);
  place.write('code', '0\n');
  assert.match(place.ok('gate run PRD-001 lint'), /Gate lint \(WS1\) passed/);
  const { status, error, gates_passed: passed } = place.checkpoint();
  assert.deepEqual({ status, error, passed }, { status: 'paused', error: undefined, passed: ['lint (WS1)'] });
});

test('claims, approvals and waivers: who may, and what is recorded', { skip: lacks('script') }, () => {
  const place = new Place(spec);
  assert.equal(place.pawl('build PRD-001 --yes').code, 6);
  assert.match(place.pawl('gate pass PRD-001 lint').err, /gate lint has a command/);
  assert.match(place.pawl('gate pass PRD-001 look').err, /needs a person's approval/);
  assert.match(place.pawl('gate approve PRD-001 stack').err, /not a manual one/);
  assert.match(place.ok('gate pass PRD-001 read'), /Gate read \(Phase 1\) passed \(claimed\)/);

  const approve = 'gate approve PRD-001 look';
  assert.match(place.pawl(approve).err, /needs a person at a terminal \[needs-person\]/);
  place.env['CLAUDE_CODE_SESSION_ID'] = 'agent';
  assert.equal(place.terminal(approve, '').code, 6, "an agent's session is no person");
  delete place.env['CLAUDE_CODE_SESSION_ID'];
  assert.equal(place.terminal(approve, '').code, 0);

  const waive = (gate: string): string => `gate waive PRD-001 ${gate} --reason "no stack here" --issue ISS-1`;
  assert.equal(place.pawl('gate waive PRD-001 stack --reason x').code, 2, 'an issue is needed');
  assert.equal(place.pawl('gate waive PRD-001 stack --reason x --issue ISS-1').code, 6);
  assert.match(place.terminal(waive('lint'), '').out, /can never be waived/);
  place.write('.home/pawl/config.json', '{"gates": {"approve_without_terminal": true}}');
  assert.equal(place.pawl(['gate', 'waive', 'PRD-001', 'stack', '--reason', 'no stack', '--issue', 'ISS-1']).code, 0);

  const { status, pawl } = place.checkpoint();
  assert.equal(status, 'complete');
  const [approval] = pawl['approvals'] as readonly Record<string, string>[];
  const [waiver] = pawl['waivers'] as readonly Record<string, string>[];
  assert.deepEqual([approval?.['gate'], approval?.['by']], ['look (Phase 1)', 'ada']);
  assert.deepEqual([waiver?.['gate'], waiver?.['issue'], waiver?.['by']], ['stack (WS1)', 'ISS-1', 'ada']);
});

test('at a terminal the build asks for the approval itself', { skip: lacks('script') }, () => {
  const place = new Place(spec.replace('exit 75', 'exit 0'));
  place.pawl('build PRD-001 --yes');
  place.ok('gate pass PRD-001 read');
  const { code, out } = place.terminal('build PRD-001 --resume', 'y\n');
  assert.equal(code, 0, out);
  assert.match(out, /Gate look \(Phase 1\) needs your approval: Does it look right\? \[y\/N\]/);
});
