// A build whose workstreams take its own checkpoint file back or away: what is done stays done.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { build, checkpoint, prd, project, unit } from './build-project.js';
import { documentOf, git, pawl, program, textOf } from './program.js';

const note = (word: string, more = ''): string => `sh -c 'echo ${word} >> .git/order.txt${more}'`;
const folder = '.claude/skills/build-pipeline/checkpoints';
/** The file follows its revisions a moment later: waits until it says that a workstream runs. */
const shows = (id: string): string =>
  `until grep -A2 in_progress_workstreams ${folder}/${prd}.json | grep -q ${id}; do sleep 0.05; done`;
const commitAll = 'git add -A && git -c user.name=t -c user.email=t@example.com commit -qm work';
const stash = 'git -c user.name=t -c user.email=t@example.com stash';

/** What another tool may make of the file: parsed and written anew, with everything still to do. */
const undo = `
const fs = require('node:fs');
const file = '${folder}/${prd}.json';
const doc = JSON.parse(fs.readFileSync(file, 'utf8'));
const pending_workstreams = ['A', 'B', 'C', 'D'];
const lists = { completed_workstreams: [], in_progress_workstreams: [], pending_workstreams };
fs.writeFileSync(file, JSON.stringify({ ...doc, status: 'initialized', ...lists }));
`;

/** Four workstreams, one after the other; the third one does something to the file, and so may a gate at the end. */
function fourWith(harm: string, gate = 'true', first = ''): string {
  const root = project(
    [
      'workstreams:',
      unit('A', note('A', first)),
      unit('B', note('B'), 'depends_on: [A]'),
      unit('C', note('C', `; ${shows('C')}; ${harm}`), 'depends_on: [B]'),
      unit('D', note('D'), 'depends_on: [C]'),
      'gates:',
      `  last: {command: ${JSON.stringify(gate)}}`,
    ].join('\n'),
    { '.gitignore': '.home/\n.claude/state/\n', 'undo.cjs': undo },
  );
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'spec');
  return root;
}

const harms: readonly [what: string, root: () => string][] = [
  [
    'takes a tracked file back to what was committed',
    () => fourWith('git checkout -q -- .', 'true', `; ${shows('A')}; ${commitAll}`),
  ],
  [
    'stashes a tracked file and its return',
    () => fourWith(`${stash} -q; ${stash} pop -q`, 'true', `; ${shows('A')}; ${commitAll}`),
  ],
  ['stashes an untracked file away', () => fourWith(`${stash} -uq`)],
  ['writes an early state of its own over it', () => fourWith(`"${process.execPath}" undo.cjs`)],
  ['removes the file', () => fourWith(`rm ${folder}/${prd}.json`)],
  ['removes the folder above it', () => fourWith('rm -rf .claude/skills')],
  ['removes all there is of it', () => fourWith('rm -rf .claude')],
];

describe('a build', () => {
  for (const [what, make] of harms) {
    test(`goes on to its end, and does nothing twice, when a workstream ${what}`, () => {
      const root = make();
      const { code, out, err } = build(root, prd, '--yes');
      assert.equal(code, 0, `${out}\n${err}`);
      assert.deepEqual(textOf(root, '.git/order.txt').trim().split('\n'), ['A', 'B', 'C', 'D']);
      assert.match(out, /PRD-007 is complete\n {2}4 workstreams done, 1 gate passed/);
      const run = checkpoint(root);
      assert.deepEqual(
        [run['status'], run['completed_workstreams'], run['gates_passed']],
        ['complete', ['A', 'B', 'C', 'D'], ['last (Phase 4)']],
      );
    });
  }

  for (const isJson of [false, true]) {
    test(`says once that its file was changed, and the history has both${isJson ? ', with --json too' : ''}`, () => {
      const root = fourWith(
        'git checkout -q -- .',
        "sh -c 'while git diff --quiet; do sleep 0.05; done; git checkout -q -- .'",
        `; ${shows('A')}; ${commitAll}`,
      );
      const ended = build(root, prd, '--yes', ...(isJson ? ['--json'] : []));
      assert.equal(ended.code, 0, `${ended.out}\n${ended.err}`);
      const remark = `the checkpoint file of ${prd} was changed while it was being built; the build keeps what it has done`;
      if (isJson) assert.deepEqual(documentOf(ended)['kept'], [remark]);
      else assert.deepEqual(ended.out.match(/^! .*$/gm), [`! ${remark}`]);
      assert.match(
        pawl(['history', prd], root).out,
        /kept by its build, as of revision \d+[^\n]*\n[^\n]*changed by git/,
      );
      assert.equal(checkpoint(root)['status'], 'complete');
    });
  }

  test('has its file at the end also when the last workstream removes it as its last deed', () => {
    const quick = unit('B', `rm ${folder}/${prd}.json`, 'depends_on: [A]');
    const root = project(`workstreams:\n${unit('A', `sh -c '${shows('A')}; sleep 0.4'`)}\n${quick}`);
    const { code, out, err } = build(root, prd, '--yes');
    assert.equal(code, 0, `${out}\n${err}`);
    assert.match(out, /^! the checkpoint file of PRD-007 was removed while it was being built/m);
    assert.equal(checkpoint(root)['status'], 'complete');
    assert.equal(build(root, prd, '--yes', '--resume').code, 1, 'there is nothing to run again');
  });

  test('that failed after its file was taken away leaves what is done, and goes on from there', () => {
    const root = fourWith(`rm -rf .claude/skills; [ -e .git/fixed ]`);
    const failed = build(root, prd, '--yes');
    assert.equal(failed.code, 1, failed.out);
    assert.match(failed.out, /pawl build PRD-007 --resume/);
    assert.deepEqual(checkpoint(root)['completed_workstreams'], ['A', 'B']);
    fs.writeFileSync(path.join(root, '.git/fixed'), '');
    const again = build(root, prd, '--yes', '--resume');
    assert.equal(again.code, 0, `${again.out}\n${again.err}`);
    assert.deepEqual(textOf(root, '.git/order.txt').trim().split('\n'), ['A', 'B', 'C', 'C', 'D']);
  });

  test('keeps what a workstream says to pawl itself, before and after it took the file back', () => {
    const say = (word: string): string =>
      `${JSON.stringify(process.execPath)} ${JSON.stringify(program)} pipeline note ${prd} --cleanup-done ${word}`;
    const root = fourWith(
      `${say('before')}; git checkout -q -- .; ${say('after')}`,
      'true',
      `; ${shows('A')}; ${commitAll}`,
    );
    const { code, out, err } = build(root, prd, '--yes');
    assert.equal(code, 0, `${out}\n${err}`);
    const { cleanup_done: said, completed_workstreams: done } = checkpoint(root);
    assert.deepEqual(new Set(Array.isArray(said) ? said : []), new Set(['before', 'after']));
    assert.deepEqual(done, ['A', 'B', 'C', 'D']);
  });
});

describe('patterns of a spec', () => {
  test('stand neither for the checkpoint nor for the spec: results are not stale by being recorded', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', "sh -c 'echo a > a.txt'", 'outputs: ["**/*"], inputs: ["**/*.md", "**/*.txt"]'),
        unit('B', "sh -c 'echo {} > b.json'", 'outputs: ["**/*.json"], depends_on: [A]'),
        'gates:',
        '  whole: {command: "true", covers: ["**/*.json", "docs/"]}',
      ].join('\n'),
      { 'docs/other.md': '', '.home/.keep': '' },
    );
    const { code, out } = build(root, prd, '--yes');
    assert.equal(code, 0, out);
    const run = JSON.stringify(checkpoint(root)['artifacts']);
    assert.ok(run.includes('a.txt') && run.includes('b.json') && run.includes('docs/other.md'), run);
    assert.ok(!run.includes('.claude') && !run.includes(`docs/${prd}.md`), run);
    fs.appendFileSync(path.join(root, `docs/${prd}.md`), '\nMore prose.\n');
    const why = pawl(['why', prd, 'A'], root).out + pawl(['gate', 'status', prd], root).out;
    assert.doesNotMatch(why, /stale|no longer|again/);
  });
});
