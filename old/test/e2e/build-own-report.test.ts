// Workstreams that report to pawl themselves while a build runs them: what they said is their report.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { build, buildAll, checkpoint, prd, project, unit } from './build-project.js';
import { hookFile } from '../support/hooks.js';
import { pawl, program, textOf } from './program.js';

/** What a workstream says to pawl by itself. */
const says = (...words: readonly string[]): string =>
  `'${process.execPath}' '${program}' pipeline ${words.join(' ')} >> said.txt 2>&1`;
const work = (id: string, script: string, more = ''): string => unit(id, `sh -c "${script}"`, more);

describe('a workstream that reports itself', () => {
  test('done is done once: the build ends with its summary', () => {
    const root = project(
      [
        'workstreams:',
        work('WS1', `echo 1 > a.txt; ${says('done', prd, 'WS1')}`, 'outputs: [a.txt]'),
        work('WS2', `echo 1 > b.txt; ${says('done', prd, 'WS2')}; sleep 0.3`, 'outputs: [b.txt], depends_on: [WS1]'),
      ].join('\n'),
    );
    const { code, out, err } = build(root, prd, '--yes');
    assert.equal(code, 0, `${out}\n${err}`);
    assert.match(out, /✓ WS2 done[^]*PRD-007 is complete\n {2}2 workstreams done/);
    assert.equal(checkpoint(root)['status'], 'complete');
  });

  test('done has done its work, whatever its exit code says; that is told', () => {
    const root = project(`workstreams:\n${work('WS1', `${says('done', prd, 'WS1')}; exit 3`)}`);
    const { code, out } = build(root, prd, '--yes');
    assert.equal(code, 0, out);
    assert.match(out, /✓ WS1 done \([^)]*\): it was reported done, then exit code 3\n/);
  });

  test('failed has failed, with its own words, whatever its exit code says', () => {
    for (const exit of [0, 3]) {
      const root = project(
        `workstreams:\n${work('WS1', `${says('fail', prd, 'WS1', '--error', 'agent-says-no')}; exit ${exit}`)}\n${work('WS2', 'true', 'depends_on: [WS1]')}`,
      );
      const { code, doc } = buildAll(root);
      assert.deepEqual([code, doc['end'], doc['status']], [1, 'failed', 'failed'], JSON.stringify(doc));
      assert.deepEqual(doc['error'], { workstream: 'WS1', message: 'agent-says-no' });
      assert.deepEqual(doc['pending'], ['WS1', 'WS2']);
      assert.match(String(doc['reasons']), /WS1: .*agent-says-no/);
    }
  });

  test('failed has failed beside others that run, and beside others that fail; those come to their own end', () => {
    const fails = (id: string, word: string, more: string): string =>
      work(id, `until test -e begun; do sleep 0.05; done; ${says('fail', prd, id, '--error', word)}; ${more}; exit 0`);
    const root = project(
      [
        'workstreams:',
        fails('WS1', 'first-no', 'touch told; sleep 1'),
        fails('WS2', 'second-no', 'true').replace('test -e begun', 'test -e told'),
        work(
          'WS3',
          'touch begun; until test -e told; do sleep 0.05; done; echo x >> order.txt',
          'outputs: [order.txt]',
        ),
        work('WS4', 'echo y >> order.txt', 'depends_on: [WS1]'),
      ].join('\n'),
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [1, 'failed', ['WS3']], textOf(root, 'said.txt'));
    assert.doesNotMatch(textOf(root, 'said.txt'), /cannot|returned to pending/);
    assert.match(String(doc['reasons']), /WS1: .*first-no/);
    assert.match(String(doc['reasons']), /WS2: .*second-no/);
    assert.deepEqual(checkpoint(root)['pending_workstreams'], ['WS1', 'WS2', 'WS4']);
    assert.equal(textOf(root, 'order.txt'), 'x\n');
  });

  test('failed before its start is on record has failed', () => {
    const root = project(
      [
        'workstreams:',
        work('WS1', 'sleep 0.5'),
        work('WS2', 'true', 'depends_on: [WS1]'),
        work('WS3', `${says('fail', prd, 'WS3', '--error', 'no')}; exit 0`, 'depends_on: [WS2]'),
      ].join('\n'),
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [1, 'failed', ['WS1', 'WS2']], textOf(root, 'said.txt'));
    assert.deepEqual(checkpoint(root)['error'], { workstream: 'WS3', message: 'no' });
  });

  test('failed and stops what runs beside it takes nothing away from that: what ended well is on record', () => {
    const root = project(
      [
        'workstreams:',
        work('WS1', `${says('fail', prd, 'WS1', '--error', 'no', '--stop-running')}; touch told; exit 3`),
        work(
          'WS2',
          'echo x >> order.txt; while ! test -e told; do sleep 0.05; done; sleep 0.5',
          'outputs: [order.txt]',
        ),
      ].join('\n'),
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [1, 'failed', ['WS2']], JSON.stringify(doc));
    assert.deepEqual(checkpoint(root)['completed_workstreams'], ['WS2']);
    buildAll(root, '--resume');
    assert.equal(textOf(root, 'order.txt'), 'x\n', 'finished work is never run again');
  });

  test('with a veto of its reviewer blocks what would start next, and takes nothing away from what is done', () => {
    const veto = says('review', prd, '--verdict do_not_ship --p0-count 2 --p1-count 1');
    const root = project(
      [
        'workstreams:',
        work('A', 'true'),
        work('B', veto, 'depends_on: [A]'),
        work('C', 'true', 'depends_on: [B]'),
      ].join('\n'),
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [6, 'blocked', ['A', 'B']], JSON.stringify(doc));
    assert.match(String(doc['reasons']), /the adversarial review says do_not_ship/);
    const { adversarial_review: review, completed_workstreams: done } = checkpoint(root);
    assert.deepEqual([isJsonObject(review) && review['verdict'], done], ['do_not_ship', ['A', 'B']]);
    assert.equal(buildAll(root, '--resume').code, 6, 'it stands until a second review or an override');
  });

  test('as paused, or another one as started, does not disturb the build', () => {
    const root = project(
      [
        'workstreams:',
        work('WS1', `${says('pause', prd, '--stop-running')}; ${says('start', prd, 'WS2')}; exit 0`),
        work('WS2', 'true'),
        work('WS3', `${says('pause', prd, '--stop-running')}; exit 4`, 'depends_on: [WS1, WS2]'),
      ].join('\n'),
    );
    const { code, doc } = buildAll(root, '--parallel', '1');
    assert.deepEqual([code, doc['end'], doc['completed']], [1, 'failed', ['WS1', 'WS2']], JSON.stringify(doc));
    assert.equal(checkpoint(root)['status'], 'failed');
  });

  test('someone else pauses it: the build ends what runs, and says who it was', () => {
    const pause = says('pause', prd, '--stop-running').replace(/^/, 'env -u PAWL_SESSION ');
    const root = project(`workstreams:\n${work('A', 'true')}\n${work('B', `${pause}; sleep 600`, 'depends_on: [A]')}`);
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['completed']], [6, 'paused', ['A']], JSON.stringify(doc));
    assert.match(String(doc['reasons']), /^.+ paused it$/);
    const run = checkpoint(root);
    assert.deepEqual([run['status'], run['pending_workstreams']], ['paused', ['B']]);
  });

  test('another one as done leaves that one to its end; what stands on it waits, and the build tells of both', () => {
    for (const exit of [0, 3]) {
      const root = project(
        [
          'workstreams:',
          work('A', `while ! test -e begun; do sleep 0.05; done; ${says('done', prd, 'B')}; touch told`),
          work(
            'B',
            `touch begun; while ! test -e told; do sleep 0.05; done; sleep 1; echo B >> order.txt; exit ${exit}`,
          ),
          work('C', 'echo C >> order.txt', 'depends_on: [B]'),
        ].join('\n'),
      );
      const { code, doc } = buildAll(root);
      assert.deepEqual([code, doc['end'], doc['completed']], [0, 'complete', ['A', 'B', 'C']], JSON.stringify(doc));
      assert.equal(textOf(root, 'order.txt'), 'B\nC\n');
      const ran = (Array.isArray(doc['ran']) ? doc['ran'] : []).filter(isJsonObject);
      const reason = exit === 0 ? null : 'it was reported done, then exit code 3';
      assert.deepEqual(
        ran.map((one) => [one['workstream'], one['outcome'], one['reason']]),
        [
          ['A', 'done', null],
          ['B', 'done', reason],
          ['C', 'done', null],
        ],
      );
    }
  });

  test('the last one as done leaves that one to its end as well', () => {
    const root = project(
      [
        'workstreams:',
        work('A', `while ! test -e begun; do sleep 0.05; done; ${says('done', prd, 'B')}; touch told`),
        work('B', 'touch begun; while ! test -e told; do sleep 0.05; done; sleep 1; echo B >> order.txt'),
      ].join('\n'),
    );
    const { code, out } = build(root, prd, '--yes');
    assert.equal(code, 0, out);
    assert.equal(textOf(root, 'order.txt'), 'B\n');
    assert.match(out, /✓ B done[^]*PRD-007 is complete\n {2}2 workstreams done/);
  });
});

/** What an agent may write into the checkpoint that it was not asked to touch. */
const claimAll = `
const fs = require('node:fs');
const file = '.claude/skills/build-pipeline/checkpoints/${prd}.json';
const doc = JSON.parse(fs.readFileSync(file, 'utf8'));
const lists = { completed_workstreams: ['A', 'B'], in_progress_workstreams: [], pending_workstreams: [] };
fs.writeFileSync(file, JSON.stringify({ ...doc, status: 'complete', ...lists, gates_passed: ['all'], gates_pending: [] }));
`;

describe('what is only claimed', () => {
  test('in the checkpoint file itself ends the build with its summary, which names what was not run', () => {
    const root = project(
      [
        'workstreams:',
        work('A', `sleep 0.5; '${process.execPath}' claim.cjs; sleep 0.5`),
        work('B', 'true', 'depends_on: [A]'),
        'gates:',
        '  all: {command: "true"}',
      ].join('\n'),
      { 'claim.cjs': claimAll },
    );
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end']], [6, 'blocked'], JSON.stringify(doc));
    assert.match(String(doc['reasons']), /others wrote .* complete; not run, and only claimed: .*B.*gate all/);
  });

  test('by a report, without its outputs, is told when the run is complete', () => {
    const root = project(
      `workstreams:\n${work('A', 'true', 'outputs: [a.txt]')}\n${work('B', 'true', 'depends_on: [A]')}`,
    );
    for (const step of [
      ['init', prd],
      ['start', prd, 'A'],
      ['done', prd, 'A'],
    ])
      pawl(['pipeline', ...step], root);
    const { code, doc } = buildAll(root, '--resume');
    assert.deepEqual([code, doc['end']], [0, 'complete'], JSON.stringify(doc));
    assert.match(String(doc['reasons']), /only claimed, nothing was recorded about their files: A$/);
  });
});

test('a workstream that asks pawl what to do is told to do its own work, and takes nothing up', () => {
  const asks = (command: string): string => `'${process.execPath}' ${command} >> said.txt 2>&1`;
  const start = '{\\"hook_event_name\\":\\"SessionStart\\",\\"session_id\\":\\"s1\\",\\"source\\":\\"startup\\"}';
  const root = project(
    [
      'workstreams:',
      work('A', 'sleep 1'),
      work(
        'C',
        [
          asks(`'${program}' brief ${prd}`),
          `${asks(`'${program}' resume ${prd} --auto`)} && exit 1`,
          `${asks(`'${program}' resume --json`)} && exit 1`,
          `echo '${start}' | ${asks(`'${hookFile}' SessionStart`)}`,
        ].join('; '),
      ),
    ].join('\n'),
  );
  const { code, out } = build(root, prd, '--yes');
  const said = textOf(root, 'said.txt');
  assert.equal(code, 0, out + said);
  assert.equal(said.match(/This is workstream C of PRD-007, which pawl build runs/g)?.length, 4, said);
  assert.doesNotMatch(said, /is yours|Someone else|pipeline done|agree with them/);
});
