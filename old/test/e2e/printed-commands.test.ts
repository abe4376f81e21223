// Command lines that are printed can be run as they stand, and words about a run are true of it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { documentOf, git, pawl, put, tempRepository } from './program.js';

const pipelines = '.claude/skills/build-pipeline/checkpoints';

/** Runs a command line that was printed. */
function runPrinted(line: string, root: string): ReturnType<typeof pawl> {
  const words = line.replace(/^pawl /, '').split(' ');
  return pawl(words, root);
}

test('a command and a workflow that are named alike are printed with their families', () => {
  const root = tempRepository();
  pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
  pawl(['workflow', 'start', 'implement', 'auth', '--description', 'Auth', '--phases', '3'], root);
  const { out } = pawl(['status'], root);
  const printed = [...out.matchAll(/→ (pawl resume .*)$/gm)].map(([, line = '']) => line);
  assert.equal(printed.length, 2, out);
  for (const line of printed) assert.equal(runPrinted(line, root).code, 0, line);
  const { next_command } = documentOf(pawl(['resume', 'command:implement/auth', '--json'], root));
  assert.equal(next_command, 'pawl resume command:implement/auth --auto');
  assert.equal(runPrinted(next_command, root).code, 0);
});

test('a pipeline that is on another branch is told to be there, and is not offered to be brought back', () => {
  const root = tempRepository();
  const home = git(root, 'branch', '--show-current').trim();
  git(root, 'switch', '--quiet', '--create', 'feat');
  put(
    root,
    'docs/PRD-009-spec.md',
    '---\nprd: PRD-009\nprd_title: Cashier\nworkstreams:\n  WS1: {name: Database}\n---\n',
  );
  pawl(['pipeline', 'init', 'docs/PRD-009-spec.md'], root);
  pawl(['pipeline', 'start', 'PRD-009', 'WS1'], root);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'work');
  git(root, 'switch', '--quiet', home);
  const asked = pawl(['resume', 'PRD-009'], root);
  assert.equal(asked.code, 3);
  assert.match(asked.out, /PRD-009 is on branch feat, which is not checked out here\nGo there with: git switch feat\n/);
  const { next_command } = documentOf(pawl(['resume', 'PRD-009', '--json'], root));
  assert.equal(next_command, 'git switch feat');
  const done = pawl(['pipeline', 'done', 'PRD-009', 'WS1'], root);
  assert.equal(done.code, 3);
  assert.match(done.err, /is on branch feat.*\n.*git switch feat/);
  git(root, 'switch', '--quiet', 'feat');
  assert.match(pawl(['status'], root).out, /PRD-009/);
  pawl(['delete', 'PRD-009', '--yes'], root);
  assert.match(pawl(['resume', 'PRD-009'], root).out, /was removed[^]*pawl restore PRD-009 --revision/);
});

test('a stalled pipeline that is taken up is paused, and sound', () => {
  const root = tempRepository();
  put(root, `${pipelines}/PRD-006.json`, {
    prd: 'PRD-006',
    prd_title: 'T',
    current_phase: 1,
    status: 'in_progress',
    completed_workstreams: ['WS1'],
    in_progress_workstreams: [],
    pending_workstreams: ['WS2'],
    artifacts: {},
    gates_passed: [],
    gates_pending: ['lint'],
    timestamp: '2026-11-16T10:00:00Z',
  });
  assert.equal(documentOf(pawl(['resume', 'PRD-006', '--choice', 'r', '--json'], root))['status'], 'paused');
  assert.equal(documentOf(pawl(['doctor', '--json'], root))['drifted'], 0);
});

test('the status does not say that nothing is unfinished where a file cannot be read', () => {
  const root = tempRepository();
  put(root, '.claude/checkpoints/orchestrate_corr_20261117_010203.json', '{"checkpoint_id": "orch');
  const { out } = pawl(['status'], root);
  assert.doesNotMatch(out, /✓|Nothing unfinished/);
  assert.match(out, /^Nothing that can be read is unfinished/);
  assert.match(out, /1 thing needs a look/);
});

test('how an earlier state is taken back can be run once its number is known', () => {
  const root = tempRepository();
  const file = path.join(root, '.claude/state/implement-a.json');
  pawl(['phase', 'implement/a', 'implementation', 'in_progress'], root);
  const first = fs.readFileSync(file);
  pawl(['phase', 'implement/a', 'implementation', 'complete'], root);
  fs.writeFileSync(file, first);
  assert.match(
    pawl(['status'], root).out.replaceAll(/\s+/g, ' '),
    /`pawl restore implement\/a --revision N` takes one back/,
  );
});

test('a difference tells that a run was removed, and that a revision is itself', () => {
  const root = tempRepository();
  pawl(['phase', 'implement/w', 'implementation', 'in_progress'], root);
  pawl(['delete', 'implement/w', '--yes'], root);
  assert.match(pawl(['diff', 'implement/w'], root).out, /it was removed/);
  assert.match(pawl(['diff', 'implement/w', '1', '1'], root).out, /It is the same revision\./);
});

test('a workflow that is begun anew says where the old one went', () => {
  const root = tempRepository();
  const start = ['workflow', 'start', 'orchestrate', 'p', '--description', 'P', '--phases', '2'];
  pawl(start, root);
  assert.match(
    pawl([...start, '--fresh'], root).out,
    /^orchestrate_p_\d{8}_\d{6} moved to failed\/, with its history$/m,
  );
});
