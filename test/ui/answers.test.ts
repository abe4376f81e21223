// Every route and every action on a real store, with another process at work.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { spawn, spawnSync } from 'node:child_process';
import { Repository, personEnv, program } from '../support/cli.js';
import { type Any, Site, programWithPage } from './site.js';

const spec = `---
prd: PRD-001
prd_title: Cashier
workstreams:
  WS1: { name: Schema }
  WS2: { name: Screen, depends_on: [WS1] }
phases:
  - { name: One, workstreams: [WS1, WS2], gates: [look] }
gates:
  look: { type: manual, success_criteria: Does it look right? }
---
# Cashier
`;

/** A person's own configuration lets gates be approved without a terminal. */
function withConfig(repository: Repository): NodeJS.ProcessEnv {
  repository.write('.home/pawl/config.json', '{"gates.approve_without_terminal": true}');
  return { XDG_CONFIG_HOME: path.join(repository.root, '.home') };
}

/** Everything is done but the gate. */
function finishWork(repository: Repository): void {
  for (const id of ['WS1', 'WS2'])
    for (const step of ['start', 'done']) repository.ok(`pipeline ${step} PRD-001 ${id}`);
}

function runIn(answer: Any, ref: string): Any {
  return answer.runs.find((one: Any) => one.ref === ref);
}

/** pawl as the session of an agent calls it. */
function inSession({ root }: Repository, session: string, line: string): void {
  const env = { ...personEnv(), PAWL_SESSION: session };
  const { status, stderr } = spawnSync(process.execPath, [programWithPage, ...line.split(' ')], { cwd: root, env });
  assert.equal(status, 0, String(stderr));
}

test('every route on a real store', async () => {
  const repository = new Repository();
  repository.ok('phase implement/auth api in_progress');
  repository.ok(['phase', 'implement/auth', 'api', 'failed', '--error', 'boom in test.js:12']);
  repository.ok('phase implement/auth api in_progress');
  repository.ok(['phase', 'implement/auth', 'api', 'complete', '-s', 'POST /login works', '--created', 'src/login.ts']);
  repository.ok('phase implement/auth ui in_progress');
  repository.ok(['note', 'implement/auth', '--decision', 'Sessions', '--reject', 'JWT', '--goal', 'Log in']);
  repository.ok('workflow start orchestrate auth --description Auth --phases 3');
  repository.ok('phase implement/old a complete');
  repository.ok('archive implement/old');
  repository.ok('phase ship review in_progress');
  const site = await Site.start(repository);

  const all = await site.get('/runs');
  assert.deepEqual([all.root, all.isReadOnly, all.runs.length], [repository.root, false, 4]);
  const { updatedAt: _, ...auth } = runIn(all, 'implement/auth');
  assert.deepEqual(auth, {
    ref: 'implement/auth',
    family: 'command',
    place: 'live',
    title: 'Log in',
    status: 'in_progress',
    isFinished: false,
    progress: { done: 1, total: 2 },
    current: 'ui',
    next: null,
    revision: 6,
    workers: [],
    waiting: null,
  });
  assert.equal(runIn(all, 'implement/old').place, 'archived');
  const { days, failures } = all.stats;
  assert.deepEqual([days.length, days.at(-1).runs, days.at(-1).units, days.at(-1).failures], [30, 4, 2, 1]);
  assert.deepEqual(failures, [{ unit: 'api', count: 1 }]);

  const run = await site.get('/runs/implement%2Fauth');
  assert.deepEqual(
    run.units.map((one: Any) => [one.name, one.status, one.proof, one.tokens]),
    [
      ['api', 'complete', 'claimed', 3],
      ['ui', 'in_progress', null, null],
    ],
  );
  const segments = run.timeline.map((row: Any) => [row.unit, ...row.segments.map((one: Any) => one.status)]);
  assert.deepEqual(segments, [
    ['api', 'failed', 'complete'],
    ['ui', 'in_progress'],
  ]);
  assert.equal(run.brief.replaceAll(programWithPage, program), repository.ok('brief implement/auth'));
  assert.deepEqual(
    [run.goal, run.decisions[0].text, run.rejected[0].text, run.files],
    ['Log in', 'Sessions', 'JWT', ['src/login.ts']],
  );
  assert.deepEqual([run.document.pawl.rev, run.decision.action, run.decision.unit], [run.rev, 'resume', 'ui']);

  const then = await site.get('/runs/implement%2Fauth?revision=2');
  assert.deepEqual([then.summary.revision, then.summary.waiting, then.units[0].status], [2, null, 'failed']);
  assert.deepEqual(
    then.timeline[0].segments.map((one: Any) => one.status),
    ['failed'],
  );
  assert.match(then.brief, /Last failure of api: boom/);
  assert.equal(then.decision.action, 'ask');

  const { revisions } = await site.get('/runs/implement%2Fauth/history');
  assert.deepEqual(revisions.map((one: Any) => one.text).slice(-2), ['api failed', 'api started']);
  const diff = await site.get('/runs/implement%2Fauth/diff?from=1&to=2');
  assert.ok(diff.differences.some((one: Any) => one.path === '/phases/api/status' && one.after === 'failed'));
  assert.equal(diff.redo, '1 unit would be run again: api.');

  const { ref } = all.runs.find((one: Any) => one.family === 'workflow');
  assert.equal((await site.get(`/runs/${ref}`)).units.length, 3);
});

test('what waits for a person comes with its reason', async () => {
  const repository = new Repository();
  repository.ok(['phase', 'implement/auth', 'api', 'failed', '--error', 'boom']);
  repository.ok(['gate', 'set', 'ship', '--block', '--blocker', '2 tests fail']);
  repository.write('docs/PRD-001.md', spec);
  repository.ok('pipeline init docs/PRD-001.md');
  finishWork(repository);
  repository.write('.claude/state/design-x.json', '{ not JSON');
  const site = await Site.start(repository, { env: withConfig(repository) });
  const all = await site.get('/runs');
  assert.deepEqual(runIn(all, 'implement/auth').waiting, {
    kind: 'failed',
    reasons: ['the last attempt failed: api: boom'],
  });
  assert.match(runIn(all, 'ship').waiting.reasons[0], /^Shipping is blocked by .*2 tests fail$/);
  assert.equal(runIn(all, 'design/x').waiting.kind, 'decide');
  const { waiting, revision } = runIn(all, 'PRD-001');
  assert.deepEqual([waiting.kind, waiting.gate], ['approve', 'look (Phase 1)']);
  assert.match(waiting.reasons[0], /Does it look right\?/);

  const run = await site.get('/runs/PRD-001');
  assert.deepEqual(run.graph, [
    { unit: 'WS1', phase: 1, needs: [] },
    { unit: 'WS2', phase: 1, needs: ['WS1'] },
  ]);
  const { status, json } = await site.post('PRD-001', { action: 'approve', gate: waiting.gate, expect: revision });
  assert.deepEqual([status, json.message, json.undo], [200, 'Gate look (Phase 1) approved', revision]);
  const [gate] = (await site.get('/runs/PRD-001')).gates;
  assert.deepEqual([gate.state, gate.detail], ['passed', 'approved by ada']);
});

test('a dashboard that no person has started approves nothing', async () => {
  const repository = new Repository();
  repository.write('docs/PRD-001.md', spec);
  repository.ok('pipeline init docs/PRD-001.md');
  const site = await Site.start(repository);
  for (const action of [{ action: 'approve' }, { action: 'waive', reason: 'x', issue: 'y' }]) {
    const { status, json } = await site.post('PRD-001', { ...action, gate: 'look', expect: 1 });
    assert.deepEqual([status, json.error.code], [423, 'needs-person']);
  }
});

test('every action, each with its undo', async () => {
  const repository = new Repository();
  repository.ok('phase implement/auth api complete');
  repository.ok('phase implement/auth ui in_progress');
  repository.write('docs/PRD-001.md', spec);
  repository.ok('pipeline init docs/PRD-001.md');
  finishWork(repository);
  const site = await Site.start(repository, { env: withConfig(repository) });
  const act = async (ref: string, action: object): Promise<Any> => {
    const { summary } = await site.get(`/runs/${encodeURIComponent(ref)}`);
    const { status, json } = await site.post(ref, { expect: summary.revision, ...action });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const auth = 'implement/auth';
  const placeOf = async (): Promise<string> => (await site.get('/runs/implement%2Fauth')).summary.place;
  assert.equal((await act(auth, { action: 'note', next: 'write ui', decision: 'D', reject: 'R' })).revision, 3);
  for (const [action, place] of [
    ['archive', 'archived'],
    ['delete', 'removed'],
  ]) {
    const { undo } = await act(auth, { action });
    assert.equal(await placeOf(), place);
    await act(auth, { action: 'restore', revision: undo });
    assert.equal(await placeOf(), 'live');
  }
  assert.match(
    (await act(auth, { action: 'resume', choice: 'r' })).message,
    /^Continue with: .*phase implement\/auth ui in_progress$/,
  );
  const forked = await act(auth, { action: 'fork', revision: 1, target: 'implement/other' });
  assert.deepEqual([forked.ref, forked.revision, forked.undo], ['implement/other', 1, null]);
  const waived = await act('PRD-001', { action: 'waive', gate: 'look', reason: 'No screen', issue: 'ISS-1' });
  assert.equal((await site.get('/runs/PRD-001')).gates[0].detail, 'waived by ada: No screen (ISS-1)');
  await act('PRD-001', { action: 'restore', revision: waived.undo });
  const fresh = await act('PRD-001', { action: 'resume', choice: 's' });
  assert.equal((await site.get('/runs/PRD-001')).units[0].status, 'pending');
  await act('PRD-001', { action: 'restore', revision: fresh.undo });
  assert.equal((await site.get('/runs/PRD-001')).units[0].status, 'complete');
  assert.equal((await act('PRD-001', { action: 'resume', choice: 'd' })).undo, fresh.undo + 2);
  assert.equal(runIn(await site.get('/runs'), 'PRD-001'), undefined);
  assert.equal(runIn(await site.get('/runs?all=1'), 'PRD-001').place, 'removed');
});

test('a run that another process has changed meanwhile is not overwritten, and followers hear of the change', async () => {
  const repository = new Repository();
  repository.ok('phase implement/auth api in_progress');
  const site = await Site.start(repository);
  const { revision } = runIn(await site.get('/runs'), 'implement/auth');
  const follower = await site.follow();
  repository.ok('phase implement/auth api complete -s done');
  await site.get('/runs'); // may be the first to see it
  assert.deepEqual(await follower.next(), { ref: 'implement/auth', revision: 2 });
  for (const action of [{ action: 'delete' }, { action: 'note', next: 'x' }, { action: 'restore', revision: 1 }]) {
    const { status, json } = await site.post('implement/auth', { ...action, expect: revision });
    assert.deepEqual([status, json.error.code], [409, 'conflict']);
  }
  const { summary, units } = await site.get('/runs/implement%2Fauth');
  assert.deepEqual([summary.revision, units[0].summary], [2, 'done']);
  await site.post('implement/auth', { action: 'archive', expect: 2 });
  assert.deepEqual(await follower.next(), { ref: 'implement/auth', revision: 3 });
  await follower.end();
});

test('while another process keeps saving, a change lands on the revision that was seen, or nowhere', async () => {
  const repository = new Repository();
  repository.ok('phase implement/auth api in_progress');
  const site = await Site.start(repository);
  const saver = `
    const { openProject } = require(${JSON.stringify(path.resolve('dist/index.cjs'))});
    openProject({ root: ${JSON.stringify(repository.root)} }).then(async (project) => {
      for (let n = 0; ; n++) {
        await project.commands.phase('implement/auth', 'api', { context_summary: 'save ' + n });
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
      }
    });`;
  const other = spawn(process.execPath, ['-e', saver], { env: personEnv(), stdio: 'inherit' });
  const landed: number[] = [];
  let refused = 0;
  try {
    for (let n = 0; n < 150; n++) {
      const expect: number = (await site.get('/runs/implement%2Fauth/history')).revisions[0].revision;
      const { status, json } = await site.post('implement/auth', { action: 'note', decision: `d${n}`, expect });
      if (status === 200) landed.push(expect + 1);
      else assert.equal(json.error.code, 'conflict', (refused++, JSON.stringify(json)));
    }
  } finally {
    other.kill('SIGKILL');
  }
  const { revisions } = await site.get('/runs/implement%2Fauth/history');
  const notes = revisions.filter((one: Any) => one.event.name === 'note').map((one: Any) => one.revision);
  assert.deepEqual(notes.toReversed(), landed);
  assert.ok(landed.length > 0 && refused > 0, `${landed.length} landed, ${refused} refused`);
});

test('what resuming has saved this week is the same in status and dashboard', async () => {
  const repository = new Repository();
  inSession(repository, 'first', 'phase implement/auth api complete');
  inSession(repository, 'first', 'phase implement/auth db complete');
  inSession(repository, 'first', 'phase implement/auth ui in_progress');
  inSession(repository, 'second', 'phase implement/auth ui complete');
  inSession(repository, 'second', 'complete implement/auth');
  assert.match(repository.ok('status'), /^This week: 1 resume, 2 units not redone\.$/m);
  const { stats } = await (await Site.start(repository)).get('/runs');
  assert.deepEqual([stats.resumes, stats.unitsNotRedone], [1, 2]);
});

test('an exported run is one file without secrets, in which nothing but its own script can run', () => {
  const repository = new Repository();
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
  repository.ok(['phase', 'implement/auth', 'api', 'in_progress', '-s', '</script><script>alert(1)</script>']);
  repository.ok('phase implement/auth api complete');
  // Past the redaction of pawl: written by hand, taken in as an edit.
  const file = path.join(repository.root, '.claude/state/implement-auth.json');
  fs.writeFileSync(
    file,
    fs.readFileSync(file, 'utf8').replace('"command": "implement"', `"command": "implement", "x": "token ${secret}"`),
  );
  const pawl = (...words: string[]): string => {
    const result = spawnSync(process.execPath, [programWithPage, ...words], {
      cwd: repository.root,
      env: personEnv(),
    });
    assert.equal(result.status, 0, String(result.stderr));
    return String(result.stdout);
  };
  const data = JSON.parse(pawl('export', 'implement/auth', '--json')) as Any;
  assert.deepEqual(Object.keys(data.run), ['1', '2', '3']);
  assert.equal(data.runs.root, path.basename(repository.root));
  pawl('export', 'implement/auth', '--html', 'auth.html');
  const html = fs.readFileSync(path.join(repository.root, 'auth.html'), 'utf8');
  assert.equal(html, pawl('export', 'implement/auth', '--html', '-').trimEnd());
  for (const text of [html, JSON.stringify(data)]) assert.ok(!text.includes(secret) && text.includes('[redacted:'));
  const [, inside = ''] = /<script type="application\/json" id="pawl-data">(.*?)<\/script>/s.exec(html) ?? [];
  assert.equal((JSON.parse(inside) as Any).run[1].units[0].summary, '</script><script>alert(1)</script>');
  const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? [];
  assert.equal(script, 'const text = "<\\/script>$&";\n');
  const hash = createHash('sha256').update(script).digest('base64');
  assert.match(
    html,
    new RegExp(`content="default-src 'none'; script-src 'sha256-${hash.replaceAll('+', '\\+')}'; style-src 'sha256-`),
  );
  assert.equal(html.match(/<script/g)?.length, 2);
  assert.ok(!/\b(?:src|href)=/.test(html));
});

const seconds = process.env['PAWL_TEST_FULL'] ? 30 : 5;

test(`100 requests a second for ${seconds} s with 10 followers: memory stays flat`, async () => {
  const repository = new Repository();
  for (let n = 0; n < 5; n++) repository.ok(`phase implement/f${n} api in_progress`);
  // With little room the collector works, so that what stays is what is kept.
  const site = await Site.start(repository, { nodeFlags: ['--max-old-space-size=64', '--max-semi-space-size=1'] });
  const memory = (): number => {
    const status = fs.readFileSync(`/proc/${site.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const followers = await Promise.all(Array.from({ length: 10 }, () => site.follow()));
  const routes = ['/runs', '/runs/implement%2Ff1', '/runs/implement%2Ff2/history', '/runs/implement%2Ff3/diff'];
  const second = async (): Promise<void> => {
    const end = Date.now() + 1000;
    for (let n = 0; n < 10; n++) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => site.get(routes[at % routes.length] ?? '')));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - Date.now()) / (10 - n)));
    }
  };
  await second();
  await second();
  const before = memory();
  for (let n = 0; n < seconds; n++) {
    repository.ok(`note implement/f1 --next step${n}`);
    await second();
    for (const follower of followers) assert.equal((await follower.next()).ref, 'implement/f1');
  }
  const grown = memory() - before;
  assert.ok(grown < 30, `it grew by ${grown.toFixed(1)} MB from ${before.toFixed(1)} MB`);
  await Promise.all(followers.map((one) => one.end()));
});
