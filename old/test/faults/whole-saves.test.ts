// Whole saves of the facade (load, change, save) beside other writers: no update is dropped silently.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { PhaseData } from '../../src/families/command/index.js';
import { openProject } from '../../src/index.js';
import { completeCheckpoint, loadCheckpoint, saveCheckpoint, updatePhase } from '../../src/silent.js';
import { commandKey } from '../../src/rules/names.js';
import { openStore } from '../support/checkpoints.js';
import { runWorker } from '../support/programs.js';
import { catchStderr, facadeRoot } from '../support/facade.js';

const done: PhaseData = { status: 'complete', context_summary: 'done' };

/** A checkpoint as a caller handles it: anything may be changed. */
interface Loose {
  phases: Record<string, Record<string, unknown>>;
  [field: string]: unknown;
}

function loaded(): Loose {
  const doc = loadCheckpoint('implement');
  assert.ok(doc !== null);
  return doc as unknown as Loose;
}

/** Another process updates a phase. */
async function another(phase: string, data: PhaseData = done): Promise<void> {
  const { stdout } = await runWorker('update-phase', [phase, JSON.stringify(data)]);
  assert.equal(stdout, 'true\n');
}

describe('a whole save', () => {
  test('keeps what another writer updated since the load', async (t) => {
    facadeRoot(t);
    updatePhase('implement', 'design', { status: 'in_progress' });
    const doc = loaded();
    await another('tests');
    doc.phases['design'] = { ...doc.phases['design'], status: 'complete' };
    assert.equal(saveCheckpoint('implement', doc), true);
    const now = loaded();
    assert.equal(now.phases['design']?.['status'], 'complete');
    assert.equal(now.phases['tests']?.['status'], 'complete');
  });

  test('a second save of the same object still keeps what another writer updated before the first', async (t) => {
    facadeRoot(t);
    updatePhase('implement', 'design', { status: 'in_progress' });
    const doc = loaded();
    await another('tests');
    doc.phases['design'] = { ...doc.phases['design'], note: 'first' };
    assert.equal(saveCheckpoint('implement', doc), true);
    doc.phases['design'] = { ...doc.phases['design'], note: 'second' };
    assert.equal(saveCheckpoint('implement', doc), true);
    const now = loaded();
    assert.equal(now.phases['design']?.['note'], 'second');
    assert.equal(now.phases['tests']?.['status'], 'complete');
  });

  test('a save of an old object by a process that has seen newer states keeps those', async (t) => {
    facadeRoot(t);
    updatePhase('implement', 'design', { status: 'in_progress' });
    const doc = loaded();
    await another('tests');
    assert.equal(updatePhase('implement', 'docs', done), true);
    loaded();
    doc.phases['design'] = { ...doc.phases['design'], note: 'old object' };
    assert.equal(saveCheckpoint('implement', doc), true);
    assert.deepEqual(Object.keys(loaded().phases).sort(), ['design', 'docs', 'tests']);
  });

  test('is refused with false and one line when both changed the same value differently', async (t) => {
    facadeRoot(t);
    updatePhase('implement', 'design', { status: 'in_progress' });
    const doc = loaded();
    await another('design', { status: 'failed', error: 'no room' });
    doc.phases['design'] = { ...doc.phases['design'], status: 'complete' };
    const stderr = catchStderr(t);
    assert.equal(saveCheckpoint('implement', doc), false);
    const lines = stderr.take();
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /saved by someone else meanwhile/);
    assert.equal(loaded().phases['design']?.['status'], 'failed');
  });

  test('takes a phase away that the caller removed, and no other', async (t) => {
    facadeRoot(t);
    updatePhase('implement', 'design', done);
    updatePhase('implement', 'wrong', done);
    const doc = loaded();
    await another('tests');
    delete doc.phases['wrong'];
    assert.equal(saveCheckpoint('implement', doc), true);
    assert.deepEqual(Object.keys(loaded().phases).sort(), ['design', 'tests']);
  });

  test('of a document that nobody loaded is refused while a run is under way, and begins the next one after it', async (t) => {
    facadeRoot(t);
    await another('tests');
    const fresh = {
      state: { current_phase: 'design', completed_phases: [], pending_phases: [] },
      phases: { design: { status: 'in_progress' } },
    };
    assert.equal(saveCheckpoint('implement', fresh), false);
    assert.deepEqual(Object.keys(loaded().phases), ['tests']);
    assert.equal(completeCheckpoint('implement'), true);
    assert.equal(saveCheckpoint('implement', { ...fresh }), true);
    assert.deepEqual(Object.keys(loaded().phases), ['design']);
  });

  test('does not take back what a person edited between the load and the save', async (t) => {
    const root = facadeRoot(t);
    updatePhase('implement', 'a', { status: 'complete', context_summary: 'A' });
    updatePhase('implement', 'b', { status: 'in_progress', context_summary: 'B' });
    const doc = loaded();
    const file = path.join(root, '.claude/state/implement-checkpoint.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"A"', '"HUMAN"'));
    assert.equal(loaded().phases['a']?.['context_summary'], 'HUMAN'); // taken in, under the same change time
    doc.phases['b'] = { ...doc.phases['b'], context_summary: 'AGENT' };
    assert.equal(saveCheckpoint('implement', doc), true);
    const { a, b } = loaded().phases;
    assert.deepEqual([a?.['context_summary'], b?.['context_summary']], ['HUMAN', 'AGENT']);
  });

  test('takes back what a person edited before the load', async (t) => {
    const root = facadeRoot(t);
    updatePhase('implement', 'a', { status: 'complete', context_summary: 'A' });
    const file = path.join(root, '.claude/state/implement-checkpoint.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"A"', '"A slip"'));
    const doc = loaded();
    assert.equal(doc.phases['a']?.['context_summary'], 'A slip');
    doc.phases['a'] = { ...doc.phases['a'], context_summary: 'A' };
    assert.equal(saveCheckpoint('implement', doc), true);
    assert.equal(loaded().phases['a']?.['context_summary'], 'A');
  });

  test('is refused where nobody can tell whether it was made before an edit by hand or takes it back', async (t) => {
    const root = facadeRoot(t);
    const project = await openProject({ root });
    t.after(() => project.close());
    const ref = { command: 'implement', feature: 'b' };
    await project.commands.phase(ref, 'a', { status: 'complete', context_summary: 'A' });
    const file = path.join(root, '.claude/state/implement-b.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"A"', '"A slip"'));
    const seen = await project.commands.load(ref);
    assert.equal(seen?.document.phases['a']?.['context_summary'], 'A slip');
    const back = JSON.parse(JSON.stringify(seen.document).replace('"A slip"', '"A"')) as object;
    await assert.rejects(project.commands.save(ref, back), /edited by hand.*before or after/);
    const saved = await project.commands.save(ref, back, { expect: seen.revision });
    assert.equal(saved.document.phases['a']?.['context_summary'], 'A');
    const more = JSON.parse(JSON.stringify(saved.document).replace('"A"', '"A again"')) as object;
    assert.equal((await project.commands.save(ref, more)).revision, 4);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"A again"', '"another slip"'));
    const copy = JSON.stringify((await project.commands.load(ref))?.document).replace('"another slip"', '"A again"');
    await project.commands.phase(ref, 'b', { status: 'in_progress' }); // by someone else, in between
    await assert.rejects(project.commands.save(ref, JSON.parse(copy) as object), /edited by hand.*before or after/);
  });

  test('leaves every revision in the history', async (t) => {
    const root = facadeRoot(t);
    updatePhase('implement', 'design', { status: 'in_progress' });
    const doc = loaded();
    await another('tests');
    saveCheckpoint('implement', doc);
    const store = openStore(root);
    const history = await store.history(commandKey('implement'));
    assert.deepEqual(
      history.map((one) => one.event.name),
      ['saved', 'phase', 'phase'],
    );
    await store.close();
  });
});
