import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FamilyOverview } from '../families/family.js';
import { commandKey, pipelineKey, workflowKey } from '../rules/names.js';
import { nextCommand } from './next-command.js';

const overview: FamilyOverview = {
  title: 'x',
  status: 'in_progress',
  finished: false,
  progress: { done: 1, total: 3 },
  current: null,
  error: null,
  next: null,
  updated_at: null,
};
const command = commandKey('implement', 'auth');
const workflow = workflowKey('orchestrate_x_20260105_090000');

test('a running phase is completed, else the next one begins, else the run is complete', () => {
  assert.equal(nextCommand(command, { ...overview, current: 'a, b' }), 'pawl phase implement/auth a complete');
  assert.equal(nextCommand(command, { ...overview, next: 'c' }), 'pawl phase implement/auth c in_progress');
  assert.equal(nextCommand(command, overview), 'pawl complete implement/auth');
});

test('a run of which no unit is known is not said to be complete', () => {
  const none = { ...overview, progress: { done: 0, total: 0 } };
  assert.equal(nextCommand(command, none), null);
  assert.equal(nextCommand(workflow, none), null);
});

test('a workflow advances, is retried when it failed, and is finished when all is done', () => {
  assert.match(nextCommand(workflow, overview) ?? '', /^pawl workflow advance orchestrate_x_/);
  assert.match(nextCommand(workflow, { ...overview, status: 'failed' }) ?? '', /^pawl workflow retry /);
  assert.match(nextCommand(workflow, { ...overview, progress: { done: 3, total: 3 } }) ?? '', /^pawl workflow finish /);
});

test('a running workstream is done, else the next one starts or its gate is run', () => {
  const pipeline = pipelineKey('PRD-009');
  assert.equal(nextCommand(pipeline, { ...overview, current: 'WS2, WS3' }), 'pawl pipeline done PRD-009 WS2');
  assert.equal(nextCommand(pipeline, { ...overview, next: 'WS4' }), 'pawl pipeline start PRD-009 WS4');
  assert.equal(nextCommand(pipeline, { ...overview, next: 'gate lint' }), 'pawl gate run PRD-009 lint');
  assert.equal(nextCommand(pipeline, overview), null, 'a review forbids the start');
});

test('a finished run waits for nothing', () => {
  for (const key of [command, workflow, pipelineKey('PRD-009')])
    assert.equal(nextCommand(key, { ...overview, finished: true }), null);
});

test('names that a shell would take apart are quoted', () => {
  const key = commandKey('implement', "it's here");
  assert.equal(
    nextCommand(key, { ...overview, next: 'a b' }),
    `pawl phase 'implement/it'\\''s here' 'a b' in_progress`,
  );
});

test('a phase that looks like an option stands behind two dashes', () => {
  const next = nextCommand(commandKey('design', null), { ...overview, current: '-x' });
  assert.equal(next, 'pawl phase design -- -x complete');
  const strange = commandKey('-x', null);
  assert.equal(nextCommand(strange, overview), 'pawl complete command:-x');
  assert.equal(nextCommand(strange, { ...overview, current: '-y' }), 'pawl phase command:-x -- -y complete');
});
