// A run that waits, is on hold or is blocked is not failed: the repair says so, and resume asks until a person has decided.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { head } from '../golden/drift/pipelines.js';
import { documentOf, pawl, tempRepository } from './program.js';

const folder = '.claude/skills/build-pipeline/checkpoints';

/** Repairs the file of one pipeline and asks whether it goes on. */
function repaired(members: object): { readonly root: string; readonly verdict: unknown; readonly reasons: unknown } {
  const root = tempRepository();
  fs.mkdirSync(path.join(root, folder), { recursive: true });
  fs.writeFileSync(path.join(root, folder, 'PRD-009.json'), JSON.stringify({ ...head, ...members, prd: 'PRD-009' }));
  assert.equal(pawl(['doctor', '--fix'], root).code, 0);
  const { verdict, reasons } = documentOf(pawl(['resume', 'PRD-009', '--json'], root));
  return { root, verdict, reasons };
}
const statusIn = (root: string): unknown => documentOf(pawl(['show', 'PRD-009', '--json'], root))['status'];

describe('a pipeline that waits', () => {
  test('is paused, and asks in the words of its file until a person goes on with it', () => {
    const lists = { completed_workstreams: ['WS1'], pending_workstreams: ['WS2'] };
    const { root, verdict, reasons } = repaired({ ...lists, status: 'waiting_for_approval' });
    assert.equal(statusIn(root), 'paused');
    assert.equal(verdict, 'ask');
    assert.deepEqual(reasons, ['its file leaves it in doubt: the file says “waiting_for_approval”']);
    pawl(['resume', 'PRD-009', '--choice', 'r'], root);
    assert.equal(documentOf(pawl(['resume', 'PRD-009', '--json'], root))['verdict'], 'resume');
    assert.match(pawl(['doctor'], root).out, /1 ok/);
  });

  test('with nothing left to do becomes complete when a person says so', () => {
    const { root, verdict } = repaired({ completed_workstreams: ['WS1'], status: 'awaiting_review' });
    assert.equal(verdict, 'ask');
    pawl(['resume', 'PRD-009', '--choice', 'r'], root);
    assert.equal(statusIn(root), 'complete');
    assert.match(pawl(['doctor'], root).out, /1 ok/);
  });

  test('for what a blocked workstream needs says which, until that is tried again', () => {
    const workstreams = { WS1: 'complete', WS2: { status: 'blocked', reason: 'the stack is down' } };
    const { root, verdict, reasons } = repaired({ status: 'in_progress', workstreams });
    assert.equal(verdict, 'ask');
    assert.deepEqual(reasons, ['WS2 could not be run: the stack is down']);
    assert.equal(pawl(['pipeline', 'start', 'PRD-009', 'WS2'], root).code, 0);
    assert.equal(pawl(['pipeline', 'done', 'PRD-009', 'WS2'], root).code, 0);
    assert.equal(statusIn(root), 'complete');
    assert.match(pawl(['doctor'], root).out, /1 ok/);
  });
});
