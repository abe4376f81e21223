// A spec that is edited while its run is being built: noticed before the next step, and never lost to "complete".
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { build, buildAll, checkpoint, prd, project, unit } from './build-project.js';
import { documentOf, pawl, textOf } from './program.js';

const note = (word: string): string => `sh -c 'echo ${word} >> order.txt'`;
/** A workstream that edits the spec, as a person may do meanwhile. */
const edits = (script: string): string => `sh -c "sed -i '${script}' docs/${prd}.md; echo A >> order.txt"`;
const addN = `/^  A:/a\\\\  N: {executor_type: command, command: touch n.txt, outputs: [n.txt], depends_on: [A]}`;

describe('a spec that is edited while it is built', () => {
  test('with a new workstream pauses the run before it is complete; --resume takes it over', () => {
    const root = project(`workstreams:\n${unit('A', edits(addN))}`);
    const { code, doc } = buildAll(root);
    assert.deepEqual(
      [code, doc['end'], doc['completed'], doc['pending']],
      [6, 'paused', ['A'], ['N']],
      String(doc['reasons']),
    );
    assert.match(String(doc['reasons']), /docs\/PRD-007\.md was edited while it was being built: N is new/);
    const again = buildAll(root, '--resume');
    assert.deepEqual([again.code, again.doc['completed']], [0, ['A', 'N']], JSON.stringify(again.doc));
    assert.equal(textOf(root, 'order.txt'), 'A\n', 'finished work is never run again');
  });

  test('in what is still to do is not built as it was before', () => {
    const root = project(
      `workstreams:\n${unit('A', edits('s/echo [B]/echo changed/'))}\n${unit('B', note('B'), 'depends_on: [A]')}`,
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [6, 'paused', ['A']], JSON.stringify(doc));
    assert.match(String(doc['reasons']), /edited while it was being built: B changed/);
    assert.equal(buildAll(root, '--resume').code, 0);
    assert.equal(textOf(root, 'order.txt'), 'A\nchanged\n');
  });

  test('in a gate that was not run yet is not passed by the old one', () => {
    const root = project(
      `workstreams:\n${unit('A', edits('s/tru[e]/false/'))}\n${unit('B', note('B'), 'depends_on: [A], gate: g')}\ngates:\n  g: {command: "true"}`,
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['gates']], [6, 'paused', []], JSON.stringify(doc));
    assert.match(String(doc['reasons']), /edited while it was being built: gate g changed/);
    assert.equal(buildAll(root, '--resume').code, 1, 'what the gate is now has failed');
    assert.equal(textOf(root, 'order.txt'), 'A\nB\n');
  });

  test('in work that is done, or runs, is not complete before that is done again', () => {
    const script = `s/echo [D]/echo again/`;
    const later = `${unit('B', edits(script), 'depends_on: [D]')}\n${unit('C', note('C'), 'depends_on: [B]')}`;
    for (const [text, end] of [
      [`workstreams:\n${unit('D', note('D'))}\n${later}`, 'again\nA\nC\n'],
      [`workstreams:\n${unit('D', note('D'))}\n${unit('B', edits(script), 'depends_on: [D]')}`, 'again\nA\n'],
    ] as const) {
      const root = project(text);
      const { code, doc } = buildAll(root);
      assert.deepEqual([code, doc['end'], doc['status']], [6, 'paused', 'paused'], JSON.stringify(doc));
      assert.match(String(doc['reasons']), /D changed/);
      assert.equal(buildAll(root, '--resume').code, 0);
      assert.equal(textOf(root, 'order.txt'), `D\nA\n${end}`);
    }
    const own = project(`workstreams:\n${unit('A', edits('s/echo [A]/echo other/'))}`);
    assert.equal(buildAll(own).doc['end'], 'paused', 'it ran by what is no longer said');
    assert.equal(buildAll(own, '--resume').code, 0);
    assert.equal(textOf(own, 'order.txt'), 'A\nother\n');
  });

  test('in the section of finished work leaves what was done on record: a person may keep it, and nothing runs again', () => {
    const root = project(
      `workstreams:\n${unit('D', note('D'))}\n${unit('B', edits('s/tx[e]t/text/'), 'depends_on: [D]')}`,
    );
    fs.appendFileSync(path.join(root, `docs/${prd}.md`), '## D\ntxet\n');
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [6, 'paused', ['D', 'B']], JSON.stringify(doc));
    const asked = documentOf(pawl(['resume', prd, '--json'], root));
    assert.deepEqual([asked['verdict'], asked['redo']], ['ask', ['D', 'B']]);
    const kept = buildAll(root, '--resume', '--accept', 'only a typo');
    assert.deepEqual(
      [kept.code, kept.doc['status'], kept.doc['kept']],
      [0, 'complete', ['D']],
      JSON.stringify(kept.doc),
    );
    assert.equal(textOf(root, 'order.txt'), 'D\nA\n');
  });

  test('elsewhere goes on to its end, which tells of it; and so does "already complete"', () => {
    const root = project(`workstreams:\n${unit('A', edits('$ a more'))}\n${unit('B', note('B'), 'depends_on: [A]')}`);
    const { code, out } = build(root, prd, '--yes');
    assert.equal(code, 0, out);
    assert.match(out, /PRD-007 is complete\n {2}docs\/PRD-007\.md was edited while it was being built/);
    assert.equal(checkpoint(root)['status'], 'complete');
    assert.match(build(root, prd, '--yes').err, /has changed since it was built[^]*--fresh/);
    assert.doesNotMatch(pawl(['resume', prd], root).err, /--fresh/, "what changed is nobody's work");
    const file = path.join(root, `docs/${prd}.md`);
    const text = fs.readFileSync(file, 'utf8').replace('echo B', 'echo C');
    fs.writeFileSync(file, text.replace('  A:', '  N: {depends_on: [B]}\n  A:'));
    const told = /docs\/PRD-007\.md has changed since it was built: N is new, B changed[^]*--fresh/;
    for (const { code, err } of [pawl(['resume', prd], root), build(root, prd, '--yes', '--resume')]) {
      assert.equal(code, 1);
      assert.match(err, told);
    }
  });
});
