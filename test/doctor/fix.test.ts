// `pawl doctor --fix` with the real program: drifted files, questions, broken JSON, damaged logs, what was left behind.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Fixed } from '../../src/doctor/doctor.js';
import type { Finding } from '../../src/doctor/examine.js';
import { openProject } from '../../src/runs/project.js';
import { Repository } from '../support/cli.js';

const pipelines = '.claude/skills/build-pipeline/checkpoints';
const own = '.claude/state/.pawl';
const drifted = {
  prd_id: 'PRD-009',
  status: 'COMPLETED',
  completed_workstreams: [{ id: 'WS1', name: 'Schema' }],
  gates_passed: { lint: true, build: false },
  last_updated: 1765282800,
  mood: 'good',
};

function repository(files: Readonly<Record<string, unknown>> = {}): Repository {
  const repo = new Repository();
  for (const [file, value] of Object.entries(files))
    repo.write(file, typeof value === 'string' ? value : JSON.stringify(value));
  return repo;
}

const read = ({ root }: Repository, file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const kept = ({ root }: Repository): string[] => fs.readdirSync(path.join(root, own, 'quarantine'));

/** What `doctor --fix --json` says about its only run. */
function fixed(repo: Repository, words = ''): Fixed {
  const { runs } = repo.json(`doctor --fix ${words}`.trim());
  assert.ok(Array.isArray(runs) && runs.length === 1, JSON.stringify(runs));
  return runs[0];
}

test('a drifted file is repaired, its original is a revision, and a second --fix does nothing', () => {
  const file = '.claude/state/implement-auth.json';
  const phases = { api: { status: 'done', filesCreated: 'a.ts, b.ts', tasks: [{ id: 'T1' }] }, tests: 'todo' };
  const repo = repository({ [file]: { command: 'implement', startedAt: '2026-01-01', phases, mood: 'good' } });
  assert.match(
    repo.pawl('doctor').out,
    /"done" is not a status\n.*\n {2}--fix repairs it\.[\s\S]*Repair: `.*doctor --fix`/,
  );
  const before = read(repo, file);
  assert.equal(repo.pawl('phase implement/auth api complete --task T1=done').code, 2, 'it was overwritten');
  assert.match(repo.ok('doctor --fix --dry-run'), /would repair it/);
  assert.equal(read(repo, file), before);
  assert.match(repo.ok('doctor --fix'), /repaired it: \d+ changes; the file as it was is in the revision before/);
  const doc = JSON.parse(read(repo, file));
  assert.deepEqual(
    [doc.mood, doc.state.completed_phases, doc.phases.api.files_created],
    ['good', ['api'], ['a.ts', 'b.ts']],
  );
  assert.match(repo.ok('history implement/auth'), /2 .*repaired\n1 .*found as a file/);
  assert.deepEqual(repo.json('show implement/auth --revision 1')['phases'], phases);
  const after = read(repo, file);
  assert.equal(repo.ok('doctor --fix'), 'Nothing to repair.');
  assert.equal(read(repo, file), after);
  repo.ok('phase implement/auth tests complete');
});

test('what is not clear is asked, and the command line of a question answers it', () => {
  const repo = repository({ [`${pipelines}/PRD-009.json`]: { ...drifted, status: 'almost there' } });
  const problems = repo.json('doctor')['problems'];
  assert.ok(Array.isArray(problems));
  const repairs = new Map(problems.map(({ path: place, repair }: Finding) => [place, repair]));
  assert.deepEqual([repairs.get('/status'), repairs.get('/timestamp')], ['ask', 'fix']);
  const asked = fixed(repo);
  assert.deepEqual(
    [asked.outcome, asked.questions.map((one) => [one.path, one.found])],
    ['asked', [['/status', 'almost there']]],
  );
  assert.deepEqual(asked.questions[0]?.answers, ['initialized', 'in_progress', 'paused', 'failed', 'complete']);
  assert.equal(repo.pawl('doctor --fix').code, 6);
  assert.equal(repo.pawl('doctor --fix PRD-009 --answer /status=great').code, 6);
  const { code, out } = repo.shell((asked.command ?? '').replace('=initialized', '=complete'));
  assert.equal(code, 0, out);
  const doc = JSON.parse(read(repo, `${pipelines}/PRD-009.json`));
  // The build gate did not pass: not more is done than the file lists.
  assert.deepEqual(
    [doc.status, doc.gates_pending, doc.completed_workstreams, doc.mood],
    ['paused', ['build'], ['WS1'], 'good'],
  );
});

test('broken JSON is in quarantine before it is repaired', () => {
  const text = `${JSON.stringify(drifted).slice(0, -1)}, "notes": "it broke o`;
  const repo = repository({ [`${pipelines}/PRD-009.json`]: text });
  assert.match(repo.pawl('doctor').out, /corrupt: .*\n {2}--fix repairs it/);
  const { outcome, actions } = fixed(repo, 'PRD-009');
  assert.equal(outcome, 'fixed', actions.join());
  assert.match(actions.join(), /quarantine/);
  assert.equal(read(repo, `${own}/quarantine/${kept(repo)[0]}`), text);
  const doc = repo.json('show PRD-009');
  assert.deepEqual([doc['notes'], doc['completed_workstreams']], ['it broke o', ['WS1']]);
});

test('a file in another shape is repaired only where it is a checkpoint; other files stay', () => {
  const other = '.claude/state/other-tool.json';
  const wrapped = { checkpoint: { command: 'design', phases: [{ name: 'research', status: 'done' }] }, by: 'me' };
  const repo = repository({ '.claude/state/design-forms.json': wrapped, [other]: { version: 3, items: [1] } });
  assert.match(repo.ok('doctor --fix'), /design\/forms: repaired it/);
  const doc = repo.json('show design/forms');
  assert.deepEqual(
    [doc['by'], doc['feature'], doc['state']],
    ['me', 'forms', { current_phase: null, completed_phases: ['research'], pending_phases: [] }],
  );
  assert.equal(read(repo, other), '{"version":3,"items":[1]}');
  repo.write('.claude/state/design-forms.json', '[1, 2]');
  assert.equal(repo.pawl('doctor --fix').code, 1);
});

for (const isPublished of [true, false]) {
  test(`a damaged log begins anew with the newest good state${isPublished ? ', here of the file' : ', here of the log'}`, () => {
    const repo = repository();
    for (const n of [1, 2, 3, 4])
      repo.ok(['phase', 'implement/auth', 'api', 'in_progress', '--summary', `number ${n}`]);
    const log = `${own}/logs/command.implement-auth.jsonl`;
    const damaged = read(repo, log).replace('number 3', 'number x');
    repo.write(log, damaged);
    if (!isPublished) fs.rmSync(path.join(repo.root, '.claude/state/implement-auth.json'));
    assert.equal(repo.pawl('phase implement/auth api complete').code, 5);
    const problems = repo.json('doctor')['problems'];
    assert.ok(
      Array.isArray(problems) &&
        problems.some(({ message, repair }: Finding) => /damaged/.test(message) && repair === 'fix'),
    );
    const { actions } = fixed(repo);
    assert.match(
      actions.join(),
      isPublished ? /revision 4 from the checkpoint file.*1 revision of its history/ : /revision 2 from the log/,
    );
    const name = kept(repo).find((one) => one.endsWith('.jsonl')) ?? '';
    assert.equal(read(repo, `${own}/quarantine/${name}`), damaged);
    assert.match(JSON.stringify(repo.json('show implement/auth')), isPublished ? /number 4/ : /number 2/);
    repo.ok('phase implement/auth api complete');
    assert.equal(repo.ok('doctor --fix'), 'Nothing to repair.');
  });
}

test('what killed processes left behind goes', () => {
  const repo = repository();
  repo.ok('phase implement/auth api in_progress');
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const lease = { expect: null, value: { actor: 'ada', pid, host: os.hostname() }, ttlMs: 30_000 };
  openProject({ root: repo.root }).sync?.putValue('lease command:implement/auth', lease);
  repo.write(`${own}/tmp/left`, 'x');
  fs.utimesSync(path.join(repo.root, own, 'tmp/left'), 0, 0);
  assert.match(repo.ok('doctor --fix'), /Removed 1 temporary file[\s\S]*Removed the lease of implement\/auth/);
  assert.equal(repo.ok('doctor --fix'), 'Nothing to repair.');
});

test('wrong usage', () => {
  const repo = repository({ [`${pipelines}/PRD-009.json`]: drifted });
  for (const words of [
    'doctor PRD-009',
    'doctor --fix --answer /status=paused',
    'doctor --fix PRD-009 --answer status',
  ])
    assert.equal(repo.pawl(words).code, 2, words);
  assert.equal(repo.pawl('doctor --fix PRD-010').code, 3);
});
