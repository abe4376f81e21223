// Hand-offs on the command line: the real program, real files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openProject } from '../../src/library.js';
import { tempFolder } from '../support/programs.js';

const program = path.resolve('dist/cli/pawl.cjs');

interface Said {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function pawl(cwd: string, args: readonly string[], input = ''): Said {
  const env = { PATH: process.env['PATH'] ?? '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    input,
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout.trim(), err: stderr.trim() };
}

/** A project with the run implement/auth, one phase of which is done. */
function project(): string {
  const root = tempFolder();
  assert.equal(pawl(root, ['phase', 'implement/auth', 'research', 'complete', '-s', 'We use sessions.']).status, 0);
  return root;
}

const ask = (root: string, ...more: readonly string[]): Said => {
  const fixed = [
    '--phase',
    'parallel',
    '--mode',
    'eval',
    '--output',
    'aggregated_results',
    '--instructions',
    'Check it',
  ];
  return pawl(root, ['handoff', 'new', 'implement/auth', ...fixed, ...more]);
};

const response = {
  task_id: 'T001',
  phase: 'parallel',
  status: 'complete',
  decision: 'PROCEED',
  findings: { results: [] },
  context_summary: 'All is well.',
};
const long = { ...response, context_summary: 'One more word. '.repeat(200) };

test('new prints the checked request and keeps it with the run', () => {
  const root = project();
  const { out } = ask(root, '--file', 'a.ts', '--file', 'b.ts', '--constraint', 'no new packages', '--spec', 'spec.md');
  const request = JSON.parse(out);
  assert.deepEqual(request.context, {
    feature: 'implement/auth',
    spec_path: 'spec.md',
    relevant_files: ['a.ts', 'b.ts'],
    constraints: ['no new packages'],
    previous_summary: 'We use sessions.',
  });
  assert.equal(request.task_id, 'T001');
  assert.equal(JSON.parse(ask(root).out).task_id, 'T002');
  const given = pawl(root, ['handoff', 'new', 'implement/auth'], JSON.stringify({ ...request, task_id: 'mine' }));
  assert.equal(JSON.parse(given.out).task_id, 'mine');
  const stored = JSON.parse(fs.readFileSync(path.join(root, '.claude/state/implement-auth.json'), 'utf8'));
  assert.deepEqual(
    stored.pawl.handoffs.map(({ task_id }: { task_id: string }) => task_id),
    ['T001', 'T002', 'mine'],
  );
});

test('a request with problems is refused, with all of them; nothing is stored', () => {
  const root = project();
  const request = { task_id: 'x', phase: 'reserch', context: { feature: 'a', previous_summary: 'word '.repeat(501) } };
  const { status, out } = pawl(root, ['handoff', 'new', 'implement/auth', '-', '--json'], JSON.stringify(request));
  assert.equal(status, 2);
  const { code, problems } = JSON.parse(out).error;
  assert.equal(code, 'bad-input');
  const told = problems
    .map(({ path, message, fix }: Record<string, string>) => `${path} ${message} ${fix ?? ''}`)
    .join('\n');
  assert.match(told, /^\/phase "reserch" is not a phase did you mean "research"\?$/m);
  assert.match(told, /^\/mode is missing/m);
  assert.match(told, /^\/context\/previous_summary Context summary exceeds 500 token limit \(actual: 501 tokens\)/m);
  assert.doesNotMatch(pawl(root, ['show', 'implement/auth']).out, /handoffs/);
});

test('check knows requests and responses; a summary that is too long is a warning, unless one decides', () => {
  const root = tempFolder();
  const check = (value: unknown, ...more: readonly string[]): Said =>
    pawl(root, ['handoff', 'check', '-', ...more], typeof value === 'string' ? value : JSON.stringify(value));
  assert.equal(check(response).out, 'this is a valid response');
  const warned = check(long);
  assert.equal(warned.out, 'this is a valid response');
  assert.match(warned.err, /\/context_summary Context summary exceeds 500 token limit \(actual: 600 tokens\)/);
  const shortened = check(long, '--truncate');
  assert.ok(JSON.parse(shortened.out).context_summary.split(/\s+/).length <= 500);
  assert.match(shortened.err, /shortened from 600 to/);
  assert.equal(check(long, '--reject').status, 2);
  const old = { task_id: 'a', context: { feature: 'f', previous_findings: 'x' } };
  assert.match(check(old).err, /this is not a valid request:\n {2}\/phase is missing/);
  assert.match(check('{').err, /standard input is not JSON/);
  assert.match(pawl(root, ['handoff', 'check', 'nope.json']).err, /nope\.json/);
  fs.writeFileSync(path.join(root, 'r.json'), JSON.stringify({ ...response, decision: 'GO' }));
  assert.match(pawl(root, ['handoff', 'check', 'r.json']).err, /r\.json is not a valid response:\n {2}\/decision "GO"/);
});

test('reply checks a response against its request, redacts it and keeps it', () => {
  const root = project();
  ask(root);
  const reply = (value: object, ...more: readonly string[]): Said =>
    pawl(root, ['handoff', 'reply', 'implement/auth', '-', ...more], JSON.stringify(value));
  assert.match(reply({ ...response, task_id: 'T01' }).err, /no request with task_id "T01".*\nDid you mean T001\?/);
  assert.match(reply({ ...response, phase: 'write' }).err, /\/phase is "write", but the request has "parallel"/);
  assert.equal(reply(long, '--reject').status, 2);
  const secret = reply({ ...response, context_summary: 'The password=hunter2hunter2 works.' });
  assert.equal(secret.out, 'T001 answered: complete, PROCEED');
  assert.match(secret.err, /redacted a secret/);
  assert.doesNotMatch(fs.readFileSync(path.join(root, '.claude/state/implement-auth.json'), 'utf8'), /hunter2/);
  assert.equal(ask(root, '--task', 'T001', '--feature', 'other').status, 4); // it has been answered
});

test('aggregate counts open tasks as open, and the exit code is the decision', () => {
  const root = project();
  const decide = (rule: string, ...more: readonly string[]): string => {
    const { status, out } = pawl(root, ['handoff', 'aggregate', 'implement/auth', '--rule', rule, ...more]);
    return `${status} ${out.split('\n')[0]}`;
  };
  const reply = (task_id: string, decision: string): void =>
    void pawl(root, ['handoff', 'reply', 'implement/auth', '-'], JSON.stringify({ ...response, task_id, decision }));
  assert.equal(decide('all_must_pass'), '3 ');
  for (let n = 0; n < 3; n++) ask(root);
  reply('T001', 'PROCEED');
  assert.deepEqual([decide('all_must_pass'), decide('any_pass')], ['6 CLARIFY', '0 PROCEED']);
  reply('T002', 'STOP');
  assert.deepEqual([decide('all_must_pass'), decide('majority_pass')], ['1 STOP', '6 CLARIFY']);
  reply('T003', 'PROCEED');
  assert.deepEqual([decide('majority_pass'), decide('all_must_pass', '--task', 'T001')], ['0 PROCEED', '0 PROCEED']);
});

test('hand-offs work for pipelines and workflows, too', async () => {
  const root = tempFolder();
  const runs = await openProject({ root });
  const phases = [{ name: 'Ground', workstreams: ['WS1'], gates: [] }];
  await runs.pipelines.init({ prd: 'PRD-009', prd_title: 'Cashier', workstreams: { WS1: { name: 'Data' } }, phases });
  const start = { type: 'orchestrate', project: 'auth', description: 'Login', totalPhases: 2 };
  const { ref: workflow } = await runs.workflows.start(start);
  for (const ref of ['PRD-009', workflow]) {
    const request = { task_id: 'T001', phase: 'parallel', mode: 'plan', context: { feature: 'x' }, instructions: 'Do' };
    const text = JSON.stringify({ ...request, expected_output: 'aggregated_results' });
    assert.equal(pawl(root, ['handoff', 'new', ref, '-'], text).status, 0);
    assert.equal(pawl(root, ['handoff', 'reply', ref, '-'], JSON.stringify(response)).status, 0);
    assert.match(pawl(root, ['handoff', 'aggregate', ref]).out, /^PROCEED/);
    assert.deepEqual((await runs.load(ref)).problems, []);
  }
});
