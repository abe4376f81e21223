// The library as its users see it: the built package, real files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { type Project, MemoryStore, type PawlError, isPawlError, openProject, toAsync } from '../../src/library.js';

const folders: string[] = [];
function tempFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-library-'));
  folders.push(folder);
  return folder;
}
after(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

async function open(now?: () => Date): Promise<Project & { notices: string[] }> {
  const notices: string[] = [];
  const project = await openProject({ root: tempFolder(), notify: (message) => notices.push(message), now });
  return Object.assign(project, { notices });
}

const plan = {
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  workstreams: { WS1: { name: 'Database Layer', gate: 'lint' }, WS2: { name: 'Service Layer', depends_on: ['WS1'] } },
  phases: [
    { name: 'Ground', workstreams: ['WS1'], gates: [] },
    { name: 'Service', workstreams: ['WS2'], gates: ['test-pass'] },
  ],
};

test('a command run: phases, notes, resume point, completion', async () => {
  const { commands } = await open();
  await commands.phase('implement/auth', 'schema', { status: 'complete', context_summary: 'Tables exist.' });
  await commands.phase('implement/auth', 'api', { status: 'in_progress' });
  const { document, revision } = await commands.note('implement/auth', { next: 'write POST /login', reject: 'JWT' });
  assert.equal(revision, 3);
  assert.equal(document.pawl?.next_action, 'write POST /login');
  assert.deepEqual(await commands.resumePoint('implement/auth'), { unit: 'api', summary: 'Tables exist.' });
  await commands.complete('implement/auth');
  assert.deepEqual(await commands.resumePoint('implement/auth'), { unit: null, summary: null });
});

test('a pipeline run ends complete, with its gates recorded per use', async () => {
  const { pipelines, list } = await open().then((project) => ({
    pipelines: project.pipelines,
    list: () => project.list(),
  }));
  await pipelines.init(plan);
  await pipelines.start('PRD-009', ['WS1'], plan);
  await pipelines.done('PRD-009', 'WS1', ['migration.sql'], plan);
  await pipelines.passGate('PRD-009', { gate: 'lint' }, plan);
  await pipelines.start('PRD-009', ['WS2'], plan);
  await pipelines.done('PRD-009', 'WS2', [], plan);
  const { document } = await pipelines.passGate('PRD-009', { gate: 'test-pass' }, plan);
  assert.deepEqual(document.gates_passed, ['lint (WS1)', 'test-pass (Phase 2)']);
  assert.equal(document.status, 'complete');
  assert.deepEqual(
    (await list()).map(({ ref, status }) => [ref, status]),
    [['PRD-009', 'complete']],
  );
  await assert.rejects(pipelines.start('PRD-009', ['WS1'], plan), (error) => isPawlError(error, 'already-complete'));
});

test('a workflow run: the file goes away on success and stays in the history; a final failure moves it to failed/', async () => {
  const project = await open(() => new Date('2025-10-03T18:45:30Z'));
  const start = {
    type: 'orchestrate',
    project: 'Auth System',
    description: 'Implement authentication',
    totalPhases: 2,
  };
  const { ref } = await project.workflows.start(start);
  assert.equal(ref, 'orchestrate_auth_system_20251003_184530');
  const second = await project.workflows.start(start);
  assert.equal(second.ref, 'orchestrate_auth_system_20251003_184531');
  const folder = path.join(project.root, '.claude/checkpoints');
  await project.workflows.advance(ref);
  await project.workflows.advance(ref);
  await project.workflows.finish(ref);
  await project.workflows.fail(second.ref, 'no database', true);
  assert.deepEqual(fs.readdirSync(folder).sort(), ['failed']);
  assert.deepEqual(fs.readdirSync(path.join(folder, 'failed')), [`${second.ref}.json`]);
  assert.equal((await project.load(ref)).place, 'archived');
  assert.equal((await project.load('orchestrate/auth_system')).ref, second.ref);
});

test('history: diff, restore and fork', async () => {
  const project = await open();
  await project.commands.phase('implement/auth', 'api', { status: 'in_progress' });
  await project.commands.phase('implement/auth', 'api', { status: 'failed', error: 'boom' });
  const { differences } = await project.diff('implement/auth', 1, 2);
  assert.ok(differences.some(({ path: place, after: value }) => place === '/phases/api/error' && value === 'boom'));
  const restored = await project.restore('implement/auth', 1);
  assert.equal(restored.revision, 3);
  assert.deepEqual(
    (await project.history('implement/auth')).map(({ event }) => event.name),
    ['restore', 'phase', 'phase'],
  );
  await project.fork('implement/auth', 'implement/auth-2', 2);
  assert.deepEqual(await project.commands.resumePoint('implement/auth-2'), { unit: 'api', summary: null });
  await assert.rejects(project.fork('implement/auth', 'implement/auth-2'), (error) => isPawlError(error, 'conflict'));
});

test('whole saves: what others saved meanwhile is kept, a conflict is refused with its place', async () => {
  const project = await open();
  await project.commands.phase('implement/auth', 'a', { status: 'in_progress' });
  const mine = await project.commands.load('implement/auth');
  assert.ok(mine !== null);
  await project.commands.phase('implement/auth', 'b', { status: 'complete' });
  Object.assign(mine.document, { note: 'mine' });
  const saved = await project.commands.save('implement/auth', mine.document);
  assert.deepEqual([saved.document['note'], saved.document.phases['b']?.status], ['mine', 'complete']);
  Object.assign(mine.document, { note: 'again' });
  await project.commands.save('implement/auth', { ...saved.document, note: 'other' });
  await assert.rejects(project.commands.save('implement/auth', mine.document), (error: PawlError) => {
    assert.equal(error.code, 'conflict');
    assert.deepEqual(error.data['conflicts'], ['/note']);
    return true;
  });
});

test('archive and delete keep the history; purge does not; an unknown ref names near ones', async () => {
  const project = await open();
  await project.commands.phase('implement/auth', 'a', { status: 'complete' });
  await project.delete('implement/auth');
  assert.deepEqual(await project.list(), []);
  await project.restore('implement/auth', 1);
  await project.archive('implement/auth');
  assert.equal((await project.list({ all: true }))[0]?.place, 'archived');
  await assert.rejects(
    project.load('implement/aut'),
    (error: PawlError) => error.code === 'not-found' && error.hint === 'Did you mean implement/auth?',
  );
  await project.purge('implement/auth');
  await assert.rejects(project.load('implement/auth'), (error) => isPawlError(error, 'not-found'));
});

test('clean goes by age and never touches what is recent or unfinished work of a command', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const project = await open(() => now);
  const start = { type: 'orchestrate', description: 'x', totalPhases: 2 };
  const old = await project.workflows.start({ ...start, project: 'old' });
  const failed = await project.workflows.start({ ...start, project: 'failed' });
  await project.workflows.fail(failed.ref, 'no', true);
  await project.commands.phase('implement/open', 'a', { status: 'in_progress' });
  await project.commands.phase('implement/done', 'a', { status: 'complete' });
  await project.commands.complete('implement/done');
  now = new Date('2026-01-09T00:00:00Z');
  await project.workflows.start({ ...start, project: 'new' });
  const dry = await project.clean({ dryRun: true });
  assert.deepEqual(dry.map(({ ref }) => ref).sort(), ['implement/done', old.ref].sort());
  assert.deepEqual(await project.clean(), dry);
  now = new Date('2026-02-02T00:00:00Z');
  assert.ok((await project.clean()).some(({ ref, action }) => ref === failed.ref && action === 'delete'));
  assert.ok((await project.list()).some(({ ref }) => ref === 'implement/open'));
});

test('durable phases: a killed program continues, and no completed phase runs twice', () => {
  const root = tempFolder();
  const program = path.join(root, 'program.mjs');
  const library = path.resolve('dist/index.mjs');
  fs.writeFileSync(
    program,
    `import { openProject } from ${JSON.stringify(library)};
     const project = await openProject({ root: ${JSON.stringify(root)} });
     const run = await project.command('release', { feature: 'one' });
     const version = await run.phase('version', () => { console.log('version'); return { number: 7 }; });
     await run.phase('publish', async (step) => {
       console.log('publish', JSON.stringify(step.data.tasks ?? {}));
       await step.save({ tasks: { upload: { status: 'done' } } });
       if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
     });
     await run.finish();
     console.log('finished', version.number, run.isResumed);`,
  );
  const first = spawnSync(process.execPath, [program, 'die'], { encoding: 'utf8' });
  assert.equal(first.signal, 'SIGKILL');
  assert.equal(first.stdout, 'version\npublish {}\n');
  const second = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  assert.equal(second.stdout, 'publish {"upload":{"status":"done"}}\nfinished 7 true\n', second.stderr);
});

test('a project on another store needs no files', async () => {
  const root = tempFolder();
  const project = await openProject({ root, store: toAsync(new MemoryStore()) });
  await project.commands.phase('implement', 'a', { status: 'complete' });
  assert.equal((await project.list()).length, 1);
  assert.deepEqual(fs.readdirSync(root), []);
  await project.close();
  await assert.rejects(project.list(), (error) => isPawlError(error, 'closed'));
});

test('secrets are redacted before the first byte, and it is said', async () => {
  const project = await open();
  const token = ['ghp', 'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6'].join('_');
  await project.commands.phase('implement/auth', 'api', { status: 'failed', error: `401 with ${token}` });
  assert.deepEqual(project.notices, ['redacted a secret at /phases/api/error']);
  const files = fs
    .readdirSync(project.root, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(project.root, file));
  for (const file of files.filter((one) => fs.statSync(one).isFile()))
    assert.ok(!fs.readFileSync(file, 'utf8').includes(token), file);
});
