// A pipeline that another tool wrote, exactly in seed 003's format: every command about it knows the spec as `pawl build` does.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { checkPipeline } from '../../src/families/pipeline/index.js';
import type { JsonObject } from '../../src/rules/json/json.js';
import { openProject } from '../../src/index.js';
import { documentOf, pawl, put, tempRepository, textOf } from './program.js';

const file = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';
const own = { PAWL_SESSION: 'tester' };
const paused = {
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  current_phase: 1,
  status: 'paused',
  completed_workstreams: ['WS1'],
  in_progress_workstreams: [],
  pending_workstreams: ['WS2', 'WS3', 'WS4', 'WS5'],
  artifacts: {},
  gates_passed: ['schema-validation (WS1)'],
  gates_pending: ['type-check', 'lint', 'test-pass'],
  timestamp: '2025-12-11T10:16:00Z',
};

function written(change: JsonObject = {}, spec = textOf('test/golden/specs/seed-003.md')): string {
  const root = tempRepository();
  put(root, file, { ...paused, ...change });
  if (spec !== '') put(root, 'docs/PRD-009-EXECUTION-SPEC.md', spec);
  return root;
}

function said(root: string, ...args: readonly string[]): string {
  const { code, out, err } = pawl(args, root, own);
  assert.equal(code, 0, out + err);
  return out;
}

const display = `Resuming PRD-009 from Phase 2

Completed:
  WS1: Database Layer ✅

Pending:
  WS2: Service Layer
  WS3: Route Handlers
  WS4: Hooks
  WS5: Tests
`;

describe("a checkpoint of another tool in seed 003's format", () => {
  test('is resumed, briefed, shown and explained with the names and the phases of its spec, and a look changes nothing', () => {
    const root = written({ current_phase: 2, pending_workstreams: ['WS5', 'WS4', 'WS3', 'WS2'] });
    const before = textOf(root, file);
    assert.ok(said(root, 'resume', 'PRD-009').startsWith(display));
    assert.match(said(root, 'brief', 'PRD-009'), /^Continue with: Phase 2: WS2$/m);
    assert.match(said(root, 'show', 'PRD-009'), /WS2\s+Service Layer/);
    assert.ok(pawl(['build', 'PRD-009', '--resume'], root, own).out.includes(display));
    assert.match(said(root, 'gate', 'status', 'PRD-009'), /^type-check \(WS4\) /m);
    assert.equal(documentOf(pawl(['resume', '--json'], root, own))['from'], 'Phase 2: WS2');
    assert.equal(textOf(root, file), before);
    assert.deepEqual(documentOf(pawl(['show', 'PRD-009', '--json'], root, own)), JSON.parse(before));
  });

  test('goes on where its lists say, whatever its phase says', () => {
    const root = written({
      current_phase: 0,
      completed_workstreams: ['WS2', 'WS1'],
      pending_workstreams: ['WS5', 'WS3'],
    });
    const { from } = documentOf(pawl(['resume', 'PRD-009', '--json'], root, own));
    assert.equal(from, 'Phase 2: gate type-check');
    const open = written({
      completed_workstreams: ['WS1', 'WS2'],
      pending_workstreams: ['WS5', 'WS4', 'WS3'],
      gates_passed: ['schema-validation', 'type-check (Phase 2)'],
      gates_pending: ['lint', 'test-pass'],
    });
    assert.equal(documentOf(pawl(['resume', '--json'], open, own))['from'], 'Phase 3: WS3, WS4');
  });

  test('holds steps to the order of the spec, and the first one keeps it', () => {
    const root = written();
    const refused = pawl(['pipeline', 'start', 'PRD-009', 'WS5'], root, own);
    assert.equal(refused.code, 1, refused.out);
    assert.match(refused.err, /WS5/);
    assert.deepEqual(JSON.parse(textOf(root, file)), paused);
    said(root, 'pipeline', 'start', 'PRD-009', 'WS2');
    put(root, 'services/cashier/index.ts', 'x');
    assert.match(said(root, 'pipeline', 'done', 'PRD-009', 'WS2'), /gate run PRD-009 type-check/);
    const document: unknown = JSON.parse(textOf(root, file));
    assert.deepEqual(checkPipeline(document), []);
    assert.match(textOf(root, file), /"path": "docs\/PRD-009-EXECUTION-SPEC\.md"/);
  });

  test('has its gates run and recorded as the spec names them', () => {
    const root = written(
      { gates_passed: [], gates_pending: ['schema-validation', 'type-check', 'lint', 'test-pass'] },
      textOf('test/golden/specs/seed-003.md').replaceAll(/command: [^,]*/g, 'command: "true"'),
    );
    const { ok, status } = documentOf(pawl(['gate', 'run', 'PRD-009', '--yes', '--json'], root, own));
    assert.deepEqual([ok, status], [true, 'paused']);
    assert.match(textOf(root, file), /"gates_passed": \[\s*"schema-validation \(WS1\)"\s*\]/);
  });

  test('that runs goes on running, and the library knows its spec too', async () => {
    const running = {
      status: 'in_progress',
      in_progress_workstreams: ['WS2'],
      pending_workstreams: ['WS3', 'WS4', 'WS5'],
    };
    const project = await openProject({ root: written(running) });
    assert.equal((await project.pipelines.resumePoint('PRD-009')).unit, 'Phase 2: WS2');
    await assert.rejects(project.pipelines.start('PRD-009', ['WS3']));
    const { document } = await project.pipelines.done('PRD-009', 'WS2');
    assert.deepEqual([document.status, document.completed_workstreams], ['paused', ['WS1', 'WS2']]);
    await project.close();
  });

  test('is what its lists say where its spec is not there, cannot be read or is about other work', () => {
    const other = textOf('test/golden/specs/seed-003.md').replaceAll('WS5', 'WS6');
    for (const spec of ['', '---\nworkstreams: [', other]) {
      const root = written({}, spec);
      assert.match(said(root, 'resume', 'PRD-009'), /^ {2}WS1 ✅$/m);
      said(root, 'pipeline', 'start', 'PRD-009', 'WS3');
      assert.doesNotMatch(textOf(root, file), /"spec"/);
    }
    assert.ok(!fs.existsSync(path.join(written({}, ''), 'docs')));
  });
});
