// `pawl pipeline init|start|done|fail|pause|review|note`: seed 003's operations as agents call them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { checkPipeline } from '../../src/families/pipeline/index.js';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { openStage } from '../support/runs.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

const spec = path.resolve('test/golden/specs/seed-003.md');
const file = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';
const own = { PAWL_SESSION: 'tester' };

function withSpec(root: string): string {
  fs.mkdirSync(path.join(root, 'docs'), { recursive: true });
  fs.copyFileSync(spec, path.join(root, 'docs/PRD-009.md'));
  return root;
}

/** Runs a step that must succeed, and finds every rule of the format true after it. */
function step(root: string, ...args: readonly string[]): JsonObject {
  const ended = pawl(['pipeline', ...args, '--json'], root, own);
  assert.equal(ended.code, 0, ended.out + ended.err);
  const document: unknown = JSON.parse(textOf(root, file));
  assert.deepEqual(checkPipeline(document), [], args.join(' '));
  return documentOf(ended);
}

function stored(root: string): JsonObject {
  const value: unknown = JSON.parse(textOf(root, file));
  assert.ok(isJsonObject(value));
  return value;
}

function errorOf(ended: Ended): JsonObject {
  const { error } = documentOf(ended);
  assert.ok(isJsonObject(error));
  return error;
}

/** The error of a step that is refused; the checkpoint stays as it is. */
function refused(root: string, ...args: readonly string[]): string {
  const before = fs.existsSync(path.join(root, file)) ? textOf(root, file) : null;
  const ended = pawl(['pipeline', ...args], root, own);
  assert.notEqual(ended.code, 0, ended.out);
  assert.doesNotMatch(ended.err, /\n +at /);
  if (before !== null) assert.equal(textOf(root, file), before);
  return ended.err;
}

function begun(): string {
  const root = withSpec(tempRepository());
  step(root, 'init', 'PRD-009');
  return root;
}

async function passGate(root: string, gate: string): Promise<void> {
  const { project } = await openStage(root);
  await project.pipelines.passGate('PRD-009', gate);
  await project.close();
}

const pick = (value: JsonObject, ...names: readonly string[]): unknown[] => names.map((name) => value[name]);

describe('pawl pipeline init', () => {
  test('makes seed 003’s first checkpoint from the spec, and says what may start', () => {
    const root = withSpec(tempRepository());
    const { code, out, err } = pawl(['pipeline', 'init', 'docs/PRD-009.md'], root, own);
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^✓ PRD-009: initialized from docs\/PRD-009\.md, 5 workstreams in 4 phases, 4 gates \(revision 1, /,
    );
    assert.match(out, /\n {2}May start now: {2}WS1 \(Database Layer\)\n {2}Next: pawl pipeline start PRD-009 WS1\n$/);
    const { pawl: kept, timestamp, ...document } = stored(root);
    assert.deepEqual(document, {
      prd: 'PRD-009',
      prd_title: 'Cashier Workflows',
      current_phase: 0,
      status: 'initialized',
      completed_workstreams: [],
      in_progress_workstreams: [],
      pending_workstreams: ['WS1', 'WS2', 'WS3', 'WS4', 'WS5'],
      artifacts: {},
      gates_passed: [],
      gates_pending: ['schema-validation', 'type-check', 'lint', 'test-pass'],
    });
    assert.ok(isJsonObject(kept) && isJsonObject(kept['spec']) && typeof timestamp === 'string');
    assert.equal(kept['spec']['path'], 'docs/PRD-009.md');
  });

  test('over an unfinished run makes the decision first, and begins nothing', () => {
    const root = begun();
    step(root, 'start', 'PRD-009', 'WS1');
    const before = textOf(root, file);
    const ended = pawl(['pipeline', 'init', 'PRD-009', '--json'], root, { PAWL_SESSION: 'other' });
    assert.equal(ended.code, 6);
    const decision = documentOf(ended);
    assert.deepEqual(pick(decision, 'verdict', 'ref', 'acted'), ['blocked', 'PRD-009', null]);
    const mine = pawl(['pipeline', 'init', 'PRD-009'], root, own);
    assert.equal(mine.code, 6);
    assert.match(mine.out, /is unfinished: PRD-009, 0 of 5 workstreams complete; it goes on with Phase 1: WS1\./);
    assert.match(mine.out, /To begin anew: +the same call with --fresh; its history is kept/);
    assert.equal(textOf(root, file), before);
  });

  test('with --fresh or --choice s begins anew and keeps the history; with --choice r goes on', () => {
    const root = begun();
    step(root, 'start', 'PRD-009', 'WS1');
    const resumed = documentOf(pawl(['pipeline', 'init', 'PRD-009', '--choice', 'r', '--json'], root, own));
    assert.deepEqual(pick(resumed, 'acted', 'next_command'), ['resumed', 'pawl pipeline done PRD-009 WS1']);
    for (const [index, flags] of [['--fresh'], ['--choice', 's']].entries()) {
      const fresh = step(root, 'init', 'PRD-009', ...flags);
      assert.deepEqual(pick(fresh, 'revision', 'status', 'replaced'), [3 + index, 'initialized', 'PRD-009']);
    }
    const history = documentOf(pawl(['history', 'PRD-009', '--json'], root));
    assert.ok(Array.isArray(history['revisions']) && history['revisions'].length === 4);
  });

  test('does not take a run from someone who works on it, whatever is said', () => {
    const root = begun();
    const ended = pawl(['pipeline', 'init', 'PRD-009', '--fresh'], root, { PAWL_SESSION: 'other' });
    assert.equal(ended.code, 6);
    assert.match(ended.out, /held by session tester/);
    assert.equal(stored(root)['status'], 'initialized');
  });

  test('asks on a terminal', { skip: noTerminal }, async () => {
    const root = begun();
    step(root, 'start', 'PRD-009', 'WS1');
    const seen = await pawlInTerminal(['pipeline', 'init', 'PRD-009'], [['Choice', 's\r']], root, own);
    assert.equal(seen.code, 0, seen.screen);
    assert.match(seen.screen, /Resuming PRD-009 from Phase 1/);
    assert.equal(stored(root)['status'], 'initialized');
  });

  test('with the same op id counts once', () => {
    const root = withSpec(tempRepository());
    const [first, second] = [0, 1].map(() => step(root, 'init', 'PRD-009', '--op-id', 'begin-1'));
    assert.deepEqual([first?.['repeated'], second?.['repeated'], second?.['revision']], [false, true, 1]);
  });

  test('shows the problems of a spec and makes nothing', () => {
    const root = tempRepository();
    fs.copyFileSync(path.resolve('test/golden/specs/bad-circle.md'), path.join(root, 'bad.md'));
    const ended = pawl(['pipeline', 'init', 'bad.md'], root);
    assert.equal(ended.code, 1);
    assert.match(ended.err, /bad\.md:5:22: .*circle/);
    assert.equal(fs.existsSync(path.join(root, '.claude')), false);
  });
});

describe('a pipeline driven step by step', () => {
  test('goes from its spec to complete, every rule true after every step', async () => {
    const root = begun();
    step(root, 'review', 'PRD-009', '--verdict', 'ship_with_gates', '--p0-count', '0', '--p1-count', '2');
    const first = step(root, 'start', 'PRD-009', 'WS1');
    assert.deepEqual(pick(first, 'status', 'running', 'ready', 'gates_due'), ['in_progress', ['WS1'], [], []]);
    for (const made of ['a.sql', 'src/c.test.ts', 'services/domain/dtos.ts']) {
      fs.mkdirSync(path.dirname(path.join(root, made)), { recursive: true });
      fs.writeFileSync(path.join(root, made), made);
    }
    const done = step(root, 'done', 'PRD-009', 'WS1', '--artifacts', 'a.sql', 'src/b.ts', 'src/**/*.test.ts');
    assert.deepEqual(pick(done, 'status', 'gates_due', 'missing_files'), [
      'paused',
      ['schema-validation (WS1)'],
      ['src/b.ts', 'supabase/migrations/*.sql', 'services/domain/schemas.ts'],
    ]);
    assert.equal(done['next_command'], 'pawl gate run PRD-009 schema-validation');
    const { artifacts, pawl: kept } = stored(root);
    assert.deepEqual(artifacts, { WS1: ['a.sql', 'src/b.ts', 'services/domain/dtos.ts', 'src/c.test.ts'] });
    const evidence = isJsonObject(kept) && isJsonObject(kept['evidence']) ? kept['evidence']['workstreams'] : null;
    assert.match(JSON.stringify(evidence), /"files":\["[0-9a-f]+ a\.sql",.*"[0-9a-f]+ services\/domain\/dtos\.ts"/);
    await passGate(root, 'schema-validation');
    step(root, 'start', 'pipeline:PRD-009', 'WS2');
    step(root, 'done', 'PRD-009', 'WS2');
    await passGate(root, 'type-check');
    const both = step(root, 'start', 'PRD-009', 'WS3', 'WS4');
    assert.deepEqual(pick(both, 'running', 'current_phase'), [['WS3', 'WS4'], 2]);
    step(root, 'done', 'PRD-009', 'WS4');
    step(root, 'done', 'PRD-009', 'WS3');
    for (const gate of ['lint', 'type-check']) await passGate(root, gate);
    step(root, 'start', 'PRD-009', 'WS5');
    step(root, 'done', 'PRD-009', 'WS5');
    fs.writeFileSync(
      path.join(root, 'src/b.ts'),
      'a file that was named may follow, and without it the run is not complete',
    );
    await passGate(root, 'test-pass');
    assert.equal(stored(root)['status'], 'complete');
    assert.match(refused(root, 'start', 'PRD-009', 'WS5'), /PRD-009 already complete\n.*update the roadmap/);
    assert.match(refused(root, 'init', 'PRD-009'), /PRD-009 already complete\n.*--fresh; its history is kept/);
    const { out } = pawl(['pipeline', 'note', 'PRD-009', '--cleanup-done', 'removed a flag'], root, own);
    assert.match(out, /1 clean-up noted .*\n {2}All workstreams and gates are done\. Next: update the roadmap\./);
  });

  test('says nothing of what is next inside of a build: workstreams do not report each other', () => {
    const root = begun();
    step(root, 'start', 'PRD-009', 'WS1');
    const { code, out } = pawl(['pipeline', 'done', 'PRD-009', 'WS1'], root, { ...own, PAWL_WORKSTREAM: 'WS1' });
    assert.equal(code, 0);
    assert.doesNotMatch(out, /Next:/);
  });

  test('says which workstreams may start and which gates wait', async () => {
    const root = begun();
    step(root, 'start', 'PRD-009', 'WS1');
    const { out } = pawl(['pipeline', 'done', 'PRD-009', 'WS1'], root, own);
    assert.match(
      out,
      /✓ PRD-009: WS1 is complete, 1 of 5 workstreams \(revision 3, .*\)\n {2}Gates to pass: {2}schema-validation \(WS1\)\n {2}Next: pawl gate run PRD-009 schema-validation\n$/,
    );
    await passGate(root, 'schema-validation');
    step(root, 'done', 'PRD-009', 'WS2');
    await passGate(root, 'type-check');
    const started = pawl(['pipeline', 'start', 'PRD-009', 'WS3'], root, own);
    assert.match(started.out, /\n {2}Running: {8}WS3 \(Route Handlers\)\n {2}May start now: {2}WS4 \(Hooks\)\n/);
  });

  test('answers every step with the same members', () => {
    const root = begun();
    const members =
      'ok ref family revision path place redacted repeated status finished progress current next next_command held_by ' +
      'unchanged current_phase running ready gates_due missing_files remarks';
    for (const line of [
      'review PRD-009 --verdict ship --p0-count 0 --p1-count 0',
      'start PRD-009 WS1',
      'fail PRD-009 WS1 --error x',
      'pause PRD-009',
      'done PRD-009 WS1',
      'note PRD-009 --cleanup-done x',
    ])
      assert.equal(Object.keys(step(root, ...line.split(' '))).join(' '), members, line);
    const error = errorOf(pawl(['pipeline', 'start', 'PRD-009', 'WS9', '--json'], root, own));
    assert.deepEqual([Object.keys(error), error['code']], [['code', 'message', 'hint', 'problems'], 'bad-input']);
  });

  test('work that is reported before what it needs, or without its outputs, is taken with a remark', () => {
    const root = begun();
    const early = step(root, 'done', 'PRD-009', 'WS2');
    assert.deepEqual(early['remarks'], [
      'the spec names outputs of WS2 that are not there: services/cashier/index.ts, services/cashier/keys.ts',
      'WS2 is reported before what comes first: WS1 (pending), gate schema-validation (WS1)',
    ]);
    const { err } = pawl(['pipeline', 'done', 'PRD-009', 'WS1'], root, own);
    assert.match(err, /the spec names outputs of WS1 that are not there: supabase\/migrations\/\*\.sql, services/);
    for (const made of ['index.ts', 'keys.ts']) {
      fs.mkdirSync(path.join(root, 'services/cashier'), { recursive: true });
      fs.writeFileSync(path.join(root, 'services/cashier', made), made);
    }
    assert.deepEqual(step(root, 'done', 'PRD-009', 'WS2')['remarks'], []);
  });

  test('files outside of the repository, and git’s own, are no artifacts', () => {
    const root = begun();
    const err = refused(
      root,
      'done',
      'PRD-009',
      'WS1',
      '--artifacts',
      '/etc/passwd',
      '../x.txt',
      '.git/config',
      'a.ts',
    );
    assert.match(err, /--artifacts: "\/etc\/passwd" is outside of the repository: it is absolute/);
    assert.match(err, /--artifacts: "\.\.\/x\.txt" may lead out of the repository/);
    assert.match(err, /--artifacts: "\.git\/config" is git's own/);
    assert.doesNotMatch(err, /a\.ts/);
    const own = step(root, 'done', 'PRD-009', 'WS1', '--artifacts', path.join(root, 'a.ts'));
    assert.equal(own['status'], 'paused');
    assert.deepEqual(stored(root)['artifacts'], { WS1: ['a.ts'] });
  });

  test('what is reported twice makes no second revision, unless it adds files or they have changed', () => {
    const root = begun();
    step(root, 'done', 'PRD-009', 'WS1', '--artifacts', 'a.sql');
    const again = step(root, 'done', 'PRD-009', 'WS1', '--artifacts', 'a.sql');
    assert.deepEqual(pick(again, 'revision', 'unchanged'), [2, true]);
    assert.deepEqual(pick(step(root, 'done', 'PRD-009', 'WS1', '--artifacts', 'b.sql'), 'revision', 'unchanged'), [
      3,
      false,
    ]);
    fs.writeFileSync(path.join(root, 'b.sql'), 'create table a');
    assert.deepEqual(pick(step(root, 'done', 'PRD-009', 'WS1'), 'revision', 'unchanged'), [4, false]);
    assert.deepEqual(pick(step(root, 'done', 'PRD-009', 'WS1'), 'revision', 'unchanged'), [4, true]);
    assert.deepEqual(pick(step(root, 'pause', 'PRD-009'), 'revision', 'unchanged', 'status'), [4, true, 'paused']);
    const late = pawl(['pipeline', 'pause', 'PRD-009', '--expect', '2', '--json'], root, own);
    assert.deepEqual([late.code, errorOf(late)['code']], [4, 'conflict']);
  });
});

describe('a failure', () => {
  test('keeps message, file and line, and moves into the history with the next start or with a pause', () => {
    for (const way of [
      ['start', 'PRD-009', 'WS1'],
      ['pause', 'PRD-009'],
    ]) {
      const root = begun();
      step(root, 'start', 'PRD-009', 'WS1');
      fs.mkdirSync(path.join(root, 'src'));
      fs.writeFileSync(path.join(root, 'src/x.ts'), '');
      fs.writeFileSync(path.join(root, 'log.txt'), 'no such property\n');
      step(root, 'fail', 'PRD-009', 'WS1', '--error', '@log.txt', '--file', './src/x.ts', '--line', '45');
      const error = { workstream: 'WS1', message: 'no such property', file: 'src/x.ts', line: 45 };
      assert.deepEqual(pick(stored(root), 'status', 'error', 'in_progress_workstreams'), ['failed', error, []]);
      step(root, ...way);
      const { error: gone, pawl: kept } = stored(root);
      assert.equal(gone, undefined);
      const [past] = isJsonObject(kept) && Array.isArray(kept['errors']) ? kept['errors'] : [];
      assert.ok(isJsonObject(past));
      const { time, ...before } = past;
      assert.deepEqual(before, error);
      assert.equal(typeof time, 'string');
    }
  });

  test('waits for running siblings, or stops them when told to', async () => {
    const root = begun();
    step(root, 'done', 'PRD-009', 'WS1');
    await passGate(root, 'schema-validation');
    step(root, 'done', 'PRD-009', 'WS2');
    await passGate(root, 'type-check');
    step(root, 'start', 'PRD-009', 'WS3', 'WS4');
    const fail = ['fail', 'PRD-009', 'WS3', '--error', 'boom'];
    assert.match(
      refused(root, ...fail),
      /while WS4 is in progress.*\n.*pawl pipeline done PRD-009 WS4.*--stop-running/,
    );
    assert.match(refused(root, 'pause', 'PRD-009'), /while WS3, WS4 are in progress.*\n.*--stop-running/);
    const failed = step(root, ...fail, '--stop-running');
    assert.deepEqual(pick(failed, 'status', 'running', 'ready'), ['failed', [], ['WS3', 'WS4']]);
    const { out } = pawl(['pipeline', 'start', 'PRD-009', 'WS4'], root, own);
    assert.match(out, /WS4 is in progress; the failure moved into its history/);
    const paused = pawl(['pipeline', 'pause', 'PRD-009', '--stop-running'], root, own);
    assert.match(paused.out, /it is paused; WS4 returned to pending/);
  });
});

describe('a review', () => {
  const first = ['review', 'PRD-009', '--verdict', 'do_not_ship', '--p0-count', '1', '--p1-count', '3'];

  test('keeps verdict, counts, attempt and report; do_not_ship lets nothing start until it is overridden', () => {
    const root = begun();
    fs.writeFileSync(path.join(root, 'docs/da.md'), '');
    const reviewed = step(root, ...first, '--findings-path', 'docs/da.md');
    assert.deepEqual(pick(reviewed, 'ready', 'next_command'), [[], null]);
    const review = { verdict: 'do_not_ship', p0_count: 1, p1_count: 3, attempt: 1, findings_path: 'docs/da.md' };
    assert.deepEqual(stored(root)['adversarial_review'], review);
    const told = refused(root, 'start', 'PRD-009', 'WS1');
    assert.match(
      told,
      /do_not_ship\n.*second review.*pawl pipeline review PRD-009 --verdict overridden --override-reason TEXT/,
    );
    assert.match(refused(root, 'review', 'PRD-009', '--verdict', 'overridden'), /--override-reason: /);
    step(root, 'review', 'PRD-009', '--verdict', 'overridden', '--override-reason', 'Out of scope.');
    assert.deepEqual(stored(root)['adversarial_review'], {
      ...review,
      verdict: 'overridden',
      override_reason: 'Out of scope.',
    });
    assert.deepEqual(step(root, 'start', 'PRD-009', 'WS1')['running'], ['WS1']);
  });

  test('has two attempts', () => {
    const root = begun();
    step(root, ...first);
    step(root, 'review', 'PRD-009', '--verdict', 'ship', '--p0-count', '0', '--p1-count', '0', '--attempt', '2');
    const third = refused(root, 'review', 'PRD-009', '--verdict', 'ship', '--p0-count', '0', '--p1-count', '0');
    assert.match(third, /has had its 2 reviews/);
  });

  test('without its counts says both options at once', () => {
    const root = begun();
    assert.match(refused(root, 'review', 'PRD-009', '--verdict', 'ship'), /--p0-count: .*\n +--p1-count: /);
  });
});

describe('notes', () => {
  test('take fixes as FILE=CHANGE or JSON, from arguments, files and stdin, and add up', () => {
    const root = begun();
    fs.writeFileSync(path.join(root, 'fixes.json'), '[{"file": "src/c.ts", "change": "a=b", "rule": "eqeqeq"}]');
    step(
      root,
      'note',
      'PRD-009',
      '--eslint-fixes',
      'src/a.ts=unused = gone',
      '@fixes.json',
      '--key-fixes',
      '{"file":"k.ts","change":"renamed"}',
    );
    const args = [program, 'pipeline', 'note', 'PRD-009', '--cleanup-done', '-', 'dropped a flag'];
    const { status } = spawnSync(process.execPath, args, {
      cwd: root,
      env: cleanEnv(own),
      input: 'removed old routes\n',
    });
    assert.equal(status, 0);
    assert.deepEqual(pick(stored(root), 'eslint_fixes', 'key_fixes', 'cleanup_done'), [
      [
        { file: 'src/a.ts', change: 'unused = gone' },
        { file: 'src/c.ts', change: 'a=b', rule: 'eqeqeq' },
      ],
      [{ file: 'k.ts', change: 'renamed' }],
      ['removed old routes', 'dropped a flag'],
    ]);
  });
});

describe('refusals tell how to do it right', () => {
  const cases: readonly (readonly [line: string, message: RegExp])[] = [
    [
      'start PRD-009 WS2',
      /WS2 cannot start yet; missing: WS1 \(pending\), gate schema-validation \(WS1\)\n.*pawl pipeline start PRD-009 WS1/,
    ],
    ['start PRD-009 ws1', /has no workstream ws1 \(did you mean WS1\? known: WS1, WS2/],
    ['start PRD-009 WS1 WS9', /has no workstream WS9/],
    ['done PRD-009 WS11', /WORKSTREAM: .*did you mean WS1/],
    ['fail PRD-009 WS1 --error x', /WS1 is pending, so it cannot fail\n.*pawl pipeline start PRD-009 WS1/],
    ['fail PRD-009 WS1 --error=', /--error: /],
    ['start PRD-09 WS1', /there is no checkpoint PRD-09; did you mean PRD-009\?\n.*pawl pipeline init SPEC/],
    ['start docs/PRD-009.md WS1', /named by its id, not by its spec/],
  ];
  for (const [line, message] of cases) {
    test(`pawl pipeline ${line}`, () => {
      assert.match(refused(begun(), ...line.split(' ')), message);
    });
  }

  test('a drifted file is named as such, and doctor as what helps', () => {
    const root = begun();
    fs.writeFileSync(path.join(root, file), JSON.stringify({ ...stored(root), gates_passed: { lint: true } }));
    assert.match(
      refused(root, 'start', 'PRD-009', 'WS1'),
      /\/gates_passed.*\n(?:.*\n)* +The file itself has drifted: `pawl doctor`/,
    );
  });

  test('names from a file cannot steer the terminal', () => {
    const root = begun();
    const text = textOf(root, file).replaceAll('"WS5"', '"WS5\\u001b]0;x\\u0007\\u009b2J"');
    fs.writeFileSync(path.join(root, file), text);
    // oxlint-disable-next-line no-control-regex -- it is what this is about
    assert.doesNotMatch(refused(root, 'done', 'PRD-009', 'WS9'), /[\u001b\u009b\u0007]/);
  });

  test('an archived run is taken up first', () => {
    const root = begun();
    assert.equal(pawl(['archive', 'PRD-009'], root, own).code, 0);
    assert.match(refused(root, 'start', 'PRD-009', 'WS1'), /archived unfinished\n.*pawl resume PRD-009/);
  });
});

describe('wrong calls', () => {
  const mistakes: readonly (readonly [line: string, message: RegExp])[] = [
    ['init', /needs SPEC/],
    ['init a b', /does not take "b"/],
    ['init PRD-009 --choice x', /--choice cannot be "x"/],
    ['start', /needs REF/],
    ['start PRD-009', /needs WORKSTREAM/],
    ['start command:implement WS1', /names a command, not a pipeline/],
    ['start .. WS1', /dots only/],
    ['start PRD-009 WS1 --expect two', /whole number/],
    ['done PRD-009', /needs WORKSTREAM/],
    ['done PRD-009 WS1 WS2', /does not take "WS2"/],
    ['done PRD-009 WS1 --artifact a', /did you mean --artifacts\?/],
    ['fail PRD-009 WS1', /needs --error/],
    ['fail PRD-009 WS1 --error x --line 0', /whole number, 1 or more/],
    ['fail PRD-009 WS1 --error @gone.log', /there is no file gone\.log/],
    ['pause', /needs REF/],
    ['pause PRD-009 --stop', /did you mean --stop-running\?/],
    ['review PRD-009', /needs --verdict/],
    ['review PRD-009 --verdict yes', /--verdict cannot be "yes".*\n.*ship, ship_with_gates, do_not_ship, overridden/],
    ['review PRD-009 --verdict ship --p0-count -1', /--p0-count/],
    ['note PRD-009', /needs --eslint-fixes, --key-fixes or --cleanup-done\n.*pawl note REF/],
    ['note PRD-009 --key-fixes src/a.ts', /--key-fixes cannot be "src\/a\.ts"\n.*FILE=CHANGE/],
    ['note PRD-009 --key-fixes {"file":"a"}', /--key-fixes cannot be/],
    ['strat PRD-009 WS1', /did you mean pipeline start\?/],
  ];
  for (const [line, message] of mistakes) {
    test(`pawl pipeline ${line} exits with 2, says what is wrong and writes nothing`, () => {
      const root = tempRepository();
      const ended = pawl(['pipeline', ...line.split(' ')], root);
      assert.equal(ended.code, 2, ended.err);
      assert.match(ended.err, message);
      assert.doesNotMatch(ended.err, /\n +at /);
      assert.deepEqual(fs.readdirSync(root), ['.git']);
    });
  }
});

describe('places', () => {
  const steps = [
    'start PRD-009 WS1',
    'done PRD-009 WS1',
    'fail PRD-009 WS1 --error x',
    'pause PRD-009 --stop-running',
    'review PRD-009 --verdict ship --p0-count 0 --p1-count 0',
    'note PRD-009 --cleanup-done x',
  ];

  test('in an empty repository every step finds nothing, and writes nothing', () => {
    const root = tempRepository();
    for (const line of ['init PRD-009', ...steps]) {
      const ended = pawl(['pipeline', ...line.split(' '), '--json'], root);
      assert.equal(ended.code, 3, line);
      assert.equal(errorOf(ended)['code'], 'not-found');
    }
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('outside of any repository all of it works', () => {
    const root = withSpec(fs.realpathSync(tempFolder()));
    for (const line of ['init PRD-009', 'start PRD-009 WS1', 'done PRD-009 WS1']) step(root, ...line.split(' '));
    assert.deepEqual(stored(root)['completed_workstreams'], ['WS1']);
  });

  test('a linked worktree has runs of its own', () => {
    const main = tempRepository();
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(main, 'worktree', 'add', '--quiet', linked);
    withSpec(linked);
    const begun = step(linked, 'init', 'PRD-009');
    assert.ok(String(begun['path']).startsWith(linked));
    step(path.join(linked), 'start', 'PRD-009', 'WS1');
    assert.equal(fs.existsSync(path.join(main, '.claude')), false);
  });

  test('where nothing may be written every step says so, and the file stays as it is', () => {
    const root = begun();
    step(root, 'start', 'PRD-009', 'WS1');
    const before = textOf(root, file);
    const folders = fs
      .readdirSync(path.join(root, '.claude'), { recursive: true, withFileTypes: true })
      .map((entry) => path.join(entry.parentPath, entry.name));
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const all = [root, path.join(root, '.claude'), ...folders];
    for (const one of all) fs.chmodSync(one, fs.statSync(one).isDirectory() ? 0o555 : 0o444);
    const codes = [...steps.slice(1), 'init PRD-009 --fresh'].map((line) => {
      const args = [program, 'pipeline', ...line.split(' '), '--json'];
      const options = { cwd: root, env: cleanEnv(own), encoding: 'utf8', ...nobody } as const;
      const { status, stdout } = spawnSync(process.execPath, args, options);
      return [line, status, errorOf({ code: status, out: stdout, err: '' })['code']];
    });
    for (const one of all) fs.chmodSync(one, fs.statSync(one).isDirectory() ? 0o755 : 0o644);
    for (const [line, status, code] of codes) assert.deepEqual([status, code], [5, 'store-unavailable'], String(line));
    assert.equal(textOf(root, file), before);
  });
});
