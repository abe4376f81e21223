'use strict';

const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const manager = require('./checkpoint-manager.cjs');
const { MAX_SUMMARY_TOKENS } = require('./token-counter.cjs');

const { loadCheckpoint, saveCheckpoint, updatePhase, completeCheckpoint, getResumePoint } = manager;
let root = '';

test.beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'checkpoint-test-'));
  process.env.GIT_ROOT = root; // the project's root for every function
});

test.afterEach(() => {
  delete process.env.GIT_ROOT;
  fs.rmSync(root, { recursive: true });
});

const fileOf = (name) => path.join(root, '.claude', 'state', name);
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Runs a function of the manager in a process of its own; gives its answer and what it wrote to stderr. */
function call(name, ...args) {
  const code = `console.log(JSON.stringify(require(${JSON.stringify(__dirname)} + '/checkpoint-manager.cjs').${name}(...${JSON.stringify(args)})))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  return { answer: JSON.parse(stdout), stderr };
}

/** Pretends that a commit is checked out. */
function checkOut(commit) {
  fs.mkdirSync(path.join(root, '.git'), { recursive: true });
  fs.writeFileSync(path.join(root, '.git', 'HEAD'), `${commit}\n`);
}

test('saveCheckpoint creates a file in .claude/state, which loadCheckpoint reads', () => {
  const example = {
    command: 'implement',
    feature: 'search',
    version: 1,
    head_commit: null,
    started_at: '2026-01-29T10:30:00.000Z',
    updated_at: '2026-01-29T11:45:00.000Z',
    state: {
      current_phase: 'implementation',
      completed_phases: ['research', 'design'],
      pending_phases: ['validation'],
      current_task: 'T002',
    },
    phases: {
      research: { status: 'complete', context_summary: 'Analyzed existing codebase patterns...', files_created: [] },
      implementation: { status: 'in_progress', started_at: '2026-01-29T11:00:00.000Z' },
    },
  };
  const checkpoint = structuredClone(example);
  assert.strictEqual(saveCheckpoint('implement', checkpoint, 'search'), true);
  const text = fs.readFileSync(fileOf('implement-search.json'), 'utf8');
  assert.strictEqual(text, `${JSON.stringify(checkpoint, null, 2)}\n`);
  const { pawl, updated_at, ...loaded } = loadCheckpoint('implement', 'search');
  assert.deepStrictEqual({ ...loaded, updated_at: example.updated_at }, example);
  assert.match(pawl.rev, /^1-/); // says which revision a copy came from
  assert.match(updated_at, isTime);
  assert.notStrictEqual(updated_at, example.updated_at);
});

test('loadCheckpoint gives null where there is no checkpoint', () => {
  assert.deepStrictEqual(call('loadCheckpoint', 'design'), { answer: null, stderr: '' });
});

test('updatePhase begins a checkpoint and moves phases between the lists', () => {
  const steps = [
    // phase, data → current phase, completed phases, pending phases (at first the typical ones of the command)
    ['planning', { status: 'pending' }, null, [], ['research', 'planning', 'specs']],
    ['research', { status: 'in_progress' }, 'research', [], ['planning', 'specs']],
    ['research', { status: 'complete' }, null, ['research'], ['planning', 'specs']],
    ['specs', { status: 'skipped' }, null, ['research'], ['planning']],
    ['planning', { status: 'failed', error: 'no time' }, null, ['research'], []],
    ['planning', { status: 'in_progress' }, 'planning', ['research'], []],
  ];
  for (const [phase, data, current_phase, completed_phases, pending_phases] of steps) {
    assert.strictEqual(updatePhase('design', phase, data), true);
    assert.deepStrictEqual(loadCheckpoint('design').state, { current_phase, completed_phases, pending_phases });
  }
  assert.strictEqual(loadCheckpoint('design').phases.planning.error, undefined);
});

test('updatePhase adds timestamps and merges what it is given', () => {
  updatePhase('implement', 'api', { status: 'in_progress', files_created: ['a.js'], meta: { a: 1 } });
  const { api } = loadCheckpoint('implement').phases;
  assert.match(api.started_at, isTime);
  assert.match(api.updated_at, isTime);
  updatePhase('implement', 'api', { status: 'complete', files_created: ['b.js'], meta: { b: 2 } });
  const later = loadCheckpoint('implement').phases.api;
  assert.deepStrictEqual(later.files_created, ['a.js', 'b.js']);
  assert.deepStrictEqual(later.meta, { a: 1, b: 2 });
  assert.strictEqual(later.started_at, api.started_at);
});

test('updatePhase refuses an unknown status', () => {
  const { answer, stderr } = call('updatePhase', 'implement', 'api', { status: 'done' });
  assert.strictEqual(answer, false);
  assert.match(stderr, /^Failed to update phase: .*"done" is not a status \(did you mean "complete"\?\).*\n$/);
});

test('getResumePoint names the current phase, else the failed one, else the first pending one, and the last summary', () => {
  assert.deepStrictEqual(getResumePoint('implement'), { phase: null, summary: null });
  const state = { current_phase: null, completed_phases: [], pending_phases: ['docs', 'tests'] };
  saveCheckpoint('implement', { state, phases: {} });
  assert.deepStrictEqual(getResumePoint('implement'), { phase: 'docs', summary: null });
  updatePhase('implement', 'api', { status: 'complete', context_summary: 'The API works.' });
  updatePhase('implement', 'ui', { status: 'failed', error: 'blank page' });
  assert.deepStrictEqual(getResumePoint('implement'), { phase: 'ui', summary: 'The API works.' });
  updatePhase('implement', 'tests', { status: 'in_progress' });
  assert.deepStrictEqual(getResumePoint('implement'), { phase: 'tests', summary: 'The API works.' });
});

test('completeCheckpoint clears the current and the pending phases', () => {
  updatePhase('implement', 'api', { status: 'in_progress' });
  assert.strictEqual(completeCheckpoint('implement'), true);
  const { state, phases, completed_at } = loadCheckpoint('implement');
  assert.deepStrictEqual(state, { current_phase: null, completed_phases: [], pending_phases: [] });
  assert.strictEqual(phases.api.status, 'in_progress');
  assert.match(completed_at, isTime);
  assert.deepStrictEqual(getResumePoint('implement'), { phase: null, summary: null });
});

test('a summary above the limit is refused, and nothing changes', () => {
  const summary = Array(MAX_SUMMARY_TOKENS + 1)
    .fill('word')
    .join(' ');
  updatePhase('implement', 'api', { status: 'complete', context_summary: 'short' });
  const { answer, stderr } = call('updatePhase', 'implement', 'api', { context_summary: summary });
  assert.strictEqual(answer, false);
  assert.match(stderr, new RegExp(`Context summary exceeds ${MAX_SUMMARY_TOKENS} token limit`));
  const checkpoint = loadCheckpoint('implement');
  assert.strictEqual(checkpoint.phases.api.context_summary, 'short');
  checkpoint.state.context_summary = summary;
  assert.strictEqual(call('saveCheckpoint', 'implement', checkpoint).answer, false);
});

test('a checkpoint that was saved at another commit is loaded with a warning', () => {
  checkOut('a'.repeat(40));
  updatePhase('implement', 'api', { status: 'in_progress' });
  assert.strictEqual(loadCheckpoint('implement').head_commit, 'a'.repeat(40));
  checkOut('b'.repeat(40));
  const { answer, stderr } = call('loadCheckpoint', 'implement');
  assert.strictEqual(answer.state.current_phase, 'api');
  assert.strictEqual(stderr, 'Checkpoint is stale (saved at aaaaaaa, current HEAD is bbbbbbb)\n');
});

test('a corrupt file gives null and a warning, or the last good state', () => {
  fs.mkdirSync(fileOf(''), { recursive: true });
  fs.writeFileSync(fileOf('ship-checkpoint.json'), '{ "command": "sh');
  const { answer, stderr } = call('loadCheckpoint', 'ship');
  assert.strictEqual(answer, null);
  assert.ok(stderr.startsWith(`Checkpoint file exists but is corrupt: ${fileOf('ship-checkpoint.json')}`));
  updatePhase('implement', 'api', { status: 'in_progress' });
  fs.writeFileSync(fileOf('implement-checkpoint.json'), 'not JSON');
  const again = call('loadCheckpoint', 'implement');
  assert.strictEqual(again.answer.state.current_phase, 'api');
  assert.match(again.stderr, /Checkpoint file exists but is corrupt: /);
});

test('what another process saved meanwhile is kept', () => {
  updatePhase('implement', 'api', { status: 'in_progress' });
  const checkpoint = loadCheckpoint('implement');
  call('updatePhase', 'implement', 'ui', { status: 'complete' });
  checkpoint.phases.api.status = 'complete';
  checkpoint.state.current_phase = null;
  checkpoint.state.completed_phases = ['api'];
  assert.strictEqual(saveCheckpoint('implement', checkpoint), true);
  assert.deepStrictEqual(new Set(checkpoint.state.completed_phases), new Set(['api', 'ui']));
  assert.deepStrictEqual(loadCheckpoint('implement'), checkpoint);
});
