// `pawl resume` and `pawl brief` as people and agents use them: the real program, real files, a real terminal.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json.js';
import { openProject } from '../../src/library.js';
import { lacks, tempFolder } from '../support/programs.js';
import { pipelineState, workflowState } from './support.js';

const program = path.resolve('dist/cli/pawl.cjs');
const noTerminal = lacks('script');

interface Answer {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

class Place {
  readonly root = tempFolder();
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: this.root });
    const bin = path.join(this.root, 'bin');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'pawl'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
      mode: 0o755,
    });
    const { PATH, LANG = 'C.UTF-8' } = process.env;
    this.env = { PATH: `${bin}:${PATH}`, HOME: this.root, LANG, NO_COLOR: '1', TERM: 'xterm' };
  }

  pawl(...args: readonly string[]): Answer {
    const { status, stdout, stderr } = spawnSync('pawl', args, { cwd: this.root, env: this.env, encoding: 'utf8' });
    return { status, out: stdout.trimEnd(), err: stderr };
  }

  json(...args: readonly string[]): JsonObject & { readonly runs: readonly JsonObject[] } {
    return JSON.parse(this.pawl(...args, '--json').out);
  }

  /** Runs a command line on a terminal, and types one answer at each question. */
  async terminal(line: string, ...answers: readonly string[]): Promise<Answer> {
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: this.root, env: this.env });
    let out = '';
    let asked = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split(/Choice \[[rsvd/]+\]: /).length - 1 <= asked) return;
      child.stdin.write(`${answers[asked++] ?? '\u0004'}\n`);
    });
    await once(child, 'close');
    return { status: child.exitCode, out: out.replaceAll('\r\n', '\n').trimEnd(), err: '' };
  }

  write(file: string, doc: JsonObject | string): string {
    const full = path.join(this.root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, typeof doc === 'string' ? doc : JSON.stringify(doc));
    return full;
  }
}

const pipelineFile = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';
const workflowId = 'orchestrate_auth_system_20251003_184530';
const workflowFile = `.claude/checkpoints/${workflowId}.json`;

async function failedWorkflow(): Promise<{ readonly place: Place; readonly created: Date }> {
  const place = new Place();
  const created = new Date(Math.floor(Date.now() / 1000 - 12.5 * 60) * 1000);
  const { workflows } = await openProject({ root: place.root, actor: 'ann' });
  const failed = { status: 'failed', last_error: 'no database', created_at: created.toISOString() };
  await workflows.save(workflowId, workflowState({ checkpoint_id: workflowId, ...failed }));
  return { place, created };
}

test('a failed workflow asks on a terminal with the exact prompt; r continues it', { skip: noTerminal }, async () => {
  const { place, created } = await failedWorkflow();
  const { out, status } = await place.terminal(`pawl resume ${workflowId}`, 'r');
  const prompt = `Found existing checkpoint for "Implement authentication system"
Created: ${created.toISOString().slice(0, 19).replace('T', ' ')} (12 minutes ago)
Progress: Phase 2 of 5 completed

Options:
  (r)esume - Continue from Phase 3
  (s)tart fresh - Delete checkpoint and restart
  (v)iew details - Show checkpoint contents
  (d)elete - Remove checkpoint without starting

Choice [r/s/v/d]:`;
  assert.ok(out.includes(`- the last attempt failed: no database\n\n${prompt} r\n`), out);
  assert.ok(out.includes(`\`pawl workflow advance ${workflowId}\``), out);
  assert.equal(status, 0);
  const doc = JSON.parse(place.pawl('show', workflowId, '--json').out);
  assert.deepEqual([doc.status, doc.last_error], ['in_progress', null]);
  assert.equal(place.pawl('resume', workflowId).status, 0);
});

test('v shows and asks again, another answer asks again, the end of input changes nothing', {
  skip: noTerminal,
}, async () => {
  const { place } = await failedWorkflow();
  const { out, status } = await place.terminal(`pawl resume ${workflowId}`, 'view', 'x');
  assert.match(
    out,
    /"checkpoint_id": "orchestrate_auth_system_20251003_184530"[^]*Type one of r, s, v, d\.[^]*Nothing was changed/,
  );
  assert.equal(status, 6);
  assert.equal(JSON.parse(place.pawl('show', workflowId, '--json').out).status, 'failed');
});

test('start fresh moves a workflow to failed/ and begins it again; delete removes it; both say how to restore', async () => {
  const { place } = await failedWorkflow();
  const fresh = place.json('resume', workflowId, '--choice', 's');
  assert.equal(fresh['restore'], `pawl restore ${workflowId} 1`);
  assert.ok(fs.existsSync(path.join(place.root, `.claude/checkpoints/failed/${workflowId}.json`)));
  const begun = String(fresh['begun']);
  assert.match(begun, /^orchestrate_auth_system_\d{8}_\d{6}$/);
  const doc = JSON.parse(place.pawl('show', begun, '--json').out);
  assert.deepEqual(
    [doc.total_phases, doc.completed_phases, doc.workflow_description],
    [5, [], 'Implement authentication system'],
  );
  const { out } = place.pawl('resume', begun, '--choice', 'd');
  assert.equal(out, `Deleted ${begun}.\n\`pawl restore ${begun} 1\` brings the old one back.`);
  assert.ok(!fs.existsSync(path.join(place.root, `.claude/checkpoints/${begun}.json`)));
  const project = await openProject({ root: place.root });
  assert.equal((await project.restore(begun, 1)).place, 'live');
});

test('a failed pipeline shows its state and its error, then asks; r leaves the failure', {
  skip: noTerminal,
}, async () => {
  const place = new Place();
  const error = { workstream: 'WS3', message: 'no player_id', file: 'index.ts', line: 45 };
  const { pipelines } = await openProject({ root: place.root, actor: 'ann' });
  await pipelines.save('PRD-009', pipelineState({ status: 'failed', error }));
  const { out, status } = await place.terminal('pawl resume PRD-009', 'r');
  const display = `Resuming PRD-009 from Phase 2

Completed:
  WS1 ✅

Pending:
  WS2
  WS3
  WS4
  WS5

- the last attempt failed: WS3: no player_id (index.ts:45)

Options:
  (r)esume - Continue with WS3`;
  assert.ok(out.startsWith(display), out);
  assert.ok(out.includes('`pawl pipeline start PRD-009 WS2`'), out);
  assert.equal(status, 0);
  assert.equal((await pipelines.load('PRD-009'))?.document.status, 'paused');
});

test('a pipeline starts fresh with the same work, and a complete one says so', async () => {
  const place = new Place();
  place.write(
    pipelineFile,
    pipelineState({ status: 'in_progress', in_progress_workstreams: ['WS2'], pending_workstreams: ['WS3'] }),
  );
  const { status, out } = place.pawl('resume', 'PRD-009');
  assert.equal(status, 6);
  assert.match(out, /- nobody here has worked on it[^]*- it stopped while WS2 was in progress/);
  assert.equal(place.json('resume', 'PRD-009', '--choice', 's')['restore'], 'pawl restore PRD-009 1');
  const { document } = await (await openProject({ root: place.root })).load('PRD-009');
  const { pending_workstreams, gates_pending, status: now } = JSON.parse(JSON.stringify(document));
  assert.deepEqual(
    [now, pending_workstreams, gates_pending],
    ['initialized', ['WS1', 'WS2', 'WS3'], ['schema-validation', 'test-pass']],
  );

  const other = new Place();
  other.write(pipelineFile, pipelineState({ status: 'complete', pending_workstreams: [], gates_pending: [] }));
  assert.deepEqual(other.pawl('resume', 'PRD-009'), { status: 0, out: 'PRD-009 already complete', err: '' });
  assert.match(other.pawl('resume', 'PRD-009', '--choice', 'r').err, /PRD-009 already complete \[already-complete\]/);
});

test('a look takes nothing, waits for nothing, and exits by what is needed', async () => {
  const place = new Place();
  assert.deepEqual(place.pawl('resume'), { status: 0, out: 'Nothing is unfinished.', err: '' });
  place.pawl('phase', 'implement/auth', 'schema', 'complete', '--summary', 'Tables exist.');
  place.pawl('phase', 'implement/auth', 'api', 'in_progress');
  const first = place.json('resume');
  assert.equal(first['action'], 'resume');
  assert.equal(first.runs[0]?.['command'], 'pawl phase implement/auth api in_progress');
  assert.equal(
    place.pawl('phase', 'implement/auth', 'api', 'failed', '--error', 'boom').status,
    0,
    'nobody is locked out',
  );
  const asked = place.pawl('resume');
  assert.equal(asked.status, 6);
  assert.match(asked.out, /^implement\/auth needs a decision before it continues with api\n/);
  place.pawl('phase', 'design', 'research', 'in_progress');
  const all = place.json('resume');
  assert.deepEqual(
    all.runs.map((run) => [run['ref'], run['action']]),
    [
      ['design', 'resume'],
      ['implement/auth', 'ask'],
    ],
  );
  assert.equal(place.pawl('resume', '--choice', 'r').status, 2);
  assert.match(
    place.pawl('brief', 'implement/auth').out,
    /^Unfinished work: implement auth[^]*Last failure of api: boom/,
  );
  assert.match(place.pawl('brief').out, /^Unfinished work: design/);
});

test('corrupt, incomplete and newer files offer s/v/d; their bytes stay in quarantine or in the history', {
  skip: noTerminal,
}, async () => {
  for (const [text, reason] of [
    ['{"checkpoint_id": "x', 'its checkpoint file is corrupt'],
    [JSON.stringify({ checkpoint_id: workflowId, status: 'in_progress' }), 'it does not fit its format'],
    [
      JSON.stringify(workflowState({ checkpoint_id: workflowId, schema_version: '3.0' })),
      'it was written by a newer version of pawl',
    ],
  ] as const) {
    const place = new Place();
    const file = place.write(workflowFile, text);
    assert.equal(place.pawl('resume', workflowId).status, 6);
    assert.equal(place.json('resume').runs[0]?.['action'], 'blocked');
    const { out } = await place.terminal(`pawl resume ${workflowId}`, 'd');
    assert.ok(out.includes(`- ${reason}`), out);
    assert.match(out, /Choice \[s\/v\/d\]: d\n[^]*Deleted/);
    assert.ok(!fs.existsSync(file));
    const folder = path.join(place.root, '.claude/state/.pawl/quarantine');
    const kept = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    const isRevision = reason === 'it does not fit its format';
    assert.deepEqual(kept, isRevision ? [] : [text]);
    assert.equal(out.includes('restore'), isRevision, out);
  }
});

test('the library decides and briefs like the program', async () => {
  const { place } = await failedWorkflow();
  const project = await openProject({ root: place.root });
  const [decision] = await project.resume();
  assert.deepEqual([decision?.ref, decision?.action, decision?.unit], [workflowId, 'ask', 'Phase 3']);
  assert.deepEqual(await project.resume(workflowId), [decision]);
  assert.equal(await project.brief(workflowId), place.pawl('brief').out);
});

test('the last conversation is named while its transcript is there; an agent that resumes a run is bound to it', async () => {
  const place = new Place();
  const { commands } = await openProject({ root: place.root, actor: 'ann' });
  const { document } = await commands.phase('implement/auth', 'api', { status: 'in_progress' });
  await commands.save('implement/auth', {
    ...document,
    pawl: { ...document.pawl, sessions: { 'abc-1': 'f:1', 'abc-2': 'f:1' } },
  });
  assert.doesNotMatch(place.pawl('brief').out, /claude --resume/);
  const folder = fs.realpathSync(place.root).replaceAll(/[^A-Za-z0-9]/g, '-');
  place.write(`.claude/projects/${folder}/abc-1.jsonl`, '{}');
  assert.match(place.pawl('brief').out, /`claude --resume abc-1`/);

  const line = {
    e: 'start',
    source: 'startup',
    agent: 'claude',
    folder: '',
    branch: 'main',
    at: new Date().toISOString(),
  };
  const session = place.write(
    '.claude/state/.pawl/sessions/me.jsonl',
    `{"session":"me","file":"f"}\n${JSON.stringify(line)}\n`,
  );
  place.env['PAWL_SESSION'] = 'me';
  place.pawl('resume', 'implement/auth');
  assert.match(fs.readFileSync(session, 'utf8'), /"e":"bind","key":"command:implement\/auth"/);
});
