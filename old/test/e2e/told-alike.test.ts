// What brief, status and steps tell of a run is what the decision about it says.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { documentOf, pawl, put, tempRepository, textOf } from './program.js';

const spec = `---
prd: PRD-009
prd_title: Cashier
workstreams:
  WS1: {name: Database, outputs: [db/a.sql]}
  WS2: {name: Service, depends_on: [WS1], outputs: [src/s.ts]}
  WS3: {name: Tests, depends_on: [WS2]}
execution_phases:
  - {name: one, parallel: [WS1], gates: [lint]}
  - {name: two, parallel: [WS2]}
  - {name: three, parallel: [WS3], gates: [test-pass]}
gates:
  lint: {command: "true"}
  test-pass: {command: "true"}
---
`;

/** A repository with a pipeline whose first two workstreams are done. */
function pipelineRepository(): string {
  const root = tempRepository();
  put(root, 'docs/PRD-009-spec.md', spec);
  pawl(['pipeline', 'init', 'docs/PRD-009-spec.md'], root);
  for (const [id, file] of Object.entries({ WS1: 'db/a.sql', WS2: 'src/s.ts' })) {
    put(root, file, 'x\n');
    pawl(['pipeline', 'start', 'PRD-009', id], root);
    pawl(['pipeline', 'done', 'PRD-009', id], root);
    if (id === 'WS1') pawl(['gate', 'run', 'PRD-009', '--yes'], root);
  }
  return root;
}

describe('a pipeline whose results no longer hold', () => {
  test('is said to go on with what is done again, by brief and status as by resume', () => {
    const root = pipelineRepository();
    put(root, 'db/a.sql', 'changed\n');
    const { from, redo } = documentOf(pawl(['resume', 'PRD-009', '--json'], root));
    assert.deepEqual({ from, redo }, { from: 'Phase 1: WS1', redo: ['WS1', 'gate lint (Phase 1)', 'WS2'] });
    const { out: brief } = pawl(['brief', 'PRD-009'], root);
    assert.match(brief, /^Continue with: Phase 1: WS1$/m);
    assert.match(brief, /^Next command: pawl resume PRD-009$/m);
    const { out: status } = pawl(['status'], root);
    assert.match(status, /paused · next WS1 · /);
    assert.match(status, /db\/a\.sql changed since WS1 was done/);
  });

  test('has a start told that stands on them, and goes on with what comes first', () => {
    const root = pipelineRepository();
    assert.equal(pawl(['pipeline', 'pause', 'PRD-009'], root).err, '');
    put(root, 'db/a.sql', 'changed\n');
    const started = pawl(['pipeline', 'start', 'PRD-009', 'WS3'], root);
    assert.match(started.err, /no longer to be believed: WS1, gate lint \(Phase 1\), WS2: /);
    const taken = pawl(['resume', 'PRD-009', '--choice', 'r'], root);
    assert.match(taken.out, /continue with Phase 1: WS1/);
    assert.match(taken.out, /^Next: pawl pipeline start PRD-009 WS1$/m);
    assert.match(taken.out, /^Next command: pawl pipeline start PRD-009 WS1$/m);
    assert.equal(pawl(['pipeline', 'start', 'PRD-009', 'WS1'], root).err, '', 'what is done again stands on nothing');
  });
});

describe('the status shows what stands in the way', () => {
  test('of a run that someone else works on', () => {
    const root = tempRepository();
    pawl(['phase', 'ship/z', 'pre-flight', 'in_progress'], root, { PAWL_SESSION: 's9' });
    assert.match(pawl(['status'], root, { PAWL_SESSION: 's10' }).out, /\n {2}held by session s9/);
  });

  test('of a command whose files are gone, and of a workflow whose plan has changed', () => {
    const root = tempRepository();
    pawl(['phase', 'implement/a', 'implementation', 'complete', '--created', 'nope.ts'], root);
    put(root, 'plan.md', 'p\n');
    const start = ['workflow', 'start', 'orchestrate', 'p', '--description', 'P', '--phases', '3', '--plan', 'plan.md'];
    pawl(start, root);
    put(root, 'plan.md', 'q\n');
    const { out } = pawl(['status'], root);
    assert.match(out, /implementation is recorded as done, but nope\.ts is gone/);
    assert.match(out, /plan\.md has changed/);
  });

  test('of a drifted file, which is not offered to be completed', () => {
    const root = tempRepository();
    put(root, 'a.ts', 'a\n');
    pawl(['phase', 'implement/a', 'implementation', 'complete', '--created', 'a.ts'], root);
    const file = path.join(root, '.claude/state/implement-a.json');
    const text = textOf(file).replace('"pending_phases": [', '"pending_phases": "x", "y": [');
    fs.writeFileSync(file, text);
    const { verdict } = documentOf(pawl(['resume', 'implement/a', '--json'], root));
    assert.equal(verdict, 'blocked');
    const { out } = pawl(['status'], root);
    assert.match(out, /its file has/);
    assert.match(out, /→ pawl resume implement\/a$/m);
    assert.doesNotMatch(out, /pawl complete/);
  });
});
