// A temp repository with a checkpoint of a given size, and documents to fill it with.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const made = [];

/** Makes a git repository with one commit; removed when the process ends. */
export function makeRepository() {
  const root = mkdtempSync(path.join(process.env.PAWL_BENCH_FOLDER ?? tmpdir(), 'pawl-bench-'));
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '-q');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-q', '--allow-empty', '-m', 'start');
  if (made.length === 0) process.on('exit', () => made.forEach((one) => rmSync(one, { recursive: true, force: true })));
  made.push(root);
  return root;
}

const words = 'resume the phase from its last durable revision and keep every acknowledged update '.split(' ');

/** A command checkpoint of about so many bytes, spread over phases with summaries of ordinary length. */
export function makeCheckpoint(bytes) {
  const phases = {};
  const perPhase = 1_200;
  const count = Math.max(1, Math.round((bytes - 500) / (perPhase + 250)));
  for (let n = 0; n < count; n++) {
    let summary = '';
    for (let i = n; summary.length < Math.min(perPhase, bytes / 2); i++) summary += `${words[i % words.length]} `;
    phases[`phase-${n}`] = {
      status: 'complete',
      started_at: '2026-01-29T10:30:00.000Z',
      updated_at: '2026-01-29T10:45:00.000Z',
      context_summary: summary.trim(),
      files_created: [`src/part-${n}.ts`],
    };
  }
  return {
    command: 'implement',
    feature: 'bench',
    version: 1,
    state: { current_phase: 'open', completed_phases: Object.keys(phases), pending_phases: [] },
    phases: { ...phases, open: { status: 'in_progress' } },
  };
}
