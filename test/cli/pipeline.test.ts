// Pipelines by the program: the documented operations step by step, with and without a spec.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openProject } from '../../src/library.js';
import { Repository } from '../support/cli.js';

const file = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';

/** The checkpoint file has these members. */
function has(repository: Repository, expected: object): void {
  const found: Record<string, unknown> = JSON.parse(fs.readFileSync(path.join(repository.root, file), 'utf8'));
  const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]));
  assert.deepEqual(shown, expected);
}

test('the seven operations write the documented checkpoint', async () => {
  const repository = new Repository();
  const { pipelines } = await openProject({ root: repository.root });
  const ids = ['WS1', 'WS2', 'WS3', 'WS4', 'WS5'];
  const gates = ['schema-validation', 'type-check', 'lint', 'test-pass'];
  const flags = [...ids.flatMap((id) => ['--workstream', id]), ...gates.flatMap((gate) => ['--gate', gate])];
  const init = repository.ok(['pipeline', 'init', 'PRD-009', '--title', 'Cashier Workflows', ...flags]);
  assert.equal(init, 'PRD-009 begun with WS1, WS2, WS3, WS4, WS5\nNext: WS1');
  const empty = { completed_workstreams: [], in_progress_workstreams: [], artifacts: {}, gates_passed: [] };
  const identity = { prd: 'PRD-009', prd_title: 'Cashier Workflows' };
  has(repository, {
    ...identity,
    ...empty,
    current_phase: 0,
    status: 'initialized',
    pending_workstreams: ids,
    gates_pending: gates,
  });

  assert.equal(repository.ok('pipeline start PRD-009 WS1'), 'WS1 started');
  has(repository, { status: 'in_progress', in_progress_workstreams: ['WS1'], pending_workstreams: ids.slice(1) });

  const artifacts = ['supabase/migrations/xxx.sql', 'services/domain/dtos.ts', 'services/domain/schemas.ts'];
  const done = [
    'pipeline',
    'done',
    'PRD-009',
    'WS1',
    '-s',
    'The tables exist',
    ...artifacts.flatMap((one) => ['--artifact', one]),
  ];
  assert.equal(repository.ok(done), 'WS1 complete\nNext: WS2');
  has(repository, { completed_workstreams: ['WS1'], in_progress_workstreams: [], artifacts: { WS1: artifacts } });
  assert.match(repository.ok('brief PRD-009'), /WS1 \(claimed\): The tables exist/);

  await pipelines.passGate('PRD-009', { gate: 'schema-validation', workstream: 'WS1' });
  has(repository, {
    current_phase: 1,
    gates_passed: ['schema-validation (WS1)'],
    gates_pending: gates.slice(1),
    status: 'paused',
  });

  repository.ok('pipeline start PRD-009 WS2 WS3');
  has(repository, {
    status: 'in_progress',
    in_progress_workstreams: ['WS2', 'WS3'],
    pending_workstreams: ['WS4', 'WS5'],
  });

  const message = "Property 'player_id' does not exist on type 'PlayerDTO'";
  const place = ['--file', 'services/player/index.ts', '--line', '45'];
  const fail = repository.ok(['pipeline', 'fail', 'PRD-009', 'WS3', '--error', message, ...place]);
  assert.equal(fail, `WS3 failed: ${message} in services/player/index.ts:45`);
  const error = { workstream: 'WS3', message, file: 'services/player/index.ts', line: 45 };
  has(repository, { status: 'failed', in_progress_workstreams: [], error });

  assert.match(repository.pawl('pipeline complete PRD-009').err, /not complete: WS2 is not done, WS3 is not done/);
  fs.writeFileSync(path.join(repository.root, 'a.test.ts'), '');
  const rest = [
    ['WS2', 'type-check'],
    ['WS3', 'lint'],
    ['WS4', 'type-check'],
    ['WS5', 'test-pass'],
  ] as const;
  for (const [id, gate] of rest) {
    repository.ok(`pipeline start PRD-009 ${id}`);
    repository.ok(`pipeline done PRD-009 ${id} --artifact *.test.ts --artifact none-*.ts`);
    await pipelines.passGate('PRD-009', { gate, workstream: id });
  }
  assert.equal(repository.ok('pipeline complete PRD-009'), 'PRD-009 complete');
  const passed = ['schema-validation (WS1)', ...rest.map(([id, gate]) => `${gate} (${id})`)];
  const state = { current_phase: 5, status: 'complete', completed_workstreams: ids, pending_workstreams: [] };
  const files = Object.fromEntries(rest.map(([id]) => [id, ['a.test.ts', 'none-*.ts']]));
  has(repository, { ...state, gates_passed: passed, gates_pending: [], artifacts: { WS1: artifacts, ...files } });
  const again = repository.pawl('pipeline start PRD-009 WS1');
  assert.match(again.err, /PRD-009 already complete/);
});

test('pauses, reviews and notes are recorded, field by field', () => {
  const repository = new Repository();
  repository.ok('pipeline init PRD-009 --workstream WS1,WS2');
  repository.ok('pipeline review PRD-009 --verdict do_not_ship --p0 1 --p1 2 --findings docs/review.md');
  assert.match(repository.pawl('pipeline start PRD-009 WS1').err, /the review says do_not_ship/);
  assert.match(repository.pawl('pipeline review PRD-009 --verdict overridden').err, /--override-reason is missing/);
  repository.ok('pipeline review PRD-009 --verdict overridden --override-reason false-alarm');
  repository.ok('pipeline start PRD-009 WS1');
  repository.ok('pipeline pause PRD-009');
  repository.ok([
    'pipeline',
    'note',
    'PRD-009',
    '--eslint-fix',
    'a.ts=unused import',
    '--key-fix',
    'b.ts=null check',
    '--cleanup',
    'logs',
  ]);
  has(repository, {
    status: 'paused',
    pending_workstreams: ['WS1', 'WS2'],
    adversarial_review: {
      verdict: 'overridden',
      p0_count: 1,
      p1_count: 2,
      attempt: 1,
      findings_path: 'docs/review.md',
      override_reason: 'false-alarm',
    },
    eslint_fixes: [{ file: 'a.ts', change: 'unused import' }],
    key_fixes: [{ file: 'b.ts', change: 'null check' }],
    cleanup_done: ['logs'],
  });
});

test('a new spec is valid, is found by its id, and orders the work', () => {
  const repository = new Repository();
  repository.ok(['pipeline', 'new', 'Cashier: "Workflows"', '--id', 'PRD-009']);
  assert.match(repository.pawl('pipeline new Again --id PRD-009').err, /EXECUTION-SPEC-PRD-009.md exists/);
  assert.match(repository.ok('pipeline new Next'), /EXECUTION-SPEC-PRD-010.md written/);
  assert.match(
    repository.ok('pipeline check PRD-009'),
    /is a valid spec of PRD-009: 2 workstreams in 2 phases, 3 gates/,
  );
  repository.ok('pipeline init PRD-009');
  has(repository, { prd_title: 'Cashier: "Workflows"', gates_pending: ['type-check', 'test-pass', 'sign-off'] });
  assert.match(
    repository.pawl('pipeline start PRD-009 WS2').err,
    /WS2 cannot start yet: it needs WS1, gate type-check \(WS1\)/,
  );
  repository.ok('pipeline start PRD-009 WS1');
  assert.equal(repository.ok('pipeline done PRD-009 WS1'), 'WS1 complete\nNext: gate type-check (WS1)');
  assert.equal(
    repository.ok('pipeline graph PRD-009'),
    `PRD-009  Cashier: "Workflows"  paused

Phase 1: Foundation
  ✓ WS1  First part
  · gate type-check (WS1)

Phase 2: Surface
  · WS2  Second part  after WS1
  · gate test-pass (Phase 2)
  · gate sign-off (Phase 2)`,
  );
  assert.match(repository.ok('resume PRD-009 --choice r'), /Completed:\n {2}WS1: First part ✅/);
});

test('a spec with problems begins nothing, and does not lose work that is reported', () => {
  const repository = new Repository();
  const spec = 'docs/plans/EXECUTION-SPEC-cash.md';
  const text = '---\nid: PRD-009\nworkstreams: { WS1: {}, WS2: { depends_on: [WS9] } }\n---\n';
  repository.write(spec, text);
  const check = repository.pawl('pipeline check PRD-009');
  assert.equal(check.code, 2);
  assert.match(check.out, /EXECUTION-SPEC-cash.md:3:45: WS2 depends on WS9[^]*\n *\^\n {2}Fix: did you mean WS1\?/);
  const { error } = repository.json('pipeline init PRD-009');
  assert.match(JSON.stringify(error), /"code":"bad-input".*cash.md:3:45/);
  assert.match(repository.pawl('pipeline init docs/EXECUTION-SPEC-cash.md').err, /Did you mean docs\/plans/);

  repository.write(spec, text.replace('WS9', 'WS1'));
  repository.ok(`pipeline init ${spec}`);
  repository.ok('pipeline start PRD-009 WS1');
  repository.write(spec, text);
  assert.match(repository.pawl('pipeline done PRD-009 WS1').err, /the spec was not used/);
  has(repository, { completed_workstreams: ['WS1'] });
  assert.equal(repository.pawl('pipeline start PRD-009 WS2').code, 2);
  assert.match(repository.ok('brief PRD-009'), /WS2/);

  repository.write('specs/EXECUTION-SPEC.md', text.replace('WS9', 'WS1'));
  repository.ok('pipeline note PRD-009 --spec specs/EXECUTION-SPEC.md');
  repository.ok('pipeline start PRD-009 WS2');
});
