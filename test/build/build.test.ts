// `pawl build` as people use it: real processes, real kill -9, a real terminal.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { lacks, randomFrom } from '../support/programs.js';
import { Place, until } from './place.js';

const work = (id: string, more = '', then = 'true'): string =>
  `  ${id}: { name: Work ${id}, command: "echo ${id} >> ledger; sleep 0.25; echo ${id} > ${id}.txt; ${then}", outputs: [${id}.txt]${more} }\n`;

const six = `workstreams:
${['WS1', 'WS2', 'WS3'].map((id) => work(id)).join('')}${work('WS4', ', depends_on: [WS1], gate: lint')}${work('WS5')}${work('WS6')}
execution_phases:
  - { name: Base, parallel: [WS1, WS2], gates: [check] }
  - { name: Middle, parallel: [WS3, WS4, WS5], gates: [check] }
  - { name: End, parallel: [WS6], gates: [check] }
gates:
  check: { command: "sleep 0.1; test -f WS1.txt" }
  lint: { command: "grep -q WS4 WS4.txt" }
`;

test('a build that is killed eight times finishes, and does nothing again that was recorded as done', async (t) => {
  const place = new Place(six);
  const random = randomFrom(t);
  for (let kills = 0; kills < 8; kills++) {
    const done = fs.existsSync(path.join(place.root, '.claude')) ? place.checkpoint().completed_workstreams : [];
    const before = place.ledger().length;
    const build = place.start(`build PRD-001 --yes${kills === 0 ? '' : ' --resume'}`);
    await until(() => place.ledger().length > before || kills > 0, 'the build has begun');
    await new Promise((resolve) => setTimeout(resolve, 150 + random(300)));
    build.kill('SIGKILL');
    const { err } = await build.ended;
    assert.equal(err, '');
    await until(() => place.survivors().length === 0, 'every child of the killed build has ended');
    const again = place
      .ledger()
      .slice(before)
      .filter((id) => done.includes(id));
    assert.deepEqual(again, [], 'work that was recorded as done ran again');
    if (place.checkpoint().status === 'complete') break;
  }
  const last = place.checkpoint().status === 'complete' ? null : place.pawl('build PRD-001 --yes --resume');
  assert.equal(last?.code ?? 0, 0, last?.err);
  const { status, completed_workstreams: done, gates_passed: gates, artifacts } = place.checkpoint();
  assert.equal(status, 'complete');
  assert.deepEqual([...done].sort(), ['WS1', 'WS2', 'WS3', 'WS4', 'WS5', 'WS6']);
  assert.deepEqual([...gates].sort(), ['check (Phase 1)', 'check (Phase 2)', 'check (Phase 3)', 'lint (WS4)']);
  assert.deepEqual(artifacts['WS6'], ['WS6.txt']);
  const problems = place.json('doctor')['problems'] as readonly { readonly message: string }[];
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['no hooks are installed: sessions are not recorded'],
  );
  assert.match(place.pawl('build PRD-001 --resume').err, /PRD-001 already complete/);
});

test('no child outlives a build that is killed with -9', async () => {
  const place = new Place('workstreams:\n  WS1: { command: "echo WS1 >> ledger; (sleep 40; true) & sleep 40" }\n');
  const build = place.start('build PRD-001 --yes');
  await until(() => place.ledger().length > 0 && place.survivors().length > 2, 'WS1 runs');
  build.kill('SIGKILL');
  await until(() => place.survivors().length === 0, 'all of them have ended', 10_000);
  assert.match(place.ok('brief PRD-001'), /it stopped while WS1 was in progress/);
});

test('phases, dependencies and --parallel are kept', () => {
  const place = new Place(six);
  const { code, out } = place.pawl('build docs/PRD-001.md --yes --parallel 1');
  assert.equal(code, 0, out);
  assert.deepEqual(place.ledger(), ['WS1', 'WS2', 'WS3', 'WS4', 'WS5', 'WS6']);
  assert.match(out, /gate check \(Phase 1\) passed[^]*WS3 started/);
  assert.match(out, /PRD-001 complete: 6 workstreams, 4 gates/);
  assert.match(place.ok('show PRD-001'), /WS1 +complete \(command\)/);
});

test('Ctrl-C pauses: children end, also those that ignore SIGTERM, and --resume starts them again', async () => {
  const stubborn = `  WS1: { command: "echo WS1 >> ledger; if [ -f go ]; then exit 0; fi; trap '' TERM; sleep 60; sleep 60" }\n`;
  const place = new Place(`workstreams:\n${stubborn}${work('WS2', ', depends_on: [WS1]')}`);
  const build = place.start('build PRD-001 --yes');
  await until(() => place.ledger().length > 0, 'WS1 runs');
  build.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 300));
  build.kill('SIGINT'); // the second time nothing is waited for
  const { code, out } = await build.ended;
  assert.equal(code, 130, out);
  assert.match(out, /WS1 stopped[^]*PRD-001 paused\n`.*build PRD-001 --resume` continues it\./);
  assert.deepEqual(place.survivors(), []);
  const { status, pending_workstreams: pending } = place.checkpoint();
  assert.deepEqual({ status, pending }, { status: 'paused', pending: ['WS1', 'WS2'] });
  place.write('go', '');
  assert.equal(place.pawl('build PRD-001 --resume').code, 0);
  assert.deepEqual(place.ledger(), ['WS1', 'WS1', 'WS2']);
});

test('a failure is recorded, what is in flight finishes, and --resume continues after the fix', () => {
  const bad = `  WS1: { command: "echo WS1 >> ledger; test -f fixed || { echo 'src/a.ts:12: error: no player_id'; exit 3; }" }\n`;
  const place = new Place(`workstreams:\n${bad}${work('WS2')}${work('WS3', ', depends_on: [WS1]')}`);
  place.write('src/a.ts', '');
  const { code, out } = place.pawl('build PRD-001 --yes');
  assert.equal(code, 1);
  assert.match(out, /PRD-001 failed: WS1: exit code 3: src\/a\.ts:12: error: no player_id/);
  assert.match(out, /Output: \.claude\/state\/\.pawl\/output\/PRD-001\/WS1\.log/);
  const { status, error, completed_workstreams: done } = place.checkpoint();
  assert.deepEqual({ status, file: error?.file, done }, { status: 'failed', file: 'src/a.ts', done: ['WS2'] });
  assert.match(place.ok('brief PRD-001'), /continues it: `.*build PRD-001 --resume`/);
  assert.equal(place.pawl('build PRD-001').code, 6, 'only --resume continues');
  place.write('fixed', '');
  assert.equal(place.pawl('build PRD-001 --resume').code, 0);
  assert.deepEqual(place.ledger().sort(), ['WS1', 'WS1', 'WS2', 'WS3']);
});

test('a time limit ends a workstream with all its children', () => {
  const place = new Place('workstreams:\n  WS1: { command: "sleep 60 & sleep 60", timeout: 300ms }\n');
  const { code, out } = place.pawl('build PRD-001 --yes');
  assert.equal(code, 1, out);
  assert.match(place.checkpoint().error?.message ?? '', /^timed out after/);
  assert.deepEqual(place.survivors(), []);
});

test('commands of a spec are approved once per text, outside of the repository', { skip: lacks('script') }, () => {
  const place = new Place(`workstreams:\n${work('WS1')}`);
  const refused = place.pawl('build PRD-001');
  assert.equal(refused.code, 6);
  assert.match(refused.err, /PRD-001 wants to run 1 command that you have not approved yet:\n {2}echo WS1/);
  assert.equal(place.terminal('build PRD-001', 'n\n').code, 6);
  assert.deepEqual(place.ledger(), [], 'nothing ran');
  assert.match(place.terminal('build PRD-001', 'y\n').out, /Allow it\? \[y\/N\][^]*PRD-001 complete/);
  place.ok('archive PRD-001');
  assert.equal(place.pawl('build PRD-001').code, 0, 'it was approved');
  place.ok('archive PRD-001');
  place.write('docs/PRD-001.md', place.read('docs/PRD-001.md').replace('sleep 0.25', 'touch canary'));
  assert.equal(place.pawl('build PRD-001').code, 6, 'another text');
  assert.ok(!fs.existsSync(path.join(place.root, 'canary')));
});

test('an executor gets the workstream by environment and prompt file; a built-in one by standard input', () => {
  const place = new Place('workstreams:\n  WS1: { name: Hooks, description: Write the hooks }\n');
  assert.match(place.pawl('build PRD-001 --yes').err, /does not say how to do WS1/);
  place.write('bin/claude', '#!/bin/sh\necho "$@" > args; cat > stdin; env > env\n');
  fs.chmodSync(path.join(place.root, 'bin/claude'), 0o755);
  Object.assign(place.env, { PATH: `${place.root}/bin:${process.env['PATH']}`, CLAUDE_CODE_SESSION_ID: 'outer' });
  assert.equal(place.pawl('build PRD-001 --executor claude').code, 0);
  assert.match(place.read('args'), /^-p /);
  assert.match(place.read('stdin'), /^# WS1: Hooks\n[^]*Write the hooks/);
  assert.match(place.read('env'), /^PAWL_WORKSTREAM=WS1$/m);
  assert.doesNotMatch(place.read('env'), /outer/);
  place.ok('archive PRD-001');
  assert.equal(place.pawl(['build', 'PRD-001', '--executor', 'cp "$PAWL_PROMPT_FILE" "$PAWL_RUN.md"']).code, 0);
  assert.equal(place.read('PRD-001.md'), place.read('stdin'));
});

test('a link in place of an output file is not followed', () => {
  const place = new Place(`workstreams:\n${work('WS1')}`);
  place.write('.claude/state/.pawl/output/PRD-001/x', '');
  place.write('precious', 'kept');
  fs.symlinkSync(
    path.join(place.root, 'precious'),
    path.join(place.root, '.claude/state/.pawl/output/PRD-001/WS1.log'),
  );
  assert.equal(place.pawl('build PRD-001 --yes').code, 5);
  assert.equal(place.read('precious'), 'kept');
});

test('two builds of one run: the second is refused, or takes over', async () => {
  const place = new Place(`workstreams:\n${work('WS1', '', 'sleep 30')}`);
  const first = place.start('build PRD-001 --yes');
  await until(() => place.ledger().length > 0, 'WS1 runs');
  const { code, err } = place.pawl('build PRD-001 --resume');
  assert.equal(code, 6);
  assert.match(err, new RegExp(`PRD-001 is being built by ada \\(process ${first.pid}\\) \\[locked\\]`));
  const second = place.start('build PRD-001 --resume --take-over');
  const lost = await first.ended;
  assert.match(lost.err, /another build took over PRD-001/);
  assert.equal(place.checkpoint().status, 'in_progress', 'the first one recorded nothing any more');
  await until(() => place.ledger().length > 1, 'the second one starts WS1 again');
  second.kill('SIGTERM');
  assert.equal((await second.ended).code, 130);
  assert.deepEqual(place.survivors(), []);
});
