// The commands as people and agents call them: what they print, how they exit.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { commands } from '../../src/cli/table.js';
import { Repository, personEnv, program } from '../support/cli.js';

/** A run with a complete, an open and a failed phase, with notes. */
function prepared(): Repository {
  const repo = new Repository();
  repo.ok(['phase', 'implement/auth', 'schema', 'complete', '-s', '- Tables exist', '--created', 'db.sql']);
  repo.ok('phase implement/auth api in_progress --task T1=complete');
  repo.ok(['note', 'implement/auth', '--goal', 'Add a login', '--decision', 'Sessions', '--reject', 'JWT']);
  return repo;
}

test('answers are short', () => {
  const repo = new Repository();
  const rows: [string[], string][] = [
    [['list'], 'No runs.'],
    [['phase', 'implement/auth', 'api', 'in_progress'], 'api started\nimplement/auth is a new run.'],
    [['phase', 'implement/auth', 'ui', 'failed', '--error', 'boom in a.js:12'], 'ui failed: boom in a.js:12'],
    [['phase', 'implement/auth', 'api-tests', 'skipped'], 'api-tests skipped'],
    [
      ['note', 'implement/auth', '--next', 'fix it', '--reject', 'JWT'],
      'implement/auth: next action, rejection recorded',
    ],
    [['complete', 'implement/auth'], 'implement/auth complete; not done: api, ui'],
    [['complete', 'implement/auth'], 'implement/auth was already complete'],
    [['phase', 'implement/auth', 'apii', 'in_progress'], 'apii started\nimplement/auth is a new run.'],
    [['restore', 'implement/auth', '2'], 'implement/auth is back at revision 2, saved as revision 7'],
    [['fork', 'implement/auth', 'implement/b'], 'implement/b continues implement/auth from revision 7'],
    [['clean'], 'Nothing to clean.'],
    [['delete', 'implement/b', '--purge', '--yes'], 'implement/b deleted with its history'],
    [['tokens', '-'], '0 words, about 0 tokens'],
    [['version'], JSON.parse(fs.readFileSync('package.json', 'utf8')).version],
  ];
  for (const [words, said] of rows) assert.equal(repo.ok(words), said);
});

test('mistakes exit with their code, say what is wrong, and change nothing', () => {
  const repo = prepared();
  const rows: [string, number, RegExp][] = [
    ['phase implement/auth api done', 2, /"done" is not a status\. Did you mean "complete"\? \[bad-usage\]/],
    ['phase implement/auth apii complete', 2, /has no phase apii\. Did you mean api\?[^]*--new/],
    ['phase implement/auht api complete', 3, /no run implement\/auht\. Did you mean implement\/auth\?[^]*--new/],
    ['phase implement/auth api complete --error x', 2, /--error goes with the status failed/],
    ['phase implement/auth api complete --task T1', 2, /--task must be ID=STATUS/],
    ['phase PRD-009 WS1 complete', 2, /PRD-009 is a pipeline/],
    ['phase implement/auth', 2, /PHASE and STATUS are missing/],
    ['note implement/auth', 2, /nothing to note/],
    ['show implement/aut', 3, /Did you mean implement\/auth\?/],
    ['show implement/auth --revision 9', 3, /has no revision 9[^]*1 to 3/],
    ['restore implement/auth x', 2, /must be a whole number/],
    ['why', 2, /give REF or --search/],
    ['why implement/auth apu', 3, /Did you mean api\?/],
    ['list --famly command', 2, /did you mean --family\?/],
    ['list --limit', 2, /--limit needs a value/],
    ['workflow', 2, /needs one more word/],
    ['workflow fail x', 2, /--error is missing/],
    ['save implement/auth missing.json', 3, /there is no file missing\.json/],
    ['save implement/auth', 2, /nothing to save/],
    ['fork implement/auth implement/auth', 4, /already a run/],
    ['delete implement/auth --purge', 6, /would be deleted for good[^]*--purge --yes/],
    ['tokens --exact', 1, /gpt-tokenizer[^]*npm install/],
    ['stauts', 2, /Did you mean `[^`]+ status`\?/],
    ['help phse', 3, /Did you mean `[^`]+ help phase`\?/],
  ];
  for (const [words, code, said] of rows) {
    const answer = repo.pawl(words);
    assert.equal(answer.code, code, `${words}: ${answer.err}`);
    assert.match(answer.err, said);
    assert.doesNotMatch(answer.err, /^\s+at /m);
    assert.equal(answer.out, '');
  }
  assert.equal(repo.ok('history implement/auth').split('\n').length, 3);
});

test('with --json every command prints one document, also when it fails', () => {
  const repo = prepared();
  const samples: Record<string, string> = {
    REF: 'implement/auth',
    N: '1',
    SHELL: 'bash',
    TYPE: 'orchestrate',
    STATUS: 'failed',
  };
  for (const spec of commands.filter(
    ({ name, isInternal }) => isInternal !== true && name !== 'watch' && name !== 'ui',
  )) {
    const needed = spec.args
      .filter(({ isOptional }) => isOptional !== true)
      .map(({ name }) => samples[name] ?? 'sample');
    const given = repo.json([...spec.name.split(' '), ...needed]);
    assert.ok(spec.name === 'show' || typeof given['ok'] === 'boolean', spec.name);
    const wrong = repo.json([...spec.name.split(' '), '--no-such-option']);
    assert.equal(Object(wrong['error']).code, 'bad-usage', spec.name);
  }
});

test('show, list, diff and why tell the same run', () => {
  const repo = prepared();
  const shown = repo.ok('show implement/auth');
  for (const part of [
    'Add a login',
    '✓ schema',
    '- Tables exist',
    '→ api',
    'T1',
    'Decided: Sessions',
    'Rejected: JWT',
    'Files: db.sql',
    'File: .claude/state/implement-auth.json',
  ])
    assert.ok(shown.includes(part), `${part} in ${shown}`);
  const document = repo.json('show implement/auth');
  assert.match(Object(document['pawl']).rev, /^3-/);
  const [run] = Object(repo.json('list'))['runs'];
  const { updated_at: at, path: file, ...rest } = run;
  assert.ok(Date.parse(at) > 0);
  assert.equal(file, path.join(fs.realpathSync(repo.root), '.claude/state/implement-auth.json'));
  assert.deepEqual(rest, {
    ref: 'implement/auth',
    family: 'command',
    title: 'Add a login',
    status: 'in_progress',
    progress: { done: 1, total: 2 },
    current: 'api',
    next: null,
    stale: false,
    place: 'live',
  });
  assert.match(repo.ok('diff implement/auth 1'), /^\+ phases\.api\.status: in_progress$/m);
  assert.match(repo.ok('diff implement/auth 2 1'), /^- phases\.api\.status: in_progress$/m);
  const kinds = Object(repo.json('why implement/auth'))['reasons'].map((one: { kind: string }) => one.kind);
  assert.deepEqual(kinds, ['summary', 'goal', 'decision', 'rejection']);
  assert.match(repo.ok('why implement/auth api'), /decided +Sessions/);
  assert.match(repo.ok('why --search jwt'), /implement\/auth +rejected +JWT/);
});

test('a whole save merges by its rev and refuses a conflict', () => {
  const repo = prepared();
  const copy = JSON.stringify(repo.json('show implement/auth'));
  repo.ok('phase implement/auth api failed');
  const changed = (from: string, to: string): string => copy.replace(from, to);
  assert.equal(
    repo.ok('save implement/auth -', changed('"Add a login"', '"Add two logins"')),
    'implement/auth saved (revision 5)',
  );
  const refused = repo.pawl('save implement/auth', changed('"in_progress"', '"complete"'));
  assert.equal(refused.code, 4);
  assert.match(refused.err, /phases\/api\/status/);
});

test('a run whose file was removed by hand is not begun again by accident', () => {
  const repo = prepared();
  fs.rmSync(path.join(repo.root, '.claude/state/implement-auth.json'));
  for (const words of ['phase implement/auth api complete', 'note implement/auth --next x']) {
    const refused = repo.pawl(words);
    assert.equal(refused.code, 6);
    assert.match(refused.err, /restore implement\/auth 3` brings the run back/);
  }
  assert.match(repo.ok('show implement/auth'), /Its file was removed/);
  assert.match(repo.ok('phase implement/auth api complete --new'), /is a new run/);
});

test('archived and deleted runs are restored by the line that is printed', () => {
  const repo = prepared();
  for (const act of ['archive', 'delete']) {
    const [, line = ''] = /`([^`]+)`/.exec(repo.ok(`${act} implement/auth`)) ?? [];
    assert.equal(repo.ok('list'), 'No runs.');
    assert.match(repo.ok('list --all'), /implement\/auth +(?:archived|removed)/);
    assert.equal(repo.shell(line).code, 0);
    assert.match(repo.ok('list'), /implement\/auth +in progress/);
  }
});

test('a workflow: start, advance, fail, finish; a second start asks first', () => {
  const repo = new Repository();
  const start = (...more: string[]): string[] => [
    'workflow',
    'start',
    'orchestrate',
    'Auth System',
    '--description',
    'Do auth',
    ...more,
  ];
  assert.match(
    repo.ok(start('--phase-name', 'plan', '--phase-name', 'build')),
    /^orchestrate_auth_system_\d{8}_\d{6} started$/,
  );
  const again = repo.pawl(start('--phases', '3'));
  assert.equal(again.code, 6);
  assert.match(again.err, /is unfinished \[needs-person\][^]* resume orchestrate_auth_system_[^]*--new/);
  assert.equal(repo.pawl(['workflow', 'start', 'test-all', 'other', '--description', 'do AUTH!']).code, 6);
  repo.ok(start('--new', '--phases', '1'));
  assert.equal(Object(repo.json('list'))['runs'].length, 2);
  assert.match(
    repo.ok('workflow advance orchestrate/auth_system -s done'),
    /1 of 1 phases complete\. `.* workflow finish /,
  );
  assert.match(repo.ok('workflow finish orchestrate/auth_system'), / complete$/);
  const [open] = Object(repo.json('list'))['runs'];
  assert.match(repo.ok(['workflow', 'fail', open.ref, '--error', 'no']), / failed: no$/);
  assert.equal(repo.ok(['workflow', 'advance', open.ref]), '1 of 2 phases complete. Next: Phase 2: build');
  assert.match(repo.ok(['workflow', 'fail', open.ref, '--error', 'no', '--final']), / failed: no$/);
  assert.ok(fs.existsSync(path.join(repo.root, '.claude/checkpoints/failed', `${open.ref}.json`)));
});

test('status says what is unfinished and when hooks last recorded something', () => {
  const repo = prepared();
  assert.match(
    repo.ok('status'),
    /1 run unfinished[^]*implement\/auth[^]*resume implement\/auth[^]*No session .* init` sets up/,
  );
  const at = new Date(Date.now() - 7_200_000);
  repo.write('.claude/state/.pawl/recorded', '');
  fs.utimesSync(path.join(repo.root, '.claude/state/.pawl/recorded'), at, at);
  assert.match(repo.ok('status'), /Hooks last recorded something 2 hours ago\./);
  assert.match(repo.ok(['complete', 'implement/auth']), /complete/);
  assert.match(repo.ok('status'), /^Nothing is unfinished\./);
});

test('text of runs cannot steer a terminal', () => {
  const repo = new Repository();
  const evil = 'a\u001b[2Jb\u0007\u009b31mc\u202e';
  repo.ok([
    'phase',
    'implement/x',
    `p${evil}`,
    'failed',
    '--error',
    evil,
    '-s',
    evil,
    '--created',
    evil,
    `--task=${evil}=${evil}`,
    '--next',
    evil,
  ]);
  repo.ok(['note', 'implement/x', '--goal', evil, '--decision', evil, '--reject', evil, '--branch', evil]);
  for (const words of [
    'status',
    'list',
    'show implement/x',
    'history implement/x',
    'diff implement/x 1',
    'why implement/x',
    'why --search a',
    'complete implement/x',
    'phase implement/x y complete',
    `show implement/${evil}`,
  ]) {
    const { out, err } = repo.pawl(words);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(out + err, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, words);
  }
});

test('watch prints a line for each change, and Ctrl-C ends it', async () => {
  const repo = prepared();
  const child = spawn(process.execPath, [program, 'watch', 'implement/auth', '--json'], {
    cwd: repo.root,
    env: personEnv(),
  });
  const closed = once(child, 'close');
  const heard: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
  // It watches from some moment on: changes are made until it prints one.
  for (let n = 0; heard.length === 0 && n < 50; n++) {
    repo.ok('phase other x complete');
    repo.ok(`phase implement/auth api in_progress --task T${n}=complete`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { ref, what } = JSON.parse(heard.join('').split('\n')[0] ?? '');
  assert.deepEqual([ref, what], ['implement/auth', 'api started']);
  child.kill('SIGINT');
  assert.deepEqual(await closed, [0, null]);
});

test('completion completes commands, options, choices and refs', { skip: process.platform === 'win32' }, () => {
  const repo = prepared();
  const rows: [string[], string][] = [
    [['wor'], 'workflow'],
    [['workflow', 'fi'], 'finish'],
    [['show', 'imp'], 'implement/auth'],
    [['phase', 'implement/auth', '--summary', 'x', 'api', 'c'], 'complete'],
    [['list', '--family', 'p'], 'pipeline'],
    [['list', '--li'], '--limit'],
  ];
  for (const [words, found] of rows) assert.equal(repo.ok(['completion', 'bash', '--', ...words]), found);
  repo.write('bin/pawl', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  fs.chmodSync(path.join(repo.root, 'bin/pawl'), 0o755);
  const lines = `PATH="$PWD/bin:$PATH"; eval "$(pawl completion bash)"; COMP_WORDS=(pawl show imp); COMP_CWORD=2; _pawl; echo "\${COMPREPLY[@]}"`;
  assert.equal(
    String(spawnSync('bash', ['-c', lines], { cwd: repo.root, env: personEnv() }).stdout).trim(),
    'implement/auth',
  );
});

test('the generated documents are current', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', '--check']);
  assert.equal(status, 0, String(stderr));
});
