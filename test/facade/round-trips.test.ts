// Load → change → save between processes: `pawl.rev` says what a copy came from, wherever it went.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProcess, lib, loaded, manager, read, said, testAll } from './facade.js';

const { saveCheckpoint: save, updatePhase: update } = manager;

/** Another process changes a copy of its own and saves it. */
function elsewhere(root: string, change: string): void {
  const code = `() => { const doc = m.loadCheckpoint('implement'); ${change}; return m.saveCheckpoint('implement', doc) }`;
  assert.deepEqual(inProcess(root, code), { answer: true, stderr: '' });
}

testAll({
  'changes of two processes to different values are both kept'(root) {
    update('implement', 'a', { status: 'in_progress', files_created: ['a.js'] });
    const doc = loaded('implement');
    elsewhere(root, `doc.phases.a.files_created.push('b.js'); doc.goal = 'theirs'`);
    doc.phases['b'] = { status: 'failed', error: 'boom' };
    doc.phases['a']?.files_created?.push('c.js');
    assert.ok(save('implement', doc));
    assert.deepEqual(doc.phases['a']?.files_created, ['a.js', 'b.js', 'c.js']);
    assert.deepEqual([doc['goal'], doc.phases['b']?.error], ['theirs', 'boom']);
    assert.deepEqual(inProcess(root, `() => m.loadCheckpoint('implement')`).answer, doc);
  },
  'values that both changed are refused, with their places; nothing is stored'(root) {
    update('implement', 'a', { status: 'in_progress', context_summary: 'begun' });
    const doc = Object.assign(loaded('implement'), { owner: 'us' });
    elsewhere(root, `doc.phases.a.context_summary = 'theirs'; doc.owner = 'them'`);
    doc.phases['a'] = { status: 'complete', context_summary: 'ours' };
    const before = read(root, 'implement-checkpoint');
    assert.ok(!save('implement', doc));
    assert.deepEqual([read(root, 'implement-checkpoint'), doc.owner], [before, 'us']);
    const [line = '', ...others] = said();
    assert.match(
      line,
      /^Failed to save checkpoint: someone else changed \/phases\/a\/context_summary, \/owner of impl/,
    );
    assert.deepEqual(others, []);
    assert.ok(save('implement', { ...loaded('implement'), owner: 'us' }), 'loaded again, it works');
  },
  'one object can be saved again and again, a frozen one too'() {
    const doc: Record<string, unknown> = { phases: {}, describe: () => 'a function is kept' };
    for (let count = 1; count <= 40; count++)
      assert.ok(save('implement', Object.assign(doc, { count })) && save('implement', doc));
    assert.deepEqual([loaded('implement')['count'], typeof doc['describe']], [40, 'function']);
    const frozen = Object.freeze(loaded('implement'));
    assert.ok(save('implement', frozen) && save('implement', frozen));
  },
  'a copy without its mark, or with another mark, removes nothing, and says what it replaced'() {
    for (const pawl of [null, { rev: 'x' }, { rev: '99-abcdabcd' }, { rev: '1-abcdabcd' }]) {
      update('implement', 'a', { status: 'skipped' });
      const copy = { ...loaded('implement'), pawl, note: 'new' };
      update('implement', 'b', { status: 'skipped' });
      save('implement', { ...loaded('implement'), note: 'old' });
      assert.ok(save('implement', copy));
      assert.deepEqual([Object.keys(copy.phases), loaded('implement')['note']], [['a', 'b'], 'new']);
      assert.match(said().join('\n'), /^the save replaced other values at .*\/note; revision \d+ has them$/);
    }
  },
  async 'processes that load, change and save the same run lose nothing'(root) {
    const code = `const m = require('${lib}/checkpoint-manager.cjs');
      for (let n = 0; n < 20; n++) {
        const doc = m.loadCheckpoint('implement') ?? { phases: {} };
        doc.phases[process.argv[1] + n] = { status: 'skipped' };
        if (!m.saveCheckpoint('implement', doc)) process.exitCode = 1;
      }`;
    const env = { ...process.env, GIT_ROOT: root };
    const writers = ['a', 'b', 'c', 'd'].map((name) => spawn(process.execPath, ['-e', code, name], { env }));
    const codes = await Promise.all(writers.map((writer) => once(writer, 'exit')));
    assert.deepEqual(
      codes,
      Array.from(writers, () => [0, null]),
    );
    assert.equal(Object.keys(loaded('implement').phases).length, 80);
  },
});
