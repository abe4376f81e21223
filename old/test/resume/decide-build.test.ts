// What a build begins with, for every status of seed 003.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { pipelineKey } from '../../src/rules/names.js';
import type { InitEvent } from '../../src/families/pipeline/index.js';
import { takeLease } from '../../src/service/lease/leases.js';
import { beginPipeline } from '../../src/service/pipeline/begin-pipeline.js';
import { type BuildStart, decideBuild } from '../../src/service/pipeline/decide-build.js';
import { openStage, pipeline, session, type Stage, workflow } from '../support/runs.js';

const [ana, ben] = [session('ana'), session('ben')];

async function inShort(stage: Stage, id?: string): Promise<string> {
  const found: BuildStart = await decideBuild(stage.bench, { id, owner: ana });
  if (found.is === 'start') return 'start';
  const { verdict, ref, from, reasons } = found.decision;
  return [verdict, ref, from, ...reasons].join(' | ');
}

describe('a build', () => {
  test('of an id that has no run begins, also when others are there', async () => {
    const stage = await openStage();
    assert.equal(await inShort(stage, 'PRD-009'), 'start');
    await pipeline(stage, 'PRD-010');
    assert.equal(await inShort(stage, 'PRD-009'), 'start');
  });

  test('goes on with what was only initialized, and with its first phase', async () => {
    const stage = await openStage();
    await pipeline(stage);
    assert.equal(await inShort(stage, 'PRD-009'), 'resume | PRD-009 | Phase 1: WS1');
  });

  test('asks about a run in progress, goes on with a paused one, asks whether a failed one is fixed', async () => {
    const stage = await openStage();
    const { pipelines } = stage.project;
    await pipeline(stage);
    await pipelines.start('PRD-009', ['WS1']);
    const stopped = 'WS1 was in progress when the work stopped';
    assert.equal(await inShort(stage, 'PRD-009'), `ask | PRD-009 | Phase 1: WS1 | ${stopped}`);
    await pipelines.done('PRD-009', 'WS1');
    await pipelines.passGate('PRD-009', 'schema-validation');
    assert.equal(await inShort(stage, 'PRD-009'), 'resume | PRD-009 | Phase 2: WS2, WS3');
    await pipelines.start('PRD-009', ['WS2']);
    await pipelines.fail('PRD-009', 'WS2', { message: 'no such property' });
    const failed = 'last run failed: WS2: no such property';
    assert.equal(await inShort(stage, 'PRD-009'), `ask | PRD-009 | Phase 2: WS2, WS3 | ${failed}`);
  });

  test('of a complete run is an error that names the roadmap', async () => {
    const stage = await openStage();
    const { pipelines } = stage.project;
    await pipelines.init({ prd: 'PRD-009', prd_title: 'One', workstreams: ['WS1'] });
    await pipelines.start('PRD-009', ['WS1']);
    await pipelines.done('PRD-009', 'WS1');
    await assert.rejects(decideBuild(stage.bench, { id: 'PRD-009' }), {
      code: 'already-complete',
      message: 'PRD-009 already complete',
      hint: /roadmap/,
    });
  });

  test('without an id takes the most recent unfinished pipeline, and no run of another family', async () => {
    const stage = await openStage();
    await assert.rejects(decideBuild(stage.bench, { owner: ana }), { code: 'not-found' });
    await workflow(stage);
    await assert.rejects(decideBuild(stage.bench, { owner: ana }), { code: 'not-found' });
    for (const id of ['PRD-001', 'PRD-003', 'PRD-002']) {
      stage.now += 60_000;
      await pipeline(stage, id);
    }
    stage.now += 60_000;
    await workflow(stage, 'later');
    assert.equal(await inShort(stage), 'resume | PRD-002 | Phase 1: WS1');
  });

  test('is blocked while someone else works on it, and by a file that cannot be read', async () => {
    const stage = await openStage();
    await pipeline(stage);
    takeLease(stage.bench, pipelineKey('PRD-009'), ben);
    assert.match(await inShort(stage, 'PRD-009'), /^blocked .* held by session ben/);
    stage.write('.claude/skills/build-pipeline/checkpoints/PRD-010.json', '{"prd": ');
    assert.match(await inShort(stage, 'PRD-010'), /^blocked /);
  });

  test('of a run whose file was removed begins anew', async () => {
    const stage = await openStage();
    await pipeline(stage);
    fs.rmSync(`${stage.root}/.claude/skills/build-pipeline/checkpoints/PRD-009.json`);
    assert.equal(await inShort(stage, 'PRD-009'), 'start');
  });
});

describe('beginning from a spec', () => {
  const init = (hash: string): InitEvent => ({
    type: 'init',
    prd: 'PRD-009',
    prd_title: 'Shop',
    workstreams: ['WS1', 'WS2'],
    spec: { path: 'docs/PRD-009.md', hash },
  });

  test('over a run is refused unless a person said so; then revisions go on and the work starts afresh', async () => {
    const stage = await openStage();
    await beginPipeline(stage.bench, init('a'));
    await stage.project.pipelines.start('PRD-009', ['WS1']);
    await assert.rejects(beginPipeline(stage.bench, init('a')), { code: 'not-allowed' });
    const { revision, document, saved } = await beginPipeline(stage.bench, init('b'), { over: true });
    assert.deepEqual([revision, document.status, saved.event], [3, 'initialized', 'restarted']);
    assert.equal(document.pawl?.spec?.hash, 'b');
  });

  test('keeps the review of the same spec, and one that forbids the start in any case', async () => {
    for (const [verdict, hash, kept] of [
      ['ship', 'a', 'ship'],
      ['ship', 'b', undefined],
      ['do_not_ship', 'b', 'do_not_ship'],
    ] as const) {
      const stage = await openStage();
      await beginPipeline(stage.bench, init('a'));
      await stage.project.pipelines.review('PRD-009', { verdict, p0_count: 0, p1_count: 0 });
      const { document } = await beginPipeline(stage.bench, init(hash), { over: true });
      assert.equal(document.adversarial_review?.verdict, kept);
    }
  });
});
