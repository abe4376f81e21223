import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PipelineCheckpoint, PipelineEvent } from '../../families/pipeline/index.js';
import { pipelineKey } from '../../rules/names.js';
import { MemoryStore } from '../../store/memory.js';
import { tempFolder } from '../../../test/support/temp.js';
import { asDocument } from '../documents.js';
import { openWorkbench } from '../open-workbench.js';
import { planPipeline } from '../plans/pipeline.js';
import { readNewest, type Workbench, write } from '../workbench.js';
import { Recorder } from './recorder.js';

const key = pipelineKey('PRD-009');

async function say(bench: Workbench, event: PipelineEvent): Promise<PipelineCheckpoint> {
  return (await write<PipelineCheckpoint>(bench, key, planPipeline(key, event))).document;
}

/** A, B, then C, in a build that has A and B on record as running. */
async function underWay(store = new MemoryStore()): Promise<{
  bench: Workbench;
  recorder: Recorder;
  stored: () => Promise<PipelineCheckpoint>;
}> {
  const bench = openWorkbench({ root: tempFolder(), actor: 'ana', store });
  const workstreams = { A: {}, B: {}, C: { depends_on: ['A'] } };
  const phases = [{ workstreams: ['A', 'B', 'C'] }];
  await say(bench, { type: 'init', prd: 'PRD-009', prd_title: 'T', workstreams, phases });
  const doc = await say(bench, { type: 'start', workstreams: ['A', 'B'] });
  const stored = async (): Promise<PipelineCheckpoint> =>
    asDocument<PipelineCheckpoint>((await readNewest(bench.store, key)).state);
  return { bench, recorder: new Recorder(bench, key, doc, () => undefined), stored };
}

const veto = { type: 'review', verdict: 'do_not_ship', p0_count: 2, p1_count: 1 } as const;

/** Takes note of what others said first, or meets it when it writes. */
for (const looks of [true, false]) {
  describe(`what others store before a build records what it has gathered${looks ? ', and looked at first' : ''}`, () => {
    const gathered = async (other: PipelineEvent): Promise<PipelineCheckpoint> => {
      const { bench, recorder, stored } = await underWay();
      recorder.add({ type: 'done', workstream: 'A' });
      recorder.add({ type: 'start', workstreams: ['C'] });
      await say(bench, other);
      if (looks) await recorder.look();
      await recorder.record();
      const doc = await stored();
      assert.deepEqual(recorder.doc, doc);
      return doc;
    };

    test('stays, a veto included; and what the build has done and begun is on record', async () => {
      const doc = await gathered(veto);
      assert.equal(doc.adversarial_review?.verdict, 'do_not_ship');
      assert.deepEqual([doc.completed_workstreams, doc.in_progress_workstreams], [['A'], ['B', 'C']]);
    });

    test('stays when it is a failure: what was begun meanwhile does not undo it', async () => {
      const doc = await gathered({ type: 'fail', workstream: 'B', message: 'no', stop_running: true });
      assert.deepEqual([doc.status, doc.error?.workstream], ['failed', 'B']);
      assert.deepEqual([doc.completed_workstreams, doc.pending_workstreams], [['A'], ['B', 'C']]);
    });
  });
}

class FullDisk extends MemoryStore {
  isFull = false;

  override async update(...args: Parameters<MemoryStore['update']>): ReturnType<MemoryStore['update']> {
    if (this.isFull) throw new Error('the disk is full');
    return super.update(...args);
  }
}

describe('a record that could not be written', () => {
  test('is written with the next one', async () => {
    const store = new FullDisk();
    const { recorder, stored } = await underWay(store);
    recorder.add({ type: 'done', workstream: 'A' });
    store.isFull = true;
    await assert.rejects(recorder.record(), /full/);
    store.isFull = false;
    await recorder.record();
    assert.deepEqual((await stored()).completed_workstreams, ['A']);
  });
});
