// Acting on a resume decision over real checkpoints on disk.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandKey } from '../../src/rules/names.js';
import { takeLease } from '../../src/service/lease/leases.js';
import { actOn } from '../../src/service/resume/act/act.js';
import { decide } from '../../src/service/resume/decide.js';
import { openStage, session } from '../support/runs.js';

const [ana, ben] = [session('ana'), session('ben')];
const key = commandKey('implement', 'auth');

test('where somebody was faster, nothing is done, and the decision is the one that whoever asks now gets', async () => {
  const { bench, project } = await openStage();
  await project.commands.phase({ command: 'implement', feature: 'auth' }, 'api', { status: 'in_progress' });
  const decision = await decide(bench, { owner: ana });
  assert.equal(decision.verdict, 'resume');
  assert.ok(takeLease(bench, key, ben).ok);
  const { acted, taken, decision: now } = await actOn({ bench, owner: ana, key, decision }, 'r');
  assert.deepEqual([acted, taken], [null, false]);
  assert.deepEqual([now.verdict, now.options, now.holder?.owner], ['blocked', ['v'], ben.id]);
  const { brief: _now, ...after } = await decide(bench, { ref: 'implement/auth', owner: ana });
  const { brief: _brief, ...told } = now;
  assert.deepEqual(told, after);
});

test('a person who takes it over does so, and holds it then', async () => {
  const { bench, project } = await openStage();
  await project.commands.phase({ command: 'implement', feature: 'auth' }, 'api', { status: 'in_progress' });
  assert.ok(takeLease(bench, key, ben).ok);
  const decision = await decide(bench, { owner: ana });
  const { acted, decision: now } = await actOn({ bench, owner: ana, key, decision }, 'r', true);
  assert.deepEqual([acted, now.verdict, now.holder, now.reasons], ['resumed', 'resume', null, []]);
  assert.equal(now.next_command, 'pawl phase implement/auth api complete');
});
